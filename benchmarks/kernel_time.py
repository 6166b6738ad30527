"""Times the compiled kernels alone, without the Python around them.

Knows only that every module of the solver calls them by ``kernels.name(...)``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import Any
from unittest.mock import patch

from tracker.solver import kernels


class Clock:
    """Stands in for the kernels' module and adds up the milliseconds of all calls."""

    def __init__(self) -> None:
        """Start at zero."""
        self.ms = 0.0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the kernel returns
        """Return a kernel that counts its time."""
        function = getattr(kernels, name)

        def timed(*arguments: object) -> object:
            begun = perf_counter()
            try:
                return function(*arguments)
            finally:
                self.ms += (perf_counter() - begun) * 1e3

        setattr(self, name, timed)
        return timed


@contextmanager
def kernels_timed() -> Iterator[Clock]:
    """Let the whole solver run on a clock for a while."""
    clock = Clock()
    users = [
        module
        for name, module in sys.modules.items()
        if name.startswith("tracker.solver.") and vars(module).get("kernels") is kernels
    ]
    with ExitStack() as stack:
        for user in users:
            stack.enter_context(patch.object(user, "kernels", clock))
        yield clock
