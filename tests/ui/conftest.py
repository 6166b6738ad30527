"""A real server and a real browser for the tests of the page, and what a player does on it as methods."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PHONE, SMALL_PHONE, TABLET, LYING = (390, 844), (360, 640), (820, 1180), (1180, 820)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP table.test 127.0.0.1",  # a name that browsers do not trust as they do localhost
]
READY_SECONDS = 60
PATIENCE = 90_000  # milliseconds for taps to arrive, on a machine that is busy with other tests and a restarted server
expect.set_options(timeout=20_000)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``streamlit run app.py`` on a free port of this machine, with a journal of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, address: str = "--server.address=127.0.0.1", **environment: str) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={self.port}"]
        known = os.environ | {"SONAR_DB": f"sqlite:///{self.folder / 'sonar.sqlite'}"} | environment
        with self.log.open("ab") as log:
            self._process = subprocess.Popen([*command, address], cwd=ROOT, env=known, stdout=log, stderr=log)
        deadline = time.monotonic() + READY_SECONDS
        while True:
            try:
                urllib.request.urlopen(self.url + "_stcore/health", timeout=1).close()
                return
            except OSError:
                assert self._process.poll() is None, f"the server ended: {self.log.read_text()}"
                assert time.monotonic() < deadline, f"the server does not answer: {self.log.read_text()}"
                time.sleep(0.1)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as its owner would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=20)
            self._process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of a process share: each test plays a game of its own."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test only, which it may kill."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
    assert found is not None, "the browser tests need Chromium: install the package chromium"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield running
        running.close()


class Board:
    """One device's page, played as a person plays it."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context = context
        self.page = page
        self.root = page.locator("#board")
        self.faults: list[str] = []
        self.addresses: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("request", lambda request: self.addresses.append(request.url))

    def start(self, map_id: str = "alpha") -> Board:
        """Pick a map on the set-up page."""
        if map_id.endswith("-tbt"):
            self.page.get_by_text("Turn by turn", exact=True).click()
        self.page.locator(f".st-key-start-{map_id} button").click()
        return self.ready()

    def ready(self) -> Board:
        """Wait until the board shows a game and its line to the table is open."""
        expect(self.page.locator("#board.ready")).to_be_visible(timeout=PATIENCE)
        expect(self.page.locator(".net.on")).to_be_visible()
        return self

    def tap(self, *keys: str) -> Board:
        """Tap buttons of the pad."""
        for key in keys:
            self.page.locator(f'[data-do="{key}"]').click()
        return self

    def open(self, sheet: str) -> Locator:
        """Open a sheet by its button of the pad."""
        self.page.locator(f'[data-open="{sheet}"]').click()
        return self.page.locator(".sheet")

    def invite(self) -> str:
        """Return a short code for another device, from the game's menu."""
        self.page.locator(".menu").click()
        self.page.locator(".st-key-menu-invite button").click()
        short = self.page.locator(".st-key-menu-short code").text_content()
        self.page.keyboard.press("Escape")
        expect(self.page.locator('[data-testid="stDialog"]')).to_have_count(0)
        return str(short)

    def heard(self) -> list[str]:
        """Return what the list shows, oldest first, as ``1B N`` without arrows and spaces around."""
        rows = self.page.locator(".panel .heard .entry").all_text_contents()
        return [" ".join(row.split()) for row in reversed(rows)]

    def expect_heard(self, *texts: str) -> Board:
        """Wait until the list is exactly this and the table has it all: ``B ↑ N`` ..."""
        numbered = [f"{n}{text[0]}{text[2:]}" for n, text in enumerate(texts, 1)]
        expect(self.page.locator(".panel .heard .entry")).to_have_text(list(reversed(numbered)), timeout=PATIENCE)
        expect(self.root).to_have_attribute("data-waiting", "0", timeout=PATIENCE)
        expect(self.root).to_have_attribute("data-heard", str(len(texts)))
        return self

    def possible(self) -> list[str]:
        """Return the names of the cells drawn as possible."""
        cells = self.page.locator('.map [data-open="1"]')
        return sorted(cells.evaluate_all("found => found.map(cell => cell.dataset.cell)"))


def become(board: Board, role: str) -> None:
    """Choose a role in the game's menu."""
    board.page.locator(".menu").click()
    board.page.locator(f".st-key-menu-role-{role} button").click()
    expect(board.root).to_have_attribute("data-role", role)
    expect(board.page.locator('[data-testid="stDialog"]')).to_have_count(0)


OpenBoard = Callable[..., Board]


@pytest.fixture
def open_board(browser: Browser) -> Iterator[OpenBoard]:
    """Open the page on a device of some size, colour scheme and language, which has chosen a role before or not."""
    boards: list[Board] = []

    def open_one(
        url: str,
        size: tuple[int, int] = PHONE,
        scheme: str = "light",
        locale: str = "en-GB",
        touch: bool = True,
        explained: bool = True,
        role: str | None = "operator",
    ) -> Board:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=locale,
            has_touch=touch,
        )
        context.set_default_timeout(20_000)
        if explained:
            context.add_init_script("try { localStorage.setItem('sonar.explained', '1') } catch {}")
        if role is not None:
            context.add_init_script(f"try {{ localStorage['sonar.role'] ??= '{role}' }} catch {{}}")
        page = context.new_page()
        board = Board(context, page)
        boards.append(board)
        page.goto(url)
        return board

    yield open_one
    faults = [fault for board in boards for fault in board.faults]
    for board in boards:
        board.context.close()
    assert faults == []
