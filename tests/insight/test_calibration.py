"""Calibration on games that are drawn from the captain model itself, and the true cell that is never lost."""

from __future__ import annotations

import random
from functools import lru_cache

import numpy as np
import pytest

from tracker.game.announcements import Announcement, Drone, Heading, Item, Side, Silence
from tracker.game.cells import cell_name
from tracker.game.map_files import load_map, map_ids
from tracker.game.records import Record, map_tags
from tracker.insight.baselines import CellMerge, CellSet
from tracker.insight.calibration import METHODS, Score, lost_at, score_game
from tracker.insight.measures import Reliability, entropy, log_score
from tracker.insight.simulation import simulate
from tracker.insight.simulation_submarine import Submarine
from tracker.insight.truth import true_track
from tracker.insight.waters import waters_of
from tracker.solver.tracking import Tracker

EDGES = (0.0, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.0)


def drifting(seed: int) -> Record:
    """A game whose captain is the captain model's: every open course and every outcome of a silence as likely."""
    rng = random.Random(f"drift {seed}")
    sea_map = load_map("alpha-tbt")
    submarine = Submarine(waters_of(sea_map, Record().options), rng.choice(sea_map.sea))
    start = submarine.cell
    said = []
    for _ in range(14):
        ways = submarine.open_courses()
        if not ways:
            break
        course, there = rng.choice(ways)
        submarine.enter(course, [there])
        said.append(Announcement(Side.BLUE, Heading(course)))
        if rng.random() < 0.2:
            outcome = rng.choice([None, *submarine.silences()])
            item: Item = Silence(0)
            if outcome is not None:
                submarine.enter(*outcome)
                item = Silence(len(outcome[1]), outcome[0])
            said.append(Announcement(Side.BLUE, item))
        if rng.random() < 0.1:
            sector = rng.randint(1, sea_map.sector_count)
            said.append(Announcement(Side.YELLOW, Drone(sector, submarine.sector == sector)))
    return Record((*map_tags(sea_map), ("BlueStart", cell_name(start))), tuple(said))


@lru_cache(maxsize=1)
def scores() -> dict[str, Score]:
    total: dict[str, Score] = {name: Score() for name in METHODS}
    for seed in range(80):
        for name, score in score_game(drifting(seed), load_map("alpha-tbt")).items():
            total[name].merged(score)
    return total


def test_the_captain_model_is_reliable_on_its_own_captains() -> None:
    # One moment of each game, and always the same: moments of one game hang together.
    moment, sea_map = 12, load_map("alpha-tbt")
    reliability, surprises = Reliability(EDGES), []
    for seed in range(500):
        record = drifting(seed)
        if len(record.announcements) < moment:
            continue
        tracker = Tracker.start(sea_map, Side.BLUE, record.options, "captain").hear_all(record.announcements[:moment])
        grid, cell = tracker.posterior(), list(true_track(record, Side.BLUE))[moment]
        assert cell is not None
        reliability.add(grid, cell)
        surprises.append(log_score(grid, cell) - entropy(grid))
    bins = reliability.bins()
    assert sum(found.reliable for found in bins) >= len(bins) - 1
    # Who means what is said is surprised, in the mean, by exactly the entropy.
    assert abs(np.mean(surprises)) < 3 * np.std(surprises) / np.sqrt(len(surprises))


def test_forgetting_anything_costs_bits() -> None:
    logs = {name: score.log for name, score in scores().items()}
    assert logs["captain"] == min(logs.values())
    assert logs["possible cells, even"] < logs["route forgotten at silence"] < logs["route never kept"]


def test_methods_are_compared_game_by_game() -> None:
    captain, worst = scores()["captain"], scores()["route never kept"]
    better, margin = captain.better_by(worst)
    assert better == pytest.approx(worst.log - captain.log)
    assert 0 < margin < better
    assert captain.better_by(captain) == (0.0, 0.0)
    # what varies from game to game alike in both does not blur the difference
    assert margin < np.hypot(captain.log_margin, worst.log_margin)


def test_no_method_loses_the_true_cell() -> None:
    assert {name: score.lost for name, score in scores().items()} == dict.fromkeys(METHODS, 0)
    assert {score.moments for score in scores().values()} == {scores()["captain"].moments}


def test_baselines_hold_every_cell_that_is_possible() -> None:
    sea_map = load_map("echo")
    for seed in range(3):
        record = simulate(sea_map, f"superset {seed}")
        waters = waters_of(sea_map, record.options)
        tracker = Tracker.start(sea_map, Side.BLUE, record.options, "exact")
        methods = CellSet(waters, Side.BLUE), CellSet(waters, Side.BLUE, forgetful=True), CellMerge(waters, Side.BLUE)
        for announcement in record.announcements:
            tracker = tracker.hear(announcement)
            for method in methods:
                method.hear(announcement)
                chances = method.chances()
                assert chances.sum() == pytest.approx(1)
                assert np.all(chances[list(tracker.cells)] > 0)


def test_without_silences_and_mines_the_transparency_is_exact() -> None:
    sea_map = load_map("alpha")
    record = simulate(sea_map, "until silence")
    waters = waters_of(sea_map, record.options)
    tracker, by_hand = Tracker.start(sea_map, Side.BLUE, record.options, "exact"), CellSet(waters, Side.BLUE)
    for announcement in record.announcements:
        if announcement.side is Side.BLUE and not isinstance(announcement.item, Heading):
            continue
        tracker = tracker.hear(announcement)
        by_hand.hear(announcement)
        assert set(np.flatnonzero(by_hand.chances()).tolist()) == set(tracker.cells)
        if not isinstance(announcement.item, Heading) and announcement.side is Side.BLUE:
            break


def test_games_without_truth_score_nothing() -> None:
    record = Record((("Map", "alpha"),), (Announcement(Side.BLUE, Heading(None)),))
    assert all(score.moments == 0 for score in score_game(record, load_map("alpha")).values())
    assert set(true_track(record, Side.BLUE)) == {None}


@pytest.mark.parametrize("map_id", map_ids())
def test_the_true_cell_is_never_lost(map_id: str) -> None:
    sea_map = load_map(map_id)
    for number in range(12):
        assert lost_at(simulate(sea_map, f"never lost {number}"), sea_map) == []
