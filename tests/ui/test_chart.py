"""What the map shows, and that it reads without colours: textures, marks, the trace of what was removed, labels."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, PHONE, TABLET, Board, OpenBoard, Server
from tests.ui.test_roles import announce
from tests.ui.test_whole_game import engine, names
from tracker import cell_name, load_map

CROSSED = """(labels) => {
  const ring = labels[0].closest('svg').querySelector('.best-ring');
  if (ring.getAttribute('visibility') === 'hidden') return [];
  const a = ring.getBoundingClientRect();
  return labels.filter((label) => {
    const b = label.getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }).map((label) => label.textContent);
}"""


def fills(board: Board, wanted: str) -> list[str]:
    """Return the cells whose ground is painted so."""
    cells = board.page.locator(f'#board .ground .sea[fill="{wanted}"]')
    return sorted(str(name) for name in cells.evaluate_all("all => all.map((cell) => cell.dataset.cell)"))


def test_what_is_impossible_is_hatched_and_islands_are_dotted(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start("alpha")
    announce(board, "B N N E E S silence")
    truth = engine("alpha", "B N N E E S silence")
    sea_map = load_map("alpha")
    assert board.possible() == names(truth)
    assert fills(board, "url(#never)") == sorted({cell_name(cell) for cell in sea_map.sea} - set(names(truth)))
    expect(board.page.locator("#board .ground .land")).to_have_count(len(sea_map.islands))
    expect(board.page.locator("#board pattern#never line")).to_have_count(1)
    expect(board.page.locator("#board pattern#land circle")).to_have_count(2)


def test_ice_and_printed_mines_are_marked(server: Server, open_board: OpenBoard) -> None:
    for map_id, mark, symbol in (("delta", ".hole", "o"), ("echo", ".archer", "M")):
        board = open_board(server.url, PHONE).start(map_id)
        sea_map = load_map(map_id)
        printed = sum(sea_map.symbol(cell) == symbol for cell in sea_map.sea)
        assert printed == 12
        expect(board.page.locator(f"#board .printed {mark}")).to_have_count(printed)


def test_what_the_last_announcement_removed_leaves_a_trace(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    announce(board, "B N E")
    before = set(board.possible())
    announce(board, "B E")
    removed = before - set(board.possible())
    assert removed
    expect(board.page.locator("#board .trace rect")).to_have_count(len(removed))
    board.page.wait_for_timeout(1800)
    faded = board.page.locator("#board .trace rect").first.evaluate("e => getComputedStyle(e).opacity")
    assert float(faded) == 0


def test_possible_starts_are_marked_where_they_are_few(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    announce(board, "B N")
    expect(board.page.locator("#board .starts path")).to_have_count(0)
    announce(board, "B surface 5 N N W N N N E")
    truth = engine("alpha", "B N surface 5 N N W N N N E")
    assert 0 < len(truth.starts) <= 12
    expect(board.page.locator("#board .starts path")).to_have_count(len(truth.starts))


def test_no_sectors_label_lies_under_the_ring(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE).start()
    labels = board.page.locator("#board .zones text")
    rung = set()
    for cell in ("A1", "E1", "F1", "F6", "J6", "K11", "O15", "A6", "E10", "A11"):
        announce(board, f"Y torpedo {cell} direct")
        label = f"Map Alpha: possible cells: 1, most likely {cell}"
        expect(board.page.locator("#board .map")).to_have_attribute("aria-label", label, timeout=PATIENCE)
        rung.add(board.page.locator(".best").text_content())
        assert labels.evaluate_all(CROSSED) == [], cell
        board.page.keyboard.press("z")
        expect(board.root).to_have_attribute("data-heard", "0")
    assert len(rung) == 10


def test_no_sectors_label_lies_under_a_mine(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE).start()
    announce(board, "B N E mine S mine")
    expect(board.page.locator("#board .mines path").first).to_be_attached(timeout=PATIENCE)
    layers = board.page.locator("#board .map g").evaluate_all("all => all.map((g) => g.classList[0])")
    assert layers.index("mines") < layers.index("zones")
