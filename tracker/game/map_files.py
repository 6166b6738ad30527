"""Map files: the labelled text format, and the layouts that come with the tracker.

Knows where the shipped files lie and how a sheet is written down, not which map a record asks for.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tracker.game.cells import COLUMNS, MAX_SIDE
from tracker.game.errors import Fault, UnknownMap, Unreadable
from tracker.game.maps import ISLAND, SEA_SYMBOLS, SeaMap
from tracker.game.sentences import Sentence, say
from tracker.game.words import quoted

MODES = ("real-time", "turn-by-turn")
DEFAULT_SECTOR_SIDE = 5
"""Cells along a sector's side on every printed sheet."""

_SYMBOLS = ISLAND + SEA_SYMBOLS
_SIGN_EXPECTED = say(
    "expected-map-sign",
    "one of . (sea) # (island) o (ice hole) M (Archer mine) O (other mark), with spaces between",
)
NO_SEA = say("found-no-sea", "no sea")
SEA_EXPECTED = say("expected-sea", "at least one cell that is no island")
_HEADERS = ("name", "mode", "sector", "source")
_HEADER = re.compile(r"\s*([A-Za-z][\w-]*)\s*:\s*(.*?)\s*")
_TRAILING_COMMENT = re.compile(r"(?:^|\s)#.*")


def rows_found(count: int) -> Sentence:
    """Return how many rows were found."""
    return say("found-rows", "{count} rows", count=count)


def at_most(most: int) -> Sentence:
    """Return how many are expected."""
    return say("expected-at-most", "at most {most}", most=most)


def maps_folder() -> Path:
    """Return the folder of the shipped maps: inside an installed package, beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "maps"
    return installed if installed.is_dir() else package.parent / "maps"


@cache
def map_ids() -> tuple[str, ...]:
    """Return the ids of the shipped maps: real-time ones first, each group by name."""
    stems = [path.stem for path in maps_folder().glob("*.txt")]
    return tuple(sorted(stems, key=lambda stem: (stem.endswith("-tbt"), stem)))


@cache
def load_map(map_id: str) -> SeaMap:
    """Return a shipped map such as ``alpha`` or ``alpha-tbt``; case does not matter.

    Raises UnknownMap, which lists the ids there are, for any other id: no path is ever opened for one.
    """
    wanted = map_id.strip().lower()
    if wanted not in map_ids():
        raise UnknownMap(f"there is no map {map_id!r}: expected one of {', '.join(map_ids())}")
    return parse_map((maps_folder() / f"{wanted}.txt").read_text(encoding="utf-8"), wanted)


def format_map(sea_map: SeaMap) -> str:
    """Return a map in the labelled text format, headers first; ``parse_map`` reads it back as the same value."""
    headers = [
        f"name: {sea_map.name or sea_map.id}",
        *([f"mode: {sea_map.mode}"] if sea_map.mode else []),
        f"sector: {sea_map.sector_side}",
        *([f"source: {sea_map.source}"] if sea_map.source else []),
    ]
    labels = "    " + " ".join(COLUMNS[: sea_map.columns])
    rows = [f"{number:2}  {' '.join(row)}" for number, row in enumerate(sea_map.grid, 1)]
    return "\n".join([*headers, labels, *rows]) + "\n"


def parse_map(text: str, map_id: str) -> SeaMap:
    """Return the map that a labelled text describes.

    Raises Unreadable with every fault of the text, each with its line and column.
    """
    return _MapReader().read(text, map_id)


class _MapReader:
    """Gathers one map's headers, labels and rows, and every fault on the way."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.headers: dict[str, str] = {}
        self.columns: int | None = None
        self.rows: list[str] = []

    def read(self, text: str, map_id: str) -> SeaMap:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for number, line in enumerate(lines, 1):
            self._line(number, line)
        end = max(len(text.rstrip("\n").split("\n")), 1)
        if "sector" not in self.headers:
            self._fault(
                end,
                1,
                say("found-no-sector", "no line 'sector:'"),
                say("expected-sector-line", "the cells along a sector's side, such as 'sector: 5'"),
            )
        if self.columns is None:
            self._fault(
                end,
                1,
                say("found-no-labels", "no column labels"),
                say("expected-labels", "a line of column letters such as 'A B C' above the rows"),
            )
        elif not self.rows:
            self._fault(
                end,
                1,
                say("found-no-rows", "no rows"),
                say("expected-rows", "rows such as ' 1  . . #' below the column letters"),
            )
        elif all(set(row) == {ISLAND} for row in self.rows):
            self._fault(end, 1, NO_SEA, SEA_EXPECTED)
        if self.faults:
            raise Unreadable(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))
        return SeaMap(
            id=map_id,
            grid=tuple(self.rows),
            sector_side=int(self.headers["sector"]),
            name=self.headers.get("name", "") or map_id,
            mode=self.headers.get("mode", ""),
            source=self.headers.get("source", ""),
        )

    def _fault(self, line: int, column: int, found: str, expected: str) -> None:
        self.faults.append(Fault(line, column, found, expected))

    def _line(self, number: int, line: str) -> None:
        if not line.strip() or line.lstrip().startswith("#"):
            return
        header = _HEADER.fullmatch(line)
        if header is not None:
            self._header(number, header)
        elif self.columns is None:
            self._labels(number, line)
        else:
            self._row(number, line)

    def _header(self, number: int, header: re.Match[str]) -> None:
        key, column = header[1].lower(), header.start(1) + 1
        # Only words of a fixed list take a comment behind them: a source may well contain " #".
        value = _TRAILING_COMMENT.sub("", header[2]).rstrip() if key in ("mode", "sector") else header[2]
        if key not in _HEADERS:
            expected = say("expected-header", "one of the headers {headers}", headers=", ".join(_HEADERS))
            self._fault(number, column, f"'{header[1]}:'", expected)
            return
        if key in self.headers:
            again = say("found-header-again", "'{header}:' a second time", header=key)
            self._fault(number, column, again, say("expected-header-once", "each header once"))
            return
        if key == "mode" and value not in MODES:
            found = say("found-mode", "mode {value}", value=quoted(value))
            expected = say("expected-mode", "{one} or {other}", one=MODES[0], other=MODES[1])
            self._fault(number, header.start(2) + 1, found, expected)
        if key == "sector" and not (re.fullmatch("[0-9]{1,2}", value) and 1 <= int(value) <= MAX_SIDE):
            expected = say("expected-cells-along", "a number of cells from 1 to {most}", most=MAX_SIDE)
            found = say("found-sector", "sector {value}", value=quoted(value))
            self._fault(number, header.start(2) + 1, found, expected)
        self.headers[key] = value

    def _labels(self, number: int, line: str) -> None:
        letters = [(found.start() + 1, found[0]) for found in re.finditer(r"\S+", line)]
        if not all(re.fullmatch("[A-Za-z]", letter) for _, letter in letters):
            expected = say(
                "expected-header-or-labels", "a header such as 'name: Alpha' or the column letters 'A B C ...'"
            )
            self._fault(number, letters[0][0], quoted(line.strip()), expected)
            if re.match(r"\s*[0-9]", line) is None:
                return
            # A row without labels above it: judge the rows by this one, or each would be a fault of its own.
            self.columns = len(letters) - 1
            self._row(number, line)
            return
        self.columns = len(letters)
        for index, (column, letter) in enumerate(letters):
            if index >= MAX_SIDE:
                found = say("found-columns", "{count} columns", count=len(letters))
                self._fault(number, column, found, at_most(MAX_SIDE))
                break
            if letter.upper() != COLUMNS[index]:
                found = say("found-label", "column label {label}", label=repr(letter))
                self._fault(number, column, found, repr(COLUMNS[index]))

    def _row(self, number: int, line: str) -> None:
        words = [(found.start() + 1, found[0]) for found in re.finditer(r"\S+", line)]
        column, label = words[0]
        expected = len(self.rows) + 1
        if expected > MAX_SIDE:
            found = say("found-row", "row {label}", label=label)
            self._fault(number, column, found, say("expected-most-rows", "at most {most} rows", most=MAX_SIDE))
        elif label != str(expected):
            found = say("found-row-label", "row label {label}", label=quoted(label))
            self._fault(number, column, found, f"'{expected}'")
        symbols = words[1:]
        for place, symbol in symbols:
            if symbol not in _SYMBOLS or len(symbol) != 1:
                self._fault(number, place, quoted(symbol), _SIGN_EXPECTED)
        if len(symbols) != self.columns:
            found = say("found-signs", "{count} symbols in row {row}", count=len(symbols), row=label)
            wanted = say("expected-one-a-column", "{count}, one a column", count=self.columns or 0)
            self._fault(number, column, found, wanted)
        self.rows.append("".join(symbol for _, symbol in symbols))
