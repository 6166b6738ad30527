"""The inference follows the list: an undo drops, an edit recomputes from there, and a failure cuts nothing."""

from __future__ import annotations

import pytest

from tests.table.fakes import SHEET, FakeInference, heard
from tracker.table.chain import Chain


def chain_of(text: str) -> tuple[Chain, FakeInference]:
    start = FakeInference(SHEET, SHEET.sea)
    return Chain.begin(start).follow(heard(text)), start


def test_an_append_is_one_step() -> None:
    chain, start = chain_of("B N N E")
    start.calls.clear()
    longer = chain.follow(heard("B N N E S"))
    assert len(start.calls) == 1
    assert longer.steps[:4] == chain.steps


def test_an_undo_is_none() -> None:
    chain, start = chain_of("B N N E")
    start.calls.clear()
    assert chain.follow(heard("B N N")).steps == chain.steps[:3]
    assert not start.calls


def test_an_edit_recomputes_from_there_only() -> None:
    chain, start = chain_of("B N N E S")
    start.calls.clear()
    edited = chain.follow(heard("B N N W S"))
    assert len(start.calls) == 2
    assert edited.steps[2] is chain.steps[2]
    assert edited.steps[-1].announcements == heard("B N N W S")  # type: ignore[attr-defined]


def test_a_clock_or_comment_recomputes_nothing() -> None:
    chain, start = chain_of("B N N")
    start.calls.clear()
    chain.follow((heard("0:10 B N # loud")[0], *heard("B N")))
    assert not start.calls


@pytest.mark.parametrize(("item", "words"), [("scenario", "123,456 histories"), ("hurt", "a fault of this program")])
def test_a_failure_keeps_the_list_and_says_where(item: str, words: str, caplog: pytest.LogCaptureFixture) -> None:
    chain, start = chain_of(f"B N {item} E")
    assert chain.announcements == heard(f"B N {item} E")
    assert len(chain.steps) == 2
    assert chain.error is not None
    assert "Announcement 2" in chain.error
    assert words in chain.error
    # Later taps do not try it again, its undo brings the inference back.
    start.calls.clear()
    later = chain.follow(heard(f"B N {item} E S"))
    assert (later.error, len(start.calls)) == (chain.error, 0)
    mended = later.follow(heard("B N E S"))
    assert mended.error is None
    assert len(mended.steps) == 4


def test_a_contradiction_is_named_and_stays() -> None:
    chain, _ = chain_of("B N drone 1 yes")
    assert chain.contradiction is None
    broken = chain.follow(heard("B N drone 1 yes drone 1 no N"))
    assert broken.contradiction == 3
    assert next(broken.consistent_steps()) == 2


def test_as_of_an_earlier_announcement() -> None:
    chain, _ = chain_of("B N scenario E")
    assert chain.until(1).error is None
    assert chain.until(2).error == chain.error
    assert chain.until(9) is chain
