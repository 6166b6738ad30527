"""What no submarine could do on a map is told from what the solver has to judge."""

from __future__ import annotations

import pytest

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Heading,
    Item,
    Mine,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Course, parse_cell
from tracker.game.errors import ImpossibleOnMap
from tracker.game.map_checks import check_announcement, check_item
from tracker.game.map_files import load_map
from tracker.game.notation import parse_line

SMALL, ECHO = load_map("alpha-tbt"), load_map("echo")


@pytest.mark.parametrize(
    "item",
    [
        Heading(Course.N),
        Heading(None),
        Silence(4, Course.W),
        Surface(None),
        Surface(4),
        Drone(1),
        Sonar(),
        Sonar(9, 9),
        Sonar(row=0, sector=4),
        Torpedo(parse_cell("J10")),
        Torpedo(SMALL.islands[0]),
        Trigger(parse_cell("A1")),
        Mine(),
        Mine(parse_cell("J1")),
        Dive(),
    ],
)
def test_an_item_on_the_sheet_passes(item: Item) -> None:
    check_item(item, SMALL)


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (Surface(5), "sector 5 is out of range: map Alpha (turn by turn) has sectors 1 to 4"),
        (Surface(0), "sector 0 is out of range"),
        (Surface(9, forced=True), "sector 9 is out of range"),
        (Drone(5), "sector 5 is out of range"),
        (Sonar(row=3, sector=7), "sector 7 is out of range"),
        (Sonar(row=10, sector=1), "row 11 is off the map: map Alpha (turn by turn) has rows 1 to 10"),
        (Sonar(column=10, sector=1), "column K is off the map: map Alpha (turn by turn) has columns A to J"),
        (Torpedo(parse_cell("K1")), "K1 is off the map: map Alpha (turn by turn) has cells A1 to J10"),
        (Trigger(parse_cell("A11")), "A11 is off the map"),
        (Mine(parse_cell("O15")), "O15 is off the map"),
        (Archer(parse_cell("C4")), "there is no Archer mine at C4: map Alpha (turn by turn) has none"),
        (Archer(parse_cell("C14")), "C14 is off the map"),
    ],
)
def test_an_item_off_the_sheet_is_refused_with_what_the_map_has(item: Item, sentence: str) -> None:
    with pytest.raises(ImpossibleOnMap) as caught:
        check_item(item, SMALL)
    assert sentence in str(caught.value)


def test_an_archer_mine_must_be_printed_on_its_cell() -> None:
    check_item(Archer(parse_cell("C4")), ECHO)
    with pytest.raises(ImpossibleOnMap, match="no Archer mine at C5: map Echo has them at L2 G3 C4"):
        check_item(Archer(parse_cell("C5")), ECHO)


def test_the_error_names_the_announcement_and_its_place() -> None:
    (_, drone) = parse_line("Y N drone 7 no # far", Side.YELLOW)
    with pytest.raises(ImpossibleOnMap) as caught:
        check_announcement(drone, SMALL)
    assert (caught.value.line, caught.value.column) == (1, 5)
    assert str(caught.value).startswith("line 1, column 5: 'Y drone 7 no': sector 7 is out of range")
    check_announcement(Announcement(Side.BLUE, Heading(Course.N)), SMALL)
