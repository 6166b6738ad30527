"""Is it right? Calibration of the models and of what helpers usually do, over simulated games whose truth is known.

    python -m benchmarks.calibration                   the table, per map and character, and each model's reliability
    python -m benchmarks.calibration --lost 100000     count how often the true cell is lost (never)

Knows how games are drawn, shared out to cores and printed; what is measured is ``tracker.insight.calibration``'s.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from joblib import Parallel, delayed

from tracker.game.map_files import load_map, map_ids
from tracker.insight.calibration import METHODS, Score, lost_at, score_game
from tracker.insight.simulation import CHARACTERS, Setting, simulate

MAPS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "alpha-tbt")
CHUNK = 10
LOST_CHUNK = 500


def main() -> None:
    """Read the arguments and run what they ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="games for each map and character")
    parser.add_argument("--maps", default=",".join(MAPS), help="map ids, commas between")
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--picture", type=Path, help="write the reliability diagrams to this PNG")
    parser.add_argument("--lost", type=int, default=0, metavar="N", help="count lost true cells over N games instead")
    parser.add_argument("--progress", type=Path, help="with --lost: remember here how far it is, and go on from there")
    options = parser.parse_args()
    if options.lost:
        count_lost(options.lost, options.jobs, options.progress)
    else:
        print_table(options)


# ---- the table


def print_table(options: argparse.Namespace) -> None:
    """Score every method on every map with every character and print what comes out."""
    maps = options.maps.split(",")
    tasks = [
        (map_id, character, f"{options.seed}:{map_id}:{character}:{at}", min(CHUNK, options.games - at))
        for map_id in maps
        for character in CHARACTERS
        for at in range(0, options.games, CHUNK)
    ]
    found: dict[tuple[str, str], dict[str, Score]] = {}
    run = Parallel(n_jobs=options.jobs, return_as="generator_unordered")(delayed(_scored)(*task) for task in tasks)
    for number, (map_id, character, scores) in enumerate(run, 1):
        _merge(found.setdefault((map_id, character), {}), scores)
        print(f"\r{number} of {len(tasks)} lots of games", end="", file=sys.stderr)
    print(file=sys.stderr)
    found = {key: found[key] for key in dict.fromkeys((m, c) for m, c, *_ in tasks)}
    total = _joined(found.values())
    print(
        f"{2 * options.games * len(found)} submarines in {options.games * len(found)} games, seed {options.seed!r}.\n"
    )
    print(
        "| method | log score (bits) | worse than captain, game by game | Brier | mean rank | first | true cell lost |"
    )
    print("|---|---|---|---|---|---|---|")
    for name, score in total.items():
        worse, margin = total["captain"].better_by(score)
        print(
            f"| {name} | {score.log:.3f} ± {score.log_margin:.3f} | {worse:+.3f} ± {margin:.3f} "
            f"| {score.brier / score.moments:.3f} | {score.rank / score.moments:.2f} "
            f"| {score.first / score.moments:.1%} | {score.lost} |"
        )
    for title, part in (("map", 0), ("character", 1)):
        print(f"\nLog score (bits) by {title}:\n\n| {title} | " + " | ".join(METHODS) + " |")
        print("|---" * (len(METHODS) + 1) + "|")
        for key in dict.fromkeys(pair[part] for pair in found):
            scores = _joined(scores for pair, scores in found.items() if pair[part] == key)
            print(f"| {key} | " + " | ".join(f"{score.log:.3f}" for score in scores.values()) + " |")
    print(
        f"\nLog score (bits) of each cell, {2 * options.games} submarines:\n\n| map, character | "
        + " | ".join(METHODS)
        + " |"
    )
    print("|---" * (len(METHODS) + 1) + "|")
    for (map_id, character), scores in found.items():
        print(f"| {map_id}, {character} | " + " | ".join(f"{score.log:.3f}" for score in scores.values()) + " |")
    for name in ("captain", "uniform", "both pooled", "captain, tempered"):
        print(f"\nReliability of {name} (95 % Wilson intervals, as if moments were independent; * outside):\n")
        print("| said | cells | came true | interval |")
        print("|---|---|---|---|")
        for found_bin in total[name].reliability.bins():
            interval = f"{found_bin.from_:.4f} to {found_bin.to:.4f}{'' if found_bin.reliable else ' *'}"
            print(f"| {found_bin.said:.4f} | {found_bin.count} | {found_bin.came:.4f} | {interval} |")
    if options.picture:
        _picture(total, options.picture)


def _scored(map_id: str, character: str, seed: str, games: int) -> tuple[str, str, dict[str, Score]]:
    sea_map, setting = load_map(map_id), Setting(characters=(character,))
    scores: dict[str, Score] = {}
    for number in range(games):
        _merge(scores, score_game(simulate(sea_map, f"{seed}:{number}", setting), sea_map))
    return map_id, character, scores


def _merge(into: dict[str, Score], scores: dict[str, Score]) -> None:
    for name, score in scores.items():
        into.setdefault(name, Score()).merged(score)


def _joined(parts: Iterable[dict[str, Score]]) -> dict[str, Score]:
    total: dict[str, Score] = {}
    for scores in parts:
        _merge(total, scores)
    return total


def _picture(total: dict[str, Score], path: Path) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from tracker.report.drawing import draw_reliability

    figure = Figure(figsize=(4 * len(total) / 2, 8), layout="constrained")
    FigureCanvasAgg(figure)
    for number, (name, score) in enumerate(total.items(), 1):
        draw_reliability(figure.add_subplot(2, -(-len(total) // 2), number), score.reliability.bins(), name)
    figure.savefig(path, dpi=90)


# ---- never lost


def count_lost(games: int, jobs: int, progress: Path | None) -> None:
    """Play games over all shipped maps and print in how many the exact tracker lost the true cell."""
    done, lost, announcements = 0, 0, 0
    if progress is not None and progress.exists():
        done, lost, announcements = json.loads(progress.read_text(encoding="utf-8"))
    started = time.perf_counter()
    lots = range(done // LOST_CHUNK, -(-games // LOST_CHUNK))
    # In order, so that what is remembered is a beginning.
    run = Parallel(n_jobs=jobs, return_as="generator")(delayed(_lost)(lot) for lot in lots)
    for lot, (names, heard) in zip(lots, run, strict=True):
        done, lost, announcements = (lot + 1) * LOST_CHUNK, lost + len(names), announcements + heard
        for name in names:
            print(f"LOST in {name}")
        if progress is not None:
            progress.write_text(json.dumps([done, lost, announcements]), encoding="utf-8")
        print(f"\r{done} games, {lost} lost", end="", file=sys.stderr)
    seconds = time.perf_counter() - started
    print(file=sys.stderr)
    print(
        f"{done} games, {announcements} announcements, both sides: the true cell was lost in {lost} ({seconds:.0f} s)"
    )


def _lost(lot: int) -> tuple[list[str], int]:
    names: list[str] = []
    heard = 0
    maps = [load_map(map_id) for map_id in map_ids()]
    for number in range(lot * LOST_CHUNK, (lot + 1) * LOST_CHUNK):
        sea_map = maps[number % len(maps)]
        record = simulate(sea_map, f"lost:{number}")
        heard += len(record.announcements)
        if lost_at(record, sea_map):
            names.append(f"{sea_map.id} lost:{number}")
    return names, heard


if __name__ == "__main__":
    main()
