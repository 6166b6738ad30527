"""Records with one announcement misheard, so that contradictions occur.

Knows what a table may hear wrongly; must not know what follows from it.
"""

from __future__ import annotations

import random
from dataclasses import replace

from tests.solver.random_games import RandomGame
from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Heading,
    Impact,
    Item,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Course
from tracker.game.maps import SeaMap


def with_fault(game: RandomGame, seed: int) -> tuple[Announcement, ...]:
    """Return the game's announcements with one of them misheard, left out, or heard twice."""
    rng = random.Random(f"fault {seed}")
    heard = list(game.announcements)
    while tuple(heard) == game.announcements:
        index = rng.randrange(len(heard))
        wrong = _misheard(rng, heard[index].item, game.sea_map)
        if wrong is not None and rng.random() < 0.8:
            heard[index] = replace(heard[index], item=wrong)
        elif rng.random() < 0.5:
            heard.insert(index, heard[index])
        else:
            del heard[index]
    return tuple(heard)


def _misheard(rng: random.Random, item: Item, sea_map: SeaMap) -> Item | None:
    """Return the item with another value that the map allows, or None where there is nothing to mishear."""
    match item:
        case Heading(course=course):
            return Heading(rng.choice([c for c in Course if c is not course]))
        case Surface() | Drone():
            return replace(item, sector=rng.randint(1, sea_map.sector_count))
        case Torpedo() | Trigger():
            return replace(item, target=rng.choice(sea_map.cells))
        case Archer(answer=answer) if answer is not None:
            return replace(item, answer=rng.choice([a for a in Impact if a is not answer]))
        case Sonar(row=row) if row is not None:
            return replace(item, row=rng.randrange(sea_map.rows))
        case _:
            return None
