"""Every board of evidence against the rules, cell by cell."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.solver.random_maps import random_map
from tracker.game.announcements import Impact, Sonar
from tracker.game.cells import Cell, Course, cell_at, column_of, parse_cell, row_of
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.solver.bitboards import board_of, cells_of
from tracker.solver.evidence import blast_board, hole_board, launch_board, sector_board, sonar_evidence

MAPS = [load_map("alpha-tbt"), *(random_map(seed) for seed in range(12)), SeaMap("one", (".",))]


@pytest.fixture(scope="module", params=MAPS, ids=lambda sea_map: sea_map.id)
def sea_map(request: pytest.FixtureRequest) -> SeaMap:
    return request.param


def test_sectors_part_the_sea(sea_map: SeaMap) -> None:
    boards = [sector_board(sea_map, sector) for sector in range(1, sea_map.sector_count + 1)]
    assert sum(boards) == board_of(sea_map.sea)  # a sum is a union where no two meet
    for sector, board in enumerate(boards, start=1):
        assert all(sea_map.sector_of(cell) == sector for cell in cells_of(board))


def test_holes(sea_map: SeaMap) -> None:
    assert set(cells_of(hole_board(sea_map))) == sea_map.ice_holes


def test_blasts(sea_map: SeaMap) -> None:
    for target in sea_map.cells:
        row, column = row_of(target), column_of(target)
        around = {cell_at(r, c) for r in range(max(0, row - 1), row + 2) for c in range(max(0, column - 1), column + 2)}
        sea = set(sea_map.sea)
        expected = {
            Impact.DIRECT: {target} & sea,
            Impact.INDIRECT: (around - {target}) & sea,
            Impact.CLEAR: sea - around,
        }
        for impact in Impact:
            assert set(cells_of(blast_board(sea_map, target, impact))) == expected[impact]


def ways_of_a_torpedo(sea_map: SeaMap, start: Cell) -> set[Cell]:
    """Return every end of a way of 1 to 4 steps that leaves no cell but a sea cell, tried one by one."""
    ends = set()
    for length in range(1, 5):
        for way in itertools.product(Course, repeat=length):
            row, column = row_of(start), column_of(start)
            for course in way:
                if not (row >= 0 and column >= 0 and sea_map.is_sea(cell_at(row, column))):
                    break
                row, column = row + course.step[0], column + course.step[1]
            else:
                if row >= 0 and column >= 0 and cell_at(row, column) in sea_map:
                    ends.add(cell_at(row, column))
    return ends - {start}


def test_torpedo_runs_by_sea() -> None:
    for sea_map in MAPS[1:]:
        reached = {cell: ways_of_a_torpedo(sea_map, cell) for cell in sea_map.sea}
        for target in sea_map.cells:
            expected = {cell for cell, ends in reached.items() if target in ends}
            assert set(cells_of(launch_board(sea_map, target, "path"))) == expected


def test_torpedo_counts_steps_on_the_grid(sea_map: SeaMap) -> None:
    for target in sea_map.cells:
        expected = {
            cell
            for cell in sea_map.sea
            if abs(row_of(cell) - row_of(target)) + abs(column_of(cell) - column_of(target)) in (1, 2, 3, 4)
        }
        assert set(cells_of(launch_board(sea_map, target, "manhattan"))) == expected


def test_path_never_reaches_farther_than_the_grid(sea_map: SeaMap) -> None:
    for target in sea_map.cells:
        path, grid = launch_board(sea_map, target, "path"), launch_board(sea_map, target, "manhattan")
        assert path & ~grid == 0


def test_torpedo_reach_by_hand() -> None:
    channel = SeaMap("channel", (".#.", ".#.", "..."))
    names = ("A1", "A2", "A3", "B3", "C1", "C2", "C3")
    reached = {name: launch_board(channel, parse_cell("C1"), "path") >> parse_cell(name) & 1 for name in names}
    assert reached == {"A1": 0, "A2": 0, "A3": 1, "B3": 1, "C1": 0, "C2": 1, "C3": 1}


def sonar_answers(sea_map: SeaMap) -> list[Sonar]:
    rows, columns = range(sea_map.rows), range(sea_map.columns)
    sectors = range(1, sea_map.sector_count + 1)
    return [
        *(Sonar(row=r, column=c) for r in rows for c in columns),
        *(Sonar(row=r, sector=s) for r in rows for s in sectors),
        *(Sonar(column=c, sector=s) for c in columns for s in sectors),
    ]


def test_sonar_tells_one_truth_and_one_lie(sea_map: SeaMap) -> None:
    for answer in sonar_answers(sea_map):
        board, _ = sonar_evidence(sea_map, answer)
        expected = {
            cell
            for cell in sea_map.sea
            if (answer.row == row_of(cell))
            + (answer.column == column_of(cell))
            + (answer.sector == sea_map.sector_of(cell))
            == 1
        }
        assert set(cells_of(board)) == expected


def test_sonar_chances_of_a_cell_sum_to_one(sea_map: SeaMap) -> None:
    """Where each kind has a value to lie with, the answers a cell can give share its whole chance."""
    if min(sea_map.rows, sea_map.columns, sea_map.sector_count) > 1:
        total = sum(sonar_evidence(sea_map, answer)[1] for answer in sonar_answers(sea_map))
        np.testing.assert_allclose(total[list(sea_map.sea)], 1)
    for answer in sonar_answers(sea_map):
        board, chance = sonar_evidence(sea_map, answer)
        assert set(np.flatnonzero(chance)) == set(cells_of(board))
        assert not chance.flags.writeable
