"""One device of the live-table benchmark, a process of its own: ``python -m benchmarks.table_device`` < a job.

Speaks what a page speaks: taps sent one after the other with ids of their own, and an event stream held open. Knows
when each tap was due and when a snapshot that holds it came; nothing of the server but its address. The standard
library only, so that many of them take little of the machine that they share with the server.
"""

from __future__ import annotations

import http.client
import json
import re
import sys
import threading
import time
from dataclasses import asdict, dataclass, field

PATIENCE = 60.0
_VERSION = re.compile(rb'"version":(\d+),"revision":(\d+)')


@dataclass(frozen=True)
class Job:
    """What a device is to do: its game's code, the taps with the seconds since 1970 at which each is due."""

    port: int
    code: str
    name: str
    taps: list[tuple[float, str]]


@dataclass
class Report:
    """What a device saw: milliseconds from each tap's moment to a snapshot that holds it, and what was odd."""

    name: str
    waits: list[float] = field(default_factory=list)
    events: int = 0
    events_back: int = 0
    sent_again: int = 0
    refused: list[str] = field(default_factory=list)


class Device:
    """A device at work."""

    def __init__(self, job: Job) -> None:
        """Take a job."""
        self.job = job
        self.report = Report(job.name)
        self._headers = {"X-Game-Code": job.code, "Content-Type": "application/json"}
        self._lock = threading.Lock()
        self._awaited = b""
        self._came = 0.0
        self._listening = threading.Event()
        self._line: http.client.HTTPConnection | None = None

    def work(self) -> Report:
        """Do the job."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._listening.wait(PATIENCE)
        for number, (due, text) in enumerate(self.job.taps):
            op = f"{self.job.name}-{number}"
            with self._lock:
                self._awaited, self._came = f'"id":"{op}"'.encode(), 0.0
            time.sleep(max(0.0, due - time.time()))
            answered = self._send(op, text)
            with self._lock:
                came = min(answered, self._came or answered)
            self.report.waits.append(1000 * (came - due))
        return self.report

    def _send(self, op: str, text: str) -> float:
        """Send one tap until it is answered, as a page does; return when."""
        body = json.dumps({"op": op, "do": "hear", "text": text, "device": self.job.name})
        while True:
            try:
                if self._line is None:
                    self._line = http.client.HTTPConnection("127.0.0.1", self.job.port, timeout=PATIENCE)
                self._line.request("POST", "/api/announce", body, self._headers)
                answer = self._line.getresponse()
                said = answer.read()
                if answer.status == 200:
                    return time.time()
                if answer.status < 500:
                    self.report.refused.append(said.decode()[:300])
                    return time.time()
            except (OSError, http.client.HTTPException):
                self._line = None
            self.report.sent_again += 1
            time.sleep(0.05)

    def _listen(self) -> None:
        newest = (-1, -1)
        connection = http.client.HTTPConnection("127.0.0.1", self.job.port, timeout=PATIENCE)
        connection.request("GET", "/api/events", headers=self._headers)
        answer = connection.getresponse()
        self._listening.set()
        rest = b""
        while part := answer.read1(1 << 20):
            now = time.time()
            *events, rest = (rest + part).split(b"\n\n")
            for event in events:
                found = _VERSION.search(event)
                if found is None:
                    continue
                with self._lock:
                    if self._awaited in event and not self._came:
                        self._came = now
                    self.report.events += 1
                    version = (int(found[1]), int(found[2]))
                    self.report.events_back += version <= newest
                newest = version


def main() -> None:
    """Read a job, do it, print the report."""
    fields = json.load(sys.stdin)
    fields["taps"] = [(due, text) for due, text in fields["taps"]]
    print(json.dumps(asdict(Device(Job(**fields)).work())))


if __name__ == "__main__":
    main()
