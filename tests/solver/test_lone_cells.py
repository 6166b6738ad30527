"""The one cell of a parent, which a gather or a copy hands on, is the one that its board has."""

from __future__ import annotations

import numpy as np
import pytest

from tests.solver.random_games import random_game
from tests.solver.random_maps import random_map, random_options
from tracker import Tracker
from tracker.game.announcements import Side
from tracker.solver import families, kernels
from tracker.solver.families import Families, Opening
from tracker.solver.fan_readings import FanReadings

KINDS = ("course", "unheard", "gap", "silence", "surface", "drone", "sonar")


def check(opening: Opening) -> int:
    looked = np.empty(len(opening.here), np.uint16)
    kernels.lone_cells(opening.here, looked)
    np.testing.assert_array_equal(opening.lone, looked)
    return int((looked != kernels.SEVERAL).sum())


@pytest.mark.parametrize("mishears", [0, 1, 2])
def test_known_cells_are_those_of_the_boards(mishears: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "WORTH_LOOKING", 1)
    lone = several = 0
    for seed in range(40 if mishears < 2 else 10):
        game = random_game(seed, random_map(seed, 6), 16, random_options(seed), systems=KINDS)
        tracker = Tracker.start(game.sea_map, Side.BLUE, random_options(seed), model="captain", mishears=mishears)
        for announcement in game.announcements:
            tracker = tracker.hear(announcement)
            now = tracker.hypotheses
            if isinstance(now, Families):
                openings: tuple[Opening, ...] = (now.opening, now.gathered().opening)
            elif isinstance(now, FanReadings):
                openings = (*now.openings, *now.exactly, *(variant.families.opening for variant in now.variants))
            else:
                continue
            for opening in openings:
                found = check(opening)
                lone, several = lone + found, several + len(opening.here) - found
    assert lone > 500
    assert several > 500
