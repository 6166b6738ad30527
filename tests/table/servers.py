"""A real server process over a journal file, and devices that talk to it as a page does."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
PLAIN_APP = """
from starlette.applications import Starlette
from tracker.table.routes import lifespan, routes

app = Starlette(routes=routes(), lifespan=lifespan)
"""
STREAMLIT_APP = """
import streamlit as st
from tracker.table.routes import lifespan, routes

app = st.App("page.py", routes=routes(), lifespan=lifespan)
"""
PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


class Server:
    """One process at a time over one journal; started again on the same port after it ended."""

    def __init__(self, folder: Path, *, streamlit: bool = False) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder}/journal.sqlite"
        self.port = free_port()
        self._streamlit = streamlit
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "serve.py").write_text(STREAMLIT_APP if streamlit else PLAIN_APP)
        (folder / "page.py").write_text("import streamlit as st\n\nst.write('page')\n")

    def start(self) -> None:
        if self._streamlit:
            arguments = ["streamlit", "run", "serve.py", "--server.headless=true", "--browser.gatherUsageStats=false"]
            arguments += [f"--server.port={self.port}", f"--server.address={HOST}"]
        else:
            arguments = ["uvicorn", "serve:app", "--host", HOST, "--port", str(self.port)]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"SONAR_DB": self.url, "PYTHONPATH": path}
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *arguments], cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection((HOST, self.port), timeout=1).close()
                return
            except OSError:
                assert self._process.poll() is None, self.log()
                assert time.monotonic() < end, self.log()
                time.sleep(0.05)

    def kill(self) -> None:
        """End the process as a power failure does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self, number: signal.Signals = signal.SIGTERM, patience: float = PATIENCE) -> int:
        """Ask the process to end and return its exit status; TimeoutExpired where it does not."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(timeout=patience)

    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()


class Device:
    """A page's script: operations with ids, sent in order, sent again until they are answered."""

    def __init__(self, port: int, code: str, name: str) -> None:
        self.port = port
        self.name = name
        self.headers = {"X-Game-Code": code, "Content-Type": "application/json"}
        self.acknowledged: list[str] = []

    def post(self, path: str, body: object) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request("POST", f"/api/{path}", json.dumps(body), self.headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def tap(self, op: str, text: str) -> dict[str, Any]:
        """Send one announcement until the server answers that it is taken."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                status, snapshot = self.post("announce", {"op": op, "do": "hear", "text": text, "device": self.name})
                if status == 200:
                    self.acknowledged.append(op)
                    return snapshot
                assert status >= 500, snapshot
            except (OSError, http.client.HTTPException, ValueError):
                pass  # the server is away, or went while it answered
            assert time.monotonic() < end
            time.sleep(0.02)

    def snapshot(self) -> dict[str, Any]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/api/snapshot", headers=self.headers)
            read: dict[str, Any] = json.loads(connection.getresponse().read())
            return read
        finally:
            connection.close()

    def listen(self) -> Listener:
        return Listener(self)


class Listener:
    """An open event stream."""

    def __init__(self, device: Device) -> None:
        self._connection = http.client.HTTPConnection(HOST, device.port, timeout=PATIENCE)
        self._connection.request("GET", "/api/events", headers=device.headers)
        self.answer = self._connection.getresponse()

    def snapshots(self) -> Iterator[dict[str, Any]]:
        """Yield snapshots as they come, until the stream ends."""
        event = ""
        for line in self.answer:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                event = text.removeprefix("event: ")
            elif text.startswith("data: ") and not event:
                yield json.loads(text.removeprefix("data: "))

    def close(self) -> None:
        self._connection.close()
