"""Sentences for people: English, with the key and the values by which a page says them in another language.

Knows how a sentence is put together and told as plain JSON; the other languages' words are the page's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

Value: TypeAlias = str | int
"""What is filled into a sentence; a ``Sentence`` is worded in the page's language too."""


class Sentence(str):
    """An English sentence that also says its ``key`` and ``values``; every other use sees a text like any other."""

    __slots__ = ("key", "values")

    key: str
    values: Mapping[str, Value]

    def __new__(cls, text: str, key: str = "", values: Mapping[str, Value] | None = None) -> Sentence:
        """Make a sentence of its finished text; see ``say``."""
        made = super().__new__(cls, text)
        made.key = key
        made.values = values or {}
        return made


def say(key: str, english: str, **values: Value) -> Sentence:
    """Return a sentence of its English form, in which ``{name}`` stands for each of the values."""
    return Sentence(english.format(**values), key, values)


def told(sentences: Iterable[str]) -> list[dict[str, Any]]:
    """Return sentences as JSON values: the English ``text``, and key and values where a sentence has them.

    A value that is a sentence itself is told in the same way.
    """
    return [_told(one) for one in sentences]


def _told(one: str) -> dict[str, Any]:
    if not isinstance(one, Sentence) or not one.key:
        return {"text": str(one)}
    values = {name: _told(value) if isinstance(value, Sentence) else value for name, value in one.values.items()}
    return {"text": str(one), "key": one.key, "values": values}
