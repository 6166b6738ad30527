"""A game after the game: what each announcement told, when the enemy was found, and what the whole record says.

Knows a record, its truth where it tells it, and the tracker; not how anything is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Announcement, Gap, Heading, Side, Silence, Surface
from tracker.game.cells import Cell, column_of, row_of
from tracker.game.errors import TooManyHypotheses
from tracker.game.maps import SeaMap
from tracker.game.notation import format_announcement
from tracker.game.records import Record
from tracker.insight.measures import Grid, entropy, rank_of
from tracker.insight.smoothing import SmoothedDive, smooth
from tracker.insight.truth import true_track
from tracker.solver.answers import Model
from tracker.solver.tracking import Tracker
from tracker.solver.updates import is_evidence

FOUND = 0.5
"""A submarine counts as found while one cell holds at least this much of the probability."""

TURNING = 1.0
"""Bits that an announcement must change for a turning point."""

Told = Callable[[int, int], None]
"""Is told how many announcements of how many are done, over all sides."""


@dataclass(frozen=True, slots=True)
class Step:
    """The moment after announcement ``number`` (0: before the first), about one side's submarine.

    ``bits`` is the entropy of its cell and ``told`` how much of it the announcement took away (negative: it hid
    something). ``true``, ``true_share`` and ``true_rank`` are the true cell, its probability and its rank (1 is the
    likeliest; cells as likely share the mean of their ranks), None where the truth is not on record.
    ``in_hindsight`` is the true cell's probability given the whole record.
    """

    number: int
    side: Side | None
    text: str
    evidence: bool
    cells: int
    histories: int
    bits: float
    told: float
    best: Cell
    best_share: float
    true: Cell | None = None
    true_share: float | None = None
    true_rank: float | None = None
    in_hindsight: float | None = None

    @property
    def found(self) -> bool:
        """Whether one cell, and the true one if it is known, holds most of the probability."""
        return self.best_share >= FOUND and self.true in (None, self.best)


@dataclass(frozen=True, slots=True)
class SideAnalysis:
    """One side's submarine as the other crew could know it; ``steps`` and ``believed`` begin before the game.

    believed, smoothed (steps, rows, columns): the probability of each cell after each announcement given what was heard
    until then, and given everything. ``smoothed`` and ``dives`` are empty where the histories would not fit in memory.
    ``contradiction`` is the announcement after which nothing fits; everything here ends before it.
    """

    side: Side
    model: Model
    steps: tuple[Step, ...]
    believed: npt.NDArray[np.float64]
    smoothed: npt.NDArray[np.float64]
    dives: tuple[SmoothedDive, ...]
    contradiction: int | None

    @property
    def found_at(self) -> int | None:
        """The number of the announcement that first gave the submarine away, None where none did."""
        return next((step.number for step in self.steps if step.found), None)

    @property
    def time_found(self) -> float:
        """The share of the announcements after which it was found."""
        return sum(step.found for step in self.steps[1:]) / max(1, len(self.steps) - 1)

    @property
    def most_telling(self) -> Step | None:
        """The announcement that told most, None where none told anything."""
        told = max(self.steps[1:], key=lambda step: step.told, default=None)
        return told if told is not None and told.told > 0 else None

    def turning_points(self, most: int = 6) -> tuple[Step, ...]:
        """Return the announcements that changed most, in order: the true cell's probability, or else the entropy."""
        weighed = []
        for before, after in zip(self.steps, self.steps[1:], strict=False):
            change = abs(after.told)
            if before.true_share and after.true_share:
                change = abs(float(np.log2(after.true_share / before.true_share)))
            if change >= TURNING:
                weighed.append((change, after))
        chosen = sorted(weighed, key=lambda pair: (-pair[0], pair[1].number))[:most]
        return tuple(sorted((step for _, step in chosen), key=lambda step: step.number))


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game and what was found out about each side that sails in it."""

    record: Record
    sea_map: SeaMap
    sides: tuple[SideAnalysis, ...]


def analyse(
    record: Record,
    sea_map: SeaMap,
    model: Model = "captain",
    told: Told = lambda done, total: None,
    smoothing: bool = True,
) -> Analysis:
    """Return the analysis of every side whose sailing is on record."""
    sailing = [side for side in Side if any(_sails(a, side) for a in record.announcements)]
    total = len(record.announcements) * len(sailing) * (1 + smoothing)
    sides: list[SideAnalysis] = []
    for index, side in enumerate(sailing):

        def done(count: int, before: int = index * len(record.announcements) * (1 + smoothing)) -> None:
            told(before + count, total)

        sides.append(_side(record, sea_map, side, model, done, smoothing))
    return Analysis(record, sea_map, tuple(sides))


def _sails(announcement: Announcement, side: Side) -> bool:
    return announcement.side is side and isinstance(announcement.item, Heading | Gap | Silence | Surface)


def _side(
    record: Record, sea_map: SeaMap, side: Side, model: Model, told: Callable[[int], None], smoothing: bool
) -> SideAnalysis:
    track = [cell if cell is not None and cell in sea_map else None for cell in true_track(record, side)]
    tracker = Tracker.start(sea_map, side, record.options, model)
    believed = [tracker.posterior()]
    steps = [_step(tracker, None, None, track[0])]
    for number, announcement in enumerate(record.announcements, 1):
        told(number - 1)
        tracker = tracker.hear(announcement)
        if not tracker.consistent:
            break
        evidence = is_evidence(announcement, side)
        if not evidence and steps[-1].true == track[number]:
            # It changes no answer about this side, and so need not be asked for again.
            believed.append(believed[-1])
            steps.append(replace(steps[-1], number=number, told=0.0, evidence=False, **_named(announcement)))
            continue
        believed.append(tracker.posterior())
        steps.append(_step(tracker, announcement, steps[-1], track[number]))
    heard = record.announcements[: len(steps) - 1]
    smoothed: Grid = np.zeros((0, sea_map.rows, sea_map.columns))
    dives: tuple[SmoothedDive, ...] = ()
    if smoothing:
        try:
            found = smooth(
                sea_map, heard, side, record.options, model, lambda done, _: told(len(record.announcements) + done)
            )
        except TooManyHypotheses:
            pass
        else:
            smoothed, dives = found.cells, found.dives
            steps = [replace(s, in_hindsight=_share(grid, s.true)) for s, grid in zip(steps, smoothed, strict=True)]
    return SideAnalysis(side, model, tuple(steps), np.array(believed), smoothed, dives, tracker.contradiction)


def _step(tracker: Tracker, announcement: Announcement | None, before: Step | None, true: Cell | None) -> Step:
    grid = tracker.posterior()
    bits = entropy(grid)
    row, column = np.unravel_index(int(np.argmax(grid)), grid.shape)
    return Step(
        number=tracker.count,
        evidence=announcement is not None and is_evidence(announcement, tracker.tracked),
        cells=len(tracker.cells),
        histories=tracker.histories,
        bits=bits,
        told=0.0 if before is None else before.bits - bits,
        best=int(row) * 16 + int(column),
        best_share=float(grid.max()),
        true=true,
        true_share=_share(grid, true),
        true_rank=None if true is None else rank_of(grid, true),
        **_named(announcement),
    )


class _Named(TypedDict):
    side: Side | None
    text: str


def _named(announcement: Announcement | None) -> _Named:
    if announcement is None:
        return {"side": None, "text": ""}
    return {"side": announcement.side, "text": format_announcement(replace(announcement, comment=""))}


def _share(grid: Grid, cell: Cell | None) -> float | None:
    return None if cell is None else float(grid[row_of(cell), column_of(cell)])
