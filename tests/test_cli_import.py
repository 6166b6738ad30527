"""Lists and tables become records on the command line, with every fault at its line and column."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tracker.cli import main
from tracker.game.announcements import Side
from tracker.game.map_files import format_map
from tracker.game.maps import SeaMap
from tracker.game.records import loads, record_map

LIST = "1. N x2\n2. E\nsilence\nS -> W\n"
TABLE = "time;team;order;answer\n0:05;Sharks;north;\n1:10;Crabs;drone 5;no\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    status = main(["import", *arguments])
    out, err = capsys.readouterr()
    return status, out, err.splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


def test_a_list_is_printed_as_a_record_that_solve_takes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, str(folder / "list.txt"), "--map", "alpha", "--us", "blue")
    assert (status, err) == (0, [])
    assert out == '[Map "alpha"]\n[Us "blue"]\n\nY N\nY N\nY E\nY silence\nY S\nY W\n'
    (folder / "game.sonar").write_text(out, encoding="utf-8")
    assert main(["solve", str(folder / "game.sonar")]) == 0


def test_a_table_with_its_own_names_of_teams_is_written_to_a_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = folder / "game.sonar"
    arguments = [str(folder / "table.csv"), "--map", "bravo", "--blue", "sharks", "--yellow", "Crabs"]
    assert run(capsys, *arguments, "--out", str(out)) == (0, f"2 announcements, written to {out}\n", [])
    record = loads(out.read_text(encoding="utf-8"))
    assert [a.side for a in record.announcements] == [Side.BLUE, Side.YELLOW]
    assert [a.clock for a in record.announcements] == [5, 70]
    assert record_map(record).id == "bravo"


def test_standard_input_and_another_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("norte, norte, silêncio\n"))
    status, out, _ = run(capsys, "-", "--map", "alpha", "--language", "pt")
    assert status == 0
    assert out.splitlines()[3:] == ["B N", "B N", "B silence"]


def test_every_fault_has_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "bad.csv"
    path.write_text("team,order\nblue,up\ngreen,N\nyellow,torpedo A15\n", encoding="utf-8")
    status, out, err = run(capsys, str(path), "--map", "alpha-tbt")
    assert (status, out) == (2, "")
    assert [line.split(": ")[0] for line in err] == [f"{path}:2:6", f"{path}:3:1", f"{path}:4:8"]
    assert "expected a side: yellow, blue, us or enemy" in err[1]


def test_a_lenient_import_keeps_the_rest_and_names_what_is_missing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "bad.txt"
    path.write_text("N\nup\nE\n", encoding="utf-8")
    status, out, err = run(capsys, str(path), "--map", "alpha", "--lenient")
    assert status == 0
    assert "# not read: up" in out
    assert err == [f"{path}:2:1: found 'up', expected {err[0].partition('expected ')[2]}"]
    assert err[0].endswith("; left out")


def test_a_map_must_be_named_once_and_travels_in_the_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, str(folder / "list.txt"))
    assert status == 2
    assert err == [f"{folder / 'list.txt'}: names no map, expected --map, such as --map alpha"]
    sheet = SeaMap("own", ("....", "....", "....", "...."), 2, "Own", "real-time", "drawn by hand")
    (folder / "own.txt").write_text(format_map(sheet), encoding="utf-8")
    status, out, _ = run(capsys, str(folder / "list.txt"), "--map", str(folder / "own.txt"))
    assert status == 0
    assert record_map(loads(out)).grid == sheet.grid
    (folder / "tagged.txt").write_text('[Map "alpha"]\nB N\n', encoding="utf-8")
    assert run(capsys, str(folder / "tagged.txt"))[1] == '[Map "alpha"]\n\nB N\n'
    assert run(capsys, str(folder / "tagged.txt"), "--map", "bravo")[1] == '[Map "bravo"]\n\nB N\n'


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.txt", "--map", "alpha"], "cannot be opened"),
        (["list.txt", "--map", "nowhere"], "expected a map"),
        (["list.txt", "--map", "none.txt"], "cannot be opened"),
        (["list.txt", "--map", "alpha", "--out", "no/such/folder.sonar"], "cannot be written"),
    ],
)
def test_what_cannot_be_used_is_a_sentence(
    arguments: list[str],
    said: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    status, out, err = run(capsys, *arguments)
    assert (status, out, len(err)) == (2, "", 1)
    assert said in err[0]
