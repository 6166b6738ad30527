"""The live game over HTTP: what a page's own script sends and receives, on the same port as the page.

Knows requests and answers, not what an operation does (``game_log``) or how a game is kept (``journal``).

    st.App(script, routes=routes(), lifespan=lifespan)

Every request carries the device's code in the header ``X-Game-Code`` (never in a URL), except ``/api/join`` and those
of ``map_routes``. With ``~`` and the id of an earlier game of its crew behind it a code opens that one, if the device
was in it; ``/api/next`` then answers with the device's code for the newest. Every refusal is ``{"error": "one
sentence", "said": [...]}``, where ``said`` tells each sentence as ``{"text": English, "key", "values"}``: a page words
it by the key and the values (some of which are told in the same way) and shows the text where it knows no such key. 400
what was sent cannot be taken (final: show it and drop the operation), 403 wrong code or another site's page, 404 no
such route, 413 too large, 415 not JSON, 429 too many wrong codes or streams (``Retry-After``), 500 a fault of this
program, 503 the journal cannot be used just now. After 5xx or without an answer the device keeps its operations and
sends them again, in order, with the same ids.

``POST /api/announce`` takes one operation and answers with a snapshot that holds it, plus ``"note"``: null, or a
sentence where it was taken but changed nothing (and ``"note_said"``, as ``said`` of a refusal). It is committed before
the answer. A repeated ``op`` counts once.

    {"op": "k3-17", "do": "hear", "text": "B N", "device": "k3", "age": 0.4, "seen": 16}

- ``op``: the device's own id, 1 to 64 of letters, digits, ``. _ : -``; unique in the game for ever.
- ``device``: optional, same signs; left out, the id that the code's device has.
- ``age``: optional, seconds the tap waited on the device. ``seen``: optional, version shown when it was made.
- ``do`` and what goes with it:
  ``hear`` ``text`` (one line of the record format; several items make announcements ``op``, ``op-1``, ``op-2`` ...);
  ``undo`` ``id`` (of an announcement, or of a change or deletion, as ``undo.id`` of the snapshot says; one that is
  gone already is accepted and does nothing); ``redo`` optional ``id`` (as ``redo.id`` of the snapshot; left out, the
  newest); ``undo_to`` ``id`` (keep up to and with it, null: keep none; with ``seen``, announcements of other devices
  newer than that stay); ``change`` ``id`` ``text`` (the first item keeps the id); ``delete`` ``id``; ``insert``
  ``before`` (an id; null: at the end) ``text``; ``start`` ``side`` ``cell`` (after the game: where the submarine of
  ``"yellow"`` or ``"blue"`` began, null: no longer known; the record's tag, never evidence; ``undo`` takes the
  operation's own id).

``POST /api/preview`` takes the same and answers with the snapshot it would lead to; nothing is kept.
``GET /api/snapshot`` (``?at=7``: the map as of the first 7 announcements), ``GET /api/events`` (server-sent events:
``data:`` a snapshot at once and after each change, ``: ping`` each 5 seconds, ``event: end`` before it is closed),
``GET /api/record`` (the ``.sonar`` text), ``GET /api/routes?cell=H8`` (also ``&at=7``; ``{"cell", "routes":
[["G7", "G8", "H8"], ...], "more": false}``, up to 50 routes since the dive, cells in order). Snapshot:

    {"epoch": "9f..", "version": 12, "revision": 40, "title": "", "us": "yellow", "model": "captain",
     "map": {"id": "alpha", "name": "Alpha", "rows": 15, "columns": 15, "grid": ["..#..", ...], "sector": 5,
             "sectors": 9},
     "heard": [{"id": "k3-17", "n": 1, "side": "blue", "text": "B N", "clock": "00:07" or null, "comment": "",
                "device": "k3", "at": 1764450000.1 or null}],
     "undo": null or {"id": "k3-17", "kind": "hear|insert|change|delete|start", "text": "B N" or "B start G7",
                      "before": null or "B S", "device": "k3", "entry": "k3-17", "after": null or "k3-16"},
                      what the next Undo takes back; for a change ``before`` is what returns; ``entry`` is the
                      announcement (null for a start), ``after`` the one that it stands behind, null for the first
     "redo": null or {"id": "k3-18", "device": "k3", "texts": ["B N"]},        what the next Redo brings back
     "redoable": [{"id": "k3-18", "device": "k3", "edits": [as "undo", ...]}, ...],   newest last: it, then the others
     "double": null or {"first": "k3-17", "id": "p9-4", "text": "B N", "devices": ["k3", "p9"]},
                      two devices said the same within a second: offer {"do": "undo", "id": double.id}, "it was one"
     "devices": {"<device id>": "<name>"}, "began": {"yellow": null or "C3", "blue": "G7"},   the record's starts
     "next": null or {"game": "<id>", "map": "Bravo"},         the crew has begun its next game: offer ``/api/next``
     "probability": [rows * columns numbers, row by row], "possible": [0 or 1 ...], "cells": 57, "histories": 310,
     "bits": 5.6, "best": "H8" or null, "best_probability": 0.12, "starts": ["A1", ...], "sectors": {"1": 0.2, ...},
     "as_of": 12, "contradiction": null or {"n": 8, "text": "B E"}, "error": null or "sentence",
     "error_said": [...], "mixture_error_said": [...],         both as ``said`` of a refusal
     "removed": ["H9", ...],              possible before the announcement that the map is of, and no longer
     "pending": true,                     what follows is still being worked out, another snapshot comes
     "mines": ["C3", ...], "route": ["G7", "G8", ...],        where a live mine may lie; the dive's likeliest route
     "warnings": [{"kind": "gauge|ready|twice|broken|no damage|damage", "n": 12, "least": 2 or null, "earliest": 5,
                   "system": "silence" or null, "heard": 4, "sentence": "silence activated (12th announcement) ..."}],
     "mixture": null or {"mishears": 1, "probability", "possible", "cells", "histories", "bits", "best",
                         "best_probability", "starts", "sectors"}, "mixture_error": null or "sentence",
     "repairs": [{"n": 8, "id": "k3-24" or null, "kind": "wrong|extra|missed|answer", "heard": "B E" or null,
                  "instead": "B W" or null, "probability": 0.44, "op": {"do": "change", "id": "k3-24", "text": "B W"}},
                 {"edits": [{"n", "id", "kind", "heard", "instead"}, ...], "probability": 0.2, "ops": [{...}, {...}]}],
     "likely_misheard": null or {"n", "id", "kind", "heard", "instead", "probability", "op"}}

``version`` counts operations and never goes back, not by an undo either and not over a restart; ``epoch`` is new at
each server start. A snapshot of the same version may come again, with other ``devices`` or with more worked out: of two
of one epoch and version that with the greater ``revision`` is newer. The map fields are those after the first ``as_of``
announcements: fewer than were heard where there is a ``contradiction`` (nothing fits after announcement ``n``) or an
``error`` (the inference could not go on).

What ``pending`` announces never holds up a tap: it comes in later snapshots of the same version and is null or empty
until then, as it is where it cannot be worked out (and in the answers of ``preview``; those of ``?at=`` have the marks
and the warnings only). ``warnings`` are
clues of the gauges and the engineer's sheet, by announcement; they exclude nothing. On a contradiction ``mixture`` is
the map that allows one misheard, missed or never said course of all that was heard, or two where one does not explain
it; ``mixture_error`` says why there is none. ``repairs``, likeliest first, are the corrections after which all fits:
single ones (``n`` is one past the end for a course missed after the last announcement) with ``op``, and, where no
single course explains it, pairs with ``ops``; each is applied by sending these to ``/api/announce``, with an ``op`` id
of the device's own, and undone as any other. ``likely_misheard`` is the same before anything contradicts: the one error
of the reading that is likelier than all others together.

``GET /api/review`` is the game looked back upon: ``{"version", "done": 37, "total": 480}`` while it is being worked out
(ask again), then ``{"version", "announcements": [{"side": "blue", "text": "B N", "clock"}], "sides": [...]}``, or
``{"version", "error"}``. A side that sails in the record is

    {"side": "blue", "grids": [[rows * columns integers, ten-thousandths; 0: impossible], ...],
     "steps": [{"n": 0 (before the first announcement), "evidence", "cells", "bits", "told" (bits it took away), "best",
                "best_share", "true": "H8" or null, "true_share", "true_rank" (equals share the mean), "in_hindsight",
                "believed": place in ``grids``, "smoothed": the same given the whole record, or null}],
     "turning": [n, ...], "most_telling": n or null, "found_at": n or null, "time_found": 0.3, "contradiction": n or
     null (steps end before it), "dives": [{"first", "last", "route": [cells of the likeliest, given everything]}]}

``GET /api/truth?side=blue`` is the captain's sheet after the game, with what fits at the next place that is open, or
``&about=`` an announcement's id or ``@start``. What fits is exact: some history with it agrees with all that was
announced and all that is entered. Each choice and ``clear`` hold the operation to send to ``/api/announce``. A gap is
told in a comment behind it (``# said N``, ``# never said``: nothing was missed); its ``text`` is then the course:

    {"version", "side", "start": "G7" or null,
     "items": [{"id", "n", "kind": "silence|mine|course|gap", "text", "known"}],
     "track": ["G7", "G8", null (not known from here on), ...] before the first announcement and after each,
     "about": null (all is known) or {"id", "n"}, "cell": "H8" or null (where it was then), "consistent": false where
     all is known and does not fit, "fits": [{"text": "B silence(E3)", "cell": "K8" or null (where it ends, or lies),
     "op": {"do": "change", "id": "k3-24", "text": "B silence(E3)"}}], "clear": null or {"do": ...}}

``POST /api/join`` ``{"short": "K7QF-2MXB", "name": "Ana's phone"}`` -> ``{"code", "device", "name"}``: a code of its
own for that device. ``POST /api/next`` ``{}`` answers the same and takes the device along into its crew's next game;
asked again it is the same code, and the old code goes on opening the old game. ``POST /api/invite`` ``{}`` ->
``{"short", "seconds"}``. ``GET /api/devices`` -> ``{"devices": [{"id", "name", "joined", "you", "may_revoke"}]}``.
``POST /api/devices/revoke`` ``{"device": id}``. ``POST /api/understand`` reads a typed line: see ``understanding``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import anyio
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tracker.game.announcements import Side
from tracker.game.cells import cell_name, parse_cell
from tracker.game.records import dumps
from tracker.game.sentences import say, told
from tracker.table.crews import INVITE_SECONDS, LockOut, Refused
from tracker.table.guards import (
    CODE_HEADER,
    NO_STORE,
    HttpRefusal,
    client_address,
    guarded,
    object_of,
    read_json,
    refusal,
)
from tracker.table.lifespan import lifespan
from tracker.table.map_routes import map_routes
from tracker.table.next_games import enter_next
from tracker.table.operations import BadOperation
from tracker.table.snapshots import Snapshot
from tracker.table.streams import SnapshotStream
from tracker.table.tables import Seat, Tables, tables
from tracker.table.understanding import understanding_route

__all__ = ["lifespan", "routes"]

MAX_STREAMS = 64
MAX_ROUTES = 50
WORKERS = 64
T = TypeVar("T")


def routes(source: Tables | Callable[[], Tables] = tables) -> list[Route]:
    """Return the routes over some tables, by default the process's own.

    Given a function, it is asked at each request, so that a journal that cannot be opened is a sentence and not the
    end of the server.
    """
    api = _Api((lambda: source) if isinstance(source, Tables) else source)
    return [
        *map_routes(api.source),
        understanding_route(api.seat),
        Route("/api/announce", guarded(api.announce), methods=["POST"]),
        Route("/api/preview", guarded(api.preview), methods=["POST"]),
        Route("/api/snapshot", guarded(api.snapshot), methods=["GET"]),
        Route("/api/events", guarded(api.events), methods=["GET"]),
        Route("/api/record", guarded(api.record), methods=["GET"]),
        Route("/api/routes", guarded(api.routes_to), methods=["GET"]),
        Route("/api/review", guarded(api.review), methods=["GET"]),
        Route("/api/truth", guarded(api.truth), methods=["GET"]),
        Route("/api/join", guarded(api.join), methods=["POST"]),
        Route("/api/next", guarded(api.enter_next), methods=["POST"]),
        Route("/api/invite", guarded(api.invite), methods=["POST"]),
        Route("/api/devices", guarded(api.devices), methods=["GET"]),
        Route("/api/devices/revoke", guarded(api.revoke), methods=["POST"]),
        Route("/api/{rest:path}", guarded(api.unknown), methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
    ]


class _Api:
    """The handlers, and what they count."""

    def __init__(self, source: Callable[[], Tables]) -> None:
        self.source = source
        self._wrong_codes = LockOut()
        # A short code is short: wrong ones lock out right ones too, which a long code need not fear.
        self._wrong_shorts = LockOut(allowed=5, window=60.0)
        self._workers: anyio.CapacityLimiter | None = None

    async def _work(self, function: Callable[[], T]) -> T:
        """Run what may block in threads of our own number: Streamlit's pool is small and serves its files."""
        if self._workers is None:
            self._workers = anyio.CapacityLimiter(WORKERS)
        return await anyio.to_thread.run_sync(function, limiter=self._workers)

    async def seat(self, request: Request) -> Seat:
        """Return whose code the request carries; a right one passes though its address is locked out.

        Crew and enemy may share an address behind a router, and 192 random bits need no lock-out to be safe.
        """
        code = request.headers.get(CODE_HEADER, "")
        try:
            return await self._work(lambda: self.source().seat(code))
        except Refused:
            self._wrong_codes.count(client_address(request))
            raise

    async def announce(self, request: Request) -> Response:
        """Take an operation."""
        seat = await self.seat(request)
        body = await read_json(request)

        def take() -> bytes:
            taken = seat.table.take(body, seat.device.id)
            return _with_note(taken.snapshot, taken.note)

        return _json(await self._work(take))

    async def preview(self, request: Request) -> Response:
        """Show what an operation would lead to."""
        seat = await self.seat(request)
        body = await read_json(request)
        return _json(await self._work(lambda: seat.table.preview(seat.table.read(body, seat.device.id)).json))

    async def snapshot(self, request: Request) -> Response:
        """Show the game, or its map as of an earlier announcement."""
        seat = await self.seat(request)
        at = _at(request)
        if at is None:
            return _json(await self._work(lambda: seat.table.snapshot().json))
        return _json(await self._work(lambda: seat.table.snapshot_at(at).json))

    async def routes_to(self, request: Request) -> Response:
        """List routes that end in a cell."""
        seat = await self.seat(request)
        at = _at(request)
        try:
            cell = parse_cell(request.query_params.get("cell", ""))
        except ValueError as fault:
            raise BadOperation(say("cell-unreadable", "The cell cannot be read: expected one such as C6.")) from fault
        found, more = await self._work(lambda: seat.table.routes(cell, MAX_ROUTES, at))
        names = [[cell_name(entered) for entered in route] for route in found]
        return JSONResponse({"cell": cell_name(cell), "routes": names, "more": more}, headers=NO_STORE)

    async def events(self, request: Request) -> Response:
        """Open a stream of snapshots."""
        seat = await self.seat(request)
        if len(seat.table.subscribers) >= MAX_STREAMS:
            raise HttpRefusal(
                429,
                say("many-pages", "This game has {most} open pages already. Close some.", most=MAX_STREAMS),
                {"Retry-After": "10"},
            )
        return SnapshotStream(seat.table, seat.listener)

    async def record(self, request: Request) -> Response:
        """Hand out the record."""
        seat = await self.seat(request)
        text = await self._work(lambda: dumps(seat.table.record()))
        headers = NO_STORE | {"Content-Disposition": 'attachment; filename="game.sonar"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    async def review(self, request: Request) -> Response:
        """Look back upon the game."""
        seat = await self.seat(request)
        return _json(await self._work(seat.table.review))

    async def truth(self, request: Request) -> Response:
        """Show what is known and what fits on a captain's sheet."""
        seat = await self.seat(request)
        side, about = request.query_params.get("side"), request.query_params.get("about")
        if side not in tuple(Side):
            raise BadOperation('"side" cannot be read: expected yellow or blue.')
        return JSONResponse(await self._work(lambda: seat.table.truth(Side(side), about)), headers=NO_STORE)

    async def join(self, request: Request) -> Response:
        """Let a device in by a short code."""
        address = client_address(request)
        self._wrong_shorts.check(address)
        body = object_of(await read_json(request))
        short, name = body.get("short"), body.get("name", "")
        if not isinstance(short, str) or not isinstance(name, str):
            raise BadOperation('Expected {"short": "K7QF-2MXB", "name": "a name for this device"}.')
        try:
            joined = await self._work(lambda: self.source().join(short, name))
        except Refused:
            self._wrong_shorts.count(address)
            raise
        return JSONResponse({"code": joined.code, "device": joined.device, "name": joined.name}, headers=NO_STORE)

    async def enter_next(self, request: Request) -> Response:
        """Take a device along into its crew's next game."""
        await self.seat(request)
        await read_json(request)
        code = request.headers.get(CODE_HEADER, "")
        joined = await self._work(lambda: enter_next(self.source(), code))
        return JSONResponse({"code": joined.code, "device": joined.device, "name": joined.name}, headers=NO_STORE)

    async def invite(self, request: Request) -> Response:
        """Make a short code."""
        seat = await self.seat(request)
        await read_json(request)
        short = await self._work(lambda: self.source().invite(seat.table))
        return JSONResponse({"short": short, "seconds": int(INVITE_SECONDS)}, headers=NO_STORE)

    async def devices(self, request: Request) -> Response:
        """List the crew's devices."""
        seat = await self.seat(request)
        found = await self._work(lambda: self.source().devices(seat.table))
        listed = [
            {
                "id": device.id,
                "name": device.name,
                "joined": round(device.joined, 3),
                "you": device.id == seat.device.id,
                "may_revoke": device.rank >= seat.device.rank,
            }
            for device in found
        ]
        return JSONResponse({"devices": listed}, headers=NO_STORE)

    async def revoke(self, request: Request) -> Response:
        """Turn a device out."""
        seat = await self.seat(request)
        device = object_of(await read_json(request)).get("device")
        if not isinstance(device, str):
            raise BadOperation('Expected {"device": "the id of a device of this game"}.')
        await self._work(lambda: self.source().revoke(seat, device))
        return JSONResponse({"revoked": device}, headers=NO_STORE)

    async def unknown(self, _request: Request) -> Response:
        """Say that there is no such route."""
        return refusal(404, say("no-address", "There is nothing at this address, or not by this method."))


def _at(request: Request) -> int | None:
    at = request.query_params.get("at")
    if at is None:
        return None
    if not (at.isascii() and at.isdigit() and len(at) <= 6):
        raise BadOperation('"at" is not a number of announcements: expected 0 or more.')
    return int(at)


def _json(text: bytes) -> Response:
    return Response(text, media_type="application/json", headers=NO_STORE)


def _with_note(snapshot: Snapshot, note: str) -> bytes:
    """Add a note to a snapshot that was made once for all devices."""
    more = json.dumps({"note": note or None, "note_said": told([note] if note else [])}, ensure_ascii=False)
    return snapshot.json[:-1] + b"," + more[1:].encode()
