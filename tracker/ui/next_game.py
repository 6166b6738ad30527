"""The crew's next game, in the menu of the one that is played: chosen again, or gone along to where it has begun.

Knows what the menu offers for it and the games before; who is taken along is the table's business.
"""

from __future__ import annotations

import re

import streamlit as st

from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.maps import SeaMap
from tracker.game.records import Record, dumps
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Model
from tracker.table.next_games import create_next, earlier, enter_next
from tracker.table.tables import Seat, tables
from tracker.ui import session
from tracker.ui.choices import choose_game
from tracker.ui.devices import show_devices
from tracker.ui.markdown import plain
from tracker.ui.words import Words

PAGE = "next"


def offer_next_game(words: Words, seat: Seat) -> None:
    """Draw the way to the next game: one button."""
    following = tables().next_of(seat.table.id)
    if following is None:
        st.button(words("next-game"), key="menu-next", width="stretch", icon=":material/replay:", on_click=_ask)
    else:
        text = words("next-go", map=plain(following["map"]))
        st.button(text, key="menu-next-go", width="stretch", icon=":material/replay:", type="primary", on_click=_go)


def show_next_game(words: Words, seat: Seat) -> None:
    """Draw what is to be chosen for the next game, and who comes along."""
    st.button(words("next-back"), key="next-back", icon=":material/arrow_back:", on_click=_ask, args=(False,))
    if st.session_state[session.NOTE]:
        st.warning(plain(st.session_state[session.NOTE]))
    st.markdown(words("next-intro"))
    show_devices(words, seat)
    choose_game(words, PAGE, tables().own_maps.all(), _begin, like=seat.table.settings)


def show_earlier_games(words: Words, seat: Seat) -> None:
    """Draw a download for each game that this device's crew played before this one."""
    games = earlier(tables(), seat)
    if not games:
        return
    with st.expander(words("next-earlier", count=len(games)), icon=":material/history_edu:"):
        for game in games:
            record = game.record()
            settings = game.settings
            name = plain(settings.sea_map.name or settings.sea_map.id)
            text = words("next-record", map=name, count=len(record.announcements))
            st.download_button(
                text,
                dumps(record),
                file_name=record_name(record, settings.sea_map),
                mime="text/plain",
                on_click="ignore",
                key=f"earlier-{game.id}",
                icon=":material/download:",
                width="stretch",
            )


def record_name(record: Record, sea_map: SeaMap) -> str:
    """Return what to call the file of a game's record."""
    name = re.sub(r"[^\w-]+", "-", record.tag("Map") or sea_map.name or "game").strip("-") or "game"
    return f"{name}.sonar"


def _ask(asked: bool = True) -> None:
    st.session_state[session.NEXT] = asked
    st.session_state[session.NOTE] = ""


def _begin(sea_map: SeaMap, us: Side, options: RuleOptions, model: Model) -> None:
    try:
        code = create_next(tables(), st.session_state[session.CODE], sea_map, us, options, model)
    except TrackerError as fault:
        st.session_state[session.NOTE] = session.words().told(fault)
        return
    _ask(False)
    session.enter(code)


def _go() -> None:
    try:
        session.enter(enter_next(tables(), st.session_state[session.CODE]).code)
    except TrackerError as fault:
        st.toast(plain(session.words().told(fault)))
