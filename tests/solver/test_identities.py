"""Identities that need no stored numbers: what must hold of any map and record."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from tests.solver.random_games import random_game
from tests.solver.random_maps import random_map, random_options
from tracker import Tracker
from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Gap,
    Heading,
    Item,
    Mine,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Cell, Course, cell_at, column_of, row_of
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap

SAILING = ("course", "unheard", "gap", "silence", "surface")


def on_course(course: Course | None) -> Announcement:
    return Announcement(Side.BLUE, Heading(course))


# Sums


def self_avoiding_walks(sea_map: SeaMap, length: int) -> int:
    """Count the walks of so many steps from any sea cell, one by one."""

    def onward(walk: tuple[Cell, ...]) -> int:
        if len(walk) > length:
            return 1
        row, column = row_of(walk[-1]), column_of(walk[-1])
        near = [(row + course.step[0], column + course.step[1]) for course in Course]
        cells = [cell_at(*at) for at in near if min(at) >= 0]
        return sum(onward((*walk, cell)) for cell in cells if sea_map.is_sea(cell) and cell not in walk)

    return sum(onward((cell,)) for cell in sea_map.sea)


def histories_over_all_courses(tracker: Tracker, length: int) -> int:
    if length == 0 or not tracker.consistent:
        return tracker.histories
    return sum(histories_over_all_courses(tracker.hear(on_course(course)), length - 1) for course in Course)


@pytest.mark.parametrize("seed", range(20))
def test_all_course_records_together_are_the_self_avoiding_walks(seed: int) -> None:
    sea_map = random_map(seed)
    for length in (1, 2, 5):
        walks = self_avoiding_walks(sea_map, length)
        assert histories_over_all_courses(Tracker.start(sea_map, model="exact"), length) == walks
        unheard = Tracker.start(sea_map, model="exact").hear_all([on_course(None)] * length)
        assert unheard.histories == walks


@pytest.mark.parametrize("seed", range(100, 160))
def test_a_choice_is_the_sum_of_its_outcomes(seed: int) -> None:
    """A silence, an unheard course and a gap leave as many histories as their outcomes heard one by one."""
    mined = seed % 2 == 0
    systems = (*SAILING, "mine", "trigger", "torpedo") if mined else (*SAILING, "drone", "sonar")
    game = random_game(seed, random_map(seed), 9, random_options(seed), systems=systems, most_mines=2)
    tracker = Tracker.start(game.sea_map, options=game.options, model="exact").hear_all(game.announcements)
    runs = [tracker.hear_all([on_course(course)] * length) for course in Course for length in (1, 2, 3, 4)]
    steps = [tracker.hear(on_course(course)) for course in Course]
    for item, stays, outcomes in ((Silence(), 1, runs), (Heading(None), 0, steps), (Gap(), 1, steps)):
        after = tracker.hear(Announcement(Side.BLUE, item))
        assert after.histories == stays * tracker.histories + sum(outcome.histories for outcome in outcomes)
        cells = {cell for outcome in outcomes for cell in outcome.cells}
        assert set(after.cells) == cells.union(tracker.cells if stays else ())


# Turning and mirroring


def turned(sea_map: SeaMap) -> tuple[SeaMap, Callable[[Cell], Cell], Callable[[Course], Course]]:
    """Return the map turned a quarter clockwise, where a cell comes to lie, and what a course becomes."""
    grid = tuple("".join(row[column] for row in reversed(sea_map.grid)) for column in range(sea_map.columns))
    rows = sea_map.rows
    return (
        replace(sea_map, grid=grid),
        lambda cell: cell_at(column_of(cell), rows - 1 - row_of(cell)),
        lambda course: Course((course + 1) % 4),
    )


def mirrored(sea_map: SeaMap) -> tuple[SeaMap, Callable[[Cell], Cell], Callable[[Course], Course]]:
    """Return the map mirrored left to right, where a cell comes to lie, and what a course becomes."""
    columns = sea_map.columns
    return (
        replace(sea_map, grid=tuple(row[::-1] for row in sea_map.grid)),
        lambda cell: cell_at(row_of(cell), columns - 1 - column_of(cell)),
        lambda course: Course(-course % 4),
    )


def changed(
    item: Item, old: SeaMap, new: SeaMap, place: Callable[[Cell], Cell], turn: Callable[[Course], Course]
) -> Item:
    """Return an item as it is announced on the turned or mirrored map."""

    def sector(number: int | None) -> int | None:
        if number is None:
            return None
        return next(new.sector_of(place(cell)) for cell in old.cells if old.sector_of(cell) == number)

    match item:
        case Heading(course=course) if course is not None:
            return Heading(turn(course))
        case Silence(course=course) if course is not None:
            return replace(item, course=turn(course))
        case Mine(cell=cell) if cell is not None:
            return Mine(place(cell))
        case Surface(sector=number):
            return replace(item, sector=sector(number))
        case Drone(sector=number):
            return replace(item, sector=sector(number))
        case Torpedo(target=target) | Trigger(target=target) | Archer(target=target):
            return replace(item, target=place(target))
        case Sonar(row=row, column=column, sector=number):
            across = None if row is None else place(cell_at(row, 0))
            down = None if column is None else place(cell_at(0, column))
            if turn(Course.E) in (Course.N, Course.S):  # a row has become a column
                across, down = down, across
            return Sonar(
                None if across is None else row_of(across), None if down is None else column_of(down), sector(number)
            )
    return item


@pytest.mark.parametrize("change", [turned, mirrored])
@pytest.mark.parametrize("seed", range(200, 240))
def test_turning_or_mirroring_map_and_record_changes_nothing(
    seed: int, change: Callable[[SeaMap], tuple[SeaMap, Callable[[Cell], Cell], Callable[[Course], Course]]]
) -> None:
    rng = random.Random(f"symmetry {seed}")
    side = rng.choice((2, 3))  # the sectors of a turned map are sectors again where none is narrower
    rows, columns = side * rng.choice((1, 2)), side * rng.choice((1, 2))
    grid = tuple("".join(rng.choices(".#oM", (10, 2, 1, 1), k=columns)) for _ in range(rows - 1))
    sea_map = SeaMap(f"symmetric-{seed}", (*grid, "." * columns), side)
    game = random_game(seed, sea_map, 20, random_options(seed), most_mines=2)
    new, place, turn = change(sea_map)
    known = Tracker.start(sea_map, options=game.options, model="captain")
    image = Tracker.start(new, options=game.options, model="captain")
    for announcement in game.announcements:
        known = known.hear(announcement)
        image = image.hear(replace(announcement, item=changed(announcement.item, sea_map, new, place, turn)))
        assert image.cells == tuple(sorted(map(place, known.cells)))
        assert image.starts == tuple(sorted(map(place, known.starts)))
        assert (image.histories, image.consistent) == (known.histories, known.consistent)
        expected = {place(cell): share for cell, share in known.probability().items()}
        assert image.probability() == pytest.approx(expected)


# Evidence


def unsaid(announcement: Announcement) -> Announcement:
    """Return the announcement without what was answered or reported."""
    match announcement.item:
        case Torpedo() | Trigger() | Archer():
            return replace(announcement, item=replace(announcement.item, answer=None, own=None))
        case Surface(forced=forced):
            return replace(announcement, item=Surface(None, None, forced))
        case Drone():
            return replace(announcement, item=replace(announcement.item, answer=None))
        case Sonar():
            return replace(announcement, item=Sonar())
    return announcement


@pytest.mark.parametrize("seed", range(300, 360))
def test_evidence_never_adds(seed: int) -> None:
    game = random_game(seed, random_map(seed), 20, random_options(seed), most_mines=2)
    told = untold = Tracker.start(game.sea_map, options=game.options, model="exact")
    for announcement in game.announcements:
        before = told
        told, untold = told.hear(announcement), untold.hear(unsaid(announcement))
        assert set(told.cells) <= set(untold.cells)
        assert set(told.starts) <= set(untold.starts)
        assert told.histories <= untold.histories
        sails = announcement.side is Side.BLUE and isinstance(announcement.item, Heading | Gap | Silence | Surface)
        if not sails:
            assert set(told.cells) <= set(before.cells)
            assert told.histories <= before.histories


@pytest.mark.parametrize("seed", range(400, 500))
def test_no_evidence_changes_nothing(seed: int) -> None:
    """Leaving out what is no evidence leaves every answer as it is."""
    game = random_game(seed, random_map(seed), 15, random_options(seed), most_mines=2)
    start = partial(Tracker.start, game.sea_map, options=game.options, model="captain")
    quiet = [
        a for a in game.announcements if not (a.side is Side.YELLOW and isinstance(a.item, Heading | Silence | Surface))
    ]
    known, fewer = start().hear_all(game.announcements), start().hear_all(quiet)
    assert (known.cells, known.starts, known.histories) == (fewer.cells, fewer.starts, fewer.histories)
    assert known.probability() == fewer.probability()


def true_cells(seed: int, sea_map: SeaMap, length: int, systems: Sequence[str] | None = None) -> None:
    kinds = {} if systems is None else {"systems": systems}
    game = random_game(seed, sea_map, length, random_options(seed), most_mines=3, **kinds)
    blue = Tracker.start(sea_map, Side.BLUE, game.options, "exact")
    yellow = Tracker.start(sea_map, Side.YELLOW, game.options, "exact")
    for number, announcement in enumerate(game.announcements):
        blue, yellow = blue.hear(announcement), yellow.hear(announcement)
        assert game.cells[number] in blue.cells, f"seed {seed}: blue lost at {number + 1}, {announcement}"
        assert game.other_cells[number] in yellow.cells, f"seed {seed}: yellow lost at {number + 1}, {announcement}"


@pytest.mark.parametrize("seed", range(500, 600))
def test_true_cell_is_never_lost_on_small_maps(seed: int) -> None:
    true_cells(seed, random_map(seed, 8), 60)


@pytest.mark.parametrize("name", ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "juliet"])
def test_true_cell_is_never_lost_on_real_maps(name: str) -> None:
    for seed in range(600, 603):
        true_cells(seed, load_map(name), 60)


@pytest.mark.parametrize("seed", range(700, 730))
def test_possible_cells_are_the_same_under_every_model(seed: int) -> None:
    game = random_game(seed, random_map(seed), 25, random_options(seed))
    trackers = [
        Tracker.start(game.sea_map, options=game.options, model=model) for model in ("exact", "uniform", "captain")
    ]
    for announcement in game.announcements:
        trackers = [tracker.hear(announcement) for tracker in trackers]
        assert len({(t.cells, t.starts, t.histories) for t in trackers}) == 1
        for tracker in trackers[1:]:
            assert sum(tracker.probability().values()) == pytest.approx(1)
            assert all(share > 0 for share in tracker.probability().values())
