"""What is agreed before a game: its map, our side, rule options, model, title and the record it began with.

Knows how settings are kept as JSON and as a record's head, not what is heard during the game. The map is kept cell by
cell, so that a game opens as it was though the map's file has changed since.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tracker.game.announcements import Side
from tracker.game.errors import ImpossibleOnMap, TrackerError
from tracker.game.map_checks import check_announcement
from tracker.game.maps import SeaMap
from tracker.game.record_maps import map_tags
from tracker.game.records import Record, loads
from tracker.game.rules import RuleOptions
from tracker.game.sentences import say
from tracker.solver.answers import Model

MODELS: tuple[Model, ...] = ("captain", "uniform")
"""The models that weigh histories, which a heat map needs."""
MAX_TITLE = 80
MAX_RECORD_ITEMS = 5000


class Several(ImpossibleOnMap):
    """Everything in a record that cannot be on its map."""

    def __init__(self, faults: Sequence[ImpossibleOnMap]) -> None:
        """Keep the faults; their sentences make the message."""
        self.faults = tuple(faults)
        super().__init__("; ".join(str(fault) for fault in faults))

    @property
    def told(self) -> tuple[str, ...]:
        """A sentence for each fault."""
        return tuple(one for fault in self.faults for one in fault.told)


@dataclass(frozen=True)
class GameSettings:
    """A game's settings; ``record`` is the canonical text of the record it began with, tags and comments included."""

    sea_map: SeaMap
    us: Side = Side.YELLOW
    options: RuleOptions = field(default_factory=RuleOptions)
    model: Model = "captain"
    title: str = ""
    record: str = ""

    def __post_init__(self) -> None:
        """Refuse a model that has no probabilities and a map without sea."""
        if self.model not in MODELS:
            raise TrackerError(f"The model {self.model!r} gives no probabilities: expected {' or '.join(MODELS)}.")
        if not self.sea_map.sea:
            raise TrackerError(
                say(
                    "settings-no-sea",
                    "Map {map} has no sea: expected at least one sea cell.",
                    map=self.sea_map.name or self.sea_map.id,
                )
            )

    @property
    def tracked(self) -> Side:
        """The side whose submarine the table looks for."""
        return self.us.other

    @cached_property
    def beginning(self) -> Record:
        """The record that the game began with."""
        return loads(self.record, lenient=True)


def begin_record(sea_map: SeaMap, us: Side, options: RuleOptions, date: str, record: Record | None) -> Record:
    """Return the record a game begins with: an empty one, or a given one, its tags agreeing with the settings."""
    if record is None:
        record = Record(tags=(*map_tags(sea_map), ("Us", us.value), ("Date", date)))
    if record.tag("Map") is None and record.tag("Grid") is None:
        for name, value in map_tags(sea_map):
            record = record.with_tag(name, value)
    if record.us is not us:
        record = record.with_tag("Us", us.value)
    if record.options.torpedo != options.torpedo:
        record = record.with_tag("Torpedo", options.torpedo)
    if record.options.mine_neighbours != options.mine_neighbours:
        record = record.with_tag("Mines", str(options.mine_neighbours))
    return record


def check_record(record: Record, sea_map: SeaMap) -> None:
    """Raise one TrackerError that names everything in a record which cannot be on the map."""
    if len(record.announcements) > MAX_RECORD_ITEMS:
        raise TrackerError(
            say(
                "record-long",
                "The record has {count} announcements: expected at most {most}.",
                count=len(record.announcements),
                most=MAX_RECORD_ITEMS,
            )
        )
    faults = []
    for announcement in record.announcements:
        try:
            check_announcement(announcement, sea_map)
        except ImpossibleOnMap as fault:
            faults.append(fault)
    if faults:
        raise faults[0] if len(faults) == 1 else Several(faults)


def settings_json(settings: GameSettings) -> str:
    """Return settings as the journal keeps them."""
    sea_map = settings.sea_map
    kept = {
        "map": {
            "id": sea_map.id,
            "name": sea_map.name,
            "mode": sea_map.mode,
            "source": sea_map.source,
            "sector": sea_map.sector_side,
            "grid": list(sea_map.grid),
        },
        "us": settings.us.value,
        "torpedo": settings.options.torpedo,
        "mines": settings.options.mine_neighbours,
        "model": settings.model,
        "title": settings.title,
        "record": settings.record,
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def settings_from(text: str) -> GameSettings:
    """Return the settings that the journal keeps; raises TrackerError where they make no sense."""
    try:
        kept: dict[str, Any] = json.loads(text)
        sheet = kept["map"]
        sea_map = SeaMap(
            id=sheet["id"],
            grid=tuple(sheet["grid"]),
            sector_side=sheet["sector"],
            name=sheet["name"],
            mode=sheet["mode"],
            source=sheet["source"],
        )
        return GameSettings(
            sea_map=sea_map,
            us=Side(kept["us"]),
            options=RuleOptions(torpedo=kept["torpedo"], mine_neighbours=kept["mines"]),
            model=kept["model"],
            title=kept["title"],
            record=kept["record"],
        )
    except (ValueError, KeyError, TypeError) as fault:
        raise TrackerError(
            say(
                "settings-unreadable",
                "The journal's settings of this game cannot be read ({fault}).",
                fault=repr(fault),
            )
        ) from fault
