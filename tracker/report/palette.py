"""The one palette of all pictures and pages, told apart by people who see fewer colours too.

Knows colours and what each stands for; draws nothing.
"""

from __future__ import annotations

from types import MappingProxyType

from matplotlib.colors import LinearSegmentedColormap

from tracker.game.announcements import Side

SEA = "#f4f8fb"
ISLAND = "#6b6256"
MARK = "#8fa3b0"
GRID = "#c9d6df"
SECTOR = "#5f7382"
INK = "#1d2a33"
FAINT = "#7b8a94"
TRUTH = "#c2410c"
"""What really was."""
HINDSIGHT = "#6d28d9"
"""What the whole record says."""
SIDES = MappingProxyType({Side.YELLOW: "#b08900", Side.BLUE: "#1f6fb2"})

PROBABILITY = LinearSegmentedColormap.from_list("probability", [SEA, "#9ecae1", "#3182bd", "#08306b"])
"""From no probability to all of it: light to dark, so that it reads in grey as well."""
