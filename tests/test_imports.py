"""Imports run one way through the rooms, and what belongs to one room stays there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tracker").rglob("*.py"))

ROOMS = ("game", "solver", "insight", "report", "table")
"""Each may import itself and the rooms before it; ui and cli may import all of these, but not each other."""

KERNELS = "tracker/solver/kernels.py"
TWIN = "tracker/solver/twin.py"


def room_of(path: str) -> str:
    """Return the room of a file below the root: a folder of tracker/, ``cli``, or ``root`` for the package itself."""
    parts = PurePosixPath(path).parts
    if parts[0] != "tracker":
        return "app"
    if len(parts) > 2:
        return parts[1]
    return "root" if parts[1] == "__init__.py" else "cli"


def allowed_rooms(room: str) -> set[str]:
    if room == "root":
        return {"game", "solver", "root"}
    if room in ("ui", "cli"):
        return {*ROOMS, "root", room}
    if room == "app":
        return {*ROOMS, "root", "ui"}
    before = set(ROOMS[: ROOMS.index(room) + 1])
    # The package's own names come from game and solver: a room before the solver may not use them.
    return before | {"root"} if "solver" in before else before


def imported_modules(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything that is imported, inside functions and for type checks too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            if module == "tracker":
                yield from ((node.lineno, f"tracker.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, module


def imported_room(module: str) -> str:
    parts = module.split(".")
    if len(parts) > 1 and parts[1] in (*ROOMS, "ui"):
        return parts[1]
    return "cli" if len(parts) > 1 and (parts[1].startswith("cli") or parts[1] == "__main__") else "root"


def faults(path: str, source: str) -> list[str]:
    """Return every import or print of a file that does not belong there."""
    room, found = room_of(path), []
    tree = ast.parse(source)
    for line, module in imported_modules(tree):
        top = module.split(".")[0]
        if module.startswith("."):
            found.append(f"{path}:{line}: relative import {module}")
        elif top == "tracker" and imported_room(module) not in allowed_rooms(room):
            found.append(f"{path}:{line}: {room} imports {module}")
        elif path == TWIN and imported_room(module) in ("solver", "root") and top == "tracker":
            found.append(f"{path}:{line}: the twin imports {module}, which it is there to check")
        elif top == "streamlit" and room not in ("ui", "app"):
            found.append(f"{path}:{line}: {room} imports streamlit")
        elif top == "numba" and path != KERNELS:
            found.append(f"{path}:{line}: numba outside {KERNELS}")
    for node in ast.walk(tree):
        named_print = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        if named_print and path != "tracker/cli.py":
            found.append(f"{path}:{node.lineno}: prints, which only tracker/cli.py does")
    return found


@pytest.mark.parametrize("path", [*FILES, "app.py"])
def test_a_file_imports_in_one_direction_only(path: str) -> None:
    assert faults(path, (ROOT / path).read_text(encoding="utf-8")) == []


def test_every_room_is_there() -> None:
    assert {room_of(path) for path in FILES} == {*ROOMS, "ui", "cli", "root"}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("tracker/game/cells.py", "from tracker.solver.tracking import Tracker"),
        ("tracker/game/cells.py", "from tracker import Tracker"),
        ("tracker/game/cells.py", "import tracker.table"),
        ("tracker/solver/twin.py", "from tracker.solver.kernels import shift"),
        ("tracker/solver/twin.py", "from tracker import Tracker"),
        ("tracker/solver/tracking.py", "def later():\n    from tracker.insight.advice import advise"),
        ("tracker/insight/advice.py", "import tracker.report.text as text"),
        ("tracker/report/text.py", "from tracker.table.tables import tables"),
        ("tracker/table/tables.py", "from tracker.ui import page"),
        ("tracker/table/tables.py", "import streamlit as st"),
        ("tracker/cli.py", "from tracker.ui.page import draw"),
        ("tracker/cli_files.py", "import streamlit"),
        ("tracker/ui/page.py", "from tracker import cli"),
        ("tracker/ui/page.py", "from tracker.cli_files import read_game"),
        ("tracker/ui/page.py", "print('here')"),
        ("tracker/cli_files.py", "print('here')"),
        ("tracker/solver/shapes.py", "from numba import njit"),
        ("tracker/game/maps.py", "from . import cells"),
        ("tracker/game/maps.py", "from .cells import Cell"),
        ("tracker/__init__.py", "from tracker.table import tables"),
    ],
)
def test_what_does_not_belong_in_a_file_is_found(path: str, source: str) -> None:
    assert len(faults(path, source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("tracker/solver/kernels.py", "import numba"),
        ("tracker/solver/twin.py", "from tracker.game.cells import Cell"),
        ("tracker/report/text.py", "from tracker.solver.tracking import Tracker\nfrom tracker import SeaMap"),
        ("tracker/table/streams.py", "from starlette.responses import Response"),
        ("tracker/ui/page.py", "import streamlit\nfrom tracker.table import tables"),
        ("tracker/cli.py", "from tracker import cli_answers\nprint('here')"),
        ("app.py", "import streamlit\nfrom tracker.ui.page import draw"),
    ],
)
def test_what_belongs_in_a_file_is_let_pass(path: str, source: str) -> None:
    assert faults(path, source) == []
