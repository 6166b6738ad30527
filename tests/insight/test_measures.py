"""Scores and reliability, by hand and in the limit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tracker.game.cells import cell_at
from tracker.insight.measures import Reliability, brier_score, entropy, log_score, mean, rank_of

GRID = np.array([[0.5, 0.25], [0.25, 0.0]])
A1, B1, A2, B2 = cell_at(0, 0), cell_at(0, 1), cell_at(1, 0), cell_at(1, 1)


def test_entropy_in_bits() -> None:
    assert entropy(GRID) == pytest.approx(1.5)
    assert entropy(np.array([[1.0, 0.0]])) == 0
    assert entropy(np.full((4, 4), 1 / 16)) == pytest.approx(4)


def test_ranks_share_their_mean_where_cells_are_as_likely() -> None:
    assert [rank_of(GRID, cell) for cell in (A1, B1, A2, B2)] == [1, 2.5, 2.5, 4]


def test_scores() -> None:
    assert log_score(GRID, A1) == 1
    assert log_score(GRID, B2) == math.inf
    assert brier_score(GRID, A1) == pytest.approx(0.25 + 2 * 0.0625)
    assert brier_score(GRID, B2) == pytest.approx(1.375)
    assert brier_score(np.array([[1.0, 0.0]]), A1) == 0


def test_what_comes_true_as_often_as_said_is_reliable() -> None:
    rng = np.random.default_rng(1)
    reliability, boastful = Reliability(), Reliability()
    for _ in range(4000):
        true = A1 if rng.random() < 0.7 else B1
        reliability.add(np.array([[0.7, 0.3]]), true)
        boastful.add(np.array([[0.9, 0.1]]), true)
    assert all(found.reliable for found in reliability.bins())
    assert not any(found.reliable for found in boastful.bins())
    assert sum(found.count for found in reliability.bins()) == 8000


def test_bins_of_two_runs_add() -> None:
    one, other, both = Reliability(), Reliability(), Reliability()
    one.add(GRID, A1)
    other.add(GRID, B1)
    both.add(GRID, A1)
    both.add(GRID, B1)
    one.merged(other)
    assert one.bins() == both.bins()


def test_certainty_lies_in_the_last_bin() -> None:
    reliability = Reliability()
    reliability.add(np.array([[1.0, 0.0]]), A1)
    (found,) = reliability.bins()
    assert (found.high, found.said, found.came) == (1.0, 1.0, 1.0)


def test_the_mean_of_nothing_is_not_a_number() -> None:
    assert math.isnan(mean([]))
    assert mean([1.0, 2.0]) == 1.5
