"""The interface's texts in several languages, from Project Fluent files.

Knows languages and message names; it knows nothing of games, pages or Streamlit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from tracker.game.errors import TrackerError
from tracker.game.sentences import Sentence

LANGUAGES: Mapping[str, str] = {"en": "English", "pt": "Português", "fr": "Français"}
"""Each language the interface speaks, with its own name for itself."""

FALLBACK = "en"
LOCALES = Path(__file__).with_name("locales")
BOARD, SAID = "board-", "said-"
"""Messages of these prefixes are sent to the live board as they are, with their arguments still open."""

REVIEW = "review-"
"""Messages of this prefix are sent to the review in the same way."""


@dataclass(frozen=True)
class Words:
    """The texts of one language; a message it lacks is taken from English."""

    language: str

    def __call__(self, message: str, **arguments: str | int | float) -> str:
        """Return a message's text with its arguments filled in; the message's name where no language has it."""
        for language in dict.fromkeys((self.language, FALLBACK)):
            text = _format(language, message, arguments)
            if text is not None:
                return text
        return message

    def open(self, *prefixes: str) -> dict[str, str]:
        """Return the texts of some prefixes: each ``{ $name }`` stands as ``{name}``, for the device to fill in."""
        return {name: text for name, text in _open(self.language) if name.startswith(prefixes)}

    def board(self) -> dict[str, str]:
        """Return the live board's texts, open."""
        return self.open(BOARD, SAID)

    def told(self, fault: TrackerError) -> str:
        """Return what a fault says, in this language where there are words for it."""
        return " ".join(self.said(one) for one in fault.told)

    def said(self, sentence: str) -> str:
        """Return a sentence of the table in this language, in English where this language has no words for it."""
        if not isinstance(sentence, Sentence) or not sentence.key:
            return str(sentence)
        values = {
            name: self.said(value) if isinstance(value, Sentence) else value for name, value in sentence.values.items()
        }
        return _format(self.language, f"{SAID}{sentence.key}", values) or str(sentence)

    def review(self) -> dict[str, str]:
        """Return the review's texts, open, the board's words for announcements among them."""
        return self.open(BOARD, SAID, REVIEW)


def choose_language(wanted: str | None) -> str:
    """Return the language of the interface for a locale such as ``pt-BR``; English for any other."""
    language = (wanted or FALLBACK).split("-")[0].split("_")[0].lower()
    return language if language in LANGUAGES else FALLBACK


def message_names(language: str) -> frozenset[str]:
    """Return the names of all messages of one language's files."""
    return frozenset(_bundle(language)._messages)


@cache
def _bundle(language: str) -> FluentBundle:
    # no isolating marks: texts also go into buttons, labels and file names, where the marks would show
    bundle = FluentBundle([language], use_isolating=False)
    for path in sorted((LOCALES / language).glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle


def _format(language: str, message: str, arguments: Mapping[str, str | int | float]) -> str | None:
    bundle = _bundle(language)
    if not bundle.has_message(message):
        return None
    value = bundle.get_message(message).value
    if value is None:
        return None
    text, _faults = bundle.format_pattern(value, dict(arguments))
    return str(text)


@cache
def _open(language: str) -> tuple[tuple[str, str], ...]:
    open_places = {name: f"{{{name}}}" for name in _argument_names(language) | _argument_names(FALLBACK)}
    names = sorted(message_names(FALLBACK))
    return tuple(
        (name, _format(language, name, open_places) or _format(FALLBACK, name, open_places) or name) for name in names
    )


def _argument_names(language: str) -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in (LOCALES / language).glob("*.ftl"))
    return {name for text in texts for name in re.findall(r"\$(\w+)", text)}
