"""A line on standard error while work takes longer than a second.

Knows time and a stream, not what the work is.
"""

from __future__ import annotations

import threading
from typing import TextIO

FIRST_SECONDS = 1.0


class Progress:
    """Shows how far the work is: after a second, then at twice the time, so that a log stays short.

    On a terminal one line is rewritten twice a second and erased at the end.
    """

    def __init__(self, stream: TextIO, label: str, unit: str = "announcements") -> None:
        """Show nothing yet."""
        self._stream = stream
        self._label = label
        self._unit = unit
        self._done = 0
        self._total = 0
        self._width = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Progress:
        """Begin to count the time."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Erase the line of a terminal."""
        self._over.set()
        self._thread.join()
        if self._width:
            self._write("\r" + " " * self._width + "\r")

    def at(self, done: int, total: int, label: str | None = None) -> None:
        """Say how much is done, of how much, and from now on of what."""
        self._done, self._total, self._label = done, total, label or self._label

    def _run(self) -> None:
        # A thread of its own: a single step (compiling, a long silence) may take many seconds by itself.
        on_terminal = self._stream.isatty()
        wait = FIRST_SECONDS
        while not self._over.wait(wait):
            line = f"{self._label}: {self._done} of {self._total} {self._unit}" if self._total else self._label
            if on_terminal:
                self._write("\r" + line.ljust(self._width))
                self._width, wait = max(self._width, len(line)), 0.5
            else:
                self._write(line + "\n")
                wait *= 2

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._over.set()
