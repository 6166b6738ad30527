"""The baseline: a plain list of (cell, visited set), one entry a hypothesis, as most solvers keep it, in numba.

An entry is five words, visited cells and the cell, so that it is read and written at one place.

Knows courses and silences only; it shares no code with the solver, which is measured against it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from tracker import Announcement, SeaMap
from tracker.game.announcements import Heading, Silence

_ONE = np.uint64(1)


@njit(cache=True, nogil=True, boundscheck=False, error_model="numpy")
def head(entries: Any, count: Any, step: Any, sea: Any) -> int:
    """Move every entry one cell on, in place; return how many are left. entries (n, 5) uint64, sea (256,) bool."""
    left = 0
    for i in range(count):
        cell = np.int64(entries[i, 4]) + step
        if cell < 0 or cell > 255 or not sea[cell]:
            continue
        word = cell >> 6
        bit = _ONE << np.uint64(cell & 63)
        if entries[i, word] & bit:
            continue
        for k in range(4):
            entries[left, k] = entries[i, k]
        entries[left, word] |= bit
        entries[left, 4] = np.uint64(cell)
        left += 1
    return left


@njit(cache=True, nogil=True, boundscheck=False, error_model="numpy")
def silence(entries: Any, count: Any, sea: Any, out: Any) -> int:
    """Write every outcome of a silence of every entry to out (m, 5); return how many there are."""
    steps = (-16, 1, 16, -1)
    written = 0
    for i in range(count):
        a, b, c, d = entries[i, 0], entries[i, 1], entries[i, 2], entries[i, 3]
        here = np.int64(entries[i, 4])
        out[written, 0], out[written, 1], out[written, 2], out[written, 3] = a, b, c, d
        out[written, 4] = np.uint64(here)
        written += 1
        for step in steps:
            p, q, r, s = a, b, c, d
            cell = here
            for _ in range(4):
                cell += step
                if cell < 0 or cell > 255 or not sea[cell]:
                    break
                word = cell >> 6
                bit = _ONE << np.uint64(cell & 63)
                if word == 0:
                    if p & bit:
                        break
                    p |= bit
                elif word == 1:
                    if q & bit:
                        break
                    q |= bit
                elif word == 2:
                    if r & bit:
                        break
                    r |= bit
                else:
                    if s & bit:
                        break
                    s |= bit
                out[written, 0], out[written, 1], out[written, 2], out[written, 3] = p, q, r, s
                out[written, 4] = np.uint64(cell)
                written += 1
    return written


class PlainList:
    """All hypotheses of one dive as a list, in two buffers that are reused and large enough for what comes."""

    def __init__(self, sea_map: SeaMap, room: int) -> None:
        """Hold up to ``room`` entries."""
        self._sea: npt.NDArray[np.bool_] = np.zeros(256, np.bool_)
        self._sea[list(sea_map.sea)] = True
        self._start = np.flatnonzero(self._sea)
        self._buffers = [np.zeros((room, 5), np.uint64) for _ in range(2)]
        self.count = 0
        self.begin()

    def begin(self) -> None:
        """Start anew in every sea cell."""
        entries = self._buffers[0]
        for i, cell in enumerate(self._start):
            entries[i] = 0
            entries[i, cell >> 6] = _ONE << np.uint64(cell & 63)
            entries[i, 4] = cell
        self.count = len(self._start)

    def hear(self, announcement: Announcement) -> None:
        """Take in a course or a silence; raises TypeError for anything else."""
        item = announcement.item
        if isinstance(item, Silence):
            self.count = silence(self._buffers[0], self.count, self._sea, self._buffers[1])
            self._buffers.reverse()
        elif isinstance(item, Heading) and item.course is not None:
            rows, columns = item.course.step
            self.count = head(self._buffers[0], self.count, 16 * rows + columns, self._sea)
        else:
            raise TypeError(f"{item} is neither a course nor a silence")

    def cells(self) -> set[int]:
        """Return the possible present cells."""
        return {int(cell) for cell in np.unique(self._buffers[0][: self.count, 4])}
