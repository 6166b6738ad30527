"""Routes by hand, and every route of random games checked against the rules: as many as there are histories."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.solver.random_games import random_game
from tests.solver.random_maps import random_map, random_options
from tracker import Tracker
from tracker.game.announcements import Announcement, Gap, Heading, Item, Side, Silence, Surface
from tracker.game.cells import cell_at, cell_name, column_of, parse_cell, row_of
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.solver.routes import Route


def heard(grid: str, *lines: str) -> Tracker:
    tracker = Tracker.start(SeaMap("hand", tuple(grid.split("/"))), model="exact")
    return tracker.hear_all(a for line in lines for a in parse_line(line, Side.YELLOW))


def drawn(tracker: Tracker, cell: str) -> list[str]:
    """Return the routes to a cell as printed names, sorted."""
    return sorted(" ".join(map(cell_name, route.cells)) for route in tracker.routes(parse_cell(cell)))


# By hand


def test_before_anything_is_heard_a_route_is_its_start() -> None:
    tracker = heard("..")
    assert drawn(tracker, "B1") == ["B1"]
    assert tracker.route_count == 2


def test_courses_draw_one_route() -> None:
    tracker = heard("../..", "E S W")
    assert drawn(tracker, "A2") == ["A1 B1 B2 A2"]
    assert drawn(tracker, "B2") == []


def test_silence_draws_all_its_cells() -> None:
    tracker = heard("...#.", "silence")
    assert drawn(tracker, "C1") == ["A1 B1 C1", "B1 C1", "C1"]
    assert drawn(tracker, "E1") == ["E1"]
    assert [route.choices for route in tracker.routes(parse_cell("A1"))].count(((0, -2),)) == 1


def test_two_silences_along_a_line_are_several_histories_of_one_route() -> None:
    tracker = heard("...", "silence silence")
    to_the_end = [route for route in tracker.routes(parse_cell("C1")) if len(route.cells) == 3]
    assert {route.cells for route in to_the_end} == {(0, 1, 2)}
    assert sorted(route.choices for route in to_the_end) == [
        ((0, 0), (0, 2)),
        ((0, 1), (0, 1)),
        ((0, 2), (0, 0)),
    ]
    # Three of nothing; of one cell 2 * 2 ways in two histories each; of two cells 2 ways in three.
    assert (tracker.histories, tracker.route_count) == (3 + 4 * 2 + 2 * 3, 3 + 4 + 2)


def test_unheard_course_and_gap_are_choices_too() -> None:
    tracker = heard("..", "? gap")
    assert [(route.cells, route.choices) for route in tracker.routes(parse_cell("B1"))] == [((0, 1), ((0, 1), (0, 0)))]


def test_routes_begin_at_the_last_surfacing() -> None:
    tracker = heard("...", "E E surface ? W")
    assert drawn(tracker, "B1") == ["C1 B1"]


def test_routes_with_a_live_mine() -> None:
    # From A1 the mine lies at B1 and blocks the way east, unless it was the torpedo that destroyed it.
    assert drawn(heard("...", "mine", "E"), "B1") == []
    assert drawn(heard("...", "mine", "Y torpedo B1", "E"), "B1") == ["A1 B1"]
    # It was dropped from B1, reached from C1 or not; once it is gone, the route goes on from before it was laid.
    assert drawn(heard("...", "silence", "mine", "trigger A1", "silence"), "C1") == ["B1 C1"]


def test_a_contradiction_has_no_routes() -> None:
    tracker = heard("..", "N")
    assert (list(tracker.routes(parse_cell("A1"))), tracker.route_count) == ([], 0)


def test_a_cell_that_is_not_possible_has_no_routes() -> None:
    tracker = heard(".#", "silence")
    assert list(tracker.routes(parse_cell("B1"))) == []
    assert list(tracker.routes(parse_cell("O15"))) == []


# Random games


def straight(rows: int, columns: int) -> tuple[tuple[int, int], int]:
    """Return the step and the length of a choice, which must lie along a row or column."""
    assert rows == 0 or columns == 0
    return ((rows > 0) - (rows < 0), (columns > 0) - (columns < 0)), max(abs(rows), abs(columns))


def follow(route: Route, items: Sequence[Item]) -> None:
    """Sail a route's choices through what was heard since the dive, and expect its cells."""
    cells = [route.cells[0]]
    choices = iter(route.choices)
    for item in items:
        match item:
            case Heading(course=course) if course is not None:
                step, length = course.step, 1
            case Heading():
                step, length = straight(*next(choices))
                assert length == 1
            case Gap():
                step, length = straight(*next(choices))
                assert length <= 1
            case Silence():
                step, length = straight(*next(choices))
                assert length <= 4
            case _:
                continue
        for _ in range(length):
            cells.append(cell_at(row_of(cells[-1]) + step[0], column_of(cells[-1]) + step[1]))
    assert next(choices, None) is None
    assert tuple(cells) == route.cells


def since_dive(announcements: Sequence[Announcement], tracked: Side) -> list[Item]:
    items: list[Item] = []
    for announcement in announcements:
        if announcement.side is tracked:
            items = [] if isinstance(announcement.item, Surface) else [*items, announcement.item]
    return items


def check_routes(tracker: Tracker) -> None:
    items = since_dive(tracker.announcements, tracker.tracked)
    routes = []
    for cell in tracker.cells:
        to_cell = list(tracker.routes(cell))
        assert to_cell, f"no route ends in {cell_name(cell)}"
        assert all(route.cells[-1] == cell for route in to_cell)
        routes += to_cell
    for route in routes:
        assert all(map(tracker.sea_map.is_sea, route.cells))
        assert len(set(route.cells)) == len(route.cells)
        follow(route, items)
    assert len({(route.cells[0], route.choices) for route in routes}) == len(routes) == tracker.histories
    assert len({route.cells for route in routes}) == tracker.route_count
    assert {route.cells[0] for route in routes} == set(tracker.starts)


@pytest.mark.parametrize("model", ["exact", "captain"])
@pytest.mark.parametrize("seed", range(800, 840))
def test_every_route_is_legal_and_they_are_the_histories(seed: int, model: str) -> None:
    game = random_game(seed, random_map(seed), 25, random_options(seed))
    tracker = Tracker.start(game.sea_map, options=game.options, model="captain" if model == "captain" else "exact")
    for number, announcement in enumerate(game.announcements, start=1):
        tracker = tracker.hear(announcement)
        if number % 4 == 0 and tracker.histories < 500:
            check_routes(tracker)
    assert tracker.consistent


def test_every_route_on_a_real_map() -> None:
    tracker = Tracker.start(load_map("alpha"), model="exact")
    for item in ("N N E E", "Y drone 1 yes", "silence", "S", "torpedo D5", "silence"):
        tracker = tracker.hear_all(parse_line(item, Side.YELLOW))
        check_routes(tracker)
    assert tracker.histories > 300
