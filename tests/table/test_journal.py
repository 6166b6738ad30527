"""The journal keeps what was committed, and a broken one is a sentence and stays as it is."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import event

from tracker.table.database import JournalFault
from tracker.table.journal import Behind, DeviceRow, GameRow, Journal, OperationRow

GAME = GameRow("g1", 10.0, "{}")
DEVICE = DeviceRow("g1", "d1", 1, "hash", "phone", 10.0)


def row(sequence: int, op: str) -> OperationRow:
    return OperationRow(sequence, op, "hear", '{"é":1}', "d1", 11.5)


def open_journal(path: Path) -> Journal:
    return Journal(f"sqlite:///{path}")


def begun(path: Path) -> Journal:
    journal = open_journal(path)
    journal.add_game(GAME, [DEVICE])
    return journal


def test_what_was_committed_is_there_after_reopening(tmp_path: Path) -> None:
    journal = begun(tmp_path / "j.sqlite")
    journal.append("g1", row(1, "a"))
    journal.append("g1", row(2, "b"))
    journal.close()
    again = open_journal(tmp_path / "j.sqlite")
    assert again.game("g1") == GAME
    assert again.operations("g1") == [row(1, "a"), row(2, "b")]
    assert again.operations("g1", after=1) == [row(2, "b")]
    assert again.device_by_code("hash") == DEVICE
    assert again.game("g2") is None
    assert again.device_by_code("other") is None
    again.close()


def test_the_database_is_set_to_survive_a_power_failure(tmp_path: Path) -> None:
    journal = begun(tmp_path / "j.sqlite")
    with journal._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    journal.close()


def test_a_place_or_an_operation_is_taken_once(tmp_path: Path) -> None:
    journal = begun(tmp_path / "j.sqlite")
    journal.append("g1", row(1, "a"))
    for late in (row(1, "b"), row(3, "b"), row(2, "a")):
        with pytest.raises(Behind):
            journal.append("g1", late)
    assert journal.operations("g1") == [row(1, "a")]
    journal.close()


def test_two_processes_on_one_journal_never_write_the_same_place(tmp_path: Path) -> None:
    one, other = begun(tmp_path / "j.sqlite"), open_journal(tmp_path / "j.sqlite")
    taken: list[str] = []

    def write(journal: Journal, name: str) -> None:
        for sequence in range(1, 41):
            try:
                journal.append("g1", row(sequence, f"{name}{sequence}"))
                taken.append(f"{name}{sequence}")
            except Behind:
                pass

    threads = [threading.Thread(target=write, args=arguments) for arguments in ((one, "a"), (other, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == sorted(kept.op for kept in one.operations("g1"))
    one.close()
    other.close()


def test_a_game_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j.sqlite")
    with pytest.raises(JournalFault):
        journal.add_game(GAME, [DEVICE], [row(1, "a"), row(2, "a")])
    assert journal.game("g1") is None
    assert journal.device_by_code("hash") is None
    journal.close()


def test_turning_a_device_out_voids_the_invitations(tmp_path: Path) -> None:
    journal = begun(tmp_path / "j.sqlite")
    second = journal.add_device("g1", "d2", "hash2", "tablet", 20.0)
    assert second.rank == 2
    journal.add_invite("g1", "short", 100.0, 20.0)
    assert journal.invited_to("short", 99.0) == "g1"
    assert journal.invited_to("short", 101.0) is None
    journal.revoke_device("g1", "d2", 30.0)
    assert journal.invited_to("short", 31.0) is None
    assert [device.revoked for device in journal.devices("g1")] == [None, 30.0]
    journal.close()


def test_it_works_in_memory() -> None:
    journal = Journal("sqlite://")
    journal.add_game(GAME, [DEVICE], [row(1, "a")])
    assert len(journal.operations("g1")) == 1
    journal.close()


def test_the_environment_names_it_by_url_or_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (f"sqlite:///{tmp_path}/one.sqlite", f"{tmp_path}/two.sqlite"):
        monkeypatch.setenv("SONAR_DB", value)
        Journal().close()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SONAR_DB")
    Journal().close()
    assert {path.name for path in tmp_path.glob("*.sqlite")} == {"one.sqlite", "two.sqlite", "sonar.sqlite"}


# --- broken journals


def refused(path: Path) -> str:
    """Open a broken journal and return the sentence; its bytes must be as they were."""
    before = path.read_bytes()
    with pytest.raises(JournalFault) as fault:
        open_journal(path)
    assert path.read_bytes() == before
    sentence = str(fault.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_text("Dear diary, today we sank a submarine.\n" * 100)
    assert "not a SQLite database" in refused(path)


def test_a_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = begun(path)
    for number in range(1, 400):
        journal.append("g1", row(number, f"op{number}"))
    journal.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert "damaged" in refused(path)
    path.write_bytes(path.read_bytes()[:60])
    assert "damaged" in refused(path)


def test_a_page_overwritten_with_noise(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = begun(path)
    for number in range(1, 400):
        journal.append("g1", row(number, f"op{number}"))
    journal.close()
    noisy = bytearray(path.read_bytes())
    noisy[-12000:-4000] = bytes(range(250)) * 32
    path.write_bytes(noisy)
    assert "damaged" in refused(path)


def test_a_file_emptied_beside_its_log(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_bytes(b"")
    log = tmp_path / "j.sqlite-wal"
    log.write_bytes(b"committed taps")
    assert "damaged" in refused(path)
    path.unlink()
    with pytest.raises(JournalFault, match="damaged"):
        open_journal(path)
    assert log.read_bytes() == b"committed taps"
    assert not path.exists()


def test_another_programs_database(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("create table photos (id)")
    other.close()
    with pytest.raises(JournalFault, match="database of something else"):
        open_journal(path)
    with sqlite3.connect(path) as other:
        assert other.execute("select name from sqlite_master").fetchall() == [("photos",)]
    other.close()


def test_a_journal_of_another_version(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    begun(path).close()
    with sqlite3.connect(path) as other:
        other.execute("update sonar_meta set value = '99'")
    other.close()
    with pytest.raises(JournalFault, match="another version"):
        open_journal(path)


def test_a_read_only_journal(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    begun(path).close()
    with pytest.raises(JournalFault, match="read-only"):
        Journal(f"sqlite:///file:{path}?mode=ro&uri=true")


def test_a_folder_and_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="is a folder"):
        open_journal(tmp_path)
    with pytest.raises(JournalFault, match="no folder"):
        open_journal(tmp_path / "nowhere" / "j.sqlite")


def test_a_full_disk_keeps_what_was_committed(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j.sqlite")

    @event.listens_for(journal._engine, "begin")
    def _no_more_pages(connection: object) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]

    with pytest.raises(JournalFault, match="disk is full"):
        journal.add_game(GAME, [DEVICE], [OperationRow(1, "a", "hear", "x" * 100_000, "d1", 1.0)])
    event.remove(journal._engine, "begin", _no_more_pages)
    assert journal.game("g1") is None
    journal.close()


def test_a_journal_that_another_program_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.table.database.BUSY_MS", 50)
    journal = begun(tmp_path / "j.sqlite")
    other = sqlite3.connect(tmp_path / "j.sqlite", isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(JournalFault, match="in use by another program"):
        journal.append("g1", row(1, "a"))
    other.execute("rollback")
    other.close()
    journal.append("g1", row(1, "a"))
    journal.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nothing://at:all:here/x?", "no database URL"),
        ("oracle9://x", "driver that is not installed"),
        ("postgresql+psycopg://ana:secret@127.0.0.1:1/x", ""),
    ],
)
def test_a_url_that_leads_nowhere_never_shows_its_password(url: str, words: str) -> None:
    with pytest.raises(JournalFault) as fault:
        Journal(url)
    assert words in str(fault.value)
    assert "secret" not in str(fault.value)
