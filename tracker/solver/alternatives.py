"""What an announcement's answer may have been instead: the single corrections of an item that is no course.

Knows which part of an item can be misheard; not whether a correction fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tracker.game.announcements import Announcement, Archer, Drone, Impact, Item, Side, Sonar, Surface, Torpedo, Trigger
from tracker.game.maps import SeaMap


def alternatives(announcement: Announcement, tracked: Side, sea_map: SeaMap) -> list[Item]:
    """Return the item with each other answer, sector, value or cell that may have been said, one changed at a time.

    What our own crew did is known (our torpedo's cell, our drone's sector); what the tracked side said is not.
    """
    item = announcement.item
    said = announcement.side is tracked
    match item:
        case Drone(answer=answer) if not said and answer is not None:
            return [replace(item, answer=not answer)]
        case Surface(sector=sector) if said and sector is not None:
            return [replace(item, sector=n) for n in range(1, sea_map.sector_count + 1) if n != sector]
        case Sonar() if not said:
            return list(_sonar(item, sea_map))
        case Torpedo() | Trigger():
            if not said:
                return _reports(item)
            cells = [replace(item, target=cell) for cell in sea_map.sea if cell != item.target]
            return [*cells, *_own_reports(item)]
        case Archer():
            return _own_reports(item) if said else _reports(item)
    return []


def _reports(item: Torpedo | Trigger | Archer) -> list[Item]:
    if item.answer is None:
        return []
    return [replace(item, answer=impact) for impact in Impact if impact is not item.answer]


def _own_reports(item: Torpedo | Trigger | Archer) -> list[Item]:
    if item.own is None:
        return []
    return [replace(item, own=impact) for impact in Impact if impact is not item.own]


def _sonar(item: Sonar, sea_map: SeaMap) -> Iterator[Item]:
    if item.row is not None:
        yield from (replace(item, row=n) for n in range(sea_map.rows) if n != item.row)
    if item.column is not None:
        yield from (replace(item, column=n) for n in range(sea_map.columns) if n != item.column)
    if item.sector is not None:
        yield from (replace(item, sector=n) for n in range(1, sea_map.sector_count + 1) if n != item.sector)
