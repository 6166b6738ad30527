"""The vectors of the kernels, compiled and in their plain form, against integers of 256 bits."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numba
import numpy as np
import numpy.typing as npt
import pytest

from tests.solver.test_kernels import PLAIN
from tracker.solver import kernels
from tracker.solver.bitboards import EVERYWHERE, Board, to_board, to_words

Boards = npt.NDArray[np.uint64]


@numba.njit
def combined(boards: Boards, out: Boards) -> tuple[int, bool, bool]:
    a, b = kernels.board(boards, 0), kernels.board(boards, 1)
    kernels.put(out, 0, a & b)
    kernels.put(out, 1, a | b)
    kernels.put(out, 2, a ^ b)
    kernels.put(out, 3, kernels.nowhere() | a)
    return kernels.count(a), kernels.some(a), kernels.some(a & b)


@numba.njit
def rolled(boards: Boards, by: int, out: Boards) -> None:
    kernels.put(out, 0, kernels.roll(kernels.board(boards, 0), by))
    kernels.put(out, 1, kernels.roll_lanes(kernels.board(boards, 0), by))


@numba.njit
def met(tables: Boards, i: int, boards: Boards, counters: npt.NDArray[np.uint8]) -> int:
    kernels.tally(counters, i, kernels.board(boards, 0))
    return kernels.meeting(tables, i, kernels.board(boards, 0))


@numba.njit
def fan_tallied(counters: npt.NDArray[np.uint8], i: int, fan: int) -> None:
    kernels.tally_fan(counters, i, fan)


@numba.njit
def column(boards: Boards, number: int) -> int:
    return kernels.column_of(kernels.board(boards, 0), number)


@numba.njit
def windows(boards: Boards, first: int, rows: int, columns: int, seen: npt.NDArray[np.uint32], at: int) -> None:
    kernels.windows(boards, first, rows, columns, seen, at)


def pairs(seed: str) -> Iterator[tuple[Board, Board]]:
    rng = random.Random(seed)
    for _ in range(60):
        a, b = rng.getrandbits(256), rng.getrandbits(256)
        for _ in range(rng.randrange(6)):
            a, b = a & rng.getrandbits(256), b & rng.getrandbits(256)
        yield a, b
    yield from ((0, 0), (EVERYWHERE, 1), (1 << 255, EVERYWHERE), (1 << 64, 1 << 63))


def test_combining() -> None:
    for a, b in pairs("combining"):
        out = np.zeros((4, 4), np.uint64)
        told = combined(np.array([to_words(a), to_words(b)]), out)
        assert [to_board(row) for row in out] == [a & b, a | b, a ^ b, a]
        assert told == (a.bit_count(), a != 0, a & b != 0)


@pytest.mark.parametrize("by", [0, 1, -1, 15, 16, -16, 17, 63, 64, 65, -64, -65, 128, -128, 192, 255, -255, 256])
def test_rolling(by: int) -> None:
    for a, _ in pairs(f"rolling {by}"):
        out = np.zeros((2, 4), np.uint64)
        rolled(to_words(a)[None], by, out)
        expected = sum(1 << (bit + by) % 256 for bit in range(256) if a >> bit & 1)
        assert to_board(out[0]) == expected == PLAIN.roll(a, by)
        expected = sum(1 << (bit & ~15 | (bit + by) % 16) for bit in range(256) if a >> bit & 1)
        assert to_board(out[1]) == expected == PLAIN.roll_lanes(a, by)


def test_columns() -> None:
    for number, (a, _) in enumerate(pairs("columns")):
        expected = sum(1 << row for row in range(16) if a >> 16 * row + number % 16 & 1)
        assert column(to_words(a)[None], number % 16) == expected == PLAIN.column_of(a, number % 16)


def test_windows() -> None:
    rng = random.Random("windows")
    boards = np.array([to_words(a) for a, _ in pairs("windows")])
    for _ in range(300):
        first, at = rng.randrange(len(boards) - 7), rng.randrange(9)
        rows, columns = rng.randint(-20, 20), rng.randint(-20, 20)
        seen, plain_seen = np.zeros(16, np.uint32), np.zeros(16, np.uint32)
        windows(boards, first, rows, columns, seen, at)
        PLAIN.windows(boards, first, rows, columns, plain_seen, at)
        expected = [0] * 16
        for k in range(8):
            for j in range(18):
                r, c = (0, j - 4) if j < 9 else (j - 13, 0)
                bit = (rows + r) % 16 * 16 + (columns + c) % 16
                expected[at + k] |= (to_board(boards[first + k]) >> bit & 1) << j
        assert seen.tolist() == plain_seen.tolist() == expected


def test_meeting_and_tallying() -> None:
    rng = random.Random("tables")
    counters, plain_counters = np.zeros((2, 256), np.uint8), np.zeros((2, 256), np.uint8)
    for number, (a, b) in enumerate(pairs("meeting")):
        boards = [b & rng.getrandbits(256) & rng.getrandbits(256) for _ in range(8)]
        tables = np.zeros((2, 4, 8), np.uint64)
        tables[number % 2] = np.array([to_words(board) for board in boards]).T
        expected = sum((a & board != 0) << j for j, board in enumerate(boards))
        assert met(tables, number % 2, to_words(a)[None], counters) == expected
        PLAIN.tally(plain_counters, number % 2, a)
        assert PLAIN.meeting(tables, number % 2, a) == expected
        np.testing.assert_array_equal(counters, plain_counters)
    assert counters.max() > 5


def test_tallying_fans() -> None:
    rng = random.Random("fans")
    counters, plain_counters = np.zeros((3, 32), np.uint8), np.zeros((3, 32), np.uint8)
    for number in range(60):
        fan = rng.getrandbits(32)
        fan_tallied(counters, number % 3, fan)
        PLAIN.tally_fan(plain_counters, number % 3, fan)
        np.testing.assert_array_equal(counters, plain_counters)
    assert counters.min() > 0
    assert counters.sum(axis=1).max() > 250


def test_rows_are_told_apart() -> None:
    boards = np.arange(12, dtype=np.uint64).reshape(3, 4)
    for i in range(3):
        assert PLAIN.board(boards, i) == to_board(boards[i])
        PLAIN.put(boards, i, EVERYWHERE >> i)
        assert to_board(boards[i]) == EVERYWHERE >> i
