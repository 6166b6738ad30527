"""The commands that take all live games away in one file and put them back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.fakes import SHEET, fake_tables, operation
from tracker import cli


def test_all_games_go_into_one_file_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = fake_tables(f"sqlite:///{tmp_path}/here.sqlite")
    code = tables.create(SHEET)
    tables.get(code).apply(operation("a", "hear", "B N"))
    kept = str(tmp_path / "games.backup")

    monkeypatch.setenv("SONAR_DB", str(tmp_path / "here.sqlite"))
    assert cli.main(["backup", kept]) == 0
    assert capsys.readouterr().out == f"all games copied to {kept}\n"

    monkeypatch.setenv("SONAR_DB", str(tmp_path / "there.sqlite"))
    assert cli.main(["restore", kept]) == 0
    assert [entry.id for entry in fake_tables(f"sqlite:///{tmp_path}/there.sqlite").get(code).log.heard] == ["a"]


@pytest.mark.parametrize(
    ("command", "sentence"), [("backup", "There is no journal"), ("restore", "There is no backup")]
)
def test_what_is_not_there_is_told_in_a_sentence(
    command: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SONAR_DB", str(tmp_path / "none.sqlite"))
    assert cli.main([command, str(tmp_path / "file")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert list(tmp_path.iterdir()) == []
