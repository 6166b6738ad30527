"""The editor of own maps: by taps, strokes and keys, kept through a reload, saved, played on, taken away, deleted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.ui.conftest import PHONE, TABLET, Board, OpenBoard, Server
from tests.ui.test_accessible import check_axe
from tests.ui.test_layout import SIZES
from tracker.game.map_files import load_map, parse_map


def open_editor(board: Board) -> Page:
    board.page.locator(".st-key-new-draw button").click()
    expect(board.page.locator("#editor .cell").first).to_be_visible()
    return board.page


def signs(page: Page) -> str:
    return str(page.locator("#editor .cell").evaluate_all("all => all.map((cell) => cell.dataset.sign).join('')"))


def at(page: Page, cell: str) -> None:
    page.locator(f'#editor .cell[aria-label^="{cell} "]').click()


def stroke(page: Page, *cells: str) -> None:
    """Paint from cell to cell with one finger, faster than the browser tells of its way."""
    for number, name in enumerate(cells):
        box = page.locator(f'#editor .cell[aria-label^="{name} "]').bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def test_a_map_is_drawn_by_taps_and_strokes_saved_and_played_on(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE)
    page = open_editor(board)
    page.locator("#editor .rows").select_option("4")
    page.locator("#editor .columns").select_option("5")
    page.locator("#editor .sector").select_option("2")
    stroke(page, "A1", "D1", "D3")
    at(page, "B1")
    page.get_by_role("radio", name="Archer mine").click()
    at(page, "E4")
    assert signs(page) == "#.##." + "...#." + "...#." + "....M"
    page.locator("#editor .undo").click()
    assert signs(page)[-1] == "."
    page.locator("#editor .redo").click()
    expect(page.locator("#editor .faults")).to_have_text("The map has no name yet.")
    page.locator("#editor .name").fill("**Attic** <b>:red[x]")
    expect(page.locator("#editor .faults li")).to_have_count(0)
    page.locator("#editor .save").click()
    card = page.locator('[class*="st-key-start-own"] button')
    expect(card).to_have_text("**Attic** <b>:red[x]")
    card.click()
    board.ready()
    board.tap("E", "E").expect_heard("B → E", "B → E")
    assert board.page.locator(".map .land").count() == 5


def test_nothing_drawn_is_lost_by_a_reload_or_by_going_back(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url)
    page = open_editor(board)
    page.locator("#editor .from").select_option("bravo")
    at(page, "A1")
    page.locator("#editor .name").fill("Mended")
    drawn = signs(page)
    page.reload()
    expect(page.locator("#editor .name")).to_have_value("Mended")
    assert signs(page) == drawn
    expect(page.locator("#editor .told")).to_contain_text("unlike Bravo: 1")
    page.locator("#editor .leave").click()
    expect(page.locator(".st-key-start-alpha button")).to_be_visible()
    open_editor(board)
    assert signs(page) == drawn
    page.locator("#editor .undo").click()
    assert signs(page) == "".join(load_map("bravo").grid)
    page.locator("#editor .undo").click()
    assert set(signs(page)) == {"."}


def test_by_keys_alone(server: Server, open_board: OpenBoard) -> None:
    page = open_editor(open_board(server.url, TABLET, touch=False))
    page.locator("#editor .rows").select_option("3")
    page.locator("#editor .columns").select_option("3")
    page.locator("#editor .cell").first.focus()
    for key in (
        "Enter",
        "ArrowRight",
        "ArrowDown",
        "Space",
        "ArrowRight",
        "ArrowRight",
        "o",
        "ArrowDown",
        "M",
        "Home",
        "O",
    ):
        page.keyboard.press(key)
    assert signs(page) == "#.." + ".#o" + "O.M"
    expect(page.locator("#editor .told")).to_contain_text("A3 mark")
    page.keyboard.press("Control+z")
    assert signs(page) == "#.." + ".#o" + "..M"


def test_large_cells_scroll_by_finger_and_paint_by_tap(server: Server, open_board: OpenBoard) -> None:
    page = open_editor(open_board(server.url, PHONE))
    page.locator("#editor .larger").click()
    box = page.locator("#editor .cell").first.bounding_box()
    assert box is not None
    assert box["width"] >= 48
    at(page, "O15")
    assert signs(page)[-1] == "#"
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_what_is_no_map_is_said_and_taken_away_a_map_is_a_file(server: Server, open_board: OpenBoard) -> None:
    page = open_editor(open_board(server.url, locale="fr-FR"))
    page.locator("#editor .from").select_option("delta")
    page.locator("#editor .columns").select_option("3")
    page.locator("#editor .rows").select_option("2")
    stroke(page, "A1", "C1", "C2", "A2")
    expect(page.locator("#editor .faults .fault")).to_contain_text("Il n’y a pas de mer")
    page.locator("#editor .save").click()
    expect(page.locator("#editor .faults .fault")).to_contain_text("Il n’y a pas de mer")
    at(page, "A1")
    at(page, "C2")
    expect(page.locator("#editor .faults .warning")).to_contain_text("est de la mer que les îles séparent")
    with page.expect_download() as download:
        page.locator("#editor .export").click()
    assert download.value.suggested_filename == "Delta.txt"
    sea_map = parse_map(download.value.path().read_text(encoding="utf-8"), "delta")
    assert "".join(sea_map.grid) == signs(page)


def test_a_map_is_changed_and_deleted_by_its_maker_and_copied_by_others(
    own_server: Server, open_board: OpenBoard
) -> None:
    board = open_board(own_server.url)
    page = open_editor(board)
    page.locator("#editor .from").select_option("alpha-tbt")
    page.locator("#editor .name").fill("Ours")
    page.locator("#editor .save").click()
    ours = '[class*="st-key-start-own"] button'
    expect(page.locator(ours)).to_have_text("Ours")  # the page shows the game that the map is for

    other = open_board(own_server.url).page
    other.get_by_text("Turn by turn", exact=True).click()
    other.locator('[class*="st-key-change-own"] button').click()
    at(other, "A1")
    expect(other.locator("#editor .save")).to_have_text("Save")
    expect(other.locator("#editor .delete")).to_be_hidden()
    other.locator("#editor .name").fill("Theirs")
    other.locator("#editor .save").click()
    expect(other.locator(ours)).to_have_text(["Ours", "Theirs"])

    page.locator('[class*="st-key-change-own"] button').first.click()
    expect(page.locator("#editor .name")).to_have_value("Ours")
    expect(page.locator("#editor .save")).to_have_text("Save changes")
    page.locator("#editor .delete").click()
    page.locator("#editor .delete").click()
    expect(page.locator(".st-key-new-draw button")).to_be_visible()
    expect(page.locator(ours)).to_have_text(["Theirs"])


def test_without_the_server_the_drawing_stays_and_is_saved_later(own_server: Server, open_board: OpenBoard) -> None:
    page = open_editor(open_board(own_server.url))
    own_server.kill()
    at(page, "C3")
    page.locator("#editor .name").fill("Storm")
    page.locator("#editor .save").click()
    expect(page.locator("#editor .faults")).to_have_text(
        "The server cannot be reached. The drawing stays on this device."
    )
    at(page, "D3")
    own_server.start()
    page.locator("#editor .save").click()
    expect(page.locator('[class*="st-key-start-own"] button')).to_have_text("Storm", timeout=60_000)


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_editor_fits_its_width(
    server: Server, open_board: OpenBoard, tmp_path: Path, name: str, scheme: str
) -> None:
    board = open_board(server.url, SIZES[name], scheme)
    page = open_editor(board)
    page.locator("#editor .from").select_option("echo")
    expect(page.locator("#editor .told")).to_contain_text("unlike Echo: 0")
    assert page.locator("#editor").evaluate("e => e.scrollWidth - e.clientWidth") == 0
    for part in (".grid", ".brushes", ".told"):
        expect(page.locator(f"#editor {part}")).to_be_in_viewport(ratio=1)
    cut = page.locator("#editor button").evaluate_all(
        "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML)"
    )
    assert cut == []
    check_axe(board, "map editor")
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    page.screenshot(path=folder / f"editor-{name}-{scheme}.png")
