"""The README's figures are those of the kept measurement, and two measurements can be compared."""

from __future__ import annotations

import csv
from pathlib import Path

from benchmarks.compare import compared
from benchmarks.measure import Figure, provenance
from benchmarks.readme_figures import BLOCK, FIGURES, README, block


def test_the_readme_shows_the_kept_figures() -> None:
    found = BLOCK.search(README.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == found[1] + block(FIGURES) + found[2]


def test_a_measurement_names_where_it_was_made() -> None:
    with FIGURES.open(newline="") as file:
        row = next(csv.DictReader(file))
    assert set(row) == {*Figure.__dataclass_fields__, *provenance()}


def test_two_measurements_are_compared_by_ratio(tmp_path: Path) -> None:
    for name, value in (("a", "2.0"), ("b", "3.0")):
        (tmp_path / name).write_text(f"case,measure,value,unit\nx,y,{value},ms\nonly {name},y,1,ms\n")
    (line,) = compared(tmp_path / "a", tmp_path / "b")
    assert line.split() == ["x", "y", "2.000", "3.000", "ms", "1.50"]
