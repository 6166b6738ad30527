"""A CSV table of announcements: its delimiter and headings guessed, each field with its place.

Knows headings in five languages, not what an announcement says.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from types import MappingProxyType

from tracker.game.errors import Fault
from tracker.game.words import fold

_HEADINGS: Mapping[str, str] = MappingProxyType(
    {
        "side": "side team crew player boat sub submarine colour color who by equipe camp couleur lado equipa cor "
        "mannschaft seite farbe bando equipo",
        "announcement": "announcement announcements announced text order orders item action course call event said "
        "command annonce texte ordre anuncio texto ordem acao ansage befehl orden accion",
        "clock": "clock time timestamp heure temps chrono hora tempo relogio zeit uhr uhrzeit tiempo reloj",
        "answer": "answer answers result reply reponse resultat resposta resultado antwort ergebnis respuesta",
        "comment": "comment comments note notes remark remarks commentaire comentario observacao anmerkung bemerkung "
        "notiz observacion",
    }
)
_KIND_OF = {word: kind for kind, words in _HEADINGS.items() for word in words.split()}
_DELIMITERS = ",;\t|"
_CLOCK = re.compile(r"\s*(\d+:)?\d+:\d\d\s*")


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the fields of each kind of column with the column, from 1, at which each begins in its line.

    ``others`` are the headings and fields of the columns of no kind, as far as they hold something.
    """

    line: int
    text: str
    fields: Mapping[str, tuple[str, int]]
    others: tuple[tuple[str, str], ...]

    def value(self, kind: str) -> str:
        """Return what stands in the column of a kind, empty where there is none."""
        return self.fields.get(kind, ("", 1))[0]

    def column(self, kind: str) -> int:
        """Return where the field of a kind begins."""
        return self.fields.get(kind, ("", 1))[1]

    def fault(self, kind: str, expected: str) -> Fault:
        """Return the fault of what stands in the column of a kind."""
        return Fault(self.line, self.column(kind), f"'{self.value(kind)}'", expected)


@dataclass(frozen=True, slots=True)
class CsvTable:
    """The rows of a table below its headings."""

    rows: tuple[Row, ...]


def read_csv(text: str) -> CsvTable | None:
    """Return the table of a text, or None where its first line is no line of headings with an announcement."""
    lines = text.removeprefix("\ufeff")
    first = next((line for line in lines.splitlines() if line.strip()), "")
    for delimiter in _DELIMITERS:
        headings = next(csv.reader([first], delimiter=delimiter), [])
        kinds = [_KIND_OF.get(fold(heading).strip()) for heading in headings]
        if "announcement" in kinds and len(headings) > 1:
            return _table(lines, delimiter)
    return None


def _table(text: str, delimiter: str) -> CsvTable:
    given = text.splitlines()
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    headings: list[str] = []
    kinds: list[str | None] = []
    rows: list[Row] = []
    read: list[tuple[int, list[str]]] = []
    start = 1
    for fields in reader:
        if any(field.strip() for field in fields):
            if headings:
                read.append((start, fields))
            else:
                headings = [heading.strip() for heading in fields]
        start = reader.line_num + 1
    kinds = _kinds(headings, [fields for _, fields in read])
    for line, fields in read:
        raw = given[line - 1] if line <= len(given) else ""
        columns = _starts(raw, delimiter)
        known: dict[str, tuple[str, int]] = {}
        others: list[tuple[str, str]] = []
        for index, value in enumerate(fields):
            begin = columns[index] if index < len(columns) else 1
            kind = kinds[index] if index < len(kinds) else None
            if kind is not None:
                known[kind] = (value.strip(), begin + len(value) - len(value.lstrip()))
            elif value.strip():
                name = headings[index] if index < len(headings) else "more"
                others.append((name, value.strip()))
        rows.append(Row(line, raw, known, tuple(others)))
    return CsvTable(tuple(rows))


def _kinds(headings: list[str], rows: list[list[str]]) -> list[str | None]:
    """The kind of each column; of several of one kind the first counts."""
    found: list[str | None] = []
    for index, heading in enumerate(headings):
        kind = _KIND_OF.get(fold(heading))
        if fold(heading) == "time":
            # A clock in English, a team in Portuguese: what stands below tells.
            values = [row[index] for row in rows if index < len(row) and row[index].strip()]
            kind = "clock" if all(_CLOCK.fullmatch(value) for value in values) else "side"
        found.append(None if kind in found else kind)
    return found


def _starts(line: str, delimiter: str) -> list[int]:
    """The column, from 1, at which each field of a line begins, behind its opening quote."""
    starts, quoted, begins = [], False, True
    for index, letter in enumerate(line):
        if begins:
            starts.append(index + 1 + (letter == '"'))
            begins = False
        if letter == '"':
            quoted = not quoted
        elif letter == delimiter and not quoted:
            begins = True
    return [*starts, len(line) + 1] if begins else starts
