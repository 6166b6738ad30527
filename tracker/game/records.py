"""A game record (``.sonar``): tags, announcements and comments, read leniently and written canonically.

Knows the text around the lines; what a line says is ``notation``'s business, which file it came from the caller's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from tracker.game.announcements import Announcement, Side, Silence
from tracker.game.errors import Fault, Unreadable
from tracker.game.notation import format_announcement, format_clock, parse_line, read_line
from tracker.game.record_maps import map_tags, record_map
from tracker.game.rules import RuleOptions, TorpedoReading
from tracker.game.sentences import say
from tracker.game.tags import (
    END_EXPECTED,
    ONCE_EXPECTED,
    TAG_EXPECTED,
    format_tag,
    has_meaning,
    in_tag,
    read_tag,
    tag_key,
    tidy_tag,
)
from tracker.game.words import quoted

NOT_READ = "not read: "
"""How a comment begins that keeps what a lenient reading left out."""


@dataclass(frozen=True, slots=True)
class Note:
    """A comment that stands alone, before the tag or announcement of number ``place``, tags counted first, from 0.

    With ``beside`` it stands at the end of that tag's line.
    """

    text: str
    place: int
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A game on file.

    Tags of a meaning, comments and truth marks are brought into their canonical spelling, so that what is written is
    read back as an equal record; ValueError where a tag cannot be. ``faults`` is what a lenient reading left out (its
    text is kept in notes), ``tag_places`` the line and column of each tag's value: neither takes part in comparison.
    """

    tags: tuple[tuple[str, str], ...] = ()
    announcements: tuple[Announcement, ...] = ()
    notes: tuple[Note, ...] = ()
    faults: tuple[Fault, ...] = field(default=(), compare=False)
    tag_places: tuple[tuple[int, int], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Bring everything into its canonical spelling."""
        tags = tuple(tidy_tag(name, value) for name, value in self.tags)
        meant = [tag_key(name) for name, _ in tags if has_meaning(name)]
        for name in meant:
            if meant.count(name) > 1:
                raise ValueError(f"[{name}] stands more than once")
        total = len(tags) + len(self.announcements)
        object.__setattr__(self, "tags", tags)
        object.__setattr__(self, "announcements", tuple(_tidy(a) for a in self.announcements))
        object.__setattr__(self, "notes", _tidy_notes(self.notes, len(tags), total))

    def tag(self, name: str) -> str | None:
        """Return the value of the first tag of that name, whatever its case, or None."""
        return next((value for tag, value in self.tags if tag_key(tag) == tag_key(name)), None)

    def tag_place(self, name: str) -> tuple[int, int]:
        """Return line and column of that tag's value, (1, 1) where there is none or it was not read from a text."""
        places = zip(self.tags, self.tag_places, strict=False)
        return next((place for (tag, _), place in places if tag_key(tag) == tag_key(name)), (1, 1))

    @property
    def us(self) -> Side:
        """Our side; yellow where the record does not say."""
        return Side(self.tag("Us") or Side.YELLOW)

    @property
    def options(self) -> RuleOptions:
        """The rule options that the record names, the others at their defaults."""
        torpedo = cast(TorpedoReading, self.tag("Torpedo") or "manhattan")
        mines: Literal[4, 8] = 4 if self.tag("Mines") == "4" else 8
        return RuleOptions(torpedo=torpedo, mine_neighbours=mines)

    def with_announcements(self, announcements: Iterable[Announcement]) -> Record:
        """Return the record with other announcements; notes stay beside the announcements that did not change."""
        new, old = tuple(announcements), self.announcements
        same_head = _common(old, new)
        same_tail = min(_common(old[::-1], new[::-1]), len(old) - same_head, len(new) - same_head)
        last_changed = len(self.tags) + len(old) - same_tail
        moved = len(new) - len(old)
        first_changed = len(self.tags) + same_head
        notes = (
            note
            if note.place <= first_changed
            else replace(note, place=max(note.place + moved, first_changed))
            if note.place >= last_changed
            else replace(note, place=min(note.place, last_changed + moved))
            for note in self.notes
        )
        return replace(self, announcements=new, notes=tuple(notes))

    def with_tag(self, name: str, value: str | None) -> Record:
        """Return the record with a tag set in its place, added at the end, or (None) taken out."""
        key = tag_key(name)
        index = next((i for i, (tag, _) in enumerate(self.tags) if tag_key(tag) == key), None)
        places = list(self.tag_places) if len(self.tag_places) == len(self.tags) else [(1, 1)] * len(self.tags)
        tags, notes = list(self.tags), self.notes
        if index is None and value is not None:
            # What stood before the first announcement stays there.
            notes = tuple(replace(note, place=note.place + (note.place >= len(tags))) for note in notes)
            tags.append((name, value))
            places.append((1, 1))
        elif index is not None and value is not None:
            tags[index] = (tags[index][0], value)
        elif index is not None:
            notes = tuple(
                replace(note, place=note.place - (note.place > index), beside=note.beside and note.place != index)
                for note in notes
            )
            del tags[index], places[index]
        return replace(self, tags=tuple(tags), notes=notes, tag_places=tuple(places))


def _common(one: tuple[Announcement, ...], other: tuple[Announcement, ...]) -> int:
    """How many announcements two sequences have in common at their beginning."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _one_line(text: str) -> str:
    return re.sub(r"[\r\n]+", " ", text).strip()


def _tidy_notes(notes: Iterable[Note], tags: int, total: int) -> tuple[Note, ...]:
    """The notes as they will be read back: in order, on the record, one at most beside a tag."""
    standing: list[Note] = []
    beside: dict[int, str] = {}
    for note in notes:
        text = _one_line(note.text)
        if not (note.beside and 0 <= note.place < tags):
            standing.append(Note(text, min(max(note.place, 0), total)))
        elif text:
            beside[note.place] = f"{beside[note.place]} # {text}" if note.place in beside else text
    standing += [Note(text, place, True) for place, text in beside.items()]
    return tuple(sorted(standing, key=lambda note: (note.place, note.beside)))


def _tidy(announcement: Announcement) -> Announcement:
    """The announcement as it will be read back: one line of comment, no course for a silence that stayed."""
    comment = _one_line(announcement.comment)
    if comment != announcement.comment:
        announcement = replace(announcement, comment=comment)
    match announcement.item:
        case Silence(0, course) if course is not None:
            announcement = replace(announcement, item=Silence(0))
        case _:
            pass
    return announcement


def loads(text: str, lenient: bool = False) -> Record:
    """Return the record that a text holds.

    Raises Unreadable with every fault of the text. With ``lenient`` what cannot be read is left out instead: it is
    listed in ``Record.faults`` and its text is kept in a note.
    """
    record = _RecordReader().read(text)
    if record.faults and not lenient:
        raise Unreadable(record.faults)
    return record


def dumps(record: Record) -> str:
    """Return a record as the writer prints it; ``loads`` reads it back as an equal record.

    Raises ValueError for an announcement that the format cannot say, such as a sonar with one value.
    """
    beside = {note.place: note.text for note in record.notes if note.beside}
    before: dict[int, list[str]] = {}
    for note in record.notes:
        if not note.beside:
            before.setdefault(note.place, []).append(f"# {note.text}".rstrip())
    lines: list[str] = []
    for index, (name, value) in enumerate(record.tags):
        lines += before.get(index, [])
        lines.append(_with_comment(format_tag(name, value), beside.get(index)))
    if record.tags:
        lines.append("")
    first = len(record.tags)
    for index, announcement in enumerate(record.announcements):
        lines += before.get(first + index, [])
        clock = "" if announcement.clock is None else f"{format_clock(announcement.clock)} "
        lines.append(_with_comment(clock + format_announcement(announcement), announcement.comment))
    lines += before.get(first + len(record.announcements), [])
    return "\n".join(lines).rstrip("\n") + "\n" if lines else ""


def _with_comment(line: str, comment: str | None) -> str:
    return f"{line} # {comment}" if comment else line


class _RecordReader:
    """Gathers tags first, since the side of a line without one depends on ``[Us]``, then everything in order."""

    def __init__(self) -> None:
        self.tags: list[tuple[str, str]] = []
        self.places: list[tuple[int, int]] = []
        self.announcements: list[Announcement] = []
        self.notes: list[tuple[int, int, Note]] = []  # tags and announcements before it, the note without its place
        self.faults: list[Fault] = []

    def read(self, text: str) -> Record:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        us = self._us(lines)
        for number, line in enumerate(lines, 1):
            start = line.lstrip()
            if not start:
                continue
            if start.startswith("#"):
                self._note(start[1:].strip())
            elif start.startswith("["):
                self._tag_line(line, number)
            else:
                self._line(line, number, us)
        return Record(
            tuple(self.tags),
            tuple(self.announcements),
            tuple(self._placed(*entry) for entry in self.notes),
            tuple(self.faults),
            tuple(self.places),
        )

    def _us(self, lines: list[str]) -> Side:
        """Our side, from the tags alone; their faults are found again in order."""
        tags = _RecordReader()
        for number, line in enumerate(lines, 1):
            if line.lstrip().startswith("["):
                tags._tag_line(line, number)
        return Record(tuple(tags.tags)).us

    def _placed(self, tags: int, announcements: int, note: Note) -> Note:
        if note.beside or not announcements:
            return replace(note, place=tags)
        return replace(note, place=len(self.tags) + announcements)

    def _note(self, text: str, beside: bool = False) -> None:
        tags = len(self.tags) - 1 if beside else len(self.tags)
        self.notes.append((tags, len(self.announcements), Note(text, 0, beside)))

    def _line(self, line: str, number: int, us: Side) -> None:
        reading = read_line(line, us, number)
        pieces = list(reading.pieces)
        for index, announcement in enumerate(reading.announcements):
            while pieces and pieces[0].before <= index:
                self._note(NOT_READ + pieces.pop(0).text)
            self.announcements.append(announcement)
        for piece in pieces:
            self._note(NOT_READ + piece.text)
        if reading.comment is not None and not reading.announcements:
            self._note(reading.comment)
        self.faults += reading.faults

    def _tag_line(self, line: str, number: int) -> None:
        """Read a line of tags; a bad tag is kept in a note with the rest of its line."""
        at, read_any = len(line) - len(line.lstrip()), False
        while at < len(line):
            if line[at] == "#":
                if read_any:
                    self._note(line[at + 1 :].strip(), beside=True)
                else:
                    self._note(line[at + 1 :].strip())
                return
            found = read_tag(line, at)
            if found is None:
                rest = line[at:].strip()
                expected = TAG_EXPECTED if rest.startswith("[") else END_EXPECTED
                self.faults.append(Fault(number, at + 1, quoted(rest), expected))
                self._note(NOT_READ + rest)
                return
            match, name, value = found
            read_any = self._tag(name, value, number, match) or read_any
            at = match.end() + len(line[match.end() :]) - len(line[match.end() :].lstrip())

    def _tag(self, name: str, value: str, number: int, match: re.Match[str]) -> bool:
        """Take a tag in and tell whether it could be read."""
        try:
            name, value = tidy_tag(name, value)
        except ValueError as fault:
            self.faults.append(Fault(number, match.start(2) + 1, in_tag(quoted(value), name), fault.args[0]))
            self._note(NOT_READ + match[0])
            return False
        if has_meaning(name) and any(tag_key(tag) == tag_key(name) for tag, _ in self.tags):
            self.faults.append(
                Fault(
                    number, match.start() + 1, say("found-tag-again", "[{tag}] a second time", tag=name), ONCE_EXPECTED
                )
            )
            self._note(NOT_READ + match[0])
            return False
        self.tags.append((name, value))
        self.places.append((number, match.start(2) + 1))
        return True


__all__ = [
    "NOT_READ",
    "Note",
    "Record",
    "dumps",
    "format_announcement",
    "loads",
    "map_tags",
    "parse_line",
    "record_map",
]
