"""Words are told apart with their places, whatever their case and accents."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tracker.game.words import fold, quoted, split_words


def test_case_and_accents_do_not_matter() -> None:
    assert fold("SÍLENCE") == fold("silence") == "silence"
    assert fold("fünf") == "funf"


@given(st.text())
def test_words_hold_every_character_that_is_no_space(text: str) -> None:
    words = split_words(text)
    covered = {at for word in words for at in range(word.start, word.end)}
    assert all(at in covered or character.isspace() for at, character in enumerate(text))
    assert all(a.end <= b.start for a, b in pairwise(words))


def test_a_long_text_is_cut_when_it_is_quoted() -> None:
    assert quoted("surfcae") == "'surfcae'"
    assert quoted("x" * 61) == f"'{'x' * 60}'..."
