"""How good each way of tracking is on games whose truth is known: the models against what helpers usually do.

Knows the methods, and what is gathered about each; not files, tables or processes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
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
from tracker.insight.smoothing_histories import weighed_histories
from tracker.insight.truth import true_track
from tracker.insight.waters import waters_of
from tracker.solver.answers import Model
from tracker.solver.mishears import Readings
from tracker.solver.tracking import Tracker
from tracker.solver.updates import is_evidence


class Method:
    """A way to track a side: hears announcements, answers with a grid of probabilities."""

    def __init__(self, hear: Callable[[Announcement], None], grid: Callable[[], Grid]) -> None:
        """Keep how to hear and how to answer."""
        self.hear = hear
        self.grid = grid


class Watch:
    """The exact trackers of one side under both models, shared by all methods that ask them."""

    def __init__(self, sea_map: SeaMap, side: Side, options: RuleOptions) -> None:
        """Begin before the first announcement."""
        self.trackers: dict[Model, Tracker] = {m: Tracker.start(sea_map, side, options, m) for m in MODELS}

    def hear(self, announcement: Announcement) -> None:
        """Take in one more announcement."""
        for model, tracker in self.trackers.items():
            self.trackers[model] = tracker.hear(announcement)

    def grid(self, model: Model) -> Grid:
        """Return what a model says."""
        return self.trackers[model].posterior()


MODELS: tuple[Model, ...] = ("captain", "uniform")
Starts = Callable[[SeaMap, Side, RuleOptions, Watch], Method]


def _silent(_announcement: Announcement) -> None:
    """Hear nothing: the watch has heard it."""


def _model(model: Model) -> Starts:
    return lambda sea_map, side, options, watch: Method(_silent, lambda: watch.grid(model))


def _even(sea_map: SeaMap, side: Side, options: RuleOptions, watch: Watch) -> Method:
    def grid() -> Grid:
        possible = np.zeros((sea_map.rows, sea_map.columns))
        cells = watch.trackers["uniform"].cells
        for cell in cells:
            possible[row_of(cell), column_of(cell)] = 1 / len(cells)
        return possible

    return Method(_silent, grid)


def _baseline(begin: Callable[[SeaMap, Side, RuleOptions], Baseline]) -> Starts:
    def start(sea_map: SeaMap, side: Side, options: RuleOptions, watch: Watch) -> Method:
        baseline = begin(sea_map, side, options)
        return Method(baseline.hear, lambda: baseline.chances().reshape(16, 16)[: sea_map.rows, : sea_map.columns])

    return start


CAPTAIN_SHARE = 0.6
"""How much the captain counts in the pooled model: the best of 0.4, 0.6 and 0.8 on 96 games (seeds ``fit:0`` to
``fit:7``, every character on alpha, charlie and delta), none of which the calibration's table uses."""


def _pooled(sea_map: SeaMap, side: Side, options: RuleOptions, watch: Watch) -> Method:
    """The geometric mean of both models: simulated captains are less even than the captain, and more than uniform."""

    def grid() -> Grid:
        pooled: Grid = watch.grid("captain") ** CAPTAIN_SHARE * watch.grid("uniform") ** (1 - CAPTAIN_SHARE)
        pooled /= pooled.sum()
        return pooled

    return Method(_silent, grid)


STEEPNESS = 0.6
"""To which power the tempered captain takes a history's chance: the best of 0.3, 0.4 ... 0.8 and 1 on 64 games (seeds
``fit:0`` to ``fit:3``, every character on alpha, delta, foxtrot and alpha-tbt), none of which the table uses."""


def _tempered(sea_map: SeaMap, side: Side, options: RuleOptions, watch: Watch) -> Method:
    """The captain's histories of the present dive, each weighed less steeply: captains have habits, and differ."""

    def grid() -> Grid:
        hypotheses = watch.trackers["captain"].hypotheses
        assert not isinstance(hypotheses, Readings)
        _, cells, weights = weighed_histories(hypotheses, final=True)
        mass = np.zeros(256)
        np.add.at(mass, cells, (weights / weights.max()) ** STEEPNESS)
        tempered: Grid = mass.reshape(16, 16)[: sea_map.rows, : sea_map.columns] / mass.sum()
        return tempered

    return Method(_silent, grid)


METHODS: Mapping[str, Starts] = MappingProxyType(
    {
        "captain": _model("captain"),
        "uniform": _model("uniform"),
        "both pooled": _pooled,
        "captain, tempered": _tempered,
        "possible cells, even": _even,
        "merged by cell": _baseline(lambda m, side, options: CellMerge(waters_of(m, options), side)),
        "route forgotten at silence": _baseline(lambda m, side, options: CellSet(waters_of(m, options), side)),
        "route never kept": _baseline(lambda m, side, options: CellSet(waters_of(m, options), side, forgetful=True)),
    }
)
"""The two models, two ways to make one of them, and four baselines: each forgets what exact hypotheses keep."""


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
        return _margin(self.logs)

    def better_by(self, other: Score) -> tuple[float, float]:
        """Return by how many bits a game this is better than another on the same games, and half its 95 % interval."""
        saved = [theirs - ours for ours, theirs in zip(self.logs, other.logs, strict=True)]
        return (float(np.mean(saved)) if saved else math.nan), _margin(saved)


def _margin(values: Sequence[float]) -> float:
    from scipy.stats import t

    count = len(values)
    if count < 2:
        return math.inf
    return float(t.ppf(0.975, count - 1) * np.std(values, ddof=1) / math.sqrt(count))


def score_game(record: Record, sea_map: SeaMap, methods: Mapping[str, Starts] = METHODS) -> dict[str, Score]:
    """Return each method's score over both sides of a game that tells its truth.

    A moment counts after each announcement that is evidence about a side; no other changes an answer.
    """
    scores = {name: Score() for name in methods}
    for side in Side:
        track = list(true_track(record, side))[1:]
        _score_side(scores, methods, record, sea_map, side, track)
    return scores


def _score_side(
    scores: Mapping[str, Score],
    methods: Mapping[str, Starts],
    record: Record,
    sea_map: SeaMap,
    side: Side,
    track: list[Cell | None],
) -> None:
    watch = Watch(sea_map, side, record.options)
    begun = {name: start(sea_map, side, record.options, watch) for name, start in methods.items()}
    logs: dict[str, list[float]] = {name: [] for name in methods}
    for announcement, cell in zip(record.announcements, track, strict=True):
        watch.hear(announcement)
        for name, method in begun.items():
            method.hear(announcement)
            if cell is not None and is_evidence(announcement, side):
                _score_moment(scores[name], method.grid(), cell, logs[name])
    for name, found in logs.items():
        if found:
            scores[name].logs.append(float(np.mean(found)))


def _score_moment(score: Score, grid: Grid, cell: Cell, logs: list[float]) -> None:
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
