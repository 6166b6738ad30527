"""What follows from a list beyond its map and takes longer: mines, route, mixture, corrections, warnings.

Knows in which order these are worked out, in pieces between which newer taps are seen; not when, or who is told. A
part that fails is left out: none of them is worth a tap or the map.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tracker.game.announcements import Announcement
from tracker.game.cells import cell_name
from tracker.game.errors import TrackerError
from tracker.game.sentences import say
from tracker.solver.readings import LIKELIER_THAN_NOT
from tracker.table.chain import Chain, Inference, StartMixture
from tracker.table.clue_chain import ClueChain, warning_fields
from tracker.table.corrections import MOST_OFFERED, Heard
from tracker.table.settings import GameSettings
from tracker.table.snapshots import NOTHING_MORE, possible_fields

log = logging.getLogger(__name__)

SOON = 0.15
"""Seconds after which what is known is told, though more is to come."""

NO_READING = say(
    "no-reading",
    "Not even two misheard courses explain what was heard: go through the list, or put in what may have been missed.",
)


class Afterthoughts:
    """The afterthoughts of one game; used by one thread at a time."""

    def __init__(self, settings: GameSettings, start: StartMixture) -> None:
        """Begin with none."""
        self._settings = settings
        self._start = start
        self._mixtures: dict[int, Chain] = {}
        self._clues = ClueChain.begin(settings.tracked)

    def forget(self) -> None:
        """Let go of what makes the next ones quick."""
        self._mixtures.clear()
        self._clues = ClueChain.begin(self._settings.tracked)

    def work(self, ids: tuple[str, ...], chain: Chain) -> Iterator[dict[str, Any] | None]:
        """Work out what follows from a chain, whose announcements have these ids, piece by piece.

        Yields after each piece, with the fields of a snapshot where they are to be told; the last are complete.
        """
        begun, told = time.monotonic(), False
        heard = Heard(chain.announcements, ids, self._settings.tracked)
        fields: dict[str, Any] = {**NOTHING_MORE, "pending": True}
        fields |= _unless_broken("the mines and the route", lambda: marks(chain))
        for _ in self._hear(1, chain.announcements):
            if not told and time.monotonic() - begun > SOON:
                told = True
                yield dict(fields)
            else:
                yield None
        if chain.contradiction is None:
            self._mixtures.pop(2, None)
            fields |= _unless_broken("the likeliest reading", lambda: self._likely(heard))
        else:
            fields |= _unless_broken("the mixture", lambda: self._mixture(1))
            yield dict(fields)
            fields |= _unless_broken("the corrections", lambda: {"repairs": heard.repairs(chain.steps[-1].repairs())})
            if self._mixtures[1].contradiction is not None:
                yield dict(fields)
                for _ in self._hear(2, chain.announcements):
                    yield None
                fields |= _unless_broken("the mixture", lambda: self._mixture(2))
                fields |= _unless_broken("the pairs", lambda: self._pairs(heard, fields["repairs"]))
        yield dict(fields) if chain.contradiction is not None else None
        while True:
            fields |= _unless_broken("the warnings", lambda: self._warnings(chain.announcements))
            if not self._behind(chain.announcements):
                break
            yield None
        yield fields | {"pending": False}

    def _hear(self, mishears: int, announcements: tuple[Announcement, ...]) -> Iterator[None]:
        """Bring the chain that allows some mishears up to a list, an announcement at a time."""
        settings = self._settings
        mixture = self._mixtures.get(mishears)
        if mixture is None:
            start = self._start(settings.sea_map, settings.tracked, settings.options, settings.model, mishears)
            mixture = Chain.begin(start)
        while True:
            self._mixtures[mishears] = mixture = mixture.follow(announcements, most=1)
            if len(mixture.announcements) == len(announcements):
                return
            yield

    def _mixture(self, mishears: int) -> dict[str, Any]:
        """Return the map of a contradictory record, or why there is none."""
        mixture = self._mixtures[mishears]
        newest = mixture.steps[-1]
        if mixture.error is not None:
            return {"mixture": None, "mixture_error": mixture.error}
        if not newest.consistent:
            return {"mixture": None, "mixture_error": NO_READING if mishears > 1 else None}
        try:
            shown = possible_fields(self._settings, newest)
        except (TrackerError, MemoryError) as fault:
            return {"mixture": None, "mixture_error": _why(fault)}
        return {"mixture": {"mishears": mishears, **shown}, "mixture_error": None}

    def _likely(self, heard: Heard) -> dict[str, Any]:
        """Return the error of the likeliest reading, where that has one and is likelier than all others together."""
        newest = self._mixtures[1].steps[-1]
        if self._mixtures[1].error is not None or not newest.consistent or newest.readings is None:
            return {}
        edits, share = newest.readings.shares(len(heard.announcements), most=1)[0]
        return {"likely_misheard": heard.single(edits[0], share)} if edits and share > LIKELIER_THAN_NOT else {}

    def _pairs(self, heard: Heard, singles: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the single corrections, of answers only, followed by the pairs of courses."""
        newest = self._mixtures[2].steps[-1]
        if self._mixtures[2].error is not None or not newest.consistent or newest.readings is None:
            return {}
        pairs = heard.pairs(newest.readings.shares(len(heard.announcements)))
        return {"repairs": [*singles, *pairs][:MOST_OFFERED]}

    def _warnings(self, announcements: tuple[Announcement, ...]) -> dict[str, Any]:
        """Hear one announcement more with the engineer; return the warnings once all are heard."""
        if self._behind(announcements):
            self._clues = self._clues.follow(announcements, most=1)
        if self._behind(announcements):
            return {}
        return {"warnings": [warning_fields(warning) for warning in self._clues.warnings]}

    def _behind(self, announcements: tuple[Announcement, ...]) -> bool:
        return self._clues.announcements != announcements


def moment_fields(chain: Chain, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told of an earlier moment, of whose chain this is, beside its map; ``known`` is of a later one."""
    fields = _unless_broken("the mines and the route", lambda: marks(chain))
    return {**NOTHING_MORE, **fields, "warnings": [w for w in known["warnings"] if w["n"] <= len(chain.announcements)]}


def _why(fault: TrackerError | MemoryError) -> str:
    if isinstance(fault, TrackerError):
        return fault.told[0]
    return say("too-little-memory", "This machine has too little memory for it.")


def marks(chain: Chain) -> dict[str, Any]:
    """Return what is drawn over the map, of the announcement that the map is of."""
    step: Inference = chain.steps[next(chain.consistent_steps(), 0)]
    route = step.likeliest_route
    return {
        "mines": [cell_name(cell) for cell in step.mine_cells],
        "route": [] if route is None else [cell_name(cell) for cell in route.cells],
    }


def _unless_broken(part: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return what a part of the work gives; nothing where it fails, which is told in the log only."""
    try:
        return work()
    except TrackerError as fault:
        log.warning("%s could not be worked out: %s", part, fault)
    except Exception:
        log.exception("%s could not be worked out", part)
    return {}
