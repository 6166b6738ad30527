"""Every reading of a record with at most K misheard courses, side by side and exact.

Knows what can be misheard and what an error weighs (record format, "Mishears"); the hypotheses of a reading are mined
shapes like any others, and not known here is how those are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Announcement, Heading, Item, Side, Surface
from tracker.game.cells import Course
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Answer, Mass, Model
from tracker.solver.bitboards import Board
from tracker.solver.charts import Chart
from tracker.solver.families import Families
from tracker.solver.mined import MinedShapes
from tracker.solver.updates import update_unsettled

MOST_MISHEARS = 2


class Mistake(IntEnum):
    """What went wrong with one announcement."""

    WRONG = 1
    EXTRA = 2
    MISSED = 3
    ANSWER = 4


FACTORS = {Mistake.WRONG: 0.01, Mistake.EXTRA: 0.01, Mistake.MISSED: 0.0025, Mistake.ANSWER: 0.01}
"""What a reading's weight is multiplied with for each of its errors; answers are put right in repairs only."""

_PENDING = 0
"""The announcement of a missed course whose next evidence has not been heard yet."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One error put right: ``instead`` was said instead of, or missed before, the announcement (from 1).

    It is a course, nothing where the announcement was never said or, for an answer, which of the announcement's
    ``alternatives`` was said.
    """

    announcement: int
    mistake: Mistake
    instead: Course | int | None


_INSTEAD_BITS, _MISTAKE_BITS = 12, 3


def _code(announcement: int, mistake: Mistake, instead: int = 0) -> int:
    return (announcement << _MISTAKE_BITS | mistake) << _INSTEAD_BITS | instead


def _announcement(code: npt.NDArray[np.int64] | int) -> npt.NDArray[np.int64] | int:
    return code >> _MISTAKE_BITS + _INSTEAD_BITS


def _edit(code: int, end: int) -> Edit:
    mistake = Mistake(code >> _INSTEAD_BITS & (1 << _MISTAKE_BITS) - 1)
    instead = code & (1 << _INSTEAD_BITS) - 1
    said: Course | int | None = instead
    if mistake is not Mistake.ANSWER:
        said = None if mistake is Mistake.EXTRA else Course(instead)
    return Edit(int(_announcement(code)) or end, mistake, said)


@dataclass(frozen=True)
class Readings:
    """The hypotheses of all R readings that still have any.

    shapes: all readings' shapes, n; label (n,) int64: the reading of each; edits (R, K) int64: each reading's errors as
    codes, 0 where there are fewer. Weights carry the readings' factors.
    """

    shapes_of_all: MinedShapes
    label: npt.NDArray[np.int64]
    edits: npt.NDArray[np.int64]

    @classmethod
    def dive(cls, chart: Chart, model: Model, cells: Board, root: npt.NDArray[np.float64], most: int) -> Readings:
        """Return the readings with at most ``most`` errors before anything was heard."""
        shapes = MinedShapes.of(Families.dive(chart, model, cells, root))
        none = np.zeros((1, most), np.int64)
        return _with_missed([cls(shapes, np.zeros(shapes.shapes, np.int64), none)])

    @property
    def shapes(self) -> int:
        """The number of shapes of all readings."""
        return self.shapes_of_all.shapes

    @property
    def own_bytes(self) -> int:
        """How much memory these readings hold."""
        return self.shapes_of_all.own_bytes + self.label.nbytes + self.edits.nbytes

    @property
    def chart(self) -> Chart:
        """The map's tables."""
        return self.shapes_of_all.chart

    # ---- announcements

    def heard(
        self,
        announcement: Announcement,
        number: int,
        tracked: Side,
        options: RuleOptions,
        others: Sequence[Item] = (),
    ) -> Readings:
        """Return the readings after an announcement that is evidence; ``number`` counts all announcements from 1.

        Each of ``others`` is what may have been announced instead, as one more error.
        """
        before = self._placed(number)
        item = announcement.item
        if announcement.side is tracked and isinstance(item, Heading) and item.course is not None:
            room = before._with_room()
            parts = [before._after(before.shapes_of_all.heading(item.course))]
            parts += [
                room._after(room.shapes_of_all.heading(other))._erring(Mistake.WRONG, number, other)
                for other in Course
                if other is not item.course
            ]
            parts.append(room._erring(Mistake.EXTRA, number))
            return _with_missed(parts)
        after = before._after(update_unsettled(before.shapes_of_all, announcement, tracked, options))
        if others:
            room = before._with_room()
            instead = [
                room._after(
                    update_unsettled(room.shapes_of_all, replace(announcement, item=other), tracked, options)
                )._erring(Mistake.ANSWER, number, index)
                for index, other in enumerate(others)
            ]
            after = _joined([after, *instead])
        if isinstance(item, Surface):
            shapes, label = after.shapes_of_all.surfaced_apart(after.label)
            after = Readings(shapes, label, after.edits)
        return _with_missed([after])

    def _placed(self, number: int) -> Readings:
        """Return the readings with courses missed before this evidence named by its number."""
        pending = (self.edits != 0) & (_announcement(self.edits) == _PENDING)
        return replace(self, edits=np.where(pending, self.edits | number << _MISTAKE_BITS + _INSTEAD_BITS, self.edits))

    def _with_room(self) -> Readings:
        """Return the readings that may have another error."""
        if not self.edits.shape[1]:
            return self._picked(np.empty(0, np.int64))
        return self._picked(np.flatnonzero(self.edits[self.label, -1] == 0))

    def _picked(self, shapes: npt.NDArray[np.int64]) -> Readings:
        return replace(self, shapes_of_all=self.shapes_of_all.selected(shapes), label=self.label[shapes])

    def _after(self, shapes: MinedShapes) -> Readings:
        """Return the readings after their shapes became ``shapes``, by following the sources back."""
        origin = np.arange(shapes.shapes)
        trail = shapes.trail
        while trail.source is not self.shapes_of_all.trail.source and shapes.shapes:
            origin = trail.source[origin] >> 5
            assert trail.before is not None
            trail = trail.before
        return replace(self, shapes_of_all=shapes, label=self.label[origin])

    def _erring(self, mistake: Mistake, number: int, instead: int = 0) -> Readings:
        """Return the readings with one more error, weighed by its factor."""
        label, kept = _renumbered(self.label, len(self.edits))
        edits = self.edits[kept]
        edits[np.arange(len(edits)), (edits != 0).sum(axis=1)] = _code(number, mistake, instead)
        return Readings(self.shapes_of_all.scaled(FACTORS[mistake]), label, edits)

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

    def shares(self, announcements: int) -> list[tuple[tuple[Edit, ...], float]]:
        """Return each reading's errors and its share of the mixture, likeliest first; the shares sum to 1.

        ``announcements`` is how many were heard: a course missed after the last is named by one past it.
        """
        by_reading = np.bincount(self.label, self._masses[1], len(self.edits))
        total = by_reading.sum()
        order = np.argsort(-by_reading, kind="stable")
        return [
            (
                tuple(_edit(int(code), announcements + 1) for code in self.edits[reading] if code),
                float(by_reading[reading] / total),
            )
            for reading in order
            if by_reading[reading] > 0
        ]


def _with_missed(parts: Sequence[Readings]) -> Readings:
    """Return the readings of several parts and those in which courses were missed now; two in one place are ordered."""
    every, last = list(parts), _joined([part._with_room() for part in parts])
    for _ in range(parts[0].edits.shape[1]):
        last = _joined(
            [
                last._after(last.shapes_of_all.heading(course))._erring(Mistake.MISSED, _PENDING, course)
                for course in Course
            ]
        )
        every.append(last)
        last = last._with_room()
    return _joined(every)


def _joined(parts: Sequence[Readings]) -> Readings:
    """Return the readings of several parts that hold different ones."""
    first = np.cumsum([0, *(len(part.edits) for part in parts)])
    label = np.concatenate([part.label + start for part, start in zip(parts, first, strict=False)])
    label, kept = _renumbered(label, int(first[-1]))
    edits = np.concatenate([part.edits for part in parts])[kept]
    return Readings(MinedShapes.joined([part.shapes_of_all for part in parts]), label, edits)


def _renumbered(label: npt.NDArray[np.int64], readings: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return labels without gaps and the readings that are left: one whose last shape is gone is forgotten."""
    kept = np.flatnonzero(np.bincount(label, minlength=readings))
    number = np.zeros(readings, np.int64)
    number[kept] = np.arange(len(kept))
    return number[label], kept
