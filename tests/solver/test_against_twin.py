"""The solver against the slow twin: every intermediate answer of seeded random games, weights included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
import pytest

from tests.solver.random_faults import with_fault
from tests.solver.random_games import RandomGame, random_game
from tests.solver.random_maps import random_map, random_options
from tracker import Tracker
from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell, column_of, row_of
from tracker.game.errors import TrackerError
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.solver.twin import History, Model, dive_routes, twin_answer, twin_histories

MODELS: tuple[Model, ...] = ("uniform", "captain")
MOST_PAIRS = 6_000
"""Pairs of history and mine placement after which a game is compared no further, for the twin's sake."""

MINES_ONLY = ("course", "gap", "surface", "mine", "trigger", "torpedo")


def compare(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    truth: Sequence[Cell] = (),
) -> int:
    """Compare every step and return how many there were; ``truth`` holds the true cells where the record is legal."""
    steps = list(twin_histories(sea_map, announcements, tracked, options, MOST_PAIRS))
    trackers = {model: [Tracker.start(sea_map, tracked=tracked, options=options, model=model)] for model in MODELS}
    exact = [Tracker.start(sea_map, tracked=tracked, options=options, model="exact")]
    for announcement in announcements[: len(steps)]:
        exact.append(exact[-1].hear(announcement))
        for line in trackers.values():
            line.append(line[-1].hear(announcement))
    # Only now are the steps looked at: what an earlier tracker answers must not depend on what was heard since.
    contradiction = None
    for number, (histories, true_cell) in enumerate(zip_longest(steps, truth[: len(steps)]), start=1):
        if not histories and contradiction is None:
            contradiction = number
        where = f"after announcement {number}, {announcements[number - 1].item}"
        same_possible(exact[number], histories, contradiction, where)
        for model, line in trackers.items():
            same_possible(line[number], histories, contradiction, where)
            same_posterior(line[number], histories, model, contradiction, where)
        if true_cell is not None:
            assert true_cell in exact[number].cells, where
    same_routes(trackers["uniform"][-1], steps)
    return len(steps)


def same_possible(tracker: Tracker, histories: Sequence[History], contradiction: int | None, where: str) -> None:
    answer = twin_answer(histories, "uniform", contradiction)
    assert tracker.consistent == answer.consistent, where
    assert tracker.contradiction == answer.contradiction, where
    assert tuple(tracker.cells) == answer.cells, where
    assert tuple(tracker.starts) == answer.starts, where
    assert tracker.histories == answer.histories, where


def same_posterior(
    tracker: Tracker, histories: Sequence[History], model: Model, contradiction: int | None, where: str
) -> None:
    if contradiction is not None:
        with pytest.raises(TrackerError):
            tracker.posterior()
        return
    answer = twin_answer(histories, model)
    expected = np.zeros((tracker.sea_map.rows, tracker.sea_map.columns))
    for cell, chance in answer.probability.items():
        expected[row_of(cell), column_of(cell)] = chance
    np.testing.assert_allclose(tracker.posterior(), expected, rtol=1e-9, atol=0, err_msg=f"{model} {where}")


def same_routes(tracker: Tracker, steps: Sequence[Sequence[History]]) -> None:
    if not steps or not steps[-1]:
        return
    routes = Counter(tuple(route.cells) for cell in tracker.cells for route in tracker.routes(cell))
    assert routes == dive_routes(steps[-1])


def compare_game(game: RandomGame) -> int:
    return compare(game.sea_map, game.announcements, game.tracked, game.options, game.cells)


@pytest.mark.parametrize("seed", range(300))
def test_small_maps(seed: int) -> None:
    compare_game(random_game(seed, random_map(seed), 30, random_options(seed)))


@pytest.mark.parametrize("seed", range(1000, 1100))
def test_small_maps_full_of_mines(seed: int) -> None:
    sea_map = random_map(seed, 5)
    compare_game(random_game(seed, sea_map, 40, random_options(seed), systems=MINES_ONLY, most_mines=4))


@pytest.mark.parametrize("seed", range(2000, 2025))
@pytest.mark.parametrize("name", ["alpha-tbt", "bravo-tbt", "charlie-tbt"])
def test_turn_by_turn_maps(name: str, seed: int) -> None:
    compare_game(random_game(seed, load_map(name), 40, random_options(seed), most_mines=2))


@pytest.mark.parametrize("seed", range(3000, 3010))
@pytest.mark.parametrize("name", ["alpha", "charlie", "delta", "echo", "foxtrot", "juliet"])
def test_real_time_maps(name: str, seed: int) -> None:
    compare_game(random_game(seed, load_map(name), 40, random_options(seed), most_mines=2))


@pytest.mark.parametrize("seed", range(4000, 4060))
def test_the_other_side_of_the_same_games(seed: int) -> None:
    game = random_game(seed, random_map(seed), 40, random_options(seed))
    compare(game.sea_map, game.announcements, game.tracked.other, game.options, game.other_cells)


@pytest.mark.parametrize("seed", range(5000, 5150))
def test_records_with_a_fault(seed: int) -> None:
    game = random_game(seed, random_map(seed), 30, random_options(seed))
    compare(game.sea_map, with_fault(game, seed), game.tracked, game.options)


def test_faults_do_contradict() -> None:
    contradictions = 0
    for seed in range(5000, 5150):
        game = random_game(seed, random_map(seed), 30, random_options(seed))
        steps = twin_histories(game.sea_map, with_fault(game, seed), game.tracked, game.options, MOST_PAIRS)
        contradictions += any(not histories for histories in steps)
    assert contradictions > 50
