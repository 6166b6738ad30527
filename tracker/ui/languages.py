"""The switch between the interface's languages, wherever a page shows it.

Knows which languages there are; switching one touches nothing but the texts.
"""

from __future__ import annotations

import streamlit as st

from tracker.ui import session
from tracker.ui.words import LANGUAGES, Words


def language_switch(words: Words, key: str = "language-switch") -> None:
    """Draw the switch; a choice holds for this page and is remembered by the device."""
    st.segmented_control(
        words("language"),
        list(LANGUAGES),
        default=words.language,
        format_func=lambda language: LANGUAGES[language],
        key=key,
        required=True,
        label_visibility="collapsed",
        on_change=lambda: st.session_state.__setitem__(session.LANGUAGE, st.session_state[key]),
    )
