"""The items of a record's line, from words to values: each item's own arguments, bound greedily.

Knows one item at a time; sides, clocks, comments and how items are written are ``notation``'s business.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tracker.game.announcements import (
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
    Silence,
    Sonar,
    Surface,
    System,
    Torpedo,
    Trigger,
)
from tracker.game.cells import MAX_SIDE, Cell, Course, column_name, parse_cell, parse_column
from tracker.game.sentences import Sentence, say
from tracker.game.words import Word, split_words

LAST_COLUMN = column_name(MAX_SIDE - 1)
ITEM_EXPECTED = say("expected-item", "an item such as N, silence, surface 5 or torpedo C6 clear")
CELL_EXPECTED = say(
    "expected-cell", "a cell such as C6 (column A-{column}, row 1-{row})", column=LAST_COLUMN, row=MAX_SIDE
)
SECTOR_EXPECTED = say("expected-sector", "a sector's number such as 5")
TRUTH_EXPECTED = say("expected-silence-truth", "the silence's course and length, such as (E3), or (0)")
MINE_EXPECTED = say("expected-mine-truth", "the mine's cell, such as (G7): {cell}", cell=CELL_EXPECTED)
SELF_EXPECTED = say("expected-self", "clear, indirect or direct after self=")
ROW_EXPECTED = say("expected-row", "a row 1-{row} or a column A-{column}", row=MAX_SIDE, column=LAST_COLUMN)
SYSTEM_EXPECTED = say("expected-system", "a system that is ready: {systems}", systems=", ".join(System))
_SONAR_EXPECTED = say(
    "expected-sonar", "two different of row=, column= and sector=, such as sonar row=5 sector=3, or sonar ?"
)


def after(what: Sentence, word: str) -> Sentence:
    """Return what is expected behind a word."""
    return say("expected-after", "{what} after {word}", what=what, word=word)


def not_all_three(what: Sentence) -> Sentence:
    """Return what is expected of a sonar's answer that holds too much."""
    return say("expected-two", "{what}, not all three", what=what)


_NUMBER = re.compile("[0-9]{1,4}")
_COURSES: dict[str, Course] = {course.name.lower(): course for course in Course} | {
    "north": Course.N,
    "east": Course.E,
    "south": Course.S,
    "west": Course.W,
}
_IMPACTS: dict[str, Impact | None] = {impact.value: impact for impact in Impact} | {"?": None}
_KINDS = {"row": "row", "column": "column", "col": "column", "sector": "sector"}


class ArgumentFault(Exception):
    """An item's argument is missing or wrong; the reader turns it into a fault with its place."""

    def __init__(self, expected: Sentence, word: Word | None = None) -> None:
        """Keep what was expected and the wrong word, None where the argument is missing."""
        self.expected = expected
        self.word = word


class ItemWords:
    """A text's words and which of them comes next."""

    def __init__(self, text: str) -> None:
        """Begin at the first word."""
        self.text = text
        self.words = split_words(text)
        self.next = 0

    def begins_item(self) -> bool:
        """Tell whether the next word is the first of an item."""
        return self.peek() in _ITEMS

    def item(self) -> Item:
        """Take the next item with its arguments; raises ArgumentFault, with the words of the item taken."""
        word = self.take()
        return _ITEMS[word.key](self, word.key)

    def raw(self, first: int, end: int) -> str:
        """The text of the words from ``first`` up to ``end``, as it was written."""
        return self.text[self.words[first].start : self.words[end - 1].end] if first < end else ""

    def peek(self, ahead: int = 0) -> str:
        """The folded word that comes next, or an empty text at the end."""
        at = self.next + ahead
        return self.words[at].key if at < len(self.words) else ""

    def take(self) -> Word:
        """The next word, which must exist."""
        self.next += 1
        return self.words[self.next - 1]

    def wrong(self, expected: Sentence) -> ArgumentFault:
        """The fault of an argument that is missing, or, where the next word cannot be an item, wrong."""
        if self.peek() and self.peek() not in _ITEMS:
            return ArgumentFault(expected, self.take())
        return ArgumentFault(expected)

    def bracket(self) -> tuple[str, Word] | None:
        """The text of a bracket that comes next, if one does."""
        if not self.peek().startswith("("):
            return None
        word = self.take()
        return "".join(word.key.removeprefix("(").removesuffix(")").split()), word

    def cell(self) -> Cell:
        """A cell, in one word or as letter and number."""
        words = 2 if re.fullmatch("[a-z]", self.peek()) and self.peek(1).isdecimal() else 1
        try:
            cell = parse_cell("".join(self.peek(i) for i in range(words)))
        except ValueError:
            if words == 1:
                raise self.wrong(CELL_EXPECTED) from None
            first, second = self.take(), self.take()
            raise ArgumentFault(CELL_EXPECTED, Word("", first.start, second.end)) from None
        self.next += words
        return cell

    def sector(self, expected: Sentence) -> int:
        """A sector's number."""
        if _NUMBER.fullmatch(self.peek()) is None:
            raise self.wrong(expected)
        return int(self.take().key)


def _heading(reader: ItemWords, key: str) -> Item:
    return Heading(_COURSES[key])


def _head(reader: ItemWords, key: str) -> Item:
    course = _COURSES.get(reader.peek())
    if course is None:
        raise reader.wrong(say("expected-course-after", "a course after {word}: north, east, south or west", word=key))
    reader.take()
    return Heading(course)


def _silence(reader: ItemWords, key: str) -> Item:
    bracket = reader.bracket()
    if bracket is None:
        return Silence()
    truth = re.fullmatch("([a-z]*)([0-4])", bracket[0])
    if truth is not None and truth[2] == "0" and (not truth[1] or truth[1] in _COURSES):
        return Silence(0)
    if truth is None or truth[1] not in _COURSES:
        raise ArgumentFault(TRUTH_EXPECTED, bracket[1])
    return Silence(int(truth[2]), _COURSES[truth[1]])


def _surface(reader: ItemWords, key: str) -> Item:
    fault, sector = None, None
    if reader.peek() == "?":
        reader.take()
    else:
        try:
            sector = reader.sector(say("expected-or-mark", "{what} or ? after {word}", what=SECTOR_EXPECTED, word=key))
        except ArgumentFault as missing:
            fault = missing
    hurt = {"hurt": True, "unhurt": False}.get(reader.peek())
    if hurt is not None:
        reader.take()
    if fault is not None:
        raise fault
    return Surface(sector, hurt, forced=key == "blackout")


def _drone(reader: ItemWords, key: str) -> Item:
    fault, sector = None, 0
    try:
        sector = reader.sector(after(SECTOR_EXPECTED, key))
    except ArgumentFault as missing:
        fault = missing
    answer = {"yes": True, "no": False}.get(reader.peek())
    if answer is not None or (fault is None and reader.peek() == "?"):
        reader.take()
    if fault is not None:
        raise fault
    return Drone(sector, answer)


def _sonar(reader: ItemWords, key: str) -> Item:
    if reader.peek() == "?":
        reader.take()
        return Sonar()
    values: dict[str, int] = {}
    fault: ArgumentFault | None = None
    while reader.peek() in _KINDS:
        word = reader.take()
        try:
            kind, value = _sonar_value(reader, _KINDS[word.key])
        except ArgumentFault as wrong:
            fault = fault or wrong
            continue
        if kind in values:
            place = Word("", word.start, reader.words[reader.next - 1].end)
            expected = say(
                "expected-other-kind",
                "another kind than {kind}, which was answered already (a letter is a column, a number a row)",
                kind=kind,
            )
            fault = fault or ArgumentFault(expected, place)
        elif len(values) == 2:
            place = Word("", word.start, reader.words[reader.next - 1].end)
            fault = fault or ArgumentFault(not_all_three(_SONAR_EXPECTED), place)
        values[kind] = value
    if fault is not None:
        raise fault
    if len(values) != 2:
        raise reader.wrong(_SONAR_EXPECTED)
    return Sonar(values.get("row"), values.get("column"), values.get("sector"))


def _sonar_value(reader: ItemWords, kind: str) -> tuple[str, int]:
    """The kind and value of a sonar's answer; a letter always means a column, a number a row."""
    if reader.peek() == "=":
        reader.take()
    if kind == "sector":
        return kind, reader.sector(after(SECTOR_EXPECTED, "sector="))
    if re.fullmatch("[a-z]", reader.peek()):
        try:
            column = parse_column(reader.peek())
        except ValueError:
            raise reader.wrong(
                after(say("expected-column", "a column A-{column}", column=LAST_COLUMN), f"{kind}=")
            ) from None
        reader.take()
        return "column", column
    if _NUMBER.fullmatch(reader.peek()) is None or not 1 <= int(reader.peek()) <= MAX_SIDE:
        raise reader.wrong(after(ROW_EXPECTED, f"{kind}="))
    return "row", int(reader.take().key) - 1


def _explosion(kind: type[Torpedo] | type[Trigger] | type[Archer]) -> Callable[[ItemWords, str], Item]:
    def read(reader: ItemWords, key: str) -> Item:
        fault, target = None, 0
        try:
            target = reader.cell()
        except ArgumentFault as missing:
            fault = ArgumentFault(after(missing.expected, key), missing.word)
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
                fault = fault or reader.wrong(SELF_EXPECTED)
        if fault is not None:
            raise fault
        return kind(target, answer, own)

    return read


def _mine(reader: ItemWords, key: str) -> Item:
    bracket = reader.bracket()
    if bracket is None:
        return Mine()
    try:
        return Mine(parse_cell(bracket[0]))
    except ValueError:
        raise ArgumentFault(MINE_EXPECTED, bracket[1]) from None


def _ready(reader: ItemWords, key: str) -> Item:
    systems = {system.value: system for system in System}
    system = systems.get(reader.peek())
    if system is None:
        raise reader.wrong(
            say("expected-system-after", "a system after {word}: {systems}", word=key, systems=", ".join(systems))
        )
    reader.take()
    return Ready(system)


_ITEMS: dict[str, Callable[[ItemWords, str], Item]] = {
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
