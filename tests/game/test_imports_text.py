"""Plain lists and CSV tables read as records, with every fault at its place."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.game.announcements import (
    Announcement,
    Drone,
    Gap,
    Heading,
    Impact,
    Item,
    Mine,
    Ready,
    Side,
    Silence,
    Sonar,
    Surface,
    System,
    Torpedo,
)
from tracker.game.cells import Course, cell_at
from tracker.game.errors import Fault, Unreadable
from tracker.game.imports import MOST_REPEATS, import_courses, import_csv, import_text
from tracker.game.notation import format_clock, format_item
from tracker.game.records import Record, dumps, format_announcement, loads

items: st.SearchStrategy[Item] = st.one_of(
    st.builds(Heading, st.none() | st.sampled_from(Course)),
    st.just(Gap()),
    st.just(Silence(3, Course.E)),
    st.builds(Surface, st.none() | st.integers(1, 9), st.none() | st.booleans(), st.booleans()),
    st.builds(Drone, st.integers(1, 9), st.booleans()),
    st.builds(Sonar, row=st.integers(0, 14), sector=st.integers(1, 9)),
    st.builds(Torpedo, st.integers(0, 14).map(lambda row: cell_at(row, 3)), st.sampled_from(Impact)),
    st.just(Mine()),
    st.builds(Ready, st.sampled_from(System)),
)
announcements = st.builds(Announcement, st.sampled_from(Side), items, st.none() | st.integers(0, 9999))


def said(record: Record) -> str:
    return "/".join(format_announcement(announcement) for announcement in record.announcements)


def faults(text: str, language: str = "en") -> tuple[Fault, ...]:
    with pytest.raises(Unreadable) as refused:
        import_text(text, language)
    return refused.value.faults


def places(found: tuple[Fault, ...]) -> list[tuple[int, int]]:
    return [(fault.line, fault.column) for fault in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N N E silence S", "B N/B N/B E/B silence/B S"),
        ("n,n,e,silence,s", "B N/B N/B E/B silence/B S"),
        ("N-N-E", "B N/B N/B E"),
        ("NNE\nS", "B N/B N/B E/B S"),
        ("N -> N => E → S | W", "B N/B N/B E/B S/B W"),
        ("1. N\n2. silence\n3) E\n- S\n• W", "B N/B silence/B E/B S/B W"),
        ("N x3 E", "B N/B N/B N/B E"),
        ("2x N, 3×s", "B N/B N/B S/B S/B S"),
        ("B N x2\nY torpedo C6\nall clear", "B N/B N/Y torpedo C6 clear"),
        ("north, north; east\n\n# the dive\nsurfacing in sector 5", "B N/B N/B E/B surface 5"),
        ("torpedo C6\nok\nall clear", "B torpedo C6 clear"),
    ],
)
def test_plain_lists_as_people_write_them(text: str, expected: str) -> None:
    assert said(import_courses(text)) == expected
    assert said(import_text(text)) == expected


def test_a_list_in_another_language_and_of_another_side() -> None:
    assert said(import_text("n o l silêncio\nemergindo setor 5", "pt-BR")) == "B N/B W/B E/B silence/B surface 5"
    record = import_text("N E", us=Side.BLUE)
    assert said(record) == "Y N/Y E"
    assert record.us is Side.BLUE


def test_comments_and_confirmations_are_kept() -> None:
    record = import_text("# a game\nN # first\nok\nE")
    assert dumps(record) == '[Us "yellow"]\n\n# a game\nB N # first\n# blue: ok\nB E\n'
    assert loads(dumps(record)) == record


def test_faults_of_a_list_stand_where_they_were_written() -> None:
    found = faults("N N\n 2. N x3 up E\nsonar 4 7\nN x99\nN all clear")
    assert places(found) == [(2, 10), (3, 1), (4, 1), (5, 3)]
    assert found[0].found == "'up'"
    assert "B sonar row=4 sector=7; or B sonar row=7 sector=4" in found[1].expected
    assert found[2].found == "'N x99'"
    assert str(MOST_REPEATS) in found[2].expected


def test_a_lenient_import_names_what_it_left_out() -> None:
    record = import_text("N\nup\nE", lenient=True)
    assert said(record) == "B N/B E"
    assert places(record.faults) == [(2, 1)]
    assert "# not read: up" in dumps(record)


@pytest.mark.parametrize(
    "text",
    [
        'side,announcement,clock\nblue,N,0:05\nyellow,torpedo C6 clear,1:02:03\nenemy,"north, silence",\n',
        "Time;Team;Order\n0:05;BLUE;N\n1:02:03;us;torpedo C6 clear\n;;N silence\n",
        "\ufeffclock\torder\tboat\r\n00:05\tN\tb\r\n1:02:03\ttorpedo C6, all clear\ty\r\n"
        "\thead north; silence\tblue\r\n",
        "who|said|answer|t\nblue|N||x\nyellow|torpedo C6|all clear|\nblue|N||\nblue|silence||\n",
    ],
)
def test_tables_with_all_kinds_of_headings(text: str) -> None:
    record = import_text(text)
    assert said(record) == "B N/Y torpedo C6 clear/B N/B silence"
    if "1:02:03" in text:
        assert [announcement.clock for announcement in record.announcements] == [5, 3723, None, None]


def test_a_portuguese_time_is_a_team_and_an_english_one_a_clock() -> None:
    assert said(import_text("time,anúncio\nazul,para o norte\namarelo,dano\n", "pt")) == "B N/Y hurt"
    assert import_text("time,announcement\n0:07,N\n").announcements[0].clock == 7


def test_names_of_teams_can_be_given() -> None:
    record = import_csv("team,order\nSharks,N\nRed crew,mine\n", sides={"sharks": Side.YELLOW, "Red Crew": Side.BLUE})
    assert said(record) == "Y N/B mine"


def test_who_answers_a_sonar_did_not_use_it() -> None:
    text = 'side,announcement\nyellow,activating sonar\nblue,"we are in row 5, sector 3"\nyellow,we are in L 4\n'
    with pytest.raises(Unreadable, match="B sonar row=4 column=L"):
        import_text(text)
    assert said(import_text(text.replace("in L 4", "in row L sector 4"))) == (
        "Y sonar row=5 sector=3/B sonar column=L sector=4"
    )


def test_other_columns_and_rows_without_an_announcement_are_kept_as_comments() -> None:
    record = import_text("turn,order,note\n1,N,good\n2,,they argue\n3,E,\n")
    assert [announcement.comment for announcement in record.announcements] == ["good; turn: 1", "turn: 3"]
    assert dumps(record) == '[Us "yellow"]\n\nB N # good; turn: 1\n# they argue; turn: 2\nB E # turn: 3\n'


def test_faults_of_a_table_stand_where_they_were_written() -> None:
    text = 'side,announcement,clock\nblue,  up ,0:05\ngreen,N,\nblue,"n, down",1:99\nblue,"n, down",\n'
    found = faults(text)
    assert places(found) == [(2, 8), (3, 1), (4, 16), (5, 10)]
    assert [fault.found for fault in found] == ["'up'", "'green'", "'1:99'", "'down'"]
    assert "yellow, blue, us or enemy" in found[1].expected


def test_a_table_without_headings_is_refused_with_what_was_expected() -> None:
    with pytest.raises(Unreadable, match="line 1, column 1: found 'blue,N', expected headings such as side"):
        import_csv("blue,N\n")
    assert said(import_text("blue,N\nyellow,E\n")) == "B N/Y E"


def test_a_record_is_read_as_a_record() -> None:
    text = '# mine\n[Map "alpha"]\n[Us "blue"]\n\nY N\n'
    assert import_text(text) == loads(text)


@given(st.lists(announcements, max_size=6), st.sampled_from(",;\t|"))
@settings(max_examples=60)
def test_any_record_written_as_a_table_is_read_back(heard: list[Announcement], delimiter: str) -> None:
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["side", "announcement", "clock"])
    for a in heard:
        clock = "" if a.clock is None else format_clock(a.clock)
        writer.writerow([a.side.value, format_item(a.item), clock])
    assert import_text(out.getvalue()).announcements == tuple(heard)


@given(st.text(max_size=40))
@settings(max_examples=100)
def test_any_text_is_imported_or_answered_with_faults(text: str) -> None:
    for read in (import_text, import_csv, import_courses):
        try:
            record = read(text)
        except Unreadable as unreadable:
            found = unreadable.faults
        else:
            found = ()
            assert loads(dumps(record)) == record
        assert all(fault.line >= 1 and fault.column >= 1 for fault in found)
