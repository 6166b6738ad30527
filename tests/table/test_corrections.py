"""Corrections become the operations that apply them, by ids and not by numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tests.table.fakes import heard
from tracker.game.announcements import Drone, Side
from tracker.game.cells import Course
from tracker.table.corrections import MOST_OFFERED, Heard


class Mistake(IntEnum):
    WRONG = 1
    EXTRA = 2
    MISSED = 3
    ANSWER = 4


@dataclass(frozen=True)
class Error:
    announcement: int
    mistake: Mistake
    instead: Course | int | None = None


@dataclass(frozen=True)
class Found:
    edits: tuple[Error, ...]
    probability: float
    answer: Drone | None = None


LIST = Heard((*heard("Y N E"), *heard("B drone 4 no")), ("a", "a-1", "b"), Side.YELLOW)


def test_a_course_heard_wrong_is_changed() -> None:
    assert LIST.single(Error(2, Mistake.WRONG, Course.W), 0.44444) == {
        "n": 2, "id": "a-1", "kind": "wrong", "heard": "Y E", "instead": "Y W", "probability": 0.4444,
        "op": {"do": "change", "id": "a-1", "text": "Y W"},
    }  # fmt: skip


def test_a_course_never_said_is_deleted() -> None:
    told = LIST.single(Error(1, Mistake.EXTRA), 1.0)
    assert (told["instead"], told["op"]) == (None, {"do": "delete", "id": "a"})


def test_a_course_missed_is_put_in_by_the_side_that_is_tracked() -> None:
    told = LIST.single(Error(3, Mistake.MISSED, Course.S), 1.0)
    assert (told["heard"], told["instead"]) == ("B drone 4 no", "Y S")
    assert told["op"] == {"do": "insert", "before": "b", "text": "Y S"}


def test_a_course_missed_at_the_end_has_no_announcement() -> None:
    told = LIST.single(Error(4, Mistake.MISSED, Course.S), 1.0)
    assert (told["n"], told["id"], told["heard"]) == (4, None, None)
    assert told["op"] == {"do": "insert", "before": None, "text": "Y S"}


def test_an_answer_is_changed_in_the_announcement_that_it_answers() -> None:
    told = LIST.single(Error(3, Mistake.ANSWER, 0), 0.2, Drone(4, True))
    assert (told["kind"], told["op"]) == ("answer", {"do": "change", "id": "b", "text": "B drone 4 yes"})


def test_all_single_corrections_share_one_whole_and_a_few_are_offered() -> None:
    courses = [Found((Error(1, Mistake.WRONG, Course.S),), 0.75), Found((Error(2, Mistake.EXTRA),), 0.25)]
    answer = Found((Error(3, Mistake.ANSWER, 0),), 0.4, Drone(4, True))
    told = LIST.repairs([*courses, answer])  # type: ignore[list-item]
    assert [(repair["n"], repair["probability"]) for repair in told] == [(1, 0.45), (3, 0.4), (2, 0.15)]
    assert len(LIST.repairs(courses * 9)) == MOST_OFFERED  # type: ignore[arg-type]


def test_a_pair_has_both_in_order() -> None:
    (told,) = LIST.pairs([((Error(2, Mistake.MISSED, Course.N), Error(2, Mistake.MISSED, Course.E)), 1.0), ((), 0.1)])
    assert [edit["kind"] for edit in told["edits"]] == ["missed", "missed"]
    assert [op["text"] for op in told["ops"]] == ["Y N", "Y E"]
    assert {op["before"] for op in told["ops"]} == {"a-1"}
