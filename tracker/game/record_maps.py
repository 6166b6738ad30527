"""Which map a record is played on: its own grid, a shipped map, or on the command line a map file beside it.

Knows the record's tags and where maps are found; opens a path of a record only where the caller names a folder for it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.game.cells import MAX_SIDE
from tracker.game.errors import Fault, UnknownMap, Unreadable
from tracker.game.map_files import (
    DEFAULT_SECTOR_SIDE,
    NO_SEA,
    SEA_EXPECTED,
    at_most,
    load_map,
    map_ids,
    parse_map,
    rows_found,
)
from tracker.game.maps import ISLAND, SEA_SYMBOLS, SeaMap
from tracker.game.sentences import say
from tracker.game.tags import in_tag

if TYPE_CHECKING:
    from tracker.game.records import Record

OWN_MAP = "own map"
"""The id of a map that a record carries itself."""

_MAP_TAG = re.compile(r"(?:^['\"]?\[\s*|in \[)(?:grid|map|sector)\b", re.IGNORECASE)


def record_map(record: Record, base: Path | None = None) -> SeaMap:
    """Return the map of a record: its ``[Grid]``, else the map that ``[Map]`` names.

    A name ending in ``.txt`` is a file relative to ``base``, and only where a ``base`` is given (never for a page or a
    service). Raises Unreadable with the line and column of the tag where there is no such map or it cannot be read.
    """
    lost = [fault for fault in record.faults if _MAP_TAG.search(fault.found)]
    if lost:
        # A map tag that a lenient reading left out must not be replaced by another map, or by a default.
        raise Unreadable(lost)
    grid, name = record.tag("Grid"), record.tag("Map")
    if grid is not None:
        return _grid_map(record, grid)
    if name is None:
        raise Unreadable(
            [
                Fault(
                    1,
                    1,
                    say("found-no-map", "no [Map] or [Grid]"),
                    say("expected-map-line", 'a line such as [Map "alpha"]'),
                )
            ]
        )
    if name.lower().endswith(".txt"):
        return _file_map(record, name, base)
    try:
        return load_map(name)
    except UnknownMap:
        expected = say("expected-map", "a map: {maps}, or a file's name ending in .txt", maps=_ids())
        raise Unreadable([Fault(*record.tag_place("Map"), repr(name), expected)]) from None


def map_tags(sea_map: SeaMap) -> tuple[tuple[str, str], ...]:
    """Return the tags that carry a map in a record: its id, or the whole grid where it is not a shipped map."""
    if sea_map.id in map_ids() and load_map(sea_map.id).grid == sea_map.grid:
        return (("Map", sea_map.id),)
    return (("Grid", "/".join(sea_map.grid)), ("Sector", str(sea_map.sector_side)))


def _ids() -> str:
    return ", ".join(map_ids())


def _grid_map(record: Record, grid: str) -> SeaMap:
    line, start = record.tag_place("Grid")
    rows = grid.split("/")
    faults: list[Fault] = []
    column = start
    width = len(rows[0].strip())
    for number, row in enumerate(rows, 1):
        for offset, symbol in enumerate(row):
            if symbol not in ISLAND + SEA_SYMBOLS and not symbol.isspace():
                expected = say("expected-sign", "one of . # o M O, rows apart by /")
                faults.append(Fault(line, column + offset, in_tag(repr(symbol), "Grid"), expected))
        length = len(row.strip())
        if length != width or not 1 <= length <= MAX_SIDE:
            expected = (
                say("expected-as-first", "{count}, as in row 1", count=width)
                if 1 <= width <= MAX_SIDE
                else say("expected-up-to", "1 to {most}", most=MAX_SIDE)
            )
            found = say("found-cells", "{count} cells in row {row} of [Grid]", count=length, row=number)
            faults.append(Fault(line, column, found, expected))
        column += len(row) + 1
    if len(rows) > MAX_SIDE:
        faults.append(Fault(line, start, in_tag(rows_found(len(rows)), "Grid"), at_most(MAX_SIDE)))
    if set(grid) <= {ISLAND, "/", " "} and not faults:
        faults.append(Fault(line, start, in_tag(NO_SEA, "Grid"), SEA_EXPECTED))
    if faults:
        raise Unreadable(faults)
    sector = int(record.tag("Sector") or DEFAULT_SECTOR_SIDE)
    name = record.tag("Map") or OWN_MAP
    grid_rows = tuple(row.strip() for row in rows)
    return SeaMap(id=name, grid=grid_rows, sector_side=sector, name=name, source="the record's own map")


def _file_map(record: Record, name: str, base: Path | None) -> SeaMap:
    line, column = record.tag_place("Map")
    if base is None:
        expected = say(
            "expected-known-map",
            "a map's id ({maps}) or a [Grid]; a map file is read on the command line only",
            maps=_ids(),
        )
        raise Unreadable([Fault(line, column, repr(name), expected)])
    try:
        text = (base / name).read_text(encoding="utf-8")
    except (OSError, ValueError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else "it is not UTF-8 text"
        raise Unreadable([Fault(line, column, f"{name!r} ({reason})", "a map file beside the record")]) from None
    try:
        return parse_map(text, name)
    except Unreadable as unreadable:
        raise Unreadable(
            Fault(line, column, f"{fault.found} in {name}, line {fault.line}, column {fault.column}", fault.expected)
            for fault in unreadable.faults
        ) from None
