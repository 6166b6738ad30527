"""What a phrase of the table may mean, whatever the language.

Knows the meanings and the courses and systems among them, not the phrases.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

from tracker.game.announcements import System
from tracker.game.cells import Course


class Meaning(StrEnum):
    """What a phrase says; the values of the first words are those of the record format."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    HEAD = "head"
    NOT_HEARD = "not heard"
    GAP = "gap"
    SILENCE = "silence"
    SURFACE = "surface"
    BLACKOUT = "blackout"
    TORPEDO = "torpedo"
    MINE = "mine"
    DROPPED = "dropped"
    TRIGGER = "trigger"
    TRIGGERED = "triggered"
    ARCHER = "archer"
    DRONE = "drone"
    ASK = "are you in"
    SONAR = "sonar"
    WE_ARE = "we are in"
    SCENARIO = "scenario"
    READY = "ready"
    DIVE = "dive"
    OK = "ok"
    STOP = "stop"
    YES = "yes"
    NO = "no"
    CLEAR = "clear"
    INDIRECT = "indirect"
    DIRECT = "direct"
    HIT = "hit"
    NO_DAMAGE = "no damage"
    ONE_DAMAGE = "one damage"
    TWO_DAMAGE = "two damage"
    HURT = "hurt"
    UNHURT = "unhurt"
    SELF = "self"
    ROW = "row"
    COLUMN = "column"
    SECTOR = "sector"
    YELLOW = "yellow"
    BLUE = "blue"
    US = "us"
    ENEMY = "enemy"
    WE = "we"
    FILLER = "filler"


COURSE_MEANINGS = MappingProxyType(
    {Meaning.NORTH: Course.N, Meaning.EAST: Course.E, Meaning.SOUTH: Course.S, Meaning.WEST: Course.W}
)
SYSTEM_MEANINGS = MappingProxyType(
    {
        Meaning.TORPEDO: System.TORPEDO,
        Meaning.MINE: System.MINE,
        Meaning.DRONE: System.DRONE,
        Meaning.SONAR: System.SONAR,
        Meaning.SILENCE: System.SILENCE,
        Meaning.SCENARIO: System.SCENARIO,
    }
)


def course_of(meaning: Meaning | None) -> Course | None:
    """Return the course that a meaning is, if any."""
    return None if meaning is None else COURSE_MEANINGS.get(meaning)


def system_of(meaning: Meaning | None) -> System | None:
    """Return the system that a meaning is, if any."""
    return None if meaning is None else SYSTEM_MEANINGS.get(meaning)
