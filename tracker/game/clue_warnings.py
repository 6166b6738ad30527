"""Everything in a record that does not add up for the crew that announced it.

Knows which detectors there are, not how they work; warnings never filter a hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.game.announcements import Announcement, Side, System
from tracker.game.clues import ClueWarning
from tracker.game.engineer import engineer_warnings
from tracker.game.gauges import GAUGE_MARKS, gauge_warnings


def clue_warnings(
    announcements: Iterable[Announcement],
    tracked: Side,
    capacities: Mapping[System, int] = GAUGE_MARKS,
    archer: System | None = None,
) -> tuple[ClueWarning, ...]:
    """Return the warnings of the gauges and of the engineer's sheet of the tracked side, by announcement."""
    heard = tuple(announcements)
    found = (*gauge_warnings(heard, tracked, capacities, archer), *engineer_warnings(heard, tracked, archer))
    return tuple(sorted(found, key=lambda warning: warning.number))
