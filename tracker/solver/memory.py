"""How much memory may be taken, and the refusal before more would be.

Knows the machine's free memory; not what it is asked for.
"""

from __future__ import annotations

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
