"""Who is told when a game has a newer snapshot, across threads, without ever waiting for anyone.

Knows that something is newer and that streams must end, not what is sent. A device that reads slowly holds nothing
up and piles nothing up: it is told once, and when it looks it gets the newest snapshot only.
"""

from __future__ import annotations

import asyncio
import threading


class Subscription:
    """One open stream's wake-up call; made in the event loop that reads it, rung from any thread."""

    def __init__(self, device: str) -> None:
        """Belong to the running event loop."""
        self.device = device
        self.ended = False
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()
        self._lock = threading.Lock()
        self._pending = False

    def ring(self) -> None:
        """Wake the stream; at most one call waits in its event loop at any time."""
        with self._lock:
            if self._pending:
                return
            self._pending = True
        try:
            self._loop.call_soon_threadsafe(self._wake)
        except RuntimeError:
            # The loop is closed, so its stream is gone too.
            self.ended = True

    def end(self) -> None:
        """End the stream."""
        self.ended = True
        self.ring()

    def _wake(self) -> None:
        with self._lock:
            self._pending = False
        self._rung.set()

    async def wait(self, seconds: float) -> bool:
        """Wait until rung; False where nothing came for some seconds."""
        try:
            await asyncio.wait_for(self._rung.wait(), seconds)
        except TimeoutError:
            return False
        self._rung.clear()
        return True


class Subscribers:
    """The open streams of one game. Thread-safe."""

    def __init__(self) -> None:
        """Begin with no stream."""
        self._lock = threading.Lock()
        self._open: set[Subscription] = set()
        self._turned_out: set[str] = set()
        self._closed = False

    def __len__(self) -> int:
        """Count the open streams."""
        with self._lock:
            return len(self._open)

    def add(self, device: str) -> Subscription:
        """Open a subscription in the running event loop; ended from the start where its device was turned out."""
        subscription = Subscription(device)
        with self._lock:
            self._open.add(subscription)
            ended = self._closed or device in self._turned_out
        if ended:
            subscription.end()
        return subscription

    def remove(self, subscription: Subscription) -> None:
        """Forget a subscription."""
        with self._lock:
            self._open.discard(subscription)

    def ring(self) -> None:
        """Wake every stream."""
        for subscription in self._all():
            subscription.ring()

    def turn_out(self, device: str) -> None:
        """End a device's streams and every later one."""
        with self._lock:
            self._turned_out.add(device)
        for subscription in self._all():
            if subscription.device == device:
                subscription.end()

    def close(self) -> None:
        """End all streams and every later one."""
        with self._lock:
            self._closed = True
        for subscription in self._all():
            subscription.end()

    def _all(self) -> tuple[Subscription, ...]:
        with self._lock:
            return tuple(self._open)
