"""Whether an item can be on a map at all: its cells, rows, columns and sectors must be on the sheet.

Knows the sheet only; whether a course or a shot was possible there is the solver's business.
"""

from __future__ import annotations

from dataclasses import replace

from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Item,
    Mine,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import COLUMNS, Cell, cell_at, cell_name, column_name
from tracker.game.errors import ImpossibleOnMap
from tracker.game.maps import SeaMap
from tracker.game.notation import format_announcement


def check_item(item: Item, sea_map: SeaMap) -> None:
    """Raise ImpossibleOnMap where an item names a cell, row, column or sector that this map does not have.

    An Archer mine must be printed on its cell. A shot at an island is possible.
    """
    match item:
        case Surface(sector) | Drone(sector):
            _check_sector(sector, sea_map)
        case Sonar(row, column, sector):
            _check_sector(sector, sea_map)
            if row is not None and not 0 <= row < sea_map.rows:
                raise ImpossibleOnMap(f"row {row + 1} is off the map: {_named(sea_map)} has rows 1 to {sea_map.rows}")
            if column is not None and not 0 <= column < sea_map.columns:
                last = column_name(sea_map.columns - 1)
                name = COLUMNS[column] if 0 <= column < len(COLUMNS) else str(column + 1)
                raise ImpossibleOnMap(f"column {name} is off the map: {_named(sea_map)} has columns A to {last}")
        case Archer(target):
            _check_cell(target, sea_map)
            if target not in sea_map.archer_mines:
                mines = " ".join(cell_name(cell) for cell in sorted(sea_map.archer_mines))
                has = f"has them at {mines}" if mines else "has none"
                raise ImpossibleOnMap(f"there is no Archer mine at {cell_name(target)}: {_named(sea_map)} {has}")
        case Torpedo(target) | Trigger(target):
            _check_cell(target, sea_map)
        case Mine(cell) if cell is not None:
            _check_cell(cell, sea_map)
        case _:
            pass


def check_announcement(announcement: Announcement, sea_map: SeaMap) -> None:
    """Raise ImpossibleOnMap as ``check_item`` does, with the announcement and where it was read."""
    try:
        check_item(announcement.item, sea_map)
    except ImpossibleOnMap as fault:
        sentence = f"'{format_announcement(replace(announcement, comment=''))}': {fault.sentence}"
        raise ImpossibleOnMap(sentence, announcement.line, announcement.column) from None


def _named(sea_map: SeaMap) -> str:
    return f"map {sea_map.name or sea_map.id}"


def _check_sector(sector: int | None, sea_map: SeaMap) -> None:
    if sector is not None and not 1 <= sector <= sea_map.sector_count:
        raise ImpossibleOnMap(
            f"sector {sector} is out of range: {_named(sea_map)} has sectors 1 to {sea_map.sector_count}"
        )


def _check_cell(cell: Cell, sea_map: SeaMap) -> None:
    if cell not in sea_map:
        last = cell_name(cell_at(sea_map.rows - 1, sea_map.columns - 1))
        raise ImpossibleOnMap(f"{cell_name(cell)} is off the map: {_named(sea_map)} has cells A1 to {last}")
