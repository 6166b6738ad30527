"""A clue that something was missed: a warning with its place and its size, which never filters a hypothesis.

Knows the shape of a warning, not how one is found (``gauges``, ``engineer``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracker.game.announcements import System


class ClueKind(StrEnum):
    """What does not add up."""

    GAUGE = "gauge"
    READY = "ready"
    TWICE = "twice"
    BROKEN = "broken"
    NO_DAMAGE = "no damage"
    DAMAGE = "damage"


@dataclass(frozen=True, slots=True)
class ClueWarning:
    """Something that the announcements heard do not allow.

    ``number`` is the announcement (from 1, over both sides) that does not add up, ``least`` the least number of
    announcements that must have been missed before it beyond those of earlier warnings (None: more than were
    searched), ``earliest`` the number of the announcement before which the first of them can stand at the earliest.
    ``sentence`` says it for people, in English; ``heard`` is how many courses and silences it had to go by.
    """

    kind: ClueKind
    number: int
    least: int | None
    earliest: int
    sentence: str
    system: System | None = None
    heard: int = 0


def ordinal(number: int) -> str:
    """Return a number as people say a place: 1st, 2nd, 3rd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def missed(least: int, earliest: int) -> str:
    """Return how many announcements were missed and where the first of them can be, as the end of a sentence."""
    count = f"at least {least} {'was' if least == 1 else 'were'} missed"
    if earliest == 1:
        return f"{count}, perhaps from the start on"
    return f"{count}, the first at the earliest just after the {ordinal(earliest - 1)} announcement"
