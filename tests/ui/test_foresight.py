"""What a device shows of what it has not sent yet is what the table then has: compared with the table's own log."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.table.fakes import start_fake
from tracker.game.map_files import load_map
from tracker.table.chain import Chain
from tracker.table.game_log import GameLog
from tracker.table.operations import read_operation
from tracker.table.settings import GameSettings
from tracker.table.snapshots import take_snapshot
from tracker.ui.board import HERE

SETTINGS = GameSettings(load_map("alpha"))
COURSES = ("B N", "B E", "B S", "B W", "Y N", "B silence", "Y drone 5 no")


def next_body(log: GameLog, known: set[str], choose: random.Random, number: int) -> dict[str, Any]:
    """Return an operation that a device could ask for; it undoes the newest edit it knows or what was never changed."""
    standing = [entry.id for entry in log.heard]
    body: dict[str, Any] = {"op": f"o{number}", "device": "k3"}
    changed = {edit.entry for edit in log.edits if edit.kind == "change"}
    undoable = [id for id in standing if id in known and id not in changed]
    undoable += [log.next_undo.id] if log.next_undo is not None and log.next_undo.id in known else []
    redoable = [undo.id for undo in log.undos if undo.id in log.redoable]
    kinds = ["hear", "hear"]
    kinds += ["change", "delete", "insert", "undo_to"] if standing else []
    kinds += ["undo"] * 3 if undoable else []
    kinds += ["redo"] * 3 if redoable else []
    body["do"] = choose.choice(kinds)
    match body["do"]:
        case "hear" | "insert":
            body["spelled"] = [choose.choice(COURSES)]
            if choose.random() < 0.3:
                body["spelled"] = ["B N", "B E"]
            body["text"] = " ".join([body["spelled"][0], *(text[2:] for text in body["spelled"][1:])])
            body["before"] = choose.choice(standing) if body["do"] == "insert" else None
        case "change":
            body |= {"id": choose.choice(standing), "text": choose.choice(COURSES)}
        case "delete":
            body["id"] = choose.choice(standing)
        case "undo_to":
            body["id"] = choose.choice([None, *standing])
        case "undo":
            body["id"] = undoable[-1] if choose.random() < 0.7 else choose.choice(undoable)
        case "redo":
            body["id"] = redoable[-1]
    return body


def taken(log: GameLog, body: dict[str, Any]) -> GameLog:
    return log.apply(read_operation(body, SETTINGS.us, SETTINGS.sea_map))


def told(log: GameLog) -> dict[str, Any]:
    """Return what a snapshot tells a device of the list."""
    chain = Chain.begin(start_fake(SETTINGS.sea_map, SETTINGS.tracked, SETTINGS.options, SETTINGS.model))
    fields = take_snapshot(SETTINGS, log, chain, epoch="e", names={}, now=0.0).fields
    return {name: fields[name] for name in ("heard", "undo", "redo", "redoable")}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_foreseen_is_what_the_table_then_has(browser: Browser, seed: int) -> None:
    choose = random.Random(seed)
    page = browser.new_page()
    script = (HERE / "foresight.js").read_text(encoding="utf-8")
    page.evaluate(f"() => {{ {script}; window.foresee = foresee; }}")
    for game in range(60):
        log, known = GameLog(), set[str]()
        for number in range(choose.randrange(12)):
            log = taken(log, next_body(log, {edit.id for edit in log.edits}, choose, number))
        snapshot = told(log)
        known = {entry.id for entry in log.heard} | ({log.next_undo.id} if log.next_undo else set())
        waiting: list[dict[str, Any]] = []
        for number in range(100, 100 + choose.randrange(1, 8)):
            body = next_body(log, known, choose, number)
            after = taken(log, body)
            waiting.append(body)
            known |= {edit.id for edit in after.edits[len(log.edits) :]}
            known |= {edit for undo in after.undos if undo.id not in log.redoable for edit in undo.edits}
            log = after
        case = json.dumps([snapshot, waiting])
        foreseen = page.evaluate("(case_) => foresee(...JSON.parse(case_))", case)
        shown = [(entry["id"], entry["text"]) for entry in foreseen["list"]]
        there = told(log)
        assert shown == [(entry["id"], entry["text"]) for entry in there["heard"]], (seed, game, case)
        redo = foreseen["undone"][-1]["id"] if foreseen["undone"] else None
        assert redo == (there["redo"] and there["redo"]["id"]), (seed, game, case)
    page.close()
