"""The annotated games: legal, and everything that their remarks say of them is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tracker.cli import main
from tracker.game.announcements import Course, Side
from tracker.game.cells import column_of, parse_cell, row_of
from tracker.game.clues import ClueKind
from tracker.game.engineer import engineer_warnings
from tracker.game.records import Record, dumps, loads, record_map
from tracker.insight.analysis import analyse
from tracker.insight.referee import _Replay, judge
from tracker.solver.readings import Mistake
from tracker.solver.tracking import Tracker

ROOT = Path(__file__).resolve().parents[1]
GAMES = {path.stem: path for path in sorted((ROOT / "tests" / "data" / "games").glob("*.sonar"))}
PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")

_CLAUSE = re.compile(r"(?=\b(?:[Bb]lue|[Yy]ellow) (?:\d|told|hid))")
_FIGURES = {
    "cells": re.compile(r"\b(\d+) cells?\b"),
    "chance": re.compile(r"\b([A-O]\d+) at (\d+) %"),
    "told": re.compile(r"\btold (\d+\.\d) bits"),
    "hid": re.compile(r"\bhid (\d+\.\d) bits"),
    "place": re.compile(r"\bat place (\d+)"),
}


def read(name: str) -> Record:
    return loads(GAMES[name].read_text(encoding="utf-8"))


def remarks(record: Record) -> list[tuple[int, Side, str]]:
    """Each remark's number of the announcement that it stands beside, the side that it is about, and its words."""
    found = []
    for number, announcement in enumerate(record.announcements, 1):
        clauses = [clause for clause in _CLAUSE.split(announcement.comment) if clause.strip()]
        side = record.us.other
        for clause in clauses:
            name = re.match(r"([Bb]lue|[Yy]ellow) (?:\d|told|hid)", clause)
            if name:
                side = Side(name[1].lower())
            found.append((number, side, clause))
    return found


def figures(words: str) -> dict[str, list[tuple[str, ...]]]:
    return {
        kind: [match if isinstance(match, tuple) else (match,) for match in pattern.findall(words)]
        for kind, pattern in _FIGURES.items()
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_in_a_remark_is_right(name: str) -> None:
    record = read(name)
    sides = {side.side: side for side in analyse(record, record_map(record), "captain", smoothing=False).sides}
    checked = 0
    for number, about, words in remarks(record):
        found = figures(words)
        if number >= len(sides[about].steps):
            continue  # after a contradiction; see the test of the misheard game
        step = sides[about].steps[number]
        grid = sides[about].believed[number]
        for (count,) in found["cells"]:
            assert step.cells == int(count), f"{number}: {words}"
        for cell, percent in found["chance"]:
            share = grid[row_of(parse_cell(cell)), column_of(parse_cell(cell))]
            assert f"{100 * share:.0f}" == percent, f"{number}: {words}"
        for (bits,) in found["told"]:
            assert f"{step.told:.1f}" == bits, f"{number}: {words}"
        for (bits,) in found["hid"]:
            assert f"{-step.told:.1f}" == bits, f"{number}: {words}"
        for (place,) in found["place"]:
            assert step.true_rank == float(place), f"{number}: {words}"
        checked += sum(map(len, found.values()))
    assert checked >= 9


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_legal_as_far_as_its_truth_goes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    record = read(name)
    assert loads(dumps(record)) == record
    assert main(["check", str(GAMES[name])]) == 0
    assert "every rule kept and every answer true" in capsys.readouterr().out


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"misheard"}))
def test_the_true_cell_is_always_possible(name: str) -> None:
    record = read(name)
    for side in analyse(record, record_map(record), "captain", smoothing=False).sides:
        assert side.contradiction is None
        assert all(step.true_share for step in side.steps)


def test_the_misheard_game_is_told_as_it_is() -> None:
    record = read("misheard")
    tracker = Tracker.start(record_map(record), Side.BLUE, record.options, "captain").hear_all(record.announcements)
    assert tracker.contradiction == 14
    mended = [r for r in tracker.repairs() if len(r.edits) == 1 and r.edits[0].announcement == 4]
    assert any(r.edits[0].mistake is Mistake.WRONG and r.edits[0].instead is Course.S for r in mended)
    clues = engineer_warnings(record.announcements, Side.BLUE)
    assert [(clue.number, clue.kind) for clue in clues] == [(12, ClueKind.DAMAGE)]
    mixture = Tracker.start(record_map(record), Side.BLUE, record.options, "captain", mishears=1)
    chances = mixture.hear_all(record.announcements).probability()
    assert f"{100 * chances[parse_cell('J11')]:.0f}" == "87"
    assert "J11 at 87 %" in record.announcements[-1].comment


def test_the_duel_ends_as_it_says() -> None:
    record = read("duel")
    replay = _Replay(record, record_map(record))
    assert replay.run() == judge(record, record_map(record))
    assert replay.sunk is Side.YELLOW
    assert replay.damage == {Side.YELLOW: 5, Side.BLUE: 2}
    assert record.announcements[-1].comment == "2 damage, 5 for yellow: sunk"


def test_the_documentation_tells_of_every_game() -> None:
    assert len(GAMES) == 5
    assert set(re.findall(r"\]\(\.\./tests/data/games/(\w+)\.sonar\)", PAGE)) == set(GAMES)
