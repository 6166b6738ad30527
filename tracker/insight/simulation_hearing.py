"""What a Radio Operator makes of what was said: courses heard wrong, missed or written twice.

Knows a record and the dice. The truth stays in the record as comments that ``truth`` reads.
"""

from __future__ import annotations

import random
from dataclasses import replace

from tracker.game.announcements import Announcement, Heading
from tracker.game.cells import Course
from tracker.game.notation import format_announcement
from tracker.game.records import Note, Record

SAID = "said "
NEVER_SAID = "never said"
NOT_HEARD = "not heard: "


def misheard(record: Record, rate: float, rng: random.Random) -> Record:
    """Return a record as it was heard: each course is wrong, missed or doubled with a chance of ``rate`` in all."""
    heard: list[Announcement] = []
    notes: list[Note] = []
    for announcement in record.announcements:
        match announcement.item:
            case Heading(course) if course is not None and rng.random() < rate:
                kind = rng.choice(("wrong", "missed", "doubled"))
                if kind == "wrong":
                    instead = rng.choice([other for other in Course if other is not course])
                    heard.append(replace(announcement, item=Heading(instead), comment=f"{SAID}{course.name}"))
                elif kind == "missed":
                    plain = format_announcement(replace(announcement, comment=""))
                    notes.append(Note(f"{NOT_HEARD}{plain}", len(record.tags) + len(heard)))
                else:
                    heard += [announcement, replace(announcement, comment=NEVER_SAID)]
            case _:
                heard.append(announcement)
    return replace(record, announcements=tuple(heard), notes=(*record.notes, *notes))
