"""The command line keeps its contract: keys, order, exit statuses, and a sentence instead of a traceback."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tracker import cli, cli_answers, cli_files
from tracker.cli_progress import Progress
from tracker.game.errors import TooManyHypotheses
from tracker.game.map_files import format_map, map_ids
from tracker.game.maps import SeaMap

ROOT = Path(__file__).resolve().parents[1]
GAME = '[Map "alpha"]\n\nB N N # two\nY drone 5 no\nB silence\nB E\n'
IMPOSSIBLE_ROUTE = '[Map "alpha-tbt"]\n\nB N E\nY torpedo C3 clear\n# turns back\nB S W\nB N\n'
KEYS = [
    "map",
    "track",
    "model",
    "mishears",
    "announcements",
    "consistent",
    "cells",
    "probability",
    "starts",
    "histories",
    "sectors",
    "contradiction",
    "repairs",
    "likely_misheard",
]


class Folder:
    """Records in a folder, and the command line run on them."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def write(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def run(self, *arguments: str) -> tuple[int, str, list[str]]:
        self.capsys.readouterr()
        status = cli.main(arguments)
        out, err = self.capsys.readouterr()
        # Progress is for whoever waits: a busy machine may show it at any time.
        return status, out, [line for line in err.splitlines() if not line.startswith(("solving ", "counting "))]

    def json(self, *arguments: str) -> tuple[int, list[dict[str, Any]], list[str]]:
        status, out, err = self.run(*arguments, "--json")
        return status, [json.loads(line) for line in out.splitlines()], err


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Folder:
    return Folder(tmp_path, capsys)


def test_solve_prints_the_keys_of_the_contract(folder: Folder) -> None:
    status, (found,), err = folder.json("solve", folder.write("a.sonar", GAME))
    assert (status, err) == (0, [])
    assert list(found) == KEYS
    assert {key: found[key] for key in KEYS[:6]} == {
        "map": "alpha",
        "track": "enemy",
        "model": "uniform",
        "mishears": 0,
        "announcements": 5,
        "consistent": True,
    }
    assert (found["contradiction"], found["repairs"]) == (None, [])
    assert set(found["probability"]) == set(found["cells"])
    assert sum(found["probability"].values()) == pytest.approx(1)
    assert sum(found["sectors"].values()) == pytest.approx(1)
    assert list(found["sectors"]) == [str(sector) for sector in range(1, 10)]
    order = [(int(cell[1:]), cell[0]) for cell in found["cells"]]
    assert order == sorted(order)


def test_what_was_probably_misheard_is_told_before_anything_contradicts(folder: Folder) -> None:
    record = '[Map "alpha"]\nB N N W W\nY drone 3 yes\nB N W S S\nY drone 3 yes\nB S\n'
    game, asked = folder.write("a.sonar", record), ("--model", "captain", "--mishears", "1")
    status, (found,), _ = folder.json("solve", game, *asked)
    assert (status, found["repairs"]) == (0, [])
    (edit,) = found["likely_misheard"]["edits"]
    assert edit == {"announcement": 6, "heard": "N", "kind": "extra", "instead": None}
    assert found["likely_misheard"]["probability"] == pytest.approx(0.589, abs=1e-3)
    assert "Warning: 6th announcement: N was probably never said (58.9%)." in folder.run("solve", game, *asked)[1]
    # Not before it is likelier than all else, and not where no readings were asked for.
    assert folder.json("solve", game, *asked, "--at", "5")[1][0]["likely_misheard"] is None
    assert folder.json("solve", game, "--model", "captain")[1][0]["likely_misheard"] is None


def test_a_small_map_is_answered_as_by_hand(folder: Folder) -> None:
    record = '[Grid "..#/..."]\n[Sector "2"]\n\nB N\nB ?\n'
    status, (found,), _ = folder.json("solve", folder.write("a.sonar", record))
    # North from A2 or B2, then along the row: A1-B1 or B1-A1, C1 being an island.
    assert status == 0
    assert (found["cells"], found["starts"], found["histories"]) == (["A1", "B1"], ["A2", "B2"], 2)
    assert found["probability"] == {"A1": 0.5, "B1": 0.5}
    assert found["sectors"] == {"1": 1.0, "2": 0.0}


def test_a_contradiction_is_an_answer_that_names_item_and_line(folder: Folder) -> None:
    status, (found,), err = folder.json("solve", folder.write("a.sonar", IMPOSSIBLE_ROUTE))
    assert (status, err) == (1, [])
    assert found["contradiction"] == {"announcement": 5, "item": "B W", "line": 6}
    assert (found["announcements"], found["consistent"], found["histories"]) == (5, False, 0)
    assert (found["cells"], found["starts"], found["probability"], found["sectors"]) == ([], [], {}, {})


def test_at_counts_the_items_of_both_sides(folder: Folder) -> None:
    path = folder.write("a.sonar", IMPOSSIBLE_ROUTE)
    for at, announcements, status in ((0, 0, 0), (3, 3, 0), (4, 4, 0), (5, 5, 1), (99, 5, 1)):
        found_status, (found,), _ = folder.json("solve", path, "--at", str(at))
        assert (found_status, found["announcements"]) == (status, announcements)
    assert len(folder.json("solve", path, "--at", "0")[1][0]["cells"]) == 92


@pytest.mark.parametrize(("track", "cells"), [("enemy", ["A1"]), ("us", ["B1"]), ("yellow", ["A1"]), ("blue", ["B1"])])
def test_track_says_whose_submarine(folder: Folder, track: str, cells: list[str]) -> None:
    record = '[Grid ".."]\n[Us "blue"]\nW\nus E\n'
    _, (found,), _ = folder.json("solve", folder.write("a.sonar", record), "--track", track)
    assert (found["track"], found["cells"]) == (track, cells)


def test_the_model_is_passed_on(folder: Folder) -> None:
    path = folder.write("a.sonar", '[Grid "..#/..."]\nB W\n')
    _, (uniform,), _ = folder.json("solve", path)
    _, (captain,), _ = folder.json("solve", path, "--model", "captain")
    assert uniform["probability"] == pytest.approx({"A1": 1 / 3, "A2": 1 / 3, "B2": 1 / 3})
    # Courses open in B1, B2 and C2, from which west was chosen: 2, 3 and, C1 being an island, 1.
    assert captain["probability"] == pytest.approx({"A1": 3 / 11, "A2": 2 / 11, "B2": 6 / 11})
    assert captain["model"] == "captain"


@pytest.mark.parametrize("model", ["uniform", "captain"])
def test_one_process_answers_the_cases_of_the_rules(folder: Folder, model: str) -> None:
    cases = json.loads((ROOT / "tests/data/cases/rules.json").read_text(encoding="utf-8"))
    cases = [case for case in cases if not case.get("args") and "at" not in case]
    paths = [folder.write(f"{number:03}.sonar", case["record"]) for number, case in enumerate(cases)]
    status, found, _ = folder.json("solve", *paths, "--model", model)
    assert status in (0, 1)
    for case, answer in zip(cases, found, strict=True):
        for key in ("cells", "starts", "histories", "consistent"):
            if case.get(key) is not None:
                assert answer[key] == case[key], case["id"]
        if case.get(model):
            assert answer["probability"] == pytest.approx(case[model], abs=1e-6), case["id"]


def test_several_records_are_answered_in_order_whatever_the_others_are(folder: Folder) -> None:
    paths = [
        folder.write("good.sonar", GAME),
        folder.write("bad.sonar", '[Map "alpha"]\nB surface\n'),
        str(folder.folder / "none.sonar"),
        folder.write("contradictory.sonar", IMPOSSIBLE_ROUTE),
        folder.write("good again.sonar", GAME),
    ]
    status, found, err = folder.json("solve", *paths)
    assert status == 2
    assert [one.get("consistent") for one in found] == [True, None, None, False, True]
    assert [list(one) for one in found[1:3]] == [["error"], ["error"]]
    assert found[0] == found[4]
    assert err == [
        f"{paths[1]}:2:3: found 'surface', expected a sector's number such as 5 or ? after surface",
        f"{paths[2]}: cannot be opened (No such file or directory), expected a readable file",
    ]
    assert "found 'surface', expected a sector's number" in found[1]["error"]
    status, out, _ = folder.run("solve", *paths)
    assert status == 2
    assert [line for line in out.splitlines() if line.startswith("== ")] == [f"== {paths[i]}" for i in (0, 3, 4)]


def test_every_fault_of_record_map_and_items_is_named_at_once(folder: Folder) -> None:
    path = folder.write(
        "a.sonar",
        '[Map "alpha-tbt"]\n[Mines "5"]\nB N foo\nB surface 7\nY drone 1 no torpedo K1\nB sonar row=5 row=6\n',
    )
    status, (found,), err = folder.json("solve", path)
    assert status == 2
    assert [line.removeprefix(path).split(": ")[0] for line in err] == [":2:9", ":3:5", ":4:3", ":5:14", ":6:15"]
    assert all(line in found["error"] for line in err)
    assert "'B surface 7': sector 7 is out of range: map Alpha (turn by turn) has sectors 1 to 4" in err[2]
    assert "'Y torpedo K1 ?': K1 is off the map" in err[3]


def test_lenient_leaves_faults_out_and_names_them(folder: Folder) -> None:
    path = folder.write("a.sonar", '[Map "alpha-tbt"]\nB N foo E\nB surface 7\nB E\n')
    status, (found,), err = folder.json("solve", path, "--lenient")
    assert status == 0
    assert found["announcements"] == 3
    assert [line.removeprefix(path).split(": ")[0] for line in err] == [":2:5", ":3:3"]
    assert all(line.endswith("; left out") for line in err)
    _, (clean,), _ = folder.json("solve", folder.write("b.sonar", '[Map "alpha-tbt"]\nB N E\nB E\n'))
    assert found == clean


@pytest.mark.parametrize("lenient", [[], ["--lenient"]])
@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ('\n[Map "zulu"]\nB N\n', ":2:7: found 'zulu', expected a map: alpha, bravo"),
        ("B N\n", ":1:1: found no [Map] or [Grid], expected a line such as"),
        ('[Grid "../.x"]\nB N\n', ":1:12: found 'x' in [Grid]"),
        ('[Map "alpha"]\n[Grid ../..]\nB N\n', ":2:1: found '[Grid ../..]', expected a tag"),
        ('[Map "pond.txt"]\nB N\n', ":1:7: found 'pond.txt' (No such file or directory)"),
        ('[Map "broken.txt"]\nB N\n', ":1:7: found 'x' in broken.txt, line 3, column 3, expected one of . (sea)"),
    ],
)
def test_without_a_map_there_is_no_answer(folder: Folder, record: str, sentence: str, lenient: list[str]) -> None:
    folder.write("broken.txt", "sector: 5\n A\n1 x\n")
    path = folder.write("a.sonar", record)
    status, (found,), err = folder.json("solve", path, *lenient)
    assert (status, list(found)) == (2, ["error"])
    assert err[0].startswith(path + sentence)


def test_a_map_file_beside_the_record_is_read(folder: Folder) -> None:
    folder.write("pond.txt", format_map(SeaMap("pond", ("...", ".#."), 5, "Pond", "", "")))
    status, (found,), _ = folder.json("solve", folder.write("a.sonar", '[Map "pond.txt"]\nB E E S\n'))
    assert (status, found["map"], found["cells"]) == (0, "pond.txt", ["C2"])


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        (
            "latin.sonar",
            b'[Map "alpha"]\nB N # caf\xe9\n',
            ":2:10: found a byte that is no UTF-8 text (0xe9)",
        ),
        ("binary.sonar", bytes(range(256)), "found a byte that is no UTF-8 text (0x80)"),
        ("nul.sonar", b'[Map "alpha"]\n\x00\n', ":2:1: found '\\x00', expected an item"),
        ("empty.sonar", b"", ":1:1: found no [Map] or [Grid]"),
    ],
)
def test_a_file_that_is_no_record_is_named(folder: Folder, name: str, content: bytes, sentence: str) -> None:
    status, (found,), err = folder.json("solve", folder.write(name, content))
    assert (status, list(found)) == (2, ["error"])
    assert len(err) == 1
    assert sentence in err[0]


def test_a_folder_or_a_locked_file_is_named(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, err = folder.run("solve", str(folder.folder))
    assert (status, err) == (2, [f"{folder.folder}: cannot be opened (Is a directory), expected a readable file"])
    locked = folder.write("locked.sonar", GAME)

    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    status, _, err = folder.run("solve", locked)
    assert (status, err) == (2, [f"{locked}: cannot be opened (Permission denied), expected a readable file"])
    assert folder.run("solve", "a\x00b")[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dive"],
        ["solve"],
        ["solve", "a.sonar", "--at", "-1"],
        ["solve", "a.sonar", "--at", "few"],
        ["solve", "a.sonar", "--model", "psychic"],
        ["solve", "a.sonar", "--mishears", "3"],
        ["solve", "a.sonar", "--track", "red"],
    ],
)
def test_arguments_that_cannot_be_read_are_named(folder: Folder, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        folder.run(*arguments)
    assert caught.value.code == 2
    assert "usage: sonar-tracker" in folder.capsys.readouterr().err


def test_too_many_hypotheses_have_their_own_status(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    good, large, bad = (folder.write(name, GAME) for name in ("a.sonar", "large.sonar", "bad.sonar"))
    solve = cli_answers.solve

    def limited(game: cli_files.GameFile, *arguments: object) -> object:
        if game.path == large:
            raise TooManyHypotheses(123_456_789, 5 * 2**30)
        if game.path == bad:
            raise MemoryError
        return solve(game, *arguments)

    monkeypatch.setattr(cli_answers, "solve", limited)
    status, found, err = folder.json("solve", large, good)
    assert status == 3
    assert "123,456,789 histories would need about 5,120 MiB" in found[0]["error"]
    assert found[1]["consistent"]
    assert err == [f"{large}: {found[0]['error']}"]
    assert folder.json("solve", bad)[0] == 3


def test_a_fault_of_the_tracker_itself_costs_one_record_and_no_traceback(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise IndexError("list index out of range")

    monkeypatch.setattr(cli_answers, "solve", broken)
    status, found, err = folder.json("solve", folder.write("a.sonar", GAME), folder.write("b.sonar", GAME))
    assert (status, len(found), len(err)) == (2, 2, 2)
    assert "a fault of the tracker itself, please report it: IndexError" in err[0]


def test_the_plain_answer_shows_map_counts_and_chances(folder: Folder) -> None:
    status, out, _ = folder.run("solve", folder.write("a.sonar", '[Grid "..#/..."]\n[Sector "2"]\n\nB N\nB ?\n'))
    assert status == 0
    assert (
        out
        == """own map: blue's submarine after 2 announcements (model uniform)

    A B   C
 1  9 9   #
 2  . .   .

2 possible cells, 2 histories, 2 possible starts of the dive
likeliest: A1 50.0%, B1 50.0%
sectors: 1 100.0%, 2 0.0%

1-9 possible (9 the likeliest cell, 1 a ninth of that or less), . sea where it cannot be, # island
"""
    )


def test_the_plain_answer_to_a_contradiction_says_what_to_check(folder: Folder) -> None:
    status, out, _ = folder.run("solve", folder.write("a.sonar", IMPOSSIBLE_ROUTE))
    assert status == 1
    assert "Contradiction: after announcement 5, 'B W' (line 6), no route of blue fits any more." in out
    assert "- announcement 5 itself: was this the course, and was none missed just before it?" in out
    assert "- the courses before it, the last first: 4 'B S', 2 'B E', 1 'B N'" in out
    assert "- what else was heard, the last first: 3 'Y torpedo C3 clear'" in out
    assert "Before it, after 4 announcements:" in out
    assert "possible cells" in out


def test_perft_counts_as_the_record_goes_on(folder: Folder) -> None:
    path = folder.write("a.sonar", f'[Grid "{"/".join(["." * 15] * 15)}"]\nsilence silence\n')
    status, (found,), _ = folder.json("perft", path)
    assert status == 0
    assert [(step["histories"], step["routes"], step["cells"]) for step in found["counts"]] == [
        (3225, 3225, 225),
        (35825, 25265, 225),
    ]
    status, out, _ = folder.run("perft", path)
    assert out.splitlines()[0].split() == ["announcement", "item", "histories", "routes", "cells", "shapes"]
    assert out.splitlines()[2].split()[:6] == ["2", "B", "silence", "35,825", "25,265", "225"]
    assert folder.json("perft", path, "--at", "1")[1][0]["counts"] == found["counts"][:1]
    status, (found,), _ = folder.json("perft", folder.write("b.sonar", IMPOSSIBLE_ROUTE))
    assert (status, [step["histories"] > 0 for step in found["counts"]]) == (1, [True] * 4 + [False])


def test_maps_are_listed_with_how_sure_they_are(folder: Folder) -> None:
    status, out, _ = folder.run("maps")
    assert (status, [line.split()[0] for line in out.splitlines()]) == (0, list(map_ids()))
    assert "alpha        Alpha: real-time, 15 x 15, 31 islands, 9 sectors; certain: the printed sheet" in out
    assert "Golf: real-time, 15 x 15, 37 islands, 9 sectors; one transcription only: compare with your printed" in out


def test_map_files_are_checked(folder: Folder) -> None:
    good = folder.write("pond.txt", "name: Pond\nsector: 5\n A B\n1 . #\n")
    bad = folder.write("bad.txt", "name: Pond\nsector: no\n A B\n1 . x\n2 .\n")
    status, out, err = folder.run("maps", bad, good, str(folder.folder / "none.txt"))
    assert status == 2
    assert out == f"{good}: no fault; Pond: 2 x 1, 1 island, 1 sector; no source named\n"
    assert [line.removeprefix(bad).split(": ")[0] for line in err[:3]] == [":2:9", ":4:5", ":5:1"]
    assert err[3].endswith("none.txt: cannot be opened (No such file or directory), expected a readable file")
    assert folder.run("maps", good)[0] == 0


def test_profile_times_every_item(folder: Folder) -> None:
    game = folder.write("a.sonar", '[Map "alpha"]\nN\nsilence\nY drone 1 no\nE\n')
    for model, mishears in (("exact", "0"), ("uniform", "0"), ("captain", "1")):
        status, (found,), errors = folder.json(
            "profile", game, "--repeat", "2", "--model", model, "--mishears", mishears
        )
        assert status == 0, errors
        assert [item["item"] for item in found["items"]] == ["N", "silence", "drone 1 no", "E"]
        assert all(item["ms"] > 0 and item["answer_ms"] > 0 and item["hypotheses"] > 0 for item in found["items"])
        assert found["total_ms"] == pytest.approx(sum(i["ms"] + i["answer_ms"] for i in found["items"]))
        assert found["cold_ms"] > 0
        assert found["peak_mib"] >= 0


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )


def test_a_command_imports_only_what_it_needs() -> None:
    program = (
        "import sys; from tracker import cli; status = cli.main(['maps']);"
        "print(status, *(m for m in ('numba', 'numpy', 'matplotlib', 'streamlit', 'sqlalchemy') if m in sys.modules))"
    )
    assert run_python("-c", program).stdout.splitlines()[-1] == "0"


def test_the_module_runs_and_its_status_is_the_process_status(tmp_path: Path) -> None:
    (tmp_path / "a.sonar").write_text('[Map "alpha"]\nB surface\n')
    done = run_python("-m", "tracker", "solve", str(tmp_path / "a.sonar"), "--json")
    assert done.returncode == 2
    assert list(json.loads(done.stdout)) == ["error"]
    assert "Traceback" not in done.stderr
    assert run_python("-m", "tracker", "maps").returncode == 0
    assert "solve" in run_python("-m", "tracker", "--help").stdout


def test_a_reader_that_goes_away_costs_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        command = [sys.executable, "-m", "tracker", "maps"]
        done = subprocess.run(
            command,
            cwd=ROOT,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "standard output was closed before the whole answer was written\n"


def test_an_interruption_is_one_sentence(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_answers, "solve", interrupt)
    status, _, err = folder.run("solve", folder.write("a.sonar", GAME))
    assert (status, err) == (130, ["interrupted; nothing was changed"])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "shown"),
    [(io.StringIO(), "solving a: 3 of 9 announcements\n"), (Terminal(), "\rsolving a: 3 of 9")],
)
def test_progress_is_shown_when_work_takes_long(
    stream: io.StringIO, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.cli_progress.FIRST_SECONDS", 0.01)
    with Progress(stream, "solving a") as progress:
        progress.at(3, 9)
        for _ in range(1000):
            if shown in stream.getvalue():
                break
            time.sleep(0.01)
    assert shown in stream.getvalue()
    assert not stream.isatty() or stream.getvalue().endswith("\r")


def test_progress_is_silent_about_short_work() -> None:
    stream = io.StringIO()
    with Progress(stream, "solving a"):
        pass
    assert stream.getvalue() == ""
