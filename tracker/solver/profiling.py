"""How long the engine takes for each announcement of a record, in this process and in a fresh one.

Knows clocks and processes; prints nothing.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter

import psutil

from tracker.game.announcements import Announcement, Side
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Model
from tracker.solver.tracking import Tracker

MIB = 2**20


@dataclass(frozen=True, slots=True)
class Question:
    """What is timed: the announcements of one side, heard under a model with some mishears allowed."""

    sea_map: SeaMap
    announcements: tuple[Announcement, ...]
    tracked: Side
    options: RuleOptions
    model: Model
    mishears: int = 0

    def begun(self) -> Tracker:
        """Return the tracker before the first announcement."""
        return Tracker.start(self.sea_map, self.tracked, self.options, self.model, self.mishears)


@dataclass(frozen=True, slots=True)
class ItemTime:
    """Milliseconds of one announcement, taking it in and reading off what the map needs, and what was left after it."""

    ms: float
    answer_ms: float
    hypotheses: int
    shapes: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Median times of every announcement with kernels warm, and one run in a fresh process."""

    items: tuple[ItemTime, ...]
    total_ms: float
    cold_ms: float
    peak_mib: float


def profile(question: Question, repeat: int) -> Profile:
    """Time a record ``repeat`` times after a first untimed run, and once in a fresh process.

    ``total_ms`` is the sum of the medians. ``cold_ms`` is the whole record in a process that has just loaded the
    engine, from the first item on, kernels taken from the cache on disk; ``peak_mib`` its peak memory above what it
    held then.
    """
    run(question.begun(), question.announcements)
    runs = [run(question.begun(), question.announcements) for _ in range(repeat)]
    items = tuple(
        ItemTime(
            median(item.ms for item in same),
            median(item.answer_ms for item in same),
            same[0].hypotheses,
            same[0].shapes,
        )
        for same in zip(*runs, strict=True)
    )
    cold_ms, peak_mib = _cold(question)
    return Profile(items, sum(item.ms + item.answer_ms for item in items), cold_ms, peak_mib)


def run(tracker: Tracker, announcements: Sequence[Announcement]) -> list[ItemTime]:
    """Return the times of hearing announcements one after the other, each followed by reading off the answer."""
    items = []
    for announcement in announcements:
        begun = perf_counter()
        tracker = tracker.hear(announcement)
        heard = perf_counter()
        _read_off(tracker)
        answered = perf_counter()
        items.append(ItemTime((heard - begun) * 1e3, (answered - heard) * 1e3, tracker.histories, tracker.shapes))
    return items


def _read_off(tracker: Tracker) -> None:
    """Ask for what the map needs: possible cells, starts, histories and, but for ``exact``, probabilities."""
    if tracker.consistent:
        answer = tracker.hypotheses.answer
        assert answer.histories
        if tracker.model != "exact":
            tracker.posterior()


def _cold(question: Question) -> tuple[float, float]:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_measure_cold, args=(question, sender))
    process.start()
    cold: tuple[float, float] = receiver.recv()
    process.join()
    return cold


def _measure_cold(question: Question, sender: Connection) -> None:
    tracker = question.begun()
    _forget_peak()
    held = psutil.Process().memory_info().rss
    begun = perf_counter()
    run(tracker, question.announcements)
    taken = perf_counter() - begun
    sender.send((taken * 1e3, max(0, _peak_bytes() - held) / MIB))


_LINUX_PEAK = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def _forget_peak() -> None:
    """Let the system count this process's peak memory from now on, where it can (Linux)."""
    if sys.platform == "linux":
        _LINUX_PEAK[0].write_text("5")


def _peak_bytes() -> int:
    """Return the most memory this process held, as the system counts it."""
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    if sys.platform == "linux":
        peak = next(line for line in _LINUX_PEAK[1].read_text().splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) * 1024
    import resource  # not there on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def question_of(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side = Side.BLUE,
    options: RuleOptions | None = None,
    model: Model = "exact",
    mishears: int = 0,
) -> Question:
    """Return the question that a tracker of these announcements would answer."""
    return Question(sea_map, tuple(announcements), tracked, options or RuleOptions(), model, mishears)
