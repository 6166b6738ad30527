"""Errors of the tracker, split by cause, each a sentence for people.

Knows what can go wrong, not how it is shown; no command line, page or file is named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class TrackerError(Exception):
    """Anything the tracker reports to a person; ``str()`` is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that cannot be read: where (line and column count from 1), what stood there, what was expected."""

    line: int
    column: int
    found: str
    expected: str

    @property
    def sentence(self) -> str:
        """What was found and expected, without the place."""
        return f"found {self.found}, expected {self.expected}"

    def __str__(self) -> str:
        """Place and sentence."""
        return f"line {self.line}, column {self.column}: {self.sentence}"


class Unreadable(TrackerError):
    """A record or a map that cannot be read; ``faults`` holds every fault of it, in the order of the text."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the faults; their sentences make the message."""
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__("; ".join(str(fault) for fault in self.faults))


class UnknownMap(TrackerError):
    """A map id that none of the shipped maps has."""


class ImpossibleOnMap(TrackerError):
    """An item that can be read but cannot happen on this map; ``line`` and ``column`` are 0 where there is no text."""

    def __init__(self, sentence: str, line: int = 0, column: int = 0) -> None:
        """Keep the sentence and its place."""
        self.sentence = sentence
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {sentence}" if line else sentence)


class Ambiguous(TrackerError):
    """Words that can be read in more than one way."""


class TooManyHypotheses(TrackerError):
    """The exact answer would not fit in memory; nothing was thinned, nothing was lost."""

    def __init__(self, histories: int, bytes_needed: int) -> None:
        """Keep the number of histories and an estimate of the bytes they would take."""
        self.histories = histories
        self.bytes_needed = bytes_needed
        super().__init__(
            f"{histories:,} histories would need about {bytes_needed / 2**20:,.0f} MiB, more than there is: "
            "the record is kept as it is; undo, or wait for a surfacing or another clue"
        )
