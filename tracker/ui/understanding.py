"""One route beside the table's: what a typed line says, before any of it is taken.

Knows requests and how a reading is shown; what words mean is the phrases' business, and nothing is kept here.
"""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.map_checks import check_announcement
from tracker.game.notation import format_announcement, parse_line
from tracker.game.phrases import AmbiguousPhrase, Understood, understand
from tracker.table.crews import Refused
from tracker.table.guards import CODE_HEADER, NO_STORE, HttpRefusal, check_origin, read_json, refusal
from tracker.table.settings import GameSettings
from tracker.table.tables import tables

MAX_TEXT = 400


def understanding_routes() -> list[Route]:
    """Return the route; it must stand before the table's own, whose last one takes every other address under /api.

    ``POST /api/understand`` ``{"text": "para o norte", "language": "pt", "side": "B", "after": "B torpedo C6"}``, with
    the device's code in the header, answers ``{"choices": [{"spelled": ["B N"], "completed": null}], "error": null}``:
    one choice where the text has one reading, several where it must be asked, none and a sentence where it has none.
    """
    return [Route("/api/understand", _understand, methods=["POST"])]


async def _understand(request: Request) -> Response:
    try:
        check_origin(request)
        body = await read_json(request)
        code = request.headers.get(CODE_HEADER, "")
        answer = await run_in_threadpool(lambda: read_text(body, tables().seat(code).table.settings))
        return JSONResponse(answer, headers=NO_STORE)
    except HttpRefusal as fault:
        return refusal(fault.status, str(fault), fault.headers)
    except Refused as fault:
        return refusal(403, str(fault))
    except TrackerError as fault:
        return refusal(503, str(fault))


def read_text(body: object, settings: GameSettings) -> dict[str, Any]:
    """Return the readings of a device's typed line, as the route answers them; never raises for what was typed."""
    fields = body if isinstance(body, dict) else {}
    text, language, after = (str(fields.get(name) or "") for name in ("text", "language", "after"))
    if len(text) > MAX_TEXT:
        return _answer((), f"The line has {len(text)} characters: at most {MAX_TEXT}; type it in parts.")
    side = Side.YELLOW if fields.get("side") == "Y" else Side.BLUE
    try:
        before = parse_line(after, settings.us)[-1] if after else None
        found = understand(text, language, settings.us, side=side, after=before, sea_map=settings.sea_map)
        for announcement in found.announcements:
            check_announcement(announcement, settings.sea_map)
        return _answer((found,), None)
    except AmbiguousPhrase as question:
        return _answer(question.choices, str(question))
    except TrackerError as fault:
        return _answer((), str(fault))


def _answer(choices: tuple[Understood, ...], error: str | None) -> dict[str, Any]:
    shown = [
        {
            "spelled": list(choice.spelled),
            "completed": None if choice.completed is None else format_announcement(choice.completed),
        }
        for choice in choices
    ]
    return {"choices": shown, "error": error}
