"""A backup is one file with every game, taken while they go on, and never overwrites anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.fakes import SHEET, fake_tables, operation
from tracker.table.backup import back_up, restore
from tracker.table.database import JournalFault


def test_there_and_back_while_the_game_goes_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    tables = fake_tables(url)
    code = tables.create(SHEET)
    tables.get(code).apply(operation("a", "hear", "B N"))
    back_up(tmp_path / "backup.sqlite", url)
    tables.get(code).apply(operation("b", "hear", "B E"))
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.sqlite"]

    elsewhere = f"sqlite:///{tmp_path}/elsewhere.sqlite"
    restore(tmp_path / "backup.sqlite", elsewhere)
    restored = fake_tables(elsewhere).get(code)
    assert [entry.id for entry in restored.log.heard] == ["a"]
    restored.apply(operation("c", "hear", "B S"))
    assert [entry.id for entry in tables.get(code).log.heard] == ["a", "b"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    fake_tables(url)
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"photo")
    with pytest.raises(JournalFault, match="not overwritten"):
        back_up(photo, url)
    back_up(tmp_path / "backup.sqlite", url)
    with pytest.raises(JournalFault, match="not overwritten"):
        restore(tmp_path / "backup.sqlite", url)
    assert photo.read_bytes() == b"photo"


def test_what_is_no_journal_is_neither_backed_up_nor_restored(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_text("no database" * 1000)
    target = tmp_path / "target.sqlite"
    for attempt in (lambda: back_up(target, str(broken)), lambda: restore(broken, str(target))):
        with pytest.raises(JournalFault, match="not a SQLite database"):
            attempt()
        assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.sqlite"]
    with pytest.raises(JournalFault, match="no backup"):
        restore(tmp_path / "nothing.sqlite", str(target))
    with pytest.raises(JournalFault, match="no journal"):
        back_up(target, str(tmp_path / "nothing.sqlite"))
    with pytest.raises(JournalFault, match="own tools"):
        back_up(target, "sqlite://")
    fake_tables(str(tmp_path / "j.sqlite"))
    back_up(tmp_path / "b.sqlite", str(tmp_path / "j.sqlite"))
    (tmp_path / "target.sqlite-wal").write_text("another journal's log")
    with pytest.raises(JournalFault, match=r"target.sqlite-wal"):
        restore(tmp_path / "b.sqlite", str(target))
    with pytest.raises(JournalFault, match="no folder"):
        back_up(tmp_path / "nowhere" / "b.sqlite", str(tmp_path / "j.sqlite"))


def test_another_programs_database_is_not_restored(tmp_path: Path) -> None:
    import sqlite3

    other = tmp_path / "photos.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("create table photos (id)")
    connection.close()
    with pytest.raises(JournalFault, match="something else"):
        restore(other, str(tmp_path / "j.sqlite"))
    assert not (tmp_path / "j.sqlite").exists()
