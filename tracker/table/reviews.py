"""A game after the game, as plain JSON values: what was believed at each moment beside what was true.

Knows how an analysis is told to a page, and that it is worked out in a thread while the page is told how far it is;
what is found out is ``insight.analysis``'s business.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Announcement
from tracker.game.cells import Cell, cell_name
from tracker.game.errors import TrackerError
from tracker.game.maps import SeaMap
from tracker.game.notation import format_announcement, format_clock
from tracker.game.records import Record
from tracker.game.sentences import say, told
from tracker.insight.analysis import Analysis, SideAnalysis, Step, analyse
from tracker.solver.answers import Model

log = logging.getLogger(__name__)

SHARES = 10_000
"""A cell's probability is told in ten-thousandths; what is possible is told as one of them at least."""

PATIENCE = 0.25
"""Seconds that a request waits for a review, so that most pages ask once."""

NO_MEMORY = say("review-memory", "This machine has too little memory for the review.")
FAILED = say("review-failed", "The review failed (a fault of this program); the record is kept as it is.")


class _Outdated(Exception):
    """The game went on: nobody waits for this review any more."""


class Reviews:
    """The reviews of one game, the newest only. Thread-safe."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._version = -1
        self._done = threading.Event()
        self._found: bytes | None = None
        self._progress = (0, 1)

    def get(self, version: int, record: Record, sea_map: SeaMap, model: Model) -> bytes:
        """Return the review of a version of the game as JSON, or how far it is: ``{"version", "done", "total"}``.

        Asked for the first time it begins to be worked out, and that of another version is given up.
        """
        with self._lock:
            if self._version != version:
                self._version, self._found, self._progress = version, None, (0, 1)
                self._done = threading.Event()
                threading.Thread(
                    target=self._work, args=(version, record, sea_map, model), name="review", daemon=True
                ).start()
            done = self._done
        done.wait(PATIENCE)
        with self._lock:
            if self._version == version and self._found is not None:
                return self._found
            done_now, total = self._progress
        return _json({"version": version, "done": done_now, "total": total})

    def forget(self) -> None:
        """Let go of the newest review, and give up one that is being worked out."""
        with self._lock:
            self._version, self._found = -1, None

    def _work(self, version: int, record: Record, sea_map: SeaMap, model: Model) -> None:
        def progress(done: int, total: int) -> None:
            with self._lock:
                if self._version != version:
                    raise _Outdated
                self._progress = (done, max(1, total))

        fields: Mapping[str, Any]
        try:
            fields = review_fields(analyse(record, sea_map, model, progress))
        except _Outdated:
            return
        except TrackerError as fault:
            fields = _fault(*fault.told)
        except MemoryError:
            fields = _fault(NO_MEMORY)
        except Exception:
            log.exception("a review failed")
            fields = _fault(FAILED)
        found = _json({"version": version, **fields})
        with self._lock:
            if self._version == version:
                self._found = found
                self._done.set()


def _fault(*sentences: str) -> dict[str, Any]:
    return {"error": "; ".join(sentences), "said": told(sentences)}


def review_fields(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as ``tracker.table.routes`` describes it."""
    return {
        "announcements": [
            {"side": a.side.value, "text": format_announcement(a), "clock": _clock(a)}
            for a in analysis.record.announcements
        ],
        "sides": [_side(side) for side in analysis.sides],
    }


def _side(side: SideAnalysis) -> dict[str, Any]:
    grids = _Grids()
    hindsight = len(side.smoothed) > 0
    steps = [
        _step(step)
        | {
            "believed": grids.place(side.believed[index]),
            "smoothed": grids.place(side.smoothed[index]) if hindsight else None,
        }
        for index, step in enumerate(side.steps)
    ]
    most = side.most_telling
    return {
        "side": side.side.value,
        "steps": steps,
        "grids": grids.told,
        "turning": [step.number for step in side.turning_points()],
        "most_telling": None if most is None else most.number,
        "found_at": side.found_at,
        "time_found": round(side.time_found, 4),
        "contradiction": side.contradiction,
        "dives": [
            {"first": dive.first, "last": dive.last, "route": [cell_name(cell) for cell in dive.route]}
            for dive in side.dives
        ],
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "n": step.number,
        "evidence": step.evidence,
        "cells": step.cells,
        "bits": round(step.bits, 3),
        "told": round(step.told, 3),
        "best": cell_name(step.best),
        "best_share": _short(step.best_share),
        "true": _name(step.true),
        "true_share": _short(step.true_share),
        "true_rank": step.true_rank,
        "in_hindsight": _short(step.in_hindsight),
    }


class _Grids:
    """Grids of probabilities as integers, each told once: many announcements change none."""

    def __init__(self) -> None:
        self.told: list[list[int]] = []
        self._places: dict[bytes, int] = {}

    def place(self, grid: npt.NDArray[np.float64]) -> int:
        shares = np.where(grid > 0, np.maximum(1, np.rint(grid * SHARES)), 0).astype(np.int64).ravel()
        key = shares.tobytes()
        if key not in self._places:
            self._places[key] = len(self.told)
            self.told.append(shares.tolist())
        return self._places[key]


def _clock(announcement: Announcement) -> str | None:
    return None if announcement.clock is None else format_clock(announcement.clock)


def _name(cell: Cell | None) -> str | None:
    return None if cell is None else cell_name(cell)


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.6g}")


def _json(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
