"""The tracker as a persistent history: undo, contradictions, refusals that leave it usable, many threads at once."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from tests.solver.random_games import RandomGame, random_game
from tests.solver.random_maps import random_map, random_options
from tracker import Tracker
from tracker.game.announcements import Announcement, Heading, Side
from tracker.game.cells import Cell, Course, parse_cell
from tracker.game.errors import ImpossibleOnMap, TooManyHypotheses, TrackerError
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.solver import memory
from tracker.solver.answers import Model
from tracker.solver.tracking import Contradiction

MODELS: tuple[Model, ...] = ("exact", "uniform", "captain")


def heard(tracker: Tracker, *lines: str) -> Tracker:
    return tracker.hear_all(a for line in lines for a in parse_line(line, Side.YELLOW))


def answers(tracker: Tracker) -> tuple[object, ...]:
    """Return everything a tracker answers, in a form that can be compared."""
    posterior = None if tracker.model == "exact" or not tracker.consistent else tracker.posterior().tobytes()
    return (
        tracker.cells,
        tracker.starts,
        tracker.histories,
        tracker.shapes,
        tracker.contradiction,
        posterior,
        tuple(tracker.sectors().items()) if tracker.model != "exact" else None,
        tracker.count,
    )


def tracker_of(game: RandomGame, model: Model, mishears: int = 0) -> Tracker:
    return Tracker.start(game.sea_map, game.tracked, game.options, model, mishears)


# Hearing and undoing


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seed", range(900, 908))
def test_hearing_leaves_the_older_trackers_as_they_were(seed: int, model: Model) -> None:
    game = random_game(seed, random_map(seed), 20, random_options(seed))
    line = [tracker_of(game, model)]
    fresh = [answers(line[0])]
    for announcement in game.announcements:
        line.append(line[-1].hear(announcement))
        fresh.append(answers(line[-1]))
    # Another game goes on from each, so that whatever they share is used again.
    for tracker in line:
        heard(tracker, "silence", "mine", "surface ?", "? gap")
    again = [tracker_of(game, model).hear_all(game.announcements[:number]) for number in range(len(line))]
    assert [answers(tracker) for tracker in line] == fresh == [answers(tracker) for tracker in again]


def test_undo_drops_the_last_announcement() -> None:
    start = Tracker.start(load_map("alpha-tbt"))
    before = heard(start, "N", "silence")
    after = heard(before, "Y drone 1 yes")
    assert after.undo() is before
    assert after.undo().undo().undo() is start
    assert start.undo() is start
    assert start.announcements == ()
    assert answers(heard(after.undo(), "Y drone 1 yes")) == answers(after)


def test_announcements_are_all_that_was_heard_in_order() -> None:
    items = parse_line("N N silence", Side.YELLOW) + parse_line("Y N", Side.YELLOW) + parse_line("N S", Side.YELLOW)
    tracker = Tracker.start(load_map("alpha-tbt")).hear_all(items)
    assert tracker.announcements == items
    assert tracker.count == len(items)


@pytest.mark.parametrize(
    "item", ["scenario", "hurt", "ready mine", "dive", "drone 1 yes", "sonar ?", "Y N", "Y silence"]
)
def test_what_is_no_evidence_is_counted_and_changes_nothing(item: str) -> None:
    before = heard(Tracker.start(load_map("alpha-tbt"), model="captain"), "N", "silence")
    after = heard(before, item)
    assert answers(after)[:-1] == answers(before)[:-1]
    assert after.count == before.count + 1
    assert after.announcements[-1] == parse_line(item, Side.YELLOW)[0]


def test_either_side_can_be_tracked() -> None:
    sea_map = load_map("alpha-tbt")
    line = parse_line("Y N", Side.YELLOW) + parse_line("B drone 1 yes", Side.YELLOW)
    yellow = Tracker.start(sea_map, tracked=Side.YELLOW).hear_all(line)
    blue = Tracker.start(sea_map, tracked=Side.BLUE).hear_all(line)
    assert all(sea_map.sector_of(cell) == 1 for cell in yellow.cells)
    assert blue.cells == sea_map.sea


def test_a_long_record_is_no_deep_recursion() -> None:
    sea_map = SeaMap("pond", ("..", ".."))
    tracker = Tracker.start(sea_map)
    for _ in range(sys.getrecursionlimit() // 2):
        tracker = heard(tracker, "N", "surface ?", "S", "surface ?")
    assert len(tracker.announcements) == tracker.count == 4 * (sys.getrecursionlimit() // 2)
    assert (tracker.histories, tracker.cells) == (2, (parse_cell("A2"), parse_cell("B2")))
    assert tracker.last_consistent is tracker
    assert sum(tracker.probability().values()) == pytest.approx(1)


@pytest.mark.parametrize("model", ["uniform", "captain"])
def test_posterior_is_a_grid_that_cannot_be_written_to(model: Model) -> None:
    tracker = heard(Tracker.start(load_map("alpha"), model=model), "N", "silence")
    posterior = tracker.posterior()
    assert (posterior.shape, posterior.dtype) == ((15, 15), np.dtype(np.float64))
    assert posterior.sum() == pytest.approx(1)
    with pytest.raises(ValueError, match="read-only"):
        posterior[0, 0] = 1
    assert sum(tracker.sectors().values()) == pytest.approx(1)
    assert set(tracker.sectors()) == set(range(1, 10))


def test_the_newest_two_keep_their_posteriors_and_older_ones_sum_up_again() -> None:
    line, seen = [Tracker.start(load_map("alpha"), model="captain")], []
    for text in ("N", "N", "E", "Y drone 5 yes", "silence"):
        seen.append(line[-1].posterior())
        line.append(heard(line[-1], text))
    seen.append(line[-1].posterior())
    assert ["_posterior" in vars(tracker) for tracker in line] == [False] * 4 + [True] * 2
    for tracker, posterior in zip(line, seen, strict=True):
        np.testing.assert_array_equal(tracker.posterior(), posterior)


def test_exact_weighs_nothing_and_says_so() -> None:
    with pytest.raises(ValueError, match=r"start the tracker with model='uniform' or 'captain'"):
        Tracker.start(load_map("alpha"), model="exact").posterior()


@pytest.mark.parametrize("model", ["uniform", "captain"])
def test_weights_survive_many_dives(model: Model) -> None:
    """A hundred surfacings multiply the histories past any number a float holds, or divide a chance to nothing."""
    tracker = Tracker.start(SeaMap("pond", ("....", "....", "....")), model=model)
    for _ in range(150):
        tracker = heard(tracker, "silence", "silence", "silence", "surface ?")
    assert np.isfinite(tracker.posterior()).all()
    assert tracker.posterior().sum() == pytest.approx(1)
    assert tracker.posterior().min() > 0


# Contradictions


@pytest.mark.parametrize("mishears", [0, 1, 2])
@pytest.mark.parametrize("model", MODELS)
def test_a_contradiction_stays_and_everything_after_it_is_kept(model: Model, mishears: int) -> None:
    start = Tracker.start(SeaMap("row", ("...",)), model=model, mishears=mishears)
    before = heard(start, *["N"] * mishears)
    assert before.consistent
    tracker = heard(before, "N")
    number = mishears + 1
    for item in ("E", "surface ?", "mine", "trigger A1", "silence", "Y drone 1 yes", "ready mine"):
        later = heard(tracker, item)
        assert (later.consistent, later.contradiction) == (False, number)
        assert (later.cells, later.starts, later.histories, later.shapes) == ((), (), 0, 0)
        assert (later.probability(), later.sectors(), list(later.routes(0)), later.route_count) == ({}, {}, [], 0)
        assert later.count == tracker.count + 1
        assert later.last_consistent is before
        assert later.undo() is tracker
        if model != "exact":
            with pytest.raises(Contradiction, match=f"after announcement {number}: ") as raised:
                later.posterior()
            assert raised.value.announcement == number
            assert isinstance(raised.value, TrackerError)
        tracker = later


@pytest.mark.parametrize(
    ("grid", "line"),
    [
        ("...", "N"),
        ("...", "E W"),
        ("...", "E trigger A1"),
        ("...", "mine E trigger B1"),
        ("...", "blackout ?"),
        ("...", "torpedo B1 self=direct"),
        ("../##/.#", "E surface 2"),
        ("o.", "E surface ? unhurt"),
    ],
)
def test_contradictions_of_every_kind(grid: str, line: str) -> None:
    for model in MODELS:
        tracker = heard(Tracker.start(SeaMap("hand", tuple(grid.split("/")), sector_side=2), model=model), line)
        assert not tracker.consistent
        assert tracker.contradiction == tracker.count


# Refusals


@pytest.mark.parametrize("mishears", [0, 1])
@pytest.mark.parametrize(
    "item",
    ["Y drone 5 yes", "surface 5", "torpedo K1", "trigger A11", "archer A1", "Y sonar row=12 column=A", "mine(L1)"],
)
def test_an_item_that_the_map_cannot_have_leaves_the_tracker_usable(item: str, mishears: int) -> None:
    before = heard(Tracker.start(load_map("alpha-tbt"), mishears=mishears), "N", "silence")
    same = answers(before)
    with pytest.raises(ImpossibleOnMap):
        heard(before, item)
    assert answers(before) == same
    assert heard(before, "E").consistent
    # Even a contradiction does not make it possible.
    with pytest.raises(ImpossibleOnMap):
        heard(before, "N S", item)


@pytest.fixture
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "ALWAYS_ALLOWED", 100_000)
    monkeypatch.setattr(memory, "SHARE_OF_FREE", 0.0)


def until_refused(tracker: Tracker, line: str) -> tuple[Tracker, TooManyHypotheses]:
    """Hear the same again and again; return the last tracker before the refusal, and the refusal."""
    for _ in range(20):
        try:
            tracker = heard(tracker, line)
        except TooManyHypotheses as refusal:
            return tracker, refusal
    raise AssertionError("never refused")


@pytest.mark.usefixtures("no_memory")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("lines", [("silence",), ("mine", "silence"), ("mine", "trigger H8", "silence")])
def test_too_many_hypotheses_leave_the_tracker_usable(
    lines: tuple[str, ...], model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    tracker = Tracker.start(load_map("alpha"), model=model)
    tracker = heard(tracker, *lines[:-1])
    tracker, refusal = until_refused(tracker, lines[-1])
    assert refusal.histories > 0
    assert refusal.bytes_needed > 100_000
    assert f"{refusal.histories:,} histories" in str(refusal)
    assert answers(tracker) == answers(Tracker.start(load_map("alpha"), model=model).hear_all(tracker.announcements))
    # What needs no more room is still heard, and the refused one once there is room.
    assert heard(tracker, "Y drone 1 yes").count == tracker.count + 1
    monkeypatch.undo()
    more = heard(tracker, lines[-1])
    assert more.histories > tracker.histories
    assert heard(tracker.undo(), lines[-1], lines[-1]).histories == more.histories


@pytest.mark.usefixtures("no_memory")
def test_too_many_readings_leave_the_tracker_usable() -> None:
    tracker, _ = until_refused(Tracker.start(load_map("alpha"), mishears=2), "N")
    assert tracker.consistent
    assert sum(tracker.probability().values()) == pytest.approx(1)


# Threads


@pytest.mark.parametrize("mishears", [0, 1])
def test_sixteen_threads_hearing_at_once_give_the_same_answers(mishears: int) -> None:
    """The page's threads share maps, tables and older trackers; each hears another end of one game."""
    seeds = range(950, 966)
    shared = heard(Tracker.start(load_map("alpha-tbt"), model="captain", mishears=mishears), "N", "silence")
    courses = [[Course(seed >> 2 * k & 3) for k in range(3)] for seed in seeds]

    def hear(index: int) -> list[tuple[object, ...]]:
        tracker, given = shared, []
        for course in courses[index]:
            tracker = tracker.hear(Announcement(Side.BLUE, Heading(course)))
            given.append(answers(tracker))
        game = random_game(seeds[index], random_map(seeds[index]), 15 if not mishears else 6, random_options(index))
        own = tracker_of(game, "captain", mishears)
        for announcement in game.announcements:
            own = own.hear(announcement)
            given.append(answers(own))
        return given

    alone = [hear(index) for index in range(len(seeds))]
    barrier = Barrier(len(seeds))

    def together(index: int) -> list[tuple[object, ...]]:
        barrier.wait(timeout=60)
        return hear(index)

    with ThreadPoolExecutor(len(seeds)) as pool:
        assert list(pool.map(together, range(len(seeds)))) == alone


def test_many_threads_reading_one_tracker_agree() -> None:
    tracker = heard(Tracker.start(load_map("alpha"), model="captain"), "N", "silence", "E", "silence")

    def read(_: int) -> tuple[Cell, ...]:
        answers(tracker)
        return tracker.cells

    expected = heard(Tracker.start(load_map("alpha"), model="captain"), "N", "silence", "E", "silence").cells
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(read, range(16))) == {expected}


# Words


def test_repr_says_what_is_tracked_and_left() -> None:
    tracker = heard(Tracker.start(SeaMap("row", ("...",))), "E")
    assert repr(tracker) == "<Tracker of blue on row: 1 announcements, 2 histories>"
    assert repr(heard(tracker, "N")) == "<Tracker of blue on row: 2 announcements, contradiction at 2>"
