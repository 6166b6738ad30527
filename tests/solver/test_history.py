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


def test_a_tracker_holds_as_much_of_its_past_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracking, "FAR", 16)
    sea_map = load_map("alpha-tbt")
    game = random_game(7, sea_map, 90, RuleOptions())
    thin = [Tracker.start(sea_map, game.tracked, history_bytes=2000)]
    for announcement in game.announcements:
        thin.append(thin[-1].hear(announcement))
    newest = thin[-1].count
    kept = {tracker.count for tracker in thin if tracker._held is not None and tracker.count < newest - 16}
    assert kept <= {count for count in range(newest) if count % tracking.CHECKPOINTS**2 == 0}
    whole = Tracker.start(sea_map, game.tracked).hear_all(game.announcements)
    for found in reversed(thin):
        assert found.cells == whole.cells
        whole = whole.undo()
