"""The solver's mishears against the loop over edited records: every step of seeded records with errors put in."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.solver.random_faults import with_fault
from tests.solver.random_games import RandomGame, random_game
from tests.solver.random_maps import random_map
from tracker import Tracker
from tracker.game.announcements import Announcement, Heading, Side
from tracker.game.cells import Course
from tracker.game.errors import TrackerError
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.game.rules import RuleOptions
from tracker.solver import earlier, fan_readings
from tracker.solver.twin import Model, TwinAnswer
from tracker.solver.twin_mishears import twin_mixture_steps, twin_repairs

MOST_PAIRS = 150
"""Pairs of history and mine placement in one reading after which a record is compared no further."""

MINES = ("course", "gap", "silence", "surface", "mine", "trigger", "torpedo")
SENSORS = ("course", "silence", "unheard", "gap", "drone", "sonar", "torpedo", "archer", "surface", "quiet")
COURSES = ("course", "surface")


def random_options(seed: int) -> RuleOptions:
    """Return the rule options; torpedoes by the shortest way seldom, for the twin searches it for each history."""
    return RuleOptions("path" if seed % 8 == 1 else "manhattan", 4 if seed // 2 % 2 else 8)


def misheard(game: RandomGame, seed: int, errors: int) -> tuple[Announcement, ...]:
    """Return the game's announcements with up to ``errors`` courses of the tracked side misheard, missed or doubled."""
    rng = random.Random(f"mishear {seed}")
    heard = list(game.announcements)
    for _ in range(errors):
        courses = [i for i, a in enumerate(heard) if a.side is game.tracked and isinstance(a.item, Heading)]
        if not courses:
            break
        index = rng.choice(courses)
        match rng.randrange(4):
            case 0:
                del heard[index]
            case 1:
                heard.insert(index, heard[index])
            case _:
                heard[index] = replace(heard[index], item=Heading(rng.choice(list(Course))))
    return tuple(heard)


def compare(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    model: Model,
    mishears: int,
    most: int = MOST_PAIRS,
) -> list[TwinAnswer]:
    """Compare every step, and the repairs where the record as heard does not fit; return the twin's answers."""
    steps = twin_mixture_steps(sea_map, announcements, tracked, options, model, mishears, most)
    line = [Tracker.start(sea_map, tracked, options, model, mishears=mishears)]
    exact = Tracker.start(sea_map, tracked, options, "exact", mishears=mishears)
    as_heard = Tracker.start(sea_map, tracked, options, "exact")
    for announcement in announcements[: len(steps)]:
        line.append(line[-1].hear(announcement))
    for number, (tracker, answer) in enumerate(zip(line[1:], steps, strict=True), start=1):
        where = f"after announcement {number}, {announcements[number - 1]}"
        exact = exact.hear(announcements[number - 1])
        as_heard = as_heard.hear(announcements[number - 1])
        for each in (tracker, exact):
            assert each.consistent == answer.consistent, where
            assert each.contradiction == answer.contradiction, where
            assert tuple(each.cells) == answer.cells, where
            assert tuple(each.starts) == answer.starts, where
            assert each.histories == answer.histories, where
        assert tracker.probability() == pytest.approx(answer.probability, rel=1e-9), where
        if not answer.consistent:
            with pytest.raises(TrackerError):
                tracker.posterior()
        if as_heard.consistent:
            assert tracker.repairs() == [], where
        elif number == len(steps):
            same_repairs(tracker, announcements[:number])
    return steps


def same_repairs(tracker: Tracker, announcements: Sequence[Announcement]) -> None:
    """Compare the single corrections of courses with the readings that have one error."""
    model: Model = "captain" if tracker.model == "captain" else "uniform"
    expected = {
        (repair.announcement, repair.kind, repair.instead): repair.probability
        for repair in twin_repairs(tracker.sea_map, announcements, tracker.tracked, tracker.options, model)
    }
    found = [repair for repair in tracker.repairs() if repair.answer is None]
    shares = {}
    for repair in found:
        (edit,) = repair.edits
        shares[edit.announcement, edit.mistake.name.lower(), edit.instead] = repair.probability
    assert len(shares) == len(found)
    assert shares == pytest.approx(expected, rel=1e-9), f"repairs after {len(announcements)} announcements"
    assert [r.probability for r in found] == sorted((r.probability for r in found), reverse=True)


def compare_game(game: RandomGame, heard: Sequence[Announcement], seed: int, mishears: int) -> None:
    """Compare a game under one model, with readings kept apart from their parents always, at times, or never."""
    model: Model = "captain" if seed // 4 % 2 else "uniform"  # the four rule options with each
    with pytest.MonkeyPatch.context() as patch:
        # On small maps there are too few shapes for the limits that are right on real ones.
        patch.setattr(fan_readings, "SHAPES_A_VARIANT", (0, 2, 250)[seed % 3])
        patch.setattr(earlier, "LABELS_AT_ONCE", 5)
        patch.setattr(earlier, "LED_AT_ONCE", 2)
        patch.setattr(earlier, "READINGS_AT_ONCE", 5)
        compare(game.sea_map, heard, game.tracked, game.options, model, mishears)


@pytest.mark.parametrize("seed", range(6000, 6070))
def test_one_error_on_small_maps(seed: int) -> None:
    game = random_game(seed, random_map(seed, 5), 10, random_options(seed), most_mines=2)
    compare_game(game, misheard(game, seed, 1), seed, 1)


@pytest.mark.parametrize("seed", range(6200, 6240))
def test_one_error_among_mines(seed: int) -> None:
    game = random_game(seed, random_map(seed, 5), 10, random_options(seed), systems=MINES, most_mines=2)
    compare_game(game, misheard(game, seed, 1), seed, 1)


@pytest.mark.parametrize("seed", range(6300, 6330))
def test_one_error_among_sensors(seed: int) -> None:
    game = random_game(seed, random_map(seed, 5), 12, random_options(seed), systems=SENSORS)
    compare_game(game, misheard(game, seed, 1), seed, 1)


@pytest.mark.parametrize("seed", range(6400, 6430))
def test_more_errors_than_are_allowed(seed: int) -> None:
    game = random_game(seed, random_map(seed, 5), 10, random_options(seed), systems=(*COURSES, "mine", "trigger"))
    compare_game(game, misheard(game, seed, 3), seed, 1)


@pytest.mark.parametrize("seed", range(6500, 6520))
def test_another_fault_than_a_course(seed: int) -> None:
    game = random_game(seed, random_map(seed, 4), 12, random_options(seed), most_mines=2)
    compare_game(game, with_fault(game, seed), seed, 1)


@pytest.mark.parametrize("seed", range(6600, 6620))
def test_the_other_side_of_the_same_games(seed: int) -> None:
    game = random_game(seed, random_map(seed, 5), 16, random_options(seed), most_mines=2)
    other = replace(game, tracked=game.tracked.other)
    compare_game(other, misheard(other, seed, 1), seed, 1)


@pytest.mark.parametrize("seed", range(6700, 6730))
def test_two_errors_on_small_maps(seed: int) -> None:
    game = random_game(seed, random_map(seed, 4), 5, random_options(seed), most_mines=2)
    compare_game(game, misheard(game, seed, 2), seed, 2)


@pytest.mark.parametrize("seed", range(6800, 6810))
def test_two_errors_among_courses(seed: int) -> None:
    game = random_game(seed, random_map(seed, 4), 6, random_options(seed), systems=COURSES)
    compare_game(game, misheard(game, seed, 2), seed, 2)


@pytest.mark.parametrize("name", ["alpha-tbt", "bravo-tbt"])
def test_turn_by_turn_maps(name: str) -> None:
    game = random_game(6900, load_map(name), 8, RuleOptions(), systems=(*COURSES, "drone", "mine"), most_mines=1)
    compare(game.sea_map, misheard(game, 6900, 1), game.tracked, game.options, "captain", 1, most=3_000)


@pytest.mark.parametrize("mishears", [1, 2])
def test_how_readings_are_kept_makes_no_difference(mishears: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a real map, too large for the twin: every limit gives the same answers."""
    line = parse_line("N N silence E E gap S silence" if mishears == 1 else "N E silence E", Side.YELLOW)
    ends = []
    for limit in (0, 250, 10**9):
        monkeypatch.setattr(fan_readings, "SHAPES_A_VARIANT", limit)
        ends.append(Tracker.start(load_map("alpha"), model="captain", mishears=mishears).hear_all(line))
    for end in ends[1:]:
        assert (end.cells, end.starts, end.histories) == (ends[0].cells, ends[0].starts, ends[0].histories)
        assert end.probability() == pytest.approx(ends[0].probability(), rel=1e-9)


def test_no_errors_allowed_is_the_record_as_heard() -> None:
    for seed in range(6950, 6960):
        game = random_game(seed, random_map(seed, 5), 10, random_options(seed))
        plain = Tracker.start(game.sea_map, game.tracked, game.options, "captain").hear_all(game.announcements)
        none = Tracker.start(game.sea_map, game.tracked, game.options, "captain", 0).hear_all(game.announcements)
        assert (none.cells, none.histories, none.probability()) == (plain.cells, plain.histories, plain.probability())


def test_true_cell_is_never_lost_with_as_many_errors_as_are_allowed() -> None:
    for seed in range(7000, 7020):
        game = random_game(seed, random_map(seed), 25, random_options(seed), most_mines=2)
        tracker = Tracker.start(game.sea_map, game.tracked, game.options, "exact", 1)
        assert game.cells[-1] in tracker.hear_all(misheard(game, seed, 1)).cells, f"seed {seed}"


def test_two_errors_find_the_pair_that_one_cannot() -> None:
    tracker = Tracker.start(SeaMap("hand", ("...",)), mishears=1)
    heard = parse_line("N N", Side.YELLOW)
    after_one = tracker.hear_all(heard)
    assert (after_one.consistent, after_one.contradiction, after_one.repairs()) == (False, 2, [])
    pairs = after_one.repair_pairs()
    assert sum(pair.probability for pair in pairs) == pytest.approx(1)
    # Never said twice; or once never said and once east or west, 4 pairs; or both east or both west, 2 pairs.
    assert sorted(len(pair.edits) for pair in pairs) == [2] * 7
    assert Tracker.start(SeaMap("hand", ("...",)), mishears=2).hear_all(heard).consistent


def test_mishears_beyond_two_are_refused() -> None:
    with pytest.raises(ValueError, match="3 mishears"):
        Tracker.start(SeaMap("hand", ("...",)), mishears=3)
