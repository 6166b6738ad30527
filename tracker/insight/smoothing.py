"""What a whole record says of each earlier moment: cells, dive starts and routes given everything heard since.

Knows how hypotheses point to where they came from; not what is announced or shown. It is exact, with no walk back
through time at all: within a dive a history that is left at the end *is* its route, so its weight at the end is the
weight of every cell on its way. Across a surfacing the past matters through the present cell and what is known of live
mines alone: what became of a dive start is shared out among the histories of the dive before that were joined in it,
by their weights.

What would tie a dive start to its histories is lost where several groups of mines share a shape, so such a dive is run
again with a shape for each group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Announcement, Gap, Heading, Item, Side, Silence, Surface
from tracker.game.cells import COURSE_STEPS, Cell
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.insight.smoothing_histories import Dived, Histories, histories_of, split_by_mines
from tracker.solver.answers import Model
from tracker.solver.charts import outcome_step
from tracker.solver.families import Families
from tracker.solver.mined import MinedShapes
from tracker.solver.tracking import Tracker
from tracker.solver.updates import Hypotheses, is_evidence, surfacing, update

Told = Callable[[int, int], None]
"""Is told how many announcements of how many are done."""


@dataclass(frozen=True, slots=True)
class SmoothedDive:
    """One dive of the tracked side, from after announcement ``first`` (0 is the start of the game) to ``last``.

    ``starts`` is the probability of each dive start, ``histories`` how many histories of the dive fit the whole record,
    ``route`` the likeliest one's cells in the order entered and ``route_share`` its probability.
    """

    first: int
    last: int
    starts: dict[Cell, float]
    histories: int
    route: tuple[Cell, ...]
    route_share: float


@dataclass(frozen=True, slots=True)
class Smoothing:
    """Probabilities given the whole record: ``cells`` (announcements + 1, rows, columns), each moment's sums to 1."""

    cells: npt.NDArray[np.float64]
    dives: tuple[SmoothedDive, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """The hypotheses of one dive: at its start and, surfacing's evidence included, at its end; both own their past."""

    first: int
    last: int
    start: Hypotheses
    end: Hypotheses


def smooth(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    model: Model,
    told: Told = lambda done, total: None,
) -> Smoothing:
    """Return what all the announcements together say of every moment, under a model that weighs histories.

    Raises Contradiction (from the tracker) where they do not fit, TooManyHypotheses where they would not fit in memory.
    """
    runs = _forward(sea_map, announcements, tracked, options, model, told)
    cells = np.zeros((len(announcements) + 1, 256))
    dives: list[SmoothedDive] = []
    following: Dived | None = None
    for run in reversed(runs):
        histories = histories_of(run.end, following)
        dives.append(_dive(run, histories, announcements, tracked, cells))
        following = Dived.of(run.start, histories)
    shaped = cells.reshape(-1, 16, 16)[:, : sea_map.rows, : sea_map.columns]
    return Smoothing(shaped, tuple(reversed(dives)))


def _forward(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    model: Model,
    told: Told,
) -> list[_Run]:
    begun = Tracker.start(sea_map, tracked, options, model)
    hypotheses = begun.hypotheses
    assert isinstance(hypotheses, Families | MinedShapes)
    runs: list[_Run] = []
    start, first = hypotheses, 0
    for number, announcement in enumerate(announcements, 1):
        told(number - 1, len(announcements))
        if not is_evidence(announcement, tracked):
            continue
        if announcement.side is tracked and isinstance(announcement.item, Surface):
            end = surfacing(hypotheses, announcement.item)
            _ensure(end, begun, announcements[:number])
            runs.append(_Run(first, number, start, end))
            surfaced = end.surfaced()
            start = hypotheses = split_by_mines(surfaced) if isinstance(surfaced, MinedShapes) else surfaced
            first = number
        else:
            hypotheses = update(hypotheses, announcement, tracked, options)
            _ensure(hypotheses, begun, announcements[:number])
    return [*runs, _Run(first, len(announcements), start, hypotheses)]


def _ensure(hypotheses: Hypotheses, begun: Tracker, heard: Sequence[Announcement]) -> None:
    if not hypotheses.shapes:
        begun.hear_all(heard).posterior()  # raises what says so


def _dive(
    run: _Run,
    histories: Histories,
    announcements: Sequence[Announcement],
    tracked: Side,
    cells: npt.NDArray[np.float64],
) -> SmoothedDive:
    """Add a dive's moments to ``cells`` and describe it."""
    moved = np.zeros(len(histories.choices[0]) if histories.choices else 1, np.int64)
    choices = list(histories.choices)
    moment = histories.moment(moved)
    for number in range(run.last, run.first - 1, -1):
        if number < run.last or run.last == len(announcements):
            cells[number] = moment
        if number == run.first:
            break
        announcement = announcements[number - 1]
        step = _moved(announcement, tracked, choices)
        if step is not None:
            moved = moved + step
            moment = histories.moment(moved)
    starts = {int(cell): float(moment[cell]) for cell in np.flatnonzero(moment)}
    best = int(np.argmax(histories.weights))
    outcomes = [int(choice[histories.shapes[best]]) for choice in histories.choices]
    route = _route(int(histories.cells[best]), announcements[run.first : run.last], tracked, outcomes)
    return SmoothedDive(
        run.first, run.last, starts, int(np.count_nonzero(histories.weights)), route, float(histories.weights[best])
    )


def _moved(
    announcement: Announcement, tracked: Side, choices: list[npt.NDArray[np.int64]]
) -> npt.NDArray[np.int64] | int | None:
    """How far, in cell numbers, each shape went at an announcement; takes the last of the choices where it was one."""
    if announcement.side is not tracked:
        return None
    match announcement.item:
        case Heading(course) if course is not None:
            rows, columns = COURSE_STEPS[course]
            return 16 * rows + columns
        case Heading() | Gap() | Silence():
            return _STEPS[choices.pop()]
    return None


_STEPS = np.array([16 * rows + columns for rows, columns in map(outcome_step, range(18))], np.int64)


def _route(end: Cell, dive: Sequence[Announcement], tracked: Side, outcomes: list[int]) -> tuple[Cell, ...]:
    """The cells of one history, its start first."""
    cells = [end]
    outcomes = list(outcomes)
    for announcement in reversed(dive):
        if announcement.side is tracked:
            for step in reversed(_steps(announcement.item, outcomes)):
                cells.append(cells[-1] - step)
    return tuple(reversed(cells))


def _steps(item: Item, outcomes: list[int]) -> list[int]:
    """The steps, as differences of cell numbers, of one announcement."""
    match item:
        case Heading(course) if course is not None:
            rows, columns = COURSE_STEPS[course]
        case Heading() | Gap() | Silence():
            rows, columns = outcome_step(outcomes.pop())
        case _:
            return []
    unit = 16 * ((rows > 0) - (rows < 0)) + (columns > 0) - (columns < 0)
    return [unit] * max(abs(rows), abs(columns))


__all__ = ["SmoothedDive", "Smoothing", "Told", "smooth"]
