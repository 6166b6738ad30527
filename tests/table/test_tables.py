"""A game is found by a code only, and devices come and go by codes of their own."""

from __future__ import annotations

import threading

import pytest

from tests.table.fakes import SHEET, begin_from, fake_tables, start_fake
from tracker.game.errors import ImpossibleOnMap, TrackerError, Unreadable
from tracker.game.maps import SeaMap
from tracker.table import tables as process_tables
from tracker.table.crews import Refused
from tracker.table.journal import Journal
from tracker.table.table import Table
from tracker.table.tables import Tables


def test_codes_are_long_different_and_nowhere_in_the_journal() -> None:
    tables = fake_tables()
    codes = [tables.create(SHEET) for _ in range(20)]
    assert len(set(codes)) == 20
    assert min(map(len, codes)) >= 32
    with tables.journal._engine.connect() as connection:
        kept = str(connection.exec_driver_sql("select * from devices").all())
    assert not any(code in kept for code in codes)


def test_each_code_opens_its_own_game_and_no_other_code_opens_any() -> None:
    tables = fake_tables()
    one, other = tables.create(SHEET), tables.create(SHEET)
    assert tables.get(one) is tables.get(one)
    assert tables.get(one) is not tables.get(other)
    sentences = set()
    for wrong in ("", "x", one[:-1], one + "x", "x" * 100_000, "\ud800", one.swapcase()):
        with pytest.raises(Refused) as refusal:
            tables.get(wrong)
        sentences.add(str(refusal.value))
    assert len(sentences) == 1


def test_a_game_opened_by_many_threads_at_once_is_one_game() -> None:
    url_tables = fake_tables()
    code = url_tables.create(SHEET)
    found: list[Table] = []
    threads = [threading.Thread(target=lambda: found.append(url_tables.get(code))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(table) for table in found}) == 1


def test_a_device_joins_by_a_short_code_with_a_code_of_its_own() -> None:
    tables = fake_tables()
    code = tables.create(SHEET, device_name="captain")
    short = tables.invite(tables.get(code))
    joined = tables.join(f" {short.lower().replace('-', ' ')} ", "Ana's\nphone <b>")
    assert joined.code != code
    assert joined.name == "Ana's phone <b>"
    assert tables.get(joined.code) is tables.get(code)
    assert [device.name for device in tables.devices(tables.get(code))] == ["captain", "Ana's phone <b>"]
    assert tables.get(code).snapshot().fields["devices"][joined.device] == "Ana's phone <b>"
    with pytest.raises(Refused):
        tables.join("AAAA-AAAA")


def test_a_short_code_runs_out() -> None:
    now = [1000.0]
    tables = Tables(Journal("sqlite://"), start_fake, clock=lambda: now[0])
    short = tables.invite(tables.get(tables.create(SHEET)), seconds=60)
    now[0] += 61
    with pytest.raises(Refused):
        tables.join(short)


def test_a_device_that_was_turned_out_finds_nothing_any_more() -> None:
    tables = fake_tables()
    code = tables.create(SHEET)
    first = tables.seat(code)
    short = tables.invite(first.table)
    joined = tables.join(short, "spy")
    tables.revoke(first, joined.device)
    with pytest.raises(Refused):
        tables.get(joined.code)
    with pytest.raises(Refused):
        tables.join(short)
    with pytest.raises(TrackerError, match="turned out already"):
        tables.revoke(first, joined.device)
    assert tables.get(code) is first.table
    assert Tables(tables.journal, start_fake).get(code).id == first.table.id
    with pytest.raises(Refused):
        Tables(tables.journal, start_fake).get(joined.code)


def test_an_intruder_cannot_turn_the_crew_out() -> None:
    tables = fake_tables()
    code = tables.create(SHEET)
    spy = tables.join(tables.invite(tables.get(code)), "spy")
    with pytest.raises(TrackerError, match="joined earlier"):
        tables.revoke(tables.seat(spy.code), tables.seat(code).device.id)
    tables.revoke(tables.seat(spy.code), spy.device)  # each may leave
    with pytest.raises(Refused):
        tables.get(spy.code)


@pytest.mark.parametrize(
    ("text", "fault", "words"),
    [
        ('[Map "../../etc/passwd.txt"]\n\nB N\n', Unreadable, "command line only"),
        ('[Map "/etc/hostname.txt"]\n\nB N\n', Unreadable, "command line only"),
        ('[Map "atlantis"]\n\nB N\n', Unreadable, "atlantis"),
        ('[Map "alpha"]\n\nB N\nB foo\nB surface 12\n', Unreadable, "line 4"),
        ('[Map "alpha"]\n\nB N\nB surface 12\n', ImpossibleOnMap, "line 4"),
        ('[Map "alpha"]\n\nB surface 12\nB drone 77\n', ImpossibleOnMap, "line 4"),
        ('[Grid "..../..."]\n\nB N\n', Unreadable, "Grid"),
        ('[Map "alpha"]\n\nB sonar row=1 row=2\n', Unreadable, "line 3"),
        ('[Grid "##/##"]\n\nB N\n', TrackerError, "no sea"),
    ],
)
def test_an_uploaded_record_opens_no_path_and_its_faults_are_sentences(
    text: str, fault: type[TrackerError], words: str
) -> None:
    tables = fake_tables()
    with pytest.raises(fault) as found:
        begin_from(tables, text)
    assert words in str(found.value)


def test_a_model_without_probabilities_is_refused() -> None:
    with pytest.raises(TrackerError, match="captain or uniform"):
        fake_tables().create(SHEET, model="exact")


def test_the_process_has_one_set_of_tables(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from tracker.table.tables import _process_tables

    monkeypatch.setenv("SONAR_DB", "sqlite://")
    _process_tables.cache_clear()
    found: list[Tables] = []
    threads = [threading.Thread(target=lambda: found.append(process_tables())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    _process_tables.cache_clear()
    assert len({id(one) for one in found}) == 1


def test_the_real_engine_plays_at_the_table() -> None:
    tables = Tables(Journal("sqlite://"))
    tables.warm_up()
    open_sea = SeaMap(id="open", grid=("." * 15,) * 15)
    table = tables.get(tables.create(open_sea, model="uniform"))
    from tests.table.fakes import operation

    fields = table.apply(operation("a", "hear", "B silence silence")).snapshot.fields
    assert (fields["histories"], fields["cells"]) == (35825, 225)  # from the counting tests of the engine
    fields = table.apply(operation("b", "undo", target="a-1")).snapshot.fields
    assert fields["cells"] == 225
    fields = table.apply(operation("c", "hear", "Y drone 1 yes")).snapshot.fields
    assert fields["sectors"]["1"] == pytest.approx(1)
