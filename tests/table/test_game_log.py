"""The list of what was heard is a pure fold of operations in which nobody's announcement gets lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.fakes import heard, log_of, operation
from tracker.game.announcements import Side
from tracker.game.cells import parse_cell
from tracker.game.notation import format_announcement
from tracker.table.game_log import GameLog, fold
from tracker.table.operations import BadOperation, Operation, announcement_ids, operation_from, payload

ITEMS = ("B N", "B E", "B S", "B W", "B silence", "Y drone 2 no", "B torpedo B2 clear")


def texts(log: GameLog) -> list[str]:
    return [format_announcement(announcement) for announcement in log.announcements]


def ids(log: GameLog) -> list[str]:
    return [entry.id for entry in log.heard]


def test_one_line_of_several_items_makes_announcements_with_numbered_ids() -> None:
    log = log_of([operation("a", "hear", "B N E silence")])
    assert ids(log) == ["a", "a-1", "a-2"]
    assert texts(log) == ["B N", "B E", "B silence"]


def test_an_operation_counts_once_whatever_it_carries_the_second_time() -> None:
    log = log_of([operation("a", "hear", "B N")])
    assert log.apply(operation("a", "hear", "B S")) is log


def test_undo_takes_back_the_announcement_it_names_and_no_later_one() -> None:
    log = log_of(
        [operation("a", "hear", "B N"), operation("b", "hear", "B E"), operation("u", "undo", target="a")],
    )
    assert texts(log) == ["B E"]


def test_undo_of_what_is_gone_or_never_was_does_nothing_and_says_so() -> None:
    log = log_of([operation("a", "hear", "B N"), operation("b", "hear", "B E"), operation("u", "undo", target="b")])
    again = log.apply(operation("v", "undo", target="b"))
    never = again.apply(operation("w", "undo", target="zzz"))
    assert texts(log) == texts(again) == texts(never) == ["B N"]
    assert (log.note, bool(again.note), bool(never.note)) == ("", True, True)
    assert never.version == 5


def test_redo_puts_an_announcement_back_where_it_stood() -> None:
    log = log_of(
        [
            operation("a", "hear", "B N"),
            operation("b", "hear", "B E"),
            operation("u", "undo", target="a"),
            operation("r", "redo"),
        ]
    )
    assert texts(log) == ["B N", "B E"]
    assert log.next_redo is None


def test_redo_after_a_new_announcement_needs_the_undo_named() -> None:
    log = log_of([operation("a", "hear", "B N"), operation("u", "undo", target="a"), operation("b", "hear", "B E")])
    assert log.next_redo is None
    nothing = log.apply(operation("r", "redo"))
    assert texts(nothing) == ["B E"]
    assert nothing.note
    assert texts(log.apply(operation("r", "redo", target="u"))) == ["B N", "B E"]


def test_undo_to_keeps_up_to_and_with_the_one_named_and_comes_back_as_one() -> None:
    log = log_of([operation("a", "hear", "B N E S W"), operation("t", "undo_to", target="a-1")])
    assert texts(log) == ["B N", "B E"]
    assert log.next_undo is not None
    assert log.next_undo.id == "a-1"
    assert texts(log.apply(operation("r", "redo"))) == ["B N", "B E", "B S", "B W"]
    assert texts(log.apply(operation("t2", "undo_to"))) == []


def test_undo_to_spares_what_another_device_added_since_this_one_looked() -> None:
    log = log_of([operation("a", "hear", "B N E", device="p"), operation("b", "hear", "B S", device="q")])
    assert texts(log.apply(operation("t", "undo_to", target="a", device="p", seen=1))) == ["B N", "B S"]
    assert texts(log.apply(operation("t", "undo_to", target="a", device="p", seen=2))) == ["B N"]
    assert texts(log.apply(operation("t", "undo_to", target="a", device="p"))) == ["B N"]


def test_undo_to_takes_back_the_own_announcements_it_had_not_seen_acknowledged() -> None:
    log = log_of([operation("a", "hear", "B N", device="p"), operation("b", "hear", "B S", device="p")])
    assert texts(log.apply(operation("t", "undo_to", target="a", device="p", seen=1))) == ["B N"]


def test_a_change_keeps_the_id_the_clock_and_the_comment() -> None:
    first = replace(heard("B N")[0], clock=83, comment="loud")
    log = log_of([Operation("a", "hear", announcements=(first,)), operation("c", "change", "B W", target="a")])
    (entry,) = log.heard
    assert (entry.id, entry.announcement.clock, entry.announcement.comment) == ("a", 83, "loud")
    assert texts(log) == ["B W"]
    assert texts(log.apply(operation("u", "undo", target="c"))) == ["B N"]


def test_a_change_into_several_is_undone_and_redone_as_one() -> None:
    log = log_of([operation("a", "hear", "B N S"), operation("c", "change", "B W W", target="a")])
    assert texts(log) == ["B W", "B W", "B S"]
    assert ids(log) == ["a", "c-1", "a-1"]
    assert log.next_undo is not None
    back = log.apply(operation("u", "undo", target=log.next_undo.id))
    assert texts(back) == ["B N", "B S"]
    assert texts(back.apply(operation("r", "redo"))) == ["B W", "B W", "B S"]
    assert texts(log.apply(operation("u", "undo", target="c-1"))) == ["B W", "B S"]


def test_undo_of_a_change_leaves_a_later_change_of_it_alone() -> None:
    log = log_of(
        [
            operation("a", "hear", "B N"),
            operation("c", "change", "B W", target="a"),
            operation("d", "change", "B S", target="a"),
            operation("u", "undo", target="c"),
        ]
    )
    assert texts(log) == ["B S"]
    assert log.note


def test_insert_puts_before_the_one_named_even_where_that_is_gone() -> None:
    log = log_of([operation("a", "hear", "B N E"), operation("u", "undo", target="a-1")])
    assert texts(log.apply(operation("i", "insert", "B S W", target="a"))) == ["B S", "B W", "B N"]
    assert texts(log.apply(operation("i", "insert", "B S", target="a-1"))) == ["B N", "B S"]
    assert texts(log.apply(operation("i", "insert", "B S"))) == ["B N", "B S"]


def test_a_deletion_is_taken_back_by_undo_before_anything_older() -> None:
    log = log_of([operation("a", "hear", "B N E"), operation("d", "delete", target="a")])
    assert texts(log) == ["B E"]
    assert log.next_undo is not None
    assert (log.next_undo.id, log.next_undo.kind) == ("d", "delete")
    assert texts(log.apply(operation("u", "undo", target="d"))) == ["B N", "B E"]


def test_deleting_or_changing_what_is_gone_does_nothing_and_says_so() -> None:
    log = log_of([operation("a", "hear", "B N"), operation("d", "delete", target="a")])
    for late in (operation("e", "delete", target="a"), operation("c", "change", "B S", target="a")):
        assert log.apply(late).note
        assert texts(log.apply(late)) == []


@pytest.mark.parametrize(
    "bad",
    [
        operation("c", "change", "B N", target="zzz"),
        operation("i", "insert", "B N", target="zzz"),
        operation("t", "undo_to", target="zzz"),
        operation("a-1", "hear", "B N"),
        operation("a-1", "undo", target="a"),
    ],
)
def test_what_means_nothing_here_is_refused_and_takes_nothing(bad: Operation) -> None:
    log = log_of([operation("a", "hear", "B N E")])
    with pytest.raises(BadOperation):
        log.apply(bad)
    assert log.version == 1


def test_undo_says_whose_announcement_it_takes_back() -> None:
    log = log_of([operation("a", "hear", "B N", device="ana"), operation("b", "hear", "B E", device="bo")])
    assert log.next_undo is not None
    assert log.next_undo.device == "bo"


def test_the_same_from_two_devices_within_a_second_is_noticed() -> None:
    one = operation("a", "hear", "B N", device="ana", at=100.0)
    assert log_of([one, operation("b", "hear", "B N", device="bo", at=100.9)]).double is not None
    assert log_of([one, operation("b", "hear", "B N", device="bo", at=101.1)]).double is None
    assert log_of([one, operation("b", "hear", "B N", device="ana", at=100.1)]).double is None
    assert log_of([one, operation("b", "hear", "B E", device="bo", at=100.1)]).double is None
    assert log_of([one, operation("b", "hear", "Y N", device="bo", at=100.1)]).double is None


# --- properties

Choice = tuple[str, int, int, int, int]
CHOICES = st.lists(
    st.tuples(
        st.sampled_from(("hear", "hear", "hear", "undo", "redo", "undo_to", "change", "delete", "insert")),
        st.integers(0, 20),
        st.integers(0, len(ITEMS) - 1),
        st.integers(1, 3),
        st.integers(0, 2),
    ),
    max_size=30,
)


def operations_of(choices: list[Choice]) -> list[Operation]:
    """Make operations of several devices, each about something that some earlier one made."""
    made: list[Operation] = []
    known: list[str] = []
    for number, (do, about, item, count, device) in enumerate(choices):
        op, target, seen = f"op{number}", known[about % len(known)] if known else None, about
        announcements: tuple = ()
        if do in ("hear", "change", "insert"):
            announcements = tuple(heard(ITEMS[(item + k) % len(ITEMS)])[0] for k in range(count))
        if do == "hear":
            target = None
        elif do == "redo":
            target = target if about % 2 else None
        elif target is None and do in ("undo", "change", "delete"):
            continue
        ids_made = announcement_ids(op, len(announcements))
        known += ids_made if do != "change" else [op, *ids_made[1:]]
        known += [op] if do in ("delete", "undo") else []
        made.append(Operation(op, do, f"d{device}", announcements, target, seen, 1000.0 + number))  # type: ignore[arg-type]
    return made


def taken(operations: list[Operation]) -> tuple[GameLog, list[Operation]]:
    """Apply operations as the server does: what is refused is not kept."""
    log, kept = GameLog(), []
    for one in operations:
        try:
            log = log.apply(one)
        except BadOperation:
            continue
        kept.append(one)
    return log, kept


@given(CHOICES)
def test_the_journal_gives_the_same_log(choices: list[Choice]) -> None:
    from tracker.game.announcements import Side

    log, kept = taken(operations_of(choices))
    again = fold(operation_from(o.op, o.do, payload(o), o.device, o.at, Side.YELLOW) for o in kept)
    assert again == log
    assert log.version == len(kept)


@given(CHOICES, st.data())
def test_retries_never_count_twice(choices: list[Choice], data: st.DataObject) -> None:
    log, kept = taken(operations_of(choices))
    repeated: list[Operation] = []
    for one in kept:
        repeated.append(one)
        repeated += data.draw(st.lists(st.sampled_from(repeated), max_size=2))
    assert fold(repeated) == log


@given(CHOICES)
def test_no_operation_loses_an_announcement_it_does_not_name(choices: list[Choice]) -> None:
    log = GameLog()
    for one in operations_of(choices):
        try:
            after = log.apply(one)
        except BadOperation:
            continue
        before, now = {e.id: e for e in log.heard}, {e.id: e for e in after.heard}
        lost = set(before) - set(now)
        edit = next((e for e in log.edits if e.id == one.target), None)
        if one.do in ("hear", "insert"):
            assert not lost
        elif one.do in ("undo", "delete"):
            assert lost <= {one.target, *((edit.entry, *edit.added) if edit else ())}
        elif one.do == "undo_to":
            unseen = {i for i, e in before.items() if e.version > (one.seen or 0) and e.device != one.device}
            assert not lost & unseen
        elif one.do == "change":
            assert not lost
        # Nothing is ever forgotten: whatever was heard keeps its place.
        assert [e.id for e in after.entries if e.id in {x.id for x in log.entries}] == [e.id for e in log.entries]
        log = after


@given(CHOICES)
def test_undo_after_undo_empties_the_list_and_redo_after_redo_fills_it_again(choices: list[Choice]) -> None:
    log, _ = taken(operations_of([c for c in choices if c[0] in ("hear", "change", "delete", "insert")]))
    whole, steps = log.announcements, [log.announcements]
    while log.next_undo is not None:
        log = log.apply(operation(f"u{log.version}", "undo", target=log.next_undo.id))
        assert not log.note
        steps.append(log.announcements)
    assert log.announcements == ()
    while log.next_redo is not None:
        assert log.announcements == steps.pop()
        log = log.apply(operation(f"r{log.version}", "redo"))
        assert not log.note
    assert log.announcements == whole


@given(CHOICES)
def test_hearing_and_undoing_agree_with_the_obvious_list(choices: list[Choice]) -> None:
    log, obvious = GameLog(), []
    for one in operations_of([c for c in choices if c[0] in ("hear", "undo")]):
        log = log.apply(one)
        if one.do == "hear":
            obvious += zip(announcement_ids(one.op, len(one.announcements)), one.announcements, strict=True)
        else:
            obvious = [(id, announcement) for id, announcement in obvious if id != one.target]
    assert [(e.id, e.announcement) for e in log.heard] == obvious


def start(op: str, side: Side, cell: str | None) -> Operation:
    return operation(op, "start", side=side, cell=None if cell is None else parse_cell(cell))


def test_a_start_stands_until_it_is_undone_or_entered_again_and_touches_no_announcement() -> None:
    log = log_of([operation("a", "hear", "B N"), start("s", Side.BLUE, "C3"), start("t", Side.BLUE, "A1")])
    assert log.starts == {Side.BLUE: parse_cell("A1")}
    assert texts(log) == ["B N"]
    assert log.next_undo is not None
    assert (log.next_undo.id, log.next_undo.kind) == ("t", "start")
    log = log.apply(operation("u", "undo", target="t"))
    assert log.starts == {Side.BLUE: parse_cell("C3")}
    assert log.apply(operation("v", "undo", target="t")).note
    log = log.apply(operation("w", "undo", target="s"))
    assert log.starts == {}
    assert log.next_undo is not None
    assert log.next_undo.id == "a"
    log = log.apply(operation("r", "redo")).apply(operation("q", "redo"))
    assert log.starts == {Side.BLUE: parse_cell("A1")}


def test_a_start_that_is_no_longer_known_is_not_one_that_was_never_told() -> None:
    log = log_of([start("s", Side.YELLOW, None)])
    assert log.starts == {Side.YELLOW: None}
    assert log.apply(start("s", Side.YELLOW, "A1")) is log
