"""Every cell, column and course of a sheet has one name, and the name means it again."""

from __future__ import annotations

import pytest

from tracker.game.cells import (
    COLUMNS,
    MAX_SIDE,
    Course,
    cell_at,
    cell_name,
    column_name,
    column_of,
    parse_cell,
    parse_column,
    row_of,
)


def test_every_cell_is_read_back_from_its_name() -> None:
    names = set()
    for row in range(MAX_SIDE):
        for column in range(MAX_SIDE):
            cell = cell_at(row, column)
            assert (row_of(cell), column_of(cell)) == (row, column)
            name = cell_name(cell)
            assert parse_cell(name) == parse_cell(name.lower()) == parse_cell(f" {name[0]}  {name[1:]} ") == cell
            names.add(name)
    assert len(names) == MAX_SIDE * MAX_SIDE
    assert cell_name(0) == "A1"
    assert cell_name(cell_at(14, 14)) == "O15"


def test_every_column_is_read_back_from_its_letter() -> None:
    for column in range(MAX_SIDE):
        assert parse_column(column_name(column)) == parse_column(column_name(column).lower()) == column
    assert len(COLUMNS) == MAX_SIDE


@pytest.mark.parametrize("text", ["", "C", "6", "P1", "A0", "A16", "A1.5", "AA1", "A-1", "C6 clear", "1A"])
def test_what_is_no_cell_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(ValueError, match="is not a cell"):
        parse_cell(text)


@pytest.mark.parametrize("text", ["", "P", "AB", "1", "é"])
def test_what_is_no_column_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a column"):
        parse_column(text)


def test_opposite_courses_cancel() -> None:
    for course in Course:
        opposite = Course((course + 2) % 4)
        assert tuple(a + b for a, b in zip(course.step, opposite.step, strict=True)) == (0, 0)
    assert Course.N.step == (-1, 0)
    assert Course.E.step == (0, 1)
