"""One line of a record: every spelling the reader takes, the one the writer prints, and every fault with its place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Gap,
    Heading,
    Hurt,
    Impact,
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
from tracker.game.cells import Course, cell_at, parse_cell
from tracker.game.errors import Unreadable
from tracker.game.notation import (
    format_announcement,
    format_clock,
    format_item,
    parse_clock,
    parse_line,
    read_line,
)

US = Side.YELLOW
C6, E5, G7 = parse_cell("C6"), parse_cell("E5"), parse_cell("G7")

cells = st.builds(cell_at, st.integers(0, 14), st.integers(0, 14))
sectors = st.integers(1, 225)
impacts = st.none() | st.sampled_from(Impact)
ALL_ITEMS: tuple[st.SearchStrategy[Item], ...] = (
    st.builds(Heading, st.none() | st.sampled_from(Course)),
    st.just(Gap()),
    st.just(Silence()),
    st.just(Silence(0)),
    st.builds(Silence, st.integers(1, 4), st.sampled_from(Course)),
    st.builds(Surface, st.none() | sectors, st.sampled_from([None, True, False]), st.booleans()),
    st.builds(Drone, sectors, st.sampled_from([None, True, False])),
    st.just(Sonar()),
    st.builds(Sonar, row=st.integers(0, 14), column=st.integers(0, 14)),
    st.builds(Sonar, row=st.integers(0, 14), sector=sectors),
    st.builds(Sonar, column=st.integers(0, 14), sector=sectors),
    st.builds(Torpedo, cells, impacts, impacts),
    st.builds(Trigger, cells, impacts, impacts),
    st.builds(Archer, cells, impacts, impacts),
    st.builds(Mine, st.none() | cells),
    st.just(Scenario()),
    st.just(Hurt()),
    st.builds(Ready, st.sampled_from(System)),
    st.just(Dive()),
)
items = st.one_of(*ALL_ITEMS)


@given(items, st.sampled_from(Side), st.sampled_from(Side))
def test_what_is_written_is_read_back(item: Item, side: Side, us: Side) -> None:
    announcement = Announcement(side, item)
    assert parse_line(format_announcement(announcement), us) == (announcement,)
    assert parse_line(format_announcement(announcement).upper(), us) == (announcement,)


@given(st.lists(items, min_size=1, max_size=6), st.sampled_from(Side))
def test_written_items_may_share_a_line(several: list[Item], side: Side) -> None:
    # 'surface 5' and 'hurt' side by side are one item by the rule that arguments bind greedily.
    if any(isinstance(a, Surface) and a.hurt is None and isinstance(b, Hurt) for a, b in pairwise(several)):
        several = several[:1]
    line = f"{side.letter} " + "   ".join(format_item(item) for item in several)
    assert [a.item for a in parse_line(line, US)] == several


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("N", Heading(Course.N)),
        ("e", Heading(Course.E)),
        ("south", Heading(Course.S)),
        ("Head North", Heading(Course.N)),
        ("heading WEST", Heading(Course.W)),
        ("head e", Heading(Course.E)),
        ("?", Heading(None)),
        ("gap", Gap()),
        ("SILENCE", Silence()),
        ("sílence", Silence()),
        ("silence(E3)", Silence(3, Course.E)),
        ("silence ( east 3 )", Silence(3, Course.E)),
        ("silence(0)", Silence(0)),
        ("silence(w0)", Silence(0)),
        ("surface 5", Surface(5)),
        ("surface ?", Surface(None)),
        ("surface 5 hurt", Surface(5, True)),
        ("surface ? unhurt", Surface(None, False)),
        ("blackout 05", Surface(5, forced=True)),
        ("blackout ? hurt", Surface(None, True, True)),
        ("drone 5 yes", Drone(5, True)),
        ("drone 5 No", Drone(5, False)),
        ("drone 5 ?", Drone(5)),
        ("drone 5", Drone(5)),
        ("sonar ?", Sonar()),
        ("sonar row=5 sector=3", Sonar(row=4, sector=3)),
        ("sonar sector = 3 row= 5", Sonar(row=4, sector=3)),
        ("sonar row=L sector=3", Sonar(column=11, sector=3)),
        ("sonar column=5 sector=3", Sonar(row=4, sector=3)),
        ("sonar row=L column=5", Sonar(row=4, column=11)),
        ("torpedo C6 clear", Torpedo(C6, Impact.CLEAR)),
        ("torpedo c 6 Direct", Torpedo(C6, Impact.DIRECT)),
        ("torpedo E 5", Torpedo(E5)),
        ("torpedo C6", Torpedo(C6)),
        ("torpedo C6 ?", Torpedo(C6)),
        ("torpedo C06 indirect self=clear", Torpedo(C6, Impact.INDIRECT, Impact.CLEAR)),
        ("torpedo C6 self = indirect", Torpedo(C6, None, Impact.INDIRECT)),
        ("torpedo C6 ? self=?", Torpedo(C6)),
        ("mine", Mine()),
        ("mine(G7)", Mine(G7)),
        ("mine (g 7)", Mine(G7)),
        ("trigger G7 clear", Trigger(G7, Impact.CLEAR)),
        ("archer G7 direct self=indirect", Archer(G7, Impact.DIRECT, Impact.INDIRECT)),
        ("scenario", Scenario()),
        ("hurt", Hurt()),
        ("ready torpedo", Ready(System.TORPEDO)),
        ("ready Mine", Ready(System.MINE)),
        ("dive", Dive()),
    ],
)
def test_the_spellings_of_each_item(line: str, item: Item) -> None:
    assert [a.item for a in parse_line(line, US)] == [item]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("N", ["B N"]),
        ("Y N", ["Y N"]),
        ("yellow n", ["Y N"]),
        ("BLUE n", ["B N"]),
        ("us N", ["Y N"]),
        ("enemy N", ["B N"]),
        ("E S N W", ["B E", "B S", "B N", "B W"]),
        ("B N N east head west", ["B N", "B N", "B E", "B W"]),
        ("drone 5 ? ?", ["B drone 5 ?", "B ?"]),
        ("surface ? ?", ["B surface ?", "B ?"]),
        ("surface 5 hurt hurt", ["B surface 5 hurt", "B hurt"]),
        ("torpedo C6 S", ["B torpedo C6 ?", "B S"]),
        ("torpedo C6 ? ? self=clear", None),
        ("drone 5 N", ["B drone 5 ?", "B N"]),
        ("sonar ? ? gap", ["B sonar ?", "B ?", "B gap"]),
        ("mine mine(G7) ready mine mine", ["B mine", "B mine(G7)", "B ready mine", "B mine"]),
        ("silence silence (N2) N", ["B silence", "B silence(N2)", "B N"]),
    ],
)
def test_sides_and_several_items_a_line(line: str, written: list[str] | None) -> None:
    reading = read_line(line, US, 1)
    if written is None:
        assert reading.faults
    else:
        assert not reading.faults
        assert [format_announcement(a) for a in reading.announcements] == written


def test_the_side_left_out_is_the_enemy_of_us() -> None:
    assert parse_line("N", Side.BLUE)[0].side is Side.YELLOW
    assert parse_line("us N", Side.BLUE)[0].side is Side.BLUE


def test_a_clock_belongs_to_all_items_of_its_line_and_a_comment_to_the_last() -> None:
    first, second = parse_line("02:31 B N  torpedo C6 # a # b", US)
    assert first == Announcement(Side.BLUE, Heading(Course.N), clock=151)
    assert second == Announcement(Side.BLUE, Torpedo(C6), clock=151, comment="a # b")
    assert [(a.line, a.column) for a in (first, second)] == [(1, 9), (1, 12)]
    assert parse_line("1:00:05 N", US)[0].clock == 3605


@given(st.integers(0, 3_599_999))
def test_every_clock_is_read_back(seconds: int) -> None:
    assert parse_clock(format_clock(seconds)) == seconds


@pytest.mark.parametrize("seconds", [-1, 3_600_000])
def test_a_clock_that_could_not_be_read_back_is_not_written(seconds: int) -> None:
    with pytest.raises(ValueError, match="is no clock"):
        format_clock(seconds)


@pytest.mark.parametrize("text", ["", "5", "1:5", "1:60", "1:60:00", "1:2:03x", "::", "-1:00"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a clock"):
        parse_clock(text)


ONE_FAULT = {
    "": (1, "a line without an item"),
    "B": (2, "'B' without an item"),
    "2:31 us": (8, "'2:31 us' without an item"),
    "B # waiting": (2, "'B' without an item"),
    "B surface": (3, "found 'surface', expected a sector's number such as 5 or ? after surface"),
    "B surface hurt": (3, "found 'surface', expected a sector's number"),
    "B surface x": (11, "found 'x', expected a sector's number such as 5 or ? after surface"),
    "B surface N": (3, "found 'surface', expected a sector's number"),
    "B blackout": (3, "or ? after blackout"),
    "B drone": (3, "found 'drone', expected a sector's number such as 5 after drone"),
    "B drone yes": (9, "found 'yes', expected a sector's number"),
    "B drone 12345": (9, "found '12345', expected a sector's number"),
    "B sonar": (3, "found 'sonar', expected two different of row=, column= and sector="),
    "B sonar row=5": (3, "found 'sonar', expected two different"),
    "B sonar row=5 row=6": (15, "found 'row=6', expected another kind than row"),
    "B sonar row=L column=C": (15, "found 'column=C', expected another kind than column, which was answered already"),
    "B sonar row=5 column=C sector=1": (24, "found 'sector=1', expected two different"),
    "B sonar row=16 sector=1": (13, "found '16', expected a row 1-15 or a column A-O after row="),
    "B sonar row=0 sector=1": (13, "found '0', expected a row 1-15"),
    "B sonar row=P sector=1": (13, "found 'P', expected a column A-O after row="),
    "B sonar sector=C row=1": (16, "found 'C', expected a sector's number such as 5 after sector="),
    "B sonar row=": (3, "found 'sonar', expected a row 1-15 or a column A-O after row="),
    "B sonar 5": (9, "found '5', expected two different"),
    "B torpedo": (3, "found 'torpedo', expected a cell such as C6 (column A-O, row 1-15) after torpedo"),
    "B torpedo clear": (11, "found 'clear', expected a cell"),
    "B torpedo P3": (11, "found 'P3', expected a cell"),
    "B torpedo A16 clear": (11, "found 'A16', expected a cell"),
    "B torpedo C 16 clear": (11, "found 'C 16', expected a cell"),
    "B trigger": (3, "after trigger"),
    "B archer N": (3, "after archer"),
    "B torpedo C6 self=hit": (19, "found 'hit', expected clear, indirect or direct after self="),
    "B torpedo C6 self=": (3, "found 'torpedo', expected clear, indirect or direct after self="),
    "B mine(Z9)": (7, "found '(Z9)', expected the mine's cell, such as (G7)"),
    "B silence(E5)": (10, "found '(E5)', expected the silence's course and length, such as (E3), or (0)"),
    "B silence(3)": (10, "found '(3)', expected the silence's course"),
    "B silence()": (10, "found '()', expected the silence's course"),
    "B ready": (3, "found 'ready', expected a system after ready: torpedo, mine, drone"),
    "B ready north": (3, "found 'ready', expected a system"),
    "B ready laser": (9, "found 'laser', expected a system"),
    "B head": (3, "found 'head', expected a course after head"),
    "B head home": (8, "found 'home', expected a course after head"),
    "G N": (1, "found 'G', expected an item such as N"),
    "B N Y E": (5, "a side stands only at the start of its line"),
    "B 2:31 N": (3, "a clock is m:ss or h:mm:ss at the start of its line"),
    "2:75 N": (1, "a clock is m:ss or h:mm:ss"),
    "B N surfcae 5 now E": (5, "found 'surfcae 5 now', expected an item"),
    "B N)": (4, "found ')'"),
    "N\nE": (1, "found several lines, expected one line"),
}


@pytest.mark.parametrize("line", ONE_FAULT)
def test_a_fault_says_where_and_what_was_expected(line: str) -> None:
    column, sentence = ONE_FAULT[line]
    with pytest.raises(Unreadable) as caught:
        parse_line(line, US)
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (1, column)
    assert sentence in str(fault)


def test_an_open_bracket_ends_with_its_line() -> None:
    assert parse_line("mine(G7", US)[0].item == Mine(G7)


def test_all_faults_of_a_line_are_named_and_the_rest_is_read() -> None:
    reading = read_line("3:00 B N surface foo E drone torpedo C6 clear bar baz # seen", US, 7)
    assert [format_announcement(a) for a in reading.announcements] == ["B N", "B E", "B torpedo C6 clear"]
    assert [(f.line, f.column) for f in reading.faults] == [(7, 18), (7, 24), (7, 47)]
    assert [(p.text, p.before) for p in reading.pieces] == [
        ("3:00 B surface foo", 1),
        ("3:00 B drone", 2),
        ("3:00 B bar baz", 3),
    ]
    assert reading.comment == "seen"
    assert reading.announcements[-1].comment == "seen"


WORDS = [
    "B",
    "Y",
    "us",
    "enemy",
    "N",
    "E",
    "S",
    "W",
    "north",
    "head",
    "?",
    "gap",
    "silence",
    "(",
    ")",
    "(E3)",
    "(0)",
    "surface",
    "5",
    "hurt",
    "unhurt",
    "blackout",
    "drone",
    "yes",
    "no",
    "sonar",
    "row",
    "=",
    "column",
    "sector",
    "L",
    "12",
    "torpedo",
    "C6",
    "C",
    "6",
    "clear",
    "indirect",
    "direct",
    "self",
    "mine",
    "(G7)",
    "trigger",
    "archer",
    "scenario",
    "ready",
    "dive",
    "foo",
    "2:31",
    "#",
    "Z99",
]


@given(st.lists(st.sampled_from(WORDS)).map(" ".join) | st.text(st.characters(exclude_characters="\r\n")))
def test_nothing_of_a_line_is_lost_and_nothing_but_unreadable_is_raised(line: str) -> None:
    reading = read_line(line, US, 1)
    body, _, comment = line.partition("#")
    assert (reading.comment or "") == comment.strip()
    assert len(reading.faults) >= len(reading.pieces)
    assert reading.announcements or reading.faults
    try:
        assert parse_line(line, US) == reading.announcements
    except Unreadable:
        assert read_line(line.strip(), US, 1).faults
    # Each word of the body is part of an item or of a kept piece: leaving the pieces out leaves a readable line.
    kept = " ".join(piece.text for piece in reading.pieces)
    for word in body.split():
        if word.casefold() in ("foo", "z99"):
            assert word in kept


@pytest.mark.parametrize(
    "item",
    [
        Sonar(row=1),
        Sonar(1, 1, 1),
        Silence(5, Course.N),
        Silence(None, Course.N),
        Silence(2),
        Surface(-1),
        Drone(10_000),
        Sonar(row=15, column=1),
        Sonar(row=1, column=15),
        Torpedo(cell_at(15, 0)),
        Mine(-1),
    ],
)
def test_an_item_the_format_cannot_say_is_not_written(item: Item) -> None:
    with pytest.raises(ValueError, match="cannot be written down"):
        format_item(item)
