"""The commands ``backup`` and ``restore``: all live games in one file.

Knows these commands' arguments; how a journal is copied is the table's business.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tracker.game.errors import TrackerError

Say = Callable[[str], None]

DONE, REFUSED = 0, 2


def add_parsers(commands: Any, say: Say, complain: Say) -> None:  # noqa: ANN401  # argparse keeps its type private
    """Add the commands; ``say`` prints a line, ``complain`` one on standard error."""
    backup = commands.add_parser("backup", help="copy all games of the page into one file, also while they are played")
    backup.add_argument("file", metavar="FILE", help="a new file; what exists is never overwritten")
    backup.set_defaults(run=lambda options: _back_up(options, say, complain))

    restore = commands.add_parser("restore", help="put a backup where there are no games yet")
    restore.add_argument("file", metavar="FILE", help="a backup")
    restore.set_defaults(run=lambda options: _restore(options, say, complain))


def _back_up(options: argparse.Namespace, say: Say, complain: Say) -> int:
    from tracker.table.backup import back_up

    return _told(complain, lambda: back_up(Path(options.file)), lambda: say(f"all games copied to {options.file}"))


def _restore(options: argparse.Namespace, say: Say, complain: Say) -> int:
    from tracker.table.backup import restore

    return _told(complain, lambda: restore(Path(options.file)), lambda: say(f"all games of {options.file} put back"))


def _told(complain: Say, copy: Callable[[], None], done: Callable[[], None]) -> int:
    try:
        copy()
    except TrackerError as fault:
        complain(str(fault))
        return REFUSED
    done()
    return DONE
