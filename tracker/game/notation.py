"""One line of a record: ``[clock] [side] item item ...`` read leniently, an announcement written canonically.

Knows lines and sides; an item's own words are ``item_words``'s business, tags and comment lines those of ``records``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Gap,
    Heading,
    Hurt,
    Item,
    Mine,
    Ready,
    Scenario,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import MAX_SIDE, Cell, Course, Sector, cell_at, cell_name, column_of, row_of
from tracker.game.errors import Fault, Unreadable
from tracker.game.item_words import ITEM_EXPECTED, ArgumentFault, ItemWords
from tracker.game.sentences import Sentence, say
from tracker.game.words import Word, quoted

_EMPTY = say("found-empty", "a line without an item")
_CLOCK = re.compile("(?:([0-9]{1,3}):)?([0-9]{1,3}):([0-5][0-9])")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line that could not be read, as it was written, and how many of the line's items stand before it."""

    text: str
    before: int


@dataclass(frozen=True, slots=True)
class LineReading:
    """What a line says, what of it could not be read, and its comment (None where it has none)."""

    announcements: tuple[Announcement, ...]
    pieces: tuple[Piece, ...]
    faults: tuple[Fault, ...]
    comment: str | None


def parse_line(text: str, us: Side) -> tuple[Announcement, ...]:
    """Return the announcements of one line; the line's comment goes with the last.

    Without a side the enemy of ``us`` acts. Raises Unreadable with every fault of the line.
    """
    if re.search(r"[\r\n]", text.strip()):
        raise Unreadable([Fault(1, 1, say("found-lines", "several lines"), say("expected-line", "one line"))])
    reading = read_line(text.strip(), us, 1)
    if reading.faults:
        raise Unreadable(reading.faults)
    return reading.announcements


def format_announcement(announcement: Announcement) -> str:
    """Return side and item as the writer prints them, such as ``B torpedo C6 clear``; no clock, no comment."""
    return f"{announcement.side.letter} {format_item(announcement.item)}"


def format_clock(seconds: int) -> str:
    """Return a clock as ``mm:ss``, from an hour on as ``h:mm:ss``; raises ValueError for more than that can say."""
    if not 0 <= seconds < 3_600_000:
        raise ValueError(f"{seconds} s is no clock: expected 0 to 999:59:59")
    hours, rest = divmod(seconds, 3600)
    minutes_seconds = f"{rest // 60:02}:{rest % 60:02}"
    return f"{hours}:{minutes_seconds}" if hours else minutes_seconds


def parse_clock(text: str) -> int:
    """Return the seconds of a clock ``m:ss`` or ``h:mm:ss``; raises ValueError elsewhere."""
    found = _CLOCK.fullmatch(text)
    if found is None or (found[1] is not None and int(found[2]) > 59):
        raise ValueError(f"{text!r} is not a clock: expected m:ss or h:mm:ss")
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])


def read_line(text: str, us: Side, line: int) -> LineReading:
    """Read one line that is no tag line: whatever can be read, and every fault with its place."""
    body, mark, comment = text.partition("#")
    return _LineReader(body, us, line).read(comment.strip() if mark else None)


class _LineReader:
    """Walks over the words of one line."""

    def __init__(self, body: str, us: Side, line: int) -> None:
        self.body = body
        self.words = ItemWords(body)
        self.line = line
        self.us = us
        self.lead = ""
        self.items: list[tuple[Item, int]] = []
        self.pieces: list[Piece] = []
        self.faults: list[Fault] = []

    def read(self, comment: str | None) -> LineReading:
        clock, side = self._clock(), self._side()
        words = self.words
        self.lead = words.raw(0, words.next)
        if not words.peek():
            found = say("found-lone", "'{words}' without an item", words=self.lead) if self.lead else _EMPTY
            self._fault(found, ITEM_EXPECTED, len(self.body.rstrip()) + 1)
            if self.lead:
                self.pieces.append(Piece(self.lead, 0))
        while words.peek():
            if words.begins_item():
                self._item()
            else:
                self._unknown()
        last = len(self.items) - 1
        announcements = tuple(
            Announcement(side, item, clock, (comment or "") if i == last else "", self.line, column)
            for i, (item, column) in enumerate(self.items)
        )
        return LineReading(announcements, tuple(self.pieces), tuple(self.faults), comment)

    def _clock(self) -> int | None:
        try:
            clock = parse_clock(self.words.peek())
        except ValueError:
            return None
        self.words.take()
        return clock

    def _side(self) -> Side:
        side = _side_word(self.words.peek(), self.us)
        if side is None:
            return self.us.other
        self.words.take()
        return side

    def _item(self) -> None:
        start = self.words.next
        word = self.words.words[start]
        try:
            self.items.append((self.words.item(), word.start + 1))
        except ArgumentFault as fault:
            place = fault.word or word
            self._fault(quoted(self.body[place.start : place.end]), fault.expected, place.start + 1)
            self._keep(start)

    def _unknown(self) -> None:
        """Take the words up to the next item: what people mistype is more often a phrase than a word."""
        start = self.words.next
        word = self.words.take()
        while self.words.peek() and not self.words.begins_item():
            self.words.take()
        self._fault(quoted(self.words.raw(start, self.words.next)), self._expected_at(word), word.start + 1)
        self._keep(start)

    def _fault(self, found: str, expected: Sentence, column: int) -> None:
        self.faults.append(Fault(self.line, column, found, expected))

    def _keep(self, start: int) -> None:
        text = self.words.raw(start, self.words.next)
        self.pieces.append(Piece(f"{self.lead} {text}" if self.lead else text, len(self.items)))

    def _expected_at(self, word: Word) -> Sentence:
        if _side_word(word.key, self.us) is not None:
            return say("expected-side-first", "{what}; a side stands only at the start of its line", what=ITEM_EXPECTED)
        if re.fullmatch(r"[0-9]+(:[0-9]+)+", word.key):
            return say(
                "expected-clock-first",
                "{what}; a clock is m:ss or h:mm:ss at the start of its line",
                what=ITEM_EXPECTED,
            )
        return ITEM_EXPECTED


def _side_word(key: str, us: Side) -> Side | None:
    sides = {"y": Side.YELLOW, "yellow": Side.YELLOW, "b": Side.BLUE, "blue": Side.BLUE, "us": us, "enemy": us.other}
    return sides.get(key)


_DAMAGE = {None: "", True: " hurt", False: " unhurt"}
_YES_NO = {None: "?", True: "yes", False: "no"}


def format_item(item: Item) -> str:
    """Return an item as the writer prints it; raises ValueError for one that the record format cannot say."""
    match item:
        case Heading(course):
            return "?" if course is None else course.name
        case Silence(None, None):
            return "silence"
        case Silence(0, _):
            return "silence(0)"
        case Silence(length, Course() as course) if length in (1, 2, 3, 4):
            return f"silence({course.name}{length})"
        case Surface(sector, hurt, forced):
            word = "blackout" if forced else "surface"
            return f"{word} {'?' if sector is None else _sector(sector)}{_DAMAGE[hurt]}"
        case Drone(sector, answer):
            return f"drone {_sector(sector)} {_YES_NO[answer]}"
        case Sonar(row, column, sector):
            # A row's and a column's name are those of the cell beside A or 1.
            values = [
                *([] if row is None else [f"row={_cell(cell_at(row, 0))[1:]}"]),
                *([] if column is None else [f"column={_cell(column)[0]}"]),
                *([] if sector is None else [f"sector={_sector(sector)}"]),
            ]
            if len(values) == 2:
                return f"sonar {' '.join(values)}"
            if not values:
                return "sonar ?"
        case Torpedo() | Trigger() | Archer():
            own = "" if item.own is None else f" self={item.own.value}"
            report = "?" if item.answer is None else item.answer.value
            return f"{type(item).__name__.lower()} {_cell(item.target)} {report}{own}"
        case Mine(cell):
            return "mine" if cell is None else f"mine({_cell(cell)})"
        case Ready(system):
            return f"ready {system.value}"
        case Gap() | Scenario() | Hurt() | Dive():
            return type(item).__name__.lower()
    raise ValueError(f"{item!r} cannot be written down")


def _cell(cell: Cell) -> str:
    if not (0 <= row_of(cell) < MAX_SIDE and 0 <= column_of(cell) < MAX_SIDE):
        raise ValueError(f"cell number {cell} cannot be written down: it is off every sheet")
    return cell_name(cell)


def _sector(sector: Sector) -> str:
    if not 0 <= sector <= 9999:
        raise ValueError(f"sector {sector} cannot be written down: expected a number of at most four digits")
    return str(sector)
