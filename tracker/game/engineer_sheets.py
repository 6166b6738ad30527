"""Sets of engineer's sheets: every way the 24 symbols may be crossed at once, held exactly as sorted bit masks.

Knows the printed sheet and what one course does to it, not records, announcements or what was missed.

No sheet can be left out in favour of another: fewer crossed symbols are not always better, since the fourth of a
circuit repairs it, and a DAMAGE must be explained too. What keeps the sets small (some ten thousand of the 2^24) is
that circuits and damage erase, and that symbols of one panel with the same colour on the same circuit, or both on
none, are alike: of two such the one printed first is crossed first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import System
from tracker.game.cells import Course

SheetSet: TypeAlias = npt.NDArray[np.int32]
"""A set of sheets: their masks of crossed symbols, each once, ascending; never changed in place."""

PANELS: Mapping[Course, tuple[str, ...]] = MappingProxyType(
    {
        Course.W: ("R yellow", "Y yellow", "G yellow", "G", "X", "X"),
        Course.N: ("Y orange", "R orange", "Y orange", "G", "R", "X"),
        Course.S: ("G gray", "Y gray", "R gray", "R", "X", "Y"),
        Course.E: ("G orange", "Y gray", "R yellow", "X", "G", "X"),
    }
)
"""The printed symbols of each panel: colour (X radiation), then the circuit, where it is on one."""

COLOURS: Mapping[System, str] = MappingProxyType(
    {
        System.MINE: "R",
        System.TORPEDO: "R",
        System.DRONE: "G",
        System.SONAR: "G",
        System.SILENCE: "Y",
        System.SCENARIO: "Y",
    }
)
ALL_PANELS = tuple(PANELS)

SYMBOLS: tuple[tuple[Course, str], ...] = tuple((panel, symbol) for panel in PANELS for symbol in PANELS[panel])
"""The panel and the symbol that each bit of a mask stands for."""


def _mask(*bits: int) -> int:
    return sum(1 << bit for bit in bits)


_OF_PANEL = {panel: [bit for bit, (at, _) in enumerate(SYMBOLS) if at is panel] for panel in PANELS}
_PANEL_FULL = {panel: _mask(*bits) for panel, bits in _OF_PANEL.items()}
_CIRCUITS = tuple(
    _mask(*(bit for bit, (_, symbol) in enumerate(SYMBOLS) if symbol.endswith(f" {name}")))
    for name in ("yellow", "orange", "gray")
)
_RADIATION = _mask(*(bit for bit, (_, symbol) in enumerate(SYMBOLS) if symbol == "X"))
_COLOUR = {colour: _mask(*(bit for bit, (_, symbol) in enumerate(SYMBOLS) if symbol[0] == colour)) for colour in "RGY"}
# The bit of the like symbol that is crossed before this one, 0 where there is none.
_FIRST = tuple(
    next((1 << other for other in range(bit) if SYMBOLS[other] == SYMBOLS[bit]), 0) for bit in range(len(SYMBOLS))
)

NO_SHEET: SheetSet = np.zeros(0, np.int32)
CLEAN: SheetSet = np.zeros(1, np.int32)
"""The set of the one sheet on which nothing is crossed."""


def working(sheets: SheetSet, system: System) -> SheetSet:
    """Return the sheets on which a system is not broken: no symbol of its colour is crossed."""
    kept: SheetSet = sheets[(sheets & _COLOUR[COLOURS[system]]) == 0]
    return kept


def union(*sets: SheetSet) -> SheetSet:
    """Return the sheets that are in any of the sets."""
    given = [sheets for sheets in sets if sheets.size]
    if len(given) < 2:
        return given[0] if given else NO_SHEET
    found = np.concatenate(given)
    # The sets are sorted already, and merging runs is what this kind of sort is good at.
    found.sort(kind="stable")
    return found[np.concatenate(([True], found[1:] != found[:-1]))]


def crossed(sheets: SheetSet, panels: Iterable[Course]) -> tuple[SheetSet, bool]:
    """Return every sheet that crossing one symbol of one of the panels leads to, and whether a DAMAGE may be due.

    A full circuit is erased before a panel or the radiation counts as full. A full panel or full radiation is a
    DAMAGE, after which the sheet is clean; those sheets are not in the set that is returned.
    """
    found: list[SheetSet] = []
    damage = False
    for panel in panels:
        for bit in _OF_PANEL[panel]:
            after, hurt = _cross(sheets, bit, _PANEL_FULL[panel])
            found.append(after)
            damage = damage or hurt
    return union(*found), damage


def _cross(sheets: SheetSet, bit: int, panel: int) -> tuple[SheetSet, bool]:
    """Cross one symbol wherever it can be the next: the sheets without a DAMAGE, and whether there is one."""
    symbol, first = 1 << bit, _FIRST[bit]
    after = sheets[(sheets & (symbol | first)) == first] | symbol
    for circuit in _CIRCUITS:
        if circuit & symbol:
            full = (after & circuit) == circuit
            if full.any():
                after = union(after[~full], after[full] & ~circuit)
    hurt = (after & panel) == panel
    if symbol & _RADIATION:
        hurt |= (after & _RADIATION) == _RADIATION
    return (after[~hurt], True) if hurt.any() else (after, False)
