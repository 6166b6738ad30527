"""Event loops of the tests' own: a browser test leaves one running in the thread of all tests after it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(play: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, play).result()
