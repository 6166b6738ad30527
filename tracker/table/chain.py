"""The trackers after each announcement of a game, so that an undo drops and an edit recomputes from there only.

Knows how the list and its inference stay in step, also where the inference fails: the list is never cut for it. It
knows nothing of operations, storage or devices.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell, Course
from tracker.game.errors import TrackerError
from tracker.game.maps import SeaMap
from tracker.game.notation import format_announcement
from tracker.game.rules import RuleOptions
from tracker.game.sentences import say
from tracker.solver.answers import Model

if TYPE_CHECKING:
    from tracker.solver.repairs import Repair

log = logging.getLogger(__name__)


class RouteLike(Protocol):
    """What the table asks of ``tracker.Route``."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in the order entered."""
        ...


class EditLike(Protocol):
    """What the table asks of an error put right, ``tracker.solver``'s ``Edit``."""

    @property
    def announcement(self) -> int:
        """The number, from 1, of the announcement it is about; one past the end for a course missed there."""
        ...

    @property
    def mistake(self) -> IntEnum:
        """WRONG, EXTRA, MISSED or ANSWER."""
        ...

    @property
    def instead(self) -> Course | int | None:
        """What was said, where that is a course."""
        ...


class ReadingsLike(Protocol):
    """What the table asks of ``tracker.solver.mishears.Readings``."""

    def shares(self, announcements: int, most: int | None = None) -> Sequence[tuple[tuple[EditLike, ...], float]]:
        """Errors and share of the ``most`` likeliest readings or all; ``announcements`` is how many were heard."""
        ...


class Inference(Protocol):
    """What the table asks of ``tracker.Tracker``."""

    def hear(self, announcement: Announcement) -> Inference:
        """Return the inference after one more announcement."""
        ...

    @property
    def consistent(self) -> bool:
        """Whether any hypothesis is left."""
        ...

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The possible present cells."""
        ...

    @property
    def starts(self) -> tuple[Cell, ...]:
        """The possible cells in which the dive began."""
        ...

    @property
    def histories(self) -> int:
        """How many histories fit."""
        ...

    def posterior(self) -> NDArray[np.float64]:
        """The probability of each cell, rows by columns; sums to 1."""
        ...

    def sectors(self) -> dict[int, float]:
        """The probability of each sector."""
        ...

    def routes(self, cell: Cell) -> Iterator[RouteLike]:
        """The routes of the dive that end in a cell, one for each history."""
        ...

    @property
    def likeliest_route(self) -> RouteLike | None:
        """The likeliest route of the dive."""
        ...

    @property
    def mine_cells(self) -> tuple[Cell, ...]:
        """The cells in which a live mine may lie."""
        ...

    @property
    def readings(self) -> ReadingsLike | None:
        """The readings with misheard courses; None where none are allowed."""
        ...

    def repairs(self) -> list[Repair]:
        """The single corrections that make what was heard fit, likeliest first."""
        ...


StartInference: TypeAlias = Callable[[SeaMap, Side, RuleOptions, Model], Inference]
"""Begins an inference: map, tracked side, rule options, model."""

StartMixture: TypeAlias = Callable[[SeaMap, Side, RuleOptions, Model, int], Inference]
"""The same, allowing so many misheard courses."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Announcements and the inference after each: ``steps[k]`` is the one after ``k`` of them.

    ``error`` says why the steps end before the announcements do, None where they do not.
    """

    announcements: tuple[Announcement, ...]
    steps: tuple[Inference, ...]
    error: str | None = None

    @classmethod
    def begin(cls, start: Inference) -> Chain:
        """Return the chain of a game in which nothing was heard."""
        return cls((), (start,))

    def follow(self, announcements: tuple[Announcement, ...], most: int | None = None) -> Chain:
        """Return the chain of another list, sharing every step up to the first difference.

        With ``most`` it takes at most so many steps more, and is then the chain of the list's beginning.
        """
        common = common_start(self.announcements, announcements)
        if most is not None:
            announcements = announcements[: common + most]
        if self.error is not None and common >= len(self.steps):
            # The step that failed is still there: trying it again for each tap would only make the table slow.
            return replace(self, announcements=announcements)
        steps = list(self.steps[: common + 1])
        for announcement in announcements[len(steps) - 1 :]:
            try:
                steps.append(steps[-1].hear(announcement))
            except (TrackerError, MemoryError, ArithmeticError, ValueError, LookupError, RuntimeError) as fault:
                return Chain(announcements, tuple(steps), _explain(len(steps), announcement, fault))
        return Chain(announcements, tuple(steps))

    def until(self, count: int) -> Chain:
        """Return the chain as of the first ``count`` announcements."""
        if count >= len(self.announcements):
            return self
        error = self.error if len(self.steps) <= count else None
        return Chain(self.announcements[:count], self.steps[: count + 1], error)

    def consistent_steps(self) -> Iterator[int]:
        """Yield the numbers of announcements after which something was left, newest first."""
        return (count for count in range(len(self.steps) - 1, -1, -1) if self.steps[count].consistent)

    @property
    def contradiction(self) -> int | None:
        """The number, from 1, of the announcement after which nothing fits."""
        if self.steps[-1].consistent:
            return None
        return next(self.consistent_steps(), -1) + 1


def common_start(one: tuple[Announcement, ...], other: tuple[Announcement, ...]) -> int:
    """Count the announcements with which two lists begin alike; clocks and comments do not matter."""
    common = 0
    for old, new in zip(one, other, strict=False):
        if (old.side, old.item) != (new.side, new.item):
            break
        common += 1
    return common


def _explain(number: int, announcement: Announcement, fault: BaseException) -> str:
    why: str
    if isinstance(fault, TrackerError):
        why = fault.told[0]
    elif isinstance(fault, MemoryError):
        why = say("no-memory", "this machine's memory does not hold what is possible; the record is kept as it is.")
    else:
        log.error("inference failed at announcement %d", number, exc_info=fault)
        why = say("inference-failed", "the inference failed (a fault of this program); the record is kept as it is.")
    heard = format_announcement(announcement)
    return say("inference-stopped", "Announcement {n} ({heard}): {why}", n=number, heard=heard, why=why)
