"""The start: addresses that are true, nothing asked of the Internet, and no other site's page let in."""

from __future__ import annotations

import socket
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.ui.conftest import Server
from tracker.ui.addresses import greeting, lan_address, page_addresses

PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")


class Outside:
    """Stands for the Internet: whatever a program asks of it goes through here, is counted and gets no answer."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line:
                self.asked.append(line.recv(200))

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def outside() -> Iterator[Outside]:
    proxy = Outside()
    yield proxy
    proxy.close()


def ask(url: str, origin: str | None) -> int:
    """Open Streamlit's line to a page and return the status of its answer."""
    try:
        with connect(url, origin=origin, proxy=None) as line:  # type: ignore[arg-type]
            return line.response.status_code if line.response else 0
    except InvalidStatus as refused:
        return refused.response.status_code


def test_the_start_asks_nothing_of_the_internet_and_says_where_the_page_is(tmp_path: Path, outside: Outside) -> None:
    server = Server(tmp_path)
    # in the server's environment only: what this process opens later must not go there
    server.start("--server.address=0.0.0.0", **dict.fromkeys(PROXIES, outside.url))
    try:
        with urllib.request.urlopen(server.url) as page:
            assert page.status == 200
        line = f"ws://127.0.0.1:{server.port}/_stcore/stream"
        assert ask(line, f"http://127.0.0.1:{server.port}") == 101
        assert ask(line, None) == 101
        assert ask(line, "http://evil.example") == 403
        assert ask(line, f"http://127.0.0.1:{server.port + 1}") == 403
    finally:
        server.stop()
    assert outside.asked == []
    said = " ".join(server.log.read_text().split())
    assert f"on this computer http://localhost:{server.port}/ " in said
    lan = lan_address()
    assert lan is None or f"on phones and tablets in the same Wi-Fi http://{lan}:{server.port}/ " in said
    assert str(tmp_path / "sonar.sqlite") in said
    assert "External" not in said


def options(**values: object) -> dict[str, object]:
    known = {"address": "0.0.0.0", "port": 8501, "sslCertFile": None, "baseUrlPath": ""}
    return {f"server.{name}": value for name, value in {**known, **values}.items()}


@pytest.mark.parametrize(
    ("values", "lan", "expected"),
    [
        (options(), "192.168.1.7", ["http://localhost:8501/", "http://192.168.1.7:8501/"]),
        (options(), None, ["http://localhost:8501/"]),
        (options(port=8600, baseUrlPath="/sonar/"), None, ["http://localhost:8600/sonar"]),
        (options(sslCertFile="cert.pem"), "10.0.0.2", ["https://localhost:8501/", "https://10.0.0.2:8501/"]),
        (options(address="127.0.0.1"), "10.0.0.2", ["http://127.0.0.1:8501/"]),
        (options(address="::"), "10.0.0.2", ["http://localhost:8501/", "http://10.0.0.2:8501/"]),
        (options(address="fe80::1"), "10.0.0.2", ["http://[fe80::1]:8501/"]),
        (options(address="sonar.lan"), None, ["http://sonar.lan:8501/"]),
    ],
)
def test_the_addresses_are_those_of_the_servers_options(
    values: dict[str, object], lan: str | None, expected: list[str]
) -> None:
    assert [address for _, address in page_addresses(values.__getitem__, lan)] == expected
    assert all(address in greeting(values.__getitem__, lan) for address in expected)
