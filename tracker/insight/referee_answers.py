"""Whether answers were true: what a captain told of his submarine, against where it was.

Knows single answers and true cells; not routes, mines or records.
"""

from __future__ import annotations

from tracker.game.announcements import Archer, Drone, Impact, Side, Sonar, Torpedo, Trigger
from tracker.game.cells import Cell, cell_name, column_name, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.insight.waters import impact_on


def false_drone(item: Drone, answering: Side, cell: Cell, sea_map: SeaMap) -> str | None:
    """Return what was wrong with the answer to a drone, None where nothing was."""
    true = sea_map.sector_of(cell)
    if item.answer is None or item.answer == (true == item.sector):
        return None
    said = "yes" if item.answer else "no"
    return f"{answering} answered {said} to sector {item.sector}, but was at {cell_name(cell)} in sector {true}"


def false_sonar(item: Sonar, answering: Side, cell: Cell, sea_map: SeaMap) -> str | None:
    """Return what was wrong with the answer to a sonar, None where nothing was."""
    facts = []
    if item.row is not None:
        facts.append((f"row {item.row + 1}", item.row == row_of(cell)))
    if item.column is not None:
        facts.append((f"column {column_name(item.column)}", item.column == column_of(cell)))
    if item.sector is not None:
        facts.append((f"sector {item.sector}", item.sector == sea_map.sector_of(cell)))
    if len(facts) != 2 or facts[0][1] != facts[1][1]:
        return None
    both = "true" if facts[0][1] else "false"
    place = f"{cell_name(cell)} in sector {sea_map.sector_of(cell)}"
    return f"{answering} answered {facts[0][0]} and {facts[1][0]}, both {both} at {place}: exactly one must be true"


def false_report(item: Torpedo | Trigger | Archer, told: Impact | None, telling: Side, cell: Cell) -> str | None:
    """Return what was wrong with a side's report of an explosion, None where nothing was."""
    true = impact_on(cell, item.target)
    if told is None or told is true:
        return None
    weapon = {Torpedo: "torpedo", Trigger: "mine", Archer: "Archer mine"}[type(item)]
    where = f"the {weapon} at {cell_name(item.target)}"
    return f"{telling} answered {told} to {where}, but was at {cell_name(cell)}: {true}"
