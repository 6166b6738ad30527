"""Looking up the words of a table: the meaning of a phrase, a spelled number, the letters that stand for courses.

Knows single phrases in one language at a time; how they are put together is ``phrases_grammar``'s business.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from tracker.game.cells import Course
from tracker.game.phrase_meanings import Meaning
from tracker.game.phrase_tables import FORMAT, MORE_NUMBERS, NUMBERS, TABLES

Phrase: TypeAlias = tuple[str, ...]
"""The folded words of a phrase; an apostrophe belongs to the word before it (``l'``, ``est``)."""

LANGUAGES = ("en", "fr", "pt", "de", "es")

# Letters that stand for a course on their own. O is west in Portuguese, French and Spanish, east in German and
# nothing in English; L is east in Portuguese only. S is always south. The record format's own four hold everywhere.
_FORMAT_LETTERS = {"n": Course.N, "e": Course.E, "s": Course.S, "w": Course.W}
COURSE_LETTERS = MappingProxyType(
    {
        "en": _FORMAT_LETTERS,
        "fr": _FORMAT_LETTERS | {"o": Course.W},
        "pt": _FORMAT_LETTERS | {"o": Course.W, "l": Course.E},
        "de": _FORMAT_LETTERS | {"o": Course.E},
        "es": _FORMAT_LETTERS | {"o": Course.W},
    }
)

_SPOKEN = "alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar"
# Spoken letters of a cell or a column, in every language.
SPOKEN_LETTERS = MappingProxyType({word: word[0] for word in _SPOKEN.split()} | {"alfa": "a"})


def _split(phrases: str) -> list[Phrase]:
    return [tuple(phrase.split()) for phrase in phrases.split("|")]


@cache
def phrases_of(language: str) -> MappingProxyType[Phrase, Meaning]:
    """Return the phrases of a language, those of the record format included, each with its meaning."""
    found = {phrase: meaning for meaning, phrases in FORMAT.items() for phrase in _split(phrases)}
    found |= {phrase: meaning for meaning, phrases in TABLES[language].items() for phrase in _split(phrases)}
    return MappingProxyType(found)


@cache
def numbers_of(language: str) -> MappingProxyType[str, int]:
    """Return the spelled numbers 1 to 15 of a language."""
    spelled = {word: number for number, word in enumerate(NUMBERS[language].split(), 1)}
    return MappingProxyType({**spelled, **MORE_NUMBERS[language]})


def repeated_phrases(language: str) -> tuple[Phrase, ...]:
    """Return the phrases that a language's own table lists more than once; there should be none."""
    listed = [phrase for phrases in TABLES[language].values() for phrase in _split(phrases)]
    return tuple(sorted({phrase for phrase in listed if listed.count(phrase) > 1}))
