"""A whole game on the page, by taps and by keys, at both sizes, against the engine's own answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PHONE, TABLET, OpenBoard, Server
from tracker import Side, Tracker, cell_name, load_map, loads

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


def engine(map_id: str, *lines: str, mishears: int = 0) -> Tracker:
    tracker = Tracker.start(load_map(map_id), tracked=Side.BLUE, model="captain", mishears=mishears)
    for announcement in loads("\n".join([f'[Map "{map_id}"]', *lines])).announcements:
        tracker = tracker.hear(announcement)
    return tracker


def names(tracker: Tracker) -> list[str]:
    return sorted(cell_name(cell) for cell in tracker.cells)


@SIZES
def test_a_whole_game_by_taps(server: Server, open_board: OpenBoard, size: tuple[int, int]) -> None:
    board = open_board(server.url, size).start()
    page = board.page
    board.tap("N", "N", "E", "?", "silence", "mine")
    drone = board.open("drone")
    drone.get_by_role("button", name="Sector 5, no").click()
    sonar = board.open("sonar")
    sonar.get_by_role("button", name="Row 3", exact=True).click()
    sonar.get_by_role("button", name="Row 4", exact=True).click()  # one kind twice: only replaces the first
    sonar.get_by_role("button", name="Sector 2", exact=True).click()
    page.locator('[data-cell="C6"]').click()
    if size == PHONE:  # a small cell is found by its sector first
        page.locator('[data-cell="C6"]').click()
    page.get_by_role("button", name="Our torpedo C6 Clear").click()
    board.open("surface").locator('[data-digit="2"]').click()
    board.tap("S")
    board.expect_heard(
        "B ↑ N", "B ↑ N", "B → E", "B ?", "B Silence", "B Mine", "Y Drone 5 No", "Y Sonar Row 4 Sector 2",
        "Y Torpedo C6 Clear", "B Surface 2", "B ↓ S",
    )  # fmt: skip
    truth = engine(
        "alpha", "B N N E ? silence mine", "Y drone 5 no", "Y sonar row=4 sector=2", "Y torpedo C6 clear",
        "B surface 2", "B S",
    )  # fmt: skip
    assert truth.consistent
    assert board.possible() == names(truth)
    expect(page.locator(".cells")).to_have_text(f"{len(truth.cells)} cells")
    expect(page.locator(".histories")).to_have_text(f"{truth.histories} histories")


@SIZES
def test_what_a_blast_did_to_the_shooter_is_asked_by_a_tap_more(
    server: Server, open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(server.url, size).start()
    page = board.page
    board.tap("N", "N").expect_heard("B ↑ N", "B ↑ N")
    for hit, answer in (("indirect", "Enemy torpedo H8 Clear"), (None, "Enemy mine H8 Clear")):
        page.locator('[data-cell="H8"]').click()
        if size == PHONE:
            page.locator('[data-cell="H8"]').click()
        if hit:
            page.get_by_role("button", name="The shooter itself Indirect").click()
        page.get_by_role("button", name=answer).click()
    board.expect_heard("B ↑ N", "B ↑ N", "B Torpedo H8 Clear self Indirect", "B Mine exploded H8 Clear")
    board.tap("undo")
    expect(board.root).to_have_attribute("data-heard", "3")
    expect(board.root).to_have_attribute("data-waiting", "0")
    truth = engine("alpha", "B N N", "B torpedo H8 clear self=indirect")
    assert truth.consistent
    assert board.possible() == names(truth)


@SIZES
def test_a_game_by_keys(server: Server, open_board: OpenBoard, size: tuple[int, int]) -> None:
    board = open_board(server.url, size).start("bravo")
    keys = board.page.keyboard
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "n", "e", "w", "l", "z", "S", "Backspace"):
        keys.press(key)
    keys.press("Control+ArrowUp")  # the browser's, not ours
    board.expect_heard("B ↑ N", "B → E", "B ↓ S", "B ↑ N", "B → E", "B ← W")
    keys.down("ArrowLeft")
    for _ in range(5):
        keys.down("ArrowLeft")  # held down: a repeat is no announcement
    keys.up("ArrowLeft")
    board.expect_heard("B ↑ N", "B → E", "B ↓ S", "B ↑ N", "B → E", "B ← W", "B ← W")
    keys.press("/")  # the field for words: its letters are no courses
    field = board.page.locator(".typed:visible")
    field.fill("s s")
    field.press("ArrowLeft")
    field.press("n")
    board.page.keyboard.press("Escape")
    board.expect_heard("B ↑ N", "B → E", "B ↓ S", "B ↑ N", "B → E", "B ← W", "B ← W")


def test_undo_redo_and_undo_to_any_point(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    board.tap("N", "E", "S", "S").expect_heard("B ↑ N", "B → E", "B ↓ S", "B ↓ S")
    expect(board.page.locator(".pad .target")).to_have_text("↓ S")
    board.tap("undo", "undo").expect_heard("B ↑ N", "B → E")
    board.tap("redo").expect_heard("B ↑ N", "B → E", "B ↓ S")
    board.tap("redo").expect_heard("B ↑ N", "B → E", "B ↓ S", "B ↓ S")
    board.page.locator(".panel .heard li").nth(3).get_by_text("Undo to here").click()
    board.page.get_by_text("Undo 3").click()
    board.expect_heard("B ↑ N")
    assert board.possible() == names(engine("alpha", "B N"))


@SIZES
def test_a_contradiction_is_named_and_never_blanks_the_map(
    server: Server, open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(server.url, size).start()
    board.tap(*"NESW").expect_heard("B ↑ N", "B → E", "B ↓ S", "B ← W")
    named = board.page.locator(".mend .what")
    expect(named).to_have_text("Impossible since 4: ← W. The map allows one misheard course.", timeout=60_000)
    assert board.possible() == names(engine("alpha", "B N E S W", mishears=1))
    board.page.get_by_role("button", name="Exact map, after 3").click()
    expect(named).to_have_text("Impossible since 4: ← W. The map shows 3.")
    assert board.possible() == names(engine("alpha", "B N E S"))
    board.tap("N").expect_heard("B ↑ N", "B → E", "B ↓ S", "B ← W", "B ↑ N")
    expect(named).to_have_text("Impossible since 4: ← W. The map shows 3.")
    board.tap("undo", "undo").expect_heard("B ↑ N", "B → E", "B ↓ S")
    expect(named).to_be_hidden()
