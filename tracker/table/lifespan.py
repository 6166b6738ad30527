"""What the server does when it starts and stops, so that it is quick in play and stops in a second.

Knows the process (signals, memory), not games; streams are ended, taps are already in the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import FrameType
from typing import Any

from tracker.game.errors import TrackerError
from tracker.table.tables import Tables, tables

GRACE_SECONDS = 1
log = logging.getLogger(__name__)


def lifespan_of(source: Callable[[], Tables]) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    """Return a lifespan for ``st.App`` or Starlette that ends the streams of some tables when the server stops.

    The web server waits for open streams before it says that it stops, so they are ended from its signal itself.
    """

    @asynccontextmanager
    async def lifespan(_app: object) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        def close_streams() -> None:
            # Without a journal there is no game, hence no stream.
            with contextlib.suppress(TrackerError):
                source().close_streams()

        restore = _on_stop(lambda: loop.call_soon_threadsafe(close_streams))
        # A daemon, so that a server stopped at once does not wait for it; the page comes up meanwhile.
        threading.Thread(target=_get_ready, args=(source,), name="get-ready", daemon=True).start()
        try:
            yield
        finally:
            close_streams()
            restore()

    return lifespan


lifespan = lifespan_of(tables)
"""The lifespan over the process's own tables."""


def _get_ready(source: Callable[[], Tables]) -> None:
    """Open the journal, load and try the engine, then take what is loaded out of garbage collection.

    Streamlit collects after each run of a page: 200-400 ms with pandas and pyarrow in memory.
    """
    try:
        source().warm_up()
    except TrackerError as fault:
        # The page and every route say it too: a broken journal must not look like a server that is down.
        log.error("%s", fault)
    for name in ("pandas", "pyarrow"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()


def _on_stop(close: Callable[[], object]) -> Callable[[], None]:
    """Have streams closed before the server's own handlers of SIGINT and SIGTERM; returns what puts those back."""
    replaced: list[tuple[signal.Signals, Any, Any]] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def handler(caught: int, frame: FrameType | None, before: object = before) -> None:
            close()
            if callable(before):
                before(caught, frame)
            elif before == signal.SIG_DFL:
                signal.signal(caught, signal.SIG_DFL)
                signal.raise_signal(caught)

        try:
            signal.signal(number, handler)
        except ValueError:
            break  # not the main thread (a test): whoever runs the server there stops it by itself
        replaced.append((number, before, handler))
        _limit_waiting(before)

    def restore() -> None:
        for number, before, handler in replaced:
            if signal.getsignal(number) is handler:
                signal.signal(number, before)

    return restore


def _limit_waiting(handler: object) -> None:
    """Have the web server wait a second only for connections whose other end is gone (a phone out of range)."""
    config = getattr(getattr(handler, "__self__", None), "config", None)
    if config is not None and getattr(config, "timeout_graceful_shutdown", 0) is None:
        config.timeout_graceful_shutdown = GRACE_SECONDS
