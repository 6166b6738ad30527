"""After the game, in a real browser: both tracks and what was believed, and the captain's sheet entered by taps."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.ui.conftest import LYING, PHONE, SMALL_PHONE, TABLET, Board, OpenBoard, Server
from tests.ui.test_layout import BOXES
from tracker.game.announcements import Item, Mine, Side, Silence
from tracker.game.cells import Cell, Course, cell_name, parse_cell
from tracker.game.map_files import load_map
from tracker.game.records import Record, dumps, loads
from tracker.insight.analysis import analyse
from tracker.insight.simulation import Setting, simulate
from tracker.insight.truth import start_of
from tracker.insight.truth_choices import TruthGame, fitting_items, fitting_starts, unmarked
from tracker.ui.board import HERE as BOARD
from tracker.ui.review import HERE, SCRIPTS, SHARED
from tracker.ui.words import FALLBACK, REVIEW, Words, message_names

PATIENCE = 60_000
SIZES = {"phone": PHONE, "small-phone": SMALL_PHONE, "tablet": TABLET, "lying": LYING}
HOST = '.st-key-review [data-testid="stBidiComponentIsolated"]'
BOTH = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])

SHEET = """[Map "alpha-tbt"]
[Us "yellow"]

B E
B E
B silence
Y drone 1 no
B mine
B S
B ?
B S
Y torpedo H6 clear
B S
"""


def played() -> Record:
    """A whole game of both sides with its truth."""
    return simulate(load_map("alpha"), "browser", Setting(longest=90))


def bare(record: Record) -> Record:
    record = record.with_tag("BlueStart", None).with_tag("YellowStart", None)
    return record.with_announcements(unmarked(a) for a in record.announcements)


def look_back(board: Board, record: Record, folder: Path, upload: str = "Open a record or your own map") -> Board:
    """Open a record on the set-up page to look back on it."""
    file = folder / "evening.sonar"
    file.write_text(dumps(record), encoding="utf-8")
    board.page.get_by_text(upload).click()
    board.page.locator("input[type=file]").set_input_files(str(file))
    go = board.page.locator(".st-key-open-review button")
    expect(go).to_be_visible()
    # the page is drawn again after the upload: no button stays under the hand until that is done
    expect(board.page.locator('[data-testid="stApp"]')).to_have_attribute("data-test-script-state", "notRunning")
    go.click()
    return reviewed(board)


def reviewed(board: Board) -> Board:
    expect(board.page.locator("#review[open][data-reviewed]")).to_be_visible(timeout=PATIENCE)
    return board


def scrub(board: Board, n: int) -> None:
    board.page.locator(".time").evaluate("(e, n) => { e.value = n; e.dispatchEvent(new Event('input')); }", n)


def kept(board: Board) -> Record:
    """The record as the menu downloads it."""
    board.page.locator(".leave").click()
    expect(board.page.locator("#review")).to_be_hidden()
    board.page.locator(".menu").click()
    with board.page.expect_download() as download:
        board.page.locator(".st-key-menu-download button").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    return loads(text)


def percent(share: float) -> str:
    """As the page's words write it."""
    return "<1 %" if 0 < share < 0.005 else ">99 %" if 0.995 < share < 1 else f"{int(100 * share + 0.5)} %"


@BOTH
def test_the_timeline_shows_what_was_believed_beside_what_was_true(
    server: Server, open_board: OpenBoard, tmp_path: Path, size: tuple[int, int]
) -> None:
    record = played()
    analysis = analyse(record, load_map("alpha"), "captain")
    board = look_back(open_board(server.url, size), record, tmp_path)
    page = board.page
    for name, side in (("Blue", analysis.sides[1]), ("Yellow", analysis.sides[0])):
        page.locator(".whose").get_by_text(name, exact=True).click()
        for step in side.steps[:: len(side.steps) // 4]:
            scrub(board, step.number)
            assert step.true is not None
            assert step.true_share is not None
            shown = f"{cell_name(step.true)} {percent(step.true_share)}, rank "
            expect(page.locator("#review .true")).to_contain_text(shown)
            left = "1 cell" if step.cells == 1 else f"{step.cells} cells"
            expect(page.locator("#review .believed")).to_have_text(re.compile(rf"· {left}$"))
            possible = page.locator('#review .map [data-open="1"]')
            expect(possible).to_have_count(step.cells)
            expect(page.locator("#review .boat")).to_have_count(2)
        scrub(board, 3)
        page.get_by_text("In hindsight").click()
        hindsight = side.smoothed[3]
        expect(page.locator('#review .map [data-open="1"]')).to_have_count(int((hindsight > 0).sum()))
        page.get_by_text("As known then").click()


def test_turning_points_and_keys_move_the_moment_and_never_the_game(
    server: Server, open_board: OpenBoard, tmp_path: Path
) -> None:
    record = played()
    side = analyse(record, load_map("alpha"), "captain").sides[1]
    board = look_back(open_board(server.url, TABLET), record, tmp_path)
    page, time = board.page, board.page.locator(".time")
    page.locator(".whose").get_by_text("Blue", exact=True).click()
    expect(page.locator("#review .row")).to_have_count(
        len({*(step.number for step in side.turning_points()), side.most_telling.number, side.found_at} - {None})
        if side.most_telling
        else 0
    )
    page.locator("#review .row").nth(1).click()
    n = int(page.locator("#review .row").nth(1).get_attribute("data-n") or 0)
    expect(time).to_have_value(str(n))
    for key, moves in (("ArrowRight", 1), ("ArrowLeft", -1), ("ArrowLeft", -1)):
        page.keyboard.press(key)
        n += moves
        expect(time).to_have_value(str(n))
    page.locator("#review .step").last.click()
    expect(time).to_have_value(str(n + 1))
    page.keyboard.press("Home")
    expect(time).to_have_value("0")
    expect(page.locator("#review .said")).to_contain_text("Before the first announcement")
    page.keyboard.press("PageDown")
    expect(time).to_have_value(str(side.turning_points()[0].number))
    page.keyboard.press("End")
    expect(time).to_have_value(str(len(record.announcements)))
    for key in ("n", "z", "l", "ArrowUp", "Backspace"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    expect(page.locator("#review")).to_be_hidden()
    expect(board.root).to_have_attribute("data-heard", str(len(record.announcements)))
    expect(board.root).to_have_attribute("data-waiting", "0")
    page.keyboard.press("n")  # the board hears its keys again
    expect(board.root).to_have_attribute("data-heard", str(len(record.announcements) + 1))


def test_past_a_contradiction_it_says_which_announcement_the_map_is_of(
    server: Server, open_board: OpenBoard, tmp_path: Path
) -> None:
    record = loads('[Map "alpha"]\n[BlueStart "B2"]\n\nB E\nB S\nB W\nB N\nB N\nB E\n')  # the 4th closes its own ring
    for size, scheme, locale, says in (
        (SMALL_PHONE, "light", "en-GB", "The map is as of 3: 4 contradicts it."),
        (PHONE, "dark", "pt-BR", "O mapa é o do 3: o 4 o contradiz."),
        (SMALL_PHONE, "dark", "fr-FR", "La carte est celle de 3 : 4 la contredit."),
    ):
        board = open_board(server.url, size, scheme, locale)
        upload = {"en-GB": "Open a record", "pt-BR": "Abrir um registro", "fr-FR": "Ouvrir un enregistrement"}[locale]
        look_back(board, record, tmp_path, upload)
        true, time = board.page.locator("#review .true"), board.page.locator(".time")
        for n in (6, 4):
            scrub(board, n)
            expect(board.page.locator("#review .said")).to_contain_text(f"{n}/6")
            expect(true).to_have_text(says)
            expect(board.page.locator("#review .believed")).to_be_empty()
            assert says in str(time.get_attribute("aria-valuetext"))
            assert true.evaluate("e => e.scrollWidth <= e.clientWidth"), "cut off"
        found = Axe().run(board.page, context={"fromShadowDom": [HOST, "#review"]})
        assert not found.response["violations"], found.generate_report()
        scrub(board, 3)
        expect(true).not_to_have_text(says)
        expect(board.page.locator("#review .believed")).not_to_be_empty()


def test_the_menu_opens_it_in_a_game_and_a_reload_finds_it_open(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE).start()
    board.page.locator(".menu").click()
    board.page.locator(".st-key-menu-review button").click()
    expect(board.page.locator("#review .waits")).to_contain_text("there is nothing to look back on", timeout=PATIENCE)
    board.page.locator(".leave").click()
    expect(board.page.locator("#review")).to_be_hidden()
    board.tap("N", "E", "silence").expect_heard("B ↑ N", "B → E", "B Silence")
    board.page.locator(".menu").click()
    board.page.locator(".st-key-menu-review button").click()
    reviewed(board)
    expect(board.page.locator('[data-testid="stDialog"]')).to_have_count(0)
    expect(board.page.locator("#review .true")).to_have_text("Truth not entered")
    board.page.reload()
    reviewed(board)
    board.page.locator(".leave").click()
    board.page.reload()
    board.ready()
    expect(board.page.locator("#review")).to_be_hidden()
    board.expect_heard("B ↑ N", "B → E", "B Silence")


@BOTH
def test_a_sheet_is_entered_by_taps_and_the_record_carries_it(
    server: Server, open_board: OpenBoard, tmp_path: Path, size: tuple[int, int]
) -> None:
    board = look_back(open_board(server.url, size), loads(SHEET), tmp_path)
    page = board.page
    game = TruthGame(load_map("alpha-tbt"), loads(SHEET).announcements, Side.BLUE, loads(SHEET).options)
    page.get_by_text("Captain’s sheet").click()
    expect(page.locator("#review .ask")).to_contain_text("Where did Blue begin?")
    offered = page.locator('#review .map [data-open="1"]')
    names = offered.evaluate_all("all => all.map((cell) => cell.dataset.cell)")
    assert sorted(names) == sorted(cell_name(cell) for cell in fitting_starts(game))
    outside = next(cell_name(cell) for cell in game.sea_map.sea if cell_name(cell) not in names)
    tap(board, outside)
    expect(page.locator("#review .ask")).to_have_text(f"{outside} does not fit what was announced. Tap a bright cell.")
    if page.locator("#review .out").is_visible():
        page.locator("#review .out").click()
    tap(board, "D2")
    expect(page.locator("#review .ask")).to_have_text("Silence 3, from F2: where to?")
    expect(page.locator("#review .steps .big").first).to_have_text("Take back B Start D2")
    game = game.begun_at(parse_cell("D2"))
    fits = fitting_items(game, 3)
    expect(page.locator("#review .choices .big")).to_have_count(len(fits))
    assert Silence(1, Course.E) in fits
    page.locator("#review .choices").get_by_text("→ E 1", exact=True).click()
    expect(page.locator("#review .ask")).to_have_text("Mine 5, dropped from G2: in which cell?")
    mines = [cell_name(cell_of(item)) for item in fitting_items(game.marked(3, Silence(1, Course.E)), 5)]
    expect(page.locator("#review .choices .big")).to_have_text(mines)
    # a reload in the middle loses nothing
    page.reload()
    reviewed(board)
    page.get_by_text("Captain’s sheet").click()
    expect(page.locator("#review .ask")).to_have_text("Mine 5, dropped from G2: in which cell?")
    page.locator("#review .choices").get_by_text(mines[0], exact=True).click()
    expect(page.locator("#review .ask")).to_contain_text("Course 7 was not heard")
    page.get_by_text(f"Take back B Mine {mines[0]}").click()
    expect(page.locator("#review .ask")).to_have_text("Mine 5, dropped from G2: in which cell?")
    page.locator("#review .choices").get_by_text(mines[-1], exact=True).click()
    expect(page.locator("#review .ask")).to_contain_text("Course 7 was not heard")
    page.locator("#review .choices .big").last.click()
    expect(page.locator("#review .ask")).to_have_text("All of Blue’s sheet is entered. The record carries it.")
    page.get_by_text("As known then").click()
    expect(page.locator("#review .true")).to_contain_text(", rank ", timeout=PATIENCE)
    record = kept(board)
    assert start_of(record, Side.BLUE) == parse_cell("D2")
    lines = dumps(Record((), record.announcements)).splitlines()
    assert [lines[2], lines[4], lines[6]] == ["B silence(E1)", f"B mine({mines[-1]})", "B W"]


def test_what_a_gap_hid_is_entered_by_taps(server: Server, open_board: OpenBoard, tmp_path: Path) -> None:
    record = loads('[Map "alpha-tbt"]\n\nB E\nB gap\nB S\nB gap\n')
    board = look_back(open_board(server.url, SMALL_PHONE), record, tmp_path)
    page, ask = board.page, board.page.locator("#review .ask")
    page.get_by_text("Captain’s sheet").click()
    tap(board, "D2")
    expect(ask).to_have_text("At 2, in E2: was a course missed?")
    expect(page.locator("#review .choices .big")).to_have_text(["None missed", "→ E", "↓ S"])
    page.locator("#review .choices").get_by_text("→ E", exact=True).click()
    expect(ask).to_have_text("At 4, in F3: was a course missed?")
    page.locator("#review .choices").get_by_text("None missed").click()
    expect(ask).to_have_text("All of Blue’s sheet is entered. The record carries it.")
    expect(page.locator("#review .row strong:visible")).to_have_text(["Start D2", "→ E", "None missed"])
    page.get_by_text("As known then").click()
    expect(page.locator("#review .true")).to_contain_text("F3 ", timeout=PATIENCE)
    assert [a.comment for a in kept(board).announcements] == ["", "said E", "", "never said"]


def test_what_is_entered_while_the_server_is_down_is_not_lost(
    own_server: Server, open_board: OpenBoard, tmp_path: Path
) -> None:
    board = look_back(open_board(own_server.url, TABLET), loads(SHEET), tmp_path)
    page = board.page
    page.get_by_text("Captain’s sheet").click()
    tap(board, "D2")
    expect(page.locator("#review .ask")).to_have_text("Silence 3, from F2: where to?")
    own_server.kill()
    page.locator("#review .choices").get_by_text("→ E 1", exact=True).click()
    expect(page.locator("#review .waits")).to_contain_text("not sent", timeout=PATIENCE)
    expect(page.locator("#review")).to_have_attribute("data-waiting", "1")
    own_server.start()
    expect(page.locator("#review .ask")).to_have_text("Mine 5, dropped from G2: in which cell?", timeout=PATIENCE)
    expect(page.locator("#review .waits")).to_be_hidden(timeout=PATIENCE)
    expect(page.locator("#review")).to_have_attribute("data-waiting", "0")
    assert dumps(kept(board)).splitlines().count("B silence(E1)") == 1


def test_two_devices_enter_one_sheet_together(server: Server, open_board: OpenBoard, tmp_path: Path) -> None:
    first = look_back(open_board(server.url, TABLET), loads(SHEET), tmp_path)
    code = first.page.evaluate("localStorage.getItem('sonar.game')")
    second = open_board(server.url, PHONE)
    second.page.evaluate("code => localStorage.setItem('sonar.game', code)", code)
    second.page.reload()
    second.ready()
    second.page.locator(".menu").click()
    second.page.locator(".st-key-menu-review button").click()
    reviewed(second)
    for board in (first, second):
        board.page.get_by_text("Captain’s sheet").click()
    tap(second, "D2")
    for board in (first, second):
        expect(board.page.locator("#review .ask")).to_have_text("Silence 3, from F2: where to?")
    first.page.locator("#review .choices").get_by_text("→ E 1", exact=True).click()
    for board in (first, second):
        expect(board.page.locator("#review .ask")).to_have_text("Mine 5, dropped from G2: in which cell?")
    second.page.get_by_text("Take back B Silence → E 1").or_(second.page.get_by_text("Take back B Silence")).click()
    for board in (first, second):
        expect(board.page.locator("#review .ask")).to_have_text("Silence 3, from F2: where to?")


def test_a_sheet_can_be_entered_by_the_keyboard_alone(server: Server, open_board: OpenBoard, tmp_path: Path) -> None:
    record = loads('[Map "alpha"]\n\nB E\nB silence\nB N\n')
    board = look_back(open_board(server.url, TABLET), record, tmp_path)
    page = board.page
    page.locator('[data-view="captain"]').focus()
    page.keyboard.press("Enter")
    field = page.locator("#review .typed")
    expect(field).to_be_visible()
    for wrong in ("c3", "zz"):
        field.fill("")
        field.focus()
        page.keyboard.type(wrong)
        page.keyboard.press("Enter")
        expect(page.locator("#review .ask")).to_contain_text(f"{wrong.upper()} does not fit")
    field.fill("")
    page.keyboard.type("f6")
    page.keyboard.press("Enter")
    expect(page.locator("#review .ask")).to_have_text("Silence 2, from G6: where to?")
    page.locator("#review .choices .big").first.focus()
    page.keyboard.press("Space")
    expect(page.locator("#review .ask")).to_contain_text("All of Blue’s sheet is entered")
    page.keyboard.press("Escape")
    expect(page.locator("#review")).to_be_hidden()
    expect(board.root).to_have_attribute("data-heard", "3")


def cell_of(item: Item) -> Cell:
    assert isinstance(item, Mine)
    assert item.cell is not None
    return item.cell


def tap(board: Board, cell: str) -> None:
    """Tap a cell of the review's map, through its sector where cells are too small for a thumb."""
    place = board.page.locator(f'#review .map [data-cell="{cell}"]')
    place.click()
    if board.page.locator("#review .out").is_visible():
        place.click()


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_screen_with_large_buttons_and_clean_markup(
    server: Server, open_board: OpenBoard, tmp_path: Path, name: str, scheme: str
) -> None:
    size = SIZES[name]
    board = look_back(open_board(server.url, size, scheme), played(), tmp_path)
    page = board.page
    scrub(board, 40)
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    for view in ("As known then", "Captain’s sheet"):
        page.get_by_text(view).click()
        expect(page.locator("#review .waits")).to_be_hidden(timeout=PATIENCE)
        expect(page.locator("#review .row:visible").first).to_be_visible()
        boxes = page.locator("#review button, #review .time").evaluate_all(BOXES)
        for box in boxes:
            assert box["left"] >= 0, box
            assert box["right"] <= size[0], box
            assert box["height"] >= 44, box
        assert page.locator("#review").evaluate("e => e.scrollHeight - e.clientHeight") == 0
        expect(page.locator("#review .map")).to_be_in_viewport(ratio=1)
        expect(page.locator("#review .time")).to_be_in_viewport(ratio=1)
        page.screenshot(path=folder / f"review-{name}-{scheme}-{view.split()[0]}.png")
        found = Axe().run(page, context={"fromShadowDom": [HOST, "#review"]})
        assert found.response["passes"]
        assert not found.response["violations"], found.generate_report()


def test_the_review_asks_only_for_texts_there_are_and_for_all_of_them() -> None:
    source = "".join((HERE / name).read_text(encoding="utf-8") for name in (*SCRIPTS, "review.html"))
    asked = set(re.findall(r"[\"'`]((?:review|board)-[\w-]+)[\"'`]", source))
    assert asked <= message_names(FALLBACK)
    built = {f"review-{word}" for word in ("blue", "yellow", "ask-silence", "ask-mine", "ask-course", "ask-gap")}
    assert {name for name in message_names(FALLBACK) if name.startswith(REVIEW)} == {
        name for name in asked | built if name.startswith(REVIEW)
    }
    assert set(Words("fr").review()) > set(Words("fr").board())
    assert all((BOARD / name).exists() for name in SHARED)
