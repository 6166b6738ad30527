"""Maps that people draw on this server: checked as map files are, kept in the journal, changed by their maker only.

Knows how a drawn sheet is read, kept and whose it is, not how it is drawn or who asks. A game keeps its own copy of its
map, so that changing or deleting one here changes no game.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tracker.game.cells import MAX_SIDE, Cell, Course, cell_at, cell_name, column_of, row_of
from tracker.game.errors import TrackerError
from tracker.game.map_files import MODES, format_map, parse_map
from tracker.game.maps import ISLAND, SEA_SYMBOLS, SeaMap
from tracker.game.sentences import Sentence, say
from tracker.table.crews import clean_name, code_hash, new_id
from tracker.table.journal import Journal, MapRow

MOST_MAPS = 200
"""Maps that a server keeps, so that nobody fills its disk with them."""

MAX_KEY = 200
SHOWN = 6
"""Cells that a sentence names at most."""

_SOURCE = "drawn on this server"


class BadMap(TrackerError):
    """A drawn map that cannot be kept."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn sheet as far as it can be read: ``faults`` say why it is no map yet, ``warnings`` what looks wrong."""

    sea_map: SeaMap | None
    faults: tuple[Sentence, ...] = ()
    warnings: tuple[Sentence, ...] = ()


def read_drawing(body: Mapping[str, Any]) -> Drawing:
    """Read ``{"name", "mode", "sector", "grid": ["..#", ...]}`` by the checks of a map file.

    Raises BadMap for what the page never sends.
    """
    name, mode, sector, grid = (body.get(key) for key in ("name", "mode", "sector", "grid"))
    if not isinstance(name, str) or mode not in ("", *MODES) or isinstance(sector, bool) or not isinstance(sector, int):
        raise BadMap(f'Expected "name", a text; "mode", one of {", ".join(MODES)} or empty; "sector", a number.')
    if not isinstance(grid, list) or not all(isinstance(row, str) for row in grid):
        raise BadMap('Expected "grid", a list with one text a row, such as "..#".')
    if not (1 <= len(grid) <= MAX_SIDE and 1 <= len(grid[0]) <= MAX_SIDE and 1 <= sector <= MAX_SIDE):
        raise BadMap(f"Expected 1 to {MAX_SIDE} rows, columns and cells along a sector's side.")
    if any(len(row) != len(grid[0]) or set(row) - {ISLAND, *SEA_SYMBOLS} for row in grid):
        raise BadMap("Expected rows of one length, of the signs . # o M O.")
    drawn = SeaMap("drawn", tuple(grid), sector, clean_name(name), str(mode), _SOURCE)
    faults = [] if drawn.name else [say("map-no-name", "The map has no name yet.")]
    if not drawn.sea:
        return Drawing(None, (*faults, say("map-no-sea", "There is no sea: at least one cell must be no island.")))
    warnings = _warnings(drawn)
    if faults:
        return Drawing(None, tuple(faults), warnings)
    return Drawing(parse_map(format_map(drawn), drawn.id), (), warnings)


def _warnings(sea_map: SeaMap) -> tuple[Sentence, ...]:
    *cut_off, _ = sorted(waters(sea_map), key=len)
    cells = sorted(cell for water in cut_off for cell in water)
    if not cells:
        return ()
    names = " ".join(cell_name(cell) for cell in cells[:SHOWN]) + (" …" if len(cells) > SHOWN else "")
    return (
        say("map-cut-off", "Sea that islands cut off from the rest: {cells}.", cells=names)
        if len(cells) > 1
        else say("map-cut-off-one", "{cells} is sea that islands cut off from the rest.", cells=names),
    )


def waters(sea_map: SeaMap) -> list[frozenset[Cell]]:
    """Return the seas of a map: cells between which a submarine can go."""
    left, found = set(sea_map.sea), []
    while left:
        water, reached = set(), [left.pop()]
        while reached:
            cell = reached.pop()
            water.add(cell)
            for rows, columns in (course.step for course in Course):
                near = cell_at(row_of(cell) + rows, column_of(cell) + columns)
                if near in left:
                    left.discard(near)
                    reached.append(near)
        found.append(frozenset(water))
    return found


class OwnMaps:
    """The maps drawn on this server. Thread-safe.

    Whoever keeps a map gives a key with it, a secret of the device: only with the same key it is changed or deleted.
    """

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        """Use a journal."""
        self._journal = journal
        self._clock = clock

    def all(self) -> list[SeaMap]:
        """Return the maps in the order in which they were made."""
        return [parse_map(row.text, row.id) for row in self._journal.maps()]

    def is_mine(self, id: str, key: str) -> bool:
        """Tell whether a map was kept with a key."""
        row = next((row for row in self._journal.maps() if row.id == id), None)
        return row is not None and hmac.compare_digest(row.key_hash, code_hash(key))

    def keep(self, drawing: Drawing, key: str, id: str | None = None) -> SeaMap:
        """Keep a drawn map, in the place of the one with an id where that is the key's; raises TrackerError."""
        if drawing.sea_map is None:
            raise BadMap(drawing.faults[0])
        _check_key(key)
        rows = self._journal.maps()
        same = next((row for row in rows if row.id == id and hmac.compare_digest(row.key_hash, code_hash(key))), None)
        if same is None and len(rows) >= MOST_MAPS:
            raise BadMap(
                say("maps-full", "This server keeps {most} maps already: delete one of yours first.", most=MOST_MAPS)
            )
        kept = replace(drawing.sea_map, id=f"own-{new_id()}" if same is None else same.id)
        row = MapRow(kept.id, format_map(kept), code_hash(key), self._clock() if same is None else same.made)
        self._journal.keep_map(row)
        return kept

    def delete(self, id: str, key: str) -> None:
        """Delete a map; raises TrackerError where it is not the key's. One that is gone already is no fault."""
        row = next((row for row in self._journal.maps() if row.id == id), None)
        if row is None:
            return
        if not hmac.compare_digest(row.key_hash, code_hash(key)):
            raise BadMap(say("map-not-yours", "Only the device that drew this map can delete it."))
        self._journal.delete_map(id)


def _check_key(key: str) -> None:
    if not 16 <= len(key) <= MAX_KEY:
        raise BadMap(f'Expected "key", a secret of 16 to {MAX_KEY} signs.')
