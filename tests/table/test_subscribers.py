"""Streams are woken from any thread, pile nothing up, and end when they must."""

from __future__ import annotations

import asyncio
import threading

from tests.loops import run
from tracker.table.subscribers import Subscribers


def test_a_slow_reader_is_woken_once_for_many_changes() -> None:
    async def play() -> None:
        subscribers = Subscribers()
        subscription = subscribers.add("d")
        assert not await subscription.wait(0.01)
        threads = [threading.Thread(target=subscribers.ring) for _ in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # The loop was busy all the time: one call waits in it, not fifty.
        assert len(asyncio.get_running_loop()._ready) <= 1  # type: ignore[attr-defined]
        assert await subscription.wait(1)
        assert not await subscription.wait(0.01)
        subscribers.ring()
        assert await subscription.wait(1)
        subscribers.remove(subscription)
        assert len(subscribers) == 0

    run(play())


def test_a_device_that_was_turned_out_hears_nothing_more() -> None:
    async def play() -> None:
        subscribers = Subscribers()
        spy, friend = subscribers.add("spy"), subscribers.add("friend")
        subscribers.turn_out("spy")
        assert await spy.wait(1)
        assert (spy.ended, friend.ended) == (True, False)
        assert subscribers.add("spy").ended
        subscribers.close()
        assert friend.ended
        assert subscribers.add("friend").ended

    run(play())


def test_ringing_a_loop_that_is_gone_harms_nobody() -> None:
    subscribers = Subscribers()

    async def leave() -> None:
        subscribers.add("d")

    run(leave())
    subscribers.ring()
