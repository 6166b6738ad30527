"""The referee passes every simulated game and names whatever one thing is broken in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.insight.broken_games import BREAKERS, GAMES, Breaker, legal_game
from tests.solver.random_maps import random_map, random_options
from tracker.game.announcements import Dive, Gap, Heading, Side, Surface
from tracker.game.map_files import load_map, map_ids
from tracker.game.records import dumps, loads, record_map
from tracker.insight.referee import judge
from tracker.insight.simulation import Setting, simulate


def findings(text: str) -> list[str]:
    record = loads(text)
    return [str(finding) for finding in judge(record, record_map(record)).findings]


@pytest.mark.parametrize("map_id", map_ids())
def test_every_simulated_game_passes(map_id: str) -> None:
    sea_map = load_map(map_id)
    for seed in range(6):
        record = simulate(sea_map, f"pass {seed}", Setting(mishears=0.05 * (seed % 2)))
        verdict = judge(loads(dumps(record)), sea_map)
        assert verdict.findings == ()
        assert verdict.unchecked == ()


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_games_on_odd_maps_with_odd_rules_pass(seed: int) -> None:
    sea_map = random_map(seed)
    record = simulate(sea_map, str(seed), Setting(random_options(seed), real_time=seed % 2 > 0, longest=80))
    assert judge(record, sea_map).findings == ()


@settings(max_examples=90)
@given(st.data())
def test_the_one_thing_broken_is_named(data: st.DataObject) -> None:
    game = legal_game(data.draw(st.sampled_from(GAMES)), data.draw(st.integers(0, 7)))
    ways = list(data.draw(st.sampled_from(BREAKERS))(game))
    if not ways:
        return
    broken = data.draw(st.sampled_from(ways))
    found = judge(broken.record, game.sea_map).findings
    assert any(f.number == broken.number and f.rule in broken.rules for f in found), [str(f) for f in found]


@pytest.mark.parametrize("breaker", BREAKERS)
def test_every_way_to_break_a_game_occurs(breaker: Breaker) -> None:
    games = (legal_game(map_id, seed) for seed in range(8) for map_id in GAMES)
    assert any(next(breaker(game), None) for game in games)


TAGS = f'[Grid "{"/".join(["." * 15] * 15)}"]\n[BlueStart "C4"]\n[YellowStart "O15"]\n'


def test_a_route_that_crosses_itself_is_named_with_its_cell() -> None:
    assert findings(TAGS + "B E E S W N") == ["5: blue's route crossed itself at D4"]


def test_a_route_off_the_map_ends_what_can_be_checked() -> None:
    record = loads(TAGS + "B W W W\nB drone 1 yes\nY drone 1 no")
    verdict = judge(record, record_map(record))
    assert str(verdict.findings[0]) == "3: blue left the map heading W from A4"
    assert "blue's true cell is not known from announcement 3 on" in verdict.unchecked[1]


def test_an_own_mine_is_named() -> None:
    assert "5: blue ran onto its own mine at D7" in findings(TAGS + "B S S S\nB mine(D7)\nB E")


def test_a_mine_that_is_not_told_accuses_nobody_until_nothing_is_left() -> None:
    assert findings(TAGS + "B S S S\nB mine\nB E\nB trigger D6 clear") == []
    assert findings(TAGS + "B S S S\nB mine\nB E\nB trigger D7 clear") == [
        "6: blue triggered a mine at D7, but had none there"
    ]


def test_a_mine_struck_by_a_torpedo_no_longer_blocks() -> None:
    fired = TAGS + "B S S S\nB mine({0})\nB E S W\nB torpedo {0} clear\n"
    assert findings(fired.format("B7") + "B W N") == []
    assert findings(TAGS + "B S S S\nB mine(B7)\nB E S W W N") == ["9: blue ran onto its own mine at B7"]
    assert findings(fired.format("B7") + "B trigger B7 clear") == ["9: blue triggered a mine at B7, but had none there"]


def test_a_boxed_in_captain_must_surface() -> None:
    text = '[Grid "..."]\n[BlueStart "A1"]\nB E E\nB {}\n'
    assert findings(text.format("blackout 1")) == []
    assert "3: blue used its drone, but was boxed in and had to surface at once" in findings(text.format("drone 1 ?"))


def test_turns_out_of_order_are_named() -> None:
    tags = '[Map "alpha-tbt"]\n[YellowStart "A1"]\n[BlueStart "J10"]\n'
    assert findings(tags + "Y S\nB N\nY S\nB N") == []
    assert findings(tags + "Y S\nB N\nB N\nY S") == ["3: blue took a turn that was yellow's"]
    assert findings(tags + "Y S\nB surface ?\nY S\nY S\nY S\nB N") == []
    assert findings(tags + "Y S\nB surface ?\nY S\nB N") == ["4: blue took a turn that was yellow's"]


def test_without_truth_only_what_needs_none_is_checked() -> None:
    record = loads('[Map "alpha"]\nB N N\nB silence\nY drone 1 yes')
    verdict = judge(record, record_map(record))
    assert [str(finding) for finding in verdict.findings] == [
        "3: blue used its silence before its gauge was full: 4 courses too early"
    ]
    assert verdict.unchecked[0].startswith("yellow's courses are not in the record")
    assert len(verdict.unchecked) == 2


OPERATORS = """[Map "alpha"]
B N N E N E N
Y drone 1 no
Y sonar row=5 sector=3
Y torpedo C6 clear
B E S E E
Y ready silence
Y silence
Y mine
Y drone 2 no
B S
Y hurt
"""


def test_a_crew_whose_courses_nobody_wrote_down_is_accused_of_nothing_that_needs_them() -> None:
    assert findings(OPERATORS) == []
    # told its courses, the same crew is
    assert any("yellow used its drone" in said for said in findings(OPERATORS.replace("Y drone 1", "Y N\nY drone 1")))
    # and the side whose courses are told is judged as ever
    early = OPERATORS.replace("B E S E E", "B silence\nB E\nB silence")
    assert findings(early) == ["12: blue used its silence before its gauge was full: 4 courses too early"]


def test_a_start_without_courses_tells_no_later_cell() -> None:
    tags = '[Map "alpha"]\n[YellowStart "A1"]\n[BlueStart "O15"]\n'
    text = tags + "B N\nY torpedo N10 clear\nB drone 1 no\n"
    record = loads(text)
    verdict = judge(record, record_map(record))
    assert [str(finding) for finding in verdict.findings if finding.side.value == "yellow"] == []
    assert any("yellow's courses are not in the record" in line for line in verdict.unchecked)
    # a side that did nothing yet is still where it began
    assert "2: yellow answered no to sector 1" in "\n".join(findings(tags + "B N\nB drone 1 no\n"))


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(["alpha", "bravo", "alpha-tbt", "delta"]))
def test_an_operators_own_record_of_a_legal_game_passes(seed: int, map_id: str) -> None:
    sea_map = load_map(map_id)
    record = simulate(sea_map, f"operator {seed}", Setting(longest=60))
    for side in Side:
        heard = [
            a
            for a in record.announcements
            if a.side is not side or not isinstance(a.item, Heading | Gap | Surface | Dive)
        ]
        assert judge(record.with_announcements(heard), sea_map).findings == ()
