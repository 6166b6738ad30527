"""The one table of benchmark cases: name, map, record, what each shows; the tests verify every one.

Knows records and how to build hard ones; times nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from tracker import Announcement, RuleOptions, SeaMap, Side, Tracker, load_map, loads, map_ids
from tracker.game.announcements import Drone, Heading, Impact, Silence, Sonar, Surface, Torpedo
from tracker.game.cells import COURSE_STEPS, Cell, Course, cell_at, column_of, row_of

BETWEEN = 6
"""Courses between two silences: what the silence's gauge takes."""

LONGEST = 4


@dataclass(frozen=True)
class Case:
    """A record of one side on a map, and what it shows."""

    name: str
    sea_map: SeaMap
    announcements: tuple[Announcement, ...]
    shows: str
    options: RuleOptions = field(default_factory=RuleOptions)


def open_water(side: int = 15) -> SeaMap:
    """Return a square map without islands."""
    return SeaMap("open water", ("." * side,) * side)


def _enemy(*items: Heading | Silence) -> tuple[Announcement, ...]:
    return tuple(Announcement(Side.BLUE, item) for item in items)


@lru_cache
def greedy_adversary(silences: int) -> tuple[Announcement, ...]:
    """Return the record on open water that always takes the course that leaves most histories.

    Of equal courses it takes the first of north, south, east, west.
    """
    tracker = Tracker.start(open_water(), model="exact")
    for _ in range(silences):
        for _ in range(BETWEEN):
            tracker = max(
                (tracker.hear(*_enemy(Heading(course))) for course in (Course.N, Course.S, Course.E, Course.W)),
                key=lambda after: after.histories,
            )
        tracker = tracker.hear(*_enemy(Silence()))
    return tracker.announcements


def voyage(sea_map: SeaMap, seed: int, silences: int, dives: int = 1) -> tuple[Announcement, ...]:
    """Return the record of a wandering submarine: six courses, then a silence, and so on, then six courses.

    Courses and silences are uniform over the legal ones. With several ``dives`` it surfaces between, its sector not
    heard. A voyage that is boxed in is begun again.
    """
    return tuple(announcement for announcement, _ in _sailed(sea_map, seed, silences, dives))


def _sailed(sea_map: SeaMap, seed: int, silences: int, dives: int = 1) -> list[tuple[Announcement, Cell]]:
    """Return a voyage's announcements, each with the true cell after it."""
    draw = random.Random(f"{sea_map.id} {seed}")
    while True:
        start = draw.choice(sea_map.sea)
        sailed: list[tuple[Announcement, Cell]] = []
        for _ in range(dives):
            if sailed:
                sailed.append((Announcement(Side.BLUE, Surface(None)), start))
            dive = _one_dive(sea_map, draw, start, silences)
            if dive is None:
                break
            sailed += dive
            start = sailed[-1][1]
        else:
            return sailed


def _one_dive(
    sea_map: SeaMap, draw: random.Random, start: Cell, silences: int
) -> list[tuple[Announcement, Cell]] | None:
    route = [start]
    sailed: list[tuple[Announcement, Cell]] = []
    for leg in range(silences + 1):
        for _ in range(BETWEEN):
            courses = [c for c in Course if len(list(_run(sea_map, route, c, 1)))]
            if not courses:
                return None
            course = draw.choice(courses)
            route += _run(sea_map, route, course, 1)
            sailed.append((Announcement(Side.BLUE, Heading(course)), route[-1]))
        if leg < silences:
            runs = [list(_run(sea_map, route, c, LONGEST)) for c in Course]
            outcomes = [[], *(run[:n] for run in runs for n in range(1, len(run) + 1))]
            route += draw.choice(outcomes)
            sailed.append((Announcement(Side.BLUE, Silence()), route[-1]))
    return sailed


def long_voyage(sea_map: SeaMap, seed: int, length: int, silences: int = 2) -> tuple[Announcement, ...]:
    """Return so many announcements of a wandering submarine that surfaces after each dive, its sector not heard."""
    draw = random.Random(f"long {sea_map.id} {seed}")
    start, sailed = draw.choice(sea_map.sea), list[Announcement]()
    while len(sailed) < length:
        dive = _one_dive(sea_map, draw, start, silences)
        if dive is None:
            continue  # boxed in: that dive again
        sailed += [announcement for announcement, _ in dive]
        sailed.append(Announcement(Side.BLUE, Surface(None)))
        start = dive[-1][1]
    return tuple(sailed[:length])


def table_game(sea_map: SeaMap, seed: int) -> tuple[Announcement, ...]:
    """Return a dive of three silences with our drones, torpedoes and sonar, truly answered, and its own torpedoes."""
    return sensed_voyage(sea_map, seed, dives=1)


def sensed_voyage(sea_map: SeaMap, seed: int, dives: int) -> tuple[Announcement, ...]:
    """Return a voyage of three silences a dive with sensors as in ``table_game``."""
    draw = random.Random(f"sensors {sea_map.id} {seed}")
    heard: list[Announcement] = []
    for number, (announcement, cell) in enumerate(_sailed(sea_map, seed, 3, dives), 1):
        heard.append(announcement)
        if number % 7 == 0:
            sector = draw.randint(1, sea_map.sector_count)
            heard.append(Announcement(Side.YELLOW, Drone(sector, sector == sea_map.sector_of(cell))))
        if number % 9 == 0:
            target = draw.choice(sea_map.sea)
            heard.append(Announcement(Side.YELLOW, Torpedo(target, _report(cell, target))))
        if number % 11 == 0:
            row = draw.choice([r for r in range(sea_map.rows) if r != row_of(cell)])
            heard.append(Announcement(Side.YELLOW, Sonar(row=row, sector=sea_map.sector_of(cell))))
        if number % 13 == 0:
            near = [c for c in sea_map.sea if 1 <= _steps(c, cell) <= LONGEST]
            heard.append(Announcement(Side.BLUE, Torpedo(draw.choice(near))))
    return tuple(heard)


def _steps(a: Cell, b: Cell) -> int:
    return abs(row_of(a) - row_of(b)) + abs(column_of(a) - column_of(b))


def _report(cell: Cell, target: Cell) -> Impact:
    apart = max(abs(row_of(cell) - row_of(target)), abs(column_of(cell) - column_of(target)))
    return (Impact.DIRECT, Impact.INDIRECT)[apart] if apart < 2 else Impact.CLEAR


def _run(sea_map: SeaMap, route: list[Cell], course: Course, longest: int) -> Iterator[Cell]:
    """Yield the cells ahead on a course until an island, the edge, the route or ``longest`` ends it."""
    rows, columns = COURSE_STEPS[course]
    row, column = row_of(route[-1]), column_of(route[-1])
    for _ in range(longest):
        row, column = row + rows, column + columns
        if not (0 <= row < sea_map.rows and 0 <= column < sea_map.columns):
            return
        cell = cell_at(row, column)
        if not sea_map.is_sea(cell) or cell in route:
            return
        yield cell


REAL_TIME_MAPS = tuple(name for name in map_ids() if not name.endswith("-tbt"))

THREE_MINES = """
[Map "alpha"]
E E mine S S W mine
silence
S S E
surface ?
N N mine W
silence
W N
trigger G6 clear
N
surface ?
E E S
silence
S S
Y torpedo C10 clear
E mine E
"""

SURFACINGS = """
[Map "bravo"]
N N N W silence W W S
surface 4
E E N silence N N E
surface 1
S S E E silence S
Y drone 2 no
"""


def _written(name: str, record: str, shows: str) -> Case:
    read = loads(record)
    return Case(name, load_map(read.tag("Map") or ""), read.announcements, shows, read.options)


def cases() -> tuple[Case, ...]:
    """Return every single case; the voyages of ``voyage`` come on top of these."""
    return (
        Case("greedy-6", open_water(), greedy_adversary(6), "most histories that 6 silences can leave, open water"),
        Case("greedy-8", open_water(), greedy_adversary(8), "26 million hypotheses at the 8th silence"),
        Case(
            "table-game",
            load_map("alpha"),
            table_game(load_map("alpha"), 1),
            "an ordinary game with sensors and three silences in a dive",
        ),
        _written("three-mines", THREE_MINES, "three live mines across two surfacings"),
        _written("surfacings", SURFACINGS, "earlier dives as weights of the next"),
        Case(
            "long",
            load_map("alpha"),
            voyage(load_map("alpha"), 1, 4, dives=6)[:200],
            "200 announcements of six dives, four silences in each",
        ),
    )
