"""The editor of own maps as one Streamlit component: its files, and how a page mounts it.

Knows how the editor is registered and what it is told; what a drawn map must be is the table's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import streamlit as st

from tracker.game.map_files import load_map, map_ids
from tracker.game.maps import SeaMap
from tracker.ui import board
from tracker.ui.words import Words

HERE = Path(__file__).parent
KEY = "map-editor"
"""The component's key in the session."""
SCRIPTS = (
    board.HERE / "html.js",
    board.HERE / "words.js",
    board.HERE / "shelf.js",
    HERE / "editor.js",
)
"""The editor's script in the order in which its parts build on each other; they are joined into one module."""


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# Registered once, at import: a second registration would remount the editor in every open page.
_mount = st.components.v2.component(
    "sonar_map_editor",
    html=_read(HERE / "editor.html"),
    css=_read(HERE / "editor.css"),
    js="\n".join(_read(path) for path in SCRIPTS),
)


def mount_editor(words: Words, own: Iterable[SeaMap], start: str, **told: Callable[[], None]) -> None:
    """Mount the editor; ``start`` is the id of the map to begin from, or of none to go on with this device's drawing.

    It answers with ``saved`` (``{"id", "mode", "at"}``) or ``left``; ``told`` are the callbacks ``on_..._change``.
    """
    maps = [_sheet(load_map(map_id), own=False) for map_id in map_ids()] + [_sheet(drawn, own=True) for drawn in own]
    callbacks: dict[str, Any] = {**told}
    data = {"texts": words.open("editor-", "said-"), "language": words.language, "maps": maps, "start": start}
    _mount(key=KEY, data=data, **callbacks)


def _sheet(sea_map: SeaMap, own: bool) -> dict[str, Any]:
    return {
        "id": sea_map.id,
        "name": sea_map.name,
        "mode": sea_map.mode,
        "sector": sea_map.sector_side,
        "grid": list(sea_map.grid),
        "own": own,
    }
