"""What is imported is declared: a fresh installation must have every package that the code asks for."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUN = PROJECT["dependencies"]
TEST = [*RUN, *PROJECT["optional-dependencies"]["test"]]

BROUGHT = {
    "streamlit": {"anyio", "pandas", "pyarrow", "starlette", "websockets"},
    "numba": {"llvmlite"},
    "matplotlib": {"PIL"},
}
"""What comes with a declared package and is part of how it is used."""


def imported(path: Path) -> set[str]:
    """Return the top names of everything a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - {"tracker", "tests", "benchmarks"}


@cache
def owners() -> dict[str, list[str]]:
    return dict(importlib.metadata.packages_distributions())


def given(requirements: list[str]) -> set[str]:
    """Return the names that can be imported once the requirements are installed."""
    declared = {normal(re.split(r"[<>=!~\[; ]", requirement)[0]) for requirement in requirements}
    names = {name for name, owned in owners().items() if declared & {normal(owner) for owner in owned}}
    return names | {brought for name in names for brought in BROUGHT.get(name, ())}


def normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


@pytest.mark.parametrize(
    ("folders", "requirements"), [(("tracker",), RUN), (("tests", "benchmarks"), TEST)], ids=["run", "test"]
)
def test_everything_imported_is_declared(folders: tuple[str, ...], requirements: list[str]) -> None:
    files = [ROOT / "app.py", *(path for folder in folders for path in (ROOT / folder).rglob("*.py"))]
    there = given(requirements)
    missing = {str(path.relative_to(ROOT)): left for path in files if (left := imported(path) - there)}
    assert missing == {}
