"""A submarine of a random game as its captain knows it, and the few measures a captain takes on the sheet.

Knows nothing of dice and announcements; must not use anything of the solver.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tracker.game.announcements import Impact
from tracker.game.cells import Cell, Course, cell_at, column_of, row_of


@dataclass
class LaidMine:
    """A live mine: where it lies, where it could lie for all the table knows of this route, and its dive's number."""

    cell: Cell
    candidates: set[Cell]
    dive: int


@dataclass
class Submarine:
    """One side's submarine as its captain knows it."""

    cell: Cell
    route: set[Cell]
    mines: list[LaidMine] = field(default_factory=list)
    dive: int = 1

    def enter(self, cell: Cell) -> None:
        self.cell = cell
        self.route.add(cell)
        for mine in self.mines:
            mine.candidates.discard(cell)

    def mined(self, cell: Cell) -> bool:
        return any(mine.cell == cell for mine in self.mines)


def next_cell(cell: Cell, course: Course) -> Cell:
    """Return the next cell on a course; -1 and cells past column O are on no map."""
    down, right = course.step
    row, column = row_of(cell) + down, column_of(cell) + right
    return -1 if row < 0 or column < 0 else cell_at(row, column)


def around(cell: Cell) -> set[Cell]:
    """Return the 8 cells around one, those off the map's top and left left out."""
    row, column = row_of(cell), column_of(cell)
    near = {(r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)} - {(row, column)}
    return {cell_at(r, c) for r, c in near if r >= 0 and c >= 0}


def impact_on(cell: Cell, target: Cell) -> Impact:
    if cell == target:
        return Impact.DIRECT
    return Impact.INDIRECT if target in around(cell) else Impact.CLEAR
