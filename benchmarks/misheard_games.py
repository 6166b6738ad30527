"""Does allowing for misheard courses help? ``python -m benchmarks.misheard_games [--games 2000] [--pairs 200]``.

Simulated games over the real maps in which each of the enemy's courses is heard wrong (2 %), missed (1 %) or written
twice (0.5 %). For each way of tracking: how often the true cell is still on the map after 10, 20, 40 and 60
announcements, and the mean probability given to it. Allowing two errors runs on a paired subset of the games.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from benchmarks.cases import REAL_TIME_MAPS
from tracker import Announcement, SeaMap, Side, TooManyHypotheses, Tracker, load_map
from tracker.game.announcements import Heading
from tracker.game.cells import Cell, Course
from tracker.insight.simulation import simulate
from tracker.insight.truth import true_track

MOMENTS = (10, 20, 40, 60)
WRONG, MISSED, DOUBLED = 0.02, 0.01, 0.005
MODEL = "captain"


@dataclass(frozen=True)
class HeardGame:
    """What an operator wrote down of a game, with the enemy's true cell after each announcement."""

    sea_map: SeaMap
    announcements: tuple[Announcement, ...]
    cells: tuple[Cell, ...]


def heard_game(number: int) -> HeardGame:
    """Return the game of a number, its map one after the other of the real ones."""
    sea_map = load_map(REAL_TIME_MAPS[number % len(REAL_TIME_MAPS)])
    record = simulate(sea_map, f"misheard {number}")
    track = list(true_track(record, Side.BLUE))[1:]
    draw = random.Random(f"heard {number}")
    heard: list[Announcement] = []
    cells: list[Cell] = []
    for announcement, cell in zip(record.announcements, track, strict=True):
        assert cell is not None
        item, chance = announcement.item, draw.random()
        times = 1
        if announcement.side is Side.BLUE and isinstance(item, Heading) and item.course is not None:
            if chance < WRONG:
                other = draw.choice([course for course in Course if course is not item.course])
                announcement = replace(announcement, item=Heading(other))
            elif chance < WRONG + MISSED:
                times = 0
                if cells:
                    cells[-1] = cell  # it is there already while the operator still waits for the next announcement
            elif chance < WRONG + MISSED + DOUBLED:
                times = 2
        heard += [announcement] * times
        cells += [cell] * times
    return HeardGame(sea_map, tuple(heard[: MOMENTS[-1]]), tuple(cells[: MOMENTS[-1]]))


def tracked(game: HeardGame, mishears: int) -> Iterator[Tracker]:
    """Yield a tracker after each announcement; one whose readings outgrow memory goes on with one error fewer."""
    tracker = Tracker.start(game.sea_map, Side.BLUE, None, MODEL, mishears)
    for announcement in game.announcements:
        try:
            tracker = tracker.hear(announcement)
        except TooManyHypotheses:
            begun = Tracker.start(game.sea_map, Side.BLUE, None, MODEL, tracker.mishears - 1)
            tracker = begun.hear_all((*tracker.announcements, announcement))
        yield tracker


def started_again(game: HeardGame) -> Iterator[Tracker]:
    """Yield the exact tracker after each announcement, begun anew wherever nothing fits."""
    begun = Tracker.start(game.sea_map, Side.BLUE, None, MODEL)
    tracker = begun
    for announcement in game.announcements:
        tracker = tracker.hear(announcement)
        if not tracker.consistent:
            tracker = begun.hear(announcement)
            tracker = tracker if tracker.consistent else begun
        yield tracker


def mended(game: HeardGame, mishears: int) -> Iterator[Tracker]:
    """Yield what the page shows: the exact tracker while it fits, then the one that allows for errors."""
    for exact, mixed in zip(tracked(game, 0), tracked(game, mishears), strict=True):
        yield exact if exact.consistent else mixed


def shown(game: HeardGame, trackers: Iterator[Tracker]) -> list[float | None]:
    """Return the probability given to the true cell at each moment, None where it is not on the map."""
    found: list[float | None] = []
    for number, (tracker, cell) in enumerate(zip(trackers, game.cells, strict=True), 1):
        if number in MOMENTS:
            found.append(tracker.probability().get(cell))
    return found


WAYS: dict[str, Callable[[HeardGame], Iterator[Tracker]]] = {
    "exact, as heard": lambda game: tracked(game, 0),
    "start again on contradiction": started_again,
    "one misheard course": lambda game: tracked(game, 1),
    "exact while it fits, then one": lambda game: mended(game, 1),
    "two misheard courses": lambda game: tracked(game, 2),
    "exact while it fits, then two": lambda game: mended(game, 2),
}

ON_A_SUBSET = ("two misheard courses", "exact while it fits, then two")
"""The ways that take longest run on the paired subset only."""


def table(games: int, pairs: int) -> list[str]:
    """Return the table's lines: each way on all games, then all ways on the paired subset."""
    results: dict[str, list[list[float | None]]] = {way: [] for way in WAYS}
    seconds = dict.fromkeys(WAYS, 0.0)
    for number in range(games):
        game = heard_game(number)
        for way, track in WAYS.items():
            if number >= pairs and way in ON_A_SUBSET:
                continue
            begun = perf_counter()
            results[way].append(shown(game, track(game)))
            seconds[way] += perf_counter() - begun
    lines = [f"{games} games; what allows for two misheard courses on the first {pairs} only"]
    lines += [_row(way, found, seconds[way]) for way, found in results.items() if len(found) == games]
    lines += ["", f"the first {pairs} games"]
    lines += [_row(way, found[:pairs], None) for way, found in results.items()]
    head = " " * 31 + "".join(f"{moment:>8} on map  given" for moment in MOMENTS)
    return [lines[0], head, *lines[1:]]


def _row(way: str, found: list[list[float | None]], seconds: float | None) -> str:
    text = f"{way:31}"
    for at in range(len(MOMENTS)):
        there = [game[at] for game in found if len(game) > at]
        on_map = np.mean([share is not None for share in there]) if there else np.nan
        given = np.mean([share or 0.0 for share in there]) if there else np.nan
        text += f"{on_map:15.1%} {given:6.3f}"
    return text + (f"   {seconds:.0f} s" if seconds else "")


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=2000)
    arguments.add_argument("--pairs", type=int, default=200, help="games on which two errors are allowed")
    chosen = arguments.parse_args()
    print("\n".join(table(chosen.games, chosen.pairs)))


if __name__ == "__main__":
    main()
