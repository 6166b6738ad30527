"""The analysis of a game: by hand on a small map, against the tracker on a large one."""

from __future__ import annotations

import numpy as np
import pytest

from tracker.game.announcements import Side
from tracker.game.cells import parse_cell
from tracker.game.map_files import load_map
from tracker.game.records import Record, loads, record_map
from tracker.insight import analysis as module
from tracker.insight.analysis import Analysis, analyse
from tracker.insight.simulation import Setting, simulate
from tracker.solver.tracking import Tracker


def of_text(text: str) -> Analysis:
    record = loads(text)
    return analyse(record, record_map(record), "uniform")


SMALL = '[Grid "..../...."]\n[Sector "2"]\n[BlueStart "A2"]\n'


def test_a_step_tells_what_was_believed_and_what_was_true() -> None:
    (blue,) = of_text(SMALL + "B N\nY drone 1 yes\nB E").sides
    assert [step.cells for step in blue.steps] == [8, 4, 2, 2]
    assert [step.bits for step in blue.steps] == pytest.approx([3, 2, 1, 1])
    assert [step.told for step in blue.steps] == pytest.approx([0, 1, 1, 0])
    assert [step.true for step in blue.steps] == [parse_cell(name) for name in ("A2", "A1", "A1", "B1")]
    assert [step.true_share for step in blue.steps] == pytest.approx([1 / 8, 1 / 4, 1 / 2, 1 / 2])
    assert [step.true_rank for step in blue.steps] == [4.5, 2.5, 1.5, 1.5]
    assert [step.in_hindsight for step in blue.steps] == pytest.approx([1 / 2] * 4)
    assert blue.most_telling is not None
    assert blue.most_telling.number == 1
    assert [step.number for step in blue.turning_points()] == [1, 2]


def test_only_sides_whose_sailing_is_on_record_are_analysed() -> None:
    assert [side.side for side in of_text(SMALL + "B N\nY drone 1 yes").sides] == [Side.BLUE]
    assert of_text(SMALL + "Y drone 1 yes").sides == ()
    assert [side.side for side in of_text(SMALL + "B N\nY N").sides] == [Side.YELLOW, Side.BLUE]


def test_without_truth_there_are_no_ranks() -> None:
    (blue,) = of_text('[Grid "..../...."]\nB N').sides
    assert {(step.true, step.true_share, step.true_rank, step.in_hindsight) for step in blue.steps} == {(None,) * 4}
    assert blue.found_at is None


def test_the_analysis_of_a_contradictory_record_ends_before_the_contradiction() -> None:
    (blue,) = of_text(SMALL + "B N\nB N\nB N").sides
    assert blue.contradiction == 2
    assert len(blue.steps) == len(blue.believed) == len(blue.smoothed) == 2


def test_found_means_the_true_cell() -> None:
    text = '[Grid "..."]\n[BlueStart "{}"]\nB E E'
    (blue,) = of_text(text.format("A1")).sides
    assert blue.found_at == 1
    assert blue.time_found == 1
    (blue,) = of_text('[Grid "..../...#"]\n[BlueStart "B1"]\nB E\nY torpedo D1 clear\nB silence(0)').sides
    assert blue.steps[-1].true == parse_cell("C1")


@pytest.mark.parametrize("map_id", ["alpha", "echo", "alpha-tbt"])
def test_steps_are_what_the_tracker_says(map_id: str) -> None:
    sea_map = load_map(map_id)
    record = simulate(sea_map, "analysis")
    for side in analyse(record, sea_map).sides:
        tracker = Tracker.start(sea_map, side.side, record.options, "captain")
        for step, grid in zip(side.steps, side.believed, strict=True):
            if step.number:
                tracker = tracker.hear(record.announcements[step.number - 1])
            assert step.cells == len(tracker.cells)
            assert step.histories == tracker.histories
            np.testing.assert_array_equal(grid, tracker.posterior())
            assert step.true_share is not None
            assert step.true_share > 0
        assert sum(step.told for step in side.steps) == pytest.approx(side.steps[0].bits - side.steps[-1].bits)


def test_misheard_games_are_analysed_as_far_as_they_fit() -> None:
    sea_map = load_map("alpha")
    found = [analyse(simulate(sea_map, f"mis {seed}", Setting(mishears=0.1)), sea_map) for seed in range(3)]
    sides = [side for each in found for side in each.sides]
    assert any(side.contradiction is not None for side in sides)
    assert all(len(side.steps) == len(side.believed) for side in sides)


def test_progress_runs_to_the_end() -> None:
    record = simulate(load_map("bravo"), "progress")
    seen: list[tuple[int, int]] = []
    analyse(record, load_map("bravo"), told=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert len({total for _, total in seen}) == 1
    assert seen[-1][0] < seen[-1][1] <= seen[-1][0] + len(record.announcements)


def test_where_memory_is_short_hindsight_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(*_: object) -> None:
        raise module.TooManyHypotheses(10**9, 10**12)

    monkeypatch.setattr(module, "smooth", too_many)
    record: Record = loads(SMALL + "B N")
    (blue,) = analyse(record, record_map(record)).sides
    assert blue.dives == ()
    assert blue.smoothed.size == 0
    assert len(blue.steps) == 2
