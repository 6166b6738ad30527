"""The shipped layouts agree with what is known of the printed sheets, and the reader names every fault of a map."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.game.cells import cell_name, parse_cell
from tracker.game.errors import Fault, UnknownMap, Unreadable
from tracker.game.map_files import MODES, format_map, load_map, map_ids, maps_folder, parse_map
from tracker.game.maps import SeaMap

ISLANDS = {
    "alpha": 31,
    "bravo": 16,
    "charlie": 11,
    "delta": 24,
    "echo": 20,
    "foxtrot": 58,
    "golf": 37,
    "hotel": 12,
    "juliet": 62,
    "alpha-tbt": 8,
    "bravo-tbt": 6,
    "charlie-tbt": 6,
}


def test_every_layout_is_there() -> None:
    assert map_ids() == tuple(ISLANDS)


@pytest.mark.parametrize("map_id", ISLANDS)
def test_a_shipped_map_has_its_size_islands_and_source(map_id: str) -> None:
    sea_map = load_map(map_id)
    side = 10 if map_id.endswith("-tbt") else 15
    assert (sea_map.rows, sea_map.columns, sea_map.sector_side) == (side, side, 5)
    assert sea_map.mode == ("turn-by-turn" if map_id.endswith("-tbt") else "real-time")
    assert len(sea_map.islands) == ISLANDS[map_id]
    assert len(sea_map.islands) + len(sea_map.sea) == side * side
    assert sea_map.source
    assert load_map(map_id.upper()) == sea_map


@pytest.mark.parametrize("map_id", ISLANDS)
def test_a_shipped_file_is_written_as_the_writer_writes(map_id: str) -> None:
    text = (maps_folder() / f"{map_id}.txt").read_text(encoding="utf-8")
    assert format_map(parse_map(text, map_id)) == text


@pytest.mark.parametrize("mode", ["", "-tbt"])
def test_bravos_islands_are_among_alphas(mode: str) -> None:
    assert set(load_map(f"bravo{mode}").islands) < set(load_map(f"alpha{mode}").islands)


def test_the_printed_marks_of_the_scenarios() -> None:
    holes = "M4 N4 M5 N5 D6 E6 D7 E7 I12 J12 I13 J13"
    assert load_map("delta").ice_holes == {parse_cell(name) for name in holes.split()}
    mines = "L2 G3 C4 F6 J6 B9 N9 F10 J10 L12 D14 H14"
    assert load_map("echo").archer_mines == {parse_cell(name) for name in mines.split()}
    for map_id in map_ids():
        assert bool(load_map(map_id).ice_holes) == (map_id == "delta")
        assert bool(load_map(map_id).archer_mines) == (map_id == "echo")


@pytest.mark.parametrize("map_id", ["golf", "hotel"])
def test_a_map_of_one_transcription_asks_to_compare_the_sheet(map_id: str) -> None:
    assert "one transcription only: compare with your printed sheet" in load_map(map_id).source


def test_sectors_count_row_by_row() -> None:
    alpha, small = load_map("alpha"), load_map("alpha-tbt")
    for name, sector in {"E5": 1, "F5": 2, "K5": 3, "A6": 4, "O15": 9}.items():
        assert alpha.sector_of(parse_cell(name)) == sector
    for name, sector in {"E5": 1, "J5": 2, "E6": 3, "F6": 4}.items():
        assert small.sector_of(parse_cell(name)) == sector
    narrow = SeaMap("narrow", ("......",) * 6, 4)
    assert [narrow.sector_of(parse_cell(name)) for name in ("D4", "E4", "D5", "F6")] == [1, 2, 3, 4]
    assert narrow.sector_count == 4


@pytest.mark.parametrize("map_id", ["zulu", "", "../alpha", "alpha.txt", "/etc/passwd", "al pha"])
def test_an_unknown_id_names_the_maps_there_are_and_opens_nothing(map_id: str) -> None:
    with pytest.raises(UnknownMap, match="expected one of alpha, bravo"):
        load_map(map_id)


printable = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])
line = st.text(printable, max_size=20).map(lambda text: " ".join(text.split()))


@st.composite
def sea_maps(draw: st.DrawFn) -> SeaMap:
    columns = draw(st.integers(1, 15))
    rows = draw(st.lists(st.text(".#oMO", min_size=columns, max_size=columns), min_size=1, max_size=15))
    if not "".join(rows).strip("#"):
        rows[0] = "." + rows[0][1:]
    return SeaMap(
        id="own",
        grid=tuple(rows),
        sector_side=draw(st.integers(1, 15)),
        name=draw(line) or "own",
        mode=draw(st.sampled_from(["", *MODES])),
        source=draw(line),
    )


@given(sea_maps())
def test_what_is_written_is_read_back(sea_map: SeaMap) -> None:
    assert parse_map(format_map(sea_map), "own") == sea_map


@given(st.text(st.sampled_from("ABCabc123.#oM: \n\tnamesector5") | st.characters(exclude_categories=["Cs"])))
def test_any_text_is_a_map_or_unreadable(text: str) -> None:
    faults: tuple[Fault, ...] = ()
    try:
        sea_map = parse_map(text, "own")
    except Unreadable as unreadable:
        faults = unreadable.faults
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert all(1 <= fault.line <= lines and fault.column >= 1 for fault in faults)
    assert faults or parse_map(format_map(sea_map), "own") == sea_map


def test_the_reader_takes_comments_and_line_ends_of_any_system() -> None:
    lines = ["Name: Pond", "MODE: turn-by-turn   # or real-time", "sector: 5  # cells", "", "# rows", "  a b", " 1 . #"]
    text = "\ufeff" + "\r\n".join([*lines, " 2 o M", ""])
    assert parse_map(text, "pond") == SeaMap("pond", (".#", "oM"), 5, "Pond", "turn-by-turn", "")


def test_every_fault_of_a_map_is_named_with_its_place() -> None:
    text = """name: Pond
colour: blue
mode: someday
sector: 0
sector: 3
    A C
 1  . x
 3  . .
 3  . . .
"""
    symbols = "one of . (sea) # (island) o (ice hole) M (Archer mine) O (other mark)"
    with pytest.raises(Unreadable) as caught:
        parse_map(text, "pond")
    assert caught.value.faults == (
        Fault(2, 1, "'colour:'", "one of the headers name, mode, sector, source"),
        Fault(3, 7, "mode 'someday'", "real-time or turn-by-turn"),
        Fault(4, 9, "sector '0'", "a number of cells from 1 to 15"),
        Fault(5, 1, "'sector:' a second time", "each header once"),
        Fault(6, 7, "column label 'C'", "'B'"),
        Fault(7, 7, "'x'", f"{symbols}, with spaces between"),
        Fault(8, 2, "row label '3'", "'2'"),
        Fault(9, 2, "3 symbols in row 3", "2, one a column"),
    )
    assert "line 7, column 7: found 'x', expected one of" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: found no column labels"),
        ("name: Pond\nsector: 5\n", "line 2, column 1: found no column labels"),
        ("sector: 5\n  A B\n", "line 2, column 1: found no rows"),
        (" A\n1 .\n", "line 2, column 1: found no line 'sector:'"),
        ("sector: 5\n1 . .\n2 . #\n", "line 2, column 1: found '1 . .', expected a header"),
        ("sector: 5\n A B C D E F G H I J K L M N O P\n", "found 16 columns, expected at most 15"),
        (
            "sector: 5\n A\n" + "".join(f"{n} .\n" for n in range(1, 17)),
            "line 18, column 1: found row 16, expected at most",
        ),
        ("sector: 5\n A B\n1 # #\n", "line 3, column 1: found no sea, expected at least one cell"),
        ("sector: 5\n A B\n1 ..\n", "line 3, column 3: found '..', expected one of"),
        ("sector: 5\n A\n1 m\n", "found 'm', expected one of . (sea)"),
    ],
)
def test_a_fault_says_where_and_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_map(text, "pond")
    assert sentence in str(caught.value)


def test_cells_of_a_map_are_listed_by_row_then_column() -> None:
    pond = SeaMap("pond", (".#.", "..."), 5)
    assert [cell_name(cell) for cell in pond.sea] == ["A1", "C1", "A2", "B2", "C2"]
    assert [cell_name(cell) for cell in pond.islands] == ["B1"]
    assert parse_cell("A3") not in pond
    assert parse_cell("D1") not in pond
