"""Thousands of records analysed on all cores: results to Parquet part by part, resumed after a kill, bad ones named.

Knows folders, workers and the columns of the results; what is found out of one record is ``insight.analysis``'s
business. Prints nothing.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracker.cli_files import UnusableFile, read_game
from tracker.game.cells import cell_name
from tracker.game.errors import TrackerError
from tracker.insight.analysis import SideAnalysis, analyse
from tracker.insight.measures import brier_score, log_score, mean
from tracker.report import review
from tracker.solver.answers import Model

A_PART = 32
"""Records in one part: what is lost at most when the run is killed, and what is held in memory at once by a worker."""

GAMES, STEPS, SKIPPED, SETTINGS = "games.parquet", "steps.parquet", "skipped.jsonl", "settings.json"


@dataclass(frozen=True, slots=True)
class FolderResult:
    """What became of a run: records analysed now, those done before, and why others were skipped, by name."""

    analysed: int
    before: int
    skipped: dict[str, str]
    seconds: float
    jobs: int

    @property
    def rate(self) -> float:
        """Records a second of this run."""
        return self.analysed / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class _Part:
    games: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    skipped: dict[str, str]
    records: int


def analyse_folder(
    folder: Path, out: Path, model: Model, jobs: int, told: Callable[[int, int], None], part: int = A_PART
) -> FolderResult:
    """Analyse every ``.sonar`` file below a folder that ``out`` has no result of yet.

    ``out`` then holds two Parquet folders, one row for each record and side in ``games.parquet`` and one for each
    announcement and side in ``steps.parquet``. Raises TrackerError where ``out`` holds results of another kind.
    """
    from joblib import Parallel, delayed

    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.sonar") if path.is_file())
    if not names:
        raise TrackerError(f"{folder}: found no record, expected files ending in .sonar in it or below")
    _prepare(out, model)
    # What was skipped before is tried again: it may have been put right.
    skipped: dict[str, str] = {}
    (out / SKIPPED).write_bytes(b"")
    done = _done(out)
    waiting = [name for name in names if name not in done]
    before = len(names) - len(waiting)
    parts = [waiting[at : at + part] for at in range(0, len(waiting), part)]
    number = _next_part(out)
    analysed, start = 0, time.perf_counter()
    told(before, len(names))
    run = Parallel(n_jobs=jobs, return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
    for found in run(delayed(_analyse_part)(folder, chunk, model) for chunk in parts):
        _write_part(out, number, found)
        number += 1
        analysed += found.records
        skipped |= found.skipped
        told(before + analysed, len(names))
    return FolderResult(analysed, before, skipped, time.perf_counter() - start, jobs)


def _analyse_part(folder: Path, names: Sequence[str], model: Model) -> _Part:
    """Analyse some records in a worker."""
    games: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []
    skipped: dict[str, str] = {}
    for name in names:
        try:
            game = read_game(str(folder / name), lenient=False)
            analysis = analyse(game.record, game.sea_map, model)
        except UnusableFile as unusable:
            skipped[name] = "; ".join(unusable.lines)
        except (TrackerError, MemoryError) as error:
            skipped[name] = str(error) or "memory ran out"
        except Exception as bug:
            # One record must not cost the others, whatever it is that went wrong with it.
            skipped[name] = f"a fault of the tracker itself, please report it: {bug!r}"
        else:
            captains = {s.side: game.record.tag(f"{s.side.value}Captain") or "" for s in analysis.sides}
            head = {"record": name, "map": game.sea_map.id}
            games += [{**head, **_game_row(side), "captain": captains[side.side]} for side in analysis.sides]
            steps += [{"record": name, **row} for row in review.rows(analysis)]
            if not analysis.sides:
                skipped[name] = "no side's sailing is on record"
    return _Part(games, steps, skipped, len(names))


def _game_row(side: SideAnalysis) -> dict[str, Any]:
    steps, last = side.steps[1:], side.steps[-1]
    known = [(side.believed[s.number], s) for s in steps if s.true is not None]
    scores = [log_score(grid, s.true) for grid, s in known if s.true is not None]
    told = side.most_telling
    return {
        "side": side.side.value,
        "model": side.model,
        "announcements": len(steps),
        "contradiction": side.contradiction,
        "found_at": side.found_at,
        "time_found": side.time_found,
        "most_telling": None if told is None else told.number,
        "cells": last.cells,
        "bits": last.bits,
        "mean_bits": mean(s.bits for s in steps),
        "best": cell_name(last.best),
        "log_score": mean(scores) if scores else None,
        "brier": mean(brier_score(grid, s.true) for grid, s in known if s.true is not None) if scores else None,
        "rank": mean(s.true_rank or 0.0 for _, s in known) if scores else None,
        "lost_at": next((s.number for _, s in known if s.true_share == 0), None),
        "dives": len(side.dives),
    }


# ---- the results' folder


def _prepare(out: Path, model: Model) -> None:
    settings = {"model": model, "version": 1}
    try:
        for name in (GAMES, STEPS):
            (out / name).mkdir(parents=True, exist_ok=True)
        path = out / SETTINGS
        if path.exists() and json.loads(path.read_text(encoding="utf-8")) != settings:
            raise TrackerError(f"{out}: holds results of other settings, expected {settings} or another --out")
        _replace(path, (json.dumps(settings) + "\n").encode())
    except (OSError, ValueError) as failure:
        raise TrackerError(f"{out}: cannot be used for results ({failure})") from None


def _parts(out: Path) -> Iterator[Path]:
    yield from sorted((out / GAMES).glob("part-*.parquet"))


def _done(out: Path) -> set[str]:
    import pyarrow.parquet as parquet

    found: set[str] = set()
    for path in _parts(out):
        found.update(parquet.read_table(path, columns=["record"])["record"].to_pylist())
    return found


def _next_part(out: Path) -> int:
    return max((int(path.stem.removeprefix("part-")) for path in _parts(out)), default=0) + 1


def _write_part(out: Path, number: int, part: _Part) -> None:
    """Write a part so that a kill leaves all of it or nothing: the games' file comes last and is what counts."""
    if part.skipped:
        with (out / SKIPPED).open("a", encoding="utf-8") as file:
            file.writelines(json.dumps({"record": n, "why": w}) + "\n" for n, w in part.skipped.items())
    if part.games:
        for name, rows, schema in ((STEPS, part.steps, _steps_schema()), (GAMES, part.games, _games_schema())):
            _replace(out / name / f"part-{number:06}.parquet", _parquet(rows, schema))


def _parquet(rows: list[dict[str, Any]], schema: Any) -> bytes:  # noqa: ANN401  # pyarrow has no types
    import pyarrow
    import pyarrow.parquet as parquet

    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema), sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".{path.name}.unfinished")
    temporary.write_bytes(content)
    os.replace(temporary, path)


def _games_schema() -> Any:  # noqa: ANN401
    """Name every column's type: a part whose records never name a true cell must fit those that do."""
    text = ("record", "map", "side", "model", "best", "captain")
    whole = ("announcements", "contradiction", "found_at", "most_telling", "cells", "lost_at", "dives")
    real = ("time_found", "bits", "mean_bits", "log_score", "brier", "rank")
    return _schema(text, whole, real)


def _steps_schema() -> Any:  # noqa: ANN401
    text = ("record", "side", "item", "best", "true")
    whole = ("announcement", "cells", "histories")
    real = ("bits", "told", "best_probability", "true_probability", "true_rank", "true_in_hindsight")
    return _schema(text, whole, real, ("evidence",))


def _schema(text: Sequence[str], whole: Sequence[str], real: Sequence[str], yes_no: Sequence[str] = ()) -> Any:  # noqa: ANN401
    import pyarrow

    kinds = ((text, pyarrow.string()), (whole, pyarrow.int64()), (real, pyarrow.float64()), (yes_no, pyarrow.bool_()))
    return pyarrow.schema([(name, kind) for names, kind in kinds for name in names])
