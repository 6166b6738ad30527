"""What a device can ask of a game, as values: hear, undo, redo, undo to, change, delete, insert, start.

Knows an operation's JSON from a device and its form in the journal, not what it does to a game (``game_log``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, cast, get_args

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell, cell_name, parse_cell
from tracker.game.errors import TrackerError
from tracker.game.map_checks import check_announcement
from tracker.game.maps import SeaMap
from tracker.game.notation import format_announcement, parse_line
from tracker.game.sentences import Sentence, say

Kind: TypeAlias = Literal["hear", "undo", "redo", "undo_to", "change", "delete", "insert", "start", "load"]
"""What an operation does; ``load`` hears a whole uploaded record and never comes from a device."""

KINDS: tuple[Kind, ...] = get_args(Kind)
DEVICE_KINDS: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "load")

MAX_TEXT = 2000
MAX_ITEMS = 200
MAX_AGE = 7 * 24 * 3600.0
_NAME = re.compile(r"[A-Za-z0-9._:-]{1,64}")


class BadOperation(TrackerError):
    """An operation that cannot be read or means nothing in this game; final, sending it again does not help."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation on a game.

    ``op`` is the device's own id for it and counts once for ever. ``target`` is the announcement or edit it is about
    (for ``insert`` the announcement to stand before, None for the end). ``seen`` is the version of the game the
    device showed when it was made, where it said so. ``at`` is the server's wall clock, seconds since 1970. ``side``
    and ``cell`` are where a submarine began, after the game; None: no longer known.
    """

    op: str
    do: Kind
    device: str = ""
    announcements: tuple[Announcement, ...] = ()
    target: str | None = None
    seen: int | None = None
    at: float = 0.0
    side: Side | None = None
    cell: Cell | None = None


def announcement_ids(op: str, count: int) -> tuple[str, ...]:
    """Return the ids of the announcements an operation makes: its own, then ``-1``, ``-2`` ... for further items."""
    return tuple(op if k == 0 else f"{op}-{k}" for k in range(count))


def read_operation(body: object, us: Side, sea_map: SeaMap, device: str = "") -> Operation:
    """Read an operation from a device's JSON; ``device`` is whose it is where the JSON does not say.

    Raises BadOperation, Unreadable or ImpossibleOnMap, each a sentence for the device.
    """
    if not isinstance(body, dict):
        raise BadOperation('The operation is not a JSON object: expected one such as {"op": "a1", "do": "hear", ...}.')
    kind = body.get("do")
    if kind not in DEVICE_KINDS:
        raise BadOperation(f'"do" is {_quote(kind)}: expected one of {", ".join(DEVICE_KINDS)}.')
    op = _name(body, "op")
    if body.get("device") not in (None, ""):
        device = _name(body, "device")
    seen = body.get("seen")
    if seen is not None and (isinstance(seen, bool) or not isinstance(seen, int) or seen < 0):
        raise BadOperation(f'"seen" is {_quote(seen)}: expected the version of the game that the device showed.')
    announcements = _announcements(body, us, sea_map) if kind in ("hear", "change", "insert") else ()
    target: str | None = None
    if kind == "insert":
        target = _name(body, "before") if body.get("before") is not None else None
    elif kind in ("undo", "change", "delete"):
        target = _name(body, "id")
    elif kind in ("undo_to", "redo"):
        if kind == "undo_to" and "id" not in body:
            raise BadOperation('"undo_to" has no "id": expected the announcement to keep last, or null to keep none.')
        target = _name(body, "id") if body.get("id") is not None else None
    side, cell = _start(body, sea_map) if kind == "start" else (None, None)
    return Operation(op, cast(Kind, kind), device, announcements, target, seen, side=side, cell=cell)


def _start(body: Mapping[str, Any], sea_map: SeaMap) -> tuple[Side, Cell | None]:
    side, named = body.get("side"), body.get("cell")
    if side not in tuple(Side):
        raise BadOperation(f'"side" is {_quote(side)}: expected yellow or blue.')
    if named is None and "cell" in body:
        return Side(side), None
    try:
        cell = parse_cell(named) if isinstance(named, str) else None
    except ValueError:
        cell = None
    if cell is None or cell not in sea_map or not sea_map.is_sea(cell):
        raise BadOperation(f'"cell" is {_quote(named)}: expected a sea cell of the map such as "G7", or null.')
    return Side(side), cell


def read_age(body: object) -> float:
    """Return how many seconds a tap waited on its device before it was sent; 0 where the device does not say."""
    age = body.get("age") if isinstance(body, Mapping) else None
    if age is None:
        return 0.0
    if isinstance(age, bool) or not isinstance(age, int | float) or not age >= 0:
        raise BadOperation(f'"age" is {_quote(age)}: expected the seconds the tap waited on the device.')
    return min(float(age), MAX_AGE)


def _announcements(body: Mapping[str, Any], us: Side, sea_map: SeaMap) -> tuple[Announcement, ...]:
    text = body.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadOperation(f'"text" is {_quote(text)}: expected one line of announcements, such as "B N".')
    if len(text) > MAX_TEXT:
        raise BadOperation(line_too_long(len(text), MAX_TEXT))
    if not text.isprintable():
        raise BadOperation(
            say(
                "line-control",
                "The line holds a line break or another control character: expected one line of plain text.",
            )
        )
    return check_line(parse_line(text, us), sea_map)


def line_too_long(count: int, most: int) -> Sentence:
    """Say that a line has too many characters."""
    return say(
        "line-long",
        "The line has {count} characters: expected at most {most}; send it in parts.",
        count=count,
        most=most,
    )


def check_line(announcements: Iterable[Announcement], sea_map: SeaMap) -> tuple[Announcement, ...]:
    """Return announcements that were all found possible on the map; raises ImpossibleOnMap or BadOperation."""
    heard = tuple(announcements)
    if not heard:
        raise BadOperation(say("line-empty", 'The line announces nothing: expected at least one item, such as "B N".'))
    if len(heard) > MAX_ITEMS:
        raise BadOperation(
            say(
                "line-many",
                "The line has {count} announcements: expected at most {most}; send it in parts.",
                count=len(heard),
                most=MAX_ITEMS,
            )
        )
    for announcement in heard:
        check_announcement(replace(announcement, line=0, column=0), sea_map)
    return heard


def _name(body: Mapping[str, Any], key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str) or _NAME.fullmatch(value) is None:
        raise BadOperation(f'"{key}" is {_quote(value)}: expected 1 to 64 letters, digits or any of . _ : -')
    return value


def _quote(value: object) -> str:
    """Show a value from a device, shortened, in plain ASCII."""
    if value is None:
        return "missing"
    shown = ascii(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def payload(operation: Operation) -> str:
    """Return what the journal keeps of an operation beside its id, kind, device and time: JSON text.

    Announcements are kept in the writer's words, not the device's, so that a later, more lenient or stricter reader
    still reads the same game.
    """
    kept: dict[str, Any] = {}
    if operation.announcements:
        kept["items"] = [
            {"text": format_announcement(a)}
            | ({} if a.clock is None else {"clock": a.clock})
            | ({"comment": a.comment} if a.comment else {})
            for a in operation.announcements
        ]
    if operation.target is not None:
        kept["target"] = operation.target
    if operation.seen is not None:
        kept["seen"] = operation.seen
    if operation.side is not None:
        kept["side"] = operation.side.value
        kept["cell"] = None if operation.cell is None else cell_name(operation.cell)
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def operation_from(op: str, do: str, kept: str, device: str, at: float, us: Side) -> Operation:
    """Return the operation that a row of the journal holds; raises TrackerError where the row makes no sense."""
    try:
        fields = json.loads(kept)
        items = [_item(item, us) for item in fields.get("items", ())]
        side = Side(fields["side"]) if do == "start" else None
        cell = parse_cell(fields["cell"]) if fields.get("cell") is not None else None
        if do not in KINDS:
            raise ValueError(do)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise BadOperation(f"The journal's operation {_quote(op)} ({_quote(do)}) cannot be read: {fault}.") from fault
    return Operation(op, do, device, tuple(items), fields.get("target"), fields.get("seen"), at, side, cell)


def _item(item: Mapping[str, Any], us: Side) -> Announcement:
    (announcement,) = parse_line(item["text"], us)
    return replace(announcement, clock=item.get("clock"), comment=item.get("comment", ""), line=0, column=0)
