"""What was misheard, missed or does not add up: named, and mended by one tap that Undo takes back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PHONE, TABLET, Board, OpenBoard, Server
from tests.ui.test_layout import SCROLL, check_boxes
from tests.ui.test_whole_game import SIZES, engine, names
from tests.ui.test_words_and_edits import type_line

PATIENCE = 60_000


def contradict(board: Board) -> None:
    """Go round in a square, which no submarine does, and wait for what is offered."""
    board.tap(*"NESW").expect_heard("B ↑ N", "B → E", "B ↓ S", "B ← W")
    expect(board.page.locator(".mend .fix").first).to_be_visible(timeout=PATIENCE)


@SIZES
def test_a_contradiction_is_mended_by_one_tap_and_undone(
    server: Server, open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(server.url, size).start()
    heard = ["B ↑ N", "B → E", "B ↓ S", "B ← W", "B ↑ N"]
    board.tap(*"NESWN").expect_heard(*heard)
    offered = board.page.locator(".mend .fix")
    expect(offered.first).to_have_text("3 was ↑ N35 %", timeout=PATIENCE)
    before = board.possible()
    assert before == names(engine("alpha", "B N E S W N", mishears=1))
    offered.first.click()
    board.expect_heard("B ↑ N", "B → E", "B ↑ N", "B ← W", "B ↑ N")
    expect(board.page.locator(".mend")).to_be_hidden()
    assert board.possible() == names(engine("alpha", "B N E N W N"))
    expect(board.page.locator(".pad .target")).to_have_text("back to ↓ S")
    board.tap("undo").expect_heard(*heard)
    expect(offered.first).to_be_visible(timeout=PATIENCE)
    expect(board.page.locator('.map [data-open="1"]')).to_have_count(len(before), timeout=PATIENCE)
    assert board.possible() == before


def test_all_corrections_stand_in_a_list(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE).start()
    contradict(board)
    board.page.get_by_role("button", name="All corrections").click()
    rows = board.page.locator(".sheet .fix")
    shares = [int(text.removeprefix("<").split()[0]) for text in rows.locator("small").all_text_contents()]
    assert len(shares) > 2
    assert shares == sorted(shares, reverse=True)
    rows.filter(has_text="was never said").first.click()
    expect(board.page.locator(".sheet")).to_be_hidden()
    expect(board.root).to_have_attribute("data-heard", "3")
    expect(board.page.locator(".pad .target")).to_contain_text("bring back")


def test_a_pair_goes_in_and_out_together(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    heard = ["B ↑ N", "B → E", "B ↓ S", "B ← W", "B ↓ S", "B ← W", "B ↑ N", "B → E"]
    board.tap(*"NESWSWNE").expect_heard(*heard)
    named = board.page.locator(".mend .what")
    expect(named).to_contain_text("The map allows two misheard courses.", timeout=PATIENCE)
    pair = board.page.locator(".mend .fix").filter(has_text="+").first
    expect(pair).to_be_visible(timeout=PATIENCE)
    pair.click()
    expect(board.page.locator(".mend")).to_be_hidden()
    expect(board.root).to_have_attribute("data-waiting", "0")
    expect(board.page.locator(".panel .bad")).to_have_count(0)
    board.tap("undo").expect_heard(*heard)


def test_while_the_list_goes_on_the_map_stays(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    contradict(board)
    board.tap("N", "N")
    expect(board.root).to_have_attribute("data-heard", "6")
    assert board.possible()
    truth = names(engine("alpha", "B N E S W N N", mishears=1))
    shown = board.page.locator('.map [data-open="1"]')
    expect(shown).to_have_count(len(truth), timeout=PATIENCE)
    assert board.possible() == truth


def test_words_are_shown_before_they_are_taken_in_the_field_that_is_always_there(
    server: Server, open_board: OpenBoard
) -> None:
    board = open_board(server.url, TABLET).start()
    field = board.page.locator(".panel .typed")
    expect(field).to_be_visible()
    field.fill("head north")
    expect(board.page.locator(".reading")).to_have_text("B ↑ N")
    field.press("Enter")
    board.expect_heard("B ↑ N")
    type_line(board, "surfacing sector 5")
    expect(board.page.locator(".reading")).to_have_text("B Surface 5")
    board.page.get_by_role("button", name="Add").click()
    board.expect_heard("B ↑ N", "B Surface 5")
    type_line(board, "us sonar 4 7")
    expect(board.page.locator(".readings button")).to_have_count(2)
    board.page.keyboard.press("Enter")  # which of the two is not ours to say
    board.page.keyboard.press("Escape")
    board.expect_heard("B ↑ N", "B Surface 5")
    board.page.keyboard.press("ArrowLeft")  # the keys are the courses' again
    board.expect_heard("B ↑ N", "B Surface 5", "B ← W")


@SIZES
def test_what_was_not_heard_or_missed_is_said_by_a_tap_or_two(
    server: Server, open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(server.url, size).start()
    board.tap("N", "?")
    board.open("other").get_by_role("button", name="Perhaps missed one").click()
    board.tap("S")
    board.expect_heard("B ↑ N", "B ?", "B Missed one?", "B ↓ S")
    assert board.possible() == names(engine("alpha", "B N ? gap S"))
    expect(board.page.locator(".mend")).to_be_hidden()


def test_a_clue_is_one_line_that_can_be_put_away(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE).start()
    board.tap("N", "E", "silence")
    line = board.page.locator(".clue")
    expect(line).to_contain_text("Silence (3) after 2 courses: at least 4 missed.", timeout=PATIENCE)
    board.tap("N", "mine")
    expect(line).to_contain_text("Mine (5)", timeout=PATIENCE)
    line.click()
    rows = board.page.locator(".clues li")
    expect(rows).to_have_count(2)
    check_boxes(board, ".sheet button", PHONE)
    rows.first.get_by_role("button", name="Put away").click()
    expect(rows).to_have_count(1)
    expect(line).to_contain_text("Silence (3)")
    rows.first.get_by_role("button", name="Put away").click()
    expect(board.page.locator(".sheet")).to_be_hidden()
    expect(line).to_be_hidden()
    board.page.reload()
    board.ready()
    expect(board.page.locator(".mines path").first).to_be_attached(timeout=PATIENCE)
    expect(line).to_be_hidden()


def test_live_mines_are_marked_and_the_route_can_be_hidden(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    board.tap("N", "N", "E", "mine", "E")
    truth = engine("alpha", "B N N E mine E")
    expect(board.page.locator(".mines path")).to_have_count(len(truth.mine_cells), timeout=PATIENCE)
    expect(board.page.locator(".routes .way")).to_have_count(1)
    board.open("other").get_by_role("button", name="Legend").click()
    board.page.get_by_role("button", name="Hide the most likely route").click()
    expect(board.page.locator(".routes .way")).to_have_count(0)
    board.page.get_by_role("button", name="Show the most likely route").click()
    expect(board.page.locator(".routes .way")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@SIZES
def test_what_is_offered_fits_without_scrolling(
    server: Server, open_board: OpenBoard, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    board = open_board(server.url, size, scheme).start()
    contradict(board)
    assert board.page.evaluate(SCROLL) == [0, 0, 0, 0]
    check_boxes(board, ".mend button", size)
    check_boxes(board, ".pad button", size)
    for part in (".best", ".cells", ".mend .what" if size == TABLET else ".alarm", ".map"):
        expect(board.root.locator(part)).to_be_in_viewport(ratio=1)
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    board.page.screenshot(path=folder / f"mend-{size[0]}-{scheme}.png")
