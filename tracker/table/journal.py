"""The append-only journal of games: what was agreed, every operation, which devices may take part, and drawn maps.

Knows how rows are kept so that a committed one survives the server being killed and the power failing, and says in one
sentence what is wrong with a journal that cannot be used. It knows nothing of what an operation means.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, inspect, select
from sqlalchemy.exc import IntegrityError

from tracker.game.sentences import say
from tracker.table.database import (
    READER,
    JournalFault,
    as_sentences,
    check_file,
    damaged,
    in_memory,
    one_line,
    open_engine,
    read_url,
    show,
)
from tracker.table.schema import DEVICES, GAMES, INVITES, MAPS, META, METADATA, OPERATIONS, SCHEMA, SUCCESSORS


class Behind(Exception):
    """Another writer appended first: the game must catch up with its journal and try again."""


@dataclass(frozen=True, slots=True)
class OperationRow:
    """One operation of a game as kept: ``sequence`` counts from 1 without holes, ``op`` stands once in a game."""

    sequence: int
    op: str
    kind: str
    payload: str
    device: str
    at: float


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device of a game: only the hash of its code is kept; ``rank`` counts in the order of joining."""

    game: str
    id: str
    rank: int
    code_hash: str
    name: str
    joined: float
    revoked: float | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game's settings as kept, and when it was made, seconds since 1970."""

    id: str
    created: float
    settings: str


@dataclass(frozen=True, slots=True)
class MapRow:
    """A map drawn on this server, as the text of its file, with the hash of the key of who may change it."""

    id: str
    text: str
    key_hash: str
    made: float


def unclaimed(game: str, id: str) -> str:
    """Return what stands for the hash of a code while a device was taken along into a game and has none there."""
    return f"unclaimed:{game}:{id}"


class Journal:
    """The journal at a database URL. Thread-safe; every method commits before it returns."""

    def __init__(self, url: str | None = None) -> None:
        """Open the journal, creating its tables where there is none yet; raises JournalFault, touching nothing."""
        self._url = read_url(url if url is not None else os.environ.get("SONAR_DB", ""))
        self.name = show(self._url)
        self._engine = open_engine(self._url, self.name)
        # SQLite has one writer at a time anyway; waiting here is fair and wakes at once, its own busy loop sleeps.
        self._writing = threading.Lock()
        check_file(self._url, self.name)
        try:
            with self._transaction("opened") as connection:
                self._prepare(connection)
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Close every connection; the journal on disk is complete at any time."""
        self._engine.dispose()

    # --- games

    def add_game(
        self,
        game: GameRow,
        devices: Sequence[DeviceRow],
        operations: Sequence[OperationRow] = (),
        before: str | None = None,
    ) -> None:
        """Keep a new game with its first devices and operations, all or nothing; ``before`` is the crew's last one.

        Raises Behind, and keeps nothing, where that game has a next one already.
        """
        with self._transaction("written") as connection:
            connection.execute(GAMES.insert().values(id=game.id, created=game.created, settings=game.settings))
            if before is not None:
                try:
                    connection.execute(SUCCESSORS.insert().values(game=before, next=game.id))
                except IntegrityError as taken:
                    raise Behind from taken
            for device in devices:
                connection.execute(DEVICES.insert().values(**_device_values(device)))
            for row in operations:
                connection.execute(OPERATIONS.insert().values(game=game.id, **_operation_values(row)))

    def game(self, id: str) -> GameRow | None:
        """Return a game, None where there is no such."""
        with self._reading() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == id)).one_or_none()
        return None if row is None else GameRow(row.id, row.created, row.settings)

    def next_game(self, game: str) -> str | None:
        """Return the game that a crew began after one, None where it has begun none."""
        with self._reading() as connection:
            found: str | None = connection.execute(select(SUCCESSORS.c.next).where(SUCCESSORS.c.game == game)).scalar()
        return found

    def last_game(self, game: str) -> str | None:
        """Return the game after which a crew began one, None where it was its first."""
        with self._reading() as connection:
            found: str | None = connection.execute(select(SUCCESSORS.c.game).where(SUCCESSORS.c.next == game)).scalar()
        return found

    def operations(self, game: str, after: int = 0) -> list[OperationRow]:
        """Return a game's operations in order, those after a sequence number."""
        wanted = (
            select(OPERATIONS)
            .where(OPERATIONS.c.game == game, OPERATIONS.c.sequence > after)
            .order_by(OPERATIONS.c.sequence)
        )
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        return [OperationRow(r.sequence, r.op, r.kind, r.payload, r.device, r.at) for r in rows]

    def append(self, game: str, row: OperationRow) -> None:
        """Commit one operation, on disk when this returns.

        Raises Behind where the game has other operations than the caller knows, and then keeps nothing.
        """
        newest = select(func.max(OPERATIONS.c.sequence)).where(OPERATIONS.c.game == game)
        with self._transaction("written") as connection:
            if (connection.execute(newest).scalar() or 0) != row.sequence - 1:
                raise Behind
            try:
                connection.execute(OPERATIONS.insert().values(game=game, **_operation_values(row)))
            except IntegrityError as taken:
                raise Behind from taken

    # --- devices and invitations

    def device_by_code(self, code_hash: str) -> DeviceRow | None:
        """Return the device with the hash of a code, turned out or not; None where there is no such."""
        return self._one_device(DEVICES.c.code_hash == code_hash)

    def devices(self, game: str) -> list[DeviceRow]:
        """Return a game's devices in the order they joined, those turned out included."""
        wanted = select(DEVICES).where(DEVICES.c.game == game).order_by(DEVICES.c.rank)
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        return [_device(row) for row in rows]

    def add_device(self, game: str, id: str, code_hash: str, name: str, joined: float) -> DeviceRow:
        """Keep a device that joins a game, ranked after all others."""
        newest = select(func.max(DEVICES.c.rank)).where(DEVICES.c.game == game)
        with self._transaction("written") as connection:
            rank = (connection.execute(newest).scalar() or 0) + 1
            device = DeviceRow(game, id, rank, code_hash, name, joined)
            connection.execute(DEVICES.insert().values(**_device_values(device)))
        return device

    def claim_device(self, game: str, id: str, code_hash: str) -> DeviceRow | None:
        """Give a device that was taken along into a game its code there; None where no such device was.

        A code that it has already stays, and a device that was turned out stays so.
        """
        place = (DEVICES.c.game == game, DEVICES.c.id == id)
        waiting = DEVICES.c.code_hash == unclaimed(game, id)
        with self._transaction("written") as connection:
            connection.execute(DEVICES.update().where(*place, waiting).values(code_hash=code_hash))
            row = connection.execute(select(DEVICES).where(*place)).one_or_none()
        return None if row is None else _device(row)

    def revoke_device(self, game: str, id: str, at: float) -> None:
        """Turn a device out and void the game's invitations, so that it cannot come back by one it saw."""
        with self._transaction("written") as connection:
            connection.execute(DEVICES.update().where(DEVICES.c.game == game, DEVICES.c.id == id).values(revoked=at))
            connection.execute(INVITES.delete().where(INVITES.c.game == game))

    def add_invite(self, game: str, short_hash: str, expires: float, now: float) -> None:
        """Keep an invitation, and drop those that ran out."""
        with self._transaction("written") as connection:
            connection.execute(INVITES.delete().where(INVITES.c.expires < now))
            connection.execute(INVITES.insert().values(short_hash=short_hash, game=game, expires=expires))

    def invited_to(self, short_hash: str, now: float) -> str | None:
        """Return the game that an invitation still opens, None where there is no such."""
        wanted = select(INVITES.c.game).where(INVITES.c.short_hash == short_hash, INVITES.c.expires >= now)
        with self._reading() as connection:
            game: str | None = connection.execute(wanted).scalar()
        return game

    def _one_device(self, condition: ColumnElement[bool]) -> DeviceRow | None:
        with self._reading() as connection:
            row = connection.execute(select(DEVICES).where(condition)).one_or_none()
        return None if row is None else _device(row)

    # --- drawn maps

    def maps(self) -> list[MapRow]:
        """Return the maps drawn on this server, oldest first."""
        with self._reading() as connection:
            rows = connection.execute(select(MAPS).order_by(MAPS.c.made, MAPS.c.id)).all()
        return [MapRow(r.id, r.text, r.key_hash, r.made) for r in rows]

    def keep_map(self, row: MapRow) -> None:
        """Keep a map, in the place of the one with its id where there is one."""
        values = {"id": row.id, "text": row.text, "key_hash": row.key_hash, "made": row.made}
        with self._transaction("written") as connection:
            connection.execute(MAPS.delete().where(MAPS.c.id == row.id))
            connection.execute(MAPS.insert().values(**values))

    def delete_map(self, id: str) -> None:
        """Delete a map."""
        with self._transaction("written") as connection:
            connection.execute(MAPS.delete().where(MAPS.c.id == id))

    # --- the database

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[Connection]:
        with self._writing, as_sentences(self.name, doing), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        # Readers never wait for a writer, so wrong codes, however many, do not hold a tap up.
        alone = self._writing if in_memory(self._url) else nullcontext()
        with alone, as_sentences(self.name, "read"), self._engine.connect() as connection:
            reader = connection.execution_options(**{READER: True})
            with reader.begin():
                yield reader

    def _prepare(self, connection: Connection) -> None:
        tables = set(inspect(connection).get_table_names())
        if META.name in tables:
            version = connection.execute(select(META.c.value).where(META.c.name == "schema")).scalar()
            if version != SCHEMA:
                raise JournalFault(
                    say(
                        "journal-version",
                        "The journal {journal} was written by another version of this program (format {found}, "
                        "expected {expected}). It was left as it is: start that version, or move the journal away.",
                        journal=self.name,
                        found=str(version),
                        expected=SCHEMA,
                    )
                )
            if connection.dialect.name == "sqlite":
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
                if found != "ok":
                    raise JournalFault(damaged(self.name, one_line(str(found))))
            # Tables that came later are added: what an older journal holds stays as it is.
            METADATA.create_all(connection)
            # A read-only file opens without complaint: write now, not when the first tap waits.
            connection.execute(META.update().where(META.c.name == "schema").values(value=SCHEMA))
        elif tables and connection.dialect.name == "sqlite":
            raise JournalFault(
                say(
                    "journal-foreign",
                    "The file {journal} is a database of something else (it holds {tables}). It was left as it is: set "
                    "SONAR_DB to another file.",
                    journal=self.name,
                    tables=", ".join(sorted(tables)[:3]),
                )
            )
        else:
            METADATA.create_all(connection)
            connection.execute(META.insert().values(name="schema", value=SCHEMA))


def _operation_values(row: OperationRow) -> dict[str, Any]:
    return {
        "sequence": row.sequence,
        "op": row.op,
        "kind": row.kind,
        "payload": row.payload,
        "device": row.device,
        "at": row.at,
    }


def _device_values(device: DeviceRow) -> dict[str, Any]:
    return {
        "game": device.game,
        "id": device.id,
        "rank": device.rank,
        "code_hash": device.code_hash,
        "name": device.name,
        "joined": device.joined,
        "revoked": device.revoked,
    }


def _device(row: Row[Any]) -> DeviceRow:
    return DeviceRow(row.game, row.id, row.rank, row.code_hash, row.name, row.joined, row.revoked)
