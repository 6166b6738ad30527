"""Hypotheses with live mines: shapes whose members tell where the mines may lie.

Knows routes, evidence and mines together; not announcements. Without live mines ``families`` is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tracker.solver import kernels
from tracker.solver.answers import NOTHING, Answer, Mass, Model
from tracker.solver.bitboards import Board, Words, to_board, to_words
from tracker.solver.charts import STAY, Chart, outcome_index
from tracker.solver.families import ALLOWED, EVEN, NO_FAN, NO_WEIGHTS, Families, Opening
from tracker.solver.members import Members, spans
from tracker.solver.memory import ensure_room, fits
from tracker.solver.trails import Trail

EVIDENCE, DROP, TRIGGER, STRIKE, BLACKOUT = range(5)
"""What ``mined_change`` does."""

COURSE = 2
"""The kind of fan of a single course, heard or not."""

ALL_NEIGHBOURS = 0b11111111
ORTHOGONAL_NEIGHBOURS = 0b01011010


BYTES_A_SHAPE = 32 + 2 + 8 + 8
BYTES_A_MEMBER = 32 + 1


class _Size(NamedTuple):
    shapes: int
    members: int
    weights: int


@dataclass(frozen=True)
class MinedShapes:
    """All hypotheses after an announcement: n shapes with m members, L live mines (see ``kernels``).

    visited (n, 4) uint64; back (n,) int16; ptr (n + 1,) int64: each shape's members; here (m, 4) uint64; lead (m,)
    bool; mines (m, L) uint32; packed (H,) float64: the model's weight along the set bits of ``here``, empty for
    exact; ``trail``: where the shapes came from.
    """

    chart: Chart
    model: Model
    visited: Words
    back: npt.NDArray[np.int16]
    ptr: npt.NDArray[np.int64]
    here: Words
    lead: npt.NDArray[np.bool_]
    mines: npt.NDArray[np.uint32]
    packed: npt.NDArray[np.float64]
    trail: Trail

    @classmethod
    def of(cls, families: Families) -> MinedShapes:
        """Return mine-free hypotheses in the form that can take mines."""
        flat = families.gathered()
        opening, n = flat.opening, flat.shapes
        return cls(
            flat.chart,
            flat.model,
            opening.visited[:n],
            opening.back[:n],
            np.arange(n + 1, dtype=np.int64),
            opening.here[:n],
            np.ones(n, np.bool_),
            np.empty((n, 0), np.uint32),
            NO_WEIGHTS if flat.model == "exact" or not n else flat.packed_weights(),
            flat.trail.onward(np.arange(n, dtype=np.int64) * 32 + STAY),
        )

    @property
    def shapes(self) -> int:
        """The number of shapes."""
        return len(self.back)

    @property
    def live(self) -> int:
        """The number of mines dropped and not triggered, those that a torpedo may have destroyed included."""
        return int(self.mines.shape[1])

    # ---- announcements

    def heading(self, course: int) -> MinedShapes:
        """Return the hypotheses after an announced course."""
        return self._spread(COURSE, 1 << outcome_index(course, 1), chosen=False)

    def spread(self, kind: int) -> MinedShapes:
        """Return the hypotheses after a silence, an unheard course or a gap."""
        return self._spread(kind, ALLOWED[kind], chosen=True)

    def restrict(self, board: Board, factor: npt.NDArray[np.float64] | None = None) -> MinedShapes:
        """Return the hypotheses whose present cell lies on a board, weighing ``factor`` (256,) there."""
        scale = EVEN if factor is None or self.model != "captain" else factor
        return self._change(EVIDENCE, board=board, factor=scale)

    def drop(self, neighbours: int) -> MinedShapes:
        """Return the hypotheses after a mine was dropped in one of 4 or 8 neighbours."""
        around = ALL_NEIGHBOURS if neighbours == 8 else ORTHOGONAL_NEIGHBOURS
        return self._change(DROP, around8=around, live=self.live + 1)

    def drop_towards(self, neighbour: int) -> MinedShapes:
        """Return the hypotheses after a mine was dropped in that one of the 8 neighbours, row by row from 0."""
        return self._change(DROP, around8=1 << neighbour, live=self.live + 1)

    def trigger(self, target: int) -> MinedShapes:
        """Return the hypotheses after one of the live mines was triggered at a cell."""
        if not self.live:
            return self._none_left()
        return self._change(TRIGGER, target=target, live=self.live - 1)

    def settled(self) -> Families:
        """Return the same hypotheses as families, once no mine is live."""
        n = self.shapes
        here, packed = np.empty((n, 4), np.uint64), np.empty(len(self.packed))
        written = kernels.mined_settle(
            self.ptr, self.here, self.lead, self.packed, self.model == "captain", here, packed
        )
        source = np.arange(n, dtype=np.int64) * 32 + STAY
        weights = packed[:written].copy()
        opening = Opening(
            self.chart, self.model, NO_FAN, here, self.visited, self.back, source, self.trail, EVEN, weights
        )
        return Families.flat(opening)

    def struck(self, target: int) -> MinedShapes:
        """Return the hypotheses after a torpedo destroyed any mine at a cell."""
        return self._change(STRIKE, target=target) if self.live else self

    def trapped(self) -> MinedShapes:
        """Return the hypotheses in which each open neighbour holds a live mine."""
        return self._change(BLACKOUT)

    def surfaced(self) -> MinedShapes:
        """Return the hypotheses at the start of a new dive in the present cells; mines stay."""
        return self.surfaced_apart(np.zeros(self.shapes, np.int64))[0]

    def surfaced_apart(self, label: npt.NDArray[np.int64]) -> tuple[MinedShapes, npt.NDArray[np.int64]]:
        """Return the hypotheses at the start of a new dive, one shape for each label (n,) of the shapes, and its label.

        Members of a label that know the same of their mines are joined and their weights added.
        """
        if not self.shapes:
            return self, label
        of_member = np.repeat(label, np.diff(self.ptr))
        alone = self.lead & np.append(self.lead[1:], True)
        mines = np.sort(self.mines, axis=1)  # which mine is called the first makes no difference
        joined, rest = np.flatnonzero(alone), np.flatnonzero(~alone)
        known = np.column_stack([of_member[joined], mines[joined].astype(np.int64)])
        keys, group = np.unique(known, axis=0, return_inverse=True)
        order = np.argsort(group, kind="stable")
        n = len(keys)
        here, out_mines = np.zeros((n, 4), np.uint64), np.empty((n, self.live), np.uint32)
        packed = np.empty(len(self.packed))
        written = kernels.mined_merge(
            joined[order], group[order].astype(np.int64), self.here, mines, self.packed, here, out_mines, packed
        )
        known_together = Members(self.here, self.lead, self.mines, self.packed).taken(rest)
        members = Members(
            np.concatenate([here, known_together.here]),
            np.concatenate([np.ones(n, np.bool_), known_together.lead]),
            np.concatenate([out_mines, known_together.mines]),
            np.concatenate([packed[:written], known_together.packed]),
        )
        labels = np.concatenate([keys[:, 0], of_member[rest]])
        members = members.taken(np.argsort(labels, kind="stable"))
        found, sizes = np.unique(labels, return_counts=True)
        visited = np.zeros((len(found), 4), np.uint64)
        visited[:, 0] = 1
        scale = members.packed.max() if self.model == "captain" else 1.0
        after = replace(
            self,
            visited=visited,
            back=np.zeros(len(found), np.int16),
            ptr=np.append(0, np.cumsum(sizes)).astype(np.int64),
            here=members.here,
            lead=members.lead,
            mines=members.mines,
            packed=members.packed / scale,
            trail=Trail(),
        )
        return after, found

    def selected(self, shapes: npt.NDArray[np.int64]) -> MinedShapes:
        """Return some of the shapes, by index."""
        sizes = np.diff(self.ptr)[shapes]
        members = Members(self.here, self.lead, self.mines, self.packed).taken(spans(self.ptr[:-1][shapes], sizes))
        return replace(
            self,
            visited=self.visited[shapes],
            back=self.back[shapes],
            ptr=np.append(0, np.cumsum(sizes)).astype(np.int64),
            here=members.here,
            lead=members.lead,
            mines=members.mines,
            packed=members.packed,
            trail=self.trail.onward(shapes * 32 + STAY),
        )

    def scaled(self, factor: float) -> MinedShapes:
        """Return the same hypotheses with every weight multiplied."""
        return replace(self, packed=self.packed * factor)

    @staticmethod
    def joined(parts: Sequence[MinedShapes]) -> MinedShapes:
        """Return the shapes of several parts, which have the same number of live mines, one part after the other."""
        sizes = np.concatenate([np.diff(part.ptr) for part in parts])
        return replace(
            parts[0],
            visited=np.concatenate([part.visited for part in parts]),
            back=np.concatenate([part.back for part in parts]),
            ptr=np.append(0, np.cumsum(sizes)).astype(np.int64),
            here=np.concatenate([part.here for part in parts]),
            lead=np.concatenate([part.lead for part in parts]),
            mines=np.concatenate([part.mines for part in parts]),
            packed=np.concatenate([part.packed for part in parts]),
            trail=Trail(),
        )

    def _none_left(self) -> MinedShapes:
        return replace(
            self,
            visited=self.visited[:0],
            back=self.back[:0],
            ptr=np.zeros(1, np.int64),
            here=self.here[:0],
            lead=self.lead[:0],
            mines=self.mines[:0],
            packed=NO_WEIGHTS,
        )

    def _spread(self, kind: int, allowed: int, *, chosen: bool) -> MinedShapes:
        factor = bin(allowed).count("1")
        guess = _Size(*(4 + x * factor for x in (self.shapes, len(self.here), len(self.packed))))

        def run(size: _Size) -> tuple[_Size, dict[str, Any]]:
            new = self._room(size, self.live)
            new["visited"], new["back"] = np.empty((size.shapes, 4), np.uint64), np.empty(size.shapes, np.int16)
            written = kernels.mined_spread(
                self.visited,
                self.back,
                self.ptr,
                self.here,
                self.lead,
                self.mines,
                self.packed,
                allowed,
                kind,
                self.model == "captain",
                self.chart.offsets,
                self.chart.sea_runs,
                self.chart.sea_near,
                new["visited"],
                new["back"],
                new["ptr"],
                new["source"],
                new["here"],
                new["lead"],
                new["mines"],
                new["packed"],
            )
            return _Size(*written), new

        return self._published(*self._sized(run, guess), chosen)

    def _change(
        self,
        what: int,
        *,
        board: Board = 0,
        factor: npt.NDArray[np.float64] = EVEN,
        target: int = 0,
        around8: int = 0,
        live: int | None = None,
    ) -> MinedShapes:
        board_words = to_words(board)

        def run(size: _Size) -> tuple[_Size, dict[str, Any]]:
            new = self._room(size, self.live if live is None else live)
            written = kernels.mined_change(
                self.visited,
                self.ptr,
                self.here,
                self.lead,
                self.mines,
                self.packed,
                what,
                board_words,
                factor,
                target,
                self.model == "captain",
                around8,
                self.chart.offsets,
                self.chart.sea_near,
                new["ptr"],
                new["source"],
                new["here"],
                new["lead"],
                new["mines"],
                new["packed"],
            )
            return _Size(*written), new

        guess = _Size(self.shapes, 16 + 2 * len(self.here), 16 + 2 * len(self.packed))
        written, new = self._sized(run, guess)
        kept = new["source"][: written.shapes] >> 5
        new["visited"], new["back"] = self.visited[kept], self.back[kept]
        return self._published(written, new, False)

    def _sized(
        self, run: Callable[[_Size], tuple[_Size, dict[str, Any]]], guess: _Size
    ) -> tuple[_Size, dict[str, Any]]:
        """Run a kernel with room for ``guess`` or, where that is too little or too much, for what it asks for."""
        if fits(self._bytes(guess)):
            written, new = run(guess)
            if all(w <= g for w, g in zip(written, guess, strict=True)):
                return written, new
        else:
            written, _ = run(_Size(0, 0, 0))  # it counts on when its output is full
        ensure_room(max(written.weights, written.members), self._bytes(written))
        return run(written)

    def _bytes(self, size: _Size) -> int:
        return size.shapes * BYTES_A_SHAPE + size.members * (BYTES_A_MEMBER + 4 * self.live) + size.weights * 8

    @staticmethod
    def _room(size: _Size, live: int) -> dict[str, Any]:
        return {
            "ptr": np.empty(size.shapes + 1, np.int64),
            "source": np.empty(size.shapes, np.int64),
            "here": np.empty((size.members, 4), np.uint64),
            "lead": np.empty(size.members, np.bool_),
            "mines": np.empty((size.members, live), np.uint32),
            "packed": np.empty(size.weights),
        }

    def _published(self, size: _Size, new: dict[str, Any], chosen: bool) -> MinedShapes:
        lengths = {"ptr": size.shapes + 1, "source": size.shapes, "visited": size.shapes, "back": size.shapes}
        trimmed = {}
        for name, array in new.items():
            used = array[: lengths.get(name, size.weights if name == "packed" else size.members)]
            # what is published owns little more than it needs
            trimmed[name] = used if 8 * len(used) > 7 * len(array) else used.copy()
        return replace(self, trail=self.trail.onward(trimmed.pop("source"), chosen), **trimmed)

    @property
    def own_bytes(self) -> int:
        """How much memory these shapes hold."""
        arrays = (self.visited, self.back, self.ptr, self.here, self.lead, self.mines, self.packed, self.trail.source)
        return sum(array.nbytes for array in arrays)

    @property
    def arrays(self) -> Iterator[npt.NDArray[Any]]:
        """What is held in memory, what is shared with shapes before this announcement included."""
        yield from (self.visited, self.back, self.ptr, self.here, self.lead, self.mines, self.packed)
        yield from self.trail.sources

    # ---- reading off

    @cached_property
    def answer(self) -> Answer:
        """Possible cells and dive starts, and the number of histories."""
        if not self.shapes:
            return NOTHING
        cells, starts = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
        histories = kernels.mined_answer(self.back, self.ptr, self.here, cells, starts)
        return Answer(to_board(cells), to_board(starts), int(histories))

    def mass(self) -> Mass:
        """Return the weight of each present cell under the model, unnormalised; shape (256,)."""
        return self.masses()[0]

    def masses(self) -> tuple[Mass, npt.NDArray[np.float64]]:
        """Return the weight of each present cell, shape (256,), and of each shape, (n,), both unnormalised."""
        mass, shape_mass = np.zeros(256), np.zeros(self.shapes)
        if self.shapes and len(self.packed):
            kernels.mined_mass(
                self.ptr,
                self.here,
                self.lead,
                self.mines,
                self.packed,
                self.model == "captain",
                self.chart.sea_words,
                mass,
                shape_mass,
            )
        return mass, shape_mass
