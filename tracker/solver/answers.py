"""What can be read off a set of hypotheses, whatever holds them.

Knows boards and numbers; not how hypotheses are stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.solver.bitboards import Board

Model: TypeAlias = Literal["exact", "uniform", "captain"]
"""``exact`` keeps the possible cells only; ``uniform`` and ``captain`` weigh the histories as well."""

Mass: TypeAlias = npt.NDArray[np.float64]
"""Unnormalised weight of each present cell; shape (256,)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Possible present cells, possible starts of the dive, and the number of histories since it."""

    cells: Board
    starts: Board
    histories: int


NOTHING = Answer(0, 0, 0)
