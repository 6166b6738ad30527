"""The crew's devices in the menu: what they are called, and turning one out.

Knows how a browser describes itself and who may turn out whom; it knows nothing of the game that they share.
"""

from __future__ import annotations

import streamlit as st

from tracker.game.errors import TrackerError
from tracker.table.tables import Seat, tables
from tracker.ui import session
from tracker.ui.markdown import plain
from tracker.ui.words import Words

KINDS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Mobile", "Android"),
    ("Android", "Android tablet"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
"""What a browser's description holds and what its device is called: the first that fits, as the board has it too."""


def device_name(agent: str | None) -> str:
    """Return what to call a device by its browser's description of itself; empty where that says nothing."""
    return next((name for mark, name in KINDS if mark in (agent or "")), "")


def show_devices(words: Words, seat: Seat) -> None:
    """List the devices at the table, each with a button to turn it out where this device may."""
    try:
        devices = tables().devices(seat.table)
    except TrackerError as fault:
        st.error(plain(words.told(fault)))
        return
    with st.expander(words("devices", count=len(devices)), icon=":material/devices:"):
        for device in devices:
            name = device.name or words("device-unnamed")
            own = device.id == seat.device.id
            with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
                st.text(f"{name} · {words('device-own')}" if own else name, width="content")
                if not own and device.rank >= seat.device.rank:
                    st.button(words("device-out"), key=f"out-{device.id}", on_click=_turn_out, args=(seat, device.id))


def _turn_out(seat: Seat, device: str) -> None:
    try:
        tables().revoke(seat, device)
    except TrackerError as fault:
        st.toast(plain(session.words().told(fault)))
