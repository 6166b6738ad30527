"""The engineer's sheet: worked examples, and a twin that crosses symbol by symbol and tries every gap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Gap,
    Heading,
    Hurt,
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
from tracker.game.clue_warnings import clue_warnings
from tracker.game.clues import ClueKind
from tracker.game.engineer import MOST_MISSED, Engineer, engineer_warnings
from tracker.game.engineer_sheets import CLEAN, COLOURS, SYMBOLS, crossed, union, working
from tracker.game.records import loads

ENEMY = Side.BLUE


def warned(*lines: str, archer: System | None = None) -> list[tuple[str, int, int | None, int]]:
    found = engineer_warnings(loads("\n".join(lines)).announcements, ENEMY, archer)
    return [(w.kind.value, w.number, w.least, w.earliest) for w in found]


def after(*lines: str) -> Engineer:
    engineer = Engineer(ENEMY)
    for announcement in loads("\n".join(lines)).announcements:
        engineer = engineer.hear(announcement)
    return engineer


# Worked by hand on the printed sheet.


def test_six_courses_of_one_panel_force_a_damage() -> None:
    for course in "NESW":
        assert not after(f"{course} " * 5).damage_due
        assert after(f"{course} " * 6).damage_due
    assert warned("S S S S S") == []
    assert warned("S S S S S S") == [("no damage", 6, 1, 1)]
    assert warned("S S S S S S hurt") == []


def test_after_one_east_it_takes_nine_west_to_force_a_damage() -> None:
    # E crosses R on yellow; three W cross the others of the circuit, which erases all four; then six fill the panel.
    assert not after("E", "W W W W W W W W").damage_due
    assert after("E", "W W W W W W W W W").damage_due
    assert warned("E", "W W W W W W W W") == []
    # Another E can have been missed, but only after the first was erased: behind three W.
    assert warned("E", "W W W W W W W W W") == [("no damage", 10, 1, 5)]


def test_a_circuit_is_repaired_before_its_panel_counts_as_full() -> None:
    # Without the E five W are free; with it the sixth can be the fourth of the yellow circuit, erased in time.
    assert not after("E", "W W W W W W").damage_due
    assert warned("W W W W W E W W W") == []
    assert warned("W W W W W E W W W W") == [("no damage", 10, 1, 1)]


def test_full_radiation_is_a_damage() -> None:
    # X stands twice at W and E, once at N and S: after five of them the sixth is a DAMAGE, and one may avoid it.
    assert warned("W W E E N S hurt") == []
    assert warned("W W E E N hurt") == [("damage", 6, 1, 1)]
    assert not after("W W E E N S").damage_due


def test_a_damage_is_called_before_the_next_course_or_not_at_all() -> None:
    assert warned("S S S S S S", "B trigger C6 hurt N N") == []
    assert warned("S S S S S S", "B ready mine", "Y N", "B hurt N") == []
    assert warned("S S S S S S N hurt") == [("no damage", 6, 1, 1), ("damage", 8, 3, 1)]
    assert warned("S S S S S S S S") == [("no damage", 6, 1, 1)]
    sentence = after("S S S S S S").warnings[0].sentence
    assert sentence == (
        "DAMAGE was due by the 6th announcement, however the engineer crossed symbols, and was not called: "
        "at least 1 was missed, perhaps from the start on"
    )


def test_a_damage_that_nothing_made_due_was_called_out_of_missed_courses() -> None:
    assert warned("hurt") == [("damage", 1, 6, 1)]
    assert warned("N hurt") == [("damage", 2, 5, 1)]
    assert warned("N N N N N hurt") == [("damage", 6, 1, 1)]
    (warning,) = engineer_warnings(loads("N N N N N hurt").announcements, ENEMY)
    assert warning.sentence == (
        "DAMAGE called (6th announcement), but no way to cross the engineer's sheet made one due: "
        "at least 1 was missed, perhaps from the start on"
    )


def test_a_damage_behind_a_surfacing_is_the_ices() -> None:
    assert warned("N surface 5 hurt dive N") == []
    assert warned("N surface 5", "hurt", "N") == []
    assert warned("N surface 5 N hurt") == [("damage", 4, 5, 3)]
    assert warned("S S S S S S surface 5", "hurt", "N") == []
    assert warned("S S S S S S surface 5 hurt N") == []
    assert warned("S S S S S S surface 5 unhurt N") == [("no damage", 6, 1, 1)]
    assert warned("S S S S S S surface 5 N") == [("no damage", 6, 1, 1)]


def test_a_colour_that_must_be_crossed_breaks_its_systems() -> None:
    # East has two G: after five E one of them is crossed, and only the other three courses of orange repair it.
    assert warned("E E E E drone 5") == []
    assert warned("E E E E torpedo C6") == []
    assert warned("E E E E E torpedo C6") == []
    broken, due = engineer_warnings(loads("E E E E E sonar ?").announcements, ENEMY)
    assert (broken.kind, broken.number, broken.least, broken.earliest) == (ClueKind.BROKEN, 6, 1, 1)
    assert (broken.system, broken.heard) == (System.SONAR, 5)
    assert broken.sentence == (
        "sonar activated (6th announcement), but every way to cross the engineer's sheet left it broken (green): "
        "at least 1 was missed, perhaps from the start on"
    )
    # The one that was missed is another E; then a DAMAGE is due, and still to be called.
    assert (due.kind, due.number) == (ClueKind.NO_DAMAGE, 6)
    assert warned("E E E E E sonar ? hurt N") == [("broken", 6, 1, 1)]


def test_what_is_repaired_works_again() -> None:
    # Orange: Y R Y of north and G of east; the fourth erases all.
    assert warned("E N N N E E E E drone 5") == []
    assert warned("N N N N N silence") == [("broken", 6, 1, 1)]
    assert warned("E N N N N N silence") == []


def test_surfacing_and_damage_erase_the_sheet() -> None:
    assert warned("E E E E E surface 5 sonar ?") == []
    assert warned("E E E E E E hurt sonar ?") == []
    assert warned("E E E E E blackout 5 E drone 5") == []


def test_each_system_breaks_with_its_colour() -> None:
    assert set(COLOURS) == set(System)
    items = {
        System.TORPEDO: "torpedo C6",
        System.DRONE: "drone 5",
        System.SONAR: "sonar ?",
    }
    # After five courses of a panel, the colours of which more symbols stand there than one can be left out.
    two = {"W": {"G"}, "N": {"Y", "R"}, "S": {"Y", "R"}, "E": {"G"}}
    for course, colours in two.items():
        for system, colour in COLOURS.items():
            found = warned(f"{course} " * 5 + items.get(system, system.value))
            assert bool(found) == (colour in colours)


def test_triggers_and_the_other_side_use_nothing() -> None:
    assert warned("N N N N N trigger C6 ready torpedo dive", "Y N N N N N N torpedo C6") == []
    assert warned("N N N N N archer C4") == []
    assert warned("N N N N N archer C4", archer=System.SCENARIO) == [("broken", 6, 1, 1)]


def test_a_silence_may_have_crossed_any_panel_or_nothing() -> None:
    assert warned("silence W W W W W") == []
    # With the silence's E the circuit is repaired, without it the sixth W is a DAMAGE.
    assert warned("silence W W W W W W") == []
    assert warned("silence W W W W W W hurt") == []
    assert not after("silence W W W W W W").damage_due
    assert after("silence W W W W W W W W W").damage_due


def test_a_course_not_heard_may_be_any_and_a_gap_may_be_nothing() -> None:
    assert warned("? W W W W W hurt") == []
    assert warned("gap W W W W W hurt") == []
    assert warned("gap W W W W W W hurt") == []
    # The gap can have been a sixth E, which made a DAMAGE due.
    assert warned("gap E E E E E drone 5") == [("no damage", 7, 1, 7)]
    assert warned("gap E E E E E drone 5", "hurt") == []


def test_what_may_work_now() -> None:
    assert all(after("").may_work(system) for system in System)
    five = after("E E E E E")
    assert not five.may_work(System.DRONE)
    assert five.may_work(System.TORPEDO)
    assert after("E E E E E E").may_work(System.DRONE)


@pytest.mark.parametrize("lines", ["hurt", "W N E S W N E S hurt", "silence N E S W hurt", "N E E E E E drone 5"])
def test_six_missed_announcements_explain_everything(lines: str) -> None:
    assert all(least is not None and least <= MOST_MISSED for _, _, least, _ in warned(lines))


def test_more_than_were_searched_for_is_said_to_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.game.engineer.MOST_MISSED", 2)
    first, second = engineer_warnings(loads("N hurt N N N N N hurt").announcements, ENEMY)
    assert (first.least, first.earliest) == (None, 1)
    assert first.sentence.endswith("more than 2 were missed, or a surfacing")
    assert (second.number, second.least, second.earliest) == (8, 1, 3)


def test_both_detectors_speak_in_the_records_order() -> None:
    record = loads("N N N N N silence")
    assert [(w.kind, w.number) for w in clue_warnings(record.announcements, ENEMY)] == [
        (ClueKind.GAUGE, 6),
        (ClueKind.BROKEN, 6),
    ]


# The twin: single symbols, no likeness between them, every choice and every gap tried out.

SHEET = {
    Course.W: "Ry Yy Gy G X X",
    Course.N: "Yo Ro Yo G R X",
    Course.S: "Gg Yg Rg R X Y",
    Course.E: "Go Yg Ry X G X",
}
ALL = {(panel, place): symbol for panel, row in SHEET.items() for place, symbol in enumerate(row.split())}
COLOUR = {
    System.TORPEDO: "R",
    System.MINE: "R",
    System.DRONE: "G",
    System.SONAR: "G",
    System.SILENCE: "Y",
    System.SCENARIO: "Y",
}


NUMBERS = {symbol: 1 << number for number, symbol in enumerate(ALL)}
WHOLES = [sum(NUMBERS[s] for s, name in ALL.items() if name.endswith(circuit)) for circuit in "yog"]
RADIATION = sum(NUMBERS[s] for s, name in ALL.items() if name == "X")
OF_COLOUR = {colour: sum(NUMBERS[s] for s, name in ALL.items() if name[0] == colour) for colour in "RGY"}


class Sheet(NamedTuple):
    """Crossed symbols, whether a DAMAGE is yet to be called, whether only a surfacing came before."""

    crossed: int = 0
    owed: bool = False
    surfaced: bool = False

    def broken(self, system: System) -> bool:
        return bool(self.crossed & OF_COLOUR[COLOUR[system]])


@cache
def cross_one(sheet: Sheet, panels: tuple[Course, ...]) -> frozenset[Sheet]:
    found = set()
    for symbol, number in NUMBERS.items():
        if sheet.owed or symbol[0] not in panels or sheet.crossed & number:
            continue
        marks = sheet.crossed | number
        for whole in WHOLES:
            if whole & marks == whole:
                marks -= whole
        panel = sum(NUMBERS[s] for s in ALL if s[0] is symbol[0])
        hurt = panel & marks == panel or RADIATION & marks == RADIATION
        found.add(Sheet(owed=True) if hurt else Sheet(marks))
    return frozenset(found)


def hear_one(sheet: Sheet, item: Item) -> Set[Sheet]:
    match item:
        case Heading(None):
            return cross_one(sheet, tuple(Course))
        case Heading(course):
            return cross_one(sheet, (course,))
        case Gap():
            return {sheet} | cross_one(sheet, tuple(Course))
        case Silence():
            if sheet.owed or sheet.broken(System.SILENCE):
                return set()
            return {Sheet(sheet.crossed)} | cross_one(sheet, tuple(Course))
        case Surface():
            return {Sheet(owed=sheet.owed and not item.hurt, surfaced=True)}
        case Hurt():
            return {Sheet()} if sheet.owed else {sheet} if sheet.surfaced else set()
        case Torpedo() | Mine() | Drone() | Sonar() | Scenario():
            system = {
                Torpedo: System.TORPEDO,
                Mine: System.MINE,
                Drone: System.DRONE,
                Sonar: System.SONAR,
                Scenario: System.SCENARIO,
            }[type(item)]
            return set() if sheet.broken(system) else {sheet}
        case _:
            return {sheet}


def miss_one(sheet: Sheet) -> Set[Sheet]:
    return cross_one(sheet, tuple(Course)) | ({Sheet()} if sheet.owed else set())


Missed = tuple[int, ...]


def twin(items: list[Item], most: int) -> list[dict[Missed, set[Sheet]]]:
    """After each item: the sheets by the places before which announcements were missed, at most ``most`` of them."""
    found: dict[Missed, set[Sheet]] = {(): {Sheet()}}
    history = []
    for number, item in enumerate(items, 1):
        missing: dict[Missed, set[Sheet]] = defaultdict(set)
        layer = found
        while layer:
            for places, sheets in layer.items():
                missing[places] |= sheets
            more: dict[Missed, set[Sheet]] = defaultdict(set)
            for places, sheets in layer.items():
                if len(places) < most:
                    more[(*places, number)] |= {new for sheet in sheets for new in miss_one(sheet)}
            layer = {places: sheets for places, sheets in more.items() if sheets}
        heard: dict[Missed, set[Sheet]] = defaultdict(set)
        for places, sheets in missing.items():
            heard[places] |= {new for sheet in sheets for new in hear_one(sheet, item)}
        found = {places: sheets for places, sheets in heard.items() if sheets}
        history.append(found)
    return history


def courses(*names: str) -> st.SearchStrategy[Item]:
    return st.sampled_from([Heading(Course[name]) for name in names])


# Few panels make the sheet fill within a few courses.
few_items = st.one_of(
    courses("W", "W", "E"),
    courses("W"),
    courses("W", "E", "N"),
    st.sampled_from([Hurt(), Drone(1), Sonar(), Torpedo(0), Mine(), Scenario(), Surface(1), Surface(1, True)]),
    st.sampled_from([Silence(), Trigger(0), Dive(), Ready(System.MINE), Archer(0)]),
)


@given(items=st.lists(few_items, min_size=1, max_size=7))
@settings(max_examples=40, deadline=None)
def test_warnings_agree_with_crossing_symbol_by_symbol(items: list[Item]) -> None:
    most = 1
    history = twin(items, most)
    engineer, total = Engineer(ENEMY), 0
    for number, item in enumerate(items, 1):
        before = total
        engineer = engineer.hear(Announcement(ENEMY, item))
        warnings = engineer.warnings[:-1] if engineer.damage_due else engineer.warnings
        if any(w.least is None for w in warnings):
            return
        total = sum(w.least or 0 for w in warnings)
        if total > most:
            assert not history[number - 1]
            return
        ways = {places: sheets for places, sheets in history[number - 1].items() if len(places) == total}
        assert ways
        assert not any(len(places) < total for places in history[number - 1])
        assert engineer.damage_due == all(sheet.owed for sheets in ways.values() for sheet in sheets)
        new = [w for w in warnings if w.number == number and w.kind is not ClueKind.NO_DAMAGE]
        if new:
            assert new[-1].earliest == min(places[before] for places in ways)


@given(
    said=st.lists(courses("N", "E", "S", "W") | st.just(Silence()), max_size=3).flatmap(
        lambda items: st.tuples(st.just(items), st.sampled_from(list(Course)))
    )
)
@settings(max_examples=25, deadline=None)
def test_sheet_sets_agree_with_crossing_symbol_by_symbol(said: tuple[list[Item], Course]) -> None:
    items, last = said
    sheets, twins = CLEAN, {Sheet()}
    for item in (*items, Heading(last)):
        if isinstance(item, Silence):
            sheets = union(sheets, crossed(sheets, tuple(Course))[0])
            twins = twins | {new for sheet in twins for new in cross_one(sheet, tuple(Course))}
        elif isinstance(item, Heading) and item.course is not None:
            sheets, damage = crossed(sheets, (item.course,))
            twins = {new for sheet in twins for new in cross_one(sheet, (item.course,))}
            assert damage == any(sheet.owed for sheet in twins)
        twins = {sheet for sheet in twins if not sheet.owed}
    # Symbols that are alike are told apart by the twin only.
    names = {_names(sheet) for sheet in twins}
    assert len(sheets) == len(names)
    assert {frozenset(_counted(_symbols(int(sheet)))) for sheet in sheets} == names
    for system in System:
        assert len(working(sheets, system)) == len({_names(sheet) for sheet in twins if not sheet.broken(system)})


def _names(sheet: Sheet) -> frozenset[tuple[tuple[Course, str], int]]:
    return frozenset(_counted((s[0], name) for s, name in ALL.items() if sheet.crossed & NUMBERS[s]))


def _symbols(mask: int) -> list[tuple[Course, str]]:
    short = {"": "", "yellow": "y", "orange": "o", "gray": "g"}
    names = []
    for bit, (panel, symbol) in enumerate(SYMBOLS):
        if mask >> bit & 1:
            colour, _, circuit = symbol.partition(" ")
            names.append((panel, colour + short[circuit]))
    return names


def _counted(names: Iterable[tuple[Course, str]]) -> list[tuple[tuple[Course, str], int]]:
    listed = list(names)
    return [(name, listed.count(name)) for name in set(listed)]


def test_the_sheet_is_the_printed_one() -> None:
    assert sorted(_symbols((1 << 24) - 1)) == sorted((panel, symbol) for (panel, _), symbol in ALL.items())


@pytest.mark.parametrize("circuit", ["yellow", "orange", "gray"])
def test_each_circuit_has_four_symbols(circuit: str) -> None:
    assert sum(symbol.endswith(f" {circuit}") for _, symbol in SYMBOLS) == 4
