"""The detectors on whole games: silent on what was heard right, and cheap."""

from __future__ import annotations

import pytest

from tracker.game.announcements import Heading, Side
from tracker.game.clue_warnings import clue_warnings
from tracker.game.map_files import load_map
from tracker.insight.simulation import simulate


@pytest.mark.parametrize("map_id", ["alpha", "charlie-tbt", "delta"])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_game_heard_right_gives_no_warning(map_id: str, seed: str) -> None:
    record = simulate(load_map(map_id), seed)
    for side in Side:
        assert clue_warnings(record.announcements, side) == ()


def test_games_with_courses_left_out_are_often_noticed_and_at_the_right_place() -> None:
    noticed = 0
    for seed in range(8):
        record = simulate(load_map("alpha"), f"left out {seed}")
        courses = [i for i, a in enumerate(record.announcements) if a.side is Side.BLUE and isinstance(a.item, Heading)]
        dropped = set(courses[5:11])
        heard = [a for i, a in enumerate(record.announcements) if i not in dropped]
        warnings = clue_warnings(heard, Side.BLUE)
        noticed += bool(warnings)
        for warning in warnings:
            assert warning.earliest <= warning.number + 1
            assert warning.number > courses[5]  # nothing was missed before
    assert noticed >= 4
