"""The errors of a reading: what can be misheard, what an error weighs, and how errors are kept as numbers.

Knows the record format's "Mishears"; not hypotheses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.game.cells import Course

MOST_MISHEARS = 2

Codes: TypeAlias = npt.NDArray[np.int64]
"""Errors as numbers: a row for each of R readings, a column for each of K errors, 0 where there are fewer."""


class Mistake(IntEnum):
    """What went wrong with one announcement."""

    WRONG = 1
    EXTRA = 2
    MISSED = 3
    ANSWER = 4


FACTORS = {Mistake.WRONG: 0.01, Mistake.EXTRA: 0.01, Mistake.MISSED: 0.0025, Mistake.ANSWER: 0.01}
"""What a reading's weight is multiplied with for each of its errors; answers are put right in repairs only."""

PENDING = 0
"""The announcement of a missed course whose next evidence has not been heard yet."""

_INSTEAD_BITS, _MISTAKE_BITS = 12, 3
_NUMBER_SHIFT = _INSTEAD_BITS + _MISTAKE_BITS


@dataclass(frozen=True, slots=True)
class Edit:
    """One error put right: ``instead`` was said instead of, or missed before, the announcement (from 1).

    It is a course, nothing where the announcement was never said or, for an answer, which of the announcement's
    ``alternatives`` was said.
    """

    announcement: int
    mistake: Mistake
    instead: Course | int | None


def code_of(announcement: int, mistake: Mistake, instead: int = 0) -> int:
    """Return an error as a number."""
    return (announcement << _MISTAKE_BITS | mistake) << _INSTEAD_BITS | instead


LIKELIER_THAN_NOT = 0.5
"""Share of a reading with an error above which it is told though the record fits as it was heard."""


def factor_of(code: int) -> float:
    """Return what an error multiplies a reading's weight with."""
    return FACTORS[Mistake(code >> _INSTEAD_BITS & (1 << _MISTAKE_BITS) - 1)]


def edits_of(codes: Iterable[int], end: int) -> tuple[Edit, ...]:
    """Return errors from their numbers; a course missed after the last announcement stands before ``end``."""
    return tuple(_edit(code, end) for code in codes if code)


def _edit(code: int, end: int) -> Edit:
    mistake = Mistake(code >> _INSTEAD_BITS & (1 << _MISTAKE_BITS) - 1)
    instead = code & (1 << _INSTEAD_BITS) - 1
    said: Course | int | None = instead
    if mistake is not Mistake.ANSWER:
        said = None if mistake is Mistake.EXTRA else Course(instead)
    return Edit(code >> _NUMBER_SHIFT or end, mistake, said)


def placed(codes: Codes, number: int) -> Codes:
    """Return the errors with courses missed before this evidence named by its number."""
    pending = (codes != 0) & (codes >> _NUMBER_SHIFT == PENDING)
    return np.where(pending, codes | number << _NUMBER_SHIFT, codes)


def with_error(codes: Codes, code: int) -> Codes:
    """Return readings that have room for it with one more error."""
    more = codes.copy()
    more[np.arange(len(codes)), (codes != 0).sum(axis=1)] = code
    return more


def renumbered(label: npt.NDArray[np.int64], readings: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return labels without gaps and the readings that are left: one whose last shape is gone is forgotten."""
    if 16 * len(label) < readings:
        kept, number_of = np.unique(label, return_inverse=True)
        return number_of.astype(np.int64), kept
    kept = np.flatnonzero(np.bincount(label, minlength=readings))
    number = np.zeros(readings, np.int64)
    number[kept] = np.arange(len(kept))
    return number[label], kept


def likeliest(
    codes: Codes, weights: npt.NDArray[np.float64], end: int, most: int | None = None
) -> list[tuple[tuple[Edit, ...], float]]:
    """Return each reading's errors and its share of all weights (R,), the ``most`` likeliest first.

    The shares of all readings sum to 1.
    """
    total = weights.sum()
    return [
        (edits_of(codes[reading].tolist(), end), float(weights[reading] / total))
        for reading in np.argsort(-weights, kind="stable")[:most]
        if weights[reading] > 0
    ]
