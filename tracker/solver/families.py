"""Mine-free hypotheses as families: a parent shape and the fan of what it may have done since.

Knows routes, silences and evidence on the present cell; not live mines (``mined``), nor announcements.

All parents share what was heard since their fan opened, so an announcement costs a few words a parent: the courses are
one path that is moved along, and the evidence is one board of fan ends. Parents' arrays never change once written; an
announcement publishes only a new fan, four bytes a parent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tracker.game.cells import COURSE_STEPS, Course
from tracker.game.maps import SeaMap
from tracker.solver import kernels
from tracker.solver.answers import NOTHING, Answer, Mass, Model
from tracker.solver.bitboards import EVERYWHERE, Board, Words, to_board, to_words
from tracker.solver.charts import OUTCOMES, STAY, Chart, chart_of, outcome_index
from tracker.solver.memory import empty, ensure_room, fits
from tracker.solver.trails import Trail

NO_FAN, SILENCE, UNHEARD, GAP = range(4)
"""What opened the fan."""

ALL_OUTCOMES = (1 << OUTCOMES) - 1 & ~(1 << 13)
ONE_COURSE = sum(1 << outcome_index(course, 1) for course in range(4))
ALLOWED = {SILENCE: ALL_OUTCOMES, UNHEARD: ONE_COURSE, GAP: ONE_COURSE | 1 << STAY}

WORTH_LOOKING = 256
"""Parents from which on it is told which have one cell only."""

BYTES_A_PARENT = 2 + 32 + 32 + 2 + 4 + 8
NO_WEIGHTS: npt.NDArray[np.float64] = np.empty(0)
ANYWHERE: Words = to_words(EVERYWHERE)
EVEN: npt.NDArray[np.float64] = np.ones(256)
NO_FANS: npt.NDArray[np.uint32] = np.empty(0, np.uint32)


def bytes_a_weight(model: Model) -> int:
    """Return how many bytes a history's weight takes; the captain's also together with the choice of the fan."""
    return 16 if model == "captain" else 8


def room_for_cells(parents: int) -> npt.NDArray[np.uint16]:
    """Return room for the one cell of each parent, or none where there are too few to look."""
    return empty((parents if parents >= WORTH_LOOKING else 0,), np.uint16)


@dataclass(frozen=True)
class Opening:
    """What a fan opened from: n parents, and how they weigh; it stays as it is until the next fan.

    ``kind`` is what opened it. here (n, 4) uint64: possible cells; visited (n, 4) uint64: the torus of visited
    offsets, the present cell at bit 0; back (n,) int16: what leads from a cell's bit to its dive start's; source (n,)
    int: 32 * parent + outcome in the trail ``before``, empty where the dive began here. ``root`` (256,): weight of a
    history by its dive start, or ``packed``: along the set bits of ``here``, in order.
    """

    chart: Chart
    model: Model
    kind: int
    here: Words
    visited: Words
    back: npt.NDArray[np.int16]
    source: npt.NDArray[np.int64]
    before: Trail | None
    root: npt.NDArray[np.float64]
    packed: npt.NDArray[np.float64]

    @cached_property
    def lone(self) -> npt.NDArray[np.uint16]:
        """The cell of each parent that has one only, else SEVERAL; empty where there are too few parents to look."""
        lone = room_for_cells(len(self.here))
        if len(lone):
            kernels.lone_cells(self.here, lone)
        return lone

    @cached_property
    def begun(self) -> npt.NDArray[np.float64]:
        """What each history weighs together with the choice that opened the fan, in the order of ``packed``.

        Shape (1, m), or (2, m) for outcomes that stay and that move where these are not equally likely.
        """
        captain = self.model == "captain"
        if len(self.packed) and not (captain and self.kind):
            return self.packed[None]
        m = len(self.packed) or int(np.bitwise_count(self.here).sum())
        begun = empty((1 + (captain and self.kind > SILENCE), m), np.float64)
        kernels.fan_begin(
            self.here,
            self.visited,
            self.back,
            self.kind,
            captain,
            self.chart.sea_runs,
            self.chart.sea_near,
            self.root,
            self.packed,
            begun,
        )
        return begun

    def knowing(self, lone: npt.NDArray[np.uint16]) -> Opening:
        """Return the same opening, which need not look for the cells of ``lone`` again."""
        self.__dict__["lone"] = lone  # where a cached property keeps its value; ``replace`` does not take it along
        return self

    def of_kind(self, kind: int) -> Opening:
        """Return the same parents for another kind of fan."""
        return replace(self, kind=kind).knowing(self.lone)

    @property
    def arrays(self) -> Iterator[npt.NDArray[Any]]:
        """What the parents hold in memory, with what was worked out of them."""
        yield from (self.here, self.visited, self.back, self.packed, self.source)
        yield from (found for name in ("lone", "begun") if (found := vars(self).get(name)) is not None)
        if self.before is not None:
            yield from self.before.sources

    def part(self, parents: slice, weights: slice) -> Opening:
        """Return some of the parents, without copying, with their ``packed`` weights."""
        packed = self.packed[weights] if len(self.packed) else self.packed
        return replace(
            self, here=self.here[parents], visited=self.visited[parents], back=self.back[parents], packed=packed
        ).knowing(self.lone[parents])


@dataclass(frozen=True)
class Families:
    """All mine-free hypotheses after an announcement.

    fan (n,) uint32: the outcomes of each parent that are left; ``shapes`` counts them. ``path``: the offsets entered
    since the fan, from a fan's end. tips (4,): fan ends that passed everything since; gates (18, 4): fan cells from
    which an outcome does. factor (256,): what evidence since the fan multiplies a fan end's weight with.
    """

    opening: Opening
    fan: npt.NDArray[np.uint32]
    shapes: int
    path: tuple[tuple[int, int], ...]
    tips: Words
    gates: Words
    factor: npt.NDArray[np.float64]

    @classmethod
    def dive(cls, chart: Chart, model: Model, cells: Board, root: npt.NDArray[np.float64]) -> Families:
        """Return the hypotheses at the start of a dive in any of ``cells``, weighing ``root`` (256,) by cell."""
        here, visited = to_words(cells)[None], np.zeros((1, 4), np.uint64)
        visited[0, 0] = 1
        back, source = np.zeros(1, np.int16), np.empty(0, np.int64)
        opening = Opening(chart, model, NO_FAN, here, visited, back, source, None, root, NO_WEIGHTS)
        return cls._unopened(opening, 1 if cells else 0)

    @classmethod
    def _unopened(cls, opening: Opening, shapes: int) -> Families:
        fan = np.full(shapes, 1 << STAY, np.uint32)
        return cls(opening, fan, shapes, (), ANYWHERE, opening.chart.gates, EVEN)

    @classmethod
    def flat(cls, opening: Opening) -> Families:
        """Return the hypotheses of an opening's parents before anything is heard."""
        return cls._unopened(opening, len(opening.here))

    @property
    def chart(self) -> Chart:
        """The map's tables."""
        return self.opening.chart

    @property
    def model(self) -> Model:
        """What histories weigh."""
        return self.opening.model

    @property
    def trail(self) -> Trail:
        """Where the parents came from, and what they have done since."""
        opening = self.opening
        return Trail(opening.source, self.path, opening.kind != NO_FAN, opening.before)

    @property
    def own_bytes(self) -> int:
        """How much memory is held beyond what the families before this announcement hold."""
        opening, gathered = self.opening, 0
        if not self.path and self.tips is ANYWHERE:
            gathered = len(opening.here) * BYTES_A_PARENT + bytes_a_weight(self.model) * len(opening.packed)
        return gathered + self.fan.nbytes

    @property
    def arrays(self) -> Iterator[npt.NDArray[Any]]:
        """What is held in memory, what is shared with families before this announcement included."""
        yield from (self.fan, self.tips, self.gates, self.factor)
        yield from self.opening.arrays

    @property
    def present(self) -> tuple[int, int]:
        """The offset of the present cell from a fan's end."""
        return self.path[-1] if self.path else (0, 0)

    @classmethod
    @cache
    def load_kernels(cls) -> None:
        """Load what every game needs from the cache on disk, so that the first announcement need not wait for it."""
        chart = chart_of(SeaMap("two cells", ("..",)))
        answer = cls.dive(chart, "exact", chart.sea, EVEN).heading(Course.E).spread(SILENCE).answer
        assert answer.histories == 1

    # ---- announcements

    def heading(self, course: int) -> Families:
        """Return the hypotheses after an announced course."""
        rows, columns = self.present
        entered = rows + COURSE_STEPS[course][0], columns + COURSE_STEPS[course][1]
        if entered in self.path:
            return self._none_left()
        return self._step(self.chart.sea_words, entered, True, (*self.path, entered), self.factor)

    def restrict(self, board: Board, factor: npt.NDArray[np.float64] | None = None) -> Families:
        """Return the hypotheses whose present cell lies on a board, weighing ``factor`` (256,) there."""
        scaled = self.factor
        if factor is not None and self.model == "captain":
            by = 16 * self.present[0] + self.present[1]
            ends = np.arange(max(0, -by), min(256, 256 - by))
            scaled = scaled.copy()
            scaled[ends] *= factor[ends + by]
        return self._step(to_words(board), self.present, False, self.path, scaled)

    def _step(
        self,
        board: Words,
        present: tuple[int, int],
        entered: bool,
        path: tuple[tuple[int, int], ...],
        factor: npt.NDArray[np.float64],
    ) -> Families:
        opening = self.opening
        tips, gates, fan = (
            np.empty(4, np.uint64),
            np.empty((OUTCOMES, 4), np.uint64),
            empty((len(self.fan),), np.uint32),
        )
        left = kernels.fan_step(
            opening.here,
            opening.lone,
            opening.visited,
            self.fan,
            opening.chart.runs,
            self.tips,
            board,
            present[0],
            present[1],
            entered,
            tips,
            gates,
            fan,
        )
        return Families(opening, fan, left, path, tips, gates, factor) if left else self._none_left()

    def spread(self, kind: int) -> Families:
        """Return the hypotheses after a silence, an unheard course or a gap (``kind``)."""
        opening = self.gathered(kind).opening
        fan = empty((len(opening.here),), np.uint32)
        left = kernels.fan_open(opening.here, opening.lone, opening.visited, self.chart.runs, ALLOWED[kind], fan)
        return Families(opening, fan, left, (), ANYWHERE, self.chart.runs, EVEN) if left else self._none_left()

    def gathered(self, kind: int = NO_FAN) -> Families:
        """Return the same hypotheses with every living outcome as a parent of its own, and the next fan's ``kind``."""
        if self.opening.kind == NO_FAN and not self.path and self.tips is ANYWHERE:
            return self if kind == NO_FAN else replace(self, opening=self.opening.of_kind(kind))
        n = self.shapes
        weights = self.answer.histories if self.weighs else 0
        needed = n * BYTES_A_PARENT + bytes_a_weight(self.model) * weights
        if not fits(needed):
            ensure_room(self.answer.histories, needed)
        here, visited = empty((n, 4), np.uint64), empty((n, 4), np.uint64)
        back, source = empty((n,), np.int16), empty((n,), np.int64)
        packed = empty((weights,), np.float64) if weights else NO_WEIGHTS
        lone = room_for_cells(n)
        self.gather_into(here, lone, visited, back, source, packed)
        root = self.opening.root
        opening = Opening(self.chart, self.model, kind, here, visited, back, source, self.trail, root, packed)
        return self._unopened(opening.knowing(lone), n)

    def gather_into(
        self,
        here: Words,
        lone: npt.NDArray[np.uint16],
        visited: Words,
        back: npt.NDArray[np.int16],
        source: npt.NDArray[np.int64],
        packed: npt.NDArray[np.float64],
    ) -> None:
        """Write every living outcome as a parent of its own, in order; the arrays are those of ``Opening``.

        ``lone`` may be empty. ``packed`` receives a weight for every history, unless it is empty.
        """
        opening = self.opening
        kernels.fan_gather(
            opening.here,
            opening.lone,
            opening.visited,
            opening.back,
            self.fan,
            self.gates,
            self._path_array,
            here,
            lone,
            visited,
            back,
            source,
        )
        if len(packed):
            self._weigh(np.zeros(256), packed)

    def of_parents(self, opening: Opening, parents: slice) -> Families:
        """Return the hypotheses of some parents, which ``opening`` holds."""
        fan = self.fan[parents]
        return replace(self, opening=opening, fan=fan, shapes=int(np.bitwise_count(fan).sum()))

    def surfaced(self) -> Families:
        """Return the hypotheses at the start of a new dive in the present cells."""
        root = EVEN
        if self.model != "exact":
            root = self.mass()
            if self.model == "captain" and root.sum() > 0:
                root /= root.sum()
        return self.dive(self.chart, self.model, self.answer.cells, root)

    def trapped(self) -> Families:
        """Return the hypotheses of which no course is open from the present cell."""
        flat = self.gathered()
        opening = flat.opening
        here, packed = np.empty_like(opening.here), np.empty_like(opening.packed)
        left, weights = kernels.fan_trapped(
            opening.here, opening.visited, self.chart.near, opening.packed, here, packed
        )
        if not left:
            return self._none_left()
        return replace(flat, opening=replace(opening, here=here, packed=packed[:weights]))

    def _none_left(self) -> Families:
        return Families(self.opening, NO_FANS, 0, self.path, self.tips, self.gates, self.factor)

    # ---- reading off

    @cached_property
    def answer(self) -> Answer:
        """Possible cells and dive starts, and the number of histories."""
        if not self.shapes:
            return NOTHING
        cells, starts = np.empty((1, 4), np.uint64), np.empty((1, 4), np.uint64)
        opening = self.opening
        histories = kernels.fan_answer(
            opening.here, opening.lone, self.fan, opening.back, self.gates, *self.present, cells, starts
        )
        return Answer(to_board(cells[0]), to_board(starts[0]), int(histories))

    def mass(self) -> Mass:
        """Return the weight of each present cell under the model, unnormalised; shape (256,)."""
        mass = np.zeros(256)
        if not self.shapes:
            return mass
        if self.model == "uniform" and self.opening.root is EVEN and not len(self.opening.packed):
            kernels.fan_counts(self.opening.here, self.opening.lone, self.fan, self.gates, *self.present, mass)
        else:
            self._weigh(mass, NO_WEIGHTS)
        return mass

    def packed_weights(self) -> npt.NDArray[np.float64]:
        """Return the weight of every history, along the set bits of the living outcomes, parent by parent."""
        packed = empty((self.answer.histories,), np.float64)
        self._weigh(np.zeros(256), packed)
        return packed

    @property
    def weighs(self) -> bool:
        """Tell whether parents carry a weight of their own for each cell."""
        return self.model == "captain" or len(self.opening.packed) > 0

    @property
    def _path_array(self) -> npt.NDArray[np.int64]:
        return np.array(self.path, np.int64).reshape(-1, 2)

    def _weigh(self, mass: Mass, out: npt.NDArray[np.float64]) -> None:
        opening = self.opening
        kernels.fan_weigh(
            opening.here,
            opening.lone,
            opening.visited,
            self.fan,
            self.gates,
            self._path_array,
            self.chart.sea_near,
            self.model == "captain",
            opening.begun,
            self.factor,
            mass,
            out,
        )
