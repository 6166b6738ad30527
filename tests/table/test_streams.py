"""A stream tells that it is alive while a snapshot takes long, tells the snapshot, and holds it no longer."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from typing import Any

import pytest
from starlette.types import Message

from tests.loops import run
from tests.table.fakes import SHEET, fake_tables, operation
from tracker.table import streams
from tracker.table.snapshots import Snapshot
from tracker.table.streams import SnapshotStream


def test_the_line_is_alive_while_the_inference_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PING_SECONDS", 0.02)
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B N"))
    table.rename({})  # the snapshot must be made anew
    made = table.snapshot

    def slow() -> Snapshot:
        time.sleep(0.3)
        return made()

    monkeypatch.setattr(table, "snapshot", slow)
    sent: list[bytes] = []
    told = asyncio.Event()

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))
        if message.get("body", b"").startswith(b"data: {"):
            told.set()

    async def receive() -> dict[str, Any]:
        await told.wait()
        return {"type": "http.disconnect"}

    async def listen() -> None:
        await asyncio.wait_for(SnapshotStream(table, "d")({"type": "http"}, receive, send), 30)

    run(listen())
    first = next(place for place, body in enumerate(sent) if body.startswith(b"data: {"))
    assert sent[1:first].count(b": ping\n\n") >= 3
    assert b'"version":1' in sent[first]


def test_a_stream_that_waits_holds_no_snapshot() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B N"))
    told, leave = asyncio.Event(), asyncio.Event()
    events = 0

    async def send(message: Message) -> None:
        nonlocal events
        events += message.get("body", b"").startswith(b"data: {")
        told.set()

    async def receive() -> dict[str, Any]:
        await leave.wait()
        return {"type": "http.disconnect"}

    async def listen() -> None:
        stream = asyncio.ensure_future(SnapshotStream(table, "d")({"type": "http"}, receive, send))
        while not events:
            told.clear()
            await asyncio.wait_for(told.wait(), 30)
        await asyncio.sleep(0.01)
        shown = weakref.ref(table.snapshot())
        table._shown = None
        gc.collect()
        assert shown() is None
        table.apply(operation("b", "hear", "B E"))
        while events < 2:
            told.clear()
            await asyncio.wait_for(told.wait(), 30)
        leave.set()
        await asyncio.wait_for(stream, 30)

    run(listen())
    assert events == 2
