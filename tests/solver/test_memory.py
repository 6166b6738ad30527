"""What would not fit in memory is refused before it is done, with the number; the game goes on."""

from __future__ import annotations

import numpy as np
import pytest

from tracker import TooManyHypotheses, Tracker, load_map, loads
from tracker.solver import families, memory
from tracker.solver.answers import Model


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    # a dive with readings of one error begins with 6,870 bytes
    monkeypatch.setattr(memory, "ALWAYS_ALLOWED", 8_000)
    monkeypatch.setattr(memory, "SHARE_OF_FREE", 0.0)


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("record", ["N silence E silence S silence silence", "mine N silence E silence S silence"])
@pytest.mark.parametrize("mishears", [0, 1])
def test_a_step_that_would_not_fit_is_refused_and_the_game_goes_on(record: str, mishears: int) -> None:
    tracker = Tracker.start(load_map("alpha"), mishears=mishears)
    refused = None
    for announcement in loads(record).announcements:
        try:
            tracker = tracker.hear(announcement)
        except TooManyHypotheses as error:
            refused = error
            break
    assert refused is not None
    assert refused.histories > 0
    assert f"{refused.histories:,}" in str(refused)
    assert "MiB" in str(refused)
    # the last exact answer is still there, undo works, and what makes it smaller is taken in
    assert tracker.cells
    assert tracker.undo().cells
    assert tracker.hear(loads("Y sonar ?").announcements[0]).histories == tracker.histories


@pytest.mark.parametrize("model", ["exact", "uniform", "captain"])
def test_what_is_asked_for_covers_what_is_held(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(families, "fits", lambda needed: asked.append(needed) or True)
    tracker = Tracker.start(load_map("alpha"), model=model).hear_all(
        loads("N silence E silence N silence").announcements
    )
    found = tracker.hypotheses
    assert isinstance(found, families.Families)
    found.mass()
    opening = found.opening
    arrays = (opening.here, opening.lone, opening.visited, opening.back, opening.source, found.fan)
    weights = (opening.packed, opening.begun) if found.weighs else ()
    held = sum(memory.owned((*arrays, *weights)).values())
    assert asked[-1] // 2 < held <= asked[-1]


def test_a_guess_that_is_too_large_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    announcements = loads("mine N silence E silence").announcements
    expected = Tracker.start(load_map("alpha")).hear_all(announcements)
    # room for what is left, but not for seventeen times what was there
    monkeypatch.setattr(memory, "ALWAYS_ALLOWED", 1_200_000)
    monkeypatch.setattr(memory, "SHARE_OF_FREE", 0.0)
    found = Tracker.start(load_map("alpha")).hear_all(announcements)
    assert found.histories == expected.histories
    assert found.probability() == expected.probability()


def test_a_large_arrays_memory_is_used_again_only_when_no_view_is_left() -> None:
    size = 3 * memory.LARGE // 8
    first = memory.empty((size,), np.float64)
    first[:] = 7.0
    view = first[10:20].reshape(2, 5)
    address = first.ctypes.data
    del first
    other = memory.empty((size,), np.float64)
    assert other.ctypes.data != address
    other[:] = 0.0
    assert (view == 7.0).all()
    del view
    again = memory.empty((size,), np.float64)
    assert again.ctypes.data == address
    assert again.flags.writeable


def test_blocks_are_kept_up_to_a_limit() -> None:
    blocks = memory.Blocks()
    for _ in range(5):
        blocks.given(np.empty(memory.MOST_KEPT // 4, np.uint8))
    assert blocks.kept == memory.MOST_KEPT
    assert len(blocks.taken(memory.MOST_KEPT // 4)) == memory.MOST_KEPT // 4
    assert blocks.kept == memory.MOST_KEPT - memory.MOST_KEPT // 4
    assert len(blocks.taken(100)) == 112


def test_a_block_that_nobody_wants_is_let_go_of() -> None:
    blocks = memory.Blocks()
    size = 1 << 20
    blocks.given(blocks.taken(size))
    for _ in range(memory.TURNS_KEPT):
        blocks.given(blocks.taken(4 * size))
    assert blocks.kept == 5 * size
    blocks.given(blocks.taken(4 * size))
    assert blocks.kept == 4 * size


def test_what_slowly_grows_leaves_no_blocks_behind() -> None:
    blocks = memory.Blocks()
    for step in range(2_000):
        size = memory.LARGE * (100 + step) // 100
        blocks.given(blocks.taken(size))
        assert blocks.kept < 4 * size
