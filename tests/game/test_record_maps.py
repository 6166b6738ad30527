"""A record names a shipped map, carries its own, or on the command line names a file; faults name the tag's line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.game.errors import Unreadable
from tracker.game.map_files import format_map, load_map, map_ids
from tracker.game.maps import SeaMap
from tracker.game.record_maps import map_tags, record_map
from tracker.game.records import Record, loads

POND = SeaMap("pond.txt", ("..#", "..."), 2, "Pond", "real-time", "drawn by hand")


@pytest.mark.parametrize("map_id", map_ids())
def test_a_shipped_map_by_its_id(map_id: str) -> None:
    assert record_map(loads(f'[Map "{map_id.upper()}"]')) == load_map(map_id)


def test_an_own_grid_comes_before_a_named_map() -> None:
    own = record_map(loads('[Map "alpha"]\n[Grid "..#/o.M"]\n[Sector "2"]'))
    assert (own.grid, own.sector_side, own.sector_count) == (("..#", "o.M"), 2, 2)
    assert record_map(loads('[Grid " .. / .. "]')).grid == ("..", "..")
    assert record_map(loads('[Grid "."]')).sector_side == 5


@pytest.mark.parametrize("sea_map", [load_map("delta"), POND])
def test_the_tags_of_a_map_bring_it_back(sea_map: SeaMap) -> None:
    again = record_map(Record(map_tags(sea_map)))
    assert (again.grid, again.sector_side) == (sea_map.grid, sea_map.sector_side)
    assert map_tags(load_map("delta")) == (("Map", "delta"),)


def test_a_file_is_read_only_where_a_folder_is_given(tmp_path: Path) -> None:
    (tmp_path / "pond.txt").write_text(format_map(POND), encoding="utf-8")
    record = loads('[Date "1"]\n[Map "pond.txt"]')
    assert record_map(record, tmp_path) == POND
    with pytest.raises(Unreadable, match=r"line 2, column 7: found 'pond.txt', .* on the command line only"):
        record_map(record)


def faults_of(text: str, base: Path | None = None) -> list[str]:
    with pytest.raises(Unreadable) as caught:
        record_map(loads(text, lenient=True), base)
    return [str(fault) for fault in caught.value.faults]


def test_a_missing_or_broken_file_is_named_with_the_tags_line(tmp_path: Path) -> None:
    (tmp_path / "broken.txt").write_text("sector: 5\n A B\n1 . x\n2 .\n", encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes(b"name: \xe9\n")
    (tmp_path / "folder.txt").mkdir()
    assert faults_of('\n[Map "none.txt"]', tmp_path) == [
        "line 2, column 7: found 'none.txt' (No such file or directory), expected a map file beside the record"
    ]
    assert "Is a directory" in faults_of('[Map "folder.txt"]', tmp_path)[0]
    assert "it is not UTF-8 text" in faults_of('[Map "latin.txt"]', tmp_path)[0]
    assert len(faults_of('[Map "\x00.txt"]', tmp_path)) == 1
    first, second = faults_of('[Map "broken.txt"]', tmp_path)
    assert first.startswith("line 1, column 7: found 'x' in broken.txt, line 3, column 5, expected one of . (sea)")
    assert "1 symbols in row 2 in broken.txt, line 4" in second


def test_an_unknown_map_is_named_with_the_maps_there_are() -> None:
    (fault,) = faults_of('[Us "blue"]\n  [Map "zulu"]')
    assert fault.startswith("line 2, column 9: found 'zulu', expected a map: alpha, bravo")
    (fault,) = faults_of("B N")
    assert fault == 'line 1, column 1: found no [Map] or [Grid], expected a line such as [Map "alpha"]'


def test_every_fault_of_a_grid_is_named_with_its_column() -> None:
    faults = faults_of('[Grid "..x/.../.Y"]')
    assert faults == [
        "line 1, column 10: found 'x' in [Grid], expected one of . # o M O, rows apart by /",
        "line 1, column 17: found 'Y' in [Grid], expected one of . # o M O, rows apart by /",
        "line 1, column 16: found 2 cells in row 3 of [Grid], expected 3, as in row 1",
    ]
    assert "line 1, column 8: found no sea in [Grid]" in faults_of('[Grid "##/##"]')[0]
    assert "0 cells in row 1" in faults_of('[Grid ""]')[0]
    assert "16 cells in row 1 of [Grid], expected 1 to 15" in faults_of(f'[Grid "{"." * 16}"]')[0]
    assert "16 rows in [Grid], expected at most 15" in faults_of(f'[Grid "{"/".join("." * 16)}"]')[-1]


@pytest.mark.parametrize("tag", ['[Grid "..]', '[Sector "x"]', '[Map "bravo"]', "[Grid ../..]"])
def test_a_map_tag_that_a_lenient_reading_left_out_is_never_replaced_by_another_map(tag: str) -> None:
    (fault,) = faults_of(f'[Map "alpha"]\n{tag}')
    assert fault.startswith("line 2, ")


def test_a_word_that_was_left_out_does_not_cost_the_map() -> None:
    assert record_map(loads('[Map "alpha"]\nB map N', lenient=True)) == load_map("alpha")
