"""How good each way of tracking is on games whose truth is known: the models against what helpers usually do.

Knows the methods, and what is gathered about each; not files, tables or processes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.game.records import Record
from tracker.game.rules import RuleOptions
from tracker.insight.baselines import Baseline, CellMerge, CellSet
from tracker.insight.measures import Grid, Reliability, brier_score, log_score, rank_of
from tracker.insight.truth import true_track
from tracker.insight.waters import waters_of
from tracker.solver.tracking import Tracker
from tracker.solver.updates import is_evidence


class Method:
    """A way to track a side: hears announcements, answers with a grid of probabilities."""

    def __init__(self, hear: Callable[[Announcement], None], grid: Callable[[], Grid]) -> None:
        """Keep how to hear and how to answer."""
        self.hear = hear
        self.grid = grid


Starts = Callable[[SeaMap, Side, RuleOptions], Method]


def _model(model: str, *, evened: bool = False) -> Starts:
    def start(sea_map: SeaMap, side: Side, options: RuleOptions) -> Method:
        held = [Tracker.start(sea_map, side, options, "captain" if model == "captain" else "uniform")]

        def hear(announcement: Announcement) -> None:
            held[0] = held[0].hear(announcement)

        def grid() -> Grid:
            if not evened:
                return held[0].posterior()
            possible = np.zeros((sea_map.rows, sea_map.columns))
            cells = held[0].cells
            for cell in cells:
                possible[row_of(cell), column_of(cell)] = 1 / len(cells)
            return possible

        return Method(hear, grid)

    return start


def _baseline(begin: Callable[[SeaMap, Side, RuleOptions], Baseline]) -> Starts:
    def start(sea_map: SeaMap, side: Side, options: RuleOptions) -> Method:
        baseline = begin(sea_map, side, options)
        return Method(baseline.hear, lambda: baseline.chances().reshape(16, 16)[: sea_map.rows, : sea_map.columns])

    return start


CAPTAIN_SHARE = 0.6
"""How much the captain counts in the pooled model: the best of 0.4, 0.6 and 0.8 on 96 games (seeds ``fit:0`` to
``fit:7``, every character on alpha, charlie and delta), none of which the calibration's table uses."""


def _pooled(sea_map: SeaMap, side: Side, options: RuleOptions) -> Method:
    """The geometric mean of both models: simulated captains are less even than the captain, and more than uniform."""
    captain, uniform = _model("captain")(sea_map, side, options), _model("uniform")(sea_map, side, options)

    def hear(announcement: Announcement) -> None:
        captain.hear(announcement)
        uniform.hear(announcement)

    def grid() -> Grid:
        pooled: Grid = captain.grid() ** CAPTAIN_SHARE * uniform.grid() ** (1 - CAPTAIN_SHARE)
        pooled /= pooled.sum()
        return pooled

    return Method(hear, grid)


METHODS: Mapping[str, Starts] = MappingProxyType(
    {
        "captain": _model("captain"),
        "uniform": _model("uniform"),
        "both pooled": _pooled,
        "possible cells, even": _model("exact", evened=True),
        "merged by cell": _baseline(lambda m, side, options: CellMerge(waters_of(m, options), side)),
        "route forgotten at silence": _baseline(lambda m, side, options: CellSet(waters_of(m, options), side)),
        "route never kept": _baseline(lambda m, side, options: CellSet(waters_of(m, options), side, forgetful=True)),
    }
)
"""The two models and their pool, then the four baselines: each forgets something that exact hypotheses keep."""


@dataclass
class Score:
    """What is gathered about one method: sums over moments, one mean for each game and side, and reliability.

    ``lost`` counts moments at which the true cell was excluded; their log score would be infinite and is left out.
    """

    moments: int = 0
    lost: int = 0
    brier: float = 0.0
    rank: float = 0.0
    first: int = 0
    logs: list[float] = field(default_factory=list)
    reliability: Reliability = field(default_factory=Reliability)

    def merged(self, other: Score) -> None:
        """Take in everything that another one gathered."""
        self.moments += other.moments
        self.lost += other.lost
        self.brier += other.brier
        self.rank += other.rank
        self.first += other.first
        self.logs += other.logs
        self.reliability.merged(other.reliability)

    @property
    def log(self) -> float:
        """The mean over games of the mean -log2 of the true cell's probability: bits, 0 is best."""
        return float(np.mean(self.logs)) if self.logs else math.nan

    @property
    def log_margin(self) -> float:
        """Half the 95 % interval of ``log``, games being independent of each other though moments are not."""
        from scipy.stats import t

        count = len(self.logs)
        if count < 2:
            return math.inf
        return float(t.ppf(0.975, count - 1) * np.std(self.logs, ddof=1) / math.sqrt(count))


def score_game(record: Record, sea_map: SeaMap, methods: Mapping[str, Starts] = METHODS) -> dict[str, Score]:
    """Return each method's score over both sides of a game that tells its truth.

    A moment counts after each announcement that is evidence about a side; no other changes an answer.
    """
    scores = {name: Score() for name in methods}
    for side in Side:
        track = list(true_track(record, side))[1:]
        for name, start in methods.items():
            _score_side(scores[name], start(sea_map, side, record.options), record, side, track)
    return scores


def _score_side(score: Score, method: Method, record: Record, side: Side, track: list[Cell | None]) -> None:
    logs: list[float] = []
    for announcement, cell in zip(record.announcements, track, strict=True):
        method.hear(announcement)
        if cell is None or not is_evidence(announcement, side):
            continue
        grid = method.grid()
        rank = rank_of(grid, cell)
        log = log_score(grid, cell)
        score.moments += 1
        score.brier += brier_score(grid, cell)
        score.rank += rank
        score.first += rank < 2
        score.reliability.add(grid, cell)
        if math.isinf(log):
            score.lost += 1
        else:
            logs.append(log)
    if logs:
        score.logs.append(float(np.mean(logs)))


def lost_at(record: Record, sea_map: SeaMap) -> list[tuple[Side, int]]:
    """Return every announcement after which the exact tracker holds a side's true cell for impossible: never any."""
    lost = []
    for side in Side:
        tracker = Tracker.start(sea_map, side, record.options, "exact")
        cells = list(true_track(record, side))[1:]
        for number, (announcement, cell) in enumerate(zip(record.announcements, cells, strict=True), 1):
            tracker = tracker.hear(announcement)
            if is_evidence(announcement, side) and cell is not None and cell not in tracker.cells:
                lost.append((side, number))
                break
    return lost
