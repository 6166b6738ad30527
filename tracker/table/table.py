"""One live game: its log, the inference that follows it, and the snapshot that every device shows.

Knows in which order things must happen so that no tap is lost or counted twice: fold, commit, infer, tell. It knows
nothing of HTTP or of who may take part.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tracker.game.announcements import Side
from tracker.game.cells import Cell
from tracker.game.errors import TrackerError
from tracker.game.records import Record
from tracker.game.sentences import say
from tracker.table.afterthoughts import Afterthoughts, moment_fields
from tracker.table.chain import Chain, StartInference, StartMixture
from tracker.table.database import JournalFault
from tracker.table.game_log import GameLog
from tracker.table.journal import Behind, GameRow, Journal, OperationRow
from tracker.table.operations import Operation, operation_from, payload, read_age, read_operation
from tracker.table.reviews import Reviews
from tracker.table.settings import GameSettings, settings_from
from tracker.table.snapshots import NOTHING_MORE, Snapshot, record_of, take_snapshot
from tracker.table.subscribers import Subscribers
from tracker.table.thinker import Thinker
from tracker.table.truths import truth_fields

logger = logging.getLogger(__name__)

MAX_TRIES = 20
MAX_ROUTES_TRIED = 5000
"""Histories that are followed for one answer; several may draw the same route."""

_PENDING: Mapping[str, Any] = {**NOTHING_MORE, "pending": True}
_DONE: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Taken:
    """What an operation came to: a snapshot that holds it, and a sentence where it changed nothing."""

    snapshot: Snapshot
    note: str


class Table:
    """A live game. Thread-safe: operations are taken in one order, which is the journal's."""

    def __init__(
        self,
        journal: Journal,
        row: GameRow,
        start: StartInference,
        *,
        epoch: str,
        clock: Callable[[], float] = time.time,
        start_mixture: StartMixture | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        """Open a game from its journal; raises TrackerError where what is kept of it makes no sense.

        With ``start_mixture`` it has afterthoughts, for which it asks the ``thinker``.
        """
        self.id = row.id
        self.created = row.created
        self.settings: GameSettings = settings_from(row.settings)
        self.subscribers = Subscribers()
        self._journal = journal
        self._epoch = epoch
        self._names: Mapping[str, str] = {}
        self._next: Mapping[str, str] | None = None
        self._clock = clock
        # Two locks, so that committing a tap never waits for the inference of the one before.
        self._writing = threading.Lock()
        self._inferring = threading.Lock()
        self._log = GameLog()
        self._behind = False
        self._catch_up()
        settings = self.settings
        self._chain = Chain.begin(start(settings.sea_map, settings.tracked, settings.options, settings.model))
        self._shown: Snapshot | None = None
        self._used = time.monotonic()
        self._revision = 0
        self._afterthoughts = None if start_mixture is None else Afterthoughts(settings, start_mixture)
        self._thinker = thinker
        self._thinking = threading.Lock()
        self._work: tuple[int, Iterator[dict[str, Any] | None]] | None = None
        self._after: tuple[int, Mapping[str, Any]] | None = None
        self._reviews = Reviews()

    # --- taking operations

    def take(self, body: object, device: str) -> Taken:
        """Take an operation as a device's JSON tells it; ``device`` is whose it is where the JSON does not say.

        Raises as ``apply`` does, and Unreadable or ImpossibleOnMap for what it announces.
        """
        return self.apply(self.read(body, device), read_age(body))

    def read(self, body: object, device: str) -> Operation:
        """Read an operation on this game from a device's JSON; takes nothing, raises as ``take`` does."""
        return read_operation(body, self.settings.us, self.settings.sea_map, device)

    def apply(self, operation: Operation, age: float = 0.0) -> Taken:
        """Take an operation: committed to the journal when this returns, once however often it is sent.

        ``age`` is how many seconds it waited on its device. Raises BadOperation, and takes nothing, for an operation
        that means nothing here; JournalFault, and takes nothing, where it cannot be committed.
        """
        with self._writing:
            note = self._take(operation, age)
            version = self._log.version
        return Taken(self._snapshot_from(version), note)

    def _take(self, operation: Operation, age: float) -> str:
        for _ in range(MAX_TRIES):
            if self._behind:
                self._catch_up()
            if operation.op in self._log.operations:
                return ""
            stamped = self._stamp(operation, age)
            log = self._log.apply(stamped)
            row = OperationRow(log.version, stamped.op, stamped.do, payload(stamped), stamped.device, stamped.at)
            try:
                self._journal.append(self.id, row)
            except Behind:
                self._behind = True
                continue
            except BaseException:
                # Whether it was committed is not known: only the journal can say.
                self._behind = True
                raise
            self._log = log
            return log.note
        raise JournalFault(
            say(
                "journal-busy",
                "The journal {journal} is too busy to take this; it is sent again by itself.",
                journal=self._journal.name,
            )
        )

    def _stamp(self, operation: Operation, age: float) -> Operation:
        """Note when an operation was made, and the game's clock on a single announcement that has none."""
        at = self._clock() - age
        announcements = operation.announcements
        # A batch was typed late: when each of its announcements was heard nobody knows.
        if operation.do == "hear" and len(announcements) == 1 and announcements[0].clock is None:
            begun = next((entry.at for entry in self._log.entries if entry.at), at)
            announcements = (replace(announcements[0], clock=max(0, int(at - begun))),)
        return replace(operation, announcements=announcements, at=at)

    def _catch_up(self) -> None:
        """Take what the journal holds beyond the log."""
        log = self._log
        for row in self._journal.operations(self.id, after=log.version):
            if row.sequence != log.version + 1:
                raise JournalFault(
                    say(
                        "journal-gap",
                        "The journal {journal} lacks operation {n} of game {game}. It was left as it is: put a backup "
                        "in its place.",
                        journal=self._journal.name,
                        n=log.version + 1,
                        game=self.id,
                    )
                )
            try:
                operation = operation_from(row.op, row.kind, row.payload, row.device, row.at, self.settings.us)
                log = log.apply(operation)
            except TrackerError as fault:
                raise JournalFault(
                    say(
                        "journal-senseless",
                        "The journal {journal} holds a game that cannot be opened: operation {n} of game {game} makes "
                        "no sense ({why}). It was left as it is: put a backup in its place.",
                        journal=self._journal.name,
                        n=row.sequence,
                        game=self.id,
                        why=fault.told[0],
                    )
                ) from fault
        self._log = log
        self._behind = False

    # --- showing it

    def snapshot(self) -> Snapshot:
        """Return the newest snapshot."""
        return self._snapshot_from(self._log.version)

    def snapshot_at(self, count: int) -> Snapshot:
        """Return a snapshot whose map is that after the first ``count`` announcements; changes nothing."""
        with self._inferring:
            log, chain = self._follow()
            return self._take_snapshot(log, chain, max(0, min(count, len(log.announcements))))

    def preview(self, operation: Operation) -> Snapshot:
        """Return the snapshot an operation would lead to; keeps nothing. Raises BadOperation as ``apply`` does."""
        with self._inferring:
            log, chain = self._follow()
            if operation.op not in log.operations:
                log = log.apply(replace(operation, at=self._clock()))
            return self._take_snapshot(log, chain.follow(log.announcements), None)

    def record(self) -> Record:
        """Return the game's record: what stands in the list, under the tags and comments it began with.

        Where a submarine began stands in a tag as soon as somebody entered it.
        """
        return record_of(self.settings, self._log)

    @property
    def log(self) -> GameLog:
        """The list as it is now; a value that never changes."""
        return self._log

    def chain(self) -> Chain:
        """Return the trackers after each announcement of the newest list."""
        with self._inferring:
            return self._follow()[1]

    @property
    def shown(self) -> Snapshot | None:
        """The newest snapshot made, at once; None before the first."""
        return self._shown

    def routes(self, cell: Cell, most: int, at: int | None = None) -> tuple[list[tuple[Cell, ...]], bool]:
        """Return up to some different routes of the dive that end in a cell, and whether there are more.

        Those are of the announcements that the map shows; with ``at`` of that many.
        """
        with self._inferring:
            _, chain = self._follow()
            chain = chain if at is None else chain.until(at)
            step = next((chain.steps[count] for count in chain.consistent_steps()), None)
        found: dict[tuple[Cell, ...], None] = {}
        for tried, route in enumerate(step.routes(cell) if step is not None else ()):
            if tried == MAX_ROUTES_TRIED or (route.cells not in found and len(found) == most):
                return list(found), True
            found[route.cells] = None
        return list(found), False

    def review(self) -> bytes:
        """Return the review of the newest list as JSON, or how far it is: it is worked out from the first call on."""
        log, settings = self._log, self.settings
        self._used = time.monotonic()
        return self._reviews.get(log.version, record_of(settings, log), settings.sea_map, settings.model)

    def truth(self, side: Side, about: str | None = None) -> dict[str, Any]:
        """Return a side's sheet after the game, with what fits ``about`` an announcement or the next open one."""
        log = self._log
        return truth_fields(self.settings, log, record_of(self.settings, log), side, about)

    def think(self) -> bool:
        """Work out a piece of what follows from the newest list beyond its map; tell whether more is left.

        What is worked out goes to the devices in another snapshot of the same version. Taps never wait for this.
        """
        if self._afterthoughts is None:
            return False
        with self._thinking:
            with self._inferring:
                log, chain = self._follow()
            if self._work is None or self._work[0] != log.version:
                ids = tuple(entry.id for entry in log.heard)
                self._work = (log.version, self._afterthoughts.work(ids, chain))
            found: Mapping[str, Any] | None
            try:
                found = next(self._work[1], _DONE)
            except Exception:
                logger.exception("the afterthoughts of a game failed")
                self._tell(log, NOTHING_MORE)
                return False
        if found is _DONE:
            return False
        if found is not None:
            self._tell(log, found)
        return True

    def forget(self) -> None:
        """Let go of what makes the next afterthoughts quick; they are worked out again when they are needed."""
        if self._afterthoughts is not None:
            with self._thinking:
                self._afterthoughts.forget()
                self._work = None

    def _tell(self, log: GameLog, found: Mapping[str, Any]) -> None:
        with self._inferring:
            if self._log.version != log.version:
                return
            self._after = (log.version, found)
            self._shown = self._take_snapshot(*self._follow(), None)
        self.subscribers.ring()

    def rename(self, names: Mapping[str, str]) -> None:
        """Set the names of the devices, by id, and tell them in a snapshot of the same version."""
        with self._inferring:
            self._names = dict(names)
            self._shown = None
        self.subscribers.ring()

    def offer_next(self, game: Mapping[str, str] | None) -> None:
        """Tell the devices which game the crew has begun after this one, None for none yet."""
        with self._inferring:
            self._next = game
            self._shown = None
        self.subscribers.ring()

    def rest(self, seconds: float) -> None:
        """Let go of the inference of a game nobody looks at since some seconds; the next look computes it again."""
        if len(self.subscribers) or time.monotonic() - self._used < seconds:
            return
        with self._inferring:
            self._chain = self._chain.follow(())
            self._shown = None
            self._after = None
        self._reviews.forget()
        self.forget()

    def _snapshot_from(self, version: int) -> Snapshot:
        """Return a snapshot of at least a version; whoever waited here finds its tap in the one made meanwhile."""
        with self._inferring:
            if self._shown is None or self._shown.version < version:
                log, chain = self._follow()
                self._shown = self._take_snapshot(log, chain, None)
                self.subscribers.ring()
                if self._thinker is not None and self._shown.fields["pending"]:
                    self._thinker.ask(self)
            return self._shown

    def _follow(self) -> tuple[GameLog, Chain]:
        log = self._log
        self._used = time.monotonic()
        self._chain = self._chain.follow(log.announcements)
        return log, self._chain

    def _take_snapshot(self, log: GameLog, chain: Chain, at: int | None) -> Snapshot:
        """Return a snapshot, newer than every one before; with ``at``, or of a list not taken, of the map only."""
        self._revision += 1
        after: Mapping[str, Any] = NOTHING_MORE
        if log is self._log and self._afterthoughts is not None:
            version, known = self._after or (-1, NOTHING_MORE)
            after = known if version == log.version else _PENDING
            if at is not None:
                after = moment_fields(chain.until(at), after)
        return take_snapshot(
            self.settings,
            log,
            chain,
            epoch=self._epoch,
            names=self._names,
            following=self._next,
            now=self._clock(),
            at=at,
            revision=self._revision,
            after=after,
        )
