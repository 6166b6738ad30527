"""What every request to the live game must pass: our own page's origin, plain JSON, a small body, a code.

Knows how requests are refused, each with one sentence, not what an accepted one does.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tracker.game.errors import TrackerError
from tracker.game.sentences import say, told
from tracker.table.crews import LockedOut, Refused
from tracker.table.database import JournalFault

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

log = logging.getLogger(__name__)

MAX_BODY = 16 * 1024
CODE_HEADER = "x-game-code"
NO_STORE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


SERVER_FAILED = say(
    "server-failed", "The server failed at this (a fault of this program). Nothing that was sent is lost."
)


class HttpRefusal(Exception):
    """A refusal with its HTTP status and one sentence."""

    def __init__(self, status: int, sentence: str, headers: dict[str, str] | None = None) -> None:
        """Note the status, the sentence and further headers."""
        self.status = status
        self.sentence = sentence
        self.headers = headers or {}
        super().__init__(sentence)


def refusal(status: int, *sentences: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return a refusal as every route says it: in English, and as what a page says in its language."""
    body = {"error": "; ".join(sentences), "said": told(sentences)}
    return JSONResponse(body, status, headers=NO_STORE | (headers or {}))


def guarded(handler: Handler) -> Handler:
    """Wrap a handler: only our own page's requests reach it, and whatever goes wrong is a status and a sentence."""

    async def answer(request: Request) -> Response:
        try:
            check_origin(request)
            return await handler(request)
        except HttpRefusal as fault:
            return refusal(fault.status, fault.sentence, headers=fault.headers)
        except LockedOut as fault:
            return refusal(429, *fault.told, headers={"Retry-After": str(fault.seconds)})
        except Refused as fault:
            return refusal(403, *fault.told)
        except JournalFault as fault:
            log.error("%s", fault)
            return refusal(503, *fault.told, headers={"Retry-After": "2"})
        except TrackerError as fault:
            return refusal(400, *fault.told)
        except Exception:
            log.exception("a request to %s failed", request.url.path)
            return refusal(500, SERVER_FAILED)

    return answer


def check_origin(request: Request) -> None:
    """Refuse a request that another site's page makes; our own page may be on any address and port.

    Origins that a proxy in front makes differ from the host are named, comma separated, in ``SONAR_ORIGINS``.
    """
    origin = request.headers.get("origin")
    if origin is None:
        # A page's own reading requests carry no origin; other sites' are marked by the browser where it can.
        if request.headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
            return
    elif _is_ours(origin, request.headers.get("host", "")):
        return
    raise HttpRefusal(
        403, say("other-site", "This request comes from another site's page. Open the game's own page and use that.")
    )


class OurPagesOnly:
    """ASGI middleware: no other site's page opens Streamlit's own line to a page.

    Streamlit refuses those too, but asks a server in the Internet for this machine's address before it does.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a WebSocket that another site's page opens; pass everything else on."""
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            if origin is not None and not _is_ours(origin, headers.get("host", "")):
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
        await self._app(scope, receive, send)


def _is_ours(origin: str, host: str) -> bool:
    place = _place(origin)
    if place is None:
        return False
    # The page's scheme stands in for ours: behind a proxy that speaks TLS we would only know plain HTTP.
    known = [f"{place[0]}://{host}", *os.environ.get("SONAR_ORIGINS", "").split(",")]
    return place in [_place(origin.strip()) for origin in known]


def _place(origin: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of an origin, None where it has none."""
    try:
        parts = urlsplit(origin)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.scheme not in ("http", "https"):
        return None
    return parts.scheme, host.lower().rstrip("."), port or (443 if parts.scheme == "https" else 80)


async def read_json(request: Request, limit: int = MAX_BODY) -> object:
    """Return a request's JSON body; refuses other types (415), larger bodies (413) and what is no JSON (400)."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HttpRefusal(415, f"The body's type is {ascii(kind)[:60]}: expected application/json.")
    too_large = HttpRefusal(
        413,
        say("too-large", "The request is too large: expected at most {most} KiB.", most=limit // 1024),
        {"Connection": "close"},
    )
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        raise too_large
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > limit:
                raise too_large
    except ClientDisconnect as gone:
        raise HttpRefusal(400, say("broke-off", "The request broke off.")) from gone
    try:
        read: object = json.loads(body.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        raise HttpRefusal(400, "The body is no JSON text in UTF-8: expected an object.") from fault
    return read


def object_of(body: object) -> dict[str, Any]:
    """Return a body that must be a JSON object; refuses any other (400)."""
    if not isinstance(body, dict):
        raise HttpRefusal(400, "The body is not a JSON object.")
    return body


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def client_address(request: Request) -> str | None:
    """Return the address that wrong codes are counted for."""
    return request.client.host if request.client is not None else None
