"""The engineer's sheet as a lie detector: activations and DAMAGE calls that no way to cross its symbols explains.

Knows which sheets are possible after each announcement (``engineer_sheets``); its warnings never filter a hypothesis.

Which symbol a course crosses is the engineer's free choice, so all sheets that can be reached are kept. A silence
crosses one symbol of any panel, or none (length 0); a course not heard one of any panel; a gap may be nothing. A
DAMAGE that a crossing brings about must be called before the next course or silence, else that crossing did not
happen. Where no sheet is left, announcements were missed: courses of any direction, or calls of DAMAGE. They are
searched for since the sheet was last clean for certain (a surfacing, a DAMAGE), in layers: with none missed, with
one, with two, up to ``MOST_MISSED``, which is a full panel from a clean sheet.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tracker.game.announcements import Announcement, Gap, Heading, Hurt, Item, Side, Silence, Surface, System
from tracker.game.cells import Course
from tracker.game.clues import ClueKind, ClueWarning, missed, ordinal
from tracker.game.engineer_sheets import ALL_PANELS, CLEAN, COLOURS, NO_SHEET, SheetSet, crossed, union, working
from tracker.game.gauges import activated

MOST_MISSED = 6
"""So many missed announcements are searched for; more are called unknown."""

_COLOUR_NAMES = {"R": "red", "G": "green", "Y": "yellow"}


@dataclass(frozen=True, slots=True)
class _Possible:
    """What the sheet may be: ``sheets``, or, with ``owed``, clean after a DAMAGE that has yet to be called.

    ``surfaced`` tells that no course came since a surfacing: a damage called then is the ice's, or a late one.
    """

    sheets: SheetSet
    owed: bool = False
    surfaced: bool = False

    def __bool__(self) -> bool:
        return bool(self.sheets.size) or self.owed

    def joined(self, other: _Possible) -> _Possible:
        return _Possible(union(self.sheets, other.sheets), self.owed or other.owed, self.surfaced or other.surfaced)


_NOTHING = _Possible(NO_SHEET)
_START = _Possible(CLEAN)


def _after(before: _Possible, item: Item, archer: System | None) -> _Possible:
    """What the sheet may be after an item of the tracked side."""
    match item:
        case Heading(course):
            return _moved(before, ALL_PANELS if course is None else (course,))
        case Gap():
            return before.joined(_moved(before, ALL_PANELS))
        case Silence():
            able = replace(before, sheets=working(before.sheets, System.SILENCE), owed=False)
            return replace(_moved(able, ALL_PANELS).joined(able), surfaced=False)
        case Surface(hurt=True):
            return _Possible(CLEAN, surfaced=True)
        case Surface():
            return _Possible(CLEAN if before.sheets.size else NO_SHEET, before.owed, surfaced=True)
        case Hurt():
            if before.owed:
                return _START
            return before if before.surfaced else _NOTHING
        case _:
            system = activated(item, archer)
            return before if system is None else replace(before, sheets=working(before.sheets, system))


def _moved(before: _Possible, panels: Iterable[Course]) -> _Possible:
    return _Possible(*crossed(before.sheets, panels))


def _one_missed(before: _Possible) -> _Possible:
    """What the sheet may be where one announcement was missed: a course, or a call of DAMAGE."""
    course = _moved(before, ALL_PANELS)
    return course.joined(_START) if before.owed else course


@dataclass(frozen=True, slots=True)
class _Limit:
    """The missed announcement of that number (from 1) stands before announcement ``last`` or earlier."""

    missed: int
    last: int


def _with_missed(layers: list[_Possible], place: int, limit: _Limit | None) -> list[_Possible]:
    """The layers where any of the announcements missed may have been missed at this place."""
    found = [layers[0]]
    for number, possible in enumerate(layers[1:], 1):
        before = found[-1]
        allowed = limit is None or number != limit.missed or place <= limit.last
        found.append(possible.joined(_one_missed(before)) if before and allowed else possible)
    return found


@dataclass(frozen=True, slots=True)
class _Since:
    """What was heard since the sheet was last known: what it was then, and the items, each with its number."""

    first: int
    possible: _Possible
    items: tuple[tuple[int, Item], ...] = ()

    @property
    def courses(self) -> int:
        """How many courses and silences were heard since."""
        return sum(isinstance(item, Heading | Gap | Silence) for _, item in self.items)

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers before which something may have been missed, the one to come included."""
        return (self.first, *(number + 1 for number, _ in self.items))

    def layers(self, most: int, archer: System | None, limit: _Limit | None = None) -> list[_Possible]:
        """What the sheet may be now with exactly 0, 1, .. ``most`` announcements missed since, none behind the last."""
        layers = [self.possible, *[_NOTHING] * most]
        for place, (_, item) in zip(self.places, self.items, strict=False):
            layers = _with_missed(layers, place, limit)
            layers = [_after(possible, item, archer) if possible else possible for possible in layers]
        return layers


@dataclass(frozen=True, slots=True)
class Engineer:
    """The engineer of the tracked side as far as can be told from outside; ``hear`` returns a new one.

    ``archer`` names the system that setting off an Archer mine uses, by default none (see ``gauges.activated``).
    """

    tracked: Side
    archer: System | None = None
    number: int = 0
    _possible: _Possible = _START
    _missed: int = 0
    _since: _Since = _Since(1, _START)
    _warnings: tuple[ClueWarning, ...] = ()
    _due: ClueWarning | None = None

    @property
    def warnings(self) -> tuple[ClueWarning, ...]:
        """What the sheet does not explain, by the announcements' numbers.

        The last may be a DAMAGE that is due and can still be called.
        """
        return self._warnings if self._due is None else (*self._warnings, self._due)

    @property
    def damage_due(self) -> bool:
        """Whether every way to cross the sheet made the last course a DAMAGE that was not called yet."""
        return self._possible.owed and not self._possible.sheets.size

    def may_work(self, system: System) -> bool:
        """Tell whether a system may be in working order now."""
        return self._possible.owed or bool(working(self._possible.sheets, system).size)

    def hear(self, announcement: Announcement) -> Engineer:
        """Return the engineer after one more announcement of the record."""
        heard = replace(self, number=self.number + 1)
        if announcement.side is not self.tracked:
            return heard
        item = announcement.item
        if self.damage_due and isinstance(item, Heading | Silence):
            heard = heard._not_called()
        return heard._hear(item)

    def _hear(self, item: Item) -> Engineer:
        known = self._due
        heard = self
        if isinstance(item, _CROSSING) or activated(item, self.archer) is not None:
            heard = replace(self, _since=replace(self._since, items=(*self._since.items, (self.number, item))))
        after = _after(self._possible, item, self.archer)
        heard = replace(heard, _possible=after, _due=None) if after else heard._unexplained(item)
        if isinstance(item, Surface | Hurt):
            # The sheet is clean: what comes later depends on nothing before.
            heard = replace(heard, _missed=0, _since=_Since(self.number + 1, heard._possible))
        if heard.damage_due:
            heard = replace(heard, _due=known or heard._damage_due())
        return heard

    def _damage_due(self) -> ClueWarning:
        """The warning that a DAMAGE is due and was not called."""
        # A missed call always explains it; where could the one that was missed stand at the earliest?
        missing = self._missed + 1

        def fits(limit: _Limit) -> bool:
            layers = self._since.layers(missing, self.archer, limit)
            return bool(_with_missed(layers, self.number + 1, limit)[missing].sheets.size)

        earliest = self._earliest((*self._since.places,), fits)
        sentence = (
            f"DAMAGE was due by the {ordinal(self.number)} announcement, however the engineer crossed symbols, and "
            f"was not called: {missed(1, earliest)}"
        )
        return ClueWarning(ClueKind.NO_DAMAGE, self.number, 1, earliest, sentence, heard=self._since.courses)

    def _not_called(self) -> Engineer:
        """Take it that the DAMAGE that was due was missed, or a course before it."""
        missing = self._missed + 1
        layers = _with_missed(self._since.layers(missing, self.archer), self.number, None)
        return replace(self, _possible=layers[missing], _missed=missing, _warnings=self.warnings, _due=None)

    def _unexplained(self, item: Item) -> Engineer:
        """Warn of an item that no sheet explains, and take it that as few announcements as possible were missed."""
        for most in (self._missed + 1, self._missed + MOST_MISSED):
            layers = self._since.layers(most, self.archer)
            found = next((layer for layer in range(self._missed + 1, most + 1) if layers[layer]), None)
            if found is not None:
                break
        if found is None:
            warning = self._warning(item, None, self._since.first)
            return replace(self, _possible=_START, _missed=0, _since=_Since(self.number + 1, _START))._warn(warning)
        enough = found
        earliest = self._earliest(
            self._since.places[:-1], lambda limit: bool(self._since.layers(enough, self.archer, limit)[enough])
        )
        warning = self._warning(item, found - self._missed, earliest)
        return replace(self, _possible=layers[found], _missed=found)._warn(warning)

    def _earliest(self, places: tuple[int, ...], fits: Callable[[_Limit], bool]) -> int:
        """The earliest place before which the next announcement may have been missed; the last of them fits."""
        if fits(_Limit(self._missed + 1, places[0])):
            return places[0]
        return places[bisect_left(places, True, 1, len(places) - 1, key=lambda at: fits(_Limit(self._missed + 1, at)))]

    def _warn(self, warning: ClueWarning) -> Engineer:
        return replace(self, _warnings=(*self._warnings, warning), _due=None)

    def _warning(self, item: Item, least: int | None, earliest: int) -> ClueWarning:
        place = f"({ordinal(self.number)} announcement)"
        end = missed(least, earliest) if least is not None else f"more than {MOST_MISSED} were missed, or a surfacing"
        system = activated(item, self.archer)
        if system is None:
            sentence = f"DAMAGE called {place}, but no way to cross the engineer's sheet made one due: {end}"
            return ClueWarning(ClueKind.DAMAGE, self.number, least, earliest, sentence, None, self._since.courses)
        sentence = (
            f"{system.value} activated {place}, but every way to cross the engineer's sheet left it broken "
            f"({_COLOUR_NAMES[COLOURS[system]]}): {end}"
        )
        return ClueWarning(ClueKind.BROKEN, self.number, least, earliest, sentence, system, self._since.courses)


_CROSSING = Heading | Gap | Silence | Surface | Hurt


def engineer_warnings(
    announcements: Iterable[Announcement], tracked: Side, archer: System | None = None
) -> tuple[ClueWarning, ...]:
    """Return what no way to cross the engineer's sheet of the tracked side explains, in order.

    Each warning's ``least`` counts what must have been missed beyond the warnings before it. A record of 60 courses
    takes some 40 ms; a caller that goes along with the game keeps an ``Engineer`` instead.
    """
    engineer = Engineer(tracked, archer)
    for announcement in announcements:
        engineer = engineer.hear(announcement)
    return engineer.warnings
