"""One route beside the game's own: what a typed line says, before any of it is taken.

Knows requests and how a reading is shown; what words mean is the phrases' business, and nothing is kept here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tracker.game.announcements import Side
from tracker.game.errors import TrackerError, Unreadable
from tracker.game.map_checks import check_announcement
from tracker.game.notation import format_announcement, parse_line
from tracker.game.phrases import AmbiguousPhrase, Understood, understand
from tracker.game.sentences import told
from tracker.table.guards import NO_STORE, guarded, read_json
from tracker.table.operations import line_too_long
from tracker.table.settings import GameSettings
from tracker.table.tables import Seat

MAX_TEXT = 400


def understanding_route(seat_of: Callable[[Request], Awaitable[Seat]]) -> Route:
    """Return the route; ``seat_of`` tells whose code a request carries, and refuses a wrong one.

    ``POST /api/understand`` ``{"text": "para o norte", "language": "pt", "side": "B", "after": "B torpedo C6"}``, with
    the device's code in the header, answers ``{"choices": [{"spelled": ["B N"], "completed": null}], "error": null,
    "said": []}``: one choice where the text has one reading, several where it must be asked, none and a sentence where
    it has none.
    """

    async def answer(request: Request) -> Response:
        seat = await seat_of(request)
        body = await read_json(request)
        read = await run_in_threadpool(lambda: read_text(body, seat.table.settings))
        return JSONResponse(read, headers=NO_STORE)

    return Route("/api/understand", guarded(answer), methods=["POST"])


def read_text(body: object, settings: GameSettings) -> dict[str, Any]:
    """Return the readings of a device's typed line, as the route answers them; never raises for what was typed."""
    fields = body if isinstance(body, dict) else {}
    text, language, after = (str(fields.get(name) or "") for name in ("text", "language", "after"))
    if len(text) > MAX_TEXT:
        return _answer((), (line_too_long(len(text), MAX_TEXT),))
    side = Side.YELLOW if fields.get("side") == "Y" else Side.BLUE
    try:
        before = parse_line(after, settings.us)[-1] if after else None
        found = understand(text, language, settings.us, side=side, after=before, sea_map=settings.sea_map)
        for announcement in found.announcements:
            check_announcement(announcement, settings.sea_map)
        return _answer((found,))
    except AmbiguousPhrase as question:
        return _answer(question.choices, question.told)
    except Unreadable as unreadable:
        # One short line: where in it a fault stands is plain to see.
        return _answer((), tuple(fault.sentence for fault in unreadable.faults))
    except TrackerError as fault:
        return _answer((), fault.told)


def _answer(choices: tuple[Understood, ...], sentences: tuple[str, ...] = ()) -> dict[str, Any]:
    shown = [
        {
            "spelled": list(choice.spelled),
            "completed": None if choice.completed is None else format_announcement(choice.completed),
        }
        for choice in choices
    ]
    return {"choices": shown, "error": "; ".join(sentences) or None, "said": told(sentences)}
