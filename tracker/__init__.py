"""Exact companion for the Radio Operator at a Captain Sonar table.

The names below are what other tools build on: load a map, hear announcements, ask for cells, probabilities and routes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell, cell_name, parse_cell
from tracker.game.errors import ImpossibleOnMap, TooManyHypotheses, TrackerError, Unreadable
from tracker.game.map_files import load_map, map_ids, parse_map
from tracker.game.maps import SeaMap
from tracker.game.records import Record, dumps, loads
from tracker.game.rules import RuleOptions

if TYPE_CHECKING:
    from tracker.solver.tracking import Contradiction, Route, Tracker

__all__ = [
    "Announcement",
    "Cell",
    "Contradiction",
    "ImpossibleOnMap",
    "Record",
    "Route",
    "RuleOptions",
    "SeaMap",
    "Side",
    "TooManyHypotheses",
    "Tracker",
    "TrackerError",
    "Unreadable",
    "cell_name",
    "dumps",
    "load_map",
    "loads",
    "map_ids",
    "parse_cell",
    "parse_map",
]

_OF_THE_SOLVER = ("Contradiction", "Route", "Tracker")


def __getattr__(name: str) -> object:
    """Import the solver when it is first asked for: reading records and maps must not wait for a compiler."""
    if name in _OF_THE_SOLVER:
        from tracker.solver import tracking

        return getattr(tracking, name)
    raise AttributeError(f"module 'tracker' has no attribute {name!r}")
