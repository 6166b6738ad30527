"""The server gets ready beside its first requests, and ends its streams when it stops."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.table.fakes import SHEET, fake_tables
from tracker.table.journal import Journal
from tracker.table.lifespan import lifespan_of
from tracker.table.routes import routes
from tracker.table.tables import Tables


def wait_until_ready() -> None:
    for thread in threading.enumerate():
        if thread.name == "get-ready":
            thread.join()


def test_streams_end_with_the_server() -> None:
    tables = fake_tables()
    code = tables.create(SHEET)
    app = Starlette(routes=routes(tables), lifespan=lifespan_of(lambda: tables))
    with TestClient(app) as client:
        assert client.get("/api/snapshot", headers={"X-Game-Code": code}).status_code == 200
        wait_until_ready()
    with TestClient(Starlette(routes=routes(tables))) as client:
        # Every stream from now on ends at once.
        text = client.get("/api/events", headers={"X-Game-Code": code}).text
    assert text.startswith("event: end")


def test_a_broken_journal_does_not_keep_the_server_down(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "j.sqlite"
    path.write_text("no database" * 1000)
    source = lambda: Tables(Journal(str(path)))  # noqa: E731
    with (
        caplog.at_level(logging.ERROR),
        TestClient(Starlette(routes=routes(source), lifespan=lifespan_of(source))) as client,
    ):
        wait_until_ready()
        answer = client.get("/api/snapshot", headers={"X-Game-Code": "x"})
    assert answer.status_code == 503
    assert caplog.messages[0] == answer.json()["error"]
    assert str(path) in caplog.messages[0]
