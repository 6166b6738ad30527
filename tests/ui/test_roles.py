"""The three roles of a device: chosen in one tap, kept by the device, each with what it needs and nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, PHONE, SMALL_PHONE, TABLET, Board, OpenBoard, Server, become
from tests.ui.test_layout import EACH_SIZE, SCROLL, SIZES, check_boxes
from tests.ui.test_whole_game import engine, names
from tracker import cell_name

READ_FROM_TWO_METRES = 28
"""CSS pixels of the smallest type that matters: a capital is then 3 mm high on a phone, five minutes of arc at 2 m."""

TYPE = """(found) => found.filter((e) => e.checkVisibility() && e.textContent).map((e) => {
  const box = e.getBoundingClientRect();
  return { text: e.textContent, size: parseFloat(getComputedStyle(e).fontSize), left: box.left, right: box.right,
           top: box.top, bottom: box.bottom };
})"""


def test_a_device_is_the_captains_by_one_tap_and_the_operators_by_another(
    server: Server, open_board: OpenBoard
) -> None:
    board = open_board(server.url).start()
    board.tap("N", "E").expect_heard("B ↑ N", "B → E")
    become(board, "captain")
    expect(board.page.locator(".pad")).to_be_hidden()
    expect(board.page.locator(".role").get_by_text("Radio operator")).to_be_visible()
    expect(board.page.locator(".glance .newest")).to_have_text("2B→ E")
    board.page.keyboard.press("n")  # a view announces nothing
    board.page.reload()
    board.ready()
    expect(board.page.locator(".pad")).to_be_hidden()
    expect(board.page.locator(".glance .newest")).to_have_text("2B→ E")
    board.page.get_by_role("button", name="Back to the radio operator’s pad").click()
    expect(board.page.locator(".pad")).to_be_visible()
    board.page.reload()
    board.ready()
    board.tap("S").expect_heard("B ↑ N", "B → E", "B ↓ S")


def test_who_joins_is_asked_once_and_a_captains_view_follows_the_game(
    own_server: Server, open_board: OpenBoard
) -> None:
    operator = open_board(own_server.url, SMALL_PHONE).start("charlie")
    captain = open_board(f"{own_server.url}#join={operator.invite()}", PHONE, role=None).ready()
    sheet = captain.page.locator(".sheet")
    check_boxes(captain, ".sheet button", PHONE)
    sheet.get_by_role("button", name=re.compile("^Captain")).click()
    expect(sheet).to_be_hidden()
    operator.tap("E", "S", "S", "silence")
    glance, newest = captain.page.locator(".glance"), captain.page.locator(".glance .newest")
    expect(newest).to_have_text("4BSilence")
    truth = engine("charlie", "B E S S silence")
    expect(glance).to_contain_text(f"{len(truth.cells)} cells")
    assert captain.possible() == names(truth)
    own_server.kill()
    calm = captain.page.locator(".calm")
    expect(calm).to_have_text("No connection: not up to date")
    own_server.start()
    captain.ready()
    expect(calm).to_be_hidden(timeout=PATIENCE)
    expect(captain.page.locator(".pad")).to_be_hidden()
    operator.tap("W")
    expect(newest).to_have_text("5B← W", timeout=PATIENCE)
    assert captain.possible() == names(engine("charlie", "B E S S silence W"))


@EACH_SIZE
def test_the_captains_view_is_read_from_two_metres(server: Server, open_board: OpenBoard, name: str) -> None:
    size = SIZES[name]
    board = open_board(server.url, size, role="captain").start()
    sizes = []
    for line in ("B N", "B N E S S E silence", "Y sonar row=12 column=J", "B surface 5"):
        announce(board, line)
        assert board.page.evaluate(SCROLL) == [0, 0, 0, 0]
        for text in board.page.locator(".spot b, .spot span, .left, .zones-told span, .newest b").evaluate_all(TYPE):
            assert text["left"] >= 0, text
            assert text["right"] <= size[0], text
            # sectors that have no room on their line are below it, where nothing is seen of them
            assert text["size"] >= READ_FROM_TWO_METRES * (0.8 if text["text"].startswith("Sonar") else 1), text
        assert board.page.locator(".spot b").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 72
        drawn = board.page.locator(".map .ground").bounding_box()
        assert drawn is not None
        sizes.append(round(drawn["width"]))
    room = min(size[0], size[1] * 0.6) if size[0] < size[1] else size[1]
    assert min(sizes) >= 0.85 * room
    assert max(sizes) - min(sizes) <= 1, "the map would jump"


def announce(board: Board, text: str) -> None:
    """Send announcements as another device would, from the page's own origin and with its code."""
    sent = board.page.evaluate(
        """async (text) => (await fetch('api/announce', { method: 'POST',
          headers: { 'X-Game-Code': localStorage['sonar.game'], 'Content-Type': 'application/json' },
          body: JSON.stringify({ op: `t${Date.now()}`, device: 'test', do: 'hear', text }) })).json()""",
        text,
    )
    expect(board.root).to_have_attribute("data-heard", str(len(sent["heard"])))


def test_a_contradiction_is_told_to_the_captain_calmly(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE, role="captain").start()
    announce(board, "B N E S W")
    expect(board.page.locator(".calm")).to_have_text("Misheard since 4?")
    expect(board.page.locator("#board.mixed")).to_be_visible(timeout=PATIENCE)
    assert board.possible() == names(engine("alpha", "B N E S W", mishears=1))
    expect(board.page.locator(".mend, .alarm, .clue").filter(visible=True)).to_have_count(0)


def test_the_captain_asks_a_cells_odds_by_a_tap(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE, role="captain").start()
    announce(board, "B N E S S E E S")
    expect(board.page.locator(".glance .spot b")).not_to_be_empty()
    chances = engine("alpha", "B N E S S E E S").probability()
    likeliest, chance = max(chances.items(), key=lambda pair: pair[1])
    name = cell_name(likeliest)
    board.page.locator(f'[data-cell="{name}"]').click()
    expect(board.page.locator(".bar")).to_contain_text(f"{name}: {round(100 * chance)} % in it")
    expect(board.page.locator(".sheet")).to_be_hidden()
    board.page.get_by_role("button", name="Close message").click()
    expect(board.page.locator(".bar")).to_be_hidden()


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, TABLET], ids=["small-phone", "phone", "tablet"])
def test_the_first_mate_enters_what_our_crew_announces(
    server: Server, open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(server.url, size, role="mate").start()
    page = board.page
    check_boxes(board, ".pad button", size)
    assert page.evaluate(SCROLL) == [0, 0, 0, 0]
    board.tap("N", "E", "silence", "mine")
    board.open("surface").locator('[data-digit="3"]').click()
    board.open("drone").get_by_role("button", name="Sector 5, no").click()
    sonar = board.open("sonar")
    sonar.get_by_role("button", name="Row 5", exact=True).click()
    sonar.get_by_role("button", name="Sector 2", exact=True).click()
    board.open("aim")
    page.locator('[data-cell="C6"]').click()
    if size != TABLET:  # a small cell is found by its sector first
        page.locator('[data-cell="C6"]').click()
    expect(page.locator(".sheet .theirs")).to_have_count(0)
    check_boxes(board, ".sheet button", size)
    page.get_by_role("button", name="Our torpedo C6 Indirect").click()
    board.expect_heard(
        "Y ↑ N", "Y → E", "Y Silence", "Y Mine", "Y Surface 3", "Y Drone 5 No", "Y Sonar Row 5 Sector 2",
        "Y Torpedo C6 Indirect",
    )  # fmt: skip
    heard = engine("alpha", "Y drone 5 no", "Y sonar row=5 sector=2", "Y torpedo C6 indirect")
    assert board.possible() == names(heard)
    page.get_by_role("button", name="Back to the radio operator’s pad").click()
    board.tap("S")
    expect(board.root).to_have_attribute("data-heard", "9")
    assert board.heard()[-1] == "9B↓ S"


def test_a_role_speaks_the_pages_language(server: Server, open_board: OpenBoard) -> None:
    for locale, role, said in (("pt-BR", "mate", "Nós anunciamos"), ("fr-FR", "captain", "aucune ne se détache")):
        board = open_board(server.url, locale=locale, role=role).start()
        expect(board.page.get_by_text(said)).to_be_visible()
