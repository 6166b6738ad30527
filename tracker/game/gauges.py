"""The first mate's gauges as a lie detector: activations that the courses heard cannot have paid for.

Knows what fills and empties a gauge, not the sheet or the sea; its warnings never filter a hypothesis.

How a gauge is filled is the first mate's free choice, so a record is possible if *some* way to give each mark to a
gauge explains it. Each system asks for its marks in a window: from its last activation (or the start) to its next
activation or call of "ready", whichever is first, since a full gauge holds no more. Marks that must fit into windows
are intervals to be served one at a time, and such a service exists exactly if no stretch of the game has windows
inside it that ask for more marks than it holds (Hall's condition for intervals). What it lacks is the number of
missed courses; putting each as late as it can be (when its window ends) makes the least number in all, putting each
as early as it can be gives the earliest place. The tests compare this with every choice tried out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Gap,
    Heading,
    Item,
    Mine,
    Ready,
    Scenario,
    Side,
    Silence,
    Sonar,
    System,
    Torpedo,
)
from tracker.game.clues import ClueKind, ClueWarning, missed, ordinal

GAUGE_MARKS: Mapping[System, int] = MappingProxyType(
    {
        System.MINE: 3,
        System.TORPEDO: 3,
        System.SONAR: 3,
        System.DRONE: 4,
        System.SILENCE: 6,
        System.SCENARIO: 4,
    }
)
"""Marks that fill each gauge, the same in both modes; some scenarios print six for their own system."""


def gauge_marks(scenario: int = 4) -> Mapping[System, int]:
    """Return the marks that fill each gauge where the scenario's own needs ``scenario`` of them (4 or 6)."""
    return MappingProxyType({**GAUGE_MARKS, System.SCENARIO: scenario})


def activated(item: Item, archer: System | None = None) -> System | None:
    """Return the system that an item activates, if any; a trigger activates none.

    Whether a printed Archer mine is set off by the scenario's own system the rules at hand do not say: ``archer``
    names the system that it empties, by default none.
    """
    match item:
        case Torpedo():
            return System.TORPEDO
        case Mine():
            return System.MINE
        case Drone():
            return System.DRONE
        case Sonar():
            return System.SONAR
        case Silence():
            return System.SILENCE
        case Scenario():
            return System.SCENARIO
        case Archer():
            return archer
        case _:
            return None


@dataclass(frozen=True, slots=True)
class _Window:
    """Announcements between which a gauge was filled: after ``start`` (0 at first), before ``end``."""

    start: int
    end: int
    system: System


@dataclass(frozen=True, slots=True)
class _Lack:
    """A stretch that asks for more courses than it holds: from before announcement ``first`` to before ``end``."""

    first: int
    end: int
    courses: int


class _Sheet:
    """A first mate's sheet as far as it can be told from outside; ``number`` is the announcement being heard."""

    def __init__(self, capacities: Mapping[System, int], archer: System | None) -> None:
        self.capacities = capacities
        self.archer = archer
        self.number = 0
        self.marks: list[int] = []  # numbers of the announcements that gave a mark, in order
        self.courses: list[int] = []  # those among them that are no activation
        self.windows: list[_Window] = []
        self.opened: dict[System, int] = dict.fromkeys(System, 0)
        self.full: set[System] = set()
        self.activation = 0  # the last one's number
        self.inserted: list[int] = []  # each missed course as late as it can be: before the announcement of that number
        self.lacks: list[_Lack] = []
        self.warnings: list[ClueWarning] = []

    def hear(self, item: Item) -> None:
        """Take in an item of the tracked side."""
        system = activated(item, self.archer)
        if isinstance(item, Ready):
            self._fill(item.system, ClueKind.READY)
        if system is not None:
            between = self._twice(system)
            self._fill(system, ClueKind.GAUGE)
            if between and not self._inserted(self.activation, self.number):
                self.inserted.append(self.number)
            self.opened[system] = self.activation = self.number
            self.full.discard(system)
        if isinstance(item, Heading | Gap | Silence):
            self.marks.append(self.number)
            if system is None:
                self.courses.append(self.number)

    def could_be_full(self, system: System) -> bool:
        """Tell whether the gauge may be full before the announcement that comes next."""
        if system in self.full:
            return True
        windows = [*self.windows, _Window(self.opened[system], self.number + 1, system)]
        return all(lack <= 0 for _, lack in self._lacking(windows))

    def _fill(self, system: System, kind: ClueKind) -> None:
        """Ask for a full gauge before the present announcement."""
        if system in self.full:
            return
        self.full.add(system)
        self.windows.append(_Window(self.opened[system], self.number, system))
        stretches = list(self._lacking(self.windows))
        for start, lack in stretches:
            # Courses that were missed for an earlier warning serve here too, so they are added for the full lack.
            courses = lack + self._inserted(start, self.number)
            if courses > 0:
                self.lacks.append(_Lack(start + 1, self.number, courses))
        least = max(lack for _, lack in stretches)
        if least <= 0:
            return
        self.inserted += [self.number] * least
        start = max(start for start, lack in stretches if lack == least)
        self._warn(kind, system, start, least)

    def _lacking(self, windows: list[_Window]) -> Iterable[tuple[int, int]]:
        """For each stretch that ends with the last window, latest first: where it starts and the courses it lacks."""
        end, asked = windows[-1].end, 0
        ordered = sorted(windows, key=lambda window: -window.start)
        for index, window in enumerate(ordered):
            asked += self.capacities[window.system]
            if index + 1 < len(ordered) and ordered[index + 1].start == window.start:
                continue
            if window.start <= windows[-1].start:
                held = bisect_left(self.marks, end) - bisect_left(self.marks, window.start)
                yield window.start, asked - held - self._inserted(window.start, end)

    def _inserted(self, start: int, end: int) -> int:
        """How many missed courses stand behind announcement ``start`` and before ``end``."""
        return bisect_right(self.inserted, end) - bisect_right(self.inserted, start)

    def _twice(self, system: System) -> bool:
        """Warn of an activation without a course since the last one; tell whether one was missed."""
        since = bisect_right(self.courses, self.activation)
        if not self.activation or since < len(self.courses) or self._inserted(self.activation, self.number):
            return False
        self.lacks.append(_Lack(self.activation + 1, self.number, 1))
        self.warnings.append(
            ClueWarning(
                ClueKind.TWICE,
                self.number,
                1,
                self.activation + 1,
                f"{system.value} ({ordinal(self.number)} announcement) without a course since the activation before it "
                f"({ordinal(self.activation)}): {missed(1, self.activation + 1)}",
                system,
            )
        )
        return True

    def _warn(self, kind: ClueKind, system: System, start: int, least: int) -> None:
        heard = bisect_left(self.marks, self.number) - bisect_left(self.marks, start)
        # The stretch's other gauges, without those that an earlier warning already found unpaid.
        others = sorted({w.system.value for w in self.windows[:-1] if w.start >= start and w.system is not system})
        again = sum(w.system is system and w.start >= start for w in self.windows) > 1
        also = " and ".join([*others, *(["an earlier one"] if again else [])])
        said = "called ready" if kind is ClueKind.READY else "activated"
        courses = f"{heard} course{'' if heard == 1 else 's'}"
        earliest = self._earliest(least)
        sentence = (
            f"{system.value} {said} ({ordinal(self.number)} announcement) after {courses}"
            + (f" since the {ordinal(start)} announcement" if start else "")
            + (f", which paid for {also} too" if also else "")
            + f": {missed(least, earliest)}"
        )
        self.warnings.append(ClueWarning(kind, self.number, least, earliest, sentence, system, heard))

    def _earliest(self, least: int) -> int:
        """The earliest place of the first of the last ``least`` missed courses, all put as early as they can be."""
        placed: list[int] = []  # descending
        for first in sorted({lack.first for lack in self.lacks}, reverse=True):
            wanted = max(
                lack.courses - sum(place <= lack.end for place in placed) for lack in self.lacks if lack.first == first
            )
            placed += [first] * max(wanted, 0)
        return placed[least - 1]


def gauge_warnings(
    announcements: Iterable[Announcement],
    tracked: Side,
    capacities: Mapping[System, int] = GAUGE_MARKS,
    archer: System | None = None,
) -> tuple[ClueWarning, ...]:
    """Return what the gauges of the tracked side do not explain, in the order of the announcements.

    A missed ``gap`` may have given a mark and counts as one that did. Each warning's ``least`` is what is missing
    beyond the warnings before it, so that their sum is the least number missed in all (a TWICE and a GAUGE of one
    announcement share theirs).
    """
    return tuple(_read(announcements, tracked, capacities, archer).warnings)


def gauges_that_may_be_full(
    announcements: Iterable[Announcement],
    tracked: Side,
    capacities: Mapping[System, int] = GAUGE_MARKS,
    archer: System | None = None,
) -> frozenset[System]:
    """Return the systems whose gauge may be full now: what the tracked side may activate as far as marks go."""
    sheet = _read(announcements, tracked, capacities, archer)
    return frozenset(system for system in System if sheet.could_be_full(system))


def _read(
    announcements: Iterable[Announcement], tracked: Side, capacities: Mapping[System, int], archer: System | None
) -> _Sheet:
    sheet = _Sheet(capacities, archer)
    for announcement in announcements:
        sheet.number += 1
        if announcement.side is tracked:
            sheet.hear(announcement.item)
    return sheet
