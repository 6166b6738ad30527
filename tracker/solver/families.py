"""Mine-free hypotheses as families: a parent shape and the fan of what it may have done since.

Knows routes, silences and evidence on the present cell; not live mines (``mined``), nor announcements.

All parents share what was heard since their fan opened, so an announcement costs a few words a parent: the courses are
one path that is moved along, and the evidence is one board of fan ends. Parents' arrays never change once written; an
announcement publishes only a new fan, four bytes a parent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tracker.game.cells import COURSE_STEPS
from tracker.solver import kernels
from tracker.solver.answers import NOTHING, Answer, Mass, Model
from tracker.solver.bitboards import EVERYWHERE, Board, Words, moved, to_board, to_words
from tracker.solver.charts import OUTCOMES, STAY, Chart, outcome_index, outcome_step
from tracker.solver.memory import ensure_room

NO_FAN, SILENCE, UNHEARD, GAP = range(4)
"""What opened the fan."""

ALL_OUTCOMES = (1 << OUTCOMES) - 1 & ~(1 << 13)
ONE_COURSE = sum(1 << outcome_index(course, 1) for course in range(4))
ALLOWED = {SILENCE: ALL_OUTCOMES, UNHEARD: ONE_COURSE, GAP: ONE_COURSE | 1 << STAY}

BYTES_A_PARENT = 32 + 32 + 2 + 4 + 8
NO_WEIGHTS: npt.NDArray[np.float64] = np.empty(0)
ANYWHERE: Words = to_words(EVERYWHERE)
EVEN: npt.NDArray[np.float64] = np.ones(256)


@dataclass(frozen=True)
class Parents:
    """Shapes as they were when the fan opened; n parents.

    here (n, 4) uint64: possible cells; visited (n, 4) uint64: the torus of visited offsets, the present cell at bit 0;
    back (n,) int16: what leads from a cell's bit to its dive start's; source (n,) int: 32 * parent + outcome in the
    families these were gathered from (``before``), empty where the dive began here.
    """

    here: Words
    visited: Words
    back: npt.NDArray[np.int16]
    source: npt.NDArray[np.int64]
    before: Families | None = None

    def __len__(self) -> int:
        return len(self.back)


@dataclass(frozen=True)
class Families:
    """All mine-free hypotheses after an announcement.

    fan (n,) uint32: the outcomes of each parent that are left; ``shapes`` counts them. ``path``: the offsets entered since
    the fan, from a fan's end; ``tips`` (4,): fan ends that passed everything since; gates (18, 4): fan cells from which an
    outcome does. ``root`` (256,): weight of a history by its dive start, or ``packed``: along the set bits of the parents'
    cells, in order. ``factor`` (256,): what evidence since the fan multiplies a fan end's weight with.
    """

    chart: Chart
    model: Model
    parents: Parents
    kind: int
    fan: npt.NDArray[np.uint32]
    shapes: int
    path: tuple[tuple[int, int], ...]
    tips: Words
    gates: Words
    root: npt.NDArray[np.float64]
    packed: npt.NDArray[np.float64]
    factor: npt.NDArray[np.float64]

    @classmethod
    def dive(cls, chart: Chart, model: Model, cells: Board, root: npt.NDArray[np.float64]) -> Families:
        """Return the hypotheses at the start of a dive in any of ``cells``, weighing ``root`` (256,) by cell."""
        visited = np.zeros((1, 4), np.uint64)
        visited[0, 0] = 1
        parents = Parents(to_words(cells)[None], visited, np.zeros(1, np.int16), np.empty(0, np.int64))
        return cls._unopened(chart, model, parents, 1 if cells else 0, root, NO_WEIGHTS)

    @classmethod
    def _unopened(
        cls,
        chart: Chart,
        model: Model,
        parents: Parents,
        shapes: int,
        root: npt.NDArray[np.float64],
        packed: npt.NDArray[np.float64],
    ) -> Families:
        fan = np.full(len(parents) if shapes else 0, 1 << STAY, np.uint32)
        gates = np.zeros((OUTCOMES, 4), np.uint64)
        gates[STAY] = chart.sea_words
        return cls(chart, model, parents, NO_FAN, fan, shapes, (), ANYWHERE, gates, root, packed, EVEN)

    @property
    def present(self) -> tuple[int, int]:
        """The offset of the present cell from a fan's end."""
        return self.path[-1] if self.path else (0, 0)

    # ---- announcements

    def heading(self, course: int) -> Families:
        """Return the hypotheses after an announced course."""
        rows, columns = self.present
        rows, columns = rows + COURSE_STEPS[course][0], columns + COURSE_STEPS[course][1]
        if (rows, columns) in self.path:
            return self._none_left()
        after = self._step(self.chart.sea_words, rows, columns, True)
        return replace(after, path=(*self.path, (rows, columns)))

    def restrict(self, board: Board, factor: npt.NDArray[np.float64] | None = None) -> Families:
        """Return the hypotheses whose present cell lies on a board, weighing ``factor`` (256,) there."""
        after = self._step(to_words(board), *self.present, False)
        if factor is None or self.model != "captain":
            return after
        by = 16 * self.present[0] + self.present[1]
        ends = np.arange(max(0, -by), min(256, 256 - by))
        scaled = self.factor.copy()
        scaled[ends] *= factor[ends + by]
        return replace(after, factor=scaled)

    def _step(self, board: Words, rows: int, columns: int, entered: bool) -> Families:
        tips, gates = np.empty(4, np.uint64), np.empty((OUTCOMES, 4), np.uint64)
        fan = np.empty(len(self.fan), np.uint32)
        left = kernels.fan_step(
            self.parents.here,
            self.parents.visited,
            self.fan,
            self.chart.runs,
            self.tips,
            board,
            rows,
            columns,
            entered,
            tips,
            gates,
            fan,
        )
        return replace(self, fan=fan, shapes=left, tips=tips, gates=gates) if left else self._none_left()

    def spread(self, kind: int) -> Families:
        """Return the hypotheses after a silence, an unheard course or a gap (``kind``)."""
        flat = self.gathered()
        fan = np.empty(len(flat.parents), np.uint32)
        left = kernels.fan_open(flat.parents.here, flat.parents.visited, self.chart.runs, ALLOWED[kind], fan)
        if not left:
            return self._none_left()
        return replace(flat, kind=kind, fan=fan, shapes=left, gates=self.chart.runs)

    def gathered(self) -> Families:
        """Return the same hypotheses with every living outcome as a parent of its own and no fan."""
        if self.kind == NO_FAN and not self.path and self.tips is ANYWHERE:
            return self
        n = self.shapes
        weights = self.answer.histories if self.weighs else 0
        ensure_room(n, n * BYTES_A_PARENT + 8 * weights)
        parents = Parents(
            np.empty((n, 4), np.uint64),
            np.empty((n, 4), np.uint64),
            np.empty(n, np.int16),
            np.empty(n, np.int64),
            self,
        )
        kernels.fan_gather(
            self.parents.here,
            self.parents.visited,
            self.parents.back,
            self.fan,
            self.gates,
            self._path_array,
            parents.here,
            parents.visited,
            parents.back,
            parents.source,
        )
        packed = NO_WEIGHTS
        if weights:
            packed = np.empty(weights)
            self._weigh(np.zeros(256), packed)
        return self._unopened(self.chart, self.model, parents, n, self.root, packed)

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
        here, packed = np.empty_like(flat.parents.here), np.empty_like(flat.packed)
        left, weights = kernels.fan_trapped(
            flat.parents.here, flat.parents.visited, self.chart.near, flat.packed, here, packed
        )
        if not left:
            return self._none_left()
        return replace(flat, parents=replace(flat.parents, here=here), packed=packed[:weights])

    def _none_left(self) -> Families:
        return replace(self, fan=np.empty(0, np.uint32), shapes=0)

    # ---- reading off

    @cached_property
    def answer(self) -> Answer:
        """Possible cells and dive starts, and the number of histories."""
        if not self.shapes:
            return NOTHING
        ends, starts = np.zeros((OUTCOMES, 4), np.uint64), np.zeros(4, np.uint64)
        histories = kernels.fan_answer(self.parents.here, self.fan, self.parents.back, self.gates, ends, starts)
        cells = 0
        for outcome in range(OUTCOMES):
            if ends[outcome].any():
                cells |= moved(to_board(ends[outcome]), self._shift(outcome))
        return Answer(cells, to_board(starts), int(histories))

    def mass(self) -> Mass:
        """Return the weight of each present cell under the model, unnormalised; shape (256,)."""
        mass = np.zeros(256)
        if not self.shapes:
            return mass
        if self.model == "uniform" and self.root is EVEN and not len(self.packed):
            counts = np.zeros((OUTCOMES, 256), np.int64)
            kernels.fan_counts(self.parents.here, self.fan, self.gates, counts)
            for outcome in range(OUTCOMES):
                fan_cells = np.flatnonzero(counts[outcome])
                mass[fan_cells + self._shift(outcome)] += counts[outcome, fan_cells]
        else:
            self._weigh(mass, NO_WEIGHTS)
        return mass

    @property
    def weighs(self) -> bool:
        """Tell whether parents carry a weight of their own for each cell."""
        return self.model == "captain" or len(self.packed) > 0

    def _shift(self, outcome: int) -> int:
        rows, columns = outcome_step(outcome)
        return 16 * (rows + self.present[0]) + columns + self.present[1]

    @property
    def _path_array(self) -> npt.NDArray[np.int64]:
        return np.array(self.path, np.int64).reshape(-1, 2)

    def _weigh(self, mass: Mass, out: npt.NDArray[np.float64]) -> None:
        kernels.fan_weigh(
            self.parents.here,
            self.parents.visited,
            self.parents.back,
            self.fan,
            self.gates,
            self._path_array,
            self.chart.sea_runs,
            self.chart.sea_near,
            self.kind,
            self.model == "captain",
            self.root,
            self.packed,
            self.factor,
            mass,
            out,
        )
