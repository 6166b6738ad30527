"""A stream tells that it is alive while a snapshot takes long, and then tells the snapshot."""

from __future__ import annotations

import asyncio
import time
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
