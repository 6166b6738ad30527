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
from tracker.game.sentences import Sentence, say


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
                raise ImpossibleOnMap(
                    say(
                        "off-rows",
                        "row {row} is off the map: map {map} has rows 1 to {last}",
                        row=row + 1,
                        map=_name(sea_map),
                        last=sea_map.rows,
                    )
                )
            if column is not None and not 0 <= column < sea_map.columns:
                last = column_name(sea_map.columns - 1)
                name = COLUMNS[column] if 0 <= column < len(COLUMNS) else str(column + 1)
                raise ImpossibleOnMap(
                    say(
                        "off-columns",
                        "column {column} is off the map: map {map} has columns A to {last}",
                        column=name,
                        map=_name(sea_map),
                        last=last,
                    )
                )
        case Archer(target):
            _check_cell(target, sea_map)
            if target not in sea_map.archer_mines:
                raise ImpossibleOnMap(_no_archer(target, sea_map))
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
        heard = format_announcement(replace(announcement, comment=""))
        sentence = say("heard-impossible", "'{heard}': {why}", heard=heard, why=fault.sentence)
        raise ImpossibleOnMap(sentence, announcement.line, announcement.column) from None


def _no_archer(cell: Cell, sea_map: SeaMap) -> Sentence:
    mines = " ".join(cell_name(mine) for mine in sorted(sea_map.archer_mines))
    name = _name(sea_map)
    if not mines:
        return say(
            "no-archers", "there is no Archer mine at {cell}: map {map} has none", cell=cell_name(cell), map=name
        )
    return say(
        "no-archer-there",
        "there is no Archer mine at {cell}: map {map} has them at {mines}",
        cell=cell_name(cell),
        map=name,
        mines=mines,
    )


def _name(sea_map: SeaMap) -> str:
    return sea_map.name or sea_map.id


def _check_sector(sector: int | None, sea_map: SeaMap) -> None:
    if sector is not None and not 1 <= sector <= sea_map.sector_count:
        raise ImpossibleOnMap(
            say(
                "off-sectors",
                "sector {sector} is out of range: map {map} has sectors 1 to {last}",
                sector=sector,
                map=_name(sea_map),
                last=sea_map.sector_count,
            )
        )


def _check_cell(cell: Cell, sea_map: SeaMap) -> None:
    if cell not in sea_map:
        last = cell_name(cell_at(sea_map.rows - 1, sea_map.columns - 1))
        raise ImpossibleOnMap(
            say(
                "off-cells",
                "{cell} is off the map: map {map} has cells A1 to {last}",
                cell=cell_name(cell),
                map=_name(sea_map),
                last=last,
            )
        )
