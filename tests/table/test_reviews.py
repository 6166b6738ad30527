"""After the game: the review is told while it is worked out, and the captain's sheet is entered by operations."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tracker.game.announcements import Announcement, Side
from tracker.game.map_files import load_map
from tracker.game.records import Record, dumps, loads
from tracker.insight.analysis import analyse
from tracker.insight.simulation import Setting, simulate
from tracker.insight.truth_choices import unmarked
from tracker.table import reviews
from tracker.table.journal import Journal
from tracker.table.routes import routes
from tracker.table.table import Table
from tracker.table.tables import Tables

TEXT = """[Map "alpha-tbt"]
[Us "yellow"]

B E
B E
B silence
Y drone 1 no
B mine
B S
B ?
B surface 2
"""


def table_of(record: Record, url: str = "sqlite://") -> Table:
    tables = Tables(Journal(url))
    return tables.get(tables.create(load_map(record.tag("Map") or ""), record=record))


def reviewed(table: Table) -> dict[str, Any]:
    deadline = time.monotonic() + 60
    while "done" in (fields := json.loads(table.review())):
        assert 0 <= fields["done"] <= fields["total"]
        assert time.monotonic() < deadline
    assert isinstance(fields, dict)
    return fields


def test_the_review_is_the_analysis_of_both_sides() -> None:
    record = simulate(load_map("alpha-tbt"), "review", Setting(longest=60))
    table = table_of(record)
    found = reviewed(table)
    assert found["version"] == table.log.version
    assert len(found["announcements"]) == len(record.announcements)
    analysis = analyse(record, load_map("alpha-tbt"), "captain")
    for told, side in zip(found["sides"], analysis.sides, strict=True):
        assert told["side"] == side.side.value
        assert [step["n"] for step in told["steps"]] == list(range(len(side.steps)))
        assert told["turning"] == [step.number for step in side.turning_points()]
        for index, step in enumerate(side.steps):
            grid = told["grids"][told["steps"][index]["believed"]]
            flat = side.believed[index].ravel()
            assert [share > 0 for share in grid] == [share > 0 for share in flat]  # what is possible is never lost
            assert max(abs(a / 10_000 - b) for a, b in zip(grid, flat, strict=True)) <= 1e-4
            assert told["steps"][index]["true_rank"] == step.true_rank
            assert told["steps"][index]["smoothed"] is not None
        assert len({tuple(grid) for grid in told["grids"]}) == len(told["grids"])


def test_a_page_is_told_how_far_the_review_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PATIENCE", 0.0)
    table = table_of(simulate(load_map("alpha"), "far", Setting(longest=80)))
    first = json.loads(table.review())
    assert first.keys() == {"version", "done", "total"}
    assert "sides" in reviewed(table)


def test_the_review_follows_the_game_and_is_worked_out_once_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    real = reviews.analyse

    def counting(record: Record, *more: Any) -> Any:  # noqa: ANN401
        counted.append(len(record.announcements))
        return real(record, *more)

    monkeypatch.setattr(reviews, "analyse", counting)
    table = table_of(loads(TEXT))
    assert reviewed(table) == reviewed(table)
    table.take({"op": "k1", "do": "hear", "text": "B N"}, "d")
    assert len(reviewed(table)["announcements"]) == 9
    assert counted == [8, 9]
    table.rest(0.0)
    reviewed(table)
    assert counted == [8, 9, 9]


def test_a_review_that_fails_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(reviews, "analyse", fails)
    assert "a fault of this program" in reviewed(table_of(loads(TEXT)))["error"]


def enter(table: Table, side: Side, record: Record) -> None:
    """Enter a side's whole sheet as a record has it, each time what is offered next."""
    number = 0
    while (sheet := table.truth(side))["about"] is not None:
        number += 1
        place = sheet["about"]["n"]
        true = record.tag(f"{side.value.capitalize()}Start") if place == 0 else None
        if place:
            true = next(line for line in _lines(record)[place - 1 : place])
        (choice,) = [fit for fit in sheet["fits"] if fit["text"] == true]
        table.take({"op": f"{side.value}-{number}", **choice["op"]}, "d")
    assert sheet["consistent"]


def _lines(record: Record) -> list[str]:
    return [line.split(" #")[0] for line in dumps(Record((), record.announcements)).splitlines()]


def test_a_whole_sheet_is_entered_by_what_is_offered_and_the_record_carries_it(tmp_path: Path) -> None:
    true = simulate(load_map("alpha-tbt"), "sheet", Setting(longest=60))
    bare = true.with_tag("BlueStart", None).with_tag("YellowStart", None)
    bare = bare.with_announcements(without_marks(bare))
    url = f"sqlite:///{tmp_path / 'g.sqlite'}"
    tables = Tables(Journal(url))
    code = tables.create(load_map("alpha-tbt"), record=bare)
    table = tables.get(code)
    for side in Side:
        enter(table, side, true)
    assert _lines(table.record()) == _lines(true)
    for name in ("BlueStart", "YellowStart"):
        assert table.record().tag(name) == true.tag(name)
    # nothing is lost when the server starts again
    again = Tables(Journal(url)).get(code)
    assert dumps(again.record()) == dumps(table.record())
    assert table.snapshot().fields["began"] == {"yellow": true.tag("YellowStart"), "blue": true.tag("BlueStart")}
    # and each step is taken back by itself
    while (last := table.snapshot().fields["undo"]) is not None and last["kind"] in ("start", "change"):
        table.take({"op": f"u{last['id']}", "do": "undo", "id": last["id"]}, "d")
    assert dumps(table.record()) == dumps(bare)


def without_marks(record: Record) -> list[Announcement]:
    return [unmarked(a) for a in record.announcements]


def test_the_sheet_says_what_is_open_and_by_which_operation_it_is_entered() -> None:
    table = table_of(loads(TEXT))
    sheet = table.truth(Side.BLUE)
    assert sheet["about"] == {"id": "@start", "n": 0}
    assert [(item["kind"], item["n"], item["known"]) for item in sheet["items"]] == [
        ("silence", 3, False),
        ("mine", 5, False),
        ("course", 7, False),
    ]
    (start,) = [fit for fit in sheet["fits"] if fit["text"] == "D2"]
    assert start == {"text": "D2", "cell": "D2", "op": {"do": "start", "side": "blue", "cell": "D2"}}
    table.take({"op": "t1", **start["op"]}, "d")
    sheet = table.truth(Side.BLUE)
    assert (sheet["start"], sheet["about"]["n"], sheet["cell"]) == ("D2", 3, "F2")
    chosen = next(fit for fit in sheet["fits"] if fit["text"] == "B silence(E1)")
    assert chosen["cell"] == "G2"
    assert chosen["op"] == {"do": "change", "id": sheet["about"]["id"], "text": "B silence(E1)"}
    table.take({"op": "t2", **chosen["op"]}, "d")
    again = table.truth(Side.BLUE, sheet["about"]["id"])
    assert again["clear"] == {"do": "change", "id": sheet["about"]["id"], "text": "B silence"}
    assert {fit["text"] for fit in again["fits"]} == {fit["text"] for fit in sheet["fits"]}
    assert table.truth(Side.BLUE, "@start")["clear"] == {"do": "start", "side": "blue", "cell": None}


def test_a_gap_is_told_beside_what_was_heard_and_never_changes_it() -> None:
    record = loads('[Map "alpha-tbt"]\n[BlueStart "D2"]\n\nB E\nB gap # the door slammed\nB S\nB gap\n')
    table = table_of(record)
    before = reviewed(table)["sides"][0]
    sheet = table.truth(Side.BLUE)
    assert [(item["kind"], item["n"], item["known"]) for item in sheet["items"]] == [
        ("gap", 2, False),
        ("gap", 4, False),
    ]
    assert (sheet["about"]["n"], sheet["cell"], sheet["track"]) == (2, "E2", ["D2", "E2", None, None, None])
    gap = sheet["about"]["id"]
    offered = {fit["text"]: (fit["cell"], fit["op"]) for fit in sheet["fits"]}
    assert {text: cell for text, (cell, _) in offered.items()} == {"B gap": "E2", "B E": "F2", "B S": "E3"}
    table.take({"op": "t1", **offered["B E"][1]}, "d")
    sheet = table.truth(Side.BLUE)
    assert sheet["track"] == ["D2", "E2", "F2", "F3", None]
    assert (sheet["items"][0]["text"], sheet["items"][0]["known"]) == ("B E", True)
    nothing = next(fit["op"] for fit in sheet["fits"] if fit["text"] == "B gap")
    table.take({"op": "t2", **nothing}, "d")
    sheet = table.truth(Side.BLUE)
    assert (sheet["about"], sheet["consistent"], sheet["track"][-1]) == (None, True, "F3")
    # a comment: what was heard, and so what was believed, is as it was
    lines = dumps(table.record()).splitlines()
    assert (lines[-3], lines[-1]) == ("B gap # said E; the door slammed", "B gap # never said")
    after = reviewed(table)["sides"][0]
    assert [step["cells"] for step in after["steps"]] == [step["cells"] for step in before["steps"]]
    assert [step["true"] for step in after["steps"]] == ["D2", "E2", "F2", "F3", "F3"]
    again = table.truth(Side.BLUE, gap)
    assert {fit["text"] for fit in again["fits"]} == set(offered)
    table.take({"op": "t3", **again["clear"]}, "d")
    sheet = table.truth(Side.BLUE)
    assert (sheet["about"]["id"], sheet["items"][0]["known"], sheet["track"][2]) == (gap, False, None)
    for op in ("t3", "t2", "t1"):
        table.take({"op": f"u{op}", "do": "undo", "id": op}, "d")
    assert dumps(table.record()) == dumps(record)


def test_a_side_that_said_nothing_has_nothing_to_enter_but_its_start() -> None:
    sheet = table_of(loads(TEXT)).truth(Side.YELLOW)
    assert sheet["items"] == []
    assert sheet["about"]["id"] == "@start"


def test_over_http_it_is_the_same_and_what_cannot_be_asked_is_a_sentence() -> None:
    tables = Tables(Journal("sqlite://"))
    code = tables.create(load_map("alpha-tbt"), record=loads(TEXT))
    headers = {"X-Game-Code": code}
    with TestClient(Starlette(routes=routes(tables))) as client:
        assert client.get("/api/review").status_code == 403
        assert client.get("/api/truth?side=blue").status_code == 403
        assert client.get("/api/review", headers=headers).json()["version"] == 1
        sheet = client.get("/api/truth?side=blue", headers=headers).json()
        assert sheet["side"] == "blue"
        for wrong in ("side=red", "", "side=blue&about=load", "side=blue&about=nobody"):
            answer = client.get(f"/api/truth?{wrong}", headers=headers)
            assert answer.status_code == 400
            assert answer.json()["error"]
        silence = sheet["items"][0]["id"]
        assert client.get(f"/api/truth?side=blue&about={silence}", headers=headers).json()["about"]["n"] == 3
