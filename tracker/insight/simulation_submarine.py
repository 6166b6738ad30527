"""A simulated submarine as its own captain knows it: route, mines, damage, and what is legal now.

Knows the rules of sailing; not what a captain prefers, nor gauges and breakdowns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tracker.game.cells import Cell, Course, Sector
from tracker.insight.waters import LONGEST_SILENCE, Waters
from tracker.solver.bitboards import Board

SINKS_AT = 4


@dataclass
class Submarine:
    """One side's submarine; ``route`` is the board of the cells since the dive, the present one included."""

    waters: Waters
    cell: Cell
    route: Board = 0
    mines: list[Cell] = field(default_factory=list)
    damage: int = 0
    surfaced: bool = False
    heading: Course | None = None

    def __post_init__(self) -> None:
        """Put the first cell on the route."""
        self.route |= 1 << self.cell

    @property
    def sunk(self) -> bool:
        """Whether it has taken all the damage it can."""
        return self.damage >= SINKS_AT

    @property
    def sector(self) -> Sector:
        """The sector that it would name."""
        return self.waters.sea_map.sector_of(self.cell)

    def free(self, cell: Cell) -> bool:
        """Tell whether a sea cell may be entered: off the route, and no own mine in it."""
        return not self.route >> cell & 1 and cell not in self.mines

    def open_courses(self) -> list[tuple[Course, Cell]]:
        """Return the legal courses and where each leads."""
        return [(course, there) for course, there in self.waters.near[self.cell] if self.free(there)]

    def silences(self) -> list[tuple[Course, tuple[Cell, ...]]]:
        """Return a silence's legal outcomes but staying: the course and the cells it would enter."""
        ways: list[tuple[Course, tuple[Cell, ...]]] = []
        for course, first in self.waters.near[self.cell]:
            passed: tuple[Cell, ...] = ()
            there: Cell | None = first
            while there is not None and len(passed) < LONGEST_SILENCE and self.free(there):
                passed = (*passed, there)
                ways.append((course, passed))
                there = next((cell for c, cell in self.waters.near[there] if c is course), None)
        return ways

    def drops(self) -> list[Cell]:
        """Return the cells in which a mine may be dropped."""
        return [cell for cell in self.waters.drops[self.cell] if not self.route >> cell & 1]

    def enter(self, course: Course, cells: Iterable[Cell]) -> None:
        """Sail over some cells."""
        for cell in cells:
            self.cell = cell
            self.route |= 1 << cell
        self.heading = course

    def surface(self) -> None:
        """Wipe the line but for the present cell."""
        self.route = 1 << self.cell
        self.surfaced = True

    def room(self, cell: Cell, steps: int = 5) -> int:
        """Count the cells that can be reached from a cell in some steps, an own route and mines in the way."""
        water = self.waters.sea & ~self.route
        for mine in self.mines:
            water &= ~(1 << mine)
        reached = 1 << cell
        for _ in range(steps):
            reached |= (reached << 1 | reached >> 1 | reached << 16 | reached >> 16) & water
        return reached.bit_count() - 1
