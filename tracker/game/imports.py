"""Records that others have: plain lists of announcements as people write them, and tables of them as CSV.

Knows how such texts are laid out; what an announcement says is the business of ``phrases`` and of the record format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tracker.game.announcements import Announcement, Side
from tracker.game.csv_table import CsvTable, Row, read_csv
from tracker.game.errors import Ambiguous, Fault, Unreadable
from tracker.game.notation import parse_clock
from tracker.game.phrase_meanings import Meaning
from tracker.game.phrase_words import LANGUAGES, phrases_of
from tracker.game.phrases import Understood, understand
from tracker.game.records import NOT_READ, Note, Record, loads
from tracker.game.sentences import say
from tracker.game.words import fold

HEADINGS_EXPECTED = say("expected-headings", "headings such as side, announcement, clock in the first line")
MOST_REPEATS = 15
"""A course is repeated at most this often by ``N x3``; no sheet is wider."""

_NUMBERING = re.compile(r"\s*(?:\d{1,3}[.)](?=\s)|[-*•–](?=\s))")
_ARROW = re.compile(r"-+>|=+>|→|»|\||•|(?<=[A-Za-z])-(?=[A-Za-z])")
_TIMES = re.compile(r"\b(?:(\d{1,3})\s*[x×*]\s*([NESW])|([NESW])\s*[x×*]\s*(\d{1,3}))(?![\w])", re.IGNORECASE)


def import_text(
    text: str,
    language: str = "en",
    us: Side = Side.YELLOW,
    lenient: bool = False,
    sides: Mapping[str, Side] | None = None,
) -> Record:
    """Return the record that a text holds: a record itself, a CSV table with a heading, or a plain list.

    ``sides`` adds names of teams that a table may use. Raises Unreadable with every fault, unless ``lenient``: then
    what cannot be read is left out, as by ``loads``.
    """
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    first = next((line for line in lines if line and not line.startswith("#")), "")
    if first.startswith("["):
        return loads(text, lenient)
    if read_csv(text) is not None:
        return import_csv(text, language, us, lenient, sides)
    return import_courses(text, language, us, lenient)


def import_courses(text: str, language: str = "en", us: Side = Side.YELLOW, lenient: bool = False) -> Record:
    """Return the record of a plain list such as ``N N E silence S``.

    Lines, commas, arrows (``N -> E``), hyphens between words, numbers or bullets before an announcement and
    ``N x3`` are understood besides all that ``phrases.understand`` does. A line without a side is the enemy's.
    Raises Unreadable with every fault, unless ``lenient``.
    """
    gathered = _Gathered(language, us)
    for number, line in enumerate(_lines(text), 1):
        body, mark, comment = line.partition("#")
        if body.strip():
            written = _Written.plain(body)
            gathered.take(written, number, 0, None, None, comment.strip())
        elif mark:
            gathered.note(comment.strip())
    return gathered.record(lenient)


def import_csv(
    text: str,
    language: str = "en",
    us: Side = Side.YELLOW,
    lenient: bool = False,
    sides: Mapping[str, Side] | None = None,
) -> Record:
    """Return the record of a CSV table with a column for the announcement and, where it has them, side and clock.

    Headings are guessed in five languages (``side`` or ``team``, ``announcement`` or ``order``, ``clock`` or
    ``time``, ``answer``, ``comment``); what other columns hold is kept as comments. ``sides`` adds names of teams.
    The side is the one that speaks: who answers a sonar did not use it. Raises Unreadable with every fault, unless
    ``lenient``.
    """
    table = read_csv(text)
    if table is None:
        fault = Fault(
            1,
            1,
            repr(_lines(text)[0][:60]),
            HEADINGS_EXPECTED,
        )
        raise Unreadable([fault])
    gathered = _Gathered(language, us)
    names = _side_names(gathered.language, us) | {fold(name): side for name, side in (sides or {}).items()}
    for row in table.rows:
        _take_row(row, table, names, gathered)
    return gathered.record(lenient)


def _take_row(row: Row, table: CsvTable, names: Mapping[str, Side], gathered: _Gathered) -> None:
    clock, side, wrong = None, None, False
    said = row.value("clock")
    if said:
        try:
            clock = parse_clock(said)
        except ValueError:
            gathered.fault(row.fault("clock", say("expected-clock", "a clock as m:ss or h:mm:ss")), row.text)
            wrong = True
    team = row.value("side")
    if team:
        side = names.get(fold(team))
        if side is None:
            listed = "yellow, blue, us or enemy"
            gathered.fault(row.fault("side", say("expected-side-of", "a side: {sides}", sides=listed)), row.text)
            wrong = True
    comment = "; ".join([*filter(None, [row.value("comment")]), *(f"{name}: {value}" for name, value in row.others)])
    text, answer = row.value("announcement"), row.value("answer")
    if wrong:
        return
    if not text and not answer:
        if comment or said or team:
            gathered.note(comment or row.text)
        return
    column = row.column("announcement") if text else row.column("answer")
    written = _Written.exact(f"{text} {answer}".strip())
    gathered.take(written, row.line, column - 1, side, clock, comment)


def _side_names(language: str, us: Side) -> dict[str, Side]:
    sides = {Meaning.YELLOW: Side.YELLOW, Meaning.BLUE: Side.BLUE, Meaning.US: us, Meaning.ENEMY: us.other}
    named = {" ".join(phrase): sides[meaning] for phrase, meaning in phrases_of(language).items() if meaning in sides}
    return named | {"y": Side.YELLOW, "b": Side.BLUE}


def _lines(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass(frozen=True, slots=True)
class _Written:
    """A text made ready to be understood, and for each of its characters where it stood before, from 0."""

    text: str
    origin: tuple[int, ...]
    fault: tuple[int, str] | None = None

    @staticmethod
    def exact(text: str) -> _Written:
        return _Written(text, tuple(range(len(text))))

    @staticmethod
    def plain(text: str) -> _Written:
        """Blank out numbering and arrows, and write repeated courses one by one."""
        found = _NUMBERING.match(text)
        blank = " " * found.end() + text[found.end() :] if found else text
        blank = _ARROW.sub(lambda mark: " " * len(mark[0]), blank)
        parts: list[str] = []
        origin: list[int] = []
        fault = None
        end = 0
        for times in _TIMES.finditer(blank):
            count = int(times[1] or times[4])
            if not 1 <= count <= MOST_REPEATS:
                fault = (times.start(), times[0])
                continue
            parts.append(blank[end : times.start()])
            origin += range(end, times.start())
            courses = " ".join([times[2] or times[3]] * count)
            parts.append(courses)
            origin += [times.start()] * len(courses)
            end = times.end()
        parts.append(blank[end:])
        origin += range(end, len(blank))
        return _Written("".join(parts), tuple(origin), fault)

    def place(self, column: int) -> int:
        """The column, from 1, that a column of the text stood at."""
        if column - 1 < len(self.origin):
            return self.origin[column - 1] + 1
        return (self.origin[-1] + 1 if self.origin else 0) + 1


@dataclass(slots=True)
class _Gathered:
    """What was read so far, in order."""

    language: str
    us: Side
    announcements: list[Announcement] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        code = self.language.lower().replace("_", "-").split("-")[0]
        self.language = code if code in LANGUAGES else "en"

    def note(self, text: str) -> None:
        self.notes.append((len(self.announcements), text))

    def fault(self, fault: Fault, text: str) -> None:
        self.faults.append(fault)
        self.note(NOT_READ + text.strip())

    def take(
        self, written: _Written, line: int, offset: int, side: Side | None, clock: int | None, comment: str
    ) -> None:
        """Take in a text of one line that began ``offset`` characters into it."""
        if written.fault is not None:
            at, words = written.fault
            expected = say("expected-repeats", "a course repeated 1 to {most} times", most=MOST_REPEATS)
            self.fault(Fault(line, at + offset + 1, f"'{words}'", expected), written.text)
            return
        after = self.announcements[-1] if self.announcements else None
        try:
            understood = understand(written.text, self.language, self.us, side=side, after=after)
        except Unreadable as unreadable:
            for fault in unreadable.faults:
                self.faults.append(replace(fault, line=line, column=written.place(fault.column) + offset))
            self.note(NOT_READ + written.text.strip())
            return
        except Ambiguous as ambiguous:
            column = len(written.text) - len(written.text.lstrip()) + 1
            expected = say("expected-one-reading", "words with one reading: {question}", question=ambiguous.told[0])
            self.fault(Fault(line, written.place(column) + offset, f"'{written.text.strip()}'", expected), written.text)
            return
        self._add(understood, lambda column: written.place(column) + offset, line, clock, comment)

    def _add(
        self, understood: Understood, place: Callable[[int], int], line: int, clock: int | None, comment: str
    ) -> None:
        if understood.completed is not None:
            self.announcements[-1] = understood.completed
        for remark in understood.remarks:
            self.note(f"{remark.side.value}: {remark.word}")
        last = len(understood.announcements) - 1
        for index, announcement in enumerate(understood.announcements):
            beside = [announcement.comment, comment] if index == last else [announcement.comment]
            self.announcements.append(
                replace(
                    announcement,
                    clock=announcement.clock if announcement.clock is not None else clock,
                    comment="; ".join(filter(None, beside)),
                    line=line,
                    column=place(announcement.column),
                )
            )
        if not understood.announcements and comment:
            self.note(comment)

    def record(self, lenient: bool) -> Record:
        """Return the record, or raise Unreadable with every fault."""
        if self.faults and not lenient:
            raise Unreadable(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))
        tags = (("Us", self.us.value),)
        notes = tuple(Note(text, len(tags) + place) for place, text in self.notes)
        return Record(tags, tuple(self.announcements), notes, tuple(self.faults))
