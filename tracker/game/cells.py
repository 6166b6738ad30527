"""Cells, courses and sectors of a Captain Sonar sheet, as numbers with a parse/name pair each.

Knows the printed coordinates only; which cells are sea is the map's business.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TypeAlias

Cell: TypeAlias = int
"""A cell of a sheet: row * 16 + column, both from 0; A1 is 0, B1 is 1, A2 is 16.

The stride does not depend on the map's size, so a cell keeps its number on every map, and the number
is the cell's bit in the solver's bitboards.
"""

Sector: TypeAlias = int
"""A numbered zone of a sheet, counted row by row from 1."""

STRIDE = 16
MAX_SIDE = 15
COLUMNS = "ABCDEFGHIJKLMNO"


class Course(IntEnum):
    """One of the four headings, in the order of the record format."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def step(self) -> tuple[int, int]:
        """Rows and columns that one cell on this course adds (north is a row less)."""
        return COURSE_STEPS[self]


COURSE_STEPS: tuple[tuple[int, int], ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))


def cell_at(row: int, column: int) -> Cell:
    """Return the cell in a row and column, both counted from 0."""
    return row * STRIDE + column


def row_of(cell: Cell) -> int:
    """Return the row of a cell, counted from 0 (row 1 of the sheet is 0)."""
    return cell // STRIDE


def column_of(cell: Cell) -> int:
    """Return the column of a cell, counted from 0 (column A is 0)."""
    return cell % STRIDE


def cell_name(cell: Cell) -> str:
    """Return the printed name of a cell, such as ``C6``."""
    return f"{COLUMNS[column_of(cell)]}{row_of(cell) + 1}"


_CELL = re.compile(r"([A-Oa-o])\s*0*([1-9]|1[0-5])")


def parse_cell(text: str) -> Cell:
    """Return the cell that a name such as ``C6``, ``c 6`` or ``C06`` stands for.

    Raises ValueError where the text is no cell of a 15 x 15 sheet.
    """
    found = _CELL.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a cell: expected a column A-O and a row 1-15, such as C6")
    return cell_at(int(found[2]) - 1, COLUMNS.index(found[1].upper()))


def column_name(column: int) -> str:
    """Return the letter of a column counted from 0."""
    return COLUMNS[column]


def parse_column(text: str) -> int:
    """Return the column, counted from 0, that a letter A-O stands for; raises ValueError elsewhere."""
    letter = text.strip().upper()
    if len(letter) != 1 or letter not in COLUMNS:
        raise ValueError(f"{text!r} is not a column: expected a letter A-O")
    return COLUMNS.index(letter)
