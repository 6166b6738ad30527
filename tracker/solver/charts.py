"""The tables the kernels read for one map, built slowly and obviously once.

Knows a map's sea; not announcements, nor who is tracked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from tracker.game.cells import COURSE_STEPS, STRIDE, cell_at, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.solver.bitboards import Board, Words, board_of, moved, to_words

LONGEST_SILENCE = 4
OUTCOMES = 18
STAY = 4


def outcome_step(outcome: int) -> tuple[int, int]:
    """Return the rows and columns that an outcome of a fan adds: 0-8 west to east, 9-17 north to south."""
    return (0, outcome - 4) if outcome < 9 else (outcome - 13, 0)


def outcome_index(course: int, length: int) -> int:
    """Return the outcome of a fan that goes ``length`` cells on a course (``STAY`` for 0)."""
    rows, columns = COURSE_STEPS[course]
    if length == 0:
        return STAY
    return 4 + columns * length if columns else 13 + rows * length


@dataclass(frozen=True)
class Chart:
    """One map's tables. Cells index axes of length 256; boards are four words."""

    sea_map: SeaMap

    def is_sea(self, row: int, column: int) -> bool:
        """Tell whether a row and column, both from 0, is a sea cell of the map."""
        return (
            0 <= row < self.sea_map.rows
            and 0 <= column < self.sea_map.columns
            and self.sea_map.is_sea(cell_at(row, column))
        )

    @cached_property
    def sea(self) -> Board:
        """All sea cells."""
        return board_of(self.sea_map.sea)

    @cached_property
    def sea_words(self) -> Words:
        """All sea cells, shape (4,)."""
        return to_words(self.sea)

    @cached_property
    def runs(self) -> Words:
        """For each outcome of a fan the cells from which all it passes is sea; shape (18, 4)."""
        boards = np.zeros((OUTCOMES, 4), np.uint64)
        boards[STAY] = self.sea_words
        for course in range(4):
            for length in range(1, LONGEST_SILENCE + 1):
                cells = [c for c in self.sea_map.sea if self.sea_runs[c, course] >= length]
                boards[outcome_index(course, length)] = to_words(board_of(cells))
        return boards

    @cached_property
    def gates(self) -> Words:
        """The runs of staying alone: what a shape without a fan passes; shape (18, 4)."""
        boards = np.zeros((OUTCOMES, 4), np.uint64)
        boards[STAY] = self.sea_words
        return boards

    @cached_property
    def sea_runs(self) -> npt.NDArray[np.uint8]:
        """How many sea cells, up to 4, lie ahead of a sea cell on each course; shape (256, 4)."""
        runs = np.zeros((256, 4), np.uint8)
        for cell in self.sea_map.sea:
            for course, (rows, columns) in enumerate(COURSE_STEPS):
                length = 0
                while length < LONGEST_SILENCE and self.is_sea(
                    row_of(cell) + rows * (length + 1), column_of(cell) + columns * (length + 1)
                ):
                    length += 1
                runs[cell, course] = length
        return runs

    @cached_property
    def sea_near(self) -> npt.NDArray[np.uint8]:
        """For each cell the courses on which its neighbour is sea, bit d for course d; shape (256,)."""
        near = np.zeros(256, np.uint8)
        for cell in self.sea_map.sea:
            for course, (rows, columns) in enumerate(COURSE_STEPS):
                if self.is_sea(row_of(cell) + rows, column_of(cell) + columns):
                    near[cell] |= 1 << course
        return near

    @cached_property
    def near(self) -> Words:
        """For each course the cells whose neighbour on it is sea; shape (4, 4)."""
        return np.stack(
            [to_words(board_of(c for c in self.sea_map.sea if self.sea_near[c] >> d & 1)) for d in range(4)]
        )

    @cached_property
    def offsets(self) -> Words:
        """For each offset, (rows + 15) * 31 + columns + 15, the cells of the sheet with sea there; shape (961, 4)."""
        boards = np.zeros((961, 4), np.uint64)
        sheet = board_of(self.sea_map.cells)
        for columns in range(-15, 16):
            # only sea whose column minus the offset's is a column: the rest would wrap into the next row
            sea = board_of(c for c in self.sea_map.sea if 0 <= column_of(c) - columns < STRIDE)
            for rows in range(-15, 16):
                there = moved(sea, -(STRIDE * rows + columns)) & sheet
                boards[(rows + 15) * 31 + columns + 15] = to_words(there)
        return boards


@lru_cache(maxsize=64)
def chart_of(sea_map: SeaMap) -> Chart:
    """Return the tables of a map, built at first use."""
    return Chart(sea_map)
