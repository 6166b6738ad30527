"""A game's snapshots as server-sent events, one stream for each device that listens.

Knows how a stream starts, keeps alive and ends, also where its reader is gone or the server stops; not what a
snapshot holds.
"""

from __future__ import annotations

import asyncio

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tracker.table.guards import NO_STORE
from tracker.table.snapshots import Snapshot
from tracker.table.table import Table

PING_SECONDS = 5.0
WRITE_SECONDS = 30.0
ENDED = b'event: end\ndata: {"error":"The stream ended: the server stops, or this device was turned out."}\n\n'


class SnapshotStream(Response):
    """The newest snapshot at once and after each change; a slow reader gets fewer, always the newest."""

    media_type = "text/event-stream"

    def __init__(self, table: Table, listener: str) -> None:
        """Begin a stream of a game for a listener: a device, which is turned out by this name."""
        self._table = table
        self._listener = listener
        super().__init__(None, 200, NO_STORE | {"X-Accel-Buffering": "no"})
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the reader leaves or the stream is ended."""
        async with anyio.create_task_group() as group:

            async def until_gone() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                group.cancel_scope.cancel()

            group.start_soon(until_gone)
            await self._events(send)
            group.cancel_scope.cancel()

    async def _events(self, send: Send) -> None:
        subscription = self._table.subscribers.add(self._listener)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            told = -1
            while not subscription.ended:
                told = await self._tell(send, told)
                if not await subscription.wait(PING_SECONDS) and not subscription.ended:
                    await self._write(send, b": ping\n\n")
            await self._write(send, ENDED)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            # Nothing was read for a long time: the reader is out of range, and comes back with a new stream.
            pass
        finally:
            self._table.subscribers.remove(subscription)

    async def _tell(self, send: Send, told: int) -> int:
        """Send the newest snapshot unless its revision is the one told; return that.

        A stream that waits holds no snapshot: of a long game each is large, and a reader may be slow.
        """
        shown = self._table.shown
        if shown is None or shown.version < self._table.log.version:
            shown = await self._newest(send)
        revision: int = shown.fields["revision"]
        if revision != told:
            await self._write(send, b"data: " + shown.json + b"\n\n")
        return revision

    async def _newest(self, send: Send) -> Snapshot:
        """Return the newest snapshot; while it is being worked out the reader is told that the line is alive."""
        work = asyncio.ensure_future(run_in_threadpool(self._table.snapshot))
        while True:
            done, _ = await asyncio.wait({work}, timeout=PING_SECONDS)
            if done:
                return work.result()
            await self._write(send, b": ping\n\n")

    @staticmethod
    async def _write(send: Send, body: bytes) -> None:
        with anyio.fail_after(WRITE_SECONDS):
            await send({"type": "http.response.body", "body": body, "more_body": True})
