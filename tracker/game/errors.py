"""Errors of the tracker, split by cause, each a sentence for people.

Knows what can go wrong, not how it is shown; no command line, page or file is named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tracker.game.sentences import Sentence, say


class TrackerError(Exception):
    """Anything the tracker reports to a person; ``str()`` is the sentence to show."""

    @property
    def told(self) -> tuple[str, ...]:
        """What it says, one sentence for each fault; a ``Sentence`` where it can be said in other languages."""
        return (self.args[0] if self.args and isinstance(self.args[0], str) else str(self),)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that cannot be read: where (line and column count from 1), what stood there, what was expected."""

    line: int
    column: int
    found: str
    expected: str

    @property
    def sentence(self) -> Sentence:
        """What was found and expected, without the place."""
        return say("fault", "found {found}, expected {expected}", found=self.found, expected=self.expected)

    @property
    def told(self) -> Sentence:
        """Place and sentence."""
        return say(
            "fault-at",
            "line {line}, column {column}: found {found}, expected {expected}",
            line=self.line,
            column=self.column,
            found=self.found,
            expected=self.expected,
        )

    def __str__(self) -> str:
        """Place and sentence."""
        return str(self.told)


class Unreadable(TrackerError):
    """A record or a map that cannot be read; ``faults`` holds every fault of it, in the order of the text."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the faults; their sentences make the message."""
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__("; ".join(str(fault) for fault in self.faults))

    @property
    def told(self) -> tuple[str, ...]:
        """A sentence for each fault."""
        return tuple(fault.told for fault in self.faults)


class UnknownMap(TrackerError):
    """A map id that none of the shipped maps has."""


class ImpossibleOnMap(TrackerError):
    """An item that can be read but cannot happen on this map; ``line`` and ``column`` are 0 where there is no text."""

    def __init__(self, sentence: str, line: int = 0, column: int = 0) -> None:
        """Keep the sentence and its place."""
        self.sentence = sentence
        self.line = line
        self.column = column
        placed = say("at", "line {line}, column {column}: {why}", line=line, column=column, why=sentence)
        super().__init__(placed if line else sentence)


class Ambiguous(TrackerError):
    """Words that can be read in more than one way."""


class TooManyHypotheses(TrackerError):
    """The exact answer would not fit in memory; nothing was thinned, nothing was lost."""

    def __init__(self, histories: int, bytes_needed: int) -> None:
        """Keep the number of histories and an estimate of the bytes they would take."""
        self.histories = histories
        self.bytes_needed = bytes_needed
        super().__init__(
            say(
                "too-many",
                "{histories} histories would need about {mebibytes} MiB, more than there is: the record is kept as it "
                "is; undo, or wait for a surfacing or another clue",
                histories=f"{histories:,}",
                mebibytes=f"{bytes_needed / 2**20:,.0f}",
            )
        )
