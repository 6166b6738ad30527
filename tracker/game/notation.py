"""One line of a record: ``[clock] [side] item item ...`` read leniently, an announcement written canonically.

Knows the words of the record format (docs of a record: ``records``), not tags, maps or rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Gap,
    Heading,
    Hurt,
    Impact,
    Item,
    Mine,
    Ready,
    Scenario,
    Side,
    Silence,
    Sonar,
    Surface,
    System,
    Torpedo,
    Trigger,
)
from tracker.game.cells import MAX_SIDE, Cell, Course, cell_name, column_name, parse_cell, parse_column
from tracker.game.errors import Fault, Unreadable
from tracker.game.words import Word, split_words

ITEM_EXPECTED = "an item such as N, silence, surface 5 or torpedo C6 clear"
_CELL_EXPECTED = f"a cell such as C6 (column A-{column_name(MAX_SIDE - 1)}, row 1-{MAX_SIDE})"
_SECTOR_EXPECTED = "a sector's number such as 5"
_SONAR_EXPECTED = "two different of row=, column= and sector=, such as sonar row=5 sector=3, or sonar ?"

_NUMBER = re.compile("[0-9]{1,4}")
_CLOCK = re.compile("(?:([0-9]{1,3}):)?([0-9]{1,3}):([0-5][0-9])")
_COURSES: dict[str, Course] = {course.name.lower(): course for course in Course} | {
    "north": Course.N,
    "east": Course.E,
    "south": Course.S,
    "west": Course.W,
}
_IMPACTS: dict[str, Impact | None] = {impact.value: impact for impact in Impact} | {"?": None}
_KINDS = {"row": "row", "column": "column", "col": "column", "sector": "sector"}


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
        raise Unreadable([Fault(1, 1, "several lines", "one line")])
    reading = read_line(text.strip(), us, 1)
    if reading.faults:
        raise Unreadable(reading.faults)
    return reading.announcements


def format_announcement(announcement: Announcement) -> str:
    """Return side and item as the writer prints them, such as ``B torpedo C6 clear``; no clock, no comment."""
    return f"{announcement.side.letter} {format_item(announcement.item)}"


def format_clock(seconds: int) -> str:
    """Return a clock as ``mm:ss``, from an hour on as ``h:mm:ss``."""
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


class _ArgumentFault(Exception):
    """An item's argument is missing or wrong; the reader turns it into a fault with its place."""

    def __init__(self, expected: str, word: Word | None = None) -> None:
        self.expected = expected
        self.word = word


class _LineReader:
    """Walks over the words of one line."""

    def __init__(self, body: str, us: Side, line: int) -> None:
        self.body = body
        self.words = split_words(body)
        self.line = line
        self.next = 0
        self.side = us.other
        self.us = us
        self.lead = ""
        self.items: list[tuple[Item, int]] = []
        self.pieces: list[Piece] = []
        self.faults: list[Fault] = []

    def read(self, comment: str | None) -> LineReading:
        clock = self._clock()
        self._side()
        self.lead = self._raw(0, self.next)
        if self.next == len(self.words):
            found = f"'{self.lead}' without an item" if self.lead else "a line without an item"
            self._fault(found, ITEM_EXPECTED, len(self.body.rstrip()) + 1)
            if self.lead:
                self.pieces.append(Piece(self.lead, 0))
        while self.next < len(self.words):
            self._item()
        last = len(self.items) - 1
        announcements = tuple(
            Announcement(self.side, item, clock, (comment or "") if i == last else "", self.line, column)
            for i, (item, column) in enumerate(self.items)
        )
        return LineReading(announcements, tuple(self.pieces), tuple(self.faults), comment)

    def _raw(self, first: int, end: int) -> str:
        """The text of the words from ``first`` up to ``end``, as it was written."""
        return self.body[self.words[first].start : self.words[end - 1].end] if first < end else ""

    def _fault(self, found: str, expected: str, column: int) -> None:
        self.faults.append(Fault(self.line, column, found, expected))

    def _clock(self) -> int | None:
        try:
            clock = parse_clock(self.words[0].key) if self.words else None
        except ValueError:
            return None
        self.next = 1 if self.words else 0
        return clock

    def _side(self) -> None:
        side = _side_word(self.peek(), self.us)
        if side is not None:
            self.side = side
            self.next += 1

    def _item(self) -> None:
        start = self.next
        word = self.words[start]
        read = _ITEMS.get(word.key)
        if read is None:
            while self.next < len(self.words) and self.peek() not in _ITEMS:
                self.next += 1
            self._fault(repr(self._raw(start, self.next)), self._expected_at(word), word.start + 1)
            self._keep(start)
            return
        self.next += 1
        try:
            self.items.append((read(self, word.key), word.start + 1))
        except _ArgumentFault as fault:
            place = fault.word or word
            self._fault(repr(self.body[place.start : place.end]), fault.expected, place.start + 1)
            self._keep(start)

    def _keep(self, start: int) -> None:
        text = self._raw(start, self.next)
        self.pieces.append(Piece(f"{self.lead} {text}" if self.lead else text, len(self.items)))

    def _expected_at(self, word: Word) -> str:
        if _side_word(word.key, self.us) is not None:
            return f"{ITEM_EXPECTED}; a side stands only at the start of its line"
        if re.fullmatch(r"[0-9]+(:[0-9]+)+", word.key):
            return f"{ITEM_EXPECTED}; a clock is m:ss or h:mm:ss at the start of its line"
        return ITEM_EXPECTED

    # What the readers of single items use.

    def peek(self, ahead: int = 0) -> str:
        """The folded word that comes next, or an empty text at the end."""
        at = self.next + ahead
        return self.words[at].key if at < len(self.words) else ""

    def take(self) -> Word:
        """The next word, which must exist."""
        self.next += 1
        return self.words[self.next - 1]

    def wrong(self, expected: str) -> _ArgumentFault:
        """The fault of an argument that is missing, or, where the next word cannot be an item, wrong."""
        if self.peek() and self.peek() not in _ITEMS:
            return _ArgumentFault(expected, self.take())
        return _ArgumentFault(expected)

    def bracket(self) -> tuple[str, Word] | None:
        """The text of a bracket that comes next, if one does."""
        if not self.peek().startswith("("):
            return None
        word = self.take()
        return "".join(word.key.removeprefix("(").removesuffix(")").split()), word

    def cell(self) -> Cell:
        """A cell, in one word or as letter and number."""
        words = 2 if re.fullmatch("[a-z]", self.peek()) and self.peek(1).isdecimal() else 1
        if words == 1 and self.peek() in _ITEMS:
            raise self.wrong(_CELL_EXPECTED)
        try:
            cell = parse_cell("".join(self.peek(i) for i in range(words)))
        except ValueError:
            if words == 1:
                raise self.wrong(_CELL_EXPECTED) from None
            first, second = self.take(), self.take()
            raise _ArgumentFault(_CELL_EXPECTED, Word("", first.start, second.end)) from None
        self.next += words
        return cell

    def sector(self, expected: str) -> int:
        """A sector's number."""
        if _NUMBER.fullmatch(self.peek()) is None:
            raise self.wrong(expected)
        return int(self.take().key)


def _side_word(key: str, us: Side) -> Side | None:
    sides = {"y": Side.YELLOW, "yellow": Side.YELLOW, "b": Side.BLUE, "blue": Side.BLUE, "us": us, "enemy": us.other}
    return sides.get(key)


def _heading(reader: _LineReader, key: str) -> Item:
    return Heading(_COURSES[key])


def _head(reader: _LineReader, key: str) -> Item:
    course = _COURSES.get(reader.peek())
    if course is None:
        raise reader.wrong(f"a course after {key}: north, east, south or west")
    reader.take()
    return Heading(course)


def _silence(reader: _LineReader, key: str) -> Item:
    bracket = reader.bracket()
    if bracket is None:
        return Silence()
    truth = re.fullmatch("([a-z]*)([0-4])", bracket[0])
    if truth is not None and truth[2] == "0" and (not truth[1] or truth[1] in _COURSES):
        return Silence(0)
    if truth is None or truth[1] not in _COURSES:
        raise _ArgumentFault("the silence's course and length, such as (E3), or (0)", bracket[1])
    return Silence(int(truth[2]), _COURSES[truth[1]])


def _surface(reader: _LineReader, key: str) -> Item:
    fault, sector = None, None
    if reader.peek() == "?":
        reader.take()
    else:
        try:
            sector = reader.sector(f"{_SECTOR_EXPECTED} or ? after {key}")
        except _ArgumentFault as missing:
            fault = missing
    hurt = {"hurt": True, "unhurt": False}.get(reader.peek())
    if hurt is not None:
        reader.take()
    if fault is not None:
        raise fault
    return Surface(sector, hurt, forced=key == "blackout")


def _drone(reader: _LineReader, key: str) -> Item:
    fault, sector = None, 0
    try:
        sector = reader.sector(f"{_SECTOR_EXPECTED} after {key}")
    except _ArgumentFault as missing:
        fault = missing
    answer = {"yes": True, "no": False}.get(reader.peek())
    if answer is not None or (fault is None and reader.peek() == "?"):
        reader.take()
    if fault is not None:
        raise fault
    return Drone(sector, answer)


def _sonar(reader: _LineReader, key: str) -> Item:
    if reader.peek() == "?":
        reader.take()
        return Sonar()
    values: dict[str, int] = {}
    fault: _ArgumentFault | None = None
    while reader.peek() in _KINDS:
        word = reader.take()
        try:
            kind, value = _sonar_value(reader, _KINDS[word.key])
        except _ArgumentFault as wrong:
            fault = fault or wrong
            continue
        if kind in values:
            place = Word("", word.start, reader.words[reader.next - 1].end)
            expected = f"another kind than {kind}, which was answered already (a letter is a column, a number a row)"
            fault = fault or _ArgumentFault(expected, place)
        elif len(values) == 2:
            place = Word("", word.start, reader.words[reader.next - 1].end)
            fault = fault or _ArgumentFault(f"{_SONAR_EXPECTED}, not all three", place)
        values[kind] = value
    if fault is not None:
        raise fault
    if len(values) != 2:
        raise reader.wrong(_SONAR_EXPECTED)
    return Sonar(values.get("row"), values.get("column"), values.get("sector"))


def _sonar_value(reader: _LineReader, kind: str) -> tuple[str, int]:
    """The kind and value of a sonar's answer; a letter always means a column, a number a row."""
    if reader.peek() == "=":
        reader.take()
    if kind == "sector":
        return kind, reader.sector(f"{_SECTOR_EXPECTED} after sector=")
    if re.fullmatch("[a-z]", reader.peek()):
        try:
            column = parse_column(reader.peek())
        except ValueError:
            raise reader.wrong(f"a column A-{column_name(MAX_SIDE - 1)} after {kind}=") from None
        reader.take()
        return "column", column
    if _NUMBER.fullmatch(reader.peek()) is None or not 1 <= int(reader.peek()) <= MAX_SIDE:
        raise reader.wrong(f"a row 1-{MAX_SIDE} or a column A-{column_name(MAX_SIDE - 1)} after {kind}=")
    return "row", int(reader.take().key) - 1


def _explosion(kind: type[Torpedo] | type[Trigger] | type[Archer]) -> Callable[[_LineReader, str], Item]:
    def read(reader: _LineReader, key: str) -> Item:
        fault, target = None, 0
        try:
            target = reader.cell()
        except _ArgumentFault as missing:
            fault = _ArgumentFault(f"{missing.expected} after {key}", missing.word)
        answer, own = None, None
        if reader.peek() in _IMPACTS and (fault is None or reader.peek() != "?"):
            answer = _IMPACTS[reader.take().key]
        if reader.peek() == "self":
            reader.take()
            if reader.peek() == "=":
                reader.take()
            if reader.peek() in _IMPACTS:
                own = _IMPACTS[reader.take().key]
            else:
                fault = fault or reader.wrong("clear, indirect or direct after self=")
        if fault is not None:
            raise fault
        return kind(target, answer, own)

    return read


def _mine(reader: _LineReader, key: str) -> Item:
    bracket = reader.bracket()
    if bracket is None:
        return Mine()
    try:
        return Mine(parse_cell(bracket[0]))
    except ValueError:
        raise _ArgumentFault(f"the mine's cell, such as (G7): {_CELL_EXPECTED}", bracket[1]) from None


def _ready(reader: _LineReader, key: str) -> Item:
    systems = {system.value: system for system in System}
    system = systems.get(reader.peek())
    if system is None:
        raise reader.wrong(f"a system after {key}: {', '.join(systems)}")
    reader.take()
    return Ready(system)


_ITEMS: dict[str, Callable[[_LineReader, str], Item]] = {
    **dict.fromkeys(_COURSES, _heading),
    "head": _head,
    "heading": _head,
    "?": lambda reader, key: Heading(None),
    "gap": lambda reader, key: Gap(),
    "silence": _silence,
    "surface": _surface,
    "blackout": _surface,
    "drone": _drone,
    "sonar": _sonar,
    "torpedo": _explosion(Torpedo),
    "trigger": _explosion(Trigger),
    "archer": _explosion(Archer),
    "mine": _mine,
    "scenario": lambda reader, key: Scenario(),
    "hurt": lambda reader, key: Hurt(),
    "ready": _ready,
    "dive": lambda reader, key: Dive(),
}


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
            return f"{word} {'?' if sector is None else sector}{_DAMAGE[hurt]}"
        case Drone(sector, answer):
            return f"drone {sector} {_YES_NO[answer]}"
        case Sonar(row, column, sector):
            values = [
                *([] if row is None else [f"row={row + 1}"]),
                *([] if column is None else [f"column={column_name(column)}"]),
                *([] if sector is None else [f"sector={sector}"]),
            ]
            if len(values) == 2:
                return f"sonar {' '.join(values)}"
            if not values:
                return "sonar ?"
        case Torpedo() | Trigger() | Archer():
            own = "" if item.own is None else f" self={item.own.value}"
            report = "?" if item.answer is None else item.answer.value
            return f"{type(item).__name__.lower()} {cell_name(item.target)} {report}{own}"
        case Mine(cell):
            return "mine" if cell is None else f"mine({cell_name(cell)})"
        case Ready(system):
            return f"ready {system.value}"
        case Gap() | Scenario() | Hurt() | Dive():
            return type(item).__name__.lower()
    raise ValueError(f"{item!r} cannot be written down")
