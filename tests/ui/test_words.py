"""Every text exists in every language, reads without faults and fills in the same places."""

from __future__ import annotations

import re

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, ast

from tracker.ui.board import HERE, SCRIPTS
from tracker.ui.map_editor import HERE as EDITOR
from tracker.ui.markdown import plain
from tracker.ui.words import BOARD, FALLBACK, LANGUAGES, LOCALES, SAID, Words, choose_language, message_names

EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def text_of(language: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((LOCALES / language).glob("*.ftl")))


@EACH_LANGUAGE
def test_every_message_exists_once_in_every_language(language: str) -> None:
    names = [entry.id.name for entry in FluentParser().parse(text_of(language)).body if isinstance(entry, ast.Message)]
    assert sorted(names) == sorted(message_names(FALLBACK))


@EACH_LANGUAGE
def test_no_file_has_a_part_that_cannot_be_read(language: str) -> None:
    assert not [entry for entry in FluentParser().parse(text_of(language)).body if isinstance(entry, ast.Junk)]


@EACH_LANGUAGE
def test_every_message_fills_in_what_the_english_one_does(language: str) -> None:
    def places(text: str) -> dict[str, set[str]]:
        found = {}
        for entry in FluentParser().parse(text).body:
            if isinstance(entry, ast.Message):
                start, end = entry.span.start, entry.span.end
                found[entry.id.name] = set(re.findall(r"\$(\w+)", text.replace("\r\n", "\n")[start:end]))
        return found

    assert places(text_of(language)) == places(text_of(FALLBACK))


@EACH_LANGUAGE
def test_every_message_formats_without_a_fault(language: str) -> None:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(text_of(language)))
    arguments = dict.fromkeys(re.findall(r"\$(\w+)", text_of(language)), 3)
    for name in message_names(language):
        _, faults = bundle.format_pattern(bundle.get_message(name).value, arguments)
        assert faults == []


def test_a_message_nobody_has_is_shown_by_its_name() -> None:
    assert Words("fr")("no-such-message") == "no-such-message"


def test_a_number_chooses_the_form() -> None:
    words = Words("en")
    assert words("menu-heard", count=0) == "Nothing heard yet."
    assert words("menu-heard", count=1) == "One announcement heard."
    assert words("menu-heard", count=7) == "7 announcements heard."


def test_the_boards_texts_keep_their_places_open() -> None:
    assert Words("en").board()["board-impossible"] == "Impossible since {n}: {text}. The map shows {asOf}."
    assert "{n}" in Words("pt").board()["board-impossible"]


def test_the_boards_script_and_page_ask_only_for_texts_there_are() -> None:
    sources = "".join((HERE / name).read_text(encoding="utf-8") for name in (*SCRIPTS, "board.html"))
    asked = set(re.findall(r"[\"'`](board-[\w-]+)[\"'`]", sources))
    assert asked <= message_names(FALLBACK)
    said = {f"board-{name}" for name in re.findall(r'data-say="([\w-]+)"', sources)}
    assert said <= message_names(FALLBACK)
    assert {name for name in message_names(FALLBACK) if name.startswith((BOARD, SAID))} == set(Words("en").board())


def test_the_map_editors_script_and_page_ask_only_for_texts_there_are() -> None:
    script = (EDITOR / "editor.js").read_text(encoding="utf-8")
    page = (EDITOR / "editor.html").read_text(encoding="utf-8")
    asked = set(re.findall(r"say\(\"([\w-]+)\"", script)) | set(re.findall(r'data-(?:say|text)="([\w-]+)"', page))
    signs = {"island", "hole", "archer", "mark"}
    asked |= signs | {f"brush-{name}" for name in signs} | {"sea", "save-again", "real-time", "turn-by-turn"}
    texts = Words("en").open("editor-")
    assert {f"editor-{name}" for name in asked} == set(texts)


@pytest.mark.parametrize(
    "text", ["Alpha", "**bold** _it_ `code`", ":red[x] :smile: $x$", "<b>x</b> [a](http://b)", "# 1. - ~~x~~"]
)
def test_what_people_write_is_shown_as_it_stands(text: str) -> None:
    shown = plain(text)
    assert re.sub(r"\\(.)", r"\1", shown) == text
    assert re.fullmatch(r"(?:\\.|[A-Za-z0-9\s/])*", shown)


@pytest.mark.parametrize(
    ("locale", "language"),
    [("pt-BR", "pt"), ("fr_CA", "fr"), ("en-GB", "en"), ("de-DE", "en"), (None, "en"), ("", "en")],
)
def test_the_browsers_locale_chooses_the_language(locale: str | None, language: str) -> None:
    assert choose_language(locale) == language
