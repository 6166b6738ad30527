"""A map as a captain reads it, against the rules said in other words."""

from __future__ import annotations

import pytest

from tests.solver.random_maps import random_map, random_options
from tracker.game.announcements import Impact
from tracker.game.cells import Course, cell_at, column_of, parse_cell, row_of
from tracker.game.map_files import load_map
from tracker.game.rules import RuleOptions
from tracker.insight.waters import beyond, distance, impact_on, waters_of
from tracker.solver.bitboards import cells_of


def test_the_next_cell_on_a_course() -> None:
    assert beyond(parse_cell("C4"), Course.N) == parse_cell("C3")
    assert beyond(parse_cell("C4"), Course.E) == parse_cell("D4")
    assert beyond(parse_cell("A1"), Course.N) is None
    assert beyond(parse_cell("A1"), Course.W) is None
    assert beyond(parse_cell("O15"), Course.S) is None
    assert beyond(parse_cell("O15"), Course.E) is None


@pytest.mark.parametrize(
    ("cell", "impact"), [("C6", Impact.DIRECT), ("D7", Impact.INDIRECT), ("C5", Impact.INDIRECT), ("C8", Impact.CLEAR)]
)
def test_what_a_captain_must_answer(cell: str, impact: Impact) -> None:
    assert impact_on(parse_cell(cell), parse_cell("C6")) is impact


@pytest.mark.parametrize("seed", range(12))
def test_tables_agree_with_the_map(seed: int) -> None:
    sea_map, options = random_map(seed), random_options(seed)
    waters = waters_of(sea_map, options)
    assert set(cells_of(waters.sea)) == set(sea_map.sea)
    assert sorted(c for board in waters.sectors.values() for c in cells_of(board)) == sorted(sea_map.sea)
    for cell in sea_map.sea:
        assert {there for _, there in waters.near[cell]} == {c for c in sea_map.sea if _steps(c, cell) == 1}
        assert set(waters.around[cell]) == {c for c in sea_map.sea if distance(c, cell) == 1}
        legal = waters.around[cell] if options.mine_neighbours == 8 else [there for _, there in waters.near[cell]]
        assert set(waters.drops[cell]) == set(legal)
        assert all(1 <= _steps(target, cell) <= 4 for target in waters.reach[cell])
        assert 0 <= waters.hug[cell] <= 1


def test_a_torpedo_goes_round_islands_only_by_sea() -> None:
    sea_map = load_map("alpha")
    straight = waters_of(sea_map, RuleOptions()).reach[parse_cell("A7")]
    by_sea = waters_of(sea_map, RuleOptions(torpedo="path")).reach[parse_cell("A7")]
    assert parse_cell("D7") in straight
    assert parse_cell("D7") not in by_sea  # five steps round the island at B7
    assert parse_cell("B7") in by_sea  # the last step may enter an island
    assert set(by_sea) < set(straight)


def test_open_water_hugs_nothing() -> None:
    waters = waters_of(load_map("alpha"), RuleOptions())
    assert waters.hug[parse_cell("A1")] == 5 / 8
    assert waters.hug[cell_at(4, 6)] == 0


def _steps(cell: int, other: int) -> int:
    return abs(row_of(cell) - row_of(other)) + abs(column_of(cell) - column_of(other))
