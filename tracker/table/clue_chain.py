"""What the gauges and the engineer's sheet do not explain after each announcement, kept so that one more is one step.

Knows how the detectors follow a list that is undone and edited; nothing that it finds changes what is possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tracker.game.announcements import Announcement, Side
from tracker.game.clues import ClueWarning
from tracker.game.engineer import Engineer
from tracker.game.gauges import gauge_warnings
from tracker.solver.memory import checkpoint
from tracker.table.chain import common_start


@dataclass(frozen=True, slots=True)
class ClueChain:
    """Announcements and the engineer after each: ``engineers[k]`` is the one after ``k`` of them.

    Most of the older ones are let go of, and are None.
    """

    announcements: tuple[Announcement, ...]
    engineers: tuple[Engineer | None, ...]

    @classmethod
    def begin(cls, tracked: Side) -> ClueChain:
        """Return the chain of a game in which nothing was heard."""
        return cls((), (Engineer(tracked),))

    def follow(self, announcements: tuple[Announcement, ...], most: int | None = None) -> ClueChain:
        """Return the chain of another list, or of its beginning after at most ``most`` steps more."""
        common = common_start(self.announcements, announcements)
        if most is not None:
            announcements = announcements[: common + most]
        engineers = list(self.engineers[: common + 1])
        while (engineer := engineers[-1]) is None:
            engineers.pop()
        for announcement in announcements[len(engineers) - 1 :]:
            engineer = engineer.hear(announcement)
            engineers.append(engineer)
        newest = len(announcements)
        return ClueChain(
            announcements,
            tuple(one if checkpoint(number, newest) else None for number, one in enumerate(engineers)),
        )

    @property
    def engineer(self) -> Engineer:
        """The one after all announcements."""
        engineer = self.engineers[-1]
        assert engineer is not None
        return engineer

    @property
    def warnings(self) -> tuple[ClueWarning, ...]:
        """What does not add up, by the announcements' numbers."""
        engineer = self.engineer
        found = (*gauge_warnings(self.announcements, engineer.tracked), *engineer.warnings)
        return tuple(sorted(found, key=lambda warning: warning.number))


def warning_fields(warning: ClueWarning) -> dict[str, Any]:
    """Return a warning as a snapshot tells it."""
    return {
        "kind": warning.kind.value,
        "n": warning.number,
        "least": warning.least,
        "earliest": warning.earliest,
        "system": None if warning.system is None else warning.system.value,
        "heard": warning.heard,
        "sentence": warning.sentence,
    }
