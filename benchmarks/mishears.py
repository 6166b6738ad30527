"""How fast readings with misheard courses are: ``python -m benchmarks.mishears [--seeds N]``.

Two dives with three silences each and our sensors, about 70 announcements, on every real-time map: the time of one
announcement with probabilities for one and for two errors, and of the corrections where one course is made wrong.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import replace
from time import perf_counter

from benchmarks.cases import REAL_TIME_MAPS, sensed_voyage
from tracker import Announcement, SeaMap, Side, Tracker, load_map
from tracker.game.announcements import Heading
from tracker.game.cells import Course

MODEL = "captain"


def announcement_times(sea_map: SeaMap, heard: tuple[Announcement, ...], mishears: int) -> list[float]:
    """Return the milliseconds of each announcement, taken in and read off with probabilities."""
    tracker, times = Tracker.start(sea_map, Side.BLUE, None, MODEL, mishears), []
    for announcement in heard:
        begun = perf_counter()
        tracker = tracker.hear(announcement)
        if tracker.consistent:
            tracker.posterior()
        times.append((perf_counter() - begun) * 1e3)
    return times


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
            begun = perf_counter()
            tracker.repairs()
            return (perf_counter() - begun) * 1e3
    return None


def spread(times: list[float]) -> str:
    """Return median, 95th percentile and worst."""
    ordered = sorted(times)
    worst = ordered[int(0.95 * (len(ordered) - 1))], ordered[-1]
    return f"median {statistics.median(ordered):7.1f} ms, 95 % {worst[0]:7.1f} ms, worst {worst[1]:7.1f} ms"


def main() -> None:
    """Print a line for each map and number of errors, and one for the corrections."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seeds", type=int, default=2, help="voyages on each map")
    seeds = arguments.parse_args().seeds
    every: dict[int, list[float]] = {1: [], 2: []}
    repairs: list[float] = []
    for map_id in REAL_TIME_MAPS:
        sea_map = load_map(map_id)
        voyages = [sensed_voyage(sea_map, seed, dives=2) for seed in range(seeds)]
        for mishears, times in every.items():
            found = [ms for heard in voyages for ms in announcement_times(sea_map, heard, mishears)]
            times += found
            print(f"{map_id:8} {mishears} misheard: {spread(found)}", flush=True)
        repairs += [ms for heard in voyages if (ms := repair_time(sea_map, heard)) is not None]
    for mishears, times in every.items():
        print(f"all maps {mishears} misheard: {spread(times)}")
    print(f"all maps corrections: {spread(repairs)}")


if __name__ == "__main__":
    main()
