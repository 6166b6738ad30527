"""One thread thinks about all games in turn; a failing one holds up no other."""

from __future__ import annotations

import threading

import pytest

from tracker.table.thinker import MOST_KEPT, Thinker

PATIENCE = 30


class Thought:
    """Has some pieces of work, written down in a common list."""

    def __init__(self, name: str, pieces: int, said: list[str], broken: bool = False) -> None:
        self.name, self.pieces, self.said, self.broken = name, pieces, said, broken
        self.done = threading.Event()
        self.forgotten = threading.Event()

    def think(self) -> bool:
        self.said.append(self.name)
        self.pieces -= 1
        if self.broken:
            self.done.set()
            raise RuntimeError("broken")
        if not self.pieces:
            self.done.set()
        return self.pieces > 0

    def forget(self) -> None:
        self.forgotten.set()


def test_games_take_turns() -> None:
    said: list[str] = []
    first, second = Thought("a", 3, said), Thought("b", 3, said)
    thinker = Thinker()
    thinker.ask(first)
    thinker.ask(second)
    thinker.ask(second)  # waits once
    assert first.done.wait(PATIENCE)
    assert second.done.wait(PATIENCE)
    assert sorted(said) == ["a"] * 3 + ["b"] * 3
    assert said[-1] == "b"
    thinker.close()


def test_one_that_fails_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    broken, whole = Thought("x", 3, said, broken=True), Thought("a", 2, said)
    thinker = Thinker()
    thinker.ask(broken)
    thinker.ask(whole)
    assert whole.done.wait(PATIENCE)
    assert said.count("x") == 1
    assert "an afterthought failed" in caplog.text
    thinker.close()


def test_the_longest_silent_lets_go() -> None:
    said: list[str] = []
    games = [Thought(str(n), 1, said) for n in range(MOST_KEPT + 1)]
    thinker = Thinker()
    for game in games:
        thinker.ask(game)
    assert games[0].forgotten.wait(PATIENCE)
    assert games[-1].done.wait(PATIENCE)
    assert not any(game.forgotten.is_set() for game in games[1:])
    thinker.close()


def test_closed_it_thinks_no_more() -> None:
    said: list[str] = []
    thinker = Thinker()
    thinker.close()
    thinker.ask(Thought("a", 1, said))
    assert said == []
