"""The readings of earlier dives: followed as their sum, and told apart again, they answer as the loop over records."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.solver.random_games import RandomGame, random_game
from tests.solver.random_maps import random_map
from tests.solver.test_mishears import compare_game, misheard, random_options
from tracker import Tracker, load_map
from tracker.game.announcements import Announcement, Mine, Side, Surface
from tracker.game.errors import TooManyHypotheses
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.solver import memory
from tracker.solver.answers import Model
from tracker.solver.bitboards import sizes_of
from tracker.solver.earlier import EARLIER
from tracker.solver.fan_readings import FanReadings


def with_surfacings(game: RandomGame, seed: int, often: int) -> list[Announcement]:
    """Return a game's announcements, heard with an error, with surfacings of the tracked side put in."""
    rng = random.Random(f"surfacings {seed}")
    heard: list[Announcement] = []
    for announcement in misheard(game, seed, seed % 2):
        if rng.randrange(often) == 0:
            heard.append(Announcement(game.tracked, Surface(None)))
        heard.append(announcement)
    return heard


@pytest.mark.parametrize("seed", range(7100, 7140))
def test_one_error_over_many_dives(seed: int) -> None:
    systems = ("course", "silence", "drone") if seed % 2 else ("course", "gap", "unheard", "torpedo", "sonar")
    game = random_game(seed, random_map(seed, 4), 12, random_options(seed), systems=systems)
    compare_game(game, with_surfacings(game, seed, 3), seed, 1)


@pytest.mark.parametrize("seed", range(7200, 7215))
def test_two_errors_over_many_dives(seed: int) -> None:
    game = random_game(seed, random_map(seed, 3), 6, random_options(seed), systems=("course", "silence"))
    compare_game(game, with_surfacings(game, seed, 2), seed, 2)


@pytest.mark.parametrize("seed", range(7300, 7330))
def test_mines_dropped_in_a_later_dive(seed: int) -> None:
    """A dive's readings are told apart when the first mine is dropped."""
    game = random_game(seed, random_map(seed, 4), 7, random_options(seed), systems=("course", "silence"))
    heard = with_surfacings(game, seed, 3)
    rng = random.Random(f"mine {seed}")
    heard.insert(rng.randrange(3, len(heard)), Announcement(game.tracked, Mine()))
    compare_game(game, heard, seed, 1 + (seed % 5 == 0 and len(heard) < 8))


VOYAGE = "N N E silence S surface ? E E silence N W surface ? S S silence W N"


def readings_after(line: str, model: Model = "captain", mishears: int = 1) -> FanReadings:
    tracker = Tracker.start(load_map("alpha"), model=model, mishears=mishears)
    readings = tracker.hear_all(parse_line(line, Side.YELLOW)).hypotheses
    assert isinstance(readings, FanReadings)
    return readings


def weights_apart(readings: FanReadings) -> dict[tuple[int, ...], float]:
    """Return what each reading weighs with parents of its own."""
    opening, label, edits = readings.apart()
    weights = np.bincount(np.repeat(label, sizes_of(opening.here)), opening.packed, len(edits))
    return {tuple(codes): float(weight) for codes, weight in zip(edits.tolist(), weights, strict=True)}


@pytest.mark.parametrize("model", ["uniform", "captain"])
@pytest.mark.parametrize("mishears", [1, 2])
def test_readings_told_apart_weigh_and_count_what_they_did_together(model: Model, mishears: int) -> None:
    readings = readings_after(VOYAGE if mishears == 1 else "N E surface ? W surface ? S", model, mishears)
    assert (readings.edits == EARLIER).any()
    assert (readings.earlier.sizes > 1).any()
    baked = readings.baked()
    parts = list(readings.earlier.weights_of(baked.label, baked.edits, baked.openings[-1]))
    together = {
        tuple(codes): weight
        for edits, weights in parts
        for codes, weight in zip(edits.tolist(), weights.tolist(), strict=True)
    }
    apart = weights_apart(readings)
    assert apart.keys() == together.keys()
    assert apart == pytest.approx(together, rel=1e-9)
    opening, _, _ = readings.apart()
    assert readings.answer.histories == int(sizes_of(opening.here).sum())
    mass = readings.mass()
    assert mass.sum() == pytest.approx(sum(apart.values()), rel=1e-9)


def test_shares_are_of_every_reading_and_the_likeliest_come_first() -> None:
    shares = readings_after(VOYAGE).shares(20)
    assert sum(share for _, share in shares) == pytest.approx(1)
    assert [share for _, share in shares] == sorted((share for _, share in shares), reverse=True)
    assert len({edits for edits, _ in shares}) == len(shares)
    assert readings_after(VOYAGE).shares(20, most=3) == shares[:3]


def parents_by_dive(sea_map: SeaMap, dive: Sequence[Announcement], dives: int) -> list[int]:
    tracker, found = Tracker.start(sea_map, model="captain", mishears=1, history_bytes=0), []
    for _ in range(dives):
        for announcement in dive:
            tracker = tracker.hear(announcement)
        found.append(tracker.shapes)
        tracker = tracker.hear(replace(dive[0], item=Surface(None)))
    return found


def test_what_a_dive_is_followed_with_does_not_grow_from_dive_to_dive() -> None:
    shapes = parents_by_dive(load_map("alpha"), parse_line("N silence S", Side.YELLOW), 40)
    assert set(shapes[1:]) == {200}


def test_what_is_kept_of_a_reading_of_an_earlier_dive_is_its_cells() -> None:
    few, many = (readings_after("N surface ? " * dives) for dives in (10, 40))
    for readings in (few, many):
        earlier = readings.earlier
        assert len(readings.label) < 20
        assert len(earlier.cells) == len(earlier.weights) == earlier.first[-1] < 226 * len(earlier.edits)
    assert len(many.earlier.edits) < 5 * len(few.earlier.edits)


def test_more_readings_than_fit_are_refused_where_a_dive_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    baked = readings_after(VOYAGE).baked()
    told = baked.label, baked.edits, baked.openings[-1]
    assert len(baked.earlier.taken_on(*told).cells) > 0
    monkeypatch.setattr(memory, "ALWAYS_ALLOWED", 0)
    monkeypatch.setattr(memory, "SHARE_OF_FREE", 0)
    with pytest.raises(TooManyHypotheses) as refused:
        baked.earlier.taken_on(*told)
    assert refused.value.histories > 0
