"""What was really said and done in a game, where its record tells: starts, silences, mines, and misheard courses.

Knows the truth marks of the record format and three comments: ``# said N`` behind a course that was heard wrong,
``# never said`` behind one that was written down without being said, and ``# not heard: B N`` before the next
announcement for one that was missed. Judges nothing.
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
        if announcement is None or announcement.comment == NEVER_SAID:
            continue
        said.append(Said(_corrected(announcement), index + 1))
    return tuple(said)


def _parsed(text: str, us: Side) -> tuple[Announcement, ...]:
    try:
        return parse_line(text.removeprefix(NOT_HEARD), us)
    except Unreadable:
        return ()  # a person's own words, not the mark


def _corrected(announcement: Announcement) -> Announcement:
    course = announcement.comment.removeprefix(SAID)
    if (
        isinstance(announcement.item, Heading)
        and announcement.comment.startswith(SAID)
        and course in Course.__members__
    ):
        return replace(announcement, item=Heading(Course[course]))
    return announcement


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


__all__ = ["Said", "really_said", "sailed", "start_of", "true_track"]
