"""What the kernels do with vectors, in plain Python on integers of 256 bits: it stands in where nothing is compiled.

Knows boards as in ``kernels``, where each function is described under the same name; must not be compiled.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Boards = npt.NDArray[np.uint64]
Fans = npt.NDArray[np.uint32]
Counters = npt.NDArray[np.uint8]


def board(boards: Boards, i: int) -> int:
    """Return a row as an integer."""
    return sum(int(word) << 64 * w for w, word in enumerate(boards[i]))


def put(boards: Boards, i: int, vector: int) -> None:
    """Store an integer as a row."""
    boards[i] = [vector >> 64 * w & 0xFFFF_FFFF_FFFF_FFFF for w in range(4)]


def roll(vector: int, by: int) -> int:
    """Turn all bits."""
    by = int(by) % 256
    return (vector << by | vector >> 256 - by) & (1 << 256) - 1


def roll_lanes(vector: int, by: int) -> int:
    """Turn the bits of each row of a torus."""
    by, lanes = int(by) % 16, [vector >> 16 * row & 0xFFFF for row in range(16)]
    return sum((lane << by & 0xFFFF | lane >> 16 - by) << 16 * row for row, lane in enumerate(lanes))


def column_of(vector: int, column: int) -> int:
    """Return a column of a torus by row."""
    return sum((vector >> 16 * row + int(column) & 1) << row for row in range(16))


def windows(boards: Boards, i: int, rows: int, columns: int, seen: Fans, at: int) -> None:
    """Write which ends of a fan, moved, are bits of eight tori."""
    for k in range(8):
        vector, found = board(boards, i + k), 0
        for j in range(18):
            down, across = (0, j - 4) if j < 9 else (j - 13, 0)
            found |= (vector >> ((rows + down) % 16 * 16 + (columns + across) % 16) & 1) << j
        seen[at + k] = found


def passed(gates: Boards, boards: Boards, i: int) -> int:
    """Return the outcomes that pass from a board."""
    cells, arms = board(boards, i), (j for j in range(18) if j not in (4, 13))
    return sum(bool(board(gates.T, place) & cells) << outcome for place, outcome in enumerate((*arms, 4)))


def passed_by_four(gates: Boards, boards: Boards, i: int, fans: Fans, at: int) -> None:
    """Write the outcomes that pass from four boards."""
    for k in range(4):
        fans[at + k] = passed(gates, boards, i + k)


def meeting(tables: Boards, i: int, vector: int) -> int:
    """Return which of eight boards share a bit with a vector."""
    return sum(bool(board(tables[i].T, j) & vector) << j for j in range(8))


def tally(counters: Counters, i: int, vector: int) -> None:
    """Add each bit to its counter."""
    counters[i] += _bits(vector, 256)


def tally_fan(counters: Counters, i: int, fan: int) -> None:
    """Add each bit of a fan to its counter."""
    counters[i] += _bits(fan, 32)


def _bits(number: int, many: int) -> Counters:
    return np.array([number >> bit & 1 for bit in range(many)], np.uint8)
