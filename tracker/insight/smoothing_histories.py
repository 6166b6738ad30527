"""The histories of one dive one by one: the cell each ends in, its choices, its dive start and its weight.

Knows families and mined shapes from inside, as the solver publishes them; not announcements or time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tracker.solver import kernels
from tracker.solver.charts import STAY
from tracker.solver.families import Families
from tracker.solver.memory import ensure_room
from tracker.solver.mined import MinedShapes
from tracker.solver.trails import Trail
from tracker.solver.updates import Hypotheses

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

BYTES_A_HISTORY = 80
CHUNK = 4096
"""Boards that are spread out at once: 256 bytes each."""


@dataclass(frozen=True, slots=True)
class Histories:
    """The histories of a dive that are left at its end.

    shapes, cells, weights (H,): the shape and the end cell of each, and its probability given the whole record, which
    sum to 1. choices: for each announcement that left a choice, in order, the outcome of each of the n shapes, (n,).
    roots (n,): the shape in which each shape's dive began, back (n,): what leads from its end to its start.
    """

    shapes: Ints
    cells: Ints
    weights: Floats
    choices: Sequence[Ints]
    roots: Ints
    back: Ints

    def moment(self, moved: Ints) -> Floats:
        """Return the probability of each cell, (256,), ``moved`` (n,) or (1,) cells before the end."""
        back = moved[self.shapes] if len(moved) > 1 else moved
        return _sums(self.cells - back, self.weights, 256)


@dataclass(frozen=True, slots=True)
class Dived:
    """How a later dive turned out.

    ``start`` is what it began with, ``keys`` are 256 * shape + cell of what of it is left, ascending, and ``smoothed``
    is the probability of each given the whole record.
    """

    start: Hypotheses
    keys: Ints
    smoothed: Floats

    @classmethod
    def of(cls, start: Hypotheses, histories: Histories) -> Dived:
        """Return how a dive turned out that began with ``start``."""
        at = histories.roots[histories.shapes] * 256 + histories.cells + histories.back[histories.shapes]
        keys, index = np.unique(at, return_inverse=True)
        return cls(start, keys, _sums(index, histories.weights, len(keys)))


def histories_of(end: Hypotheses, following: Dived | None) -> Histories:
    """Return the histories of a dive, weighed by what the following one made of them.

    Raises TooManyHypotheses where they would not fit in memory one by one.
    """
    flat = end.gathered() if isinstance(end, Families) else end
    ensure_room(flat.shapes, BYTES_A_HISTORY * flat.answer.histories)
    shapes, cells, weights = weighed_histories(flat, final=following is None)
    if following is not None:
        weights = _carried_back(flat, following, shapes, cells, weights)
    choices, roots = _traced(flat)
    back = flat.opening.back if isinstance(flat, Families) else flat.back
    return Histories(shapes, cells, weights / weights.sum(), choices, roots, back.astype(np.int64))


def split_by_mines(start: MinedShapes) -> MinedShapes:
    """Return a dive's start with a shape for each group of members, so that its histories tell where they began."""
    first = np.flatnonzero(start.lead)
    visited = np.zeros((len(first), 4), np.uint64)
    visited[:, 0] = 1
    ptr = np.append(first, len(start.here)).astype(np.int64)
    return replace(start, visited=visited, back=np.zeros(len(first), np.int16), ptr=ptr)


def _carried_back(flat: Hypotheses, following: Dived, shapes: Ints, cells: Ints, weights: Floats) -> Floats:
    """Each history's share of what became of the dive start that it was joined into."""
    start = following.start
    group = _joined_groups(flat, start)[shapes] if isinstance(start, MinedShapes) else np.zeros_like(shapes)
    at = group * 256 + cells
    index = np.minimum(np.searchsorted(following.keys, at), len(following.keys) - 1)
    found = following.keys[index] == at
    total = _sums(index[found], weights[found], len(following.keys))
    carried = np.zeros(len(weights))
    carried[found] = weights[found] / total[index[found]] * following.smoothed[index[found]]
    return carried


def _sums(index: Ints, weights: Floats, length: int) -> Floats:
    return np.bincount(index, weights, minlength=length).astype(np.float64)


def _joined_groups(end: Hypotheses, start: MinedShapes) -> Ints:
    """For each shape before a surfacing (it is one group) the shape after it that it was joined into.

    Groups of one member are joined where they know the same of their mines, whichever of them is called the first;
    the others stay as they are, in order.
    """
    assert isinstance(end, MinedShapes)
    alone, alone_after = np.diff(end.ptr) == 1, np.diff(start.ptr) == 1
    group = np.empty(end.shapes, np.int64)
    group[~alone] = np.flatnonzero(~alone_after)
    keys = [mines.tobytes() for mines in np.sort(start.mines[start.ptr[:-1][alone_after]], axis=1)]
    index = dict(zip(keys, np.flatnonzero(alone_after).tolist(), strict=True))
    group[alone] = [index[mines.tobytes()] for mines in np.sort(end.mines[end.ptr[:-1][alone]], axis=1)]
    return group


def _traced(flat: Hypotheses) -> tuple[list[Ints], Ints]:
    """The outcome of each shape at every choice of its dive, in order, and the shape in which its dive began."""
    choices: list[Ints] = []
    index = np.arange(flat.shapes, dtype=np.int64)
    outcome = np.full(flat.shapes, STAY, np.int64)
    level: Trail | None = flat.trail
    while level is not None:
        if level.chosen:
            choices.append(outcome)
        if level.before is not None:
            index, outcome = np.divmod(level.source[index], 32)
        level = level.before
    return choices[::-1], index


def weighed_histories(hypotheses: Hypotheses, *, final: bool) -> tuple[Ints, Ints, Floats]:
    """Return shape, cell and weight of every history of the dive, (H,), ascending by shape and cell.

    With ``final`` the captain's chances of live mines count; at a surfacing they are left to what comes after.
    """
    if isinstance(hypotheses, Families):
        flat = hypotheses.gathered()
        shapes, cells = _spread_out(flat.opening.here)
        return shapes, cells, flat.packed_weights()
    members, cells = _spread_out(hypotheses.here)
    weights = hypotheses.packed
    captain = hypotheses.model == "captain"
    if final and captain:
        weights = _with_mines(hypotheses, members, cells)
    shapes = np.repeat(np.arange(hypotheses.shapes), np.diff(hypotheses.ptr))[members]
    keys, first, index = np.unique(shapes * 256 + cells, return_index=True, return_inverse=True)
    # The parts of a group tell its mines apart: their chances add, but a history counts once.
    weights = _sums(index, weights, len(keys)) if captain else weights[first]
    return keys // 256, keys % 256, weights


def _spread_out(boards: npt.NDArray[np.uint64]) -> tuple[Ints, Ints]:
    """Return board and cell of every set bit, board by board, cells ascending."""
    found = []
    for start in range(0, len(boards), CHUNK):
        words = np.ascontiguousarray(boards[start : start + CHUNK]).astype("<u8", copy=False)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        board, cell = np.nonzero(bits)
        found.append((board.astype(np.int64) + start, cell.astype(np.int64)))
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return np.concatenate([board for board, _ in found]), np.concatenate([cell for _, cell in found])


def _with_mines(hypotheses: MinedShapes, members: Ints, cells: Ints) -> Floats:
    """The captain's weight of every history of every member, the chances of its live mines included."""
    count = len(members)
    here = np.zeros((count, 4), np.uint64)
    here[np.arange(count), cells >> 6] = np.uint64(1) << (cells & 63).astype(np.uint64)
    weights = np.zeros(count)
    # The kernel weighs shapes: each history is made one of its own.
    kernels.mined_mass(
        np.arange(count + 1, dtype=np.int64),
        here,
        np.ones(count, np.bool_),
        hypotheses.mines[members],
        hypotheses.packed,
        True,
        hypotheses.chart.sea_words,
        np.zeros(256),
        weights,
    )
    return weights
