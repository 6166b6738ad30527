"""Exact companion for the Radio Operator at a Captain Sonar table.

The names below are what other tools build on: load a map, hear announcements, ask for cells, probabilities and routes.
"""

from __future__ import annotations

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell, cell_name, parse_cell
from tracker.game.errors import ImpossibleOnMap, TooManyHypotheses, TrackerError, Unreadable
from tracker.game.map_files import load_map, map_ids, parse_map
from tracker.game.maps import SeaMap
from tracker.game.records import Record, dumps, loads
from tracker.game.rules import RuleOptions
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
