"""An operation is read from a device with a sentence for every fault, and from the journal as it was."""

from __future__ import annotations

import pytest

from tests.table.fakes import SHEET
from tracker.game.announcements import Side
from tracker.game.cells import cell_name
from tracker.game.errors import ImpossibleOnMap, TrackerError, Unreadable
from tracker.table.operations import BadOperation, operation_from, payload, read_age, read_operation


def read(**body: object) -> object:
    return read_operation(body, Side.YELLOW, SHEET, "home")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (None, "JSON object"),
        ([], "JSON object"),
        ({}, '"do" is missing'),
        ({"do": "load", "op": "a"}, "'load'"),
        ({"do": ["hear"], "op": "a"}, "expected one of hear"),
        ({"do": "hear", "text": "B N"}, '"op" is missing'),
        ({"do": "hear", "text": "B N", "op": 7}, '"op" is 7'),
        ({"do": "hear", "text": "B N", "op": "a b"}, "letters, digits"),
        ({"do": "hear", "text": "B N", "op": "a" * 65}, "1 to 64"),
        ({"do": "hear", "text": "B N", "op": "a", "device": "<b>"}, '"device"'),
        ({"do": "hear", "text": "B N", "op": "a", "seen": -1}, '"seen"'),
        ({"do": "hear", "text": "B N", "op": "a", "seen": True}, '"seen"'),
        ({"do": "hear", "op": "a"}, '"text" is missing'),
        ({"do": "hear", "op": "a", "text": "   "}, "one line"),
        ({"do": "hear", "op": "a", "text": "B N\nB S"}, "line break"),
        ({"do": "hear", "op": "a", "text": "B N \x00"}, "control character"),
        ({"do": "hear", "op": "a", "text": "B N \ud800"}, "control character"),
        ({"do": "hear", "op": "a", "text": "N " * 1500}, "2000"),
        ({"do": "hear", "op": "a", "text": "N " * 201}, "at most 200"),
        ({"do": "undo", "op": "a"}, '"id" is missing'),
        ({"do": "undo_to", "op": "a"}, '"undo_to" has no "id"'),
        ({"do": "change", "op": "a", "text": "B N"}, '"id" is missing'),
        ({"do": "start", "op": "a", "cell": "A1"}, '"side" is missing'),
        ({"do": "start", "op": "a", "side": "red", "cell": "A1"}, "expected yellow or blue"),
        ({"do": "start", "op": "a", "side": ["blue"], "cell": "A1"}, "expected yellow or blue"),
        ({"do": "start", "op": "a", "side": "blue"}, '"cell" is missing'),
        ({"do": "start", "op": "a", "side": "blue", "cell": "B2"}, "expected a sea cell"),
        ({"do": "start", "op": "a", "side": "blue", "cell": "Q99"}, "expected a sea cell"),
        ({"do": "start", "op": "a", "side": "blue", "cell": 7}, "expected a sea cell"),
    ],
)
def test_a_fault_of_the_request_is_a_sentence(body: object, words: str) -> None:
    with pytest.raises(BadOperation) as fault:
        read_operation(body, Side.YELLOW, SHEET)
    assert words in str(fault.value)


@pytest.mark.parametrize(
    "text", ["foo", "B", "# only a comment", "surface", "sonar row=1 row=2", "torpedo Q9", "drone 1 maybe"]
)
def test_a_line_that_cannot_be_read_names_the_place(text: str) -> None:
    with pytest.raises(Unreadable, match="line 1, column"):
        read(op="a", do="hear", text=text)


@pytest.mark.parametrize("text", ["surface 5", "torpedo E1", "Y drone 9 no", "sonar row=9 sector=1", "archer A1"])
def test_a_line_that_cannot_be_on_the_map_says_what_the_map_has(text: str) -> None:
    with pytest.raises(ImpossibleOnMap, match="Sheet"):
        read(op="a", do="hear", text=text)


def test_the_device_of_the_code_stands_in_for_none() -> None:
    assert read(op="a", do="hear", text="N").device == "home"  # type: ignore[attr-defined]
    assert read(op="a", do="hear", text="N", device="x").device == "x"  # type: ignore[attr-defined]


def test_undo_to_null_keeps_none_and_redo_needs_no_id() -> None:
    assert read(op="a", do="undo_to", id=None).target is None  # type: ignore[attr-defined]
    assert read(op="a", do="redo").target is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(("age", "seconds"), [(None, 0.0), (0, 0.0), (2.5, 2.5), (1e12, 7 * 24 * 3600.0)])
def test_the_age_of_a_tap_is_in_seconds_and_has_an_end(age: object, seconds: float) -> None:
    assert read_age({"age": age}) == seconds


@pytest.mark.parametrize("age", [-1, "1", True, float("nan")])
def test_an_age_that_is_none_is_refused(age: object) -> None:
    with pytest.raises(BadOperation):
        read_age({"age": age})


@pytest.mark.parametrize(
    "text",
    [
        "N",
        "B ?",
        "gap",
        "silence(E3)",
        "silence(0)",
        "surface ?",
        "surface 3 hurt",
        "blackout 2 unhurt",
        "Y drone 4 yes",
        "sonar row=2 sector=3",
        "us sonar ?",
        "torpedo C4 indirect self=direct",
        "mine(A2)",
        "trigger D4",
        "scenario",
        "hurt",
        "ready torpedo",
        "dive",
        "12:34 N # a # in the comment, and <b>markup</b>",
    ],
)
def test_the_journal_keeps_every_announcement_as_it_was(text: str) -> None:
    read_in = read_operation({"op": "a", "do": "hear", "text": text, "seen": 4}, Side.YELLOW, SHEET, "home")
    again = operation_from("a", "hear", payload(read_in), "home", 0.0, Side.YELLOW)
    assert again == read_in
    # Our own side is written out, so that nothing depends on whose record it is.
    assert operation_from("a", "hear", payload(read_in), "home", 0.0, Side.BLUE) == read_in


@pytest.mark.parametrize("kept", ["", "[]", '{"items": [{}]}', '{"items": [{"text": "N N"}]}', '{"items": 3}'])
def test_a_row_that_makes_no_sense_is_a_sentence(kept: str) -> None:
    with pytest.raises(TrackerError):
        operation_from("a", "hear", kept, "home", 0.0, Side.YELLOW)
    with pytest.raises(TrackerError):
        operation_from("a", "dance", "{}", "home", 0.0, Side.YELLOW)


@pytest.mark.parametrize(("cell", "kept"), [("C3", "C3"), (" c 3", "C3"), (None, None)])
def test_the_journal_keeps_where_a_submarine_began(cell: str | None, kept: str | None) -> None:
    read_in = read_operation({"op": "a", "do": "start", "side": "blue", "cell": cell}, Side.YELLOW, SHEET, "home")
    assert read_in.side is Side.BLUE
    assert (None if read_in.cell is None else cell_name(read_in.cell)) == kept
    assert operation_from("a", "start", payload(read_in), "home", 0.0, Side.YELLOW) == read_in
    with pytest.raises(TrackerError):
        operation_from("a", "start", '{"cell": "C3"}', "home", 0.0, Side.YELLOW)
