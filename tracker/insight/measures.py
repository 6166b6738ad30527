"""How good a probability map was once the truth is known: scores, ranks and reliability with intervals.

Knows grids of probabilities and true cells; not trackers, records or games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.game.cells import Cell, column_of, row_of

Grid: TypeAlias = npt.NDArray[np.float64]
"""Probabilities of cells, shape (rows, columns); sums to 1."""

AS_LIKELY = 1e-12
"""Probabilities that differ by less are ties: sums in another order differ in their last digits."""


def entropy(grid: Grid) -> float:
    """Return the entropy of a grid in bits."""
    shares = grid[grid > 0]
    return max(0.0, float(-(shares * np.log2(shares)).sum()))


def rank_of(grid: Grid, cell: Cell) -> float:
    """Return the rank of a cell, 1 for the likeliest; cells as likely share the mean of their ranks."""
    share = grid[row_of(cell), column_of(cell)]
    likelier = int((grid > share + AS_LIKELY).sum())
    as_likely = int((np.abs(grid - share) <= AS_LIKELY).sum())
    return likelier + (as_likely + 1) / 2


def log_score(grid: Grid, cell: Cell) -> float:
    """Return -log2 of the true cell's probability in bits: 0 is best, infinite where it was excluded."""
    share = grid[row_of(cell), column_of(cell)]
    return float(-np.log2(share)) if share > 0 else float("inf")


def brier_score(grid: Grid, cell: Cell) -> float:
    """Return the Brier score over all cells: 0 is best, 2 worst."""
    share = grid[row_of(cell), column_of(cell)]
    return float((grid**2).sum() - 2 * share + 1)


@dataclass(frozen=True, slots=True)
class Bin:
    """Cells said to hold a probability from ``low`` to ``high``: how many, what was said and what came true.

    ``from_`` and ``to`` bound the share that came true with 95 % confidence (Wilson); it is well calibrated where
    they hold ``said``.
    """

    low: float
    high: float
    count: int
    said: float
    came: float
    from_: float
    to: float

    @property
    def reliable(self) -> bool:
        """Whether what was said lies within the interval."""
        return self.from_ <= self.said <= self.to


EDGES = (0.0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0)


class Reliability:
    """Gathers predictions in bins, so that memory does not grow with them."""

    def __init__(self, edges: tuple[float, ...] = EDGES) -> None:
        """Begin with empty bins; the last holds its upper edge too."""
        self.edges = np.array(edges)
        self.count = np.zeros(len(edges) - 1, np.int64)
        self.said = np.zeros(len(edges) - 1)
        self.came = np.zeros(len(edges) - 1, np.int64)

    def add(self, grid: Grid, cell: Cell) -> None:
        """Take in a prediction; cells held for impossible are left out."""
        shares = grid[grid > 0]
        index = self._bin(shares)
        self.count += np.bincount(index, minlength=len(self.count))
        self.said += np.bincount(index, shares, minlength=len(self.count))
        share = grid[row_of(cell), column_of(cell)]
        if share > 0:
            self.came[self._bin(np.array([share]))[0]] += 1

    def merged(self, other: Reliability) -> None:
        """Take in everything that another one gathered in the same bins."""
        self.count += other.count
        self.said += other.said
        self.came += other.came

    def bins(self) -> tuple[Bin, ...]:
        """Return the bins that hold anything."""
        from scipy.stats import binomtest  # here, since it takes longer to import than most analyses take

        found = []
        for i, count in enumerate(self.count.tolist()):
            if not count:
                continue
            interval = binomtest(int(self.came[i]), count).proportion_ci(0.95, "wilson")
            came, said = float(self.came[i] / count), float(self.said[i] / count)
            low, high = float(self.edges[i]), float(self.edges[i + 1])
            found.append(Bin(low, high, count, said, came, float(interval.low), float(interval.high)))
        return tuple(found)

    def _bin(self, shares: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        index: npt.NDArray[np.int64] = np.clip(np.searchsorted(self.edges, shares, "right") - 1, 0, len(self.count) - 1)
        return index


def mean(values: Iterable[float]) -> float:
    """Return the mean, NaN of nothing."""
    known = list(values)
    return sum(known) / len(known) if known else float("nan")
