"""What people say or type at the table, understood as announcements: whole texts, in five languages.

Knows how lines, sides and answers go together and when to ask back; never guesses between two readings, and does not
know what was possible on a map unless it is given one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Item,
    Side,
    Sonar,
    Torpedo,
    Trigger,
)
from tracker.game.errors import Ambiguous, Fault, ImpossibleOnMap, Unreadable
from tracker.game.item_words import ITEM_EXPECTED
from tracker.game.map_checks import check_item
from tracker.game.maps import SeaMap
from tracker.game.notation import format_announcement, parse_clock, read_line
from tracker.game.phrase_meanings import Meaning
from tracker.game.phrase_tokens import Token, clock_end, split_tokens
from tracker.game.phrase_words import LANGUAGES, phrases_of
from tracker.game.phrases_grammar import LineGrammar
from tracker.game.phrases_line import Answer, Remark, Segment
from tracker.game.sentences import say

MOST_CHOICES = 12
"""From more readings than this the text is sent back to be said in pieces."""

_SIDE_WORDS = ("y", "b", "yellow", "blue", "us", "enemy")
_SYSTEM_WORDS = ("torpedo", "mine", "drone", "sonar", "silence", "scenario")


@dataclass(frozen=True, slots=True)
class Understood:
    """What a text says.

    ``completed`` is the announcement given as ``after`` with its answer filled in, where the text began with that
    answer; it replaces the one given. ``remarks`` are words that no record holds (OK, stop), with their side.
    """

    announcements: tuple[Announcement, ...]
    completed: Announcement | None = None
    remarks: tuple[Remark, ...] = ()

    @property
    def spelled(self) -> tuple[str, ...]:
        """The announcements as the record's writer prints them, such as ``B torpedo C6 clear``."""
        return tuple(format_announcement(announcement) for announcement in self.announcements)


class AmbiguousPhrase(Ambiguous):
    """A text with several readings; ``choices`` holds them all, none where there are too many to offer."""

    def __init__(self, sentence: str, choices: tuple[Understood, ...] = ()) -> None:
        """Make the question from its sentence and the readings to choose from."""
        self.choices = choices
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the text with its readings as announcements, or an answer to what stands before it."""

    readings: tuple[tuple[Announcement, ...], ...]
    words: str
    answer: Answer | None = None
    reply: bool = False
    fault: Fault | None = None


def understand(
    text: str,
    language: str = "en",
    us: Side = Side.YELLOW,
    *,
    side: Side | None = None,
    after: Announcement | None = None,
    sea_map: SeaMap | None = None,
) -> Understood:
    """Return the announcements that a text says, in the order said.

    A line without a side is said by ``side`` (default the enemy of ``us``); whoever answers a sonar ("we are in row
    L, sector 6") did not use it. Lines end with a line break or a semicolon. ``after`` is the announcement before the
    text: an answer at its beginning ("all clear") completes it. With ``sea_map`` readings that the map cannot have
    are not offered. ``language`` is a code such as ``pt`` or ``pt-BR``; one that is not known is read as English.

    Raises Unreadable with every fault, and AmbiguousPhrase with the readings where there are several.
    """
    code = language.lower().replace("_", "-").split("-")[0]
    reader = _TextReader(code if code in LANGUAGES else "en", us, side or us.other, after)
    reader.read(text)
    if reader.faults:
        raise Unreadable(reader.faults)
    return _one_reading(text, reader.parts, after, tuple(reader.remarks), sea_map)


class _TextReader:
    """Reads the lines of a text; ``parts``, ``remarks`` and ``faults`` hold what it found."""

    def __init__(self, language: str, us: Side, side: Side, after: Announcement | None) -> None:
        self.language = language
        self.us = us
        self.side = side
        self.parts: list[_Part] = []
        if after is not None:
            self.parts.append(_Part(((after,),), ""))
        self.remarks: list[Remark] = []
        self.faults: list[Fault] = []

    def read(self, text: str) -> None:
        """Read the text."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for number, line in enumerate(lines, 1):
            body, mark, comment = line.partition("#")
            pieces = body.split(";")
            start = 0
            for index, piece in enumerate(pieces):
                last = index == len(pieces) - 1
                if piece.strip():
                    self._line(piece, number, start, comment.strip() if mark and last else "")
                start += len(piece) + 1
        if not self.faults and not self.remarks and not any(part.words for part in self.parts):
            self.faults.append(Fault(1, 1, say("found-nothing", "no announcement"), ITEM_EXPECTED))

    def _line(self, text: str, number: int, start: int, comment: str) -> None:
        """Read one line; ``start`` is its first column in the text's line, from 0."""
        tokens = split_tokens(text, clock_end(text))
        if self._is_notation(tokens):
            reading = read_line(text, self.us, number)
            if not reading.faults:
                self._notation(reading.announcements, tokens, text, start, comment)
                return
        self._speech(text, tokens, number, start, comment)

    def _is_notation(self, tokens: list[Token]) -> bool:
        """Whether the record format may have the say: not where the language gives its words a second reading."""
        keys = [token.key for token in tokens]
        for before, key, behind in zip(keys, keys[1:], keys[2:], strict=False):
            if key == "ready" and before in _SYSTEM_WORDS and behind in _SYSTEM_WORDS:
                return False
            if key == "e" and self.language == "pt" and not _short(before) and not _short(behind):
                return False
        return bool(keys)

    def _notation(
        self, announcements: tuple[Announcement, ...], tokens: list[Token], text: str, start: int, comment: str
    ) -> None:
        said = tokens[0].key in _SIDE_WORDS
        placed = [
            replace(a, side=a.side if said else self.side, column=a.column + start, comment="") for a in announcements
        ]
        if placed:
            placed[-1] = replace(placed[-1], comment=comment)
        for announcement in placed:
            self.parts.append(_Part(((announcement,),), format_announcement(announcement)))

    def _speech(self, text: str, tokens: list[Token], number: int, start: int, comment: str) -> None:
        clock = parse_clock(text[: clock_end(text)].strip()) if clock_end(text) else None
        sides = [self.side]
        if tokens and phrases_of(self.language).get((tokens[0].key,)) is Meaning.WE:
            lead, _ = LineGrammar(tokens, self.language, self.side, self.us).meaning(0)
            if lead is Meaning.WE:
                told = len(tokens) > 1 and tokens[1].colon
                sides = [self.us] if told else [self.us, self.us.other]
                tokens = tokens[1:]
        if not tokens:
            self.faults.append(Fault(number, start + 1, repr(text.strip()), ITEM_EXPECTED))
            return
        grammars = [LineGrammar(tokens, self.language, side, self.us, number) for side in sides]
        for grammar in grammars:
            grammar.read()
        first = grammars[0]
        self.faults += [replace(fault, column=fault.column + start) for fault in first.faults]
        self.remarks += first.remarks
        if first.faults:
            return
        if not first.segments and not first.remarks:
            self.faults.append(Fault(number, start + 1, repr(text.strip()), ITEM_EXPECTED))
            return
        place = _Place(number, start, clock)
        parts = [[_part(segment, text, place) for segment in grammar.segments] for grammar in grammars]
        if len(parts) == 1:
            joined = self._joined(parts[0])
        else:  # "we": all of the line by one side, or all of it by the other
            lines = [reading for line in parts for reading in _products(self._joined(line))]
            joined = [_Part(tuple(lines), text.strip())]
        if comment and joined:
            joined[-1] = replace(
                joined[-1], readings=tuple(_with_comment(reading, comment) for reading in joined[-1].readings)
            )
        self.parts += joined

    def _joined(self, parts: list[_Part]) -> list[_Part]:
        """Put answers that stand alone into what they answer."""
        joined: list[_Part] = []
        for part in parts:
            before = joined[-1] if joined else self.parts[-1] if self.parts else None
            answered = _answered(before, part) if before is not None else None
            if answered is not None:
                if joined:
                    joined[-1] = answered
                else:
                    self.parts[-1] = answered
            elif part.answer is not None:
                assert part.fault is not None
                self.faults.append(part.fault)
            else:
                joined.append(part)
        return joined


@dataclass(frozen=True, slots=True)
class _Place:
    """The line a stretch was read from, the column its line begins at (from 0), and the line's clock."""

    line: int
    start: int
    clock: int | None


def _part(segment: Segment, text: str, place: _Place) -> _Part:
    words = text[segment.column - 1 : segment.end]
    column = segment.column + place.start
    readings = tuple(
        tuple(Announcement(segment.side, item, place.clock, "", place.line, column) for item in items)
        for items in segment.readings
    )
    fault = None
    if segment.answer is not None:
        example = "drone 5 yes" if segment.answer.yes is not None else "torpedo C6 clear"
        expected = say("expected-question", "before this answer what it answers, such as {example}", example=example)
        fault = Fault(place.line, column, f"'{words}'", expected)
    return _Part(readings, words, segment.answer, segment.reply, fault)


def _answered(before: _Part, part: _Part) -> _Part | None:
    """The part before with an answer in it, or None where it does not answer that."""
    answers: list[Item | Answer]
    if part.answer is not None:
        answers = [part.answer]
    elif part.reply and all(reading[-1].side == part.readings[0][0].side for reading in before.readings if reading):
        answers = [reading[0].item for reading in part.readings]
    else:
        return None
    readings: list[tuple[Announcement, ...]] = []
    for reading, answer in product(before.readings, answers):
        last = reading[-1] if reading else None
        items = _filled(last.item, answer) if last is not None else ()
        if not items or last is None:
            return None
        readings += [(*reading[:-1], replace(last, item=item)) for item in items]
    return replace(before, readings=tuple(readings), words=f"{before.words} {part.words}".strip())


def _filled(item: Item, answer: Item | Answer) -> tuple[Item, ...]:
    """The readings of an item with its answer; empty where this does not answer it."""
    match item, answer:
        case ((Torpedo(_, None) | Trigger(_, None) | Archer(_, None)), Answer(impacts=impacts)) if impacts:
            return tuple(replace(item, answer=impact) for impact in impacts)
        case Drone(_, None), Answer(yes=yes) if yes is not None:
            return (replace(item, answer=yes),)
        case Sonar(None, None, None), Sonar():
            return (answer,)
        case _:
            return ()


def _one_reading(
    text: str,
    parts: list[_Part],
    after: Announcement | None,
    remarks: tuple[Remark, ...],
    sea_map: SeaMap | None,
) -> Understood:
    """Return the only reading of the parts, or raise AmbiguousPhrase."""
    total = 1
    possible: list[_Part] = []
    for part in parts:
        readings = tuple(dict.fromkeys(part.readings))
        if sea_map is not None and len(readings) > 1:
            readings = tuple(reading for reading in readings if _fits(reading, sea_map)) or readings
        possible.append(replace(part, readings=readings))
        total *= len(readings)
    doubtful = [f"'{part.words or text.strip()}'" for part in possible if len(part.readings) > 1]
    if total > MOST_CHOICES:
        raise AmbiguousPhrase(
            say(
                "ambiguous-many",
                "{words} can each be read in several ways: say the text in pieces, or as the record format writes it, "
                "such as 'sonar row=5 sector=3'",
                words=", ".join(doubtful),
            )
        )
    choices: list[Understood] = []
    for reading in _products(possible):
        completed = None
        if after is not None:
            first, reading = reading[0], reading[1:]
            completed = first if first != after else None
        choices.append(Understood(reading, completed, remarks))
    if len(choices) == 1:
        return choices[0]
    ways = "; or ".join(_spelled(choice) for choice in choices)
    question = say("ambiguous", "{words} can be read as: {ways}. Say which", words=", ".join(doubtful), ways=ways)
    raise AmbiguousPhrase(question, tuple(choices))


def _products(parts: list[_Part]) -> list[tuple[Announcement, ...]]:
    """Every reading of several parts one after the other."""
    return [tuple(a for reading in way for a in reading) for way in product(*(part.readings for part in parts))]


def _spelled(choice: Understood) -> str:
    completed = (format_announcement(choice.completed),) if choice.completed is not None else ()
    return ", ".join((*completed, *choice.spelled)) or "nothing"


def _fits(reading: tuple[Announcement, ...], sea_map: SeaMap) -> bool:
    try:
        for announcement in reading:
            check_item(announcement.item, sea_map)
    except ImpossibleOnMap:
        return False
    return True


def _with_comment(reading: tuple[Announcement, ...], comment: str) -> tuple[Announcement, ...]:
    return (*reading[:-1], replace(reading[-1], comment=comment)) if reading else reading


def _short(key: str) -> bool:
    """Whether a word is a course's letter or a mark, beside which an E is a course too."""
    return len(key) == 1 and not key.isdecimal()
