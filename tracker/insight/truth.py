"""What was really said and done in a game, where its record tells: starts, silences, mines, and misheard courses.

Knows the truth marks of the record format and three comments: ``# said N`` behind a course that was heard wrong or a
``gap`` that hid one, ``# never said`` behind a course that was written down without being said or a ``gap`` that hid
none, and ``# not heard: B N`` before the next announcement for one that was missed. A person's own words may follow
behind ``; ``. Judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tracker.game.announcements import Announcement, Gap, Heading, Side, Silence
from tracker.game.cells import Cell, Course, parse_cell
from tracker.game.errors import Unreadable
from tracker.game.notation import parse_line
from tracker.game.records import Record
from tracker.insight.simulation_hearing import NEVER_SAID, NOT_HEARD, SAID
from tracker.insight.waters import beyond

NOT_KNOWN = "not known"
"""The comment where a truth was entered and taken away again: a correction without a comment keeps the old one."""


@dataclass(frozen=True, slots=True)
class Said:
    """An announcement as it was made, and the number (from 1) of the record's announcement that it is or stands before.

    ``heard`` is false for one that the record has in a note only.
    """

    announcement: Announcement
    number: int
    heard: bool = True


def start_of(record: Record, side: Side) -> Cell | None:
    """Return where a side's submarine began, None where the record does not say."""
    tag = record.tag(f"{side.value.capitalize()}Start")
    return None if tag is None else parse_cell(tag)


def really_said(record: Record) -> tuple[Said, ...]:
    """Return the announcements as they were made."""
    said: list[Said] = []
    missed: dict[int, list[Announcement]] = {}
    for note in record.notes:
        if note.text.startswith(NOT_HEARD):
            missed.setdefault(note.place - len(record.tags), []).extend(_parsed(note.text, record.us))
    for index, announcement in enumerate((*record.announcements, None)):
        said += [Said(one, index + 1, heard=False) for one in missed.get(index, ())]
        made = None if announcement is None else as_said(announcement)
        if made is not None:
            said.append(Said(made, index + 1))
    return tuple(said)


def as_said(announcement: Announcement) -> Announcement | None:
    """Return an announcement as it was made by the mark in its comment, None where nothing was said."""
    mark, _ = _mark_and_words(announcement.comment)
    if mark == NEVER_SAID:
        return None
    if mark.startswith(SAID) and isinstance(announcement.item, Heading | Gap):
        return replace(announcement, item=Heading(Course[mark.removeprefix(SAID)]))
    return announcement


def gap_told(announcement: Announcement, missed: Course | None) -> Announcement:
    """Return a gap with the mark of what it hid: a course, or None for nothing."""
    return _with_mark(announcement, NEVER_SAID if missed is None else f"{SAID}{missed.name}")


def gap_untold(announcement: Announcement) -> Announcement:
    """Return a gap without the mark of what it hid."""
    return announcement if as_said(announcement) == announcement else _with_mark(announcement, NOT_KNOWN)


def _with_mark(announcement: Announcement, mark: str) -> Announcement:
    _, words = _mark_and_words(announcement.comment)
    return replace(announcement, comment=f"{mark}; {words}" if words else mark)


def _mark_and_words(comment: str) -> tuple[str, str]:
    """Split a comment into its mark, empty where it has none, and a person's own words."""
    mark, _, words = comment.partition("; ")
    course = mark.removeprefix(SAID)
    if mark in (NEVER_SAID, NOT_KNOWN) or (course != mark and course in Course.__members__):
        return mark, words
    return "", comment


def _parsed(text: str, us: Side) -> tuple[Announcement, ...]:
    try:
        return parse_line(text.removeprefix(NOT_HEARD), us)
    except Unreadable:
        return ()  # a person's own words, not the mark


def true_track(record: Record, side: Side) -> Iterator[Cell | None]:
    """Yield a side's true cell before the first announcement and after each one of the record, None where unknown.

    A course that the truth cannot have taken (off the sheet) makes it unknown from there on.
    """
    cell = start_of(record, side)
    said = iter(really_said(record))
    following = next(said, None)
    yield cell
    for number in range(1, len(record.announcements) + 1):
        while following is not None and following.number <= number:
            if following.announcement.side is side:
                cell = sailed(cell, following.announcement)
            following = next(said, None)
        yield cell


def sailed(cell: Cell | None, announcement: Announcement) -> Cell | None:
    """Return where a submarine is after one of its own announcements, None where that is unknown."""
    if cell is None:
        return None
    match announcement.item:
        case Heading(course) if course is not None:
            return beyond(cell, course)
        case Heading() | Gap():
            return None
        case Silence(None, _):
            return None
        case Silence(length, course) if length and course is not None:
            there: Cell | None = cell
            for _ in range(length):
                there = None if there is None else beyond(there, course)
            return there
    return cell


__all__ = ["Said", "as_said", "gap_told", "gap_untold", "really_said", "sailed", "start_of", "true_track"]
