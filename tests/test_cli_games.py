"""The commands about whole games: simulate, check and analyse, with their files and exit statuses."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from tracker import cli_folder
from tracker.cli import main
from tracker.game.records import loads


@pytest.fixture
def games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "games"
    main(["simulate", "--map", "alpha-tbt", "--games", "5", "--seed", "3", "--length", "40", "--out", str(folder)])
    capsys.readouterr()
    return folder


def first(folder: Path) -> str:
    return str(min(folder.iterdir()))


def rows(out: Path, name: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for part in sorted((out / name).glob("*.parquet")):
        found += parquet.read_table(part).to_pylist()
    return found


def test_simulate_writes_legal_records_the_same_for_the_same_seed(games: Path, tmp_path: Path) -> None:
    names = sorted(path.name for path in games.iterdir())
    assert names == [f"alpha-tbt-3-{n:05}.sonar" for n in range(1, 6)]
    again = tmp_path / "again"
    main(["simulate", "--map", "alpha-tbt", "--games", "5", "--seed", "3", "--length", "40", "--out", str(again)])
    for name in names:
        text = (games / name).read_text(encoding="utf-8")
        assert loads(text).announcements
        assert text == (again / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--map", "nowhere"], "there is no map 'nowhere'"),
        (["--captains", "hunter,dreamer"], "--captains dreamer: found no such character, expected wanderer, hunter"),
    ],
)
def test_simulate_says_what_it_expected(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--out", str(tmp_path), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_simulate_says_where_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["simulate", "--out", str(tmp_path / "file")]) == 2
    assert "expected a folder to write in" in capsys.readouterr().err


def test_check_passes_a_legal_game_and_names_what_is_broken(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", first(games)]) == 0
    assert "every rule kept and every answer true" in capsys.readouterr().out
    broken = games / "broken.sonar"
    broken.write_text('[Map "alpha"]\n[BlueStart "C4"]\n[YellowStart "O15"]\nB E S W N\n', encoding="utf-8")
    assert main(["check", str(broken), "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert found["sentence"] == "blue's route crossed itself at C4"
    assert main(["check", first(games), str(games / "none.sonar")]) == 2
    assert "cannot be opened" in capsys.readouterr().err


def test_analyse_writes_every_kind_of_report(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report"
    assert main(["analyse", first(games), "--out", str(out)]) == 0
    expected = "analysis.json replay.gif report.html sheet-blue.png sheet-yellow.png steps.csv summary.txt"
    assert sorted(path.name for path in out.iterdir()) == expected.split()
    assert (out / "summary.txt").read_text(encoding="utf-8") == capsys.readouterr().out
    assert json.loads((out / "analysis.json").read_text(encoding="utf-8"))["map"] == "alpha-tbt"


def test_analyse_prints_json_and_says_so_of_a_contradiction(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "g.sonar"
    record.write_text('[Grid "..."]\nB N\n', encoding="utf-8")
    assert main(["analyse", str(record), "--json", "--model", "uniform"]) == 1
    assert json.loads(capsys.readouterr().out)["sides"][0]["contradiction"] == 1


def test_a_folder_is_analysed_to_parquet_and_bad_records_are_named(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (games / "bad.sonar").write_text("nonsense\n", encoding="utf-8")
    out = tmp_path / "out"
    assert main(["analyse", str(games), "--out", str(out), "--jobs", "1"]) == 1
    said = capsys.readouterr()
    assert "6 records in" in said.out
    assert "records/s on 1 core" in said.out
    assert "skipped bad.sonar:" in said.err
    found = rows(out, "games.parquet")
    assert len({row["record"] for row in found}) == 5
    assert {row["lost_at"] for row in found} == {None}
    assert len(rows(out, "steps.parquet")) == sum(int(str(row["announcements"])) + 1 for row in found)


def test_a_killed_run_resumes_where_it_was(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    write, written = cli_folder._write_part, []

    def dies_after_two(*arguments: object) -> None:
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(arguments)
        write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(cli_folder, "_write_part", dies_after_two)
    with pytest.raises(KeyboardInterrupt):
        cli_folder.analyse_folder(games, out, "captain", 1, lambda done, total: None, part=1)
    monkeypatch.setattr(cli_folder, "_write_part", write)
    assert len(rows(out, "games.parquet")) == 4
    found = cli_folder.analyse_folder(games, out, "captain", 1, lambda done, total: None, part=1)
    assert (found.analysed, found.before) == (3, 2)
    assert len(rows(out, "games.parquet")) == 10
    again = cli_folder.analyse_folder(games, out, "captain", 1, lambda done, total: None)
    assert (again.analysed, again.before) == (0, 5)


KILLED = """
import sys, time
from pathlib import Path
from tracker.cli_folder import analyse_folder

analyse_folder(Path(sys.argv[1]), Path(sys.argv[2]), "uniform", 2, lambda done, total: time.sleep(0.05), part=1)
"""


def test_a_run_that_was_killed_outright_leaves_whole_parts_and_resumes(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    names = sorted(games.glob("*.sonar"))
    for copy in range(5):
        for path in names:
            (games / f"copy-{copy}-{path.name}").write_bytes(path.read_bytes())
    run = subprocess.Popen([sys.executable, "-c", KILLED, str(games), str(out)], start_new_session=True)
    deadline = time.monotonic() + 120
    while len(list((out / "games.parquet").glob("part-*.parquet"))) < 3:
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGKILL)  # its workers as well
    run.wait()
    before = {row["record"] for row in rows(out, "games.parquet")}
    assert 3 <= len(before) < 30
    found = cli_folder.analyse_folder(games, out, "uniform", 2, lambda done, total: None, part=7)
    assert (found.analysed, found.before) == (30 - len(before), len(before))
    kept = [(row["record"], row["side"]) for row in rows(out, "games.parquet")]
    assert len(kept) == len(set(kept)) == 60
    steps = [(row["record"], row["side"], row["announcement"]) for row in rows(out, "steps.parquet")]
    assert len({record for record, _, _ in steps}) == 30


def test_the_rate_is_printed_for_the_cores_it_ran_on(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(games), "--out", str(tmp_path / "out"), "--jobs", "2"]) == 0
    assert re.search(r"^5 records in \d+\.\d s: \d+\.\d records/s on 2 cores$", capsys.readouterr().out, re.MULTILINE)


def test_memory_stays_flat_however_many_records_there_are(games: Path, tmp_path: Path) -> None:
    """The most that is held at once is that of a part, and not of the folder."""
    names = sorted(games.glob("*.sonar"))

    def most(copies: int) -> int:
        folder = tmp_path / f"{copies} copies"
        folder.mkdir()
        for copy in range(copies):
            for path in names:
                (folder / f"{copy}-{path.name}").write_bytes(path.read_bytes())
        tracemalloc.start()
        # what is only waiting to be collected is not held
        cli_folder.analyse_folder(folder, tmp_path / f"out {copies}", "uniform", 1, lambda *_: gc.collect(), part=5)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    most(1)  # what is loaded and built once
    assert most(12) < 1.1 * most(3)


def test_two_workers_find_the_same_as_one(games: Path, tmp_path: Path) -> None:
    for jobs in (1, 2):
        cli_folder.analyse_folder(games, tmp_path / str(jobs), "uniform", jobs, lambda done, total: None, part=2)
    one, two = (sorted(rows(tmp_path / str(j), "games.parquet"), key=str) for j in (1, 2))
    assert one == two


def test_results_of_other_settings_are_not_mixed(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    assert main(["analyse", str(games), "--out", out, "--jobs", "1"]) == 0
    assert main(["analyse", str(games), "--out", out, "--jobs", "1", "--model", "uniform"]) == 2
    assert "holds results of other settings" in capsys.readouterr().err


def test_a_folder_needs_records_and_a_place_for_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(tmp_path)]) == 2
    assert "expected a folder for the results" in capsys.readouterr().err
    assert main(["analyse", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "found no record" in capsys.readouterr().err
