"""A tracker's history stays right when older hypotheses are forgotten for memory."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from benchmarks.cases import long_voyage
from tests.solver.random_games import random_game
from tracker import RuleOptions, Tracker, load_map
from tracker.solver import tracking
from tracker.solver.memory import SPARSEST, checkpoint, stretch


@pytest.mark.parametrize("mishears", [0, 1])
def test_older_trackers_find_their_hypotheses_again(mishears: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sea_map = load_map("alpha-tbt")
    game = random_game(7, sea_map, 40, RuleOptions())
    whole = [Tracker.start(sea_map, game.tracked, mishears=mishears)]
    for announcement in game.announcements:
        whole.append(whole[-1].hear(announcement))
    monkeypatch.setattr(tracking, "HISTORY_BYTES", 4000)
    thin = [Tracker.start(sea_map, game.tracked, mishears=mishears)]
    for announcement in game.announcements:
        thin.append(thin[-1].hear(announcement))
    forgotten = [tracker.count for tracker in thin if tracker._held is None]
    assert len(forgotten) > 10
    for full, found in zip(reversed(whole), reversed(thin), strict=True):
        assert found.cells == full.cells
        assert found.histories == full.histories
        assert found.probability() == pytest.approx(full.probability())


def held_bytes(newest: Tracker) -> int:
    """Count what a tracker and those before it hold, but for the start; an update shares nothing that is counted."""
    held, tracker = {}, newest
    while tracker.previous is not None:
        if tracker._held is not None:
            held[id(tracker._held)] = tracker._held.own_bytes
        tracker = tracker.previous
    return sum(held.values())


@pytest.mark.parametrize(("mishears", "most"), [(0, 8_000), (1, 4 << 20), (1, 2 << 20)])
def test_however_long_the_game_the_past_holds_no_more_than_it_may(mishears: int, most: int) -> None:
    sea_map = load_map("alpha-tbt")
    line = [Tracker.start(sea_map, mishears=mishears, history_bytes=most)]
    for announcement in long_voyage(sea_map, 4, 400):
        line.append(line[-1].hear(announcement))
        newest = [tracker._held.own_bytes for tracker in line[-2:] if tracker._held is not None]
        assert len(newest) == min(2, len(line))
        assert held_bytes(line[-1]) <= most + sum(newest)
    # what there is room for is kept, the nearer the denser
    kept = [tracker.count for tracker in line if tracker._held is not None]
    assert len(kept) > 8
    gaps = [late - early for early, late in pairwise(kept)]
    assert max(gaps[-3:]) < max(gaps)


def test_as_many_older_trackers_are_kept_as_there_are_stretches_while_there_is_room() -> None:
    sea_map = load_map("alpha-tbt")
    line = [Tracker.start(sea_map, history_bytes=16_000)]
    for announcement in long_voyage(sea_map, 4, 700):
        line.append(line[-1].hear(announcement))
    line[-1]._forget(0)
    kept = [tracker.count for tracker in line if tracker._held is not None]
    stretches = {stretch(count, 700) for count in range(1, 699)}
    assert 0.8 * len(stretches) < len(kept) - 3 <= len(stretches)


def test_of_a_stretch_the_smallest_is_kept() -> None:
    line = [Tracker.start(load_map("alpha-tbt"), history_bytes=10**9)]
    for announcement in long_voyage(load_map("alpha-tbt"), 4, 60):
        line.append(line[-1].hear(announcement))
    sizes = {tracker.count: tracker.hypotheses.own_bytes for tracker in line}
    line[-1]._forget(0)
    for _, counts in groupby(range(1, 59), lambda count: stretch(count, 60)):
        some = list(counts)
        (kept,) = [count for count in some if line[count]._held is not None]
        assert sizes[kept] == min(sizes[count] for count in some)


def test_a_tracker_far_from_any_that_is_kept_is_found_again() -> None:
    sea_map = load_map("alpha-tbt")
    voyage = long_voyage(sea_map, 4, 1500)
    line = [Tracker.start(sea_map, history_bytes=0)]
    for announcement in voyage:
        line.append(line[-1].hear(announcement))
    kept = [tracker.count for tracker in line if tracker._held is not None]
    assert max(late - early for early, late in pairwise(kept)) > 1000
    assert line[-5].probability() == Tracker.start(sea_map).hear_all(voyage[:-4]).probability()
    assert len([tracker for tracker in line if tracker._held is not None]) < 12


def test_checkpoints_are_sparser_the_older_they_are() -> None:
    for newest in (0, 7, 8, 100, 5_000):
        kept = [number for number in range(newest + 1) if checkpoint(number, newest)]
        assert kept[0] == 0
        assert all(late - early <= SPARSEST for early, late in zip(kept, [*kept[1:], newest], strict=True))
        assert len(kept) <= 16 + newest // SPARSEST
        # what was let go of is not asked for again
        assert {number for number in range(newest) if checkpoint(number, newest + 1)} <= set(kept)
