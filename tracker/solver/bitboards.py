"""Sets of cells as 256-bit boards, as Python integers and as four words.

Knows that bit row * 16 + column is a cell; not what a board means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.game.cells import Cell

Board: TypeAlias = int
"""A set of cells as an integer of 256 bits."""

Words: TypeAlias = npt.NDArray[np.uint64]
"""A board as four words, lowest first; shape (4,) or, for several, (n, 4)."""

EVERYWHERE: Board = (1 << 256) - 1

_LITTLE = np.dtype("<u8")


def board_of(cells: Iterable[Cell]) -> Board:
    """Return the board with the bits of the cells."""
    board = 0
    for cell in cells:
        board |= 1 << cell
    return board


def cells_of(board: Board) -> Iterator[Cell]:
    """Yield the cells of a board, by row, then column."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest


def to_words(board: Board) -> Words:
    """Return a board as a new array of four words."""
    return np.frombuffer(board.to_bytes(32, "little"), dtype=_LITTLE).astype(np.uint64)


def to_board(words: Words) -> Board:
    """Return four words as one integer."""
    return int.from_bytes(words.astype(_LITTLE, copy=False).tobytes(), "little")


def moved(board: Board, by: int) -> Board:
    """Return a board with its bits moved by ``by`` places (down if negative); bits off the board are lost."""
    return (board << by) & EVERYWHERE if by >= 0 else board >> -by


def sizes_of(boards: Words) -> npt.NDArray[np.int64]:
    """Return the number of cells of each of several boards, (n, 4), all of them less than 256; shape (n,)."""
    # the four words' counts are bytes: a product with 0x01010101 adds them up in the highest
    counts = np.bitwise_count(np.ascontiguousarray(boards)).view(np.uint32).reshape(len(boards))
    return (counts * np.uint32(0x01010101) >> np.uint32(24)).astype(np.int64)
