"""The options in which tables differ, each with the default that keeps more candidates.

Knows nothing of maps or announcements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

TorpedoReading: TypeAlias = Literal["manhattan", "path"]


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """How a torpedo's steps are counted and how many neighbours of a submarine a mine may be dropped in."""

    torpedo: TorpedoReading = "manhattan"
    mine_neighbours: Literal[4, 8] = 8
