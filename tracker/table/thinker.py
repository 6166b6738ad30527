"""The one thread that works out afterthoughts for all games, a piece of one after a piece of another.

Knows who waits to be thought about, not what is thought. One thread only: the other core is for taps.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from queue import SimpleQueue
from typing import Protocol

log = logging.getLogger(__name__)

BREATH = 0.005
"""Seconds between two pieces, in which taps go first."""

MOST_KEPT = 8
"""Games that keep what makes their next afterthoughts quick; the longest silent one lets go first."""


class Thinks(Protocol):
    """What has afterthoughts."""

    def think(self) -> bool:
        """Do a piece of the work; tell whether more is left."""
        ...

    def forget(self) -> None:
        """Let go of what makes the next pieces quick."""
        ...


class Thinker:
    """A thread that starts with the first who asks. Thread-safe."""

    def __init__(self) -> None:
        """Begin with nobody waiting."""
        self._lock = threading.Lock()
        self._queue: SimpleQueue[Thinks | None] = SimpleQueue()
        self._waiting: set[Thinks] = set()
        self._kept: OrderedDict[Thinks, None] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._closed = False

    def ask(self, one: Thinks) -> None:
        """Have someone thought about; asked again before its turn comes it waits once."""
        with self._lock:
            if self._closed or one in self._waiting:
                return
            self._waiting.add(one)
            self._queue.put(one)
            if self._thread is None:
                # A daemon: what it works out is never worth waiting for when the server stops.
                self._thread = threading.Thread(target=self._run, name="afterthoughts", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Think no more; the piece that is being worked on is finished."""
        with self._lock:
            self._closed = True
            self._queue.put(None)

    def _run(self) -> None:
        while (one := self._queue.get()) is not None:
            time.sleep(BREATH)
            with self._lock:
                if self._closed:
                    return
                self._waiting.discard(one)
                self._kept[one] = None
                self._kept.move_to_end(one)
                silent = self._kept.popitem(last=False)[0] if len(self._kept) > MOST_KEPT else None
            try:
                if silent is not None:
                    silent.forget()
                more = one.think()
            except Exception:
                log.exception("an afterthought failed")
                more = False
            if more:
                self.ask(one)
