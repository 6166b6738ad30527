"""How much memory may be taken, and the refusal before more would be.

Knows the machine's free memory; not what it is asked for.
"""

from __future__ import annotations

import psutil

from tracker.game.errors import TooManyHypotheses

SHARE_OF_FREE = 0.8
ALWAYS_ALLOWED = 64 << 20
"""Bytes below which the machine is not asked: asking costs more than it saves."""


def ensure_room(shapes: int, bytes_needed: int) -> None:
    """Raise TooManyHypotheses where ``bytes_needed`` for ``shapes`` would not fit in the memory that is free."""
    if bytes_needed > ALWAYS_ALLOWED and bytes_needed > SHARE_OF_FREE * psutil.virtual_memory().available:
        raise TooManyHypotheses(shapes, bytes_needed)
