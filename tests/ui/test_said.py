"""Every sentence that the server can say to a table has its words in every language, in English the code's own."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

import tracker
from tracker.game.clues import ClueKind
from tracker.game.errors import Fault, TooManyHypotheses, TrackerError, Unreadable
from tracker.game.item_words import ITEM_EXPECTED
from tracker.game.sentences import Sentence, say, told
from tracker.ui.words import LANGUAGES, LOCALES, SAID, Words, message_names

ROOM = Path(tracker.__file__).parent


def sentences_in_the_code() -> dict[str, tuple[str, str]]:
    """Return key -> where it stands and its English; a key said in several places must be worded once."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(ROOM.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not re.search(r"^from tracker\.game\.sentences import .*\bsay\b", text, re.MULTILINE):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                place = f"{path.name}:{node.lineno}"
                literals = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                assert len(literals) == len(node.args) == 2, f"{place}: key and English must stand there as they are"
                key, english = map(str, literals)
                assert found.setdefault(key, (place, english))[1] == english, place
                given = {keyword.arg for keyword in node.keywords}
                assert given == set(re.findall(r"\{(\w+)\}", english)), place
    return found


SAID_IN_CODE = sentences_in_the_code()


def places_of(language: str) -> dict[str, str]:
    """Return the texts of a language's sentences with ``{name}`` for each place."""
    text = (LOCALES / language / "said.ftl").read_text(encoding="utf-8")
    found = {}
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, fluent.Message):
            shown = text[entry.value.span.start : entry.value.span.end]
            found[entry.id.name.removeprefix(SAID)] = re.sub(r"\{ \$(\w+) \}", r"{\1}", shown)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_code_has_its_message_with_the_same_places(language: str) -> None:
    messages = places_of(language)
    assert sorted(messages) == sorted(SAID_IN_CODE)
    for key, (place, english) in SAID_IN_CODE.items():
        assert set(re.findall(r"\{(\w+)\}", messages[key])) == set(re.findall(r"\{(\w+)\}", english)), place


def test_the_english_messages_are_what_the_code_says() -> None:
    assert places_of("en") == {key: english for key, (_, english) in SAID_IN_CODE.items()}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_sentence_was_left_in_english(language: str) -> None:
    english = places_of("en")
    assert [
        key
        for key, text in places_of(language).items()
        if text == english[key] and re.search("[a-z]{3}", re.sub(r"\{\w+\}", "", text))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ClueKind)
def test_every_clue_is_worded_with_and_without_a_number_missed(language: str, kind: ClueKind) -> None:
    name = f"board-clue-{kind.value.replace(' ', '-')}"
    assert {name, f"{name}-many"} <= message_names(language)


def test_a_sentence_is_worded_with_the_sentences_in_it() -> None:
    fault = Unreadable([Fault(3, 4, "'foo'", ITEM_EXPECTED)])
    assert str(fault) == f"line 3, column 4: found 'foo', expected {ITEM_EXPECTED}"
    assert Words("en").told(fault) == str(fault)
    assert Words("fr").told(fault).startswith("ligne 3, colonne 4 : lu 'foo', attendu une annonce telle que")


def test_what_has_no_words_in_a_language_is_said_in_english() -> None:
    assert Words("pt").told(TrackerError("Something else.")) == "Something else."
    assert Words("pt").said(Sentence("New.", "a-key-of-a-newer-server")) == "New."


def test_sentences_are_told_as_json_with_those_in_them() -> None:
    inner = TooManyHypotheses(1234, 2**21).told[0]
    (shown,) = told([say("inference-stopped", "Announcement {n} ({heard}): {why}", n=2, heard="B N", why=inner)])
    assert shown["key"] == "inference-stopped"
    assert shown["values"]["heard"] == "B N"
    assert shown["values"]["why"]["key"] == "too-many"
    assert shown["values"]["why"]["values"] == {"histories": "1,234", "mebibytes": "2"}
    assert shown["text"] == f"Announcement 2 (B N): {inner}"
    assert told(["Plain."]) == [{"text": "Plain."}]
