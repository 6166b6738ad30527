"""Every reading of a record with at most K misheard courses, side by side and exact.

Knows when mines make the one form of readings needed and when the other is faster; each form knows how it hears.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from tracker.game.announcements import Announcement, Item, Mine, Side, Surface, Trigger
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Model
from tracker.solver.bitboards import Board, to_words
from tracker.solver.charts import Chart
from tracker.solver.families import EVEN, NO_FAN, NO_WEIGHTS, Families, Opening
from tracker.solver.fan_readings import FanReadings
from tracker.solver.mined import MinedShapes
from tracker.solver.mined_readings import MinedReadings

Readings: TypeAlias = FanReadings | MinedReadings


def begun(chart: Chart, model: Model, cells: Board, weight: float, most: int) -> FanReadings:
    """Return the readings with at most ``most`` errors before anything was heard, each cell weighing ``weight``."""
    packed = NO_WEIGHTS if model == "exact" else np.full(cells.bit_count(), weight)
    visited = np.zeros((1, 4), np.uint64)
    visited[0, 0] = 1
    back, source = np.zeros(1, np.int16), np.empty(0, np.int64)
    opening = Opening(chart, model, NO_FAN, to_words(cells)[None], visited, back, source, None, EVEN, packed)
    return FanReadings.of(opening, np.zeros(1, np.int64), np.zeros((1, most), np.int64))._with_missed()


def heard(
    readings: Readings,
    announcement: Announcement,
    number: int,
    tracked: Side,
    options: RuleOptions,
    others: Sequence[Item] = (),
) -> Readings:
    """Return the readings after an announcement that is evidence; ``number`` counts all announcements from 1.

    Each of ``others`` is what may have been announced instead, as one more error. Raises TooManyHypotheses where the
    readings would not fit in memory.
    """
    own = announcement.item if announcement.side is tracked else None
    forced = isinstance(own, Surface) and own.forced
    if isinstance(readings, FanReadings) and (forced or isinstance(own, Mine | Trigger)):
        readings = _mined(readings)
    if isinstance(readings, FanReadings):
        if isinstance(own, Surface):
            return readings.surfaced(announcement, number, tracked, options, others)
        return readings.heard(announcement, number, tracked, options, others)
    after = readings.heard(announcement, number, tracked, options, others)
    return after if after.shapes_of_all.live else _settled(after)


def _mined(readings: FanReadings) -> MinedReadings:
    """Return readings in the form that can take mines."""
    opening, label, edits = readings.apart()
    return MinedReadings(MinedShapes.of(Families.flat(opening)), label, edits)


def _settled(readings: MinedReadings) -> FanReadings:
    """Return readings without live mines as fans, their parents in the order of their number of errors."""
    order = np.argsort((readings.edits != 0).sum(axis=1)[readings.label], kind="stable")
    shapes = readings.shapes_of_all.selected(order).settled().opening
    opening = replace(shapes, before=None, source=np.empty(0, np.int64))
    return FanReadings.of(opening, readings.label[order], readings.edits)
