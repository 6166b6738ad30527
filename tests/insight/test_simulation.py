"""Simulated games: legal records, the same for the same seed, in which the tracker never loses the true cell."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solver.random_maps import random_map, random_options
from tracker.game.announcements import Archer, Heading, Side, Silence, Surface
from tracker.game.engineer import engineer_warnings
from tracker.game.gauges import gauge_warnings
from tracker.game.map_checks import check_item
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.records import Record, dumps, loads
from tracker.insight.simulation import CHARACTERS, Setting, simulate
from tracker.insight.truth import really_said, true_track
from tracker.solver.tracking import Tracker

MAPS = ("alpha", "alpha-tbt", "delta", "echo", "golf")


def assert_the_truth_is_kept(record: Record, sea_map: SeaMap) -> None:
    for side in Side:
        tracker = Tracker.start(sea_map, side, record.options, "exact")
        for announcement, cell in zip(record.announcements, list(true_track(record, side))[1:], strict=True):
            tracker = tracker.hear(announcement)
            assert cell in tracker.cells


@pytest.mark.parametrize("map_id", MAPS)
def test_a_simulated_record_is_a_legal_record(map_id: str) -> None:
    sea_map = load_map(map_id)
    for seed in range(3):
        record = simulate(sea_map, f"legal {seed}", Setting(mishears=0.05))
        assert loads(dumps(record)) == record
        for announcement in record.announcements:
            check_item(announcement.item, sea_map)


def test_the_same_seed_gives_the_same_game() -> None:
    sea_map = load_map("bravo")
    assert simulate(sea_map, "7") == simulate(sea_map, "7")
    assert simulate(sea_map, "7") != simulate(sea_map, "8")


@pytest.mark.parametrize("map_id", MAPS)
def test_the_true_cell_is_never_lost(map_id: str) -> None:
    for seed in range(4):
        sea_map = load_map(map_id)
        assert_the_truth_is_kept(simulate(sea_map, f"kept {seed}"), sea_map)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(list(CHARACTERS)))
def test_games_on_odd_maps_with_odd_rules_keep_the_truth_too(seed: int, character: str) -> None:
    sea_map, options = random_map(seed), random_options(seed)
    record = simulate(sea_map, str(seed), Setting(options, (character,), real_time=seed % 3 > 0, longest=60))
    assert loads(dumps(record)) == record
    assert record.options == options
    assert_the_truth_is_kept(record, sea_map)


@pytest.mark.parametrize("map_id", MAPS)
def test_gauges_and_engineers_sheets_explain_every_simulated_game(map_id: str) -> None:
    for seed in range(5):
        record = simulate(load_map(map_id), f"paid {seed}")
        for side in Side:
            assert gauge_warnings(record.announcements, side) == ()
            assert engineer_warnings(record.announcements, side) == ()


def test_turns_alternate_and_a_surfacing_gives_three_turns_in_a_row() -> None:
    for seed in range(6):
        record = simulate(load_map("bravo-tbt"), f"turns {seed}")
        turns = [a for a in record.announcements if isinstance(a.item, Heading | Surface)]
        surfaced = [i for i, a in enumerate(turns) if isinstance(a.item, Surface)]
        for before, after in pairwise(turns):
            if not surfaced:
                assert before.side is not after.side
        for i in surfaced:
            follow = turns[i + 1 : i + 4]
            cut = next((k for k, a in enumerate(follow) if isinstance(a.item, Surface)), len(follow))
            assert {a.side for a in follow[: cut + 1]} <= {turns[i].side.other}


def test_clocks_run_forward_in_real_time_only() -> None:
    clocks = [a.clock for a in simulate(load_map("alpha"), "clock").announcements]
    assert None not in clocks
    assert clocks == sorted(clock for clock in clocks if clock is not None)
    assert {a.clock for a in simulate(load_map("alpha-tbt"), "clock").announcements} == {None}


def test_every_system_and_every_end_occurs() -> None:
    seen: Counter[str] = Counter()
    for seed in range(25):
        record = simulate(load_map("echo"), f"all {seed}")
        seen.update(type(a.item).__name__ for a in record.announcements)
        seen[record.tag("Result") or ""] += 1
    assert {"Silence", "Surface", "Drone", "Sonar", "Torpedo", "Mine", "Trigger", "Archer", "Hurt", "Ready"} <= set(
        seen
    )
    assert seen["yellow sunk"]
    assert seen["blue sunk"]


def test_an_archer_mine_is_set_off_once() -> None:
    for seed in range(10):
        targets = [
            a.item.target
            for a in simulate(load_map("echo"), f"once {seed}").announcements
            if isinstance(a.item, Archer)
        ]
        assert len(targets) == len(set(targets))


def test_edge_huggers_stay_nearer_the_edge_than_hiders() -> None:
    def beside_land(character: str) -> float:
        sea_map = load_map("alpha")
        cells = [
            cell
            for seed in range(8)
            for cell in true_track(simulate(sea_map, f"edge {seed}", Setting(characters=(character,))), Side.BLUE)
            if cell is not None
        ]
        return sum(sum(sea_map.is_sea(cell + d) for d in (-16, -1, 1, 16)) < 4 for cell in cells) / len(cells)

    assert beside_land("edge-hugger") > beside_land("hider") + 0.1


def test_mishears_can_be_put_right_from_the_records_comments() -> None:
    sea_map = load_map("alpha")
    clean = simulate(sea_map, "ears")
    heard = simulate(sea_map, "ears", Setting(mishears=0.2))
    assert heard.announcements != clean.announcements
    assert loads(dumps(heard)) == heard
    said = [(each.announcement.side, each.announcement.item) for each in really_said(heard)]
    assert said == [(a.side, a.item) for a in clean.announcements]
    assert list(true_track(heard, Side.BLUE))[-1] == list(true_track(clean, Side.BLUE))[-1]


def test_truth_that_is_not_told_is_unknown() -> None:
    record = loads('[Map "alpha"]\n[BlueStart "C4"]\nB N\nB silence\nB N\n')
    assert list(true_track(record, Side.BLUE))[:2] == [2 + 16 * 3, 2 + 16 * 2]
    assert list(true_track(record, Side.BLUE))[2:] == [None, None]
    assert set(true_track(record, Side.YELLOW)) == {None}
    assert Silence() in [a.item for a in record.announcements]
