"""Measure the live table: ``python -m benchmarks.live_table [--seconds 300] [--csv FILE]``.

From a tap to the updated map in a real browser, on the device that taps and on another of its crew; and many devices
at once, each a process of its own that taps a legal record once a second: what they waited, whether every tap stands in
its game once and in order, and what the server's memory did meanwhile.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import psutil
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.cases import REAL_TIME_MAPS, long_voyage, voyage
from benchmarks.measure import Figure, provenance
from benchmarks.mishears import spread
from benchmarks.table_device import Job, Report
from tracker import Announcement, dumps, load_map, loads
from tracker.game.announcements import Silence
from tracker.game.notation import format_announcement
from tracker.table.journal import Journal
from tracker.table.tables import Tables

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"390x844": (390, 844), "820x1180": (820, 1180)}
SILENCES = 3
BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
BROWSER += ["--disable-sync", "--no-first-run"]
READY_SECONDS = 60.0
WARM_TAPS = 60
HEAD_START = 3.0
"""Seconds in which all devices open their streams before the first tap."""


class Server:
    """The whole page, as ``start.sh`` starts it, over a journal of its own."""

    def __init__(self, folder: Path) -> None:
        """Begin with an empty journal in a folder."""
        self.url = f"sqlite:///{folder}/sonar.sqlite"
        self._log = folder / "server.log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.address=127.0.0.1"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [*command, f"--server.port={self.port}"],
                cwd=ROOT,
                env=os.environ | {"SONAR_DB": self.url},
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + READY_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=1).close()
                break
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"the server does not answer: {self._log.read_text()}") from None
                time.sleep(0.1)
        self._warm_up()

    def _warm_up(self) -> None:
        """Play a game nobody measures: a server at a table is long up, its engine loaded and its libraries too."""
        (code,) = new_crew(self, "bravo", 1)
        headers = {"X-Game-Code": code, "Content-Type": "application/json"}
        for number, one in enumerate(long_voyage(load_map("bravo"), 0, WARM_TAPS)):
            body = json.dumps({"op": f"warm-{number}", "do": "hear", "text": format_announcement(one)}).encode()
            url = f"http://127.0.0.1:{self.port}/api/announce"
            urllib.request.urlopen(urllib.request.Request(url, body, headers)).close()
            time.sleep(0.1)

    @property
    def mib(self) -> float:
        """The memory that the server holds."""
        resident: int = psutil.Process(self._process.pid).memory_info().rss
        return resident / 2**20

    def stop(self) -> None:
        """End it."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(timeout=30)


@contextmanager
def serving() -> Iterator[Server]:
    """Run a server over an empty journal."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.stop()


def new_crew(server: Server, map_id: str, devices: int, heard: Sequence[Announcement] = ()) -> list[str]:
    """Begin a game that heard something already; return a code for each device of its crew."""
    tables = Tables(Journal(server.url))
    record = loads(f'[Map "{map_id}"]\n').with_announcements(heard)
    first = tables.create(load_map(map_id), record=loads(dumps(record)))
    table = tables.get(first)
    codes = [first, *(tables.join(tables.invite(table), f"device {n}").code for n in range(2, devices + 1))]
    tables.journal.close()
    return codes


# --- many devices at once


@dataclass(frozen=True)
class Party:
    """A game, the codes of its devices, and the record that they tap, taking turns."""

    codes: Sequence[str]
    texts: Sequence[str]


def parties(server: Server, games: int, crew: int, seconds: int) -> list[Party]:
    """Return one game for a crew that takes turns, and some with one device each; each device taps once a second."""
    sizes = ([crew] if crew else []) + [1] * games
    made = []
    for number, devices in enumerate(sizes):
        map_id = REAL_TIME_MAPS[number % len(REAL_TIME_MAPS)]
        record = long_voyage(load_map(map_id), number, devices * seconds)
        made.append(Party(new_crew(server, map_id, devices), [format_announcement(one) for one in record]))
    return made


def tap_at_once(server: Server, tables: Sequence[Party]) -> tuple[list[Report], list[float]]:
    """Let every device tap once a second; return what each saw, and the server's memory each second meanwhile."""
    begin = time.time() + HEAD_START
    running = []
    for party, table in enumerate(tables):
        for turn, code in enumerate(table.codes):
            # a device's own second, spread evenly, so that the crew's record is heard in its order
            first = begin + turn / len(table.codes) + party / (len(tables) * max(len(table.codes), 1))
            texts = table.texts[turn :: len(table.codes)]
            job = Job(server.port, code, f"g{party}d{turn}", [(first + n, text) for n, text in enumerate(texts)])
            process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.table_device"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert process.stdin is not None
            process.stdin.write(json.dumps(asdict(job)))
            process.stdin.close()
            process.stdin = None  # said once: the device begins, and is asked for no more than its report
            running.append(process)
    memory = []
    while any(process.poll() is None for process in running):
        memory.append(server.mib)
        time.sleep(1.0)
    return [Report(**json.loads(process.communicate()[0])) for process in running], memory


def lost_doubled_reordered(server: Server, tables: Sequence[Party]) -> tuple[int, int, int]:
    """Compare each game's list with what its devices tapped."""
    lost = doubled = reordered = 0
    for party, table in enumerate(tables):
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}/api/snapshot")
        request.add_header("X-Game-Code", table.codes[0])
        with urllib.request.urlopen(request) as answer:
            heard = [(one["id"], one["text"]) for one in json.load(answer)["heard"]]
        for turn in range(len(table.codes)):
            mine = f"g{party}d{turn}-"
            tapped = [(f"{mine}{n}", text) for n, text in enumerate(table.texts[turn :: len(table.codes)])]
            found = [one for one in heard if one[0].startswith(mine)]
            lost += len(set(tapped) - set(found))
            doubled += len(found) - len(set(found))
            reordered += [one for one in dict.fromkeys(found) if one in set(tapped)] != [
                one for one in tapped if one in set(found)
            ]
    return lost, doubled, reordered


def at_once(games: int, crew: int, seconds: int) -> Iterator[Figure]:
    """Yield what some games and devices at once waited for, and whether all was kept."""
    names = ([f"{crew} devices on one game"] if crew else []) + ([f"{games} games, one device each"] if games else [])
    case = f"{' and '.join(names)}, {seconds} s"
    with serving() as server:
        tables = parties(server, games, crew, seconds)
        before = server.mib
        reports, memory = tap_at_once(server, tables)
        lost, doubled, reordered = lost_doubled_reordered(server, tables)
        after = server.mib
    waits = [wait for report in reports for wait in report.waits]
    yield Figure(case, "taps", len(waits), "")
    yield Figure(case, "lost", lost, "")
    yield Figure(case, "doubled", doubled, "")
    yield Figure(case, "devices whose taps were reordered", reordered, "")
    yield Figure(case, "refused", sum(len(report.refused) for report in reports), "")
    yield Figure(case, "sent again", sum(report.sent_again for report in reports), "")
    yield Figure(case, "snapshots older than one before", sum(report.events_back for report in reports), "")
    for quantile, value in spread(waits):
        yield Figure(case, f"tap to snapshot, {quantile}", value, "ms")
    yield Figure(case, "server's memory before", before, "MiB")
    yield Figure(case, "server's memory, half way", memory[len(memory) // 2], "MiB")
    yield Figure(case, "server's memory after", after, "MiB")


# --- in a real browser

WATCH = """(root) => {
  window.sonarShown = {};
  window.sonarTaps = [];
  const now = (stamp) => performance.timeOrigin + (stamp ?? performance.now());
  new MutationObserver(() => {
    const heard = root.dataset.heard;
    // the frame in which what was drawn is painted
    requestAnimationFrame(() => { window.sonarShown[heard] ??= now(); });
  }).observe(root, { attributes: true, attributeFilter: ["data-heard"] });
  root.addEventListener("pointerdown", (event) => window.sonarTaps.push(now(event.timeStamp)), { capture: true });
}"""


def open_page(browser: Browser, server: Server, code: str, size: tuple[int, int]) -> tuple[Page, Locator]:
    """Open a game on a device of its own."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    context.add_init_script(
        f"localStorage.setItem('sonar.game', '{code}'); localStorage.setItem('sonar.explained', '1')"
    )
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.locator("#board.ready").wait_for()
    page.locator("#board .net.on").wait_for()
    root = page.locator("#board")
    root.evaluate(WATCH)
    return page, root


def in_browser(rounds: int) -> Iterator[Figure]:
    """Yield the times from a tap to the updated map, three silences deep, on the own device and on another."""
    with serving() as server, sync_playwright() as playwright:
        names = ("chromium", "chromium-browser", "google-chrome", "chrome")
        chromium = next(filter(None, map(shutil.which, names)), None)
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER)
        for name, size in SIZES.items():
            own: list[float] = []
            other: list[float] = []
            for turn in range(rounds):
                map_id = REAL_TIME_MAPS[turn % len(REAL_TIME_MAPS)]
                for waited, seen in one_voyage(browser, server, map_id, turn, size):
                    own.append(waited)
                    other.append(seen)
            case = f"tap to updated map, {SILENCES} silences, {name}"
            yield Figure(case, "taps", len(own), "")
            for device, values in (("own device", own), ("another device", other)):
                for quantile, value in spread(values):
                    yield Figure(case, f"{device}, {quantile}", value, "ms")
        yield from burst(browser, server)
        browser.close()


def one_voyage(
    browser: Browser, server: Server, map_id: str, seed: int, size: tuple[int, int]
) -> Iterator[tuple[float, float]]:
    """Tap the courses after a voyage's last silence; yield what the own and another device waited for each."""
    record = voyage(load_map(map_id), seed, SILENCES)
    deep = max(n for n, one in enumerate(record, 1) if isinstance(one.item, Silence))
    codes = new_crew(server, map_id, 2, record[:deep])
    (page, root), (other, _) = (open_page(browser, server, code, size) for code in codes)
    for number, one in enumerate(record[deep:], deep + 1):
        time.sleep(0.4)  # what follows from the tap before is worked out: taps at a table are seconds apart
        root.locator(f'[data-do="{format_announcement(one).split()[1]}"]').click()
        for shown in (page, other):
            shown.wait_for_function(f"window.sonarShown[{number}]")
        tapped = page.evaluate("window.sonarTaps.at(-1)")
        yield (
            page.evaluate(f"window.sonarShown[{number}]") - tapped,
            other.evaluate(f"window.sonarShown[{number}]") - tapped,
        )
    for shown in (page, other):
        shown.context.close()


def burst(browser: Browser, server: Server, taps: int = 200, apart_ms: int = 15) -> Iterable[Figure]:
    """Yield how many of some taps 15 ms apart counted."""
    (code,) = new_crew(server, "charlie", 1)
    page, root = open_page(browser, server, code, SIZES["820x1180"])
    courses = [format_announcement(one).split()[1] for one in long_voyage(load_map("charlie"), 0, 4 * taps)]
    keys = [course for course in courses if course in "NESW"][:taps]
    root.evaluate(
        """async (root, [keys, apart]) => {
          for (const key of keys) {
            window.dispatchEvent(new KeyboardEvent("keydown", { key }));
            await new Promise((go) => setTimeout(go, apart));
          }
        }""",
        [keys, apart_ms],
    )
    page.wait_for_function("document.querySelectorAll && Object.keys(window.sonarShown).length", timeout=60_000)
    root.and_(page.locator('[data-waiting="0"]')).wait_for(timeout=60_000)
    counted = int(root.get_attribute("data-heard") or 0)
    page.context.close()
    yield Figure(f"{taps} taps {apart_ms} ms apart", "counted", counted, "")


def main() -> None:
    """Measure, print the table and write it as CSV."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--csv", type=Path, help="write the figures to this file")
    arguments.add_argument("--seconds", type=int, default=300, help="how long many devices tap (default: 300)")
    arguments.add_argument("--games", type=int, default=20, help="games with one device each (default: 20)")
    arguments.add_argument("--crew", type=int, default=8, help="devices on one game (default: 8)")
    arguments.add_argument("--together", action="store_true", help="the crew and the games once more, at the same time")
    arguments.add_argument("--rounds", type=int, default=20, help="voyages tapped in each size (default: 20)")
    chosen = arguments.parse_args()
    figures: list[Figure] = []
    about = provenance() | versions()
    print(", ".join(f"{name} {value}" for name, value in about.items()))

    def take(found: Iterable[Figure]) -> None:
        for figure in found:
            figures.append(figure)
            print(f"{figure.case:60} {figure.measure:36} {figure.value:12,.1f} {figure.unit}", flush=True)

    if chosen.rounds:
        take(in_browser(chosen.rounds))
    if chosen.crew:
        take(at_once(0, chosen.crew, chosen.seconds))
    if chosen.games:
        take(at_once(chosen.games, 0, chosen.seconds))
    if chosen.together:
        take(at_once(chosen.games, chosen.crew, chosen.seconds))
    if chosen.csv:
        with chosen.csv.open("w", newline="") as file:
            writer = csv.DictWriter(file, [*asdict(figures[0]), *about])
            writer.writeheader()
            writer.writerows({**asdict(figure), **about} for figure in figures)


def versions() -> dict[str, str]:
    """Return the versions of what the page is made with, beside those of the engine."""
    return {name: version(name) for name in ("streamlit", "starlette", "playwright")}


if __name__ == "__main__":
    main()
