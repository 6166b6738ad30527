"""A map as a captain reads it: the sea next to each cell, what a weapon reaches, how close the edge is.

Knows the printed rules of distance on one map; not routes, captains or records.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from tracker.game.announcements import Impact
from tracker.game.cells import MAX_SIDE, Cell, Course, Sector, cell_at, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.solver.bitboards import Board, board_of
from tracker.solver.evidence import launch_board, sector_board

LONGEST_SILENCE = 4


def beyond(cell: Cell, course: Course) -> Cell | None:
    """Return the next cell on a course, None off the largest sheet."""
    down, right = course.step
    row, column = row_of(cell) + down, column_of(cell) + right
    return cell_at(row, column) if 0 <= row < MAX_SIDE and 0 <= column < MAX_SIDE else None


def distance(cell: Cell, other: Cell) -> int:
    """Return how many steps of a king lie between two cells: 1 for the 8 neighbours."""
    return max(abs(row_of(cell) - row_of(other)), abs(column_of(cell) - column_of(other)))


def impact_on(cell: Cell, target: Cell) -> Impact:
    """Return what a captain on ``cell`` must answer to an explosion at ``target``; islands shield nothing."""
    return (Impact.DIRECT, Impact.INDIRECT)[distance(cell, target)] if distance(cell, target) < 2 else Impact.CLEAR


class Waters:
    """One map under one set of rule options; get it from ``waters_of``."""

    def __init__(self, sea_map: SeaMap, options: RuleOptions) -> None:
        """Keep the map; every table is built at its first use."""
        self.sea_map = sea_map
        self.options = options
        self.sea: Board = board_of(sea_map.sea)

    @cached_property
    def near(self) -> dict[Cell, tuple[tuple[Course, Cell], ...]]:
        """For each sea cell the courses to sea, with the cell that each leads to."""
        return {
            cell: tuple((c, there) for c in Course if (there := beyond(cell, c)) is not None and self._sea(there))
            for cell in self.sea_map.sea
        }

    @cached_property
    def around(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each sea cell the sea cells among its 8 neighbours."""
        return {
            cell: tuple(other for other in self.sea_map.sea if distance(cell, other) == 1) for cell in self.sea_map.sea
        }

    @cached_property
    def drops(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each sea cell the sea cells in which a mine may be dropped from it, the route apart."""
        if self.options.mine_neighbours == 8:
            return self.around
        return {cell: tuple(there for _, there in self.near[cell]) for cell in self.sea_map.sea}

    @cached_property
    def reach(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each sea cell the legal impacts of a torpedo fired from it, islands included."""
        launches = {t: launch_board(self.sea_map, t, self.options.torpedo) for t in self.sea_map.cells}
        return {cell: tuple(t for t, board in launches.items() if board >> cell & 1) for cell in self.sea_map.sea}

    @cached_property
    def hug(self) -> dict[Cell, float]:
        """For each sea cell the share of its 8 neighbours that is not sea."""
        return {cell: 1 - len(self.around[cell]) / 8 for cell in self.sea_map.sea}

    @cached_property
    def blasts(self) -> dict[Cell, Board]:
        """For each cell of the map the sea cells on which its explosion does damage."""
        return {t: board_of(c for c in self.sea_map.sea if distance(c, t) < 2) for t in self.sea_map.cells}

    @cached_property
    def sectors(self) -> dict[Sector, Board]:
        """For each sector its sea cells."""
        return {number: sector_board(self.sea_map, number) for number in range(1, self.sea_map.sector_count + 1)}

    def _sea(self, cell: Cell) -> bool:
        return bool(self.sea >> cell & 1)


@lru_cache(maxsize=32)
def waters_of(sea_map: SeaMap, options: RuleOptions) -> Waters:
    """Return the tables of a map under some options, built once."""
    return Waters(sea_map, options)
