"""The menu of a game in progress: share it, take its record away, or begin another.

Knows the game only through its table; it knows nothing of how the board draws it.
"""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
import streamlit as st

from tracker.game.errors import TrackerError
from tracker.game.records import dumps
from tracker.table.table import Table
from tracker.table.tables import Seat, tables
from tracker.ui import session
from tracker.ui.addresses import THIS_COMPUTER, lan_address
from tracker.ui.devices import show_devices
from tracker.ui.languages import language_switch
from tracker.ui.markdown import plain
from tracker.ui.next_game import offer_next_game, record_name, show_earlier_games, show_next_game
from tracker.ui.words import Words

ROLES = {
    "operator": ":material/headphones:",
    "captain": ":material/visibility:",
    "mate": ":material/speed:",
}
"""The roles that the board knows, each with its picture."""


def show_menu(words: Words, seat: Seat | None) -> None:
    """Open the menu over the board; without a seat at the game it offers what needs none."""
    st.dialog(words("menu-title"))(_draw)(words, seat, st.session_state[session.CODE])


def _draw(words: Words, seat: Seat | None, code: str) -> None:
    if st.session_state[session.CODE] != code or session.language() != words.language:
        st.rerun()  # the whole page and not this menu only: another game or language was chosen, or this game left
    if seat is not None and st.session_state[session.NEXT]:
        show_next_game(words, seat)
        return
    language_switch(words, key="menu-language")
    _roles(words)
    if seat is None:
        st.warning(words("menu-unknown"))
    else:
        if st.button(words("menu-review"), key="menu-review", width="stretch", icon=":material/history:"):
            session.ask_for_review()
            st.rerun()  # the whole page: the menu makes room for the review
        _invite(words, seat.table)
        show_devices(words, seat)
        _record(words, seat.table)
        show_earlier_games(words, seat)
        offer_next_game(words, seat)
    _leave(words)


def _roles(words: Words) -> None:
    """Let the device be the operator's, the captain's or the first mate's: one tap, and the menu is gone."""
    st.markdown(words("menu-role"))
    with st.container(horizontal=True, key="menu-roles"):
        for role, icon in ROLES.items():
            now = role == st.session_state[session.ROLE_NOW]
            text = words(f"board-role-{role}")
            if st.button(
                text, key=f"menu-role-{role}", icon=icon, type="primary" if now else "secondary", width="stretch"
            ):
                session.give_role(role)
                st.rerun()


def _invite(words: Words, table: Table) -> None:
    if not st.button(words("menu-invite"), key="menu-invite", width="stretch", icon=":material/qr_code_2:"):
        return
    try:
        short = tables().invite(table)
    except TrackerError as fault:
        st.error(plain(words.told(fault)))
        return
    address = crew_address(st.context.url or "")
    st.image(invitation(address, short), width=220, alt=words("menu-qr"))
    with st.container(key="menu-short"):
        st.markdown(f"## `{short}`")
    st.caption(words("menu-invite-hint", address=address))


def crew_address(url: str) -> str:
    """Return the page's address as other devices reach it: no query, no fragment, and not this machine's own name."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in THIS_COMPUTER:
        host = lan_address() or host
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme or 'http'}://{host}{port}{parts.path or '/'}"


def invitation(address: str, short: str) -> str:
    """Return the QR code, as SVG text, of the address that lets a device join; the code stands after the ``#``."""
    out = io.BytesIO()
    code = segno.make(f"{address}#join={short}", error="m")
    code.save(out, kind="svg", scale=6, border=3, light="#fff", xmldecl=False)
    return out.getvalue().decode("ascii")


def _record(words: Words, table: Table) -> None:
    try:
        record = table.record()
    except TrackerError as fault:
        st.error(plain(words.told(fault)))
        return
    st.download_button(
        words("menu-download"),
        dumps(record),
        file_name=record_name(record, table.settings.sea_map),
        mime="text/plain",
        on_click="ignore",
        key="menu-download",
        icon=":material/download:",
        width="stretch",
    )
    st.caption(words("menu-heard", count=len(record.announcements)))


def _leave(words: Words) -> None:
    st.button(words("menu-new"), key="menu-new", width="stretch", icon=":material/restart_alt:", on_click=_ask)
    if st.session_state[session.SURE]:
        st.warning(words("menu-new-sure"))
        st.button(words("menu-new-yes"), key="menu-new-yes", type="primary", width="stretch", on_click=_leave_game)


def _ask() -> None:
    st.session_state[session.SURE] = True


def _leave_game() -> None:
    st.session_state[session.SURE] = False
    session.enter("")
