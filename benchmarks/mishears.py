"""How fast readings with misheard courses are: ``python -m benchmarks.mishears [--seeds N]``.

The first 60 announcements of dives with three silences each and our sensors, on every real-time map: the time of one
announcement with probabilities for one and for two errors, and of the corrections where one course is made wrong.
Each time is the median of three runs.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from benchmarks.cases import REAL_TIME_MAPS, sensed_voyage
from tracker import Announcement, SeaMap, Side, Tracker, load_map
from tracker.game.announcements import Heading
from tracker.game.cells import Course

MODEL = "captain"
ANNOUNCEMENTS = 60
RUNS = 3


def record_of(sea_map: SeaMap, seed: int) -> tuple[Announcement, ...]:
    """Return a seeded record to measure with."""
    return sensed_voyage(sea_map, seed, dives=2)[:ANNOUNCEMENTS]


def announcement_times(sea_map: SeaMap, heard: tuple[Announcement, ...], mishears: int) -> list[float]:
    """Return the milliseconds of each announcement, taken in and read off with probabilities."""
    runs = []
    for _ in range(RUNS):
        tracker, times = Tracker.start(sea_map, Side.BLUE, None, MODEL, mishears), []
        for announcement in heard:
            begun = perf_counter()
            tracker = tracker.hear(announcement)
            if tracker.consistent:
                tracker.posterior()
            times.append((perf_counter() - begun) * 1e3)
        runs.append(times)
    return [statistics.median(same) for same in zip(*runs, strict=True)]


def repair_time(sea_map: SeaMap, heard: tuple[Announcement, ...]) -> float | None:
    """Return the milliseconds of all single corrections after a course in the middle was misheard, None if it fits."""
    middle = next(n for n in range(len(heard) // 2, len(heard)) if isinstance(heard[n].item, Heading))
    said = heard[middle].item
    assert isinstance(said, Heading)
    for other in Course:
        wrong = replace(heard[middle], item=Heading(other))
        tracker = Tracker.start(sea_map, Side.BLUE, None, MODEL).hear_all(
            (*heard[:middle], wrong, *heard[middle + 1 :])
        )
        if other is not said.course and not tracker.consistent:
            times = []
            for _ in range(RUNS):
                begun = perf_counter()
                tracker.repairs()
                times.append((perf_counter() - begun) * 1e3)
            return statistics.median(times)
    return None


def spread(times: Sequence[float]) -> list[tuple[str, float]]:
    """Return median, 95th percentile and worst with their names."""
    ordered = sorted(times)
    return [
        ("median", statistics.median(ordered)),
        ("95th percentile", ordered[int(0.95 * (len(ordered) - 1))]),
        ("worst", ordered[-1]),
    ]


def times(seeds: int) -> dict[str, list[float]]:
    """Return the milliseconds of all announcements with one and with two errors, and of the corrections."""
    found: dict[str, list[float]] = {"one misheard": [], "two misheard": [], "corrections": []}
    for map_id in REAL_TIME_MAPS:
        sea_map = load_map(map_id)
        for heard in (record_of(sea_map, seed) for seed in range(seeds)):
            found["one misheard"] += announcement_times(sea_map, heard, 1)
            found["two misheard"] += announcement_times(sea_map, heard, 2)
            repair = repair_time(sea_map, heard)
            found["corrections"] += [] if repair is None else [repair]
    return found


def main() -> None:
    """Print a line for each number of errors, and one for the corrections."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seeds", type=int, default=2, help="voyages on each map")
    for name, values in times(arguments.parse_args().seeds).items():
        print(f"{name:14} " + ", ".join(f"{quantile} {ms:.1f} ms" for quantile, ms in spread(values)))


if __name__ == "__main__":
    main()
