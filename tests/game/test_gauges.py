"""Gauges as a lie detector: worked examples, and a twin that tries every choice of the first mate and every gap."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.game.announcements import (
    Announcement,
    Drone,
    Gap,
    Heading,
    Item,
    Mine,
    Ready,
    Scenario,
    Side,
    Silence,
    Sonar,
    Surface,
    System,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Course
from tracker.game.clues import ClueKind, ClueWarning, ordinal
from tracker.game.gauges import GAUGE_MARKS, activated, gauge_marks, gauge_warnings, gauges_that_may_be_full
from tracker.game.records import loads

ENEMY = Side.BLUE


def heard(*lines: str) -> tuple[Announcement, ...]:
    return loads("\n".join(lines)).announcements


def warned(*lines: str, **options: object) -> list[tuple[str, int, int | None, int]]:
    found = gauge_warnings(heard(*lines), ENEMY, **options)  # type: ignore[arg-type]
    return [(w.kind.value, w.number, w.least, w.earliest) for w in found]


# Worked by hand.


def test_silence_after_four_courses_lacks_two() -> None:
    (warning,) = gauge_warnings(heard("N N E E silence"), ENEMY)
    assert warning == ClueWarning(ClueKind.GAUGE, 5, 2, 1, warning.sentence, System.SILENCE, 4)
    assert (
        warning.sentence
        == "silence activated (5th announcement) after 4 courses: at least 2 were missed, perhaps from the start on"
    )


@pytest.mark.parametrize(("system", "marks"), GAUGE_MARKS.items())
def test_a_gauge_fills_with_just_its_marks(system: System, marks: int) -> None:
    item = {
        System.TORPEDO: "torpedo C6",
        System.DRONE: "drone 5",
        System.SONAR: "sonar ?",
    }.get(system, system.value)
    assert warned("N " * marks + item) == []
    assert warned("N " * (marks - 1) + item) == [("gauge", marks, 1, 1)]
    assert warned("N " * (marks - 1) + f"ready {system.value}") == [("ready", marks, 1, 1)]


def test_the_scenarios_gauge_is_an_option() -> None:
    assert warned("N N N N scenario") == []
    assert warned("N N N N scenario", capacities=gauge_marks(6)) == [("gauge", 5, 2, 1)]


def test_a_silence_gives_a_mark_that_cannot_pay_for_itself() -> None:
    assert warned("N N N N N silence") == [("gauge", 6, 1, 1)]
    assert warned("N N N N N N silence N N torpedo C6") == []
    assert warned("N N N N N N silence N torpedo C6") == [("gauge", 9, 1, 1)]


def test_a_course_not_heard_and_a_gap_give_a_mark() -> None:
    assert warned("? ? gap torpedo C6") == []
    assert warned("? ? torpedo C6") == [("gauge", 3, 1, 1)]


def test_surfacing_damage_triggers_and_the_other_side_change_no_gauge() -> None:
    assert warned("N N surface 5", "B dive N hurt", "Y N N N torpedo C6", "B mine", "B N trigger C6 mine") == [
        ("gauge", 14, 2, 12)
    ]
    assert warned("Y silence silence") == []


def test_systems_share_the_marks() -> None:
    assert warned("N N N torpedo C6 N N mine") == [("gauge", 7, 1, 1)]
    assert warned("N N N torpedo C6 N N N mine") == []
    (warning,) = gauge_warnings(heard("N N N N torpedo C6 N mine"), ENEMY)
    assert warning.sentence == (
        "mine activated (7th announcement) after 5 courses, which paid for torpedo too: at least 1 was missed, "
        "perhaps from the start on"
    )


def test_a_full_gauge_holds_no_more_so_marks_for_the_next_must_come_after() -> None:
    # Nine courses before the first torpedo cannot pay for the second.
    assert warned("N N N N N N N N N torpedo C6 N torpedo C6") == [("gauge", 12, 2, 11)]
    (warning,) = gauge_warnings(heard("N N N torpedo C6 N torpedo C6"), ENEMY)
    assert warning.sentence == (
        "torpedo activated (6th announcement) after 1 course since the 4th announcement: at least 2 were missed, "
        "the first at the earliest just after the 4th announcement"
    )


def test_a_call_of_ready_moves_the_deadline_forward() -> None:
    assert warned("N N ready torpedo N torpedo C6") == [("ready", 3, 1, 1)]
    assert warned("N N N ready torpedo N N ready mine") == [("ready", 7, 1, 1)]
    assert warned("N N N ready torpedo ready torpedo torpedo C6") == []
    assert warned("N N N ready torpedo torpedo C6 N N N ready torpedo") == []


def test_two_activations_need_a_course_between_them() -> None:
    assert warned("N N N N N N N torpedo C6 drone 5") == [("twice", 9, 1, 9)]
    assert warned("N N N N N N N torpedo C6 trigger C6 trigger C7 N drone 5") == []
    assert warned("N N N N N N N torpedo C6 gap drone 5") == []
    assert warned("N N N N N N N torpedo C6", "Y N", "B surface 5 drone 5") == [("twice", 11, 1, 9)]


def test_a_silence_is_an_activation_and_no_course_between_two() -> None:
    assert warned("N N N N N N N N silence torpedo C6") == [("twice", 10, 1, 10)]
    found = gauge_warnings(heard("N N N N N N silence silence"), ENEMY)
    assert [(w.kind, w.least, w.earliest) for w in found] == [(ClueKind.TWICE, 1, 8), (ClueKind.GAUGE, 5, 8)]
    assert found[0].sentence == (
        "silence (8th announcement) without a course since the activation before it (7th): at least 1 was missed, "
        "the first at the earliest just after the 7th announcement"
    )


def test_a_missed_course_serves_a_later_shortage_once() -> None:
    # Two were missed before the silence; it was paid in full then, so the next one is judged on its own.
    assert warned("N N N N silence N N N N N silence") == [("gauge", 5, 2, 1)]
    assert warned("N N N N silence N N N N silence") == [("gauge", 5, 2, 1), ("gauge", 10, 1, 6)]


def test_an_archer_mine_empties_the_gauge_it_is_said_to() -> None:
    assert warned("N archer C4 archer C4") == []
    assert warned("N N N N archer C4 N archer C4", archer=System.SCENARIO) == [("gauge", 7, 3, 6)]


def test_the_gauges_that_may_be_full() -> None:
    three = frozenset({System.TORPEDO, System.MINE, System.SONAR})
    assert gauges_that_may_be_full(heard("N N"), ENEMY) == frozenset()
    assert gauges_that_may_be_full(heard("N N N"), ENEMY) == three
    assert gauges_that_may_be_full(heard("N N N N"), ENEMY) == three | {System.DRONE, System.SCENARIO}
    assert gauges_that_may_be_full(heard("N N N N torpedo C6"), ENEMY) == frozenset()
    assert gauges_that_may_be_full(heard("N N N N N torpedo C6 N"), ENEMY) == three - {System.TORPEDO}
    assert gauges_that_may_be_full(heard("N N N ready torpedo"), ENEMY) == {System.TORPEDO}


@pytest.mark.parametrize(
    ("number", "name"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd"), (113, "113th")]
)
def test_places_as_people_say_them(number: int, name: str) -> None:
    assert ordinal(number) == name


# The twin: every gauge a mark may go to, every place a course may have been missed.

SMALL: Mapping[System, int] = {
    System.TORPEDO: 2,
    System.MINE: 2,
    System.SONAR: 1,
    System.DRONE: 3,
    System.SILENCE: 3,
    System.SCENARIO: 1,
}
Gauges = tuple[int, ...]
SYSTEMS = tuple(System)


def mark(sheets: set[tuple[Gauges, bool]], course: bool) -> set[tuple[Gauges, bool]]:
    """Each way to give one mark, or to lose it; a course ends the ban on a second activation."""
    found = {(gauges, course or moved) for gauges, moved in sheets}
    for gauges, moved in sheets:
        for i, system in enumerate(SYSTEMS):
            if gauges[i] < SMALL[system]:
                found.add(((*gauges[:i], gauges[i] + 1, *gauges[i + 1 :]), course or moved))
    return found


def hear(sheets: set[tuple[Gauges, bool]], item: Item) -> set[tuple[Gauges, bool]]:
    if isinstance(item, Ready):
        at = SYSTEMS.index(item.system)
        return {(gauges, moved) for gauges, moved in sheets if gauges[at] == SMALL[item.system]}
    system = activated(item)
    if system is not None:
        at = SYSTEMS.index(system)
        sheets = {
            ((*gauges[:at], 0, *gauges[at + 1 :]), False)
            for gauges, moved in sheets
            if moved and gauges[at] == SMALL[system]
        }
    if isinstance(item, Heading | Silence):
        sheets = mark(sheets, course=isinstance(item, Heading))
    if isinstance(item, Gap):
        sheets = sheets | mark(sheets, course=True)
    return sheets


def explained(items: list[Item], places: tuple[int, ...]) -> bool:
    """Whether the items are possible with a course missed before each of the places (from 1)."""
    sheets = {((0,) * len(SYSTEMS), True)}
    for number, item in enumerate(items, 1):
        for _ in range(places.count(number)):
            sheets = mark(sheets, course=True)
        sheets = hear(sheets, item)
    return bool(sheets)


small_items: st.SearchStrategy[Item] = st.one_of(
    st.sampled_from([Heading(Course.N), Heading(None), Gap()]),
    st.sampled_from([Heading(Course.N), Silence(), Torpedo(0), Mine(), Sonar(), Drone(1), Scenario()]),
    st.builds(Ready, st.sampled_from([System.TORPEDO, System.SILENCE, System.SCENARIO])),
    st.sampled_from([Trigger(0), Surface(1)]),
)


@given(items=st.lists(small_items, min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_warnings_agree_with_trying_every_choice(items: list[Item]) -> None:
    said = [Announcement(ENEMY, item) for item in items]
    warnings = gauge_warnings(said, ENEMY, SMALL)
    total = 0
    for number in range(1, len(items) + 1):
        here = [w for w in warnings if w.number == number]
        least = max((w.least or 0 for w in here), default=0)
        if total + least > 4:
            return  # too many ways to try
        prefix = items[:number]
        slots = range(1, number + 1)
        for count in range(total, total + least + 1):
            ways = [places for places in combinations_with_replacement(slots, count) if explained(prefix, places)]
            assert bool(ways) == (count == total + least)
        gauges = [w for w in here if w.kind is not ClueKind.TWICE]
        for w in gauges:
            # The missed ones of this warning are the last of all; the first of these, as early as it can be.
            assert w.least is not None
            assert w.earliest == min(places[-w.least] for places in ways)
        if not here:
            assert least == 0
        total += least


@given(items=st.lists(small_items, max_size=6))
@settings(max_examples=60, deadline=None)
def test_full_gauges_agree_with_trying_every_choice(items: list[Item]) -> None:
    if not explained(items, ()):
        return
    said = [Announcement(ENEMY, item) for item in items]
    expected = {system for system in System if explained([*items, Ready(system)], ())}
    assert gauges_that_may_be_full(said, ENEMY, SMALL) == expected
