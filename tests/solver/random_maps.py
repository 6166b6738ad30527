"""Seeded small maps and rule options.

Knows what a sheet may look like; must not know how a game goes on it.
"""

from __future__ import annotations

import random

from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions


def random_map(seed: int, max_side: int = 6) -> SeaMap:
    """Return a small map with islands, ice holes, Archer mines and sectors of any width."""
    rng = random.Random(f"map {seed}")
    sides = range(1, max_side + 1)
    rows, columns = rng.choices(sides, [side + 1 for side in sides], k=2)  # larger ones likelier
    shares = {
        "#": rng.choice((0, 0.1, 0.2, 0.35)),
        "o": rng.choice((0, 0, 0.3)),
        "M": rng.choice((0, 0.2)),
        "O": 0.03,
    }
    symbols = [*shares, "."]
    weights = [*shares.values(), 1 - sum(shares.values())]
    grid = [rng.choices(symbols, weights, k=columns) for _ in range(rows)]
    if all(symbol == "#" for row in grid for symbol in row):
        grid[rng.randrange(rows)][rng.randrange(columns)] = "."
    side = rng.randint(1, max(rows, columns))
    return SeaMap(f"random-{seed}", tuple("".join(row) for row in grid), side)


def random_options(seed: int) -> RuleOptions:
    """Return one of the four combinations of the rule options."""
    return RuleOptions("path" if seed % 2 else "manhattan", 4 if seed // 2 % 2 else 8)
