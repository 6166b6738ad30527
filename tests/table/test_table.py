"""A game commits before it answers, survives being reopened, and shows the same to everyone."""

from __future__ import annotations

import json
import threading
from itertools import count
from pathlib import Path

import pytest

from tests.table.fakes import SHEET, begin_from, fake_tables, operation, start_fake
from tracker.game.announcements import Side
from tracker.game.notation import format_announcement
from tracker.game.records import dumps, loads
from tracker.table.database import JournalFault
from tracker.table.journal import Behind, Journal, OperationRow
from tracker.table.operations import BadOperation
from tracker.table.table import Table
from tracker.table.tables import Tables


def texts(table: Table) -> list[str]:
    return [format_announcement(announcement) for announcement in table.log.announcements]


def test_a_tap_is_in_the_snapshot_it_is_answered_with() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    empty = table.snapshot().fields
    assert (empty["version"], empty["heard"], empty["cells"], empty["as_of"]) == (0, [], 15, 0)
    taken = table.apply(operation("a", "hear", "B N", device="d"))
    fields = taken.snapshot.fields
    assert taken.note == ""
    assert fields["version"] == 1
    assert [(h["id"], h["n"], h["side"], h["text"], h["device"]) for h in fields["heard"]] == [
        ("a", 1, "blue", "B N", "d")
    ]
    undo = {"id": "a", "kind": "hear", "text": "B N", "before": None, "device": "d", "entry": "a", "after": None}
    assert fields["undo"] == undo
    assert table.snapshot() is taken.snapshot


def test_the_snapshot_is_the_contract() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET, title="Friday"))
    table.apply(operation("a", "hear", "B N drone 4 no"))
    fields = json.loads(table.snapshot().json)
    assert fields["map"] == {
        "id": "sheet",
        "name": "Sheet",
        "rows": 4,
        "columns": 4,
        "grid": ["....", ".#..", "....", "...."],
        "sector": 2,
        "sectors": 4,
    }
    assert (fields["title"], fields["us"], fields["model"]) == ("Friday", "yellow", "captain")
    assert len(fields["probability"]) == len(fields["possible"]) == 16
    assert sum(fields["possible"]) == fields["cells"] == fields["histories"] == 11
    assert fields["possible"][5] == 0  # the island
    assert sum(fields["probability"]) == pytest.approx(1, abs=1e-4)
    assert fields["bits"] == pytest.approx(3.459, abs=1e-3)
    assert fields["best"] == "A1"
    assert fields["starts"][0] == "A1"
    assert sum(fields["sectors"].values()) == pytest.approx(1, abs=1e-4)
    assert (fields["as_of"], fields["contradiction"], fields["error"], fields["double"]) == (2, None, None, None)


def test_a_retry_gets_the_newest_snapshot_and_counts_once() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B N"))
    table.apply(operation("b", "hear", "B E"))
    again = table.apply(operation("a", "hear", "B N"))
    assert again.snapshot.version == 2
    assert texts(table) == ["B N", "B E"]


def test_a_contradiction_shows_the_last_map_and_names_the_announcement() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B N drone 1 yes drone 1 no N"))
    fields = table.snapshot().fields
    assert fields["contradiction"] == {"n": 3, "text": "B drone 1 no"}
    assert (fields["as_of"], fields["cells"], len(fields["heard"])) == (2, 3, 4)


def test_a_failing_inference_keeps_the_record_and_shows_the_last_map() -> None:
    tables = fake_tables()
    code = tables.create(SHEET)
    table = tables.get(code)
    table.apply(operation("a", "hear", "B drone 1 yes"))
    table.apply(operation("b", "hear", "B scenario"))
    fields = table.apply(operation("c", "hear", "B N")).snapshot.fields
    assert "Announcement 2 (B scenario)" in fields["error"]
    assert (fields["as_of"], fields["cells"], len(fields["heard"])) == (1, 3, 3)
    assert table.apply(operation("u", "undo", target="b")).snapshot.fields["error"] is None


def test_what_cannot_be_committed_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B N"))

    def full(_game: str, _row: OperationRow) -> None:
        raise JournalFault("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(tables.journal, "append", full)
        with pytest.raises(JournalFault):
            table.apply(operation("b", "hear", "B E"))
    assert texts(table) == ["B N"]
    table.apply(operation("b", "hear", "B E"))
    assert texts(table) == ["B N", "B E"]


def test_a_commit_whose_outcome_is_unknown_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    real = tables.journal.append

    def committed_but_failed(game: str, row: OperationRow) -> None:
        real(game, row)
        raise JournalFault("The disk went away.")

    with monkeypatch.context() as broken:
        broken.setattr(tables.journal, "append", committed_but_failed)
        with pytest.raises(JournalFault):
            table.apply(operation("a", "hear", "B N"))
    table.apply(operation("a", "hear", "B N"))
    table.apply(operation("b", "hear", "B E"))
    assert texts(table) == ["B N", "B E"]


def test_a_refused_operation_is_not_in_the_journal() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    with pytest.raises(BadOperation):
        table.apply(operation("c", "change", "B N", target="nothing"))
    assert tables.journal.operations(table.id) == []


def test_reopened_it_is_the_same_game(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    tables = fake_tables(url)
    code = tables.create(SHEET, us=Side.BLUE)
    table = tables.get(code)
    table.apply(operation("a", "hear", "Y N E S # a comment"))
    table.apply(operation("b", "undo", target="a-1"))
    table.apply(operation("c", "change", "Y W", target="a-2"))
    table.apply(operation("d", "redo", target="b"))
    before = table.snapshot().fields
    again = fake_tables(url).get(code)
    assert again.log == table.log
    after = again.snapshot().fields
    own = ("epoch", "revision")
    assert {k: v for k, v in after.items() if k not in own} == {k: v for k, v in before.items() if k not in own}
    assert after["epoch"] != before["epoch"]


def test_two_servers_on_one_journal_take_each_others_operations(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    one, other = fake_tables(url), fake_tables(url)
    code = one.create(SHEET)
    one.get(code).apply(operation("a", "hear", "B N"))
    other.get(code).apply(operation("b", "hear", "B E"))
    one.get(code).apply(operation("c", "hear", "B S"))
    other.get(code).apply(operation("b", "hear", "B E"))
    other.get(code).apply(operation("a", "hear", "B N"))
    assert texts(other.get(code)) == ["B N", "B E"]
    other.get(code).apply(operation("d", "hear", "B W"))
    assert texts(other.get(code)) == ["B N", "B E", "B S", "B W"]


def test_a_journal_that_never_comes_to_rest_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))

    def behind(_game: str, _row: OperationRow) -> None:
        raise Behind

    monkeypatch.setattr(tables.journal, "append", behind)
    with pytest.raises(JournalFault, match="too busy"):
        table.apply(operation("a", "hear", "B N"))


def test_a_row_that_makes_no_sense_names_the_journal_and_the_row(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    tables = fake_tables(url)
    code = tables.create(SHEET)
    game = tables.get(code).id
    tables.journal.append(game, OperationRow(1, "a", "change", '{"target":"nobody"}', "d", 1.0))
    with pytest.raises(JournalFault, match=r"operation 1 of game .* makes no sense"):
        fake_tables(url).get(code)


def test_a_hole_in_the_journal_is_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    tables = fake_tables(url)
    code = tables.create(SHEET)
    table = tables.get(code)
    for number in range(3):
        table.apply(operation(f"a{number}", "hear", "B N"))
    with tables.journal._engine.begin() as connection:
        connection.exec_driver_sql("delete from operations where sequence = 2")
    with pytest.raises(JournalFault, match="lacks operation 2"):
        fake_tables(url).get(code)


def test_clocks_count_from_the_first_announcement_less_the_time_on_the_device() -> None:
    ticks = count(1000, 10)
    tables = Tables(Journal("sqlite://"), start_fake, clock=lambda: float(next(ticks)))
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B N"), age=3.0)
    table.apply(operation("b", "hear", "B E"))
    table.apply(operation("c", "hear", "B S W"))
    table.apply(operation("d", "hear", "9:59 B S"))
    clocks = [announcement.clock for announcement in table.log.announcements]
    assert clocks[0] == 0
    assert clocks[1] is not None
    assert clocks[1] > 3
    assert clocks[2:] == [None, None, 599]


def test_the_record_carries_what_stands_and_what_it_began_with() -> None:
    text = '[Map "alpha"]\n[Us "blue"]\n[Event "Friday"]\n\nY N # first\nY E\n'
    tables = fake_tables()
    table = tables.get(begin_from(tables, text))
    assert dumps(table.record()) == dumps(loads(text))
    table.apply(operation("u", "undo", target="load-1"))
    table.apply(operation("a", "hear", "1:00 Y S"))
    record = table.record()
    assert record.tag("Event") == "Friday"
    assert [(a.clock, a.comment) for a in record.announcements] == [(None, "first"), (60, "")]


def test_a_map_of_ones_own_travels_in_the_record() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B N"))
    again = tables.get(begin_from(tables, dumps(table.record())))
    assert again.settings.sea_map.grid == SHEET.grid
    assert again.settings.sea_map.sector_side == 2
    assert texts(again) == ["B N"]


def test_as_of_and_preview_change_nothing() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B drone 1 yes drone 1 no"))
    assert table.snapshot_at(1).fields["cells"] == 3
    assert table.snapshot_at(1).fields["contradiction"] is None
    assert table.snapshot_at(0).fields["cells"] == 15
    assert table.snapshot_at(99).fields["contradiction"] is not None
    assert len(table.snapshot_at(0).fields["heard"]) == 2
    assert table.preview(operation("p", "undo", target="a-1")).fields["contradiction"] is None
    assert table.snapshot().fields["contradiction"] is not None
    assert len(tables.journal.operations(table.id)) == 1


def test_sixteen_threads_hammering_one_game_lose_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    tables = fake_tables(url)
    code = tables.create(SHEET)
    answered: list[str] = []

    def tap(name: int) -> None:
        for number in range(15):
            op = f"t{name}-{number}x"
            for _ in range(2):  # each is sent twice, as a device does that heard no answer
                fields = tables.get(code).apply(operation(op, "hear", "B N", device=f"d{name}")).snapshot.fields
                assert any(heard["id"] == op for heard in fields["heard"])
            answered.append(op)

    threads = [threading.Thread(target=tap, args=(name,)) for name in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [entry.id for entry in tables.get(code).log.heard]
    assert sorted(kept) == sorted(answered)
    assert len(kept) == 240
    for name in range(16):
        assert [op for op in kept if op.startswith(f"t{name}-")] == [f"t{name}-{n}x" for n in range(15)]
    assert fake_tables(url).get(code).log == tables.get(code).log


def test_a_game_nobody_looks_at_lets_go_of_its_inference_and_computes_it_again() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    table.apply(operation("a", "hear", "B drone 1 yes"))
    before = table.snapshot().fields
    table.rest(3600.0)
    assert table.shown is not None
    table.rest(0.0)
    assert table.shown is None
    assert table.snapshot().fields == {**before, "revision": table.snapshot().fields["revision"]}


def test_routes_are_told_once_each_and_not_without_end() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(SHEET))
    assert table.routes(0, most=9) == ([(0, 0), (1, 0), (2, 0), (3, 0)], False)
    assert table.routes(0, most=3) == ([(0, 0), (1, 0), (2, 0)], True)
    table.apply(operation("a", "hear", "B drone 1 yes drone 1 no"))
    assert table.routes(0, most=9) == ([(0, 0), (1, 0)], False)
