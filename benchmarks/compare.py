"""Compare two CSV files of ``benchmarks.measure``: ``python -m benchmarks.compare BEFORE.csv AFTER.csv``.

Knows the files' columns only.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path


def read(path: Path) -> dict[tuple[str, str], tuple[float, str]]:
    """Return each figure of a file by case and measure, with its unit."""
    with path.open(newline="") as file:
        return {(row["case"], row["measure"]): (float(row["value"]), row["unit"]) for row in csv.DictReader(file)}


def compared(before: Path, after: Path) -> list[str]:
    """Return a line for each figure that both files have: before, after, and their ratio."""
    old, new = read(before), read(after)
    lines = []
    for key in old:
        if key in new:
            (was, unit), (now, _) = old[key], new[key]
            ratio = f"{now / was:6.2f}" if was else "     -"
            lines.append(f"{key[0]:34} {key[1]:58} {was:12,.3f} {now:12,.3f} {unit:4} {ratio}")
    return lines


def main() -> None:
    """Print the comparison of two files."""
    if len(sys.argv) != 3:
        sys.exit("expected two CSV files: python -m benchmarks.compare BEFORE.csv AFTER.csv")
    print("\n".join(compared(Path(sys.argv[1]), Path(sys.argv[2]))))


if __name__ == "__main__":
    main()
