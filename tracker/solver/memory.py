"""How much memory may be taken, the refusal before more would be, and large blocks that are used again.

Knows the machine's free memory; not what it is asked for.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
import psutil

from tracker.game.errors import TooManyHypotheses

SHARE_OF_FREE = 0.8
ALWAYS_ALLOWED = 64 << 20
"""Bytes below which the machine is not asked: asking costs more than it saves."""


def fits(bytes_needed: int) -> bool:
    """Tell whether so much would fit in the memory that is free."""
    return bytes_needed <= ALWAYS_ALLOWED or bytes_needed <= SHARE_OF_FREE * psutil.virtual_memory().available


def ensure_room(histories: int, bytes_needed: int) -> None:
    """Raise TooManyHypotheses where ``bytes_needed`` for ``histories`` would not fit in the memory that is free."""
    if not fits(bytes_needed):
        raise TooManyHypotheses(histories, bytes_needed)


CHECKPOINTS = 8
"""Of what is older, every eighth step is kept, of what is older still every 16th, and so on."""

SPARSEST = 128
"""At least every so manyth is kept where there is room: to find a step again takes no more steps than that."""


def stretch(number: int, newest: int, sparser: int = 0) -> tuple[int, int]:
    """Return the length and place of the stretch of a long list that a step is in, the longer the older it is.

    Each time that it is ``sparser``, stretches are twice as long.
    """
    length = CHECKPOINTS << ((newest - number) // (4 * CHECKPOINTS)).bit_length()
    length = min(length, SPARSEST) << sparser
    return length, number // length


def checkpoint(number: int, newest: int) -> bool:
    """Tell whether a step of a long list is kept when the newest is number ``newest``: the first of each stretch."""
    return newest - number < 2 or number % stretch(number, newest)[0] == 0


def owned(arrays: Iterable[npt.NDArray[Any]]) -> dict[int, int]:
    """Return the bytes of each piece of memory that some arrays look into, by what owns it: views share theirs."""
    owners = (array.base if isinstance(array.base, np.ndarray) else array for array in arrays)
    return {id(owner): owner.nbytes for owner in owners}


LARGE = 1 << 17
"""Bytes from which an array's memory is kept for the next one: fresh pages cost more than what is written to them.

The C library takes so large a block from the system each time, and gives it back.
"""

MOST_KEPT = 128 << 20
"""Bytes that are kept at most while nobody uses them."""

TURNS_KEPT = 32
"""Blocks taken until one that nobody wanted meanwhile is let go of.

A long game's blocks grow slowly: those of a size that it has left behind would be kept for good. An announcement takes
some seven blocks.
"""


class Blocks:
    """Blocks of memory by size, in steps of a quarter or less; safe between threads, as a deque's ends are atomic."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._free: dict[int, deque[tuple[int, npt.NDArray[np.uint8]]]] = {}
        self._turn = 0

    def taken(self, size: int) -> npt.NDArray[np.uint8]:
        """Return a block of at least ``size`` bytes, one that was used before if there is one."""
        self._turn += 1
        step = 1 << max(0, size.bit_length() - 3)
        rounded = -(-size // step) * step
        try:
            block = self._free[rounded].pop()[1]
        except (KeyError, IndexError):
            block = np.empty(rounded, np.uint8)
        self._let_go()
        return block

    def _let_go(self) -> None:
        """Keep those no longer that nobody wanted for some turns."""
        oldest = self._turn - TURNS_KEPT
        for blocks in self._free.copy().values():
            with suppress(IndexError):  # another thread took the last one
                while blocks and blocks[0][0] < oldest:
                    blocks.popleft()

    def given(self, block: npt.NDArray[np.uint8]) -> None:
        """Keep a block that nobody uses any more, unless enough are kept."""
        if self.kept + len(block) <= MOST_KEPT:
            self._free.setdefault(len(block), deque()).append((self._turn, block))

    @property
    def kept(self) -> int:
        """How many bytes are kept."""
        return sum(size * len(blocks) for size, blocks in self._free.copy().items())


_BLOCKS = Blocks()


def empty(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return an array as ``numpy.empty`` does; a large one's memory is used again once it and its views are gone."""
    count = prod(shape)
    size = count * np.dtype(dtype).itemsize
    if size < LARGE:
        return np.empty(shape, dtype)
    block = _BLOCKS.taken(size)
    # views, the reshaped one too, keep this array alive, and its end gives the block back
    whole = np.frombuffer(block.data, dtype, count)
    weakref.finalize(whole, _BLOCKS.given, block).atexit = False
    return whole.reshape(shape)
