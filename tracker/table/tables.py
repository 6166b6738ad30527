"""All live games of one server process, opened from the journal when a device asks for one.

Knows which code opens which game and for which device, not what is said over HTTP. There is no list of games: without
a code nothing is found.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.game.records import Record, dumps
from tracker.game.rules import RuleOptions
from tracker.game.sentences import say
from tracker.solver.answers import Model
from tracker.table.afterthoughts import Afterthoughts
from tracker.table.chain import Chain, Inference, StartInference, StartMixture
from tracker.table.crews import (
    BACK,
    INVITE_SECONDS,
    WRONG_CODE,
    WRONG_SHORT,
    Refused,
    clean_name,
    code_hash,
    new_code,
    new_id,
    new_short_code,
    short_hash,
)
from tracker.table.journal import DeviceRow, GameRow, Journal, OperationRow
from tracker.table.operations import Operation, payload
from tracker.table.own_maps import OwnMaps
from tracker.table.settings import (
    MAX_TITLE,
    MODELS,
    GameSettings,
    begin_record,
    check_record,
    settings_from,
    settings_json,
)
from tracker.table.snapshots import inference_fields
from tracker.table.table import Table
from tracker.table.thinker import Thinker

MAX_CODE = 200
LOAD_OP = "load"
IDLE_SECONDS = 3600.0
MIXTURE_BYTES = 16 << 20
"""What a game's readings with misheard courses may hold of their past: an undo is quick, and games stay small."""

WARM_UP = "B N silence mine E trigger C3 clear torpedo C3 clear surface ? S ? gap"


@dataclass(frozen=True, slots=True)
class Seat:
    """A device that may take part in a game, and the game; ``back_from`` is the later one that it looks back from."""

    table: Table
    device: DeviceRow
    back_from: str | None = None

    @property
    def listener(self) -> str:
        """Whose streams of the game are this seat's: those of a device that looks back end with its later place."""
        return self.device.id if self.back_from is None else _looking_back(self.device.id, self.back_from)


@dataclass(frozen=True, slots=True)
class Joined:
    """What a device that joined keeps: its own code, which no other device has, and its public id and name."""

    code: str
    device: str
    name: str


class Tables:
    """The live games of a process over one journal. Thread-safe."""

    def __init__(
        self,
        journal: Journal | None = None,
        start: StartInference | None = None,
        clock: Callable[[], float] = time.time,
        start_mixture: StartMixture | None = None,
    ) -> None:
        """Open the journal (by default the one that ``SONAR_DB`` names); raises JournalFault.

        Given an inference of its own to ``start``, games have afterthoughts only where ``start_mixture`` is given too.
        """
        self.journal = Journal() if journal is None else journal
        self.own_maps = OwnMaps(self.journal, clock)
        self.epoch = secrets.token_hex(8)
        self._start_mixture = _start_mixture if start is None else start_mixture
        self._start = _start_tracker if start is None else start
        self._thinker = Thinker()
        self._clock = clock
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, threading.Lock] = {}
        self._devices: dict[str, DeviceRow] = {}
        self._turned_out: set[str] = set()
        self._closed = False

    # --- opening games

    def create(
        self,
        sea_map: SeaMap,
        us: Side = Side.YELLOW,
        options: RuleOptions | None = None,
        model: Model = "captain",
        record: Record | None = None,
        title: str = "",
        device_name: str = "",
    ) -> str:
        """Begin a game, from a record where one is given, and return the code of its first device.

        Raises TrackerError, and keeps nothing, where the record has anything that cannot be on the map.
        """
        game, code = new_id(), new_code()
        device = DeviceRow(game, new_id(), 1, code_hash(code), clean_name(device_name), self._clock())
        settings = self.settings_for(sea_map, us, options, model, record, title)
        self.add(settings, (device,), device.id)
        return code

    def settings_for(
        self,
        sea_map: SeaMap,
        us: Side,
        options: RuleOptions | None,
        model: Model,
        record: Record | None,
        title: str = "",
    ) -> GameSettings:
        """Return what a game is to begin with; raises TrackerError where it cannot."""
        options = RuleOptions() if options is None else options
        if record is not None:
            check_record(record, sea_map)
        date = datetime.fromtimestamp(self._clock()).strftime("%Y-%m-%d")
        beginning = begin_record(sea_map, us, options, date, record)
        settings = GameSettings(sea_map, us, options, model, clean_name(title)[:MAX_TITLE], dumps(beginning))
        self._start(sea_map, settings.tracked, options, model)  # a map that cannot be played is refused here
        return settings

    def add(
        self, settings: GameSettings, devices: Sequence[DeviceRow], begun_by: str, before: str | None = None
    ) -> None:
        """Keep a new game with its devices; ``before`` is the crew's last one. Raises Behind as the journal does."""
        operations = []
        if settings.beginning.announcements:
            # Its moments are unknown: the game's own clock begins with the first tap.
            load = Operation(LOAD_OP, "load", begun_by, settings.beginning.announcements)
            operations.append(OperationRow(1, load.op, load.do, payload(load), load.device, load.at))
        row = GameRow(devices[0].game, self._clock(), settings_json(settings))
        self.journal.add_game(row, devices, operations, before)

    # --- finding games

    def get(self, code: str) -> Table:
        """Return the game that a code opens; raises Refused where it opens none."""
        return self.seat(code).table

    def seat(self, code: str) -> Seat:
        """Return the game and the device of a code; raises Refused where it opens none, JournalFault.

        With an earlier game of the crew behind it (``earlier_code``) a code opens that one, for the same device.
        """
        if not code or len(code) > MAX_CODE:
            raise Refused(WRONG_CODE)
        held, back, game = code.partition(BACK)
        device = self._holder(held)
        return self._seat_before(device, game) if back else Seat(self.open(device.game), device)

    def _holder(self, code: str) -> DeviceRow:
        wanted = code_hash(code)
        with self._lock:
            device = self._devices.get(wanted)
        if device is None:
            device = self.journal.device_by_code(wanted)
        if device is None or not hmac.compare_digest(device.code_hash, wanted) or device.revoked is not None:
            raise Refused(WRONG_CODE)
        with self._lock:
            if wanted in self._turned_out:  # meanwhile
                raise Refused(WRONG_CODE)
            self._devices[wanted] = device
        return device

    def _seat_before(self, device: DeviceRow, game: str) -> Seat:
        """Return a device's place in an earlier game of its crew; raises Refused where it has none there any more."""
        if game not in self.games_before(device.game):
            raise Refused(WRONG_CODE)
        there = next((one for one in self.journal.devices(game) if one.id == device.id and one.revoked is None), None)
        if there is None:
            raise Refused(WRONG_CODE)
        return Seat(self.open(game), there, back_from=device.game)

    def games_before(self, game: str) -> list[str]:
        """Return the ids of the games that the crew of one played before it, the last one first."""
        found: list[str] = []
        before = self.journal.last_game(game)
        while before is not None:
            found.append(before)
            before = self.journal.last_game(before)
        return found

    def open(self, game: str) -> Table:
        """Return a game by its id, which opens nothing from outside; raises Refused where there is none."""
        with self._lock:
            table = self._tables.get(game)
            opening = self._opening.setdefault(game, threading.Lock())
        if table is not None:
            return table
        with opening:
            with self._lock:
                table = self._tables.get(game)
            if table is None:
                row = self.journal.game(game)
                if row is None:
                    raise Refused(WRONG_CODE)
                table = Table(
                    self.journal,
                    row,
                    self._start,
                    epoch=f"{self.epoch}.{game}",
                    clock=self._clock,
                    start_mixture=self._start_mixture,
                    thinker=self._thinker,
                )
                table.rename(self._names(game))
                table.offer_next(self.next_of(game))
                with self._lock:
                    self._tables[game] = table
                    others = tuple(self._tables.values())
                    if self._closed:
                        table.subscribers.close()
                # Opening a game is rare enough to look after the others: a server may run for weeks.
                for other in others:
                    other.rest(IDLE_SECONDS)
            return table

    def _names(self, game: str) -> dict[str, str]:
        return {device.id: device.name for device in self.journal.devices(game)}

    def next_of(self, game: str) -> dict[str, str] | None:
        """Return what devices are told of the game that follows one: its id and its map's name."""
        following = self.journal.next_game(game)
        row = None if following is None else self.journal.game(following)
        if row is None:
            return None
        sea_map = settings_from(row.settings).sea_map
        return {"game": row.id, "map": sea_map.name or sea_map.id}

    # --- the crew

    def invite(self, table: Table, seconds: float = INVITE_SECONDS) -> str:
        """Return a short code by which other devices join a game for a while."""
        short, now = new_short_code(), self._clock()
        self.journal.add_invite(table.id, short_hash(short), now + seconds, now)
        return short

    def join(self, short: str, name: str = "") -> Joined:
        """Let a device in by a short code, with a code of its own; raises Refused where the short code opens none."""
        now = self._clock()
        game = self.journal.invited_to(short_hash(short), now) if len(short) <= MAX_CODE else None
        if game is None:
            raise Refused(WRONG_SHORT)
        table = self.open(game)
        code, id = new_code(), new_id()
        device = self.journal.add_device(game, id, code_hash(code), clean_name(name), now)
        table.rename(self._names(game))
        return Joined(code, device.id, device.name)

    def devices(self, table: Table) -> list[DeviceRow]:
        """Return the devices that may take part in a game, in the order they joined."""
        return [device for device in self.journal.devices(table.id) if device.revoked is None]

    def revoke(self, seat: Seat, id: str) -> None:
        """Turn a device out: its code opens nothing from now on, its streams end, short codes made before are void.

        Only a device that was there before it may, so that an intruder cannot turn the crew out; each may turn itself
        out. Raises TrackerError where it may not or there is no such device.
        """
        found = next((device for device in self.devices(seat.table) if device.id == id), None)
        if found is None:
            raise TrackerError(say("device-gone", "No device of this game has that id, or it was turned out already."))
        if found.rank < seat.device.rank:
            raise TrackerError(
                say(
                    "device-earlier",
                    "That device was in the game before this one: only one that joined earlier may turn it out.",
                )
            )
        self._turn_out(found)
        # In the crew's later games too, as long as who turns it out is in them.
        game = self.journal.next_game(seat.table.id)
        while game is not None:
            there = {device.id: device for device in self.journal.devices(game) if device.revoked is None}
            if seat.device.id not in there:
                break
            if id in there:
                self._turn_out(there[id])
            game = self.journal.next_game(game)

    def _turn_out(self, device: DeviceRow) -> None:
        self.journal.revoke_device(device.game, device.id, self._clock())
        with self._lock:
            self._devices.pop(device.code_hash, None)
            self._turned_out.add(device.code_hash)
            table = self._tables.get(device.game)
        if table is not None:
            table.subscribers.turn_out(device.id)
        for game in self.games_before(device.game):
            with self._lock:
                earlier = self._tables.get(game)
            if earlier is not None:
                earlier.subscribers.turn_out(_looking_back(device.id, device.game))

    def now(self) -> float:
        """Return the server's clock, seconds since 1970."""
        return self._clock()

    # --- the beginning and the end

    def warm_up(self) -> None:
        """Play a few announcements on a small sheet, so that the first tap does not wait for the engine to load."""
        sheet = SeaMap(id="warm-up", grid=(".....",) * 5)
        for model in MODELS:
            chain = Chain.begin(self._start(sheet, Side.BLUE, RuleOptions(), model))
            heard = parse_line(WARM_UP, Side.YELLOW)
            chain = chain.follow(heard)
            settings = GameSettings(sheet, model=model)
            inference_fields(settings, chain)
            if self._start_mixture is not None:
                ids = tuple(str(number) for number in range(len(heard)))
                for _ in Afterthoughts(settings, self._start_mixture).work(ids, chain):
                    pass

    def close_streams(self) -> None:
        """End all event streams and every later one, so that the server can stop; taps are taken as before."""
        with self._lock:
            self._closed = True
            tables = tuple(self._tables.values())
        self._thinker.close()
        for table in tables:
            table.subscribers.close()


def _looking_back(device: str, game: str) -> str:
    return f"{device}{BACK}{game}"


def _start_tracker(sea_map: SeaMap, tracked: Side, options: RuleOptions, model: Model) -> Inference:
    from tracker import Tracker  # here, so that the table's tests need no compiled engine

    return Tracker.start(sea_map, tracked=tracked, options=options, model=model)


def _start_mixture(sea_map: SeaMap, tracked: Side, options: RuleOptions, model: Model, mishears: int) -> Inference:
    from tracker import Tracker

    return Tracker.start(
        sea_map, tracked=tracked, options=options, model=model, mishears=mishears, history_bytes=MIXTURE_BYTES
    )


_FIRST_CALL = threading.Lock()  # two first calls at once would open two sets of tables over one journal


@lru_cache(maxsize=1)
def _process_tables() -> Tables:
    return Tables()


def tables() -> Tables:
    """Return the process's tables, over the journal that ``SONAR_DB`` names; raises JournalFault until it opens."""
    with _FIRST_CALL:
        return _process_tables()
