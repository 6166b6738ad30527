"""What the command line answers to one record, as objects ready for JSON.

Knows the keys of the contract in the record format's description; prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from tracker.cli_files import GameFile
from tracker.cli_progress import Progress
from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Course, cell_name
from tracker.game.notation import format_announcement, format_item

if TYPE_CHECKING:
    from tracker.solver.answers import Model
    from tracker.solver.readings import Edit
    from tracker.solver.repairs import Repair
    from tracker.solver.tracking import Tracker

Track = Literal["enemy", "us", "yellow", "blue"]


def side_of(track: Track, us: Side) -> Side:
    """Return the side that ``--track`` means in a record of ours."""
    return {"enemy": us.other, "us": us, "yellow": Side.YELLOW, "blue": Side.BLUE}[track]


def heard_of(game: GameFile, at: int | None) -> tuple[Announcement, ...]:
    """Return the announcements of a record up to and with number ``at``."""
    return game.record.announcements[:at]


def solve(game: GameFile, track: Track, model: Model, mishears: int, at: int | None, progress: Progress) -> Tracker:
    """Return the tracker after a record's announcements, or after the one that contradicts."""
    tracker = begin(game, track, model, mishears)
    for after in steps(tracker, heard_of(game, at), progress):
        tracker = after
    return tracker


def begin(game: GameFile, track: Track, model: Model, mishears: int = 0) -> Tracker:
    """Return the tracker before a record's first announcement."""
    from tracker.solver.tracking import Tracker

    arguments: dict[str, Any] = {
        "tracked": side_of(track, game.record.us),
        "options": game.record.options,
        "model": model,
    }
    if mishears:
        arguments["mishears"] = mishears
    return Tracker.start(game.sea_map, **arguments)


def steps(tracker: Tracker, heard: tuple[Announcement, ...], progress: Progress) -> Iterator[Tracker]:
    """Yield the tracker after each announcement, up to and with the one that contradicts."""
    for number, announcement in enumerate(heard, 1):
        progress.at(number - 1, len(heard))
        tracker = tracker.hear(announcement)
        yield tracker
        if not tracker.consistent:
            return


def answer(
    game: GameFile,
    tracker: Tracker,
    track: Track,
    model: str,
    mishears: int,
    repairs: dict[str, list[dict[str, Any]]],
    at: int | None,
) -> dict[str, Any]:
    """Return the object that ``solve --json`` prints for a record."""
    number = tracker.contradiction
    return {
        "map": game.sea_map.id,
        "track": track,
        "model": model,
        "mishears": mishears,
        "announcements": len(tracker.announcements),
        "consistent": tracker.consistent,
        "cells": [cell_name(cell) for cell in tracker.cells],
        "probability": {cell_name(cell): share for cell, share in tracker.probability().items()},
        "starts": [cell_name(cell) for cell in tracker.starts],
        "histories": tracker.histories,
        "sectors": {str(sector): share for sector, share in tracker.sectors().items()},
        "contradiction": None if number is None else _contradiction(number, game.record.announcements[number - 1]),
        **repairs,
        "likely_misheard": None if any(repairs.values()) else likely_misheard(game, tracker, at),
    }


def _contradiction(number: int, announcement: Announcement) -> dict[str, Any]:
    return {"announcement": number, "item": format_announcement(announcement), "line": announcement.line}


def likely_misheard(game: GameFile, tracker: Tracker, at: int | None) -> dict[str, Any] | None:
    """Return the errors of the likeliest reading of a record that fits as it was heard, where it is likelier than not.

    None where the likeliest reading has no error, or none were asked for.
    """
    from tracker.solver.readings import LIKELIER_THAN_NOT

    if tracker.readings is None or not tracker.consistent:
        return None
    edits, share = tracker.readings.shares(len(tracker.announcements), most=1)[0]
    if not edits or share <= LIKELIER_THAN_NOT:
        return None
    heard = heard_of(game, at)
    return {"edits": [_edit(edit, heard) for edit in edits], "probability": share}


def repairs_of(game: GameFile, track: Track, model: Model, at: int | None) -> dict[str, list[dict[str, Any]]]:
    """Return the keys ``repairs`` and, where no single correction fits, ``repair_pairs``, each likeliest first.

    Both are empty where the record as heard, up to announcement ``at``, fits.
    """
    heard = heard_of(game, at)
    tracker = begin(game, track, model).hear_all(heard)
    found = {"repairs": [_repair(repair, heard) for repair in tracker.repairs()]}
    pairs = tracker.repair_pairs()
    if pairs:
        found["repair_pairs"] = [
            {"edits": [_edit(edit, heard) for edit in pair.edits], "probability": pair.probability} for pair in pairs
        ]
    return found


def _repair(repair: Repair, heard: tuple[Announcement, ...]) -> dict[str, Any]:
    found = _edit(repair.edits[0], heard)
    if repair.answer is not None:
        found["instead"] = format_item(repair.answer)
    return {**found, "probability": repair.probability}


def _edit(edit: Edit, heard: tuple[Announcement, ...]) -> dict[str, Any]:
    at_end = edit.announcement > len(heard)
    item = None if at_end else format_item(heard[edit.announcement - 1].item)
    return {
        "announcement": edit.announcement,
        "heard": item,
        "kind": edit.mistake.name.lower(),
        "instead": edit.instead.name if isinstance(edit.instead, Course) else None,
    }


def counts(game: GameFile, track: Track, at: int | None, progress: Progress) -> list[dict[str, Any]]:
    """Return histories, routes, cells and shapes after each announcement of a record."""
    heard = heard_of(game, at)
    return [
        {
            "announcement": number,
            "item": format_announcement(heard[number - 1]),
            "histories": tracker.histories,
            "routes": tracker.route_count,
            "cells": len(tracker.cells),
            "shapes": tracker.shapes,
        }
        for number, tracker in enumerate(steps(begin(game, track, "exact"), heard, progress), 1)
    ]
