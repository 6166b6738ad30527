"""The readings of a record while mines are live: every reading's mined shapes side by side.

Knows which reading a shape belongs to; what can be misheard is told by ``readings``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Announcement, Heading, Item, Side, Surface
from tracker.game.cells import Course
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Answer, Mass
from tracker.solver.charts import Chart
from tracker.solver.mined import MinedShapes
from tracker.solver.readings import (
    FACTORS,
    PENDING,
    Codes,
    Edit,
    Mistake,
    code_of,
    likeliest,
    placed,
    renumbered,
    with_error,
)
from tracker.solver.updates import update_unsettled


@dataclass(frozen=True)
class MinedReadings:
    """The hypotheses of all R readings that still have any.

    shapes_of_all: all readings' shapes, n; label (n,) int64: the reading of each; edits (R, K): each reading's errors.
    Weights carry the readings' factors.
    """

    shapes_of_all: MinedShapes
    label: npt.NDArray[np.int64]
    edits: Codes

    @property
    def shapes(self) -> int:
        """The number of shapes of all readings."""
        return self.shapes_of_all.shapes

    @property
    def own_bytes(self) -> int:
        """How much memory these readings hold."""
        return self.shapes_of_all.own_bytes + self.label.nbytes + self.edits.nbytes

    @property
    def arrays(self) -> Iterator[npt.NDArray[Any]]:
        """What is held in memory, what is shared with readings before this announcement included."""
        yield from (self.label, self.edits)
        yield from self.shapes_of_all.arrays

    @property
    def chart(self) -> Chart:
        """The map's tables."""
        return self.shapes_of_all.chart

    # ---- announcements

    def heard(
        self, announcement: Announcement, number: int, tracked: Side, options: RuleOptions, others: Sequence[Item]
    ) -> MinedReadings:
        """Return the readings after an announcement; see ``mishears.heard``."""
        before = replace(self, edits=placed(self.edits, number))
        item = announcement.item
        room = before._with_room()
        if announcement.side is tracked and isinstance(item, Heading) and item.course is not None:
            parts = [before._after(before.shapes_of_all.heading(item.course))]
            parts += [
                room._after(room.shapes_of_all.heading(other))._erring(Mistake.WRONG, number, other)
                for other in Course
                if other is not item.course
            ]
            return _with_missed([*parts, room._erring(Mistake.EXTRA, number)])
        after = before._after(update_unsettled(before.shapes_of_all, announcement, tracked, options))
        instead = [
            room._after(
                update_unsettled(room.shapes_of_all, replace(announcement, item=other), tracked, options)
            )._erring(Mistake.ANSWER, number, index)
            for index, other in enumerate(others)
        ]
        if instead:
            after = _joined([after, *instead])
        return _with_missed([after.surfaced() if isinstance(item, Surface) else after])

    def surfaced(self) -> MinedReadings:
        """Return the readings at the start of a new dive, one shape each."""
        shapes, label = self.shapes_of_all.surfaced_apart(self.label)
        return MinedReadings(shapes, label, self.edits)

    def _with_room(self) -> MinedReadings:
        """Return the readings that may have another error."""
        return self._picked(np.flatnonzero(self.edits[self.label, -1] == 0))

    def _picked(self, shapes: npt.NDArray[np.int64]) -> MinedReadings:
        return replace(self, shapes_of_all=self.shapes_of_all.selected(shapes), label=self.label[shapes])

    def _after(self, shapes: MinedShapes) -> MinedReadings:
        """Return the readings after their shapes became ``shapes``, by following the sources back."""
        origin = np.arange(shapes.shapes)
        trail = shapes.trail
        while trail.source is not self.shapes_of_all.trail.source and shapes.shapes:
            origin = trail.source[origin] >> 5
            assert trail.before is not None
            trail = trail.before
        return replace(self, shapes_of_all=shapes, label=self.label[origin])

    def _erring(self, mistake: Mistake, number: int, instead: int = 0) -> MinedReadings:
        """Return the readings with one more error, weighed by its factor."""
        label, kept = renumbered(self.label, len(self.edits))
        edits = with_error(self.edits[kept], code_of(number, mistake, instead))
        return MinedReadings(self.shapes_of_all.scaled(FACTORS[mistake]), label, edits)

    # ---- reading off

    @property
    def answer(self) -> Answer:
        """The union of possible cells and dive starts, and the number of (reading, history) pairs."""
        return self.shapes_of_all.answer

    @cached_property
    def _masses(self) -> tuple[Mass, npt.NDArray[np.float64]]:
        return self.shapes_of_all.masses()

    def mass(self) -> Mass:
        """Return the mixture's weight of each present cell, unnormalised; shape (256,)."""
        return self._masses[0]

    def shares(self, announcements: int, most: int | None = None) -> list[tuple[tuple[Edit, ...], float]]:
        """Return each reading's errors and its share of the mixture, the ``most`` likeliest first; all sum to 1.

        ``announcements`` is how many were heard: a course missed after the last is named by one past it.
        """
        weights = np.bincount(self.label, self._masses[1], len(self.edits)).astype(np.float64)
        return likeliest(self.edits, weights, announcements + 1, most)


def _with_missed(parts: Sequence[MinedReadings]) -> MinedReadings:
    """Return the readings of several parts and those in which courses were missed now; two in one place are ordered."""
    every, last = list(parts), _joined([part._with_room() for part in parts])
    for _ in range(parts[0].edits.shape[1]):
        last = _joined(
            [
                last._after(last.shapes_of_all.heading(course))._erring(Mistake.MISSED, PENDING, course)
                for course in Course
            ]
        )
        every.append(last)
        last = last._with_room()
    return _joined(every)


def _joined(parts: Sequence[MinedReadings]) -> MinedReadings:
    """Return the readings of several parts that hold different ones."""
    first = np.cumsum([0, *(len(part.edits) for part in parts)])
    label = np.concatenate([part.label + start for part, start in zip(parts, first, strict=False)])
    label, kept = renumbered(label, int(first[-1]))
    edits = np.concatenate([part.edits for part in parts])[kept]
    return MinedReadings(MinedShapes.joined([part.shapes_of_all for part in parts]), label, edits)
