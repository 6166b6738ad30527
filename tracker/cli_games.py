"""The commands about whole games: ``simulate``, ``check`` and ``analyse``.

Knows these commands' arguments and files; prints only through what it is given, for the command line alone prints.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.cli_files import UnusableFile, read_game, read_map
from tracker.cli_progress import Progress
from tracker.game.errors import TrackerError, UnknownMap
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap

if TYPE_CHECKING:
    from tracker.insight.analysis import Analysis

Say = Callable[[str], None]

ALL_WELL, FAULTS_FOUND, UNUSABLE = 0, 1, 2


class UnusableFolder(TrackerError):
    """A folder that cannot be written."""


def add_parsers(commands: Any, say: Say, complain: Say) -> None:  # noqa: ANN401  # argparse keeps its type private
    """Add the commands; ``say`` prints a line, ``complain`` one on standard error."""
    _add_simulate(commands, say, complain)
    _add_check(commands, say, complain)
    _add_analyse(commands, say, complain)


def _reported(complain: Say, run: Callable[[], int]) -> int:
    """Run a command and turn its errors into sentences."""
    try:
        return run()
    except UnusableFile as unusable:
        for line in unusable.lines:
            complain(line)
    except TrackerError as error:
        complain(str(error))
    return UNUSABLE


# ---- simulate


def _add_simulate(commands: Any, say: Say, complain: Say) -> None:  # noqa: ANN401
    command = commands.add_parser("simulate", help="write seeded legal games, with their truth, as records")
    command.add_argument("--map", default="alpha", metavar="ID", help="a map's id or a map file (default: alpha)")
    command.add_argument("--games", type=_count, default=1, metavar="N", help="how many games")
    command.add_argument("--seed", default="1", help="the same seed gives the same games")
    command.add_argument("--out", required=True, metavar="DIR", help="the folder to write the records in")
    command.add_argument("--captains", default="", metavar="NAMES", help="characters to draw from, commas between")
    command.add_argument("--mode", choices=("real-time", "turn-by-turn"), help="default: the map's own")
    command.add_argument(
        "--mishears", type=_share, default=0.0, metavar="RATE", help="share of courses misheard, 0 to 1"
    )
    command.add_argument("--torpedo", choices=("manhattan", "path"), default="manhattan", help="how its steps count")
    command.add_argument("--mines", type=int, choices=(8, 4), default=8, help="neighbours a mine may be dropped in")
    command.add_argument("--length", type=_count, default=240, metavar="N", help="announcements at most")
    command.set_defaults(run=lambda options: _reported(complain, lambda: _simulate(options, say)))


def _simulate(options: argparse.Namespace, say: Say) -> int:
    from tracker.game.records import dumps
    from tracker.game.rules import RuleOptions
    from tracker.insight.simulation import CHARACTERS, Setting, simulate

    sea_map = _map(options.map)
    names = tuple(name.strip() for name in options.captains.split(",") if name.strip()) or tuple(CHARACTERS)
    unknown = [name for name in names if name not in CHARACTERS]
    if unknown:
        raise TrackerError(f"--captains {unknown[0]}: found no such character, expected {', '.join(CHARACTERS)}")
    setting = Setting(
        RuleOptions(options.torpedo, options.mines),
        names,
        None if options.mode is None else options.mode == "real-time",
        options.mishears,
        options.length,
    )
    folder = _folder(options.out)
    announcements = 0
    with Progress(sys.stderr, "simulating", "games") as progress:
        for number in range(1, options.games + 1):
            progress.at(number - 1, options.games)
            record = simulate(sea_map, f"{options.seed}:{number}", setting)
            announcements += len(record.announcements)
            name = f"{Path(sea_map.id).stem}-{_file_part(options.seed)}-{number:05}.sonar"
            _write(folder / name, dumps(record))
    say(f"{options.games} games, {announcements} announcements, written to {options.out}")
    return ALL_WELL


# ---- check


def _add_check(commands: Any, say: Say, complain: Say) -> None:  # noqa: ANN401
    command = commands.add_parser("check", help="replay records with their truth: broken rules and false answers")
    command.add_argument("files", nargs="+", metavar="GAME.sonar", help="game records with their truth marks")
    command.add_argument("--lenient", action="store_true", help="leave out what cannot be read, and name it")
    command.add_argument("--json", action="store_true", help="one JSON object a line for each record")
    command.set_defaults(
        run=lambda options: max(
            _reported(complain, partial(_check, path, options, say, complain)) for path in options.files
        )
    )


def _check(path: str, options: argparse.Namespace, say: Say, complain: Say) -> int:
    from tracker.insight.referee import judge

    game = read_game(path, options.lenient)
    for line in game.left_out:
        complain(f"{line}; left out")
    verdict = judge(game.record, game.sea_map)
    if options.json:
        findings = [
            {"announcement": f.number, "side": f.side.value, "rule": f.rule.value, "sentence": f.sentence}
            for f in verdict.findings
        ]
        say(json.dumps({"record": path, "findings": findings, "unchecked": list(verdict.unchecked)}))
    else:
        before = f"{path}: " if len(options.files) > 1 else ""
        for finding in verdict.findings:
            say(f"{before}{finding}")
        for line in verdict.unchecked:
            say(f"{before}{line}")
        if verdict.clean:
            heard = len(game.record.announcements)
            limits = " as far as the truth is known" if verdict.unchecked else ""
            say(f"{before}{heard} announcements, every rule kept and every answer true{limits}")
    return ALL_WELL if verdict.clean else FAULTS_FOUND


# ---- analyse


def _add_analyse(commands: Any, say: Say, complain: Say) -> None:  # noqa: ANN401
    command = commands.add_parser("analyse", help="what each announcement told; pictures, tables, many games at once")
    command.add_argument("path", metavar="GAME.sonar|DIR", help="a record, or a folder of records")
    command.add_argument("--out", metavar="DIR", help="where to write the report (a folder needs one)")
    command.add_argument("--model", choices=("uniform", "captain"), default="captain", help="how histories are weighed")
    command.add_argument("--no-gif", action="store_true", help="leave out the animated replay")
    command.add_argument("--json", action="store_true", help="print the analysis as JSON instead of a summary")
    command.add_argument("--lenient", action="store_true", help="leave out what cannot be read, and name it")
    command.add_argument("--jobs", type=_count, default=0, metavar="N", help="cores for a folder (default: all)")
    command.set_defaults(run=lambda options: _reported(complain, lambda: _analyse(options, say, complain)))


def _analyse(options: argparse.Namespace, say: Say, complain: Say) -> int:
    if Path(options.path).is_dir():
        return _analyse_many(options, say, complain)
    from tracker.insight.analysis import analyse
    from tracker.report import review

    game = read_game(options.path, options.lenient)
    for line in game.left_out:
        complain(f"{line}; left out")
    with Progress(sys.stderr, f"analysing {options.path}", "steps") as progress:
        analysis = analyse(game.record, game.sea_map, options.model, progress.at)
        if options.out is not None:
            _write_report(analysis, _folder(options.out), progress, gif=not options.no_gif)
    say(review.json_text(analysis).rstrip("\n") if options.json else review.summary(analysis))
    contradictory = any(side.contradiction is not None for side in analysis.sides)
    return FAULTS_FOUND if contradictory else ALL_WELL


def _write_report(analysis: Analysis, folder: Path, progress: Progress, *, gif: bool) -> None:
    from tracker.report import html, review, sheet

    _write(folder / "summary.txt", review.summary(analysis) + "\n")
    _write(folder / "steps.csv", review.csv_text(analysis))
    _write(folder / "analysis.json", review.json_text(analysis))
    pictures = {}
    for number, side in enumerate(analysis.sides):
        progress.at(number, len(analysis.sides), "drawing the sheet of a side")
        name = side.side.value
        pictures[name] = sheet.png(sheet.sheet_figure(analysis, side))
        _write_bytes(folder / f"sheet-{name}.png", pictures[name])
    _write(folder / "report.html", html.page(analysis, pictures))
    if gif and analysis.sides:
        from tracker.report import replay

        _write_bytes(folder / "replay.gif", replay.gif(analysis, lambda at, of: progress.at(at, of, "drawing frame")))


def _analyse_many(options: argparse.Namespace, say: Say, complain: Say) -> int:
    import os

    from tracker.cli_folder import analyse_folder

    if options.out is None:
        raise TrackerError("analyse DIR: found no --out, expected a folder for the results")
    with Progress(sys.stderr, f"analysing {options.path}", "records") as progress:
        jobs = options.jobs or os.cpu_count() or 1
        found = analyse_folder(Path(options.path), Path(options.out), options.model, jobs, progress.at)
    cores = f"{found.jobs} core{'' if found.jobs == 1 else 's'}"
    say(f"{found.analysed} records in {found.seconds:.1f} s: {found.rate:.1f} records/s on {cores}")
    if found.before:
        say(f"{found.before} records were done before")
    say(f"results: {options.out}/games.parquet and {options.out}/steps.parquet")
    for name, why in sorted(found.skipped.items()):
        complain(f"skipped {name}: {why}")
    return FAULTS_FOUND if found.skipped else ALL_WELL


# ---- arguments and files


def _map(name: str) -> SeaMap:
    if name.lower().endswith(".txt"):
        return read_map(name)
    try:
        return load_map(name.lower())
    except UnknownMap as unknown:
        raise TrackerError(f"--map {name}: {unknown}") from None


def _folder(path: str) -> Path:
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise UnusableFolder(f"{path}: cannot be made ({failure.strerror}), expected a folder to write in") from None
    return folder


def _write(path: Path, text: str) -> None:
    _write_bytes(path, text.encode("utf-8"))


def _write_bytes(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as failure:
        raise UnusableFolder(f"{path}: cannot be written ({failure.strerror})") from None


def _file_part(text: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in text) or "_"


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a whole number")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a share from 0 to 1")
    return share
