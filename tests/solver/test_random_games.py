"""The random games are legal, repeatable, and full of what is subtle about mines, surfacings and blackouts."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.solver.random_faults import with_fault
from tests.solver.random_games import ALL_KINDS, RandomGame, random_game
from tests.solver.random_maps import random_map, random_options
from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Gap,
    Heading,
    Impact,
    Item,
    Mine,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import column_of, row_of
from tracker.game.rules import RuleOptions

GAMES = 150


def games() -> list[RandomGame]:
    return [random_game(seed, random_map(seed), 30, random_options(seed)) for seed in range(GAMES)]


def test_what_is_subtle_occurs_often() -> None:
    counted: Counter[str] = Counter()
    for game in games():
        counted.update(game.events.keys())
    print({event: f"{count} of {GAMES} games" for event, count in counted.most_common()})
    least = {
        "surfacing with several mines": 40,
        "trigger with several candidates": 30,
        "trigger of an earlier dive's mine": 40,
        "impact on a mine": 50,
        "impact where a mine may have lain": 10,
        "two mines in one cell": 50,
        "course through a mine's candidate": 40,
        "blackout beside 0 mined cells": 40,
        "blackout beside 1 mined cells": 50,
        "blackout beside 2 mined cells": 10,
        "boxed in, acted on": 50,
        "surfacing on an ice map": 20,
        "direct hit": 20,
        "indirect hit": 60,
        "impact on an island": 10,
    }
    assert {event: counted[event] for event, count in least.items() if counted[event] < count} == {}


def test_every_item_occurs_with_and_without_its_answer() -> None:
    said: Counter[tuple[str, Side, bool]] = Counter()
    for game in games():
        said.update((type(a.item).__name__, a.side, _answered(a.item)) for a in game.announcements)
    sailing = [(kind, Side.BLUE) for kind in (Heading, Surface, Silence, Mine, Torpedo, Trigger)]
    answering = [(kind, Side.YELLOW) for kind in (Torpedo, Trigger, Archer, Drone, Sonar)]
    for kind, side in sailing + answering:
        assert said[kind.__name__, side, True] > 0
        assert said[kind.__name__, side, False] > 0
    assert said[Gap.__name__, Side.BLUE, True] > 0


def _answered(item: Item) -> bool:
    match item:
        case Heading(course=value) | Mine(cell=value) | Silence(length=value):
            return value is not None
        case Surface(sector=value):
            return value is not None
        case Drone(answer=value) | Torpedo(answer=value) | Trigger(answer=value) | Archer(answer=value):
            return value is not None
        case Sonar() as sonar:
            return sonar != Sonar()
        case _:
            return True


@pytest.mark.parametrize("seed", range(20))
def test_games_are_repeatable_and_their_truth_fits_the_answers(seed: int) -> None:
    sea_map = random_map(seed)
    game = random_game(seed, sea_map, 40, random_options(seed))
    assert game == random_game(seed, sea_map, 40, random_options(seed))
    assert len(game.announcements) == len(game.cells) == len(game.other_cells) == 40
    for announcement, ours, others in zip(game.announcements, game.cells, game.other_cells, strict=True):
        assert sea_map.is_sea(ours)
        assert sea_map.is_sea(others)
        asked = others if announcement.side is game.tracked else ours
        match announcement.item:
            case Drone(sector=sector, answer=answer):
                assert answer in (None, sea_map.sector_of(asked) == sector)
            case Torpedo(target=target, answer=answer) | Trigger(target=target, answer=answer):
                away = max(abs(row_of(target) - row_of(asked)), abs(column_of(target) - column_of(asked)))
                assert answer in (None, (Impact.DIRECT, Impact.INDIRECT)[away] if away < 2 else Impact.CLEAR)


def test_a_course_leads_from_cell_to_cell() -> None:
    for game in games()[:30]:
        before = game.start
        for announcement, cell in zip(game.announcements, game.cells, strict=True):
            if announcement.side is game.tracked and isinstance(announcement.item, Heading):
                course = announcement.item.course
                step = (row_of(cell) - row_of(before), column_of(cell) - column_of(before))
                assert abs(step[0]) + abs(step[1]) == 1 if course is None else step == course.step
            before = cell


def test_systems_can_be_left_out() -> None:
    game = random_game(1, random_map(3), 60, RuleOptions(), systems=("course", "surface"))
    assert all(isinstance(a.item, Heading | Surface) for a in game.announcements)
    assert {"course", "surface"} < ALL_KINDS


def test_maps_are_varied() -> None:
    maps = [random_map(seed, 6) for seed in range(600)]
    assert {(1, 1), (1, 6), (6, 6)} <= {(m.rows, m.columns) for m in maps}
    assert all(m.sea for m in maps)
    assert len({m.sector_side for m in maps}) == 6
    assert sum(bool(m.ice_holes) for m in maps) > 90
    assert sum(bool(m.archer_mines) for m in maps) > 90
    assert sum(bool(m.islands) for m in maps) > 200


def test_a_fault_changes_one_announcement_to_what_the_map_allows() -> None:
    for game in games()[:50]:
        heard = with_fault(game, 7)
        assert abs(len(heard) - len(game.announcements)) <= 1
        assert heard != game.announcements
        assert all(_possible(a, game) for a in heard)


def _possible(announcement: Announcement, game: RandomGame) -> bool:
    match announcement.item:
        case Surface(sector=sector) | Drone(sector=sector):
            return sector is None or 1 <= sector <= game.sea_map.sector_count
        case Torpedo(target=target) | Trigger(target=target):
            return target in game.sea_map
        case Archer(target=target):
            return target in game.sea_map.archer_mines
        case _:
            return True
