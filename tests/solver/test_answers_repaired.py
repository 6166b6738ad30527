"""Answers put right: exactly the single corrections that fit, weighed as the corrected records are."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from tests.solver.random_games import random_game
from tracker import RuleOptions, SeaMap, Side, Tracker, load_map, loads
from tracker.game.announcements import Announcement, Item
from tracker.solver.alternatives import alternatives
from tracker.solver.updates import is_evidence


def fitting(sea_map: SeaMap, heard: tuple[Announcement, ...], tracked: Side) -> dict[tuple[int, Item], float]:
    """Return the uniform mass of the record with each one answer changed, where it fits, one after the other."""
    found = {}
    for number, announcement in enumerate(heard, 1):
        for item in alternatives(announcement, tracked, sea_map) if is_evidence(announcement, tracked) else []:
            changed = (*heard[: number - 1], replace(announcement, item=item), *heard[number:])
            tracker = Tracker.start(sea_map, tracked).hear_all(changed)
            if tracker.consistent:
                found[number, item] = float(tracker.hypotheses.mass().sum())
    return found


def broken(seed: int) -> tuple[SeaMap, tuple[Announcement, ...], Side]:
    """Return a random game in which one answer was changed so that nothing fits any more."""
    sea_map = load_map("charlie-tbt")
    for again in count(seed, 1000):
        game = random_game(again, sea_map, 14, RuleOptions())
        heard = tuple(game.announcements)
        for index, announcement in enumerate(heard):
            if not is_evidence(announcement, game.tracked):
                continue
            for item in alternatives(announcement, game.tracked, sea_map):
                changed = (*heard[:index], replace(announcement, item=item), *heard[index + 1 :])
                if not Tracker.start(sea_map, game.tracked).hear_all(changed).consistent:
                    return sea_map, changed, game.tracked
    raise AssertionError("the numbers do not end")


@pytest.mark.parametrize("seed", range(20))
def test_answers_are_repaired_as_the_corrected_records_weigh(seed: int) -> None:
    sea_map, heard, tracked = broken(seed)
    expected = fitting(sea_map, heard, tracked)
    assert expected, "the answer that was changed can be changed back"
    repairs = Tracker.start(sea_map, tracked).hear_all(heard).repairs()
    found = {(r.edits[0].announcement, r.answer): r.probability for r in repairs if r.answer is not None}
    assert found.keys() == expected.keys()
    share = sum(found.values()) / sum(expected.values())
    assert found == pytest.approx({key: mass * share for key, mass in expected.items()})


def test_a_drone_heard_wrong() -> None:
    heard = loads("surface 1\nY drone 1 no").announcements
    repairs = Tracker.start(load_map("alpha-tbt")).hear_all(heard).repairs()
    answers = {(r.edits[0].announcement, str(r.answer)) for r in repairs if r.answer is not None}
    assert {number for number, _ in answers} == {1, 2}
    assert sum(number == 2 for number, _ in answers) == 1
    assert sum(number == 1 for number, _ in answers) == 3
