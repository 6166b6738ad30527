"""The clues follow the list as the map does: one more is one step, and an edit gives what a fresh look gives."""

from __future__ import annotations

import pytest

from tests.table.fakes import heard
from tracker.game.announcements import Side
from tracker.game.clue_warnings import clue_warnings
from tracker.table.clue_chain import ClueChain, warning_fields

LISTS = ("N N E silence", "N N E silence mine E", "N N mine silence mine E E W", "N", "")


@pytest.mark.parametrize("first", LISTS)
@pytest.mark.parametrize("second", LISTS)
def test_whatever_it_followed_before_it_warns_as_a_fresh_look_does(first: str, second: str) -> None:
    chain = ClueChain.begin(Side.BLUE).follow(heard(f"B {first}") if first else ())
    wanted = heard(f"B {second}") if second else ()
    while chain.announcements != wanted:
        chain = chain.follow(wanted, most=1)
    assert chain.warnings == clue_warnings(wanted, Side.BLUE)


def test_what_stayed_the_same_is_not_heard_again() -> None:
    chain = ClueChain.begin(Side.BLUE).follow(heard("B N N E"))
    assert chain.follow(heard("B N N W")).engineers[2] is chain.engineers[2]


def test_a_warning_is_told_with_its_place_and_size() -> None:
    (warning,) = ClueChain.begin(Side.BLUE).follow(heard("B N torpedo C3 clear")).warnings
    told = warning_fields(warning)
    assert (told["kind"], told["n"], told["least"], told["system"], told["heard"]) == ("gauge", 2, 2, "torpedo", 1)
    assert told["sentence"] == warning.sentence


def test_of_a_long_game_few_engineers_are_kept_and_any_moment_is_found_again() -> None:
    wanted = heard("B " + "N N E silence S surface 5 W W torpedo C3 clear " * 20)
    chain = ClueChain.begin(Side.BLUE)
    while chain.announcements != wanted:
        chain = chain.follow(wanted, most=1)
    assert sum(engineer is not None for engineer in chain.engineers) < 20
    for length in (len(wanted) - 1, 101, 64, 3, 0):
        assert chain.follow(wanted[:length]).warnings == clue_warnings(wanted[:length], Side.BLUE)
