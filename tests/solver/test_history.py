"""A tracker's history stays right when older hypotheses are forgotten for memory."""

from __future__ import annotations

import pytest

from tests.solver.random_games import random_game
from tracker import RuleOptions, Tracker, load_map
from tracker.solver import tracking


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
    assert all(count % tracking.CHECKPOINTS for count in forgotten)
    for full, found in zip(reversed(whole), reversed(thin), strict=True):
        assert found.cells == full.cells
        assert found.histories == full.histories
        assert found.probability() == pytest.approx(full.probability())
