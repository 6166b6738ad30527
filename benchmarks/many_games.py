"""How many records a second ``analyse DIR`` gets through, on one core and on two.

    python -m benchmarks.many_games                    200 simulated games of both sides

Knows how records are made for it and how the runs are printed; the analysis is ``tracker.cli_folder``'s.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tracker.cli_folder import FolderResult, analyse_folder
from tracker.game.map_files import load_map
from tracker.game.records import dumps
from tracker.insight.simulation import simulate

MAPS = ("alpha", "bravo", "charlie", "foxtrot", "alpha-tbt")


def main() -> None:
    """Read the arguments, analyse the same records on one core and on two, and print the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="many")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        heard = write_games(Path(folder) / "games", options.games, options.seed)
        print(f"{options.games} records of both sides, {heard / options.games:.0f} announcements each\n")
        print("| cores | seconds | records a second |\n|---|---|---|")
        for found in runs(Path(folder)):
            print(f"| {found.jobs} | {found.seconds:.1f} | {found.rate:.1f} |")


def write_games(folder: Path, games: int, seed: str) -> int:
    """Write simulated records and return how many announcements they hold."""
    folder.mkdir(parents=True)
    announcements = 0
    for number in range(games):
        record = simulate(load_map(MAPS[number % len(MAPS)]), f"{seed}:{number}")
        announcements += len(record.announcements)
        (folder / f"{number:05}.sonar").write_text(dumps(record), encoding="utf-8")
    return announcements


def runs(folder: Path) -> list[FolderResult]:
    """Analyse the folder's games once on each number of cores, workers warm."""
    games = folder / "games"
    warm = [analyse_folder(games, folder / f"warm {jobs}", "captain", jobs, _quiet, part=4) for jobs in (1, 2)]
    return [analyse_folder(games, folder / f"out {run.jobs}", "captain", run.jobs, _quiet, part=4) for run in warm]


def _quiet(_done: int, _total: int) -> None:
    """Show no progress: it is the run that is timed."""


if __name__ == "__main__":
    main()
