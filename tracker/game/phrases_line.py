"""One line of table speech as words with meanings: looking up phrases, numbers and cells, and noting what was read.

Knows no item's grammar; that is the business of the classes built on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracker.game.announcements import Heading, Impact, Item, Side
from tracker.game.cells import MAX_SIDE, Cell, cell_at, parse_column
from tracker.game.errors import Fault
from tracker.game.item_words import CELL_EXPECTED
from tracker.game.phrase_meanings import Meaning
from tracker.game.phrase_tokens import Token
from tracker.game.phrase_words import COURSE_LETTERS, SPOKEN_LETTERS, numbers_of, phrases_of
from tracker.game.sentences import Sentence, say

_END: str = say("found-end", "the end of the line")
ANSWERS = frozenset(
    {
        Meaning.CLEAR,
        Meaning.INDIRECT,
        Meaning.DIRECT,
        Meaning.HIT,
        Meaning.NO_DAMAGE,
        Meaning.ONE_DAMAGE,
        Meaning.TWO_DAMAGE,
    }
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that stands on its own: one of ``impacts`` to a weapon, or yes or no to a drone."""

    impacts: tuple[Impact, ...] = ()
    yes: bool | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a line with its readings, of which exactly one was meant; ``column`` counts from 1.

    ``answer`` is set, and ``readings`` empty, where the stretch only answers what came before it; ``reply`` marks the
    answer to a sonar, which may do so too.
    """

    side: Side
    readings: tuple[tuple[Item, ...], ...]
    column: int
    end: int
    answer: Answer | None = None
    reply: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a crew said that no record holds: ``ok`` or ``stop``, and whose crew it was."""

    side: Side
    word: str


class Wrong(Exception):
    """What cannot be read, from token ``first`` up to ``end``."""

    def __init__(self, first: int, end: int, expected: Sentence) -> None:
        """Take the half-open range of tokens, and what was expected there."""
        self.first, self.end, self.expected = first, end, expected


class LineWords:
    """A line's tokens and what was found in them; ``at`` is the token that comes next.

    ``segments``, ``remarks`` and ``faults`` hold what was read so far.
    """

    def __init__(self, tokens: list[Token], language: str, side: Side, us: Side, line: int = 1) -> None:
        """Begin at the first token; ``side`` acts where none is named."""
        self.tokens = tokens
        self.language = language
        self.phrases = phrases_of(language)
        self.longest = max(map(len, self.phrases))
        self.numbers = numbers_of(language)
        self.letters = COURSE_LETTERS[language]
        self.side = side
        self.us = us
        self.line = line
        self.at = 0
        self.segments: list[Segment] = []
        self.remarks: list[Remark] = []
        self.faults: list[Fault] = []
        self.side_open: int | None = None
        """The token of a side word behind which nothing stands yet."""
        self.dropping: int | None = None
        """The number of the segment that was "dropping a mine" and may be said again as "mine dropped"."""

    def meaning(self, at: int | None = None) -> tuple[Meaning | None, int]:
        """The meaning of the longest phrase at a token and where it ends; (None, at) where no phrase stands."""
        at = self.at if at is None else at
        for length in range(min(self.longest, len(self.tokens) - at), 0, -1):
            found = self.phrases.get(tuple(token.key for token in self.tokens[at : at + length]))
            if found is not None:
                return found, at + length
        return None, at

    def key(self, at: int) -> str:
        """The folded word at a token, empty at the end and before the beginning."""
        return self.tokens[at].key if 0 <= at < len(self.tokens) else ""

    def after(self, at: int, *skipped: Meaning) -> int:
        """The first token from ``at`` on where none of the skipped meanings stands."""
        while True:
            meaning, end = self.meaning(at)
            if meaning not in skipped:
                return at
            at = end

    def number(self, at: int) -> tuple[int, int] | None:
        """The number at a token, in digits or spelled, and where it ends."""
        key = self.key(at)
        value = int(key) if re.fullmatch("[0-9]{1,4}", key) else self.numbers.get(key)
        return None if value is None else (value, at + 1)

    def letter(self, at: int) -> str:
        """The single letter at a token, as such or spoken (``charlie``); empty where none stands."""
        key = self.key(at)
        return key if re.fullmatch("[a-z]", key) else SPOKEN_LETTERS.get(key, "")

    def cell(self, at: int) -> tuple[Cell, int] | None:
        """The cell at a token, and where it ends; raises Wrong for a letter and number off any sheet."""
        letter, number = self.letter(at), self.number(at + 1)
        if not letter or number is None:
            return None
        row, end = number
        try:
            column = parse_column(letter)
        except ValueError:
            raise Wrong(at, end, CELL_EXPECTED) from None
        if not 1 <= row <= MAX_SIDE:
            raise Wrong(at, end, CELL_EXPECTED)
        return cell_at(row - 1, column), end

    def mark(self, at: int, mark: str) -> bool:
        """Tell whether a mark such as ``?`` is the token at a place."""
        return self.key(at) == mark

    def starts_something(self, at: int) -> bool:
        """Tell whether a known word begins at a token."""
        return self.meaning(at)[0] is not None or self.key(at) in self.letters or self.mark(at, "?")

    def missing(self, start: int, at: int) -> tuple[int, int]:
        """What to quote where an argument is missing: the item, or the word in the argument's place."""
        return (start, at) if at >= len(self.tokens) or self.starts_something(at) else (at, at + 1)

    def fault(self, wrong: Wrong) -> None:
        """Note what cannot be read."""
        first, end = min(wrong.first, len(self.tokens) - 1), min(max(wrong.end, wrong.first + 1), len(self.tokens))
        if wrong.first >= len(self.tokens):
            found, column = _END, self.tokens[-1].end + 1
        else:
            words = "".join(token.text if token.joined else f" {token.text}" for token in self.tokens[first:end])
            found, column = f"'{words.strip()}'", self.tokens[first].start + 1
        self.faults.append(Fault(self.line, column, found, wrong.expected))

    def add(self, start: int, *readings: tuple[Item, ...], side: Side | None = None, reply: bool = False) -> None:
        """Note the readings of what stands from ``start`` up to the next token."""
        self.close(start, Segment(side or self.side, readings, 0, 0, reply=reply))

    def close(self, start: int, segment: Segment) -> None:
        """Note a segment that begins at ``start`` and ends before the next token."""
        column, end = self.tokens[start].start + 1, self.tokens[self.at - 1].end
        self.segments.append(
            Segment(segment.side, segment.readings, column, end, segment.answer, segment.reply),
        )
        self.side_open = None
        self.dropping = None

    def add_doubted(self, start: int, item: Item) -> None:
        """Add an item; a question mark written to it may be its own, or a course that was not heard."""
        if self.mark(self.at, "?") and self.tokens[self.at].joined:
            self.at += 1
            self.add(start, (item,), (item, Heading(None)))
        else:
            self.add(start, (item,))
