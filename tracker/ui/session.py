"""What one open page remembers while it is open: its keys in the session and their defaults.

Knows the names and first values only; a game's own facts live at its table.
"""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

from tracker.ui.words import Words, choose_language

CODE = "page.code"
LANGUAGE = "page.language"
NOTE = "page.note"
MENU = "page.menu"
JOIN = "page.join"
ROLE = "page.role"
ROLE_NOW = "page.role-now"
SURE = "page.sure"
NEXT = "page.next"
UPLOADS = "page.uploads"
DRAW = "draw"
"""In the page's address, so that a reload comes back: the map that is drawn on, or NEW."""
NEW = "new"
REVIEW = "page.review"

DEFAULTS: dict[str, Any] = {
    CODE: None,  # None: the device was not asked yet; "": no game
    LANGUAGE: None,  # None: the browser's
    NOTE: "",  # a sentence shown once over the set-up
    MENU: False,  # whether the game's menu is to be opened in this run
    JOIN: None,  # (how many were asked for, the short code that the device is to join by)
    ROLE: None,  # (a number new for each choice, the role that the device is to take)
    ROLE_NOW: "",  # the role that the device said it has when it asked for the menu
    SURE: False,  # whether "new game" was asked for once
    REVIEW: 0.0,  # when the review was asked for last: a new moment opens it
    NEXT: False,  # whether the menu shows what is to be chosen for the crew's next game
    UPLOADS: 0,  # counts used-up upload fields, so that each new game begins with an empty one
}


def prepare() -> None:
    """Give every key that is missing its default."""
    for key, value in DEFAULTS.items():
        st.session_state.setdefault(key, value)


def language() -> str:
    """Return the language of this page: chosen, else the browser's, else English."""
    return choose_language(st.session_state[LANGUAGE] or st.context.locale)


def words() -> Words:
    """Return the texts of this page's language."""
    return Words(language())


def give_role(role: str) -> None:
    """Have the board of this page show what a role needs; the number outlives the session on the device."""
    st.session_state[ROLE] = (time.time_ns(), role)


def enter(code: str) -> None:
    """Open a game on this page; an empty code leaves the one that is open."""
    st.session_state[CODE] = code
    st.session_state[NOTE] = ""


def drawing() -> str | None:
    """Return what the map editor is open for: the id of a map to begin from, or NEW; None where it is not open."""
    return st.query_params.get(DRAW)


def draw(what: str | None) -> None:
    """Open the map editor for the id of a map or NEW, or close it."""
    if what is None:
        st.query_params.pop(DRAW, None)
    else:
        st.query_params[DRAW] = what


def ask_for_review() -> None:
    """Have the review of the game lie open from the next run on."""
    st.session_state[REVIEW] = time.time()
