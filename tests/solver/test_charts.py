"""Every entry of the kernels' tables, compared with the rules on the sheet."""

from __future__ import annotations

import pytest

from tests.solver.random_maps import random_map
from tracker.game.cells import Course, cell_at, column_of, row_of
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.solver.bitboards import cells_of, to_board
from tracker.solver.charts import LONGEST_SILENCE, OUTCOMES, STAY, Chart, chart_of, outcome_index, outcome_step

MAPS = [
    load_map("alpha"),
    load_map("charlie-tbt"),
    SeaMap("one", (".",)),
    SeaMap("land", ("#",)),
    SeaMap("row", ("." * 15,)),
    SeaMap("column", tuple("." * 15)),
    *(random_map(seed) for seed in range(6)),
]


@pytest.fixture(scope="module", params=MAPS, ids=lambda sea_map: sea_map.id)
def chart(request: pytest.FixtureRequest) -> Chart:
    return Chart(request.param)


def sea_at(chart: Chart, row: int, column: int) -> bool:
    sea_map = chart.sea_map
    return 0 <= row < sea_map.rows and 0 <= column < sea_map.columns and sea_map.grid[row][column] != "#"


def run_of_sea(chart: Chart, cell: int, rows: int, columns: int) -> bool:
    """Tell whether a cell and all that lie on a straight way of so many rows or columns are sea."""
    length = max(abs(rows), abs(columns), 1)
    row, column = row_of(cell), column_of(cell)
    return all(sea_at(chart, row + rows * k // length, column + columns * k // length) for k in range(length + 1))


def test_outcomes_are_the_plus_of_a_silence() -> None:
    steps = [outcome_step(outcome) for outcome in range(OUTCOMES)]
    assert steps[:9] == [(0, columns) for columns in range(-4, 5)]
    assert steps[9:] == [(rows, 0) for rows in range(-4, 5)]
    for course in Course:
        rows, columns = course.step
        assert outcome_index(course, 0) == STAY
        for length in range(1, LONGEST_SILENCE + 1):
            assert steps[outcome_index(course, length)] == (rows * length, columns * length)


def test_sea(chart: Chart) -> None:
    expected = [cell for cell in range(256) if sea_at(chart, row_of(cell), column_of(cell))]
    assert list(cells_of(chart.sea)) == expected
    assert to_board(chart.sea_words) == chart.sea
    for row in range(-2, 17):
        for column in range(-2, 17):
            assert chart.is_sea(row, column) == sea_at(chart, row, column)


def test_runs(chart: Chart) -> None:
    assert chart.runs.shape == (OUTCOMES, 4)
    for outcome in range(OUTCOMES):
        # Staying is outcome 4; the one in the middle of the other arm says the same again and is left out.
        expected = outcome != 13
        for cell in range(256):
            fits = expected and run_of_sea(chart, cell, *outcome_step(outcome))
            assert to_board(chart.runs[outcome]) >> cell & 1 == fits, (outcome, cell)


def test_gates_are_staying_alone(chart: Chart) -> None:
    for outcome in range(OUTCOMES):
        assert to_board(chart.gates[outcome]) == (chart.sea if outcome == STAY else 0)


def test_sea_runs(chart: Chart) -> None:
    assert chart.sea_runs.shape == (256, 4)
    for cell in range(256):
        for course in Course:
            rows, columns = course.step
            lengths = [k for k in range(1, 5) if run_of_sea(chart, cell, rows * k, columns * k)]
            assert chart.sea_runs[cell, course] == len(lengths)


def test_neighbours(chart: Chart) -> None:
    for cell in range(256):
        for course in Course:
            rows, columns = course.step
            open_course = run_of_sea(chart, cell, rows, columns)
            assert chart.sea_near[cell] >> course & 1 == open_course
            assert to_board(chart.near[course]) >> cell & 1 == open_course
    assert chart.sea_near.max(initial=0) < 16


def test_offsets(chart: Chart) -> None:
    assert chart.offsets.shape == (31 * 31, 4)
    sheet = chart.sea_map.cells
    for rows in range(-15, 16):
        for columns in range(-15, 16):
            board = to_board(chart.offsets[(rows + 15) * 31 + columns + 15])
            # Asked of cells on the sheet only, islands included.
            expected = {c for c in sheet if sea_at(chart, row_of(c) + rows, column_of(c) + columns)}
            assert set(cells_of(board)) == expected
    assert to_board(chart.offsets[480]) == chart.sea


def test_charts_are_made_once_for_each_map() -> None:
    sea_map = SeaMap("same", ("..", ".#"))
    assert chart_of(sea_map) is chart_of(SeaMap("same", ("..", ".#")))
    assert chart_of(sea_map) is not chart_of(SeaMap("same", ("..", "..")))
    assert cell_at(1, 1) not in set(cells_of(chart_of(sea_map).sea))
