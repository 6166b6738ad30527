"""A tracker's history stays right when older hypotheses are forgotten for memory."""

from __future__ import annotations

import pytest

from tests.solver.random_games import random_game
from tracker import RuleOptions, Tracker, load_map
from tracker.solver import tracking
from tracker.solver.memory import SPARSEST, checkpoint


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
    assert not [count for count in forgotten if checkpoint(count, thin[-1].count)]
    for full, found in zip(reversed(whole), reversed(thin), strict=True):
        assert found.cells == full.cells
        assert found.histories == full.histories
        assert found.probability() == pytest.approx(full.probability())


def test_a_tracker_holds_as_much_of_its_past_as_it_may() -> None:
    sea_map = load_map("alpha-tbt")
    game = random_game(7, sea_map, 90, RuleOptions())
    thin = [Tracker.start(sea_map, game.tracked, history_bytes=2000)]
    for announcement in game.announcements:
        thin.append(thin[-1].hear(announcement))
    newest = thin[-1].count
    kept = {tracker.count for tracker in thin if tracker._held is not None and tracker.count < newest - 16}
    assert kept == {count for count in range(newest - 16) if checkpoint(count, newest)}
    whole = Tracker.start(sea_map, game.tracked).hear_all(game.announcements)
    for found in reversed(thin):
        assert found.cells == whole.cells
        whole = whole.undo()


def test_checkpoints_are_sparser_the_older_they_are() -> None:
    for newest in (0, 7, 8, 100, 5_000):
        kept = [number for number in range(newest + 1) if checkpoint(number, newest)]
        assert kept[0] == 0
        assert all(late - early <= SPARSEST for early, late in zip(kept, [*kept[1:], newest], strict=True))
        assert len(kept) <= 16 + newest // SPARSEST
        # what was let go of is not asked for again
        assert {number for number in range(newest) if checkpoint(number, newest + 1)} <= set(kept)
