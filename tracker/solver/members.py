"""Rows with weights of different lengths: the members of mined shapes, and how to take some of them.

Knows that packed weights follow the set bits of boards; not what a member means.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tracker.solver.bitboards import Words, sizes_of


def spans(first: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the indices ``first[k]``, ``first[k] + 1``, ... of ``sizes[k]`` each, one span after the other."""
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    spans: npt.NDArray[np.int64] = np.arange(total) + np.repeat(first - (ends - sizes), sizes)
    return spans


@dataclass(frozen=True)
class Members:
    """m members without their shapes: here (m, 4), lead (m,), mines (m, L), packed along the set bits of ``here``."""

    here: Words
    lead: npt.NDArray[np.bool_]
    mines: npt.NDArray[np.uint32]
    packed: npt.NDArray[np.float64]

    def taken(self, members: npt.NDArray[np.int64]) -> Members:
        """Return some of the members, by index, in that order, with their weights."""
        packed = self.packed
        if len(packed):
            sizes = sizes_of(self.here)
            packed = packed[spans((np.cumsum(sizes) - sizes)[members], sizes[members])]
        return Members(self.here[members], self.lead[members], self.mines[members], packed)
