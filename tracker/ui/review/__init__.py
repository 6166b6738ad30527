"""The review of a game as one Streamlit component that lies over the board: its files and how a page mounts it.

Knows how it is registered and what it is told; it knows nothing of games beyond the code that opens one.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tracker.ui import board
from tracker.ui.words import Words

HERE = Path(__file__).parent
KEY = "review"
"""The component's key in the session."""
SHARED = ("html.js", "words.js", "shelf.js", "outbox.js", "wire.js", "chart.js")
"""What it has in common with the board: the map, the words, the way to the table, and the taps that wait for it."""
SCRIPTS = ("tracks.js", "moments.js", "captain.js", "review.js", "mount.js")
"""The review's own script, in the order in which its parts build on each other."""


def _read(folder: Path, *names: str) -> str:
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


# Registered once, at import: a second registration would remount it in every open page.
_mount = st.components.v2.component(
    "sonar_review",
    html=_read(HERE, "review.html"),
    css=_read(board.HERE, *board.STYLES) + "\n" + _read(HERE, "review.css"),
    js=_read(board.HERE, *SHARED) + "\n" + _read(HERE, *SCRIPTS),
)
_PALETTE = board.palette()


def mount_review(code: str, words: Words, asked: float) -> None:
    """Mount the review of the game that a code opens; it opens at each new moment in ``asked``, 0 for never.

    That it lies open outlives a reload of the page: the device remembers it.
    """
    _mount(key=KEY, data={"code": code, "asked": asked, "texts": words.review(), "palette": _PALETTE})
