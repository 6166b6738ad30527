"""Count the instructions of each step of the engine with valgrind: ``python -m benchmarks.instructions``.

At the sixth silence of the greedy adversary, as the difference between a process that does the step once and one that
does it more often. Kernels are compiled for a processor without 512-bit vectors, since valgrind knows none.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from benchmarks.cases import greedy_adversary, open_water
from tracker.game.announcements import Heading, Silence
from tracker.game.cells import Course
from tracker.solver.charts import chart_of
from tracker.solver.families import EVEN, SILENCE, Families

PROCESSOR = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx,+avx2,+bmi,+bmi2,+fma,+lzcnt,+popcnt,+sse4.2"}
MORE = 200


def sixth_silence() -> Families:
    """Return the families after the sixth silence."""
    chart = chart_of(open_water())
    families = Families.dive(chart, "exact", chart.sea, EVEN)
    for announcement in greedy_adversary(6):
        item = announcement.item
        if isinstance(item, Heading) and item.course is not None:
            families = families.heading(item.course)
        else:
            assert item == Silence()
            families = families.spread(SILENCE)
    return families


def steps(families: Families) -> dict[str, Callable[[], object]]:
    """Return what is counted: each call works it out anew."""
    anew = partial(replace, families)
    uniform = replace(families.opening, model="uniform")
    return {
        "a course": lambda: anew().heading(Course.N),
        "a silence": lambda: anew().spread(SILENCE),
        "the answer": lambda: anew().answer,
        "uniform weights": lambda: anew(opening=uniform).mass(),
    }


def process(step: str, times: int, under: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    """Run a process that does a step so often."""
    command = [*under, sys.executable, "-m", __spec__.name, "--step", step, "--times", str(times)]
    return subprocess.run(command, env=os.environ | PROCESSOR | {"PYTHONHASHSEED": "0"}, capture_output=True)


def instructions(step: str, times: int) -> int:
    """Return how many instructions a process takes that does a step so often."""
    told = process(step, times, ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"))
    found = re.search(rb"Collected : (\d+)", told.stderr)
    if told.returncode or found is None:
        raise RuntimeError(f"valgrind said: {told.stderr.decode()[-2000:]}")
    return int(found[1])


def main() -> None:
    """Count every step, or do one of them as often as asked."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--step", help=argparse.SUPPRESS)
    arguments.add_argument("--times", type=int, default=0, help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    families = sixth_silence()
    if chosen.step:
        for _ in range(chosen.times):
            steps(families)[chosen.step]()
        return
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is missing: install it (Debian: apt install valgrind)")
    parents, shapes = len(families.fan), families.shapes
    for step in steps(families):
        process(step, 1).check_returncode()  # compiles and caches the kernels for that processor
        each = (instructions(step, 1 + MORE) - instructions(step, 1)) / MORE
        print(
            f"{step:16} {each:12,.0f} instructions, {each / parents:6,.0f} a parent, {each / shapes:5,.1f} a shape",
            flush=True,
        )


if __name__ == "__main__":
    main()
