"""Nobody is kept out: axe-core, the whole game by keyboard alone, and one sentence for each update."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.ui.conftest import LYING, PATIENCE, PHONE, TABLET, Board, OpenBoard, Server, become
from tests.ui.test_mend import contradict
from tests.ui.test_roles import announce
from tests.ui.test_whole_game import SIZES, engine, names

GRAVE = ("serious", "critical")


def check_axe(board: Board, where: str) -> None:
    """Fail with every serious finding of axe-core on the page as it is, shadow trees included."""
    found = Axe().run(board.page).response
    assert len(found["passes"]) > 10, "axe did not look"
    grave: list[dict[str, Any]] = [fault for fault in found["violations"] if fault["impact"] in GRAVE]
    assert [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in grave] == [], where


@pytest.mark.parametrize(("scheme", "size"), [("light", PHONE), ("dark", LYING)], ids=["light", "dark"])
def test_axe_finds_nothing_serious_anywhere(
    server: Server, open_board: OpenBoard, scheme: str, size: tuple[int, int]
) -> None:
    board = open_board(server.url, size, scheme, explained=False)
    page = board.page
    expect(page.locator(".st-key-start-delta button")).to_be_visible()
    for title in ("Rules and model", "Join a game of your crew", "Open a record or your own map"):
        page.get_by_text(title).click()
    expect(page.locator('input[type="file"]')).to_be_attached()
    check_axe(board, "set-up")
    board.start("delta")
    check_axe(board, "welcome")
    page.keyboard.press("Escape")
    board.tap("N", "E", "silence").expect_heard("B ↑ N", "B → E", "B Silence")
    expect(page.locator(".clue")).to_be_visible(timeout=PATIENCE)
    check_axe(board, "board")
    board.root.evaluate("root => root.querySelectorAll('.pad button').forEach((key) => key.classList.add('hit'))")
    check_axe(board, "every key just pressed")
    board.root.evaluate("root => root.querySelectorAll('.hit').forEach((key) => key.classList.remove('hit'))")
    sheets = {"u": "surface", "d": "drone", "o": "sonar", "p": "sonar-theirs", "x": "other", "t": "aim", "h": "heard"}
    for key, sheet in sheets.items():
        page.keyboard.press(key)
        expect(page.locator(f".sheet-{sheet}")).to_be_visible()
        check_axe(board, sheet)
        page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.get_by_role("button", name="Legend").click()
    check_axe(board, "legend")
    page.keyboard.press("Escape")
    page.locator(".clue").click()
    check_axe(board, "clues")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.keyboard.type("H8\n")
    expect(page.locator(".sheet-cell")).to_be_visible()
    check_axe(board, "cell")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator(".sheet .entry").last.click()
    check_axe(board, "entry")
    page.get_by_role("button", name="Map as of here").click()
    expect(page.locator(".bar.view")).to_be_visible()
    check_axe(board, "looking back")
    page.keyboard.press("Escape")
    board.tap("undo")
    announce(board, "B S W")
    expect(page.locator(".mend .fix").first).to_be_visible(timeout=PATIENCE)
    check_axe(board, "contradiction")
    page.locator(".mend .every").click()
    check_axe(board, "corrections")
    page.keyboard.press("Escape")
    for role in ("captain", "mate"):
        become(board, role)
        check_axe(board, role)
    page.locator(".menu").click()
    page.locator(".st-key-menu-invite button").click()
    expect(page.locator(".st-key-menu-short code")).to_be_visible()
    check_axe(board, "menu")


@SIZES
def test_a_whole_game_by_keyboard_alone(server: Server, open_board: OpenBoard, size: tuple[int, int]) -> None:
    board = open_board(server.url, size, touch=False, explained=False, role=None)
    keys = board.page.keyboard
    expect(board.page.locator(".st-key-start-alpha button")).to_be_visible()
    board.page.evaluate("window.clicked = 0; addEventListener('pointerdown', () => window.clicked++, true)")

    def tab_to(name: str, key: str = "Enter") -> None:
        """Go on with Tab until the focus is on a button of this name, and press it."""
        reached: list[str] = []
        for _ in range(80):
            keys.press("Tab")
            focused = board.page.evaluate(
                """() => { let e = document.activeElement;
                  while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
                  return e?.checkVisibility() ? e.getAttribute('aria-label') || e.textContent : ''; }"""
            )
            reached.append(" ".join(str(focused).split()))
            if reached[-1] == name:
                keys.press(key)
                return
        raise AssertionError(f"Tab does not reach {name!r}, only {reached}")

    tab_to("Alpha")
    board.ready()
    tab_to("Start")
    for key in ("ArrowUp", "n", "e", "?", "l", "m"):
        keys.press(key)
    keys.press("d")
    tab_to("Sector 5, no", "Space")
    keys.press("o")
    tab_to("Row 4")
    tab_to("Sector 2")
    keys.press("p")
    tab_to("Column C")
    tab_to("Sector 1")
    keys.press("t")
    keys.type("C6\n")
    tab_to("The shooter itself Clear")
    tab_to("Our torpedo C6 Clear")
    keys.press("u")
    keys.press("2")
    keys.press("s")
    tab_to("Other…")
    tab_to("Perhaps missed one")
    keys.press("z")
    keys.press("/")
    keys.type("head south\n")
    board.expect_heard(
        "B ↑ N", "B ↑ N", "B → E", "B ?", "B Silence", "B Mine", "Y Drone 5 No", "Y Sonar Row 4 Sector 2",
        "B Sonar Column C Sector 1", "Y Torpedo C6 Clear self Clear", "B Surface 2", "B ↓ S", "B ↓ S",
    )  # fmt: skip
    truth = engine(
        "alpha", "B N N E ? silence mine", "Y drone 5 no", "Y sonar row=4 sector=2", "Y torpedo C6 clear self=clear",
        "B surface 2 S S",
    )  # fmt: skip
    assert board.possible() == names(truth)
    keys.press("h")
    tab_to("12B↓ S")
    tab_to("Map as of here")
    expect(board.page.locator(".bar.view")).to_contain_text("Map after 12 of 13")
    tab_to("One announcement earlier")
    expect(board.page.locator(".bar.view")).to_contain_text("Map after 11 of 13")
    keys.press("Escape")
    expect(board.page.locator(".bar")).to_be_hidden()
    tab_to("Game and settings")
    expect(board.page.locator(".st-key-menu-role-captain")).to_be_visible()
    tab_to("visibilityCaptain")  # an icon of the menu is a word in a font of its own
    expect(board.root).to_have_attribute("data-role", "captain")
    expect(board.page.locator('[data-testid="stDialog"]')).to_have_count(0)
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(board.page.locator(".bar.odds")).to_contain_text("in it")
    tab_to("Back to the radio operator’s pad")
    expect(board.page.locator(".pad")).to_be_visible()
    assert board.page.evaluate("window.clicked") == 0


def test_nothing_behind_a_sheet_takes_the_focus(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET, touch=False).start()
    board.open("surface")
    beneath = board.root.locator(".pad, .strip, .panel")
    assert beneath.evaluate_all("all => all.map((e) => e.inert)") == [True] * 3
    board.page.keyboard.press("Escape")
    assert beneath.evaluate_all("all => all.map((e) => e.inert)") == [False] * 3
    expect(board.page.locator('[data-open="surface"]')).to_be_focused()


def listen(board: Board) -> None:
    """Hear what a screen reader would: each time any live region of the page has new text, that text."""
    board.page.evaluate(
        """() => {
          window.aloud = [];
          const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output';
          const roots = [document];
          for (const e of document.querySelectorAll('*')) if (e.shadowRoot) roots.push(e.shadowRoot);
          window.ear = new MutationObserver((changes) => {
            const at = ({ target }) => (target.closest ? target : target.parentElement)?.closest(live);
            const regions = new Set(changes.map(at));
            for (const region of regions) if (region?.textContent.trim()) window.aloud.push(region.textContent.trim());
          });
          for (const root of roots) window.ear.observe(root, { subtree: true, childList: true, characterData: true });
        }"""
    )


def aloud(board: Board) -> list[str]:
    """Return what was read out since this was asked last."""
    return [str(text) for text in board.page.evaluate("() => window.aloud.splice(0)")]


@SIZES
def test_a_screen_reader_hears_each_update_as_one_sentence(
    server: Server, open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(server.url, size).start()
    listen(board)
    heard: list[str] = []
    for number, key in enumerate(("N", "E", "silence", "S", "mine", "S"), 1):
        board.tap(key)
        expect(board.root).to_have_attribute("data-heard", str(number))
        expect(board.root).to_have_attribute("data-waiting", "0")
        board.page.wait_for_timeout(1000)  # clues, mines and the route come later, and are no update
        heard += aloud(board)
    assert [text.split(":")[0] for text in heard] == [
        "1, B north", "2, B east", "3, B Silence", "4, B south", "5, B Mine", "6, B south",
    ]  # fmt: skip
    for text in heard:
        assert text.endswith(".")
        assert ". " not in text, "more than one sentence"
        assert "possible" in text
    board.tap("undo")
    expect(board.root).to_have_attribute("data-heard", "5")
    board.page.wait_for_timeout(1000)
    assert [text.split(":")[0] for text in aloud(board)] == ["5, B Mine"]
    board.context.route("**/api/announce", lambda route: route.abort())
    board.tap("E")
    expect(board.page.locator(".unsent")).to_be_visible()
    board.tap("E")
    assert aloud(board)[-1].strip() == "Not sent yet, 2: B east."
    board.context.unroute("**/api/announce")
    board.expect_heard("B ↑ N", "B → E", "B Silence", "B ↓ S", "B Mine", "B → E", "B → E")
    board.page.wait_for_timeout(1000)
    assert [text.split(":")[0] for text in aloud(board)] == ["6, B east", "7, B east"]


def test_a_contradiction_is_one_sentence_too(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url).start()
    listen(board)
    contradict(board)
    board.page.wait_for_timeout(1000)
    heard = aloud(board)
    assert len(heard) == 4
    assert heard[-1] == "4, B west: impossible since 4."
