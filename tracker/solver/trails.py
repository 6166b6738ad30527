"""Where shapes came from: the choices of a dive, kept apart from the shapes so that these may be forgotten.

Knows sources and outcomes of fans; not cells, mines or weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tracker.solver.charts import outcome_step

Steps = tuple[tuple[int, int], ...]
"""Unit steps as rows and columns, or choices as the rows and columns they went."""


@dataclass(frozen=True)
class Trail:
    """One level of choices: n shapes, each with an outcome of the fan open there, and a path common to all since.

    source (n,) int64: 32 * index + outcome in ``before``, which is None where the dive began. ``chosen`` tells that the
    outcome was a choice that nobody announced.
    """

    source: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    path: Steps = ()
    chosen: bool = False
    before: Trail | None = None

    def onward(self, source: npt.NDArray[np.int64], chosen: bool = False) -> Trail:
        """Return the next level, whose shapes took an outcome each from here."""
        return Trail(source, before=replace(self, chosen=chosen) if chosen != self.chosen else self)

    @property
    def sources(self) -> Iterator[npt.NDArray[np.int64]]:
        """The sources of all levels, last first."""
        level: Trail | None = self
        while level is not None:
            yield level.source
            level = level.before

    def back(self, index: int, outcome: int) -> tuple[Steps, Steps]:
        """Return the unit steps of a shape's outcome since the dive began, and the choices among them, last first."""
        steps: list[tuple[int, int]] = []
        choices: list[tuple[int, int]] = []
        level: Trail | None = self
        while level is not None:
            for here, there in reversed(list(pairwise(((0, 0), *level.path)))):
                steps.append((there[0] - here[0], there[1] - here[1]))
            rows, columns = outcome_step(outcome)
            steps += [((rows > 0) - (rows < 0), (columns > 0) - (columns < 0))] * max(abs(rows), abs(columns))
            if level.chosen:
                choices.append((rows, columns))
            if level.before is not None:
                index, outcome = divmod(int(level.source[index]), 32)
            level = level.before
        return tuple(steps), tuple(choices)
