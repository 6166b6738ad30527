"""All games in one file, taken while the server runs, and put back where there is no journal yet.

Knows how a SQLite journal is copied whole, not what stands in it. Nothing that exists is ever overwritten.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tracker.table.database import JournalFault, as_sentences, check_file, in_memory, read_url, show
from tracker.table.journal import Journal


def back_up(target: Path, url: str | None = None) -> None:
    """Copy the journal (by default the one that ``SONAR_DB`` names) as it is at this moment into a new file.

    Raises JournalFault where it cannot be read, or the file is there already or cannot be written.
    """
    source = _file_of(url)
    if not source.exists():
        raise JournalFault(f"There is no journal {source}: set SONAR_DB to the one to back up.")
    Journal(f"sqlite:///{source}").close()  # a damaged journal makes no backup that looks like one
    _copy(source, target)


def restore(backup: Path, url: str | None = None) -> None:
    """Put a backup where the journal (by default the one that ``SONAR_DB`` names) is to be.

    Raises JournalFault where the backup is none or damaged, or there is a journal already.
    """
    if not backup.exists():
        raise JournalFault(f"There is no backup {backup.absolute()}.")
    target = _file_of(url)
    if not target.exists():
        check_file(read_url(str(target)), str(target))  # another journal's log beside it would be played into it
    _copy(backup, target)
    try:
        Journal(f"sqlite:///{target}").close()
    except JournalFault:
        target.unlink()
        raise


def _file_of(url: str | None) -> Path:
    found = read_url(url if url is not None else os.environ.get("SONAR_DB", ""))
    if found.get_backend_name() != "sqlite" or in_memory(found):
        raise JournalFault(f"The journal {show(found)} is no SQLite file: back it up with its database's own tools.")
    return Path(show(found))


def _copy(source: Path, target: Path) -> None:
    if target.exists():
        raise JournalFault(f"The file {target.absolute()} is there already and is not overwritten: name another one.")
    if not target.absolute().parent.is_dir():
        raise JournalFault(f"There is no folder {target.absolute().parent}: make it, or name another file.")
    part = target.with_name(target.name + ".part")
    try:
        with as_sentences(str(source), "copied"):
            with (
                closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reader,
                closing(sqlite3.connect(part)) as writer,
            ):
                reader.backup(writer)
                # One file, whatever the journal's own mode: no log beside it that could be left behind.
                writer.execute("PRAGMA journal_mode=DELETE")
            os.rename(part, target)
    finally:
        part.unlink(missing_ok=True)
