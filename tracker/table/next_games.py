"""The next game of the same crew: every device is taken along, in the same order, by a code that follows from its own.

Knows who has a place in it and who not, not what is played. The game before stays as it is and open to its devices.
"""

from __future__ import annotations

from contextlib import suppress

from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.maps import SeaMap
from tracker.game.records import Record
from tracker.game.rules import RuleOptions
from tracker.game.sentences import say
from tracker.solver.answers import Model
from tracker.table.crews import Refused, code_hash, earlier_code, held_code, new_id, next_code
from tracker.table.journal import Behind, DeviceRow, unclaimed
from tracker.table.table import Table
from tracker.table.tables import Joined, Tables


def create_next(
    tables: Tables,
    code: str,
    sea_map: SeaMap,
    us: Side = Side.YELLOW,
    options: RuleOptions | None = None,
    model: Model = "captain",
    record: Record | None = None,
) -> str:
    """Begin the next game of the crew whose game a code opens; return the code of the same device there.

    Every device of the crew has its place in it from the start, in the same order: whoever begins it may turn out
    nobody whom it may not turn out already. Raises TrackerError where the crew has begun one already.
    """
    seat = tables.seat(code)
    settings = tables.settings_for(sea_map, us, options, model, record)
    game, now = new_id(), tables.now()
    own = next_code(code, game)
    devices = [
        DeviceRow(
            game,
            device.id,
            device.rank,
            code_hash(own) if device.id == seat.device.id else unclaimed(game, device.id),
            device.name,
            now,
        )
        for device in tables.devices(seat.table)
    ]
    try:
        tables.add(settings, devices, seat.device.id, before=seat.table.id)
    except Behind as begun:
        raise TrackerError(
            say("next-begun", "Your crew has begun its next game already: the board and the menu lead there.")
        ) from begun
    seat.table.offer_next(tables.next_of(seat.table.id))
    return own


def enter_next(tables: Tables, code: str) -> Joined:
    """Take a device along into its crew's next game; asked again it is the same. The game before stays open to it.

    A device that looks back into an earlier game comes back to the newest one.
    Only a device that was in the game when the next one began is taken along, so that nobody who was turned out of
    that one comes back through this one; raises Refused for others, TrackerError where there is no next game.
    """
    seat = tables.seat(code)
    if seat.back_from is not None:
        return _newest(tables, held_code(code))
    game = tables.journal.next_game(seat.table.id)
    if game is None:
        raise TrackerError(say("next-none", "Your crew has not begun its next game yet."))
    own = next_code(code, game)
    device = tables.journal.claim_device(game, seat.device.id, code_hash(own))
    if device is None or device.revoked is not None:
        raise Refused(
            say("next-closed", "This device has no place in its crew's next game. Ask for an invitation to it.")
        )
    return Joined(own, device.id, device.name)


def _newest(tables: Tables, code: str) -> Joined:
    """Return the place of a device in the last game of its crew that it has one in."""
    while True:
        try:
            code = enter_next(tables, code).code
        except TrackerError:  # there is no next game, or it has no place in it
            device = tables.seat(code).device
            return Joined(code, device.id, device.name)


def earlier(tables: Tables, code: str, most: int = 10) -> list[Table]:
    """Return the games that a device's crew played before, the last one first, as far as the device was in them.

    They are the same while the device looks back into one of them.
    """
    found: list[Table] = []
    for game in tables.games_before(tables.seat(held_code(code)).table.id):
        with suppress(Refused):
            found.append(tables.seat(earlier_code(code, game)).table)
        if len(found) == most:
            break
    return found
