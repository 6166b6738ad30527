"""Measure the solver on every case and print a table: ``python -m benchmarks.measure [--csv FILE]``.

Times only; what is right is tested elsewhere. Warm and cold figures are apart: warm ones are medians of runs in this
process with kernels and memory warm, cold ones are one run in a fresh process with kernels cached on disk.
"""

from __future__ import annotations

import argparse
import csv
import platform
import statistics
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import numba
import numpy

from benchmarks.cases import REAL_TIME_MAPS, Case, cases, greedy_adversary, open_water, table_game, voyage
from benchmarks.cpp_list import cpp_list
from benchmarks.kernel_time import kernels_timed
from benchmarks.mishears import spread, times
from benchmarks.plain_list import PlainList
from benchmarks.published import PUBLISHED
from tracker import Announcement, SeaMap, load_map
from tracker.game.announcements import Silence
from tracker.solver.answers import Model
from tracker.solver.profiling import Profile, Question, profile, question_of, run

GREEDY_LIST_ROOM = 27_000_000
VOYAGE_LIST_ROOM = 6_000_000
TEN_SILENCES = "ten silences, six courses between"
MISHEARD = "60 announcements, 3 silences in a dive"


@dataclass(frozen=True)
class Figure:
    """One number of the table."""

    case: str
    measure: str
    value: float
    unit: str


def single_cases(repeat: int) -> Iterable[Figure]:
    """Yield whole-record times, cold start and peak memory of every case and model."""
    for case in cases():
        models: tuple[Model, ...] = ("exact", "uniform", "captain")
        for model in models:
            if model == "captain" and case.name == "greedy-8":
                continue  # its packed weights alone are 208 MB; greedy-6 shows the model
            found = profile(question_of(case.sea_map, case.announcements, options=case.options, model=model), repeat)
            yield Figure(case.name, f"{model}, taking in", sum(item.ms for item in found.items), "ms")
            yield Figure(case.name, f"{model}, answers", sum(item.answer_ms for item in found.items), "ms")
            yield Figure(case.name, f"{model}, fresh process", found.cold_ms, "ms")
            yield Figure(case.name, f"{model}, peak memory", found.peak_mib, "MiB")
            if model == "exact" and case.name.startswith("greedy"):
                yield from _silences(case, found)


def _silences(case: Case, found: Profile) -> Iterable[Figure]:
    heard = [a.item == Silence() for a in case.announcements]
    for number, item in enumerate((item for item, silent in zip(found.items, heard, strict=True) if silent), 1):
        if number >= 6:
            yield Figure(case.name, f"silence {number}, taking in", item.ms, "ms")
            yield Figure(case.name, f"silence {number}, answer", item.answer_ms, "ms")
            yield Figure(case.name, f"silence {number}, hypotheses", item.hypotheses, "")
            yield Figure(case.name, f"silence {number}, shapes", item.shapes, "")


def greedy_list(repeat: int) -> Iterable[Figure]:
    """Yield the plain list's times on the greedy adversary, buffers warm."""
    plain = PlainList(open_water(), GREEDY_LIST_ROOM)
    runs = [_list_times(plain, greedy_adversary(8)) for _ in range(repeat + 1)][1:]
    times = [statistics.median(same) for same in zip(*runs, strict=True)]
    silences = [ms for ms, a in zip(times, greedy_adversary(8), strict=True) if a.item == Silence()]
    for number in (6, 7, 8):
        yield Figure("greedy-8", f"plain list, silence {number}", silences[number - 1], "ms")
    yield Figure("greedy-8", "plain list, taking in", sum(times), "ms")


def greedy_cpp_list(repeat: int) -> Iterable[Figure]:
    """Yield the times of the list in C++ on the greedy adversary, in fresh memory and in memory used before."""
    steps = cpp_list(open_water(), greedy_adversary(8), repeat + 1)
    silences = [step for step, a in zip(steps, greedy_adversary(8), strict=True) if a.item == Silence()]
    for number in (6, 7, 8):
        yield Figure("greedy-8", f"C++ list, silence {number}", silences[number - 1].warm_ms, "ms")
        yield Figure("greedy-8", f"C++ list, fresh memory, silence {number}", silences[number - 1].fresh_ms, "ms")
    yield Figure("greedy-8", "C++ list, taking in", sum(step.warm_ms for step in steps), "ms")
    yield Figure("greedy-8", "C++ list, fresh memory, taking in", sum(step.fresh_ms for step in steps), "ms")


def _list_times(plain: PlainList, announcements: Iterable[Announcement]) -> list[float]:
    plain.begin()
    times = []
    for announcement in announcements:
        begun = perf_counter()
        plain.hear(announcement)
        times.append((perf_counter() - begun) * 1e3)
    return times


def many(
    name: str, seeds: int, model: Model, record: Callable[[SeaMap, int], tuple[Announcement, ...]]
) -> Iterable[Figure]:
    """Yield the spread over many seeds on every real map, for whole games and for single announcements."""
    whole: list[float] = []
    alone: list[float] = []
    single: list[float] = []
    answers: list[float] = []
    for map_id in REAL_TIME_MAPS:
        sea_map = load_map(map_id)
        for seed in range(seeds):
            question = question_of(sea_map, record(sea_map, seed), model=model)
            found = _warm(question)
            alone.append(statistics.median(_kernels_ms(question) for _ in range(3)))
            whole.append(sum(ms for ms, _ in found))
            answers.append(sum(answer for _, answer in found))
            single += [ms + answer for ms, answer in found]
    for measure, values in (
        ("game, taking in", whole),
        ("game, kernels alone", alone),
        ("game, answers", answers),
        ("announcement and answer", single),
    ):
        for quantile, value in spread(values):
            yield Figure(name, f"{model}, {measure}, {quantile}", value, "ms")
    yield Figure(name, f"{model}, games", len(whole), "")


def _kernels_ms(question: Question) -> float:
    with kernels_timed() as clock:
        question.begun().hear_all(question.announcements)
    return clock.ms


def _warm(question: Question) -> list[tuple[float, float]]:
    """Return the times of each announcement and its answer, medians of three runs after a first one."""
    run(question.begun(), question.announcements)
    runs = [run(question.begun(), question.announcements) for _ in range(3)]
    return [
        (statistics.median(item.ms for item in same), statistics.median(item.answer_ms for item in same))
        for same in zip(*runs, strict=True)
    ]


def misheard(seeds: int) -> Iterable[Figure]:
    """Yield the times of readings with misheard courses, and of the corrections of a contradictory record."""
    for name, values in times(seeds).items():
        for quantile, value in spread(values):
            yield Figure(MISHEARD, f"{name}, {quantile}", value, "ms")


def list_voyages(seeds: int) -> Iterable[Figure]:
    """Yield the plain list's times on the voyages of ten silences that fit in its room."""
    whole = []
    for map_id in REAL_TIME_MAPS:
        plain = PlainList(load_map(map_id), VOYAGE_LIST_ROOM)
        for seed in range(seeds):
            whole.append(sum(_list_times(plain, voyage(load_map(map_id), seed, 10))))
    for quantile, value in spread(whole):
        yield Figure(TEN_SILENCES, f"plain list, game, taking in, {quantile}", value, "ms")


def provenance() -> dict[str, str]:
    """Return host, versions and commit that a figure was measured with."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    ).stdout.strip()
    return {
        "machine": f"{platform.system()} {platform.machine()}, {numba.config.NUMBA_NUM_THREADS} cores",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "commit": commit or "unknown",
    }


def main() -> None:
    """Measure, print the table and write it as CSV."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--csv", type=Path, help="write the figures to this file")
    arguments.add_argument("--seeds", type=int, default=10, help="voyages on each map (default: 10)")
    arguments.add_argument("--repeat", type=int, default=5, help="runs of each single case (default: 5)")
    arguments.add_argument("--quick", action="store_true", help="leave out the plain lists of the greedy adversary")
    chosen = arguments.parse_args()

    figures = list(single_cases(chosen.repeat))
    if not chosen.quick:
        figures += greedy_list(3)
        figures += greedy_cpp_list(3)
    models: tuple[Model, ...] = ("exact", "uniform", "captain")
    for model in models:
        figures += many(TEN_SILENCES, chosen.seeds, model, lambda sea_map, seed: voyage(sea_map, seed, 10))
    figures += list_voyages(chosen.seeds)
    for model in models:
        figures += many("table game, 3 silences, sensors", chosen.seeds, model, table_game)
    figures += misheard(max(1, chosen.seeds // 5))
    about = provenance()
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    for figure in figures:
        others = PUBLISHED.get((figure.case, figure.measure))
        beside = f"   published: C++ list {others[0]}, prototype {others[1]}" if others else ""
        print(f"{figure.case:34} {figure.measure:58} {figure.value:14,.3f} {figure.unit}{beside}")
    if chosen.csv:
        with chosen.csv.open("w", newline="") as file:
            writer = csv.DictWriter(file, [*asdict(figures[0]), *about])
            writer.writeheader()
            writer.writerows({**asdict(figure), **about} for figure in figures)


if __name__ == "__main__":
    main()
