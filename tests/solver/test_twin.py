"""The slow twin against known cases, examples worked by hand, and counts from other programs."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.solver.random_games import random_game
from tests.solver.random_maps import random_map, random_options
from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Course, cell_name, parse_cell
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.game.record_maps import record_map
from tracker.game.records import loads
from tracker.game.rules import RuleOptions
from tracker.solver.twin import Model, TwinAnswer, dive_routes, twin_histories, twin_solve, twin_steps

CASES = Path(__file__).parent.parent / "data" / "cases"
DEFAULTS = RuleOptions()
PATH = RuleOptions(torpedo="path")
ISLANDS = "D3 E3 D4 L5 H7 I8 H8 H9 M12 C12 C13 L13 M13"


def heard(*lines: str) -> tuple[Announcement, ...]:
    return tuple(a for line in lines for a in parse_line(line, Side.YELLOW))


def solve(grid: str, *lines: str, model: Model = "captain", options: RuleOptions = DEFAULTS) -> TwinAnswer:
    sea_map = SeaMap("hand", tuple(grid.split("/")))
    return twin_solve(sea_map, heard(*lines), Side.BLUE, options, model)


def chances(answer: TwinAnswer) -> dict[str, float]:
    return {cell_name(cell): chance for cell, chance in answer.probability.items()}


def open_map(islands: str = "", side: int = 5) -> SeaMap:
    land = {parse_cell(name) for name in islands.split()}
    rows = ("".join("#" if row * 16 + column in land else "." for column in range(15)) for row in range(15))
    return SeaMap("open", tuple(rows), side)


# Known cases


def known_cases() -> list[Any]:
    cases = []
    for name in ("rules", "positions", "games"):
        for case in json.loads((CASES / f"{name}.json").read_text(encoding="utf-8")):
            cases.append(pytest.param(case, id=f"{name}-{case['id']}"))
    return cases


@pytest.mark.parametrize("case", known_cases())
def test_twin_agrees_with_known_cases(case: dict[str, Any]) -> None:
    record = loads(case["record"])
    tracked = record.us if case.get("args") == ["--track", "us"] else record.us.other
    announcements = record.announcements[: case.get("at")]
    sea_map = record_map(record, None)
    for model in ("uniform", "captain"):
        answer = twin_solve(sea_map, announcements, tracked, record.options, model)
        assert [cell_name(c) for c in answer.cells] == case["cells"]
        if case.get("starts") is not None:
            assert [cell_name(c) for c in answer.starts] == case["starts"]
        if case.get("histories") is not None:
            assert answer.histories == case["histories"]
        if "consistent" in case:
            assert answer.consistent == case["consistent"]
        if "contradiction" in case:
            assert answer.contradiction == case["contradiction"]
        if case.get(model):
            assert chances(answer) == pytest.approx(case[model], rel=1e-9)


# Counts from other programs


@pytest.mark.parametrize(
    ("islands", "record", "histories", "routes", "cells"),
    [("", "silence silence", 35825, 25265, 225), (ISLANDS, "N silence E silence S silence", 62892, 39252, 196)],
)
def test_counting_table(islands: str, record: str, histories: int, routes: int, cells: int) -> None:
    *_, last = twin_histories(open_map(islands), heard(record), Side.BLUE, RuleOptions())
    assert (len(last), len(dive_routes(last)), len({h.cell for h in last})) == (histories, routes, cells)


def test_unheard_courses_from_one_cell_are_self_avoiding_walks() -> None:
    # Sectors of one cell make the drone name the start: H8 is the 8th of the 8th row.
    announcements = heard("Y drone 113 yes", *["?"] * 7)
    answers = twin_steps(open_map(side=1), announcements, Side.BLUE, RuleOptions(), "uniform")
    assert [answer.histories for answer in answers] == [1, 4, 12, 36, 100, 284, 780, 2172]  # OEIS A001411


@pytest.mark.parametrize("seed", range(20))
def test_silence_is_staying_or_one_to_four_courses(seed: int) -> None:
    rng = random.Random(seed)
    sea_map = random_map(seed, 6)
    record = [rng.choice(["N", "E", "S", "W", "silence"]) for _ in range(3)]

    def histories(*lines: str) -> int:
        return twin_solve(sea_map, heard(*lines), Side.BLUE, RuleOptions(), "uniform").histories

    straight = [[*record, *[course.name] * length] for course in Course for length in range(1, 5)]
    assert histories(*record, "silence") == histories(*record) + sum(histories(*lines) for lines in straight)


# Worked by hand


def test_trigger_may_be_of_either_mine() -> None:
    # From A1 both mines lie at B1. From C1 they lie at B1 or D1 each; 3 of the 4 placements have one at B1.
    lines = ["mine mine", "trigger B1"]
    answer = solve("....", *lines)
    assert chances(answer) == pytest.approx({"A1": 4 / 7, "C1": 3 / 7})
    assert answer.mass == pytest.approx(1 / 4 * (1 + 3 / 4))
    assert chances(solve("....", *lines, model="uniform")) == {"A1": 1 / 2, "C1": 1 / 2}
    # From A1 the mine that is left closes the way east. From C1 it is at D1 in 2 of those 3, at B1 in one.
    assert solve("....", *lines, "E").mass == pytest.approx(1 / 4 * 1 / 2 * 1 / 4)
    assert solve("....", *lines, "W").mass == pytest.approx(1 / 4 * 1 / 2 * 1 / 2)
    assert chances(solve("....", *lines, "W")) == {"B1": 1.0}


def test_two_mines_in_one_cell_are_triggered_one_by_one() -> None:
    assert chances(solve("..", "mine mine trigger B1 trigger B1", "E")) == {"B1": 1.0}
    assert solve("..", "mine mine trigger B1", "E").contradiction == 4
    assert solve("..", "mine mine trigger B1 trigger B1 trigger B1").contradiction == 5


def test_blackout_ties_mines_together() -> None:
    # From an end both mines lie at B1, always; from B1 they lie at A1 and C1 in half of the placements.
    lines = ["mine mine blackout ?"]
    assert chances(solve("...", *lines)) == pytest.approx({"A1": 2 / 5, "B1": 1 / 5, "C1": 2 / 5})
    # One of two mines around B1 was at A1, so the other closes the way to C1.
    assert chances(solve("...", *lines, "trigger A1", "W")) == {"A1": 1.0}
    assert solve("...", *lines, "trigger A1", "E").contradiction == 5
    assert chances(solve("...", *lines, "trigger A1", "Y torpedo C1", "E")) == {"C1": 1.0}


def test_surfacing_without_blackout_says_nothing_of_exits() -> None:
    assert len(solve("...", "mine mine surface ?").cells) == 3
    assert solve("...", "blackout ?").contradiction == 1
    assert chances(solve(".", "blackout 1")) == {"A1": 1.0}


@pytest.mark.parametrize("shot", ["Y torpedo B1", "Y torpedo B1 ?"])
def test_impact_destroys_the_mine_that_lies_there_only(shot: str) -> None:
    # East after an impact at B1: from A1 the mine is gone; from B1 it lies at A1 or C1 as before.
    answer = solve("...", "mine", shot, "E")
    assert chances(answer) == pytest.approx({"B1": 4 / 5, "C1": 1 / 5})
    assert chances(solve("...", "mine", shot, "E", "trigger A1")) == {"C1": 1.0}
    assert solve("...", "mine", shot, "E", "trigger B1").contradiction == 4
    assert solve("...", "mine", shot, "trigger B1").contradiction == 3


def test_own_impact_destroys_own_mines_and_every_one_there() -> None:
    assert solve("..", "mine", "E").contradiction == 2
    # The own cell is no legal impact, so the shot at B1 comes from A1.
    assert chances(solve("..", "mine mine torpedo B1", "E")) == {"B1": 1.0}
    assert solve("..", "mine mine torpedo B1 trigger B1").contradiction == 4


@pytest.mark.parametrize("blast", ["Y trigger B1", "B archer B1", "Y archer B1"])
def test_other_explosions_leave_mines_as_they_are(blast: str) -> None:
    assert chances(solve(".M", "mine", blast, "trigger B1")) == {"A1": 1.0}


def test_mine_stays_across_a_surfacing_and_is_never_entered() -> None:
    # The mine dropped from A1 is at B1 for good; from B1 it is at A1 or C1, and the old dive's cells are free again.
    assert chances(solve("...", "mine surface ? E")) == pytest.approx({"C1": 1.0})
    assert chances(solve("...", "E mine surface ? W")) == pytest.approx({"A1": 1.0})
    assert solve("...", "E mine surface ? W", "trigger A1").contradiction == 5


def test_mine_is_dropped_off_the_route_beside_the_submarine() -> None:
    assert solve(".", "mine").contradiction == 1
    assert chances(solve("..", "E", "surface ?", "mine")) == {"B1": 1.0}
    assert solve("..", "E mine").contradiction == 2
    assert chances(solve("../..", "mine trigger B2")).keys() == {"A1", "B1", "A2"}
    assert chances(solve("../..", "mine trigger B2", options=RuleOptions(mine_neighbours=4))).keys() == {"B1", "A2"}


def test_uniform_counts_whole_games_and_histories_count_the_dive() -> None:
    # A gap: nothing or one course. Ends A1 2 ways, B1 3, C1 2; the surfacing makes them three histories.
    answer = solve("...", "gap", "surface ?", model="uniform")
    assert answer.histories == 3
    assert chances(answer) == pytest.approx({"A1": 2 / 7, "B1": 3 / 7, "C1": 2 / 7})
    assert chances(solve("...", "gap")) == pytest.approx({"A1": 1 / 4, "B1": 1 / 2, "C1": 1 / 4})


def test_gap_of_a_boxed_in_submarine_still_is_nothing_with_one_half() -> None:
    answer = solve(".", "gap")
    assert (answer.histories, answer.mass) == (1, 1 / 2)


def test_captain_chooses_among_open_courses_own_mines_included() -> None:
    assert solve("...", "E").mass == pytest.approx(1 / 3 * (1 + 1 / 2))
    assert solve("...", "mine", "E").mass == pytest.approx(1 / 3 * 1 / 2 * 1 / 2)
    # Silence: staying is one outcome, so A1, B1 and C1 have three each.
    assert chances(solve("...", "silence")) == pytest.approx({"A1": 1 / 3, "B1": 1 / 3, "C1": 1 / 3})
    assert solve("...", "?").mass == pytest.approx(1)


def test_sonar_weighs_the_lie_by_how_many_there_are() -> None:
    # Column A or row 1, not both. Of a false column there is one other value, of a false row there are two.
    answer = solve("../../..", "Y sonar row=1 column=A")
    assert chances(answer) == pytest.approx({"B1": 1 / 2, "A2": 1 / 4, "A3": 1 / 4})
    assert answer.mass == pytest.approx(1 / 6 * 1 / 6 * (1 + 1 / 2 + 1 / 2))
    # A map of one row has no false row.
    assert chances(solve("...", "Y sonar row=1 column=A")) == pytest.approx({"B1": 1 / 2, "C1": 1 / 2})


def test_torpedo_readings() -> None:
    assert "A1" in chances(solve(".#./.#./...", "torpedo C1"))
    assert "A1" not in chances(solve(".#./.#./...", "torpedo C1", options=PATH))
    assert chances(solve(".#./.#./...", "torpedo B1", options=PATH)).keys() == {
        "A1",
        "C1",
        "A2",
        "C2",
        "A3",
        "B3",
        "C3",
    }
    assert solve("#.#", "torpedo B1").contradiction == 1


def test_ice_speaks_on_ice_maps_only() -> None:
    assert chances(solve("o..", "surface ? unhurt")) == {"A1": 1.0}
    assert chances(solve("o..", "surface ? hurt")).keys() == {"B1", "C1"}
    assert len(solve("o..", "surface ?").cells) == len(solve("...", "surface ? hurt").cells) == 3


def test_contradiction_names_the_first_announcement_and_stays() -> None:
    announcements = heard("N", "Y drone 1 no", "S", "ready mine")
    answers = twin_steps(open_map(side=15), announcements, Side.BLUE, RuleOptions(), "captain")
    assert [a.contradiction for a in answers] == [None, 2, 2, 2]
    assert [a.consistent for a in answers] == [True, False, False, False]
    last = answers[-1]
    assert (last.cells, last.starts, last.histories, last.probability) == ((), (), 0, {})


def test_nothing_heard_is_the_sea() -> None:
    answer = twin_solve(open_map(), (), Side.BLUE, RuleOptions(), "captain")
    assert (len(answer.cells), answer.histories) == (225, 225)
    assert answer.mass == pytest.approx(1)


# Random games


@pytest.mark.parametrize("seed", range(60))
def test_true_cell_is_never_lost_and_histories_are_distinct(seed: int) -> None:
    game = random_game(seed, random_map(seed), 30, random_options(seed))
    steps = twin_histories(game.sea_map, game.announcements, game.tracked, game.options, most=5_000)
    for number, (histories, truth) in enumerate(zip(steps, game.cells, strict=False), start=1):
        assert truth in {h.cell for h in histories}, f"seed {seed}: lost at announcement {number}"
        assert len({(h.start, h.choices) for h in histories}) == len(histories)
        assert all(len(set(h.route)) == len(h.route) for h in histories)


def test_most_stops_early() -> None:
    answers = twin_steps(open_map(), heard("silence silence silence"), Side.BLUE, RuleOptions(), "uniform", most=10_000)
    assert [a.histories for a in answers] == [225 + 4 * 15 * (14 + 13 + 12 + 11)]
