"""Counts that pin the solver as perft pins a chess engine's move generator: histories, routes and cells.

The numbers are from two independent programs that agree, and from the On-Line Encyclopedia of Integer Sequences.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tracker import Tracker
from tracker.game.announcements import Announcement, Heading, Side
from tracker.game.cells import Course, parse_cell
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.solver.answers import Model

ISLANDS = "D3 E3 D4 L5 H7 I8 H8 H9 M12 C12 C13 L13 M13"
SELF_AVOIDING_WALKS = (1, 4, 12, 36, 100, 284, 780, 2172)
"""On the square lattice from one cell, OEIS A001411."""


def open_map(islands: str = "", side: int = 15) -> SeaMap:
    land = {parse_cell(name) for name in islands.split()}
    rows = ("".join("#" if row * 16 + column in land else "." for column in range(side)) for row in range(side))
    return SeaMap("open", tuple(rows))


def heard(sea_map: SeaMap, line: str, model: Model = "exact") -> Tracker:
    return Tracker.start(sea_map, model=model).hear_all(parse_line(line, Side.YELLOW))


@pytest.mark.parametrize(
    ("islands", "line", "histories", "routes", "cells"),
    [
        ("", "silence silence", 35825, 25265, 225),
        ("", "N silence E silence S silence", 115354, 73404, 209),
        (ISLANDS, "N silence E silence S silence", 62892, 39252, 196),
        ("", "N N silence E E silence S S silence", 100222, 64791, 194),
    ],
)
@pytest.mark.parametrize("model", ["exact", "uniform", "captain"])
def test_counting_table(islands: str, line: str, histories: int, routes: int, cells: int, model: Model) -> None:
    tracker = heard(open_map(islands), line, model)
    assert (tracker.histories, len(tracker.cells)) == (histories, cells)
    if model == "exact":
        assert tracker.route_count == routes


def test_uniform_weighs_every_history_alike() -> None:
    tracker = heard(open_map(), "N silence E silence S silence", "uniform")
    counts = {cell: share * tracker.histories for cell, share in tracker.probability().items()}
    assert sum(counts.values()) == pytest.approx(115354)
    assert all(count == pytest.approx(round(count)) for count in counts.values())


@pytest.mark.parametrize(
    ("line", "histories"),
    [
        # Each by hand: 15 rows or columns, of which so many starts fit.
        ("N", 15 * 14),
        ("N N", 15 * 13),
        ("N E", 14 * 14),
        ("?", 4 * 15 * 14),
        ("gap", 225 + 4 * 15 * 14),
        ("silence", 225 + 4 * 15 * (14 + 13 + 12 + 11)),
        ("N E S W", 0),
        ("N E S S W", 13 * 14),
        ("N surface ?", 15 * 14),
    ],
)
def test_counts_by_hand(line: str, histories: int) -> None:
    assert heard(open_map(), line).histories == histories


def courses_from_the_middle(longest: int) -> Iterator[tuple[int, Tracker]]:
    """Yield the trackers after every sequence of courses that fits, all starting from H8, with its length."""
    level = [heard(open_map(), "Y torpedo H8 direct")]
    for length in range(longest + 1):
        for tracker in level:
            yield length, tracker
        after = (tracker.hear(Announcement(Side.BLUE, Heading(course))) for tracker in level for course in Course)
        level = [tracker for tracker in after if tracker.consistent]


def test_course_sequences_from_one_cell_are_the_self_avoiding_walks() -> None:
    counts = [0] * len(SELF_AVOIDING_WALKS)
    for length, tracker in courses_from_the_middle(len(SELF_AVOIDING_WALKS) - 1):
        counts[length] += 1
        assert tracker.histories == tracker.route_count == 1
    assert tuple(counts) == SELF_AVOIDING_WALKS


@pytest.mark.parametrize("model", ["exact", "uniform", "captain"])
def test_unheard_courses_from_one_cell_are_the_self_avoiding_walks(model: Model) -> None:
    tracker = heard(open_map(), "Y torpedo H8 direct", model)
    for count in SELF_AVOIDING_WALKS:
        assert tracker.histories == tracker.route_count == count
        tracker = tracker.hear(Announcement(Side.BLUE, Heading(None)))


def test_unheard_courses_with_a_live_mine_lose_the_walks_through_it() -> None:
    # A mine beside H8 has eight places. A walk fits unless it passes them all, and none so short does.
    tracker = heard(open_map(), "Y torpedo H8 direct").hear_all(parse_line("mine", Side.YELLOW))
    for count in SELF_AVOIDING_WALKS[:7]:
        assert tracker.histories == count
        tracker = tracker.hear(Announcement(Side.BLUE, Heading(None)))
