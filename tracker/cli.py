"""The command line: ``solve``, ``maps``, ``perft`` and ``profile``; the only place that prints.

Knows arguments, streams and exit statuses; what is answered comes from ``cli_answers`` and ``report.text``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from tracker import cli_backup, cli_games, cli_import
from tracker.cli_files import GameFile, UnusableFile, read_game, read_map
from tracker.cli_progress import Progress
from tracker.game.errors import TooManyHypotheses, TrackerError

CONSISTENT, CONTRADICTORY, UNUSABLE, TOO_MANY = 0, 1, 2, 3
INTERRUPTED = 130


class OutOfMemory(TrackerError):
    """The machine had less memory than the estimate allowed for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status, as the record format's description lists them."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that cannot show a name must not cost the answer.
            stream.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # What reads our output has gone; the interpreter must not fail again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _complain("standard output was closed before the whole answer was written")
        return UNUSABLE
    except KeyboardInterrupt:
        _complain("interrupted; nothing was changed")
        return INTERRUPTED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sonar-tracker",
        description="Where can the enemy submarine be? Answers from records of Captain Sonar games.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    solve = commands.add_parser("solve", help="the possible cells at the end of each record")
    _record_options(solve)
    solve.add_argument("--model", choices=("uniform", "captain"), default="uniform", help="how histories are weighed")
    solve.add_argument(
        "--mishears", type=int, choices=(0, 1, 2), default=0, help="how many courses may have been misheard or missed"
    )
    solve.set_defaults(run=_solve)

    maps = commands.add_parser("maps", help="list the maps, or check map files")
    maps.add_argument("files", nargs="*", metavar="FILE", help="map files to check")
    maps.set_defaults(run=_maps)

    perft = commands.add_parser("perft", help="histories, routes, cells and shapes after each announcement")
    _record_options(perft)
    perft.set_defaults(run=_perft)

    profile = commands.add_parser("profile", help="how long the engine takes for each announcement")
    _record_options(profile)
    profile.add_argument("--model", choices=("exact", "uniform", "captain"), default="exact", help="what is computed")
    profile.add_argument(
        "--mishears", type=int, choices=(0, 1, 2), default=0, help="how many courses may have been misheard or missed"
    )
    profile.add_argument("--repeat", type=_repeats, default=5, metavar="R", help="timed runs (default: 5)")
    profile.set_defaults(run=_profile)
    cli_games.add_parsers(commands, print, _complain)
    cli_import.add_parser(commands, print, _complain)
    cli_backup.add_parsers(commands, print, _complain)
    return parser


def _record_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", metavar="GAME.sonar", help="game records")
    command.add_argument(
        "--track",
        choices=("enemy", "us", "yellow", "blue"),
        default="enemy",
        help="whose submarine (default: the enemy's)",
    )
    command.add_argument("--at", type=_count, metavar="N", help="stop after the N-th announcement of the record")
    command.add_argument("--lenient", action="store_true", help="leave out what cannot be read, and name it")
    command.add_argument("--json", action="store_true", help="one JSON object a line for each record")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a number of announcements, 0 or more")
    return int(text)


def _repeats(text: str) -> int:
    number = _count(text)
    if not number:
        raise argparse.ArgumentTypeError("found 0, expected 1 run or more")
    return number


def _solve(options: argparse.Namespace) -> int:
    def one(game: GameFile, progress: Progress) -> tuple[int, dict[str, Any], str]:
        from tracker import cli_answers
        from tracker.report import text

        track, model, mishears, at = options.track, options.model, options.mishears, options.at
        tracker = cli_answers.solve(game, track, model, mishears, at, progress)
        fits = tracker.consistent and not mishears
        repairs = {"repairs": []} if fits else cli_answers.repairs_of(game, track, model, at)
        found = cli_answers.answer(game, tracker, track, model, mishears, repairs, at)
        status = CONSISTENT if tracker.consistent else CONTRADICTORY
        if options.json:
            return status, found, ""
        heard = cli_answers.heard_of(game, at)
        used = text.counted(found["announcements"], "announcement")
        title = f"{game.sea_map.name}: {tracker.tracked.value}'s submarine after {used} (model {model})"
        return status, found, f"{title}\n\n{text.answer_text(tracker, heard, found)}"

    return _each_record(options, "solving", one)


def _perft(options: argparse.Namespace) -> int:
    def one(game: GameFile, progress: Progress) -> tuple[int, dict[str, Any], str]:
        from tracker import cli_answers
        from tracker.report import text

        counts = cli_answers.counts(game, options.track, options.at, progress)
        contradictory = bool(counts) and not counts[-1]["histories"]
        found = {"map": game.sea_map.id, "track": options.track, "counts": counts}
        return CONTRADICTORY if contradictory else CONSISTENT, found, text.perft_text(counts)

    return _each_record(options, "counting", one)


def _profile(options: argparse.Namespace) -> int:
    def one(game: GameFile, progress: Progress) -> tuple[int, dict[str, Any], str]:
        from tracker.cli_profile import profile_of
        from tracker.report import text

        found = profile_of(game, options.track, options.model, options.mishears, options.at, options.repeat)
        return CONSISTENT, found, text.profile_text(found)

    return _each_record(options, "timing", one)


def _each_record(
    options: argparse.Namespace,
    doing: str,
    one: Callable[[GameFile, Progress], tuple[int, dict[str, Any], str]],
) -> int:
    """Answer every record in order, whatever the others are like, and return the highest status."""
    highest = CONSISTENT
    for number, path in enumerate(options.files):
        try:
            game = read_game(path, options.lenient)
            for line in game.left_out:
                _complain(f"{line}; left out")
            with Progress(sys.stderr, f"{doing} {path}") as progress:
                status, found, text = one(game, progress)
        except TrackerError as error:
            status, found = _failed(path, error)
            text = ""
        except MemoryError:
            status, found = _failed(
                path, OutOfMemory("memory ran out; the record is as it was, --at N answers its beginning")
            )
            text = ""
        except BrokenPipeError:
            raise
        except Exception as bug:
            # A fault of ours must cost neither the other records nor show a person a traceback.
            status, found = _failed(path, TrackerError(f"a fault of the tracker itself, please report it: {bug!r}"))
            text = ""
        highest = max(highest, status)
        if options.json:
            print(json.dumps(found, allow_nan=False), flush=True)
        elif text:
            if len(options.files) > 1:
                print(f"{'' if number == 0 else chr(10)}== {path}")
            print(text, flush=True)
    return highest


def _failed(path: str, error: TrackerError) -> tuple[int, dict[str, Any]]:
    """Name an error on standard error and return its status and the object that stands in the record's place."""
    for line in error.lines if isinstance(error, UnusableFile) else (f"{path}: {error}",):
        _complain(line)
    return TOO_MANY if isinstance(error, TooManyHypotheses | OutOfMemory) else UNUSABLE, {"error": str(error)}


def _maps(options: argparse.Namespace) -> int:
    from tracker.game.map_files import load_map, map_ids
    from tracker.report import text

    if not options.files:
        width = max(len(map_id) for map_id in map_ids())
        for map_id in map_ids():
            print(f"{map_id.ljust(width)}  {text.map_line(load_map(map_id))}")
        return CONSISTENT
    status = CONSISTENT
    for path in options.files:
        try:
            sea_map = read_map(path)
        except UnusableFile as unusable:
            status, _ = _failed(path, unusable)
        else:
            print(f"{path}: no fault; {text.map_line(sea_map)}")
    return status


def _complain(line: str) -> None:
    print(line.replace("\n", " "), file=sys.stderr, flush=True)
