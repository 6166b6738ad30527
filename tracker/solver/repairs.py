"""Single corrections that make a contradictory record fit, and the pairs where no single one does.

Knows records as announcements heard; the probabilities come from the readings of ``mishears``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.game.announcements import Announcement, Item, Side
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.solver.alternatives import alternatives
from tracker.solver.answers import Model
from tracker.solver.charts import chart_of
from tracker.solver.mishears import Readings, begun, heard
from tracker.solver.readings import Edit, Mistake
from tracker.solver.updates import is_evidence


@dataclass(frozen=True, slots=True)
class Repair:
    """Corrections, one or two, that together make the record fit, and how likely they are.

    The probabilities of course corrections sum to 1. Where ``answer`` is the corrected item, the probability is its
    share among all single corrections, those of courses included.
    """

    edits: tuple[Edit, ...]
    probability: float
    answer: Item | None = None


def start_readings(sea_map: SeaMap, model: Model, mishears: int) -> Readings:
    """Return all readings with at most ``mishears`` errors before anything was heard."""
    chart = chart_of(sea_map)
    return begun(chart, model, chart.sea, 1 / len(sea_map.sea) if model == "captain" else 1.0, mishears)


def repairs(
    sea_map: SeaMap, announcements: Sequence[Announcement], tracked: Side, options: RuleOptions, model: Model
) -> list[Repair]:
    """Return the single corrections that make a record fit that does not fit as heard, likeliest first.

    Corrections of courses come first, of answers after them. Raises TooManyHypotheses where the readings would not fit
    in memory.
    """
    readings = start_readings(sea_map, _weighing(model), 1)
    others: dict[int, list[Item]] = {}
    for number, announcement in enumerate(announcements, 1):
        if is_evidence(announcement, tracked):
            others[number] = alternatives(announcement, tracked, sea_map)
            readings = heard(readings, announcement, number, tracked, options, others[number])
            if not readings.shapes:
                return []
    shares = [(edits, share) for edits, share in readings.shares(len(announcements)) if len(edits) == 1]
    total = sum(share for _, share in shares)
    answers = [
        Repair(edits, share / total, others[edits[0].announcement][int(edits[0].instead or 0)])
        for edits, share in shares
        if edits[0].mistake is Mistake.ANSWER
    ]
    return _normalised([(edits, share) for edits, share in shares if edits[0].mistake is not Mistake.ANSWER]) + answers


def repair_pairs(
    sea_map: SeaMap, announcements: Sequence[Announcement], tracked: Side, options: RuleOptions, model: Model
) -> list[Repair]:
    """Return the pairs of course corrections that make a record fit, likeliest first; their shares sum to 1.

    Raises TooManyHypotheses where the readings would not fit in memory.
    """
    readings = start_readings(sea_map, _weighing(model), 2)
    for number, announcement in enumerate(announcements, 1):
        if is_evidence(announcement, tracked):
            readings = heard(readings, announcement, number, tracked, options)
            if not readings.shapes:
                return []
    return _normalised([(edits, share) for edits, share in readings.shares(len(announcements)) if len(edits) == 2])


def _weighing(model: Model) -> Model:
    return "uniform" if model == "exact" else model


def _normalised(shares: list[tuple[tuple[Edit, ...], float]]) -> list[Repair]:
    total = sum(share for _, share in shares)
    return [Repair(edits, share / total) for edits, share in shares]
