"""The words of a line with their places, spelled so that case and accents no longer matter.

Knows where a word stands, not what it means.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_WORD = re.compile(r"\([^()]*\)?|[)=]|[^\s()=]+")

QUOTED_LENGTH = 60


def fold(text: str) -> str:
    """Return a text without accents and in one case, for comparing."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def quoted(text: str) -> str:
    """Return a text in quotes for a fault's sentence, a long one cut so that the sentence can still be read."""
    return repr(text) if len(text) <= QUOTED_LENGTH else f"{text[:QUOTED_LENGTH]!r}..."


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line: its folded spelling and the half-open range of its characters, counted from 0."""

    key: str
    start: int
    end: int


def split_words(text: str) -> list[Word]:
    """Return the words of a text; ``=`` stands alone, and brackets with what is between them are one word."""
    return [Word(fold(found[0]), found.start(), found.end()) for found in _WORD.finditer(text)]
