"""The command ``import``: a record out of a plain list of announcements or a CSV table.

Knows the command's arguments and files; how such texts are read is ``game.imports``'s business. Prints only through
what it is given, for the command line alone prints.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tracker.cli_files import UnusableFile, judged, read_map, read_text
from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.imports import import_text
from tracker.game.phrase_words import LANGUAGES
from tracker.game.record_maps import map_tags
from tracker.game.records import Record, dumps

Say = Callable[[str], None]

ALL_WELL, UNUSABLE = 0, 2
STANDARD_INPUT = "-"


def add_parser(commands: Any, say: Say, complain: Say) -> None:  # noqa: ANN401  # argparse keeps its type private
    """Add the command; ``say`` prints a line, ``complain`` one on standard error."""
    command = commands.add_parser("import", help="make a record of a plain list of announcements or of a CSV table")
    command.add_argument("file", metavar="LIST.txt|TABLE.csv", help="the text; - for standard input")
    command.add_argument("--map", metavar="ID", help="a map's id or a map file, where the text names none")
    command.add_argument("--us", choices=[side.value for side in Side], default="yellow", help="our side")
    command.add_argument("--language", choices=sorted(LANGUAGES), default="en", help="what is spoken (default: en)")
    command.add_argument("--yellow", metavar="NAME", help="what a table calls the yellow team")
    command.add_argument("--blue", metavar="NAME", help="what a table calls the blue team")
    command.add_argument("--out", metavar="GAME.sonar", help="where to write the record (default: standard output)")
    command.add_argument("--lenient", action="store_true", help="leave out what cannot be read, and name it")
    command.set_defaults(run=lambda options: _import(options, say, complain))


def _import(options: argparse.Namespace, say: Say, complain: Say) -> int:
    try:
        record, left_out = _read(options)
        for line in left_out:
            complain(f"{line}; left out")
        if options.out is None:
            say(dumps(record).rstrip("\n"))
        else:
            _write(options.out, dumps(record))
            say(f"{len(record.announcements)} announcements, written to {options.out}")
    except UnusableFile as unusable:
        for line in unusable.lines:
            complain(line)
        return UNUSABLE
    except TrackerError as error:
        complain(str(error))
        return UNUSABLE
    return ALL_WELL


def _read(options: argparse.Namespace) -> tuple[Record, tuple[str, ...]]:
    """Return the record of a text with its map, and what was left out of it."""
    standard = options.file == STANDARD_INPUT
    text = sys.stdin.read() if standard else read_text(options.file)
    path = "standard input" if standard else options.file
    sides = {name: side for side in Side if (name := getattr(options, side.value)) is not None}
    record = import_text(text, options.language, Side(options.us), lenient=True, sides=sides)
    record = _with_map(record, options.map, path)
    game = judged(path, record, options.lenient)
    return game.record, game.left_out


def _with_map(record: Record, name: str | None, path: str) -> Record:
    """Return the record with the map that was asked for; its own map stays where none was."""
    if name is None:
        if record.tag("Map") is None and record.tag("Grid") is None:
            raise UnusableFile(path, (f"{path}: names no map, expected --map, such as --map alpha",))
        return record
    for tag in ("Map", "Grid", "Sector"):
        record = record.with_tag(tag, None)
    if not name.lower().endswith(".txt"):
        return _first(record, (("Map", name),))
    # a record travels without its map's file
    return _first(record, map_tags(read_map(name)))


def _first(record: Record, tags: tuple[tuple[str, str], ...]) -> Record:
    """Return the record with tags put before all others."""
    for tag in tags:
        record = record.with_tag(*tag)
    own = len(tags)
    order = [*record.tags[-own:], *record.tags[:-own]]
    return Record(tuple(order), record.announcements, record.notes, record.faults)


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as failure:
        raise TrackerError(f"{path}: cannot be written ({failure.strerror})") from None
