"""The mishears mixture of the slow twin: known cases, and examples worked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tracker.game.announcements import Announcement, Heading, Side
from tracker.game.cells import Course, cell_name
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.game.record_maps import record_map
from tracker.game.records import loads
from tracker.game.rules import RuleOptions
from tracker.solver.twin import Model, TwinAnswer, twin_solve, twin_steps
from tracker.solver.twin_mishears import Mishear, readings, twin_mixture_steps, twin_repairs

CASES = Path(__file__).parent.parent / "data" / "cases" / "mishears.json"
KNOWN = {case["id"]: case for case in json.loads(CASES.read_text(encoding="utf-8"))}
OPTIONS = RuleOptions()

WRONG, EXTRA, MISSED = 0.01, 0.01, 0.0025


def heard(*lines: str) -> tuple[Announcement, ...]:
    return tuple(a for line in lines for a in parse_line(line, Side.YELLOW))


def mixtures(grid: str, *lines: str, mishears: int = 1, model: Model = "uniform") -> list[TwinAnswer]:
    sea_map = SeaMap("hand", tuple(grid.split("/")))
    return twin_mixture_steps(sea_map, heard(*lines), Side.BLUE, OPTIONS, model, mishears)


def chances(answer: TwinAnswer) -> dict[str, float]:
    return {cell_name(cell): chance for cell, chance in answer.probability.items()}


def edits(*lines: str, mishears: int = 1) -> list[tuple[Mishear, ...]]:
    return [reading.mishears for reading in readings(heard(*lines), Side.BLUE, mishears)]


# Known cases. The twin is too slow for every step of the long ones in a test; all six were compared once by hand.


@pytest.mark.parametrize(("name", "model"), [("k1-0", "uniform"), ("k1-1", "captain")])
def test_known_cases(name: str, model: Model) -> None:
    case = KNOWN[name]
    record = loads(case["record"])
    answer = twin_mixture_steps(
        record_map(record), record.announcements, record.us.other, record.options, model, case["mishears"]
    )[-1]
    assert [cell_name(cell) for cell in answer.cells] == case["cells"]
    assert [cell_name(cell) for cell in answer.starts] == case["starts"]
    assert answer.histories == case["histories"]
    assert chances(answer) == pytest.approx(case[model], abs=1e-6)


@pytest.mark.parametrize("name", ["k1-0", "k1-1", "k2-4"])
def test_known_repairs(name: str) -> None:
    record = loads(KNOWN[name]["record"])
    repairs = twin_repairs(record_map(record), record.announcements, record.us.other, record.options, "uniform")
    found = {(r.announcement, r.kind, None if r.instead is None else r.instead.name): r.probability for r in repairs}
    expected = {(number, kind, instead): share for share, number, kind, instead in KNOWN[name]["repairs"]}
    assert found == pytest.approx(expected, abs=1e-6)
    assert [r.probability for r in repairs] == sorted((r.probability for r in repairs), reverse=True)


# Readings


def test_readings_of_one_course() -> None:
    missed = [(Mishear(1, "missed", course),) for course in Course]
    wrong = [(Mishear(1, "wrong", course),) for course in (Course.E, Course.S, Course.W)]
    after = [(Mishear(2, "missed", course),) for course in Course]
    assert edits("N")[0] == ()
    assert sorted(edits("N")[1:], key=str) == sorted([*missed, *wrong, (Mishear(1, "extra", None),), *after], key=str)


def test_two_missed_in_one_place_are_ordered() -> None:
    found = edits("silence", mishears=2)
    places = [tuple(error.number for error in mishears) for mishears in found]
    assert len(found) == len(set(found))
    assert {place: places.count(place) for place in places} == {
        (): 1,
        (1,): 4,
        (2,): 4,
        (1, 1): 16,
        (1, 2): 16,
        (2, 2): 16,
    }


def test_a_course_may_be_missed_before_one_that_is_itself_an_error() -> None:
    together = [m for m in edits("N", mishears=2) if [error.number for error in m] == [1, 1]]
    assert len(together) == 16 + 4 * 4
    (reading,) = (
        r
        for r in readings(heard("N"), Side.BLUE, 2)
        if r.mishears == (Mishear(1, "missed", Course.E), Mishear(1, "wrong", Course.S))
    )
    assert [a.item for a in reading.announcements] == [Heading(Course.E), Heading(Course.S)]
    assert reading.factor == pytest.approx(MISSED * WRONG)


@pytest.mark.parametrize(
    ("item", "evidence"),
    [
        ("?", True),
        ("gap", True),
        ("silence", True),
        ("surface ?", True),
        ("blackout ?", True),
        ("mine", True),
        ("trigger A1", True),
        ("torpedo A1", True),
        ("archer A1", False),
        ("archer A1 clear", False),
        ("archer A1 self=clear", True),
        ("drone 1 yes", False),
        ("sonar row=1 sector=1", False),
        ("scenario", False),
        ("hurt", False),
        ("ready mine", False),
        ("dive", False),
        ("Y N", False),
        ("Y silence", False),
        ("Y surface 1", False),
        ("Y mine", False),
        ("Y torpedo A1", True),
        ("Y trigger A1", False),
        ("Y trigger A1 self=clear", False),
        ("Y trigger A1 clear", True),
        ("Y archer A1", False),
        ("Y archer A1 clear", True),
        ("Y drone 1", False),
        ("Y drone 1 no", True),
        ("Y sonar ?", False),
        ("Y sonar row=1 sector=1", True),
    ],
)
def test_courses_are_missed_before_evidence_only(item: str, evidence: bool) -> None:
    assert len([m for m in edits(item)[1:] if m[0].number == 1]) == (4 if evidence else 0)
    assert [m[0].kind for m in edits(item)[1:] if m[0].number == 2] == ["missed"] * 4


def test_only_courses_heard_with_their_direction_may_be_wrong() -> None:
    assert {m[0].kind for m in edits("? gap silence", "Y E")[1:]} == {"missed"}


# Mixtures


def test_mixture_of_one_course_by_hand() -> None:
    # Three cells in a row. As heard: ends B1, C1. Never said: A1, B1, C1. Wrong: west, ends A1, B1. Missed before or
    # after: E E, ends C1, in both places.
    (answer,) = mixtures("...", "E")
    weights = {"A1": EXTRA + WRONG, "B1": 1 + EXTRA + WRONG, "C1": 1 + EXTRA + 2 * MISSED}
    whole = sum(weights.values())
    assert chances(answer) == pytest.approx({cell: weight / whole for cell, weight in weights.items()})
    assert answer.mass == pytest.approx(whole)
    assert answer.histories == 2 + 3 + 2 + 1 + 1
    assert len(answer.starts) == 3


def test_captain_weighs_the_readings_by_their_chance() -> None:
    # From B1 east is one of two courses, from A1 the only one; E E starts from A1, and each step is the only one.
    (answer,) = mixtures("...", "E", model="captain")
    weights = {
        "A1": (EXTRA + WRONG / 2) / 3,
        "B1": (1 + EXTRA + WRONG) / 3,
        "C1": (1 / 2 + EXTRA + 2 * MISSED) / 3,
    }
    whole = sum(weights.values())
    assert chances(answer) == pytest.approx({cell: weight / whole for cell, weight in weights.items()})
    assert answer.mass == pytest.approx(whole)


def test_no_mishears_is_the_twin() -> None:
    sea_map = SeaMap("hand", ("....", ".#..", "...."))
    announcements = heard("N", "gap", "silence", "W", "W")
    for model in ("uniform", "captain"):
        steps = twin_steps(sea_map, announcements, Side.BLUE, OPTIONS, model)
        mixed = twin_mixture_steps(sea_map, announcements, Side.BLUE, OPTIONS, model, 0)
        for step, mixture in zip(steps, mixed, strict=True):
            assert (mixture.cells, mixture.starts, mixture.histories) == (step.cells, step.starts, step.histories)
            assert (mixture.consistent, mixture.contradiction) == (step.consistent, step.contradiction)
            assert mixture.probability == pytest.approx(step.probability)


def test_contradiction_is_where_no_reading_fits() -> None:
    # One row: N fits as an error only, and there are two of them.
    assert [a.contradiction for a in mixtures("...", "N", "N", "E")] == [None, 2, 2]
    assert [a.contradiction for a in mixtures("...", "N", "N", "E", mishears=2)] == [None, None, None]
    assert [a.contradiction for a in mixtures("...", "N", "N", "E", mishears=0)] == [1, 1, 1]
    last = mixtures("...", "N", "N", "E")[-1]
    assert (last.cells, last.starts, last.histories, last.probability, last.mass) == ((), (), 0, {}, 0)


def test_equal_records_by_different_errors_are_different_readings() -> None:
    # Never said the first or the second E; both leave one E, which fits from two cells each.
    (_, answer) = mixtures("...", "E", "E", mishears=1)
    extra = [r for r in readings(heard("E E"), Side.BLUE, 1) if r.mishears and r.mishears[0].kind == "extra"]
    assert len(extra) == 2
    assert extra[0].announcements == extra[1].announcements
    # as heard 1; extra 2 * 2; E then W or W then E never fit; three E do not fit; missed others do not fit
    assert answer.histories == 1 + 4


def test_most_stops_early() -> None:
    sea_map = SeaMap("hand", ("." * 5,) * 5)
    steps = twin_mixture_steps(sea_map, heard("silence silence"), Side.BLUE, OPTIONS, "uniform", 1, most=300)
    assert len(steps) == 1


# Repairs


def test_repairs_by_hand() -> None:
    # As heard, north has no place. It was east (A1, B1) or west (B1, C1), or never said (3 cells).
    repairs = twin_repairs(SeaMap("hand", ("...",)), heard("N"), Side.BLUE, OPTIONS, "uniform")
    assert [(r.announcement, r.heard, r.kind, r.instead) for r in repairs] == [
        (1, Heading(Course.N), "extra", None),
        (1, Heading(Course.N), "wrong", Course.E),
        (1, Heading(Course.N), "wrong", Course.W),
    ]
    assert [r.probability for r in repairs] == pytest.approx([3 / 7, 2 / 7, 2 / 7])


def test_missed_course_is_named_before_evidence_or_past_the_end() -> None:
    # From the first sector to the second in one course: the second drone's answer needs a course before it.
    sea_map = SeaMap("hand", ("..",), sector_side=1)
    repairs = twin_repairs(sea_map, heard("Y drone 1 yes", "dive", "Y drone 1 no"), Side.BLUE, OPTIONS, "uniform")
    (repair,) = repairs
    assert (repair.announcement, repair.kind, repair.instead, repair.probability) == (3, "missed", Course.E, 1)
    fits = twin_repairs(sea_map, heard("Y drone 1 yes", "dive"), Side.BLUE, OPTIONS, "uniform")
    assert [(r.announcement, r.heard, r.kind) for r in fits if r.announcement > 1] == [(3, None, "missed")]


def test_no_single_error_leaves_no_repairs() -> None:
    assert twin_repairs(SeaMap("hand", ("...",)), heard("N N"), Side.BLUE, OPTIONS, "uniform") == []


def test_repairs_carry_the_mixture_that_is_not_the_record_as_heard() -> None:
    sea_map = SeaMap("hand", ("....", ".#..", "...."))
    announcements = heard("E", "S", "Y drone 1 yes", "W")
    mixture = twin_mixture_steps(sea_map, announcements, Side.BLUE, OPTIONS, "captain", 1)[-1]
    plain = twin_solve(sea_map, announcements, Side.BLUE, OPTIONS, "captain")
    errors = 0.0
    for reading in readings(announcements, Side.BLUE, 1):
        if reading.mishears:
            errors += reading.factor * twin_solve(sea_map, reading.announcements, Side.BLUE, OPTIONS, "captain").mass
    assert mixture.mass == pytest.approx(plain.mass + errors)
    assert sum(r.probability for r in twin_repairs(sea_map, announcements, Side.BLUE, OPTIONS, "captain")) == (
        pytest.approx(1)
    )
