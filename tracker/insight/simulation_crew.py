"""The first mate's gauges and the engineer's sheet of a simulated crew.

Knows what a course marks and crosses; not the sea. The sheet is filled here cell by cell, unlike the sets of sheets
that the warnings work with, which it is there to check.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from tracker.game.announcements import System
from tracker.game.cells import Course
from tracker.game.engineer_sheets import COLOURS, PANELS
from tracker.game.gauges import GAUGE_MARKS

RADIATION = "X"


class FirstMate:
    """The gauges of one crew; ``wants`` is how much the captain longs for each system."""

    def __init__(self, rng: random.Random, wants: Mapping[System, float]) -> None:
        """Begin with empty gauges."""
        self._rng = rng
        self._wants = wants
        self.marks = dict.fromkeys(System, 0)

    def full(self, system: System) -> bool:
        """Tell whether a gauge is full."""
        return self.marks[system] >= GAUGE_MARKS[system]

    def mark(self) -> System | None:
        """Give a mark to one gauge and return it if that filled it."""
        waiting = [system for system in System if not self.full(system) and self._wants[system] > 0]
        if not waiting:
            return None
        # A gauge that was begun is rather finished than another begun.
        weights = [self._wants[s] * (1 + 2 * self.marks[s] / GAUGE_MARKS[s]) for s in waiting]
        system = self._rng.choices(waiting, weights)[0]
        self.marks[system] += 1
        return system if self.full(system) else None

    def empty(self, system: System) -> None:
        """Pay for an activation."""
        self.marks[system] = 0


class Engineer:
    """The engineer's sheet of one crew: a mask of the crossed symbols, numbered panel by panel."""

    def __init__(self, rng: random.Random, wants: Mapping[System, float]) -> None:
        """Begin with a clean sheet."""
        self._rng = rng
        self._cost = {colour: sum(wants[s] for s in System if COLOURS[s] == colour) for colour in _COLOURED}
        self.crossed = 0
        self._known: dict[tuple[int, Course], list[tuple[int, float]]] = {}

    def works(self, system: System) -> bool:
        """Tell whether no symbol of the system's colour is crossed."""
        return not self.crossed & _COLOURED[COLOURS[system]]

    @property
    def trouble(self) -> float:
        """How much of what the captain longs for is broken, 0 to 1."""
        return self._broken(self.crossed) / sum(self._cost.values())

    def warns(self, course: Course) -> float:
        """Tell the captain how bad a course would be for the sheet, 0 to about 1."""
        best = min(harm for _, harm in self._harms(course))
        return min(best / 10, 1.0)

    def cross(self, course: Course) -> bool:
        """Cross the symbol of a panel that does least harm, and tell whether that was a DAMAGE."""
        harms = [(harm + self._rng.random() * 0.3, symbol) for symbol, harm in self._harms(course)]
        self.crossed, damage = self._after(course, min(harms)[1])
        return damage

    def clear(self) -> None:
        """Erase the sheet."""
        self.crossed = 0

    def _harms(self, course: Course) -> list[tuple[int, float]]:
        """Each symbol that a course may cross, and the harm of it; asked several times of one sheet."""
        key = self.crossed, course
        if key not in self._known:
            symbols = [symbol for symbol in _OF_PANEL[course] if not self.crossed & symbol]
            self._known[key] = [(symbol, self._harm(course, symbol)) for symbol in symbols]
        return self._known[key]

    def _harm(self, course: Course, symbol: int) -> float:
        after, damage = self._after(course, symbol)
        left = (_PANEL[course] & ~after).bit_count()
        radiation = (after & _RADIATION).bit_count()
        return 10.0 * damage + self._broken(after) + 0.6 * (left < 2) + 0.15 * radiation + 0.02 * after.bit_count()

    def _after(self, course: Course, symbol: int) -> tuple[int, bool]:
        after = self.crossed | symbol
        for circuit in _CIRCUITS:
            if after & circuit == circuit:
                after &= ~circuit
        full = after & _PANEL[course] == _PANEL[course] or after & _RADIATION == _RADIATION
        return (0, True) if full else (after, False)

    def _broken(self, crossed: int) -> float:
        return sum(cost for colour, cost in self._cost.items() if crossed & _COLOURED[colour])


_SYMBOLS = [(course, text) for course, panel in PANELS.items() for text in panel]
_OF_PANEL = {c: [1 << i for i, (course, _) in enumerate(_SYMBOLS) if course is c] for c in PANELS}
_PANEL = {c: sum(symbols) for c, symbols in _OF_PANEL.items()}
_COLOURED = {colour: sum(1 << i for i, (_, text) in enumerate(_SYMBOLS) if text[0] == colour) for colour in "RGY"}
_RADIATION = sum(1 << i for i, (_, text) in enumerate(_SYMBOLS) if text == RADIATION)
_CIRCUITS = [
    sum(1 << i for i, (_, text) in enumerate(_SYMBOLS) if text.endswith(f" {name}"))
    for name in ("yellow", "orange", "gray")
]
