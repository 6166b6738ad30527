"""The database under the journal: opened so that a commit survives, its faults told in one sentence each.

Knows URLs, files and drivers, not which tables there are or what stands in them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from tracker.game.errors import TrackerError
from tracker.game.sentences import Sentence, say

DEFAULT_URL = "sqlite:///sonar.sqlite"
BUSY_MS = 10_000
READER = "sonar_reader"


class JournalFault(TrackerError):
    """The journal cannot be read or written; the sentence names the file and what to do."""


def read_url(text: str) -> URL:
    """Return the URL that a setting means: a URL, a file's name, or nothing for the default."""
    text = text.strip() or DEFAULT_URL
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        return make_url(text)
    except (ArgumentError, ValueError) as fault:
        # The text may hold a password, so it is not quoted.
        raise JournalFault(
            say(
                "journal-url",
                "SONAR_DB is no database URL: expected a file name, or a URL such as sqlite:///games.sqlite.",
            )
        ) from fault


def in_memory(url: URL) -> bool:
    """Tell whether a SQLite database lives in this process only."""
    return url.database in (None, "", ":memory:")


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def show(url: URL) -> str:
    """Name a journal for people: its full path, or its URL without the password."""
    if _is_sqlite(url):
        return "in memory" if in_memory(url) else str(Path(str(url.database).removeprefix("file:")).absolute())
    return url.render_as_string(hide_password=True)


def open_engine(url: URL, name: str) -> Engine:
    """Return an engine whose commits are on disk when they return; raises JournalFault without its driver."""
    try:
        if not _is_sqlite(url):
            return create_engine(url, pool_pre_ping=True)
        if in_memory(url):
            engine = create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
        else:
            engine = create_engine(url, pool_size=8, max_overflow=64, connect_args={"timeout": BUSY_MS / 1000})
    except (NoSuchModuleError, ImportError, ArgumentError) as fault:
        raise JournalFault(
            say(
                "journal-driver",
                "The journal {journal} needs a database driver that is not installed: {fault}.",
                journal=name,
                fault=str(fault),
            )
        ) from fault

    @event.listens_for(engine, "connect")
    def _set_up(connection: DBAPIConnection, _record: object) -> None:
        # The driver's own transactions would leave table creation outside of them: begin each one by hand.
        connection.isolation_level = None
        cursor = connection.cursor()
        # FULL syncs the write-ahead log at every commit: NORMAL would lose the last taps when the power fails.
        for pragma in (
            f"busy_timeout={BUSY_MS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "fullfsync=ON",
            "checkpoint_fullfsync=ON",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get(READER, False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def check_file(url: URL, name: str) -> None:
    """Refuse a file that SQLite would quietly start anew: emptied while its log still holds what was committed."""
    if not _is_sqlite(url) or in_memory(url):
        return
    path = Path(name)
    if path.is_dir():
        raise JournalFault(
            say("journal-folder", "The journal {journal} is a folder: set SONAR_DB to a file in it.", journal=name)
        )
    if not path.parent.is_dir():
        raise JournalFault(
            say(
                "journal-no-folder",
                "The journal {journal} cannot be made: there is no folder {folder}. Make it, or set SONAR_DB.",
                journal=name,
                folder=str(path.parent),
            )
        )
    log = path.with_name(path.name + "-wal")
    try:
        empty = not path.exists() or path.stat().st_size == 0
        if empty and log.exists() and log.stat().st_size > 0:
            raise JournalFault(damaged(name, f"it is empty, yet its log {log.name} is not"))
    except OSError as fault:
        raise JournalFault(
            say(
                "journal-permissions",
                "The journal {journal} cannot be read: {fault}. Check its permissions.",
                journal=name,
                fault=str(fault.strerror),
            )
        ) from fault


def one_line(cause: str) -> str:
    """Return a cause on one line without a full stop."""
    return " ".join(cause.replace("*", " ").split()).rstrip(".")


def damaged(name: str, found: str) -> Sentence:
    """Return the sentence for a damaged journal."""
    return say(
        "journal-damaged",
        "The journal {journal} is damaged ({found}). It was left as it is: put a backup in its place, or move it "
        "away and set SONAR_DB to a new file.",
        journal=name,
        found=found,
    )


@contextmanager
def as_sentences(name: str, doing: str) -> Iterator[None]:
    """Turn whatever the database complains of into a JournalFault."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
        raise JournalFault(_sentence(name, doing, fault)) from fault


def _sentence(name: str, doing: str, fault: Exception) -> Sentence:
    cause = one_line(str(getattr(fault, "orig", None) or fault))
    low = cause.lower()
    if "not a database" in low or "file is encrypted" in low:
        return say(
            "journal-not-sqlite",
            "The journal {journal} is not a SQLite database. It was left as it is: move it away, or set SONAR_DB "
            "to another file.",
            journal=name,
        )
    if "malformed" in low or "corrupt" in low:
        return damaged(name, cause)
    if "readonly" in low or "read-only" in low:
        return say(
            "journal-read-only",
            "The journal {journal} cannot be written: it is read-only. Allow this user to write the file and its "
            "folder.",
            journal=name,
        )
    if "is full" in low or "no space" in low:
        return say(
            "journal-disk",
            "The journal {journal} cannot be written: the disk is full. Free some space; taps wait on their devices.",
            journal=name,
        )
    if "locked" in low:
        return say(
            "journal-in-use",
            "The journal {journal} is in use by another program. Close that program; taps wait on their devices.",
            journal=name,
        )
    if "unable to open" in low:
        return say(
            "journal-not-opened",
            "The journal {journal} cannot be opened. Allow this user to write the file and its folder, or set "
            "SONAR_DB.",
            journal=name,
        )
    return say(
        "journal-failed", "The journal {journal} could not be {doing}: {cause}.", journal=name, doing=doing, cause=cause
    )
