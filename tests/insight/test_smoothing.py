"""Smoothing against the slow twin's histories, against filtering, and by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solver.random_games import RandomGame, random_game
from tests.solver.random_maps import random_map, random_options
from tracker.game.announcements import Gap, Heading, Side, Silence
from tracker.game.cells import Cell, parse_cell
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.records import loads
from tracker.insight.simulation import simulate
from tracker.insight.smoothing import Smoothing, smooth
from tracker.insight.truth import true_track
from tracker.solver.answers import Model
from tracker.solver.tracking import Contradiction, Tracker
from tracker.solver.twin import History, twin_histories

MOST = 3000
MODELS: tuple[Model, ...] = ("uniform", "captain")


def smoothed(game: RandomGame, model: Model) -> Smoothing:
    return smooth(game.sea_map, game.announcements, game.tracked, game.options, model)


def positions(history: History, game: RandomGame) -> Iterator[Cell]:
    """Yield a whole-game history's cell before the first announcement and after each."""
    cell, choices = history.start, iter(history.choices)
    yield cell
    for announcement in game.announcements:
        if announcement.side is game.tracked and isinstance(announcement.item, Heading | Gap | Silence):
            for course in next(choices):
                cell += 16 * course.step[0] + course.step[1]
        yield cell


def by_the_twin(game: RandomGame, histories: list[History], model: Model) -> npt.NDArray[np.float64]:
    cells = np.zeros((len(game.announcements) + 1, 16, 16))
    for history in histories:
        weight = 1.0 if model == "uniform" else history.weight * sum(history.mines.values())
        for moment, cell in enumerate(positions(history, game)):
            cells[moment, cell // 16, cell % 16] += weight
    cells /= cells[0].sum()
    return cells[:, : game.sea_map.rows, : game.sea_map.columns]


def last_histories(game: RandomGame) -> list[History] | None:
    """The twin's histories at the end, None where they are too many to compare with."""
    steps = list(twin_histories(game.sea_map, game.announcements, game.tracked, game.options, MOST))
    return steps[-1] if len(steps) == len(game.announcements) else None


@settings(max_examples=150)
@given(st.integers(0, 10**6), st.integers(1, 14))
def test_smoothing_agrees_with_every_history_one_by_one(seed: int, length: int) -> None:
    game = random_game(seed, random_map(seed, 5), length, random_options(seed))
    histories = last_histories(game)
    if histories is None:
        return
    for model in MODELS:
        found = smoothed(game, model)
        np.testing.assert_allclose(found.cells, by_the_twin(game, histories, model), atol=1e-9)
        assert {s for s, p in found.dives[-1].starts.items() if p > 0} == {h.dive_start for h in histories}


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.integers(8, 22))
def test_mines_that_outlive_a_surfacing_tie_the_dives_together(seed: int, length: int) -> None:
    kinds = ("course", "silence", "surface", "mine", "trigger", "torpedo")
    game = random_game(seed, random_map(seed, 4), length, random_options(seed), systems=kinds)
    histories = last_histories(game)
    if histories is None:
        return
    for model in MODELS:
        np.testing.assert_allclose(smoothed(game, model).cells, by_the_twin(game, histories, model), atol=1e-9)


@pytest.mark.parametrize("model", MODELS)
def test_the_last_moment_is_what_the_tracker_says(model: Model) -> None:
    sea_map = load_map("alpha")
    for seed in range(3):
        record = simulate(sea_map, f"smooth {seed}")
        found = smooth(sea_map, record.announcements, Side.BLUE, record.options, model)
        tracker = Tracker.start(sea_map, Side.BLUE, record.options, model).hear_all(record.announcements)
        np.testing.assert_allclose(found.cells[-1], tracker.posterior(), atol=1e-12)
        np.testing.assert_allclose(found.cells.sum(axis=(1, 2)), 1)


@pytest.mark.parametrize("map_id", ["alpha", "delta", "bravo-tbt"])
def test_the_truth_is_never_smoothed_away_and_nothing_new_is_possible(map_id: str) -> None:
    sea_map = load_map(map_id)
    record = simulate(sea_map, "kept")
    for side in Side:
        found = smooth(sea_map, record.announcements, side, record.options, "captain")
        tracker = Tracker.start(sea_map, side, record.options, "captain")
        for moment, cell in enumerate(true_track(record, side)):
            assert cell is not None
            assert found.cells[moment, cell // 16, cell % 16] > 0
            assert not np.any((found.cells[moment] > 0) & (tracker.posterior() == 0))
            if moment < len(record.announcements):
                tracker = tracker.hear(record.announcements[moment])


def test_a_late_clue_tells_where_the_game_began() -> None:
    record = loads("B N\nB silence\nB E\nY drone 1 yes\nY torpedo A1 direct")
    sea_map = SeaMap("row", ("...", "..#", "..."), 3)
    with pytest.raises(Contradiction):
        smooth(sea_map, record.announcements, Side.BLUE, record.options, "uniform")
    record = loads("B N\nB E\nB silence\nY torpedo C1 direct")
    found = smooth(sea_map, record.announcements, Side.BLUE, record.options, "uniform")
    dive = found.dives[0]
    assert dive.starts == {parse_cell("A2"): 0.5, parse_cell("B2"): 0.5}
    assert dive.histories == 2
    assert dive.route_share == 0.5
    assert dive.route[-1] == parse_cell("C1")
    assert len(found.dives) == 1


def test_each_dive_has_its_likeliest_route() -> None:
    sea_map = load_map("alpha")
    record = simulate(sea_map, "routes")
    found = smooth(sea_map, record.announcements, Side.BLUE, record.options, "captain")
    for dive in found.dives:
        assert len(set(dive.route)) == len(dive.route)
        assert all(sea_map.is_sea(cell) for cell in dive.route)
        assert found.cells[dive.last, dive.route[-1] // 16, dive.route[-1] % 16] >= dive.route_share - 1e-12
    ends = defaultdict(set)
    for dive in found.dives:
        ends[dive.first].add(dive.last)
    assert [dive.first for dive in found.dives][1:] == [dive.last for dive in found.dives][:-1]
