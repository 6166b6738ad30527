"""Boards as integers and as words: each pair round-tripped, moving compared with moving every cell."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tracker.solver.bitboards import EVERYWHERE, board_of, cells_of, moved, sizes_of, to_board, to_words

BITS = st.sets(st.integers(0, 255))
BOARDS = st.integers(0, EVERYWHERE)


@given(BITS)
def test_cells_round_trip_in_order(cells: set[int]) -> None:
    assert list(cells_of(board_of(cells))) == sorted(cells)
    assert board_of(iter(cells)) == sum(1 << cell for cell in cells)


@given(BOARDS)
def test_words_round_trip(board: int) -> None:
    words = to_words(board)
    assert (words.shape, words.dtype) == ((4,), np.dtype(np.uint64))
    assert to_board(words) == board
    assert [int(word) for word in words] == [board >> 64 * k & (1 << 64) - 1 for k in range(4)]


def test_words_are_an_array_of_their_own() -> None:
    words = to_words(1)
    words[0] = 2
    assert to_board(words) == 2
    assert to_board(to_words(1)) == 1


def test_every_single_cell() -> None:
    for cell in range(256):
        assert list(cells_of(1 << cell)) == [cell]
        assert to_words(1 << cell)[cell // 64] == np.uint64(1 << cell % 64)


def test_no_cell_and_every_cell() -> None:
    assert (board_of([]), list(cells_of(0)), to_board(to_words(0))) == (0, [], 0)
    assert board_of(range(256)) == EVERYWHERE


@given(BITS, st.integers(-300, 300))
def test_moved_moves_every_cell_and_loses_those_that_leave(cells: set[int], by: int) -> None:
    assert set(cells_of(moved(board_of(cells), by))) == {cell + by for cell in cells if 0 <= cell + by < 256}


def test_sizes_are_counted_word_by_word() -> None:
    boards = [0, 1, 1 << 255, (1 << 64) - 1, (1 << 225) - 1, board_of([0, 17, 34, 250]), 0b1011 << 127]
    words = np.stack([to_words(board) for board in boards])
    assert sizes_of(words).tolist() == [board.bit_count() for board in boards]
    assert sizes_of(words[::2]).tolist() == [board.bit_count() for board in boards[::2]]
    assert sizes_of(words[:0]).tolist() == []
