"""Buttons whose press is never lost, however far the page had been drawn when it came.

Knows how Streamlit tells of a press; knows nothing of what the buttons do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

CALLED = "buttons.called"


def acting_button(label: str, key: str, act: Callable[..., None], args: tuple[Any, ...] = (), **looks: Any) -> None:  # noqa: ANN401 - Streamlit's own
    """Draw a button that calls ``act`` once for each press.

    Streamlit calls back before it draws the page again; where the drawing before was broken off short of the button it
    knows of no callback any more and tells only that it was pressed.
    """

    def called() -> None:
        st.session_state[CALLED] = key
        act(*args)

    pressed = st.button(label, key=key, on_click=called, **looks)
    known = st.session_state.get(CALLED) == key
    if known:
        st.session_state[CALLED] = None
    if pressed and not known:
        act(*args)
        st.rerun()
