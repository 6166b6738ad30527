"""The live board as one Streamlit component: its files, its colours and how a page mounts it.

Knows how the board is registered and what it is told; it knows nothing of games beyond the code that opens one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import streamlit as st

from tracker.ui.words import Words

HERE = Path(__file__).parent
KEY = "board"
"""The component's key in the session."""
SCRIPTS = (
    "html.js",
    "words.js",
    "shelf.js",
    "outbox.js",
    "wire.js",
    "chart.js",
    "bar.js",
    "status.js",
    "roles.js",
    "glance.js",
    "feel.js",
    "foresight.js",
    "heard.js",
    "sheets.js",
    "mend.js",
    "board.js",
    "mount.js",
)
"""The board's script in the order in which its parts build on each other; they are joined into one module."""
STYLES = ("board.css", "mend.css", "roles.css")


def palette() -> list[str]:
    """Return cividis from dark to bright as 256 colours ``#rrggbb``: it reads the same without red or green."""
    colours = matplotlib.colormaps["cividis"](np.linspace(0, 1, 256))[:, :3]
    return ["#" + "".join(f"{round(255 * part):02x}" for part in colour) for colour in colours]


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


# Registered once, at import: a second registration would remount the board in every open page.
_mount = st.components.v2.component(
    "sonar_board",
    html=_read("board.html"),
    css="\n".join(_read(name) for name in STYLES),
    js="\n".join(_read(name) for name in SCRIPTS),
)
_PALETTE = palette()


def mount_board(
    code: str | None,
    words: Words,
    *,
    device: str,
    chosen: str | None,
    join: tuple[int, str] | None,
    role: tuple[int, str] | None,
    **told: Callable[[], None],
) -> bool:
    """Mount the live board; tell whether the device has said which game it remembers.

    ``code`` opens a game; an empty one hides the board and makes the device forget its game; None asks the device for
    the game it remembers. ``device`` is this device's public id in the game, ``chosen`` the language if one was picked
    on this page, ``join`` a short code to join by and ``role`` who the device is for, each with a number that is new
    each time it is asked. The device answers with ``remembered`` (``{"code", "language", "note"}``) and, when its menu
    is asked for, with ``menu`` (``{"at", "role"}``); ``told`` are the callbacks ``on_..._change`` for them.
    """
    content = {"code": code, "device": device, "chosen": chosen, "join": join, "role": role, "language": words.language}
    callbacks: dict[str, Any] = {**told}
    result = _mount(key=KEY, data=content | {"texts": words.board(), "palette": _PALETTE}, **callbacks)
    return bool(result.get("remembered"))
