"""What every device shows of a game at one moment, as plain JSON values.

Knows how a list and its inference are told to a page, not how they came about or who is told.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import cell_at, cell_name, column_of, row_of
from tracker.game.errors import TrackerError
from tracker.game.notation import format_announcement, format_clock
from tracker.game.records import Record
from tracker.game.sentences import say, told
from tracker.table.chain import Chain, Inference
from tracker.table.game_log import Edit, Entry, GameLog
from tracker.table.settings import GameSettings

DOUBLE_OFFERED = 8.0
"""Seconds for which "it was one" is offered."""

REDOS_SHOWN = 10
"""How many undos a device is told of, so that it can show what Redo does before it is answered."""

NOTHING_MORE: Mapping[str, Any] = MappingProxyType(
    {
        "pending": False,
        "mines": [],
        "route": [],
        "warnings": [],
        "mixture": None,
        "mixture_error": None,
        "repairs": [],
        "likely_misheard": None,
    }
)
"""What a snapshot holds beyond the map where nothing of it is known; see ``afterthoughts``."""


@dataclass(frozen=True)
class Snapshot:
    """A game's snapshot: its version and its fields, see ``tracker.table.routes`` for each of them.

    Of two of one version that with the greater ``revision`` is newer.
    """

    version: int
    fields: Mapping[str, Any]

    @cached_property
    def json(self) -> bytes:
        """The fields as UTF-8 JSON text, made once for all devices."""
        return json.dumps(self.fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def take_snapshot(
    settings: GameSettings,
    log: GameLog,
    chain: Chain,
    *,
    epoch: str,
    names: Mapping[str, str],
    now: float,
    following: Mapping[str, str] | None = None,
    at: int | None = None,
    revision: int = 0,
    after: Mapping[str, Any] = NOTHING_MORE,
) -> Snapshot:
    """Return the snapshot of a game; with ``at`` its map fields are those after that many announcements.

    ``following`` is the game that the crew has begun after this one; ``after`` is what follows beyond the map and takes
    longer, as far as it is known.
    """
    shown = chain if at is None else chain.until(at)
    record = record_of(settings, log)
    fields: dict[str, Any] = {
        "epoch": epoch,
        "version": log.version,
        "revision": revision,
        "title": settings.title,
        "map": map_fields(settings),
        "us": settings.us.value,
        "model": settings.model,
        "heard": [_heard(entry, number) for number, entry in enumerate(log.heard, 1)],
        "began": {side.value: record.tag(f"{side.value.capitalize()}Start") for side in Side},
        "undo": _undo(log),
        "redo": _redo(log),
        "redoable": _redoable(log),
        "double": _double(log, now),
        "devices": dict(names),
        "next": None if following is None else dict(following),
    }
    fields |= inference_fields(settings, shown) | dict(after)
    for name in ("error", "mixture_error"):
        fields[f"{name}_said"] = [] if fields[name] is None else told([fields[name]])
    return Snapshot(log.version, fields)


def record_of(settings: GameSettings, log: GameLog) -> Record:
    """Return a game's record: what stands in the list, and the truth about starts, under what the game began with."""
    record = settings.beginning.with_announcements(log.announcements)
    for side, cell in log.starts.items():
        record = record.with_tag(f"{side.value.capitalize()}Start", None if cell is None else cell_name(cell))
    return record


def map_fields(settings: GameSettings) -> dict[str, Any]:
    """Return the sheet."""
    sea_map = settings.sea_map
    return {
        "id": sea_map.id,
        "name": sea_map.name or sea_map.id,
        "rows": sea_map.rows,
        "columns": sea_map.columns,
        "grid": list(sea_map.grid),
        "sector": sea_map.sector_side,
        "sectors": sea_map.sector_count,
    }


def inference_fields(settings: GameSettings, chain: Chain) -> dict[str, Any]:
    """Return what is possible after the newest announcement that leaves anything, and why it is not a newer one."""
    error = chain.error
    broken = chain.contradiction
    contradiction = None
    if broken is not None and broken > 0:
        contradiction = {"n": broken, "text": _text(chain.announcements[broken - 1])}
    for count in chain.consistent_steps():
        try:
            return possible_fields(settings, chain.steps[count]) | {
                "removed": _removed(chain, count),
                "as_of": count,
                "contradiction": contradiction,
                "error": error,
            }
        except (TrackerError, MemoryError) as fault:
            # The exact set may stand where its probabilities do not fit: go back to the newest map that can be shown.
            why = fault.told[0] if isinstance(fault, TrackerError) else say("no-memory-short", "too little memory")
            error = error or say("not-shown", "After announcement {n}: {why}", n=count, why=why)
    error = error or say("nothing-possible", "No cell is possible.")
    return _nothing(settings) | {"as_of": 0, "contradiction": contradiction, "error": error}


def possible_fields(settings: GameSettings, step: Inference) -> dict[str, Any]:
    """Return where the submarine may be after an announcement, and how likely."""
    sea_map = settings.sea_map
    posterior = np.asarray(step.posterior(), dtype=np.float64)
    cells = step.cells
    possible = np.zeros((sea_map.rows, sea_map.columns), dtype=np.int64)
    for cell in cells:
        possible[row_of(cell), column_of(cell)] = 1
    weights = posterior[posterior > 0]
    row, column = divmod(int(posterior.argmax()), sea_map.columns)
    return {
        "probability": [_short(p) for p in posterior.ravel().tolist()],
        "possible": possible.ravel().tolist(),
        "cells": len(cells),
        "histories": int(step.histories),
        "bits": round(abs(float(-(weights * np.log2(weights)).sum())), 3),
        "best": cell_name(cell_at(row, column)),
        "best_probability": _short(float(posterior.max())),
        "starts": [cell_name(cell) for cell in step.starts],
        "sectors": {str(sector): _short(float(p)) for sector, p in sorted(step.sectors().items())},
    }


def _removed(chain: Chain, count: int) -> list[str]:
    """Return the cells that were possible before the announcement the map is of, and no longer are."""
    if not count:
        return []
    left = set(chain.steps[count].cells)
    return [cell_name(cell) for cell in chain.steps[count - 1].cells if cell not in left]


def _nothing(settings: GameSettings) -> dict[str, Any]:
    blank = settings.sea_map.rows * settings.sea_map.columns
    return {
        "probability": [0.0] * blank,
        "possible": [0] * blank,
        "cells": 0,
        "histories": 0,
        "bits": 0.0,
        "best": None,
        "best_probability": 0.0,
        "starts": [],
        "sectors": {},
        "removed": [],
    }


def _short(value: float) -> float:
    """Round to six significant digits: the page shows three, and a snapshot goes to every device at every tap."""
    return float(f"{value:.6g}") if math.isfinite(value) else 0.0


def _text(announcement: Announcement) -> str:
    return format_announcement(announcement)


def _heard(entry: Entry, number: int) -> dict[str, Any]:
    announcement = entry.announcement
    return {
        "id": entry.id,
        "n": number,
        "side": announcement.side.value,
        "text": _text(announcement),
        "clock": None if announcement.clock is None else format_clock(announcement.clock),
        "comment": announcement.comment,
        "device": entry.device,
        "at": round(entry.at, 3) if entry.at else None,
    }


def _undo(log: GameLog) -> dict[str, Any] | None:
    edit = log.next_undo
    return None if edit is None else _edit(log, edit)


def _edit(log: GameLog, edit: Edit) -> dict[str, Any]:
    if edit.side is not None:
        cell = "?" if edit.cell is None else cell_name(edit.cell)
        text = f"{edit.side.letter} start {cell}"
        start = {"id": edit.id, "kind": edit.kind, "text": text, "before": None, "device": edit.device}
        return start | {"entry": None, "after": None}
    entry = log.entry(edit.entry)
    assert entry is not None
    shown = edit.after if edit.kind == "change" and edit.after is not None else entry.announcement
    return {
        "id": edit.id,
        "kind": edit.kind,
        "text": _text(shown),
        "before": None if edit.before is None else _text(edit.before),
        "device": edit.device,
        "entry": entry.id,
        "after": _after(log, entry),
    }


def _after(log: GameLog, entry: Entry) -> str | None:
    """Return the id of the announcement that an entry stands after, or will once it is brought back."""
    back = {edit.entry for undo in log.undos if undo.id in log.redoable for edit in log.edits if edit.id in undo.edits}
    after = None
    for other in log.entries:
        if other.id == entry.id:
            break
        if not other.gone or other.id in back:
            after = other.id
    return after


def _redoable(log: GameLog) -> list[dict[str, Any]]:
    undos = [undo for undo in log.undos if undo.id in log.redoable][-REDOS_SHOWN:]
    return [
        {
            "id": undo.id,
            "device": undo.device,
            "edits": [_edit(log, edit) for edit in log.edits if edit.id in undo.edits],
        }
        for undo in undos
    ]


def _redo(log: GameLog) -> dict[str, Any] | None:
    undo = log.next_redo
    if undo is None:
        return None
    edits = [edit for edit in log.edits if edit.id in undo.edits]
    return {"id": undo.id, "device": undo.device, "texts": [_edit(log, edit)["text"] for edit in edits]}


def _double(log: GameLog, now: float) -> dict[str, Any] | None:
    pair = log.double
    if pair is None or now - pair[1].at > DOUBLE_OFFERED:
        return None
    first, second = pair
    return {
        "first": first.id,
        "id": second.id,
        "text": _text(second.announcement),
        "devices": [first.device, second.device],
    }
