"""A tracker's history stays right when older hypotheses are forgotten for memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pytest

from benchmarks.cases import long_voyage
from tests.solver.random_games import random_game
from tracker import RuleOptions, Tracker, load_map
from tracker.game.announcements import Side
from tracker.game.notation import parse_line
from tracker.solver import tracking
from tracker.solver.charts import Chart
from tracker.solver.memory import SPARSEST, checkpoint, owned, stretch


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


def bytes_held(trackers: Iterable[Tracker]) -> int:
    """Count what some trackers hold together, but for the start."""
    pieces: dict[int, int] = {}
    for tracker in trackers:
        if tracker._held is not None and tracker.previous is not None:
            pieces |= owned(tracker._held.arrays)
    return sum(pieces.values())


def arrays_within(value: object) -> Iterator[np.ndarray[Any, Any]]:
    """Yield every array that hypotheses lead to, what was worked out of them included, but for the map's tables."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from arrays_within(part)
    elif is_dataclass(value) and not isinstance(value, Chart):
        for part in getattr(value, "__dict__", {}).values():
            yield from arrays_within(part)


@pytest.mark.parametrize("mishears", [0, 1])
@pytest.mark.parametrize("record", ["N silence E silence N", "mine N silence E", "gap E silence surface ? N silence N"])
def test_everything_large_that_a_tracker_holds_is_counted(record: str, mishears: int) -> None:
    tracker = Tracker.start(load_map("alpha"), model="captain", mishears=mishears)
    for announcement in parse_line(record, Side.YELLOW):
        tracker = tracker.hear(announcement)
        assert tracker.cells
        assert tracker.posterior().any()
        within = owned(arrays_within(tracker.hypotheses))
        counted = owned(tracker.hypotheses.arrays)
        assert counted.items() <= within.items()
        missing = [size for piece, size in within.items() if piece not in counted]
        assert sum(missing) < 0.3 * sum(counted.values()) + 6_000


@pytest.mark.parametrize(("mishears", "most"), [(0, 1 << 18), (1, 2 << 20), (1, 1 << 20)])
def test_however_long_the_game_the_past_holds_no_more_than_it_may(mishears: int, most: int) -> None:
    sea_map = load_map("alpha")
    line = [Tracker.start(sea_map, mishears=mishears, history_bytes=most)]
    for announcement in long_voyage(sea_map, 4, 400 if mishears else 200, silences=2 if mishears else 8):
        line.append(line[-1].hear(announcement))
        assert [tracker for tracker in line[-2:] if tracker._held is not None] == line[-2:]
        assert bytes_held(line) <= 1.2 * most + bytes_held(line[-2:])
    # what there is room for is kept, the nearer the denser
    kept = [tracker.count for tracker in line if tracker._held is not None]
    assert len(kept) > 8
    gaps = [late - early for early, late in pairwise(kept)]
    assert max(gaps[-3:]) < max(gaps)


def test_as_many_older_trackers_are_kept_as_there_are_stretches_while_there_is_room() -> None:
    sea_map = load_map("alpha-tbt")
    line = [Tracker.start(sea_map, history_bytes=100_000)]
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
    sizes = {tracker.count: bytes_held([tracker]) for tracker in line}
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
