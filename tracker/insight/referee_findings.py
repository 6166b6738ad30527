"""What a referee can find: rules and false answers, each with its announcement and a sentence for people.

Knows how a finding reads; not how one is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracker.game.announcements import Side


class Rule(StrEnum):
    """What was broken."""

    MAP = "left the map"
    ISLAND = "island"
    ROUTE = "own route"
    OWN_MINE = "own mine"
    SECTOR = "sector"
    BLACKOUT = "blackout"
    BOXED_IN = "boxed in"
    SURFACED = "surfaced"
    ICE = "ice"
    TORPEDO = "torpedo's range"
    DROP = "mine drop"
    TRIGGER = "trigger"
    ANSWER = "answer"
    OWN_REPORT = "own report"
    GAUGE = "gauge"
    TWICE = "two activations"
    BREAKDOWN = "breakdown"
    TURN = "turn order"
    OVER = "game over"


ANSWERS = frozenset({Rule.ANSWER, Rule.OWN_REPORT, Rule.SECTOR, Rule.ICE})
"""The rules about what was told; the others are about what was done."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that was broken at announcement ``number`` (from 1) by ``side``."""

    number: int
    side: Side
    rule: Rule
    sentence: str

    def __str__(self) -> str:
        """Number and sentence."""
        return f"{self.number}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything found, in the order of the announcements, and what could not be looked at for want of truth."""

    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings
