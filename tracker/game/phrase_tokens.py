"""The words of a spoken or typed line with their places: letters, numbers and the marks that matter.

Knows where a word stands and how it is folded, not what it means in any language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracker.game.words import fold

_TOKEN = re.compile(r"\([^()]*\)?|[^\W\d_]+['’]?|\d+|[?=]|[^\s]")
_SILENT_MARKS = frozenset(",.!¡¿:-–—/\"'’«»_")
_CLOCK = re.compile(r"\s*(\d{1,3}:)?\d{1,3}:[0-5]\d(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Token:
    """A folded word, number, bracket or mark; ``text`` is as written, ``start`` and ``end`` count from 0 in the line.

    ``joined`` tells that nothing stands between it and the token before; ``paused`` that a comma, full stop or
    another silent mark does.
    """

    key: str
    text: str
    start: int
    end: int
    joined: bool
    paused: bool
    colon: bool


def split_tokens(text: str, start: int = 0) -> list[Token]:
    """Return the tokens of a line from ``start`` on; silent punctuation only leaves its trace on the next token."""
    tokens: list[Token] = []
    end, marks = -1, ""
    for found in _TOKEN.finditer(text, start):
        if found[0] in _SILENT_MARKS:
            marks += found[0]
            continue
        key = fold(found[0]).replace("’", "'")
        joined = found.start() == end
        paused = bool(set(marks) & set(",.!:"))
        tokens.append(Token(key, found[0], found.start(), found.end(), joined, paused, ":" in marks))
        end, marks = found.end(), ""
    return tokens


def clock_end(text: str) -> int:
    """Return where the clock that begins a line ends, 0 where none does."""
    found = _CLOCK.match(text)
    return found.end() if found else 0
