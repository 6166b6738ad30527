"""The readings of a record while no mine is live: all readings' parents, and a path for each way to hear since.

Knows which reading a parent belongs to and which errors a path has; what can be misheard is told by ``readings``.

What was heard since the last fan is common to all parents, so an error in it is one more path over all parents that
have room for it, not a copy of them: a *variant*. A reading is a reading of the parents with a variant's errors on top.
When there are many variants for what they hold, they are *baked*: their living outcomes become the parents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Announcement, Gap, Heading, Item, Side, Silence, Surface
from tracker.game.cells import Course
from tracker.game.rules import RuleOptions
from tracker.solver import kernels
from tracker.solver.answers import Answer, Mass
from tracker.solver.bitboards import sizes_of
from tracker.solver.charts import Chart
from tracker.solver.earlier import EarlierReadings, earlier_errors
from tracker.solver.families import (
    BYTES_A_PARENT,
    EVEN,
    GAP,
    NO_FAN,
    NO_WEIGHTS,
    SILENCE,
    UNHEARD,
    Families,
    Opening,
    bytes_a_weight,
    room_for_cells,
)
from tracker.solver.memory import empty, ensure_room, fits
from tracker.solver.readings import PENDING, Codes, Edit, Mistake, code_of, factor_of, likeliest, placed, renumbered
from tracker.solver.trails import Trail
from tracker.solver.updates import surfacing, update

SHAPES_A_VARIANT = 2500
"""A variant costs, until it is baked, about what this many shapes cost to bake (measured: 0.3 ms against 0.1 us)."""

_NO_TRAIL = Trail()


@dataclass(frozen=True)
class Variant:
    """One way to hear what came since the fan: its errors as numbers, and the families that it leaves."""

    codes: tuple[int, ...]
    families: Families

    @property
    def factor(self) -> float:
        """What the errors multiply weights with."""
        product = 1.0
        for code in self.codes:
            product *= factor_of(code)
        return product


@dataclass(frozen=True)
class FanReadings:
    """The hypotheses of all readings.

    label (n,) int64: the reading of each parent; parents are in the order of their number of errors, and ends (K + 1,)
    is how many have at most so many: ``openings`` are these parents, ``exactly`` those with just so many. edits (R, K):
    the errors of the parents' readings. A variant with e errors holds the families of the first ``ends[K - e]``
    parents. Parents' weights carry their readings' factors.

    A reading is one of this dive: it stands for all of the ``earlier`` ones with as many errors as it has EARLIER ones.
    """

    openings: tuple[Opening, ...]
    exactly: tuple[Opening, ...]
    label: npt.NDArray[np.int64]
    edits: Codes
    ends: tuple[int, ...]
    variants: tuple[Variant, ...]
    earlier: EarlierReadings

    @classmethod
    def of(
        cls, opening: Opening, label: npt.NDArray[np.int64], edits: Codes, earlier: EarlierReadings | None = None
    ) -> FanReadings:
        """Return the readings of parents that are in the order of their number of errors, nothing heard since."""
        errors = (edits != 0).sum(axis=1)[label]
        ends = tuple(int(n) for n in np.searchsorted(errors, np.arange(edits.shape[1] + 1), side="right"))
        bits = np.append(0, np.cumsum(sizes_of(opening.here)))
        openings = tuple(opening.part(slice(n), slice(bits[n])) for n in ends)
        exactly = tuple(
            opening.part(slice(first, last), slice(bits[first], bits[last])) for first, last in pairwise((0, *ends))
        )
        variants = (Variant((), Families.flat(openings[-1])),)
        return cls(openings, exactly, label, edits, ends, variants, earlier or EarlierReadings.none(edits.shape[1]))

    @property
    def most(self) -> int:
        """How many errors a reading may have."""
        return int(self.edits.shape[1])

    @property
    def chart(self) -> Chart:
        """The map's tables."""
        return self.openings[0].chart

    @property
    def shapes(self) -> int:
        """The number of shapes of all readings."""
        return sum(variant.families.shapes for variant in self.variants)

    @property
    def own_bytes(self) -> int:
        """How much memory these readings hold, what they share with others included."""
        parents = self.openings[-1]
        arrays = (parents.here, parents.visited, parents.back, parents.packed, self.label, self.edits)
        arrays += tuple(self.earlier.arrays)
        return sum(a.nbytes for a in arrays) + sum(v.families.fan.nbytes for v in self.variants)

    @property
    def arrays(self) -> Iterator[npt.NDArray[Any]]:
        """What is held in memory, what is shared with readings before this announcement included."""
        yield from (self.label, self.edits)
        yield from self.openings[-1].arrays
        yield from self.earlier.arrays
        if "_counted" in vars(self):
            yield self._counted.packed
        for variant in self.variants:
            families = variant.families
            yield from (families.fan, families.tips, families.gates, families.factor)

    # ---- announcements

    def heard(
        self,
        announcement: Announcement,
        number: int,
        tracked: Side,
        options: RuleOptions,
        others: Sequence[Item],
        *,
        missed: bool = True,
    ) -> FanReadings:
        """Return the readings after an announcement that drops or triggers no mine.

        After a surfacing the new dive is left to the caller, and without ``missed`` courses missed after it are.
        """
        before = self._placed(number)
        item = announcement.item
        variants: list[Variant] = []
        if announcement.side is tracked and isinstance(item, Heading) and item.course is not None:
            for variant in before.variants:
                variants.append(replace(variant, families=variant.families.heading(item.course)))
                for room in before._with_room(variant):
                    variants += [
                        _erring(room, room.families.heading(other), code_of(number, Mistake.WRONG, other))
                        for other in Course
                        if other is not item.course
                    ]
                    variants.append(_erring(room, room.families, code_of(number, Mistake.EXTRA)))
            return before._with_missed(variants)
        if announcement.side is tracked and isinstance(item, Heading | Silence | Gap):
            baked = before.baked()
            kind = SILENCE if isinstance(item, Silence) else GAP if isinstance(item, Gap) else UNHEARD
            return baked._opened(kind)._with_missed()
        for variant in before.variants:
            variants.append(replace(variant, families=_updated(variant.families, announcement, tracked, options)))
            if others:
                for room in before._with_room(variant):
                    variants += [
                        _erring(
                            room,
                            _updated(room.families, replace(announcement, item=other), tracked, options),
                            code_of(number, Mistake.ANSWER, index),
                        )
                        for index, other in enumerate(others)
                    ]
        if not missed:
            return replace(before, variants=tuple(v for v in variants if v.families.shapes))
        return before._with_missed(variants)

    def surfaced(
        self, announcement: Announcement, number: int, tracked: Side, options: RuleOptions, others: Sequence[Item]
    ) -> FanReadings:
        """Return the readings after a surfacing that was not forced: a new dive, one parent for as many errors."""
        baked = self.heard(announcement, number, tracked, options, others, missed=False).baked()
        parents = baked.openings[-1]
        if not len(baked.edits):
            return baked
        earlier = self.earlier.taken_on(baked.label, baked.edits, parents)
        if parents.model == "captain" and len(earlier.weights):
            earlier = replace(earlier, weights=earlier.weights / earlier.weights.max())
        opening, edits = earlier.opening(parents.chart, parents.model)
        return FanReadings.of(opening, np.arange(len(edits)), edits, earlier)._with_missed()

    def _placed(self, number: int) -> FanReadings:
        """Return the readings with courses missed before this evidence named by its number."""
        variants = tuple(
            replace(v, codes=tuple(placed(np.array(v.codes, np.int64), number).tolist())) for v in self.variants
        )
        return replace(self, edits=placed(self.edits, number), variants=variants)

    def _with_room(self, variant: Variant) -> list[Variant]:
        """Return the variant over the parents that leave room for one more error, or nothing where none does."""
        left = self.most - len(variant.codes) - 1
        if left < 0:
            return []
        families = variant.families.of_parents(self.openings[left], slice(self.ends[left]))
        return [replace(variant, families=families)] if families.shapes else []

    def _with_missed(self, variants: Sequence[Variant] | None = None) -> FanReadings:
        """Return the readings and those in which courses were missed now; two in one place are ordered."""
        every = [v for v in (self.variants if variants is None else variants) if v.families.shapes]
        last = every
        for _ in range(self.most):
            last = [
                missed
                for variant in last
                for room in self._with_room(variant)
                for course in Course
                if (
                    missed := _erring(room, room.families.heading(course), code_of(PENDING, Mistake.MISSED, course))
                ).families.shapes
            ]
            every = every + last
        after = replace(self, variants=tuple(every))
        return after.baked() if len(every) > 1 and len(every) * SHAPES_A_VARIANT > after.shapes else after

    def _opened(self, kind: int) -> FanReadings:
        """Return baked readings after a fan opened on every parent."""
        families = Families.flat(self.openings[-1]).spread(kind)
        openings = tuple(part.of_kind(kind) for part in self.openings)
        exactly = tuple(part.of_kind(kind) for part in self.exactly)
        return replace(self, openings=openings, exactly=exactly, variants=(Variant((), families),))

    def baked(self) -> FanReadings:
        """Return the same readings with every living outcome of every variant as a parent."""
        parts = sorted(self._parts(), key=lambda part: part.errors)
        weighs = self.variants[0].families.weighs if self.variants else False
        shapes = np.append(0, np.cumsum([part.families.shapes for part in parts], dtype=np.int64))
        weights = np.append(0, np.cumsum([part.families.answer.histories for part in parts if weighs], dtype=np.int64))
        n = int(shapes[-1])
        # parents are held as a whole and by their number of errors, and both weigh the choice of the fan
        a_weight = 2 * bytes_a_weight(self.openings[0].model) - 8
        needed = n * BYTES_A_PARENT + a_weight * int(weights[-1])
        if not fits(needed):
            ensure_room(self.answer.histories, needed)
        here, visited = empty((n, 4), np.uint64), empty((n, 4), np.uint64)
        back, pairs, lone = empty((n,), np.int16), empty((n,), np.int64), room_for_cells(n)
        packed = empty((int(weights[-1]),), np.float64) if weighs else NO_WEIGHTS
        for number, part in enumerate(parts):
            own = slice(shapes[number], shapes[number + 1])
            own_packed = packed[weights[number] : weights[number + 1]] if weighs else packed
            part.families.gather_into(here[own], lone[own], visited[own], back[own], pairs[own], own_packed)
            own_packed *= self.variants[part.variant].factor
            pairs[own] >>= 5  # the outcome is of no use here
            pairs[own] = self.label[part.first :][pairs[own]] * len(self.variants) + part.variant
        opening = Opening(
            self.chart,
            self.openings[0].model,
            NO_FAN,
            here,
            visited,
            back,
            _NO_TRAIL.source,
            None,
            EVEN,
            packed,
        ).knowing(lone)
        label, kept = renumbered(pairs, len(self.edits) * len(self.variants))
        return FanReadings.of(opening, label, self._pair_edits(kept), self.earlier)

    def apart(self) -> tuple[Opening, npt.NDArray[np.int64], Codes]:
        """Return parents for every reading alone, a label for each, and the readings' errors."""
        baked = self.baked()
        return baked.earlier.apart(baked.label, baked.edits, baked.openings[-1])

    def _parts(self) -> Iterator[_Part]:
        """Yield the living outcomes of each variant by the number of errors that their parents have."""
        for number, variant in enumerate(self.variants):
            for errors, (first, last) in enumerate(pairwise((0, *self.ends))):
                if first < last and last <= len(variant.families.fan):
                    families = variant.families.of_parents(self.exactly[errors], slice(first, last))
                    if families.shapes:
                        yield _Part(errors + len(variant.codes), number, first, families)

    def _pair_edits(self, pairs: npt.NDArray[np.int64]) -> Codes:
        """Return the errors of readings of (parents' reading, variant) pairs."""
        reading, index = np.divmod(pairs, len(self.variants))
        edits = self.edits[reading].copy()
        own = np.zeros((len(self.variants), self.most), np.int64)
        for row, variant in zip(own, self.variants, strict=True):
            row[: len(variant.codes)] = variant.codes
        for column in range(self.most):
            more = own[index, column]
            some = np.flatnonzero(more)
            edits[some, (edits[some] != 0).sum(axis=1)] = more[some]
        return edits

    # ---- reading off

    @cached_property
    def answer(self) -> Answer:
        """The union of possible cells and dive starts, and the number of (reading, history) pairs."""
        cells, starts, histories = 0, 0, 0
        for variant in self.variants:
            found = variant.families.answer
            cells, starts, histories = cells | found.cells, starts | found.starts, histories + found.histories
        if (self.earlier.sizes > 1).any():
            counted = self._counted
            parts = (replace(variant.families, opening=counted, factor=EVEN) for variant in self.variants)
            histories = int(sum(part.mass().sum() for part in parts))
        return Answer(cells, starts, histories)

    @cached_property
    def _counted(self) -> Opening:
        """The parents, each cell weighing as much as there are readings that may have begun where it leads back to."""
        parents = self.openings[-1]
        packed = np.empty(int(sizes_of(parents.here).sum()))
        errors = earlier_errors(self.edits)[self.label]
        kernels.dive_counts(errors, parents.here, parents.back, self.earlier.counts, packed)
        return replace(parents, model="uniform", packed=packed).knowing(parents.lone)

    def mass(self) -> Mass:
        """Return the mixture's weight of each present cell, unnormalised; shape (256,)."""
        mass = np.zeros(256)
        for variant in self.variants:
            mass += variant.factor * variant.families.mass()
        return mass

    def shares(self, announcements: int, most: int | None = None) -> list[tuple[tuple[Edit, ...], float]]:
        """Return each reading's errors and its share of the mixture, the ``most`` likeliest first; all sum to 1.

        ``announcements`` is how many were heard: a course missed after the last is named by one past it.
        """
        baked = self.baked()
        parents = baked.openings[-1]
        parts = [*self.earlier.weights_of(baked.label, baked.edits, parents)]
        edits, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
        return likeliest(edits, weights, announcements + 1, most)


@dataclass(frozen=True, slots=True)
class _Part:
    """What a variant, by its number, leaves of the parents from ``first`` on, and how many errors that makes."""

    errors: int
    variant: int
    first: int
    families: Families


def _erring(variant: Variant, families: Families, code: int) -> Variant:
    return Variant((*variant.codes, code), families)


def _updated(families: Families, announcement: Announcement, tracked: Side, options: RuleOptions) -> Families:
    item = announcement.item
    after = (
        surfacing(families, item)
        if announcement.side is tracked and isinstance(item, Surface)
        else update(families, announcement, tracked, options)
    )
    assert isinstance(after, Families)
    return after
