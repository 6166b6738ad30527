"""What the README and docs/ show is true: their examples run, their commands exist, their links lead somewhere."""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

import tracker
from tracker import cli
from tracker.game.map_checks import check_announcement
from tracker.game.map_files import parse_map
from tracker.game.notation import parse_line
from tracker.game.record_maps import record_map
from tracker.game.records import dumps, loads

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])

_FENCE = re.compile(r"^```(\w*) ?(.*)\n((?:.*\n)*?)^```$", re.MULTILINE)
_PRINTED = re.compile(r"^print\(.*\)\s+# (.*)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what stands behind it (a file's name), and its text."""

    page: str
    line: int
    language: str
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(language: str) -> list[Block]:
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for fence in _FENCE.finditer(text):
            if fence[1] == language:
                line = text.count("\n", 0, fence.start()) + 1
                found.append(Block(page, line, fence[1], fence[2], fence[3]))
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project as a reader sees it from its folder, but what examples write goes elsewhere."""
    for name in ("docs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def as_shown(printed: str, shown: str) -> bool:
    """Tell whether a text is what an example shows; ``...`` there stands for anything."""
    pattern = re.escape(shown.rstrip("\n")).replace(re.escape("..."), r"[\s\S]*?")
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed.rstrip("\n").split("\n"))) is not None


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_python_examples_print_what_they_say(block: Block, folder: Path) -> None:
    told = _PRINTED.findall(block.text)
    assert told, "an example that shows nothing proves nothing"
    code = re.sub(r"^print\((.*)\)(\s+# .*)$", r"print('told', \1)\2", block.text, flags=re.MULTILINE)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, str(block), "exec"), {"__name__": "example"})
    assert [line.removeprefix("told ") for line in out.getvalue().splitlines() if line.startswith("told ")] == told


def test_examples_in_docstrings_run() -> None:
    examples = [path for path in (ROOT / "tracker").rglob("*.py") if ">>> " in path.read_text(encoding="utf-8")]
    assert examples
    for path in examples:
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("block", blocks("console"), ids=str)
def test_commands_print_what_is_shown(block: Block, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert block.text.startswith("$ ")
    for example in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = example.partition("\n")
        name, *arguments = shlex.split(command)
        assert name == "sonar-tracker"
        status = cli.main(arguments)
        printed = capsys.readouterr().out
        assert as_shown(printed, shown), f"{command} printed:\n{printed}"
        assert status == ("Contradiction" in shown)


@pytest.mark.parametrize("block", blocks("sonar"), ids=str)
def test_records_can_be_read_and_written_back(block: Block) -> None:
    record = loads(block.text)
    assert record.announcements
    assert loads(dumps(record)) == record
    sea_map = record_map(record, None)
    for announcement in record.announcements:
        check_announcement(announcement, sea_map)
    if block.name:
        assert block.text == (ROOT / block.name).read_text(encoding="utf-8")


def test_a_list_that_is_shown_is_the_file_it_names() -> None:
    shown = blocks("text")
    assert shown
    for block in shown:
        assert block.text == (ROOT / block.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.sonar")), ids=lambda path: path.name)
def test_records_of_the_documentation_are_without_fault(path: Path) -> None:
    assert loads(path.read_text(encoding="utf-8")).announcements


@pytest.mark.parametrize("page", ["README.md", "docs/records.md"])
def test_every_item_of_the_tables_is_one(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    rows = text.partition("| item | what happened |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    assert len(rows) >= 10
    for row in rows:
        for item in re.findall(r"`([^`]+)`", row.split("|")[1]):
            # Answers that stand alone complete the item before them: "`drone 5 yes`, `no`, `?`".
            whole = {"no": "drone 5 no", "indirect": "torpedo C6 indirect", "direct": "torpedo C6 direct"}.get(
                item, item
            )
            assert len(parse_line(f"B {whole}", loads('[Map "alpha"]\n').us)) == 1, item


def test_every_map_text_that_is_shown_is_one() -> None:
    shown = [block for block in blocks("") if block.text.startswith("name:")]
    assert shown
    for block in shown:
        assert parse_map(block.text, "shown").columns == 15


@pytest.mark.parametrize("page", PAGES)
def test_links_and_pictures_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = ["".join(link) for link in _LINK.findall(text)]
    places = [place for place in links if not place.startswith(("http:", "https:"))]
    assert places
    missing = [place for place in places if not ((ROOT / page).parent / place.partition("#")[0]).exists()]
    assert missing == []


def test_the_readme_shows_the_page() -> None:
    assert re.search(r'<img src="docs/board.png" [^>]*alt="[^"]+', README)


def test_every_command_is_described_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    there = set(re.findall(r"^    (\w+)  ", capsys.readouterr().out, re.MULTILINE))
    assert set(re.findall(r"`sonar-tracker (\w+)", README)) == there


def test_every_option_that_is_named_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    rows = re.findall(r"^\| `sonar-tracker (\w+).*", README, re.MULTILINE)
    for command in rows:
        row = next(line for line in README.splitlines() if line.startswith(f"| `sonar-tracker {command}"))
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
        options = set(re.findall(r"--[a-z]+", capsys.readouterr().out))
        assert set(re.findall(r"--[a-z]+", row)) <= options, command


def test_every_variable_of_the_environment_is_described_and_no_other() -> None:
    sources = [ROOT / "app.py", *(ROOT / "tracker").rglob("*.py")]
    asked = re.compile(r"environ(?:\.get\(|\[)\s*\"(SONAR_[A-Z]+)\"")
    read = {name for path in sources for name in asked.findall(path.read_text(encoding="utf-8"))}
    assert set(re.findall(r"\bSONAR_[A-Z]+\b", README)) == read


def test_every_module_to_run_is_one() -> None:
    for module in re.findall(r"python -m (\w+(?:\.\w+)?)", README):
        if module not in ("venv", "pip", "streamlit"):
            assert importlib.util.find_spec(module), module


def test_every_room_is_described() -> None:
    rooms = {path.name for path in (ROOT / "tracker").iterdir() if (path / "__init__.py").exists()}
    assert set(re.findall(r"^\| `tracker/(\w+)/` ", README, re.MULTILINE)) == rooms


@pytest.mark.parametrize("script", ["start.sh", "test.sh", ".ci/run"])
def test_the_scripts_can_be_started(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert script == ".ci/run" or f"./{script}" in README


def test_the_public_names_are_there() -> None:
    assert all(getattr(tracker, name).__doc__ for name in tracker.__all__ if name != "Cell")


def test_the_figures_have_one_place() -> None:
    assert re.search(r"<!-- figures: begin -->\n[\s\S]*<!-- figures: end -->\n", README)
    assert README.count("<!-- figures:") == 2


def test_the_calibration_is_that_of_the_printed_table() -> None:
    printed = (ROOT / "benchmarks" / "calibration.md").read_text(encoding="utf-8")
    rows = {row.split(" | ")[0]: row.split(" | ") for row in printed.splitlines() if " ± " in row}
    shown = README.partition("| method | log score (bits) | mean rank |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(shown) == 6
    for row in shown:
        name, log, rank, lost = row.removesuffix(" |").split(" | ")
        assert [rows[name][at].removesuffix(" |") for at in (1, 4, 6)] == [log, rank, lost]
    games = re.search(r"in (\d+) games", printed)
    assert games is not None
    assert f"On {int(games[1]):,} simulated games" in README
