"""The likeliest route and the cells of live mines, by hand and against all routes."""

from __future__ import annotations

import pytest

from tests.solver.random_games import random_game
from tracker import RuleOptions, Tracker, cell_name, load_map, loads, parse_map

STRIP = (
    "name: strip\nmode: real-time\nsector: 5\nsource: test\n   A B C D E\n1  . . . . .\n2  . # . . .\n3  . . . . .\n"
)


def hear(record: str, model: str = "captain") -> Tracker:
    return Tracker.start(parse_map(STRIP, "strip"), model=model).hear_all(loads(record).announcements)


def test_the_likeliest_route_is_the_one_with_least_choice() -> None:
    # from A1 south: A2 has one way on, so that A1 A2 A3 outweighs the same courses in open water
    route = hear("S S").likeliest_route
    assert route is not None
    assert [cell_name(cell) for cell in route.cells] == ["A1", "A2", "A3"]


def test_a_mine_may_lie_in_what_was_legal_and_was_not_entered() -> None:
    tracker = hear("N N E N W mine E", "uniform")
    assert not tracker.consistent
    assert tracker.mine_cells == ()
    assert tracker.likeliest_route is None
    mined = hear("E E E E mine N", "uniform")
    assert [cell_name(c) for c in mined.cells] == ["E2"]
    # dropped at E3 beside D2 E2 (D3 is on the route); E2 was entered since
    assert [cell_name(c) for c in mined.mine_cells] == ["D2"]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("model", ["exact", "uniform", "captain"])
def test_the_likeliest_route_is_a_route(seed: int, model: str) -> None:
    sea_map = load_map("charlie-tbt")
    game = random_game(seed, sea_map, 25, RuleOptions())
    tracker = Tracker.start(sea_map, game.tracked, model=model)
    for announcement in game.announcements:
        tracker = tracker.hear(announcement)
        route = tracker.likeliest_route
        assert route is not None
        assert route.cells[-1] == tracker.likeliest_cell
        assert route in list(tracker.routes(route.cells[-1]))
        if model != "exact":
            assert tracker.probability()[route.cells[-1]] == max(tracker.probability().values())


def test_the_route_is_the_weightiest_to_its_cell() -> None:
    # to C1 by one course east and a silence: from A1 by one cell more, from B1 staying, or back from the west of it;
    # whatever the choices, none of the routes to the likeliest cell weighs more than the one that is told
    tracker = hear("E silence")
    route = tracker.likeliest_route
    assert route is not None
    routes = list(tracker.routes(route.cells[-1]))

    def weight(cells: tuple[int, ...]) -> float:
        # the captain's start, its first course of those open, and the silence of its outcomes there
        alone = Tracker.start(tracker.sea_map, model="captain").hear_all(loads("E silence").announcements[:1])
        first = alone.hypotheses.mass()[cells[1]]
        outcomes = sum(1 for cell in tracker.cells for other in tracker.routes(cell) if other.cells[:2] == cells[:2])
        return float(first) / outcomes

    assert weight(route.cells) == pytest.approx(max(weight(other.cells) for other in routes))
