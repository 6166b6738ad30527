"""Runs the plain list in C++ (``plain_list.cpp``), compiled for this processor with -O3, on a record.

Knows how to build and ask it; the list itself knows courses and silences only.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tracker import Announcement, SeaMap
from tracker.game.announcements import Heading, Silence

SOURCE = Path(__file__).with_name("plain_list.cpp")


@dataclass(frozen=True)
class Step:
    """An announcement in the C++ list: hypotheses left, milliseconds in fresh memory, and in memory used before."""

    hypotheses: int
    fresh_ms: float
    warm_ms: float


def cpp_list(sea_map: SeaMap, announcements: Sequence[Announcement], runs: int = 4) -> list[Step]:
    """Run a record of courses and silences ``runs`` times, at least twice; the warm times are medians.

    Raises TypeError for any other item and FileNotFoundError without a C++ compiler.
    """
    sea = set(sea_map.sea)
    asked = f"{''.join('01'[cell in sea] for cell in range(256))} {runs} {''.join(map(_letter, announcements))}"
    told = subprocess.run([_built()], input=asked, text=True, capture_output=True, check=True).stdout
    return [Step(int(n), float(fresh), float(warm)) for n, fresh, warm in map(str.split, told.splitlines())]


def _letter(announcement: Announcement) -> str:
    item = announcement.item
    if isinstance(item, Silence):
        return "-"
    if isinstance(item, Heading) and item.course is not None:
        return item.course.name
    raise TypeError(f"{item} is neither a course nor a silence")


@cache
def _built() -> Path:
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise FileNotFoundError("the list in C++ needs a compiler: install g++ (Debian: apt install g++) or clang++")
    program = Path(tempfile.mkdtemp(prefix="plain-list-")) / "plain_list"
    subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", "-o", program, SOURCE], check=True)
    return program
