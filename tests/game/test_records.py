"""A record is read leniently and written canonically, both ways without a loss, and every fault has its place."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.game.announcements import Announcement, Heading, Item, Side, Silence, Sonar, Surface, Torpedo
from tracker.game.cells import Course, cell_at, cell_name
from tracker.game.errors import Fault, Unreadable
from tracker.game.notation import format_announcement
from tracker.game.records import NOT_READ, Note, Record, dumps, loads
from tracker.game.rules import RuleOptions

SAMPLE = """[Map "alpha"]            # id of a file in maps/
[Us "yellow"]            # our side
[Date "2026-11-29"]      # free tags are kept and written back
[Torpedo "manhattan"]    # rule options
[Mines "8"]
[BlueStart "G7"]         # truth

B N N E                  # the enemy heads north, north, east
Y drone 5 no             # we ask "are you in sector 5?"

B silence
02:31 B torpedo C6 clear # a clock may stand before the side
"""

CANONICAL = """[Map "alpha"] # id of a file in maps/
[Us "yellow"] # our side
[Date "2026-11-29"] # free tags are kept and written back
[Torpedo "manhattan"] # rule options
[Mines "8"]
[BlueStart "G7"] # truth

B N
B N
B E # the enemy heads north, north, east
Y drone 5 no # we ask "are you in sector 5?"
B silence
02:31 B torpedo C6 clear # a clock may stand before the side
"""


def test_the_sample_is_written_canonically() -> None:
    assert dumps(loads(SAMPLE)) == CANONICAL
    assert dumps(loads(CANONICAL)) == CANONICAL


def test_tags_say_the_side_the_options_and_more() -> None:
    record = loads(SAMPLE)
    assert record.us is Side.YELLOW
    assert record.options == RuleOptions("manhattan", 8)
    assert record.tag("map") == "alpha"
    assert record.tag("Date") == "2026-11-29"
    assert record.tag("Nothing") is None
    assert record.tag_place("BlueStart") == (6, 13)
    assert loads('[torpedo "PATH"]\n[mines "4"]').options == RuleOptions("path", 4)
    assert Record().us is Side.YELLOW
    assert Record().options == RuleOptions()


def test_places_of_announcements_count_from_one() -> None:
    record = loads(SAMPLE)
    assert [(a.line, a.column) for a in record.announcements] == [(8, 3), (8, 5), (8, 7), (9, 3), (11, 3), (12, 9)]


def test_the_side_of_a_line_without_one_is_the_enemy_wherever_us_stands() -> None:
    assert [a.side for a in loads('[us "Blue"]\nN').announcements] == [Side.YELLOW]
    assert [a.side for a in loads('N\n[Us "B"]\nB S').announcements] == [Side.YELLOW, Side.BLUE]


def test_comments_stay_where_they_stood() -> None:
    text = """# before everything
[Map "alpha"]
# between tags
[Date "1"] # beside
# before the first item

# still before it
B N # north
# between
#

B E
# after everything
"""
    written = dumps(loads(text))
    assert (
        written
        == """# before everything
[Map "alpha"]
# between tags
[Date "1"] # beside

# before the first item
# still before it
B N # north
# between
#
B E
# after everything
"""
    )
    assert loads(written) == loads(text)


def test_tags_are_spelled_canonically_and_free_ones_kept() -> None:
    text = r"""
[ map "Alpha TBT" ] [us"Y"][My-Tag "C:\\x \"quoted\" # no comment"] # both
[MAPS "Own.TXT"]
[sector "05"]
[yellowstart "g 7"]
"""
    record = loads(text)
    assert record.tags == (
        ("Map", "alpha tbt"),
        ("Us", "yellow"),
        ("My-Tag", 'C:\\x "quoted" # no comment'),
        ("MAPS", "Own.TXT"),
        ("Sector", "5"),
        ("YellowStart", "G7"),
    )
    assert loads(dumps(record)) == record
    assert loads('[Map "Maps/Own.TXT"]').tag("Map") == "Maps/Own.TXT"


def test_line_ends_of_any_system_and_a_byte_order_mark_do_not_matter() -> None:
    assert loads("\ufeff" + SAMPLE.replace("\n", "\r\n")) == loads(SAMPLE) == loads(SAMPLE.replace("\n", "\r"))


FAULTY = """[Map alpha]
[Us "green"]
[Torpedo "straight"]
[Mines "6"]
[Date "2026"] B N
[Sector "0"]
[BlueStart "Z9"]
[Us "blue"]
[us "yellow"]

N surface # where?
surfcae 5 E
B
B sonar row=5 row=6
"""


def test_every_fault_of_a_record_is_named_with_its_place() -> None:
    with pytest.raises(Unreadable) as caught:
        loads(FAULTY)
    faults = caught.value.faults
    assert [(fault.line, fault.column) for fault in faults] == [
        (1, 1),
        (2, 6),
        (3, 11),
        (4, 9),
        (5, 15),
        (6, 10),
        (7, 13),
        (9, 1),
        (11, 3),
        (12, 1),
        (13, 2),
        (14, 15),
    ]
    assert str(faults[0]) == "line 1, column 1: found '[Map alpha]', expected a tag such as [Map \"alpha\"]"
    assert str(faults[1]) == "line 2, column 6: found 'green' in [Us], expected yellow or blue"
    assert "manhattan or path" in str(faults[2])
    assert "8 or 4" in str(faults[3])
    assert "found 'B N', expected the end of the line" in str(faults[4])
    assert "[Us] a second time" in str(faults[7])


def test_a_lenient_reading_leaves_faults_out_and_keeps_their_text() -> None:
    record = loads(FAULTY, lenient=True)
    with pytest.raises(Unreadable) as caught:
        loads(FAULTY)
    assert record.faults == caught.value.faults
    assert record.us is Side.BLUE
    assert [format_announcement(a) for a in record.announcements] == ["Y N", "Y E"]
    written = dumps(record)
    assert (
        written
        == """# not read: [Map alpha]
# not read: [Us "green"]
# not read: [Torpedo "straight"]
# not read: [Mines "6"]
[Date "2026"]
# not read: B N
# not read: [Sector "0"]
# not read: [BlueStart "Z9"]
[Us "blue"]

# not read: [us "yellow"]
Y N # where?
# not read: surface
# not read: surfcae 5
Y E
# not read: B
# not read: B sonar row=5 row=6
"""
    )
    assert loads(written) == record


clocks = st.none() | st.integers(0, 3_599_999)
comments = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
courses = st.sampled_from(Course)
items: st.SearchStrategy[Item] = st.one_of(
    st.builds(Heading, st.none() | courses),
    st.builds(Silence, st.just(0), st.none() | courses),
    st.builds(Surface, st.none() | st.integers(1, 9), st.sampled_from([None, True, False]), st.booleans()),
    st.builds(Sonar, row=st.integers(0, 14), sector=st.integers(1, 9)),
    st.builds(Torpedo, st.builds(cell_at, st.integers(0, 14), st.integers(0, 14))),
)
announcements = st.builds(Announcement, st.sampled_from(Side), items, clocks, comments)
starts = st.builds(cell_at, st.integers(0, 14), st.integers(0, 14)).map(cell_name)
KNOWN_TAGS = {
    "Map": st.sampled_from(["alpha", "Alpha", "own.txt"]),
    "us": st.sampled_from(["yellow", "B", "blue "]),
    "Torpedo": st.sampled_from(["manhattan", "PATH"]),
    "Mines": st.sampled_from(["4", " 8"]),
    "GRID": st.sampled_from(["../..", ".#\\/ ..", "x"]),
    "Sector": st.sampled_from(["5", "03"]),
    "BlueStart": starts,
    "yellowstart": starts,
}
known_tags = st.fixed_dictionaries({}, optional=KNOWN_TAGS).map(lambda tags: tuple(tags.items()))
free_tags = st.tuples(
    st.from_regex(r"[A-Za-zé][\w-]{0,6}", fullmatch=True).map(lambda name: f"X{name}"),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)
notes = st.builds(Note, comments, st.integers(-1, 12), st.booleans())


@st.composite
def records(draw: st.DrawFn) -> Record:
    tags = draw(st.permutations([*draw(known_tags), *draw(st.lists(free_tags, max_size=3))]))
    return Record(
        tuple(tags), tuple(draw(st.lists(announcements, max_size=6))), tuple(draw(st.lists(notes, max_size=6)))
    )


@given(records())
def test_what_is_written_is_read_back(record: Record) -> None:
    written = dumps(record)
    assert loads(written) == record
    assert dumps(loads(written)) == written


@given(records(), st.data())
def test_an_edit_keeps_every_note_and_only_moves_it(record: Record, data: st.DataObject) -> None:
    heard = list(record.announcements)
    at = data.draw(st.integers(0, len(heard)))
    heard[at : data.draw(st.integers(at, len(heard)))] = data.draw(st.lists(announcements, max_size=3))
    edited = record.with_announcements(heard)
    assert edited.tags == record.tags
    assert len(edited.announcements) == len(heard)
    assert [note.text for note in edited.notes] == [note.text for note in record.notes]
    assert [note for note in edited.notes if note.beside] == [note for note in record.notes if note.beside]
    assert loads(dumps(edited)) == edited


def test_notes_stay_beside_what_did_not_change() -> None:
    record = loads('[Map "alpha"]\n\n# one\nB N\n# two\nB E\n# three\nB S\n# end\n')
    added = Announcement(Side.BLUE, Heading(Course.W))
    after = record.with_announcements((*record.announcements, added))
    assert dumps(after).splitlines()[2:] == ["# one", "B N", "# two", "B E", "# three", "B S", "# end", "B W"]
    before = record.with_announcements((added, *record.announcements))
    assert dumps(before).splitlines()[2:] == ["# one", "B W", "B N", "# two", "B E", "# three", "B S", "# end"]
    shorter = record.with_announcements(record.announcements[:1])
    assert dumps(shorter).splitlines()[2:] == ["# one", "B N", "# two", "# three", "# end"]


@given(records(), st.sampled_from(["Us", "Torpedo", "Date", "Xnew"]), st.sampled_from(["blue", "path", "2026", None]))
def test_a_tag_is_set_added_or_taken_out(record: Record, name: str, value: str | None) -> None:
    if (name, value) not in {("Us", "blue"), ("Torpedo", "path"), ("Date", "2026"), ("Xnew", None), ("Us", None)}:
        return
    changed = record.with_tag(name, value)
    assert changed.tag(name) == value
    assert changed.announcements == record.announcements
    assert sorted(note.text for note in changed.notes) == sorted(note.text for note in record.notes)
    assert loads(dumps(changed)) == changed


ODD_LINES = ["# a", '[Grid ".."]', "[x]", "]", "[[", '["a" "b"]', "  "]
LINES = st.lists(
    st.sampled_from(SAMPLE.splitlines() + FAULTY.splitlines() + ODD_LINES)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    max_size=12,
).map("\n".join)


@given(LINES)
def test_any_text_is_read_or_unreadable_and_nothing_of_it_is_lost(text: str) -> None:
    record = loads(text, lenient=True)
    written = dumps(record)
    assert loads(written) == record
    assert dumps(loads(written)) == written
    if record.faults:
        with pytest.raises(Unreadable) as caught:
            loads(text)
        assert caught.value.faults == record.faults
        assert any(NOT_READ in note.text or note.text for note in record.notes) or "\n" not in text
    else:
        assert loads(text) == record
    # Whatever is no tag, item, number or punctuation of the format stands in a comment or in a tag's value.
    for line in text.replace("\r", "\n").split("\n"):
        for word in line.replace("#", " ").split():
            if len(word) > 7 and word.isalpha():
                assert word.casefold() in written.casefold()


@given(LINES)
def test_every_line_with_something_on_it_leaves_a_trace(text: str) -> None:
    for line in text.split("\n"):
        if line.strip("\ufeff \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0"):
            record = loads(line, lenient=True)
            assert not line.strip() or record.tags or record.announcements or record.notes or record.faults


def test_a_record_is_a_value() -> None:
    record = loads(SAMPLE)
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.tags = ()  # type: ignore[misc]
    assert replace(record, faults=(Fault(1, 1, "a", "b"),)) == record
    assert hash(record) == hash(loads(CANONICAL))


@pytest.mark.parametrize(
    "tags",
    [(("Us", "green"),), (("a b", "1"),), (("", "1"),), (("Mines", "5"),), (("Us", "blue"), ("us", "yellow"))],
)
def test_a_tag_that_could_not_be_read_back_is_refused(tags: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(ValueError, match=r"yellow or blue|a tag's name|8 or 4|more than once"):
        Record(tags)
