"""The one page of the tracker: the live board of a game, or the set-up of a new one.

Knows which of the two a device needs; what each of them does is their own business.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tracker.game.errors import TrackerError
from tracker.table.tables import Seat, tables
from tracker.ui import session
from tracker.ui.board import KEY, mount_board
from tracker.ui.game_menu import show_menu
from tracker.ui.markdown import plain
from tracker.ui.new_game import show_editor, show_new_game
from tracker.ui.review import mount_review
from tracker.ui.words import choose_language

# shipped with the page: a named icon would be fetched from the Internet, which a table may not have
ICON = Path(__file__).with_name("icon.png")

STYLE = """<style>
.stMainBlockContainer { padding: .75rem .75rem 2rem !important; max-width: 60rem; }
.st-key-new-game h1 { font-size: 1.7rem; padding: 0; }
.st-key-new-maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.6rem, 1fr)); gap: .5rem; }
.st-key-new-maps > * { width: auto !important; }
.st-key-new-maps [data-testid="stImage"] img { border-radius: .3rem; width: 100%; }
.st-key-new-maps [data-testid="stElementToolbar"] { display: none; }
.st-key-new-maps button, [data-testid="stDialog"] .stButton button, [data-testid="stDialog"] .stDownloadButton button
  { min-height: 56px; }
</style>"""


def main() -> None:
    """Draw the page once."""
    st.set_page_config(page_title="Sonar", page_icon=str(ICON), layout="wide")
    session.prepare()
    words = session.words()
    st.html(STYLE)
    code = st.session_state[session.CODE]
    seat = _seat(code)
    told = mount_board(
        code,
        words,
        device=seat.device.id if seat else "",
        chosen=st.session_state[session.LANGUAGE],
        join=st.session_state[session.JOIN],
        role=st.session_state[session.ROLE],
        on_remembered_change=_remembered,
        on_menu_change=_menu,
    )
    if code is None and told:
        # A new session of a page that was open before (the server was restarted): nothing changed, so nobody called.
        _remembered()
        st.rerun()
    if code == "" and session.drawing():
        show_editor(words)
    elif code == "":
        show_new_game(words)
    elif code and st.session_state[session.NOTE]:
        st.toast(plain(st.session_state[session.NOTE]))
    if code and seat:
        mount_review(code, words, st.session_state[session.REVIEW])
    if code and st.session_state[session.MENU]:
        st.session_state[session.MENU] = False
        show_menu(words, seat)


def _remembered() -> None:
    """Take over which game the device has open: it outlives this session, the server and a reload."""
    told = st.session_state[KEY].get("remembered") or {}
    code = told.get("code")
    st.session_state[session.CODE] = code if isinstance(code, str) else ""
    if told.get("language"):
        st.session_state[session.LANGUAGE] = choose_language(str(told["language"]))
    st.session_state[session.NOTE] = str(told.get("note") or "")


def _menu() -> None:
    st.session_state[session.MENU] = True
    st.session_state[session.SURE] = False
    st.session_state[session.NEXT] = False
    told = st.session_state[KEY].get("menu") or {}
    st.session_state[session.ROLE_NOW] = str(told.get("role") or "")


def _seat(code: str | None) -> Seat | None:
    if not code:
        return None
    try:
        return tables().seat(code)
    except TrackerError:
        return None  # the board says so itself: it may hold taps that wait for this game


main()
