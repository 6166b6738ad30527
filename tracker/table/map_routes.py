"""The routes by which a page checks, keeps and deletes a map that somebody draws; no game and no code is asked for.

Knows requests and answers; what a drawn map must be and whose it is are ``own_maps``'s business.

``POST /api/maps/check`` ``{"name", "mode", "sector", "grid": ["..#", ...], "id": null or "own-..", "key"}`` ->
``{"faults": [...], "warnings": [...], "text": null or the map file, "mine": whether ``id`` was kept with this key}``;
faults and warnings are told as ``said`` of a refusal. ``POST /api/maps`` takes the same, keeps the map and answers
``{"id", "name", "mode"}``. ``POST /api/maps/delete`` ``{"id", "key"}`` -> ``{"deleted": id}``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tracker.game.map_files import format_map
from tracker.game.sentences import told
from tracker.table.crews import LockOut, many_maps
from tracker.table.guards import NO_STORE, client_address, guarded, object_of, read_json
from tracker.table.own_maps import read_drawing
from tracker.table.tables import Tables

MAPS_IN_A_WHILE = 20
WHILE_SECONDS = 300.0


def map_routes(source: Callable[[], Tables]) -> list[Route]:
    """Return the routes over some tables."""
    kept = LockOut(allowed=MAPS_IN_A_WHILE, window=WHILE_SECONDS, of=many_maps)

    async def check(request: Request) -> Response:
        body = object_of(await read_json(request))
        drawing = read_drawing(body)
        id, key = _text(body, "id"), _text(body, "key")
        mine = bool(id) and await run_in_threadpool(lambda: source().own_maps.is_mine(id, key))
        answer = {
            "faults": told(drawing.faults),
            "warnings": told(drawing.warnings),
            "text": None if drawing.sea_map is None else format_map(drawing.sea_map),
            "mine": mine,
        }
        return JSONResponse(answer, headers=NO_STORE)

    async def keep(request: Request) -> Response:
        body = object_of(await read_json(request))
        kept.check(client_address(request))
        drawing, id, key = read_drawing(body), _text(body, "id"), _text(body, "key")
        sea_map = await run_in_threadpool(lambda: source().own_maps.keep(drawing, key, id))
        kept.count(client_address(request))
        return JSONResponse({"id": sea_map.id, "name": sea_map.name, "mode": sea_map.mode}, headers=NO_STORE)

    async def delete(request: Request) -> Response:
        body = object_of(await read_json(request))
        id, key = _text(body, "id"), _text(body, "key")
        await run_in_threadpool(lambda: source().own_maps.delete(id, key))
        return JSONResponse({"deleted": id}, headers=NO_STORE)

    return [
        Route("/api/maps/check", guarded(check), methods=["POST"]),
        Route("/api/maps", guarded(keep), methods=["POST"]),
        Route("/api/maps/delete", guarded(delete), methods=["POST"]),
    ]


def _text(body: dict[str, Any], key: str) -> str:
    value = body.get(key)
    return value if isinstance(value, str) else ""
