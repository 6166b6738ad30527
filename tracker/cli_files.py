"""Files of the command line: a record with its map, or the sentences that say why it cannot be used.

Knows paths and where faults stand in a file; prints nothing and asks no solver.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tracker.game.announcements import Announcement
from tracker.game.errors import Fault, ImpossibleOnMap, TrackerError, Unreadable
from tracker.game.map_checks import check_announcement
from tracker.game.map_files import parse_map
from tracker.game.maps import SeaMap
from tracker.game.records import Record, loads, record_map


class UnusableFile(TrackerError):
    """A file that cannot be used; ``lines`` has one ``file:line:column: sentence`` for each fault."""

    def __init__(self, path: str, lines: tuple[str, ...]) -> None:
        """Keep a line for each fault; the first ones make the message."""
        self.lines = lines
        super().__init__("; ".join(lines) or f"{path} cannot be read")


@dataclass(frozen=True, slots=True)
class GameFile:
    """A record with its map; ``left_out`` names what a lenient reading could not use, a line for each."""

    path: str
    record: Record
    sea_map: SeaMap
    left_out: tuple[str, ...]


def read_text(path: str) -> str:
    """Return a file's text; raises UnusableFile where there is none or it is not UTF-8."""
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) and failure.strerror else str(failure)
        raise UnusableFile(path, (f"{path}: cannot be opened ({reason}), expected a readable file",)) from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as failure:
        before = content[: failure.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        fault = Fault(
            line, column, f"a byte that is no UTF-8 text (0x{content[failure.start]:02x})", "a UTF-8 text file"
        )
        raise UnusableFile(path, _lines(path, [fault])) from None


def read_game(path: str, lenient: bool) -> GameFile:
    """Return the record in a file and its map.

    Raises UnusableFile with every fault of the record, its map and its items on that map. With ``lenient`` what cannot
    be read or is impossible on the map is left out and named instead; a map must always be readable.
    """
    return judged(path, loads(read_text(path), lenient=True), lenient)


def judged(path: str, record: Record, lenient: bool) -> GameFile:
    """Return a record that was leniently read from a file, and its map; raises as ``read_game`` does."""
    map_faults: tuple[Fault, ...] = ()
    items: list[Announcement] = []
    impossible: list[Fault | ImpossibleOnMap] = []
    sea_map: SeaMap | None = None
    try:
        sea_map = record_map(record, base=Path(path).parent)
    except Unreadable as unreadable:
        map_faults = tuple(fault for fault in unreadable.faults if fault not in record.faults)
        lost_map = True
    else:
        lost_map = False
        for announcement in record.announcements:
            try:
                check_announcement(announcement, sea_map)
            except ImpossibleOnMap as fault:
                impossible.append(fault)
            else:
                items.append(announcement)
    lines = _lines(path, [*record.faults, *map_faults, *impossible])
    if sea_map is None or lost_map or (lines and not lenient):
        raise UnusableFile(path, lines)
    return GameFile(
        path,
        record if len(items) == len(record.announcements) else replace(record, announcements=tuple(items)),
        sea_map,
        lines,
    )


def read_map(path: str) -> SeaMap:
    """Return the map in a file; raises UnusableFile with every fault of it."""
    try:
        return parse_map(read_text(path), Path(path).stem)
    except Unreadable as unreadable:
        raise UnusableFile(path, _lines(path, unreadable.faults)) from None


def _lines(path: str, faults: tuple[Fault, ...] | list[Fault] | list[Fault | ImpossibleOnMap]) -> tuple[str, ...]:
    ordered = sorted(faults, key=lambda fault: (fault.line, fault.column))
    return tuple(f"{path}:{fault.line}:{fault.column}: {fault.sentence}" for fault in ordered)
