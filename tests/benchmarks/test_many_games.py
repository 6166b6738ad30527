"""The benchmark of many games analyses them all, on one core and on two."""

from __future__ import annotations

from pathlib import Path

from benchmarks import many_games


def test_every_record_is_analysed_on_one_core_and_on_two(tmp_path: Path) -> None:
    assert many_games.write_games(tmp_path / "games", 4, "test") > 40
    found = many_games.runs(tmp_path)
    assert [(run.jobs, run.analysed, run.skipped) for run in found] == [(1, 4, {}), (2, 4, {})]
    assert all(run.rate > 0 for run in found)
