"""What others measured on the same cases, to stand beside our figures: a C++ -O3 list and an earlier prototype.

From the engine's design notes: two cores, one thread, warm; another machine, so only orders of magnitude compare.
"""

from __future__ import annotations

PUBLISHED = {
    ("greedy-8", "silence 6, taking in"): ("92-109 ms", "1.0 ms"),
    ("greedy-8", "silence 7, taking in"): ("256-330 ms", "5.8 ms"),
    ("greedy-8", "silence 8, taking in"): ("1,020-1,160 ms", "29 ms"),
    ("greedy-8", "exact, taking in"): ("2,060-2,360 ms", "72 ms"),
}
"""Case and measure -> the list's and the prototype's time."""
