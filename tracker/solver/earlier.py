"""The readings of the dives before this one, told apart by the cells in which each may have begun this dive.

Knows what becomes of them when this dive is over; not announcements. A dive goes on from a cell alike whatever came
before it, so what is heard during a dive is worked out once for all readings with the same number of errors so far,
each cell weighing what it weighs in all of them together. A game's readings grow with every announcement; a dive's,
and the time that an announcement takes, do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.solver import kernels
from tracker.solver.answers import Model
from tracker.solver.bitboards import Words, sizes_of
from tracker.solver.charts import Chart
from tracker.solver.families import BYTES_A_PARENT, EVEN, NO_FAN, NO_WEIGHTS, Opening
from tracker.solver.members import spans
from tracker.solver.memory import empty, ensure_room, fits
from tracker.solver.readings import Codes, renumbered

EARLIER = -1
"""Stands for an error of an earlier dive in a reading of this one."""

LABELS_AT_ONCE = 16384
"""Readings of a dive whose weights by cell are held at once when it is over: 2 KiB each."""

LED_AT_ONCE = 16
"""Readings of a dive of which it is held at once where each cell leads: half a MiB each."""

READINGS_AT_ONCE = 1024
"""Earlier readings whose weights by cell are held at once."""

Weights: TypeAlias = npt.NDArray[np.float64]
Labels: TypeAlias = npt.NDArray[np.int64]


class Begun(NamedTuple):
    """Some readings: their errors, how many cells each may have begun a dive in, these cells, and their weights."""

    edits: Codes
    sizes: npt.NDArray[np.int64]
    cells: npt.NDArray[np.uint8]
    weights: Weights


@dataclass(frozen=True)
class EarlierReadings:
    """R readings in the order of their number of errors.

    edits (R, K): each reading's errors. The cells in which it may have begun this dive, and what they weigh, stand in
    cells (m,) uint8 and weights (m,), empty for the model exact, from first (R + 1,) on.
    """

    edits: Codes
    first: npt.NDArray[np.int64]
    cells: npt.NDArray[np.uint8]
    weights: Weights

    @classmethod
    def none(cls, most: int) -> EarlierReadings:
        """Return what is before the first dive: one reading without errors, the cells of which nobody asks for."""
        return cls(np.zeros((1, most), np.int64), np.zeros(2, np.int64), np.empty(0, np.uint8), NO_WEIGHTS)

    @classmethod
    def joined(cls, parts: Iterable[Begun]) -> EarlierReadings:
        """Return the readings of several parts in the order of their number of errors, without those that are over."""
        edits, sizes, cells, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort((edits != 0).sum(axis=1), kind="stable")
        order = order[sizes[order] > 0]
        first = np.append(0, np.cumsum(sizes[order]))
        taken = np.arange(first[-1]) + np.repeat((np.cumsum(sizes) - sizes)[order] - first[:-1], sizes[order])
        return cls(edits[order], first, cells[taken], weights[taken] if len(weights) else weights)

    @property
    def arrays(self) -> Iterator[npt.NDArray[Any]]:
        """What is held in memory, with what was worked out of it."""
        yield from (self.edits, self.first, self.cells, self.weights)
        yield from (found for name in ("counts", "totals") if (found := vars(self).get(name)) is not None)

    @property
    def most(self) -> int:
        """How many errors a reading may have."""
        return int(self.edits.shape[1])

    @cached_property
    def ends(self) -> npt.NDArray[np.int64]:
        """How many readings have fewer errors than 0, 1, .. K + 1; shape (K + 2,)."""
        return np.searchsorted((self.edits != 0).sum(axis=1), np.arange(self.most + 2))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many readings have 0, 1, .. K errors."""
        return np.diff(self.ends)

    @cached_property
    def counts(self) -> Weights:
        """How many readings with 0, 1, .. K errors may have begun in each cell; shape (K + 1, 256)."""
        return self._by_errors(np.ones(len(self.cells)))

    @cached_property
    def totals(self) -> Weights:
        """What each cell weighs in all readings with 0, 1, .. K errors together; shape (K + 1, 256)."""
        return self._by_errors(self.weights)

    def _by_errors(self, weights: Weights) -> Weights:
        parts = [self.first[self.ends[e : e + 2]] for e in range(self.most + 1)]
        return np.array([np.bincount(self.cells[a:b], weights[a:b], 256) for a, b in parts])

    def opening(self, chart: Chart, model: Model) -> tuple[Opening, Codes]:
        """Return the parents from which this dive begins, one for each number of errors, and those in their place."""
        some = np.flatnonzero(self.sizes)
        begun = self.counts[some] > 0
        here = _boards(begun)
        visited = np.zeros((len(some), 4), np.uint64)
        visited[:, 0] = 1
        packed = self.totals[some][begun] if len(self.weights) else NO_WEIGHTS
        back, source = np.zeros(len(some), np.int16), np.empty(0, np.int64)
        opening = Opening(chart, model, NO_FAN, here, visited, back, source, None, EVEN, packed)
        return opening, np.where(np.arange(self.most) < some[:, None], EARLIER, 0)

    def edits_of(self, row: Codes) -> Codes:
        """Return the errors of all readings that one of this dive stands for."""
        errors = int(earlier_errors(row))
        edits = self.edits[self.ends[errors] : self.ends[errors + 1]].copy()
        edits[:, errors:] = row[errors:]
        return edits

    def shares_of(self, errors: int) -> Weights:
        """Return what part of a cell's weight is that of each reading with so many errors, along their ``cells``."""
        cells = self.cells[slice(*self.first[self.ends[errors : errors + 2]])]
        weights = self.weights[slice(*self.first[self.ends[errors : errors + 2]])]
        totals = self.totals[errors][cells]
        shares: Weights = np.divide(weights, totals, out=np.zeros(len(cells)), where=totals > 0)
        return shares

    def weights_of(self, label: Labels, rows: Codes, parents: Opening) -> Iterator[tuple[Codes, Weights]]:
        """Yield the errors of readings and what they weigh, during a dive of these parents with a label each."""
        bits = sizes_of(parents.here)
        weights = np.bincount(np.repeat(label, bits), parents.packed, len(rows)).astype(np.float64)
        alone, edits = self._alone(rows)
        yield edits[alone], weights[alone]
        for numbers, place in _some(~alone):
            begun = np.zeros((len(numbers), 256))
            kernels.dive_weights(label, place, parents.here, parents.back, parents.packed, begun)
            for row, by_cell in zip(rows[numbers], begun, strict=True):
                errors = int(earlier_errors(row))
                first = self.first[self.ends[errors] : self.ends[errors + 1]]
                cells = self.cells[slice(*self.first[self.ends[errors : errors + 2]])]
                yield self.edits_of(row), np.add.reduceat(self.shares_of(errors) * by_cell[cells], first - first[0])

    def taken_on(self, label: Labels, rows: Codes, parents: Opening) -> EarlierReadings:
        """Return all readings where this dive, of these parents with a label each, is over.

        Raises TooManyHypotheses where they would not fit in memory.
        """
        return EarlierReadings.joined(_while_there_is_room(self._taken_on(label, rows, parents)))

    def _taken_on(self, label: Labels, rows: Codes, parents: Opening) -> Iterator[Begun]:
        weighs = bool(len(parents.packed))
        alone, edits = self._alone(rows)
        for first in range(0, len(rows), LABELS_AT_ONCE):
            some = slice(first, first + LABELS_AT_ONCE)
            here, weights = np.zeros((len(rows[some]), 4), np.uint64), np.zeros((len(rows[some]), 256))
            kernels.fan_surface(label, parents.here, parents.packed, first, here, weights)
            those = alone[some]
            yield _begun(edits[some][those], _cells(here[those]), weights[those], weighs)
        starts = np.flatnonzero(self.counts.any(axis=0))
        place_of_start = np.zeros(256, np.int64)
        place_of_start[starts] = np.arange(len(starts))
        for numbers, place in _some(~alone):
            reached = np.zeros((len(numbers), len(starts), 4), np.uint64)
            led = np.zeros((len(numbers), len(starts), 256))
            kernels.dive_taken(label, place, place_of_start, parents.here, parents.back, parents.packed, reached, led)
            for row, boards, weights in zip(rows[numbers], reached, led, strict=True):
                yield from self._led(row, starts, _cells(boards), weights, weighs)

    def _led(
        self, row: Codes, starts: Labels, reached: npt.NDArray[np.bool_], led: Weights, weighs: bool
    ) -> Iterator[Begun]:
        """Yield the readings that one of this dive stands for, led from ``starts`` as told by tables (s, 256)."""
        edits = self.edits_of(row)
        some, ends = reached.any(axis=1), np.flatnonzero(reached.any(axis=0))
        leads, led, starts = reached[some][:, ends].astype(np.float32), led[some][:, ends], starts[some]
        for part, begun, shares in self._spread(int(earlier_errors(row))):
            cells, weights = np.zeros((len(begun), 256), np.bool_), np.zeros((len(begun), 256))
            cells[:, ends] = begun[:, starts].astype(np.float32) @ leads > 0
            weights[:, ends] = shares[:, starts] @ led
            yield _begun(edits[part], cells, weights, weighs)

    def apart(self, label: Labels, rows: Codes, parents: Opening) -> tuple[Opening, Labels, Codes]:
        """Return parents of their own for all readings, during a dive of these parents; label and errors as there.

        Raises TooManyHypotheses where they would not fit in memory.
        """
        alone, edits = self._alone(rows)
        if alone.all():
            return parents, label, edits
        runs = [
            ((label, number, parents.here, parents.back, parents.packed, _boards(begun), shares), codes[some])
            for number, codes in ((number, self.edits_of(rows[number])) for number in np.flatnonzero(~alone))
            for some, begun, shares in self._spread(int(earlier_errors(rows[number])))
        ]
        nothing = np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 4), np.uint64), NO_WEIGHTS
        own, bits = np.flatnonzero(alone[label]), sizes_of(parents.here)
        sizes = [(len(own), int(bits[own].sum())), *(kernels.dive_apart(*told, *nothing) for told, _ in runs)]
        n, m = np.cumsum([(0, 0), *sizes], axis=0).T.tolist()
        needed = n[-1] * BYTES_A_PARENT + 8 * m[-1]
        if not fits(needed):
            ensure_room(m[-1], needed)
        parent, reading = np.empty(n[-1], np.int64), np.empty(n[-1], np.int64)
        here, packed = empty((n[-1], 4), np.uint64), empty((m[-1] if len(parents.packed) else 0,), np.float64)
        parent[: n[1]], reading[: n[1]], here[: n[1]] = own, label[own], parents.here[own]
        if len(packed):
            packed[: m[1]] = parents.packed[spans((np.cumsum(bits) - bits)[own], bits[own])]
        first = len(edits)
        for run, (told, codes) in enumerate(runs, 1):
            some = slice(n[run], n[run + 1])
            kernels.dive_apart(*told, parent[some], reading[some], here[some], packed[m[run] : m[run + 1]])
            reading[some] += first
            first += len(codes)
        opening = replace(parents, here=here, visited=parents.visited[parent], back=parents.back[parent], packed=packed)
        reading, kept = renumbered(reading, first)
        return opening, reading, np.concatenate([edits, *(codes for _, codes in runs)])[kept]

    def _alone(self, rows: Codes) -> tuple[npt.NDArray[np.bool_], Codes]:
        """Tell which readings of this dive stand for one alone, and return the errors of these."""
        errors = earlier_errors(rows)
        alone = self.sizes[errors] == 1
        before = self.edits[np.minimum(self.ends[errors], len(self.edits) - 1)]
        return alone, np.where(np.arange(self.most) < errors[:, None] * alone[:, None], before, rows)

    def _spread(self, errors: int) -> Iterator[tuple[slice, npt.NDArray[np.bool_], Weights]]:
        """Yield some readings with so many errors at a time: where they may have begun, and shares, by cell."""
        first = self.first[self.ends[errors] : self.ends[errors + 1] + 1]
        cells = self.cells[first[0] : first[-1]]
        shares = self.shares_of(errors) if len(self.weights) else NO_WEIGHTS
        for at in range(0, len(first) - 1, READINGS_AT_ONCE):
            bounds = first[at : at + READINGS_AT_ONCE + 1] - first[0]
            part = slice(bounds[0], bounds[-1])
            reading = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
            begun, dense = np.zeros((len(bounds) - 1, 256), np.bool_), np.zeros((len(bounds) - 1, 256))
            begun[reading, cells[part]] = True
            if len(shares):
                dense[reading, cells[part]] = shares[part]
            yield slice(at, at + len(bounds) - 1), begun, dense


def earlier_errors(rows: Codes) -> npt.NDArray[np.int64]:
    """Return how many errors of earlier dives each of some readings of this one has; shape (len(rows),)."""
    found: npt.NDArray[np.int64] = (rows == EARLIER).sum(axis=-1)
    return found


def _some(wanted: npt.NDArray[np.bool_]) -> Iterator[tuple[npt.NDArray[np.int64], Labels]]:
    """Yield the numbers of wanted readings, a few at a time, and the place of each among these, -1 for all others."""
    numbers = np.flatnonzero(wanted)
    for first in range(0, len(numbers), LED_AT_ONCE):
        some = numbers[first : first + LED_AT_ONCE]
        place = np.full(len(wanted), -1)
        place[some] = np.arange(len(some))
        yield some, place


def _while_there_is_room(parts: Iterable[Begun]) -> Iterator[Begun]:
    """Yield parts as long as there is room for all of them once more: they are put together in the end."""
    cells, size = 0, 0
    for part in parts:
        yield part
        cells += len(part.cells)
        size += sum(array.nbytes for array in part)
        if not fits(size):
            ensure_room(cells, size)


def _begun(edits: Codes, begun: npt.NDArray[np.bool_], weights: Weights, weighs: bool) -> Begun:
    cells = np.nonzero(begun)[1].astype(np.uint8)
    return Begun(edits, begun.sum(axis=1), cells, weights[begun] if weighs else NO_WEIGHTS)


def _cells(boards: Words) -> npt.NDArray[np.bool_]:
    """Return boards (n, 4) as truth values (n, 256)."""
    return np.unpackbits(boards.astype("<u8").view(np.uint8), axis=1, bitorder="little").astype(np.bool_)


def _boards(cells: npt.NDArray[np.bool_]) -> Words:
    """Return truth values (n, 256) as boards (n, 4)."""
    return np.packbits(cells, axis=1, bitorder="little").view("<u8").astype(np.uint64)
