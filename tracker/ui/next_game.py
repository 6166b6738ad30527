"""The crew's other games, in the menu of the one that is open: the next one, and those before, to look back into.

Knows what the menu offers for them; who may open which is the table's business.
"""

from __future__ import annotations

import re
from datetime import datetime

import streamlit as st

from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.maps import SeaMap
from tracker.game.records import Record, dumps
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Model
from tracker.table.crews import earlier_code
from tracker.table.next_games import create_next, earlier, enter_next
from tracker.table.table import Table
from tracker.table.tables import Seat, tables
from tracker.ui import session
from tracker.ui.choices import choose_game
from tracker.ui.devices import show_devices
from tracker.ui.markdown import plain
from tracker.ui.words import Words

PAGE = "next"


def offer_next_game(words: Words, seat: Seat) -> None:
    """Draw the way to the next game, from an earlier one to the newest: one button."""
    following = tables().next_of(seat.table.id)
    if following is None:
        st.button(words("next-game"), key="menu-next", width="stretch", icon=":material/replay:", on_click=_ask)
    else:
        text = words("next-newest") if seat.back_from else words("next-go", map=plain(following["map"]))
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
    """Draw each game that this device's crew played before, to be opened again or taken away as a record."""
    try:
        games = [game for game in earlier(tables(), st.session_state[session.CODE]) if game.id != seat.table.id]
    except TrackerError as fault:
        st.error(plain(words.told(fault)))
        return
    if not games:
        return
    with st.expander(words("next-earlier", count=len(games)), icon=":material/history_edu:"):
        for game in games:
            _earlier_game(words, game)


def _earlier_game(words: Words, game: Table) -> None:
    record, sea_map = game.record(), game.settings.sea_map
    name, when = plain(sea_map.name or sea_map.id), _when(datetime.fromtimestamp(game.created), datetime.now())
    with st.container(horizontal=True):
        st.button(
            words("next-open", map=name, when=plain(when), count=len(record.announcements)),
            key=f"earlier-open-{game.id}",
            on_click=_look_back,
            args=(game.id,),
            icon=":material/history_edu:",
            width="stretch",
        )
        st.download_button(
            ".sonar",
            dumps(record),
            file_name=record_name(record, sea_map),
            mime="text/plain",
            on_click="ignore",
            key=f"earlier-{game.id}",
            icon=":material/download:",
            width="content",
        )


def _when(begun: datetime, now: datetime) -> str:
    """Return when a game began: the time of day, or the day where it was another."""
    return begun.strftime("%H:%M" if begun.date() == now.date() else "%Y-%m-%d")


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


def _look_back(game: str) -> None:
    session.enter(earlier_code(st.session_state[session.CODE], game))


def _go() -> None:
    try:
        session.enter(enter_next(tables(), st.session_state[session.CODE]).code)
    except TrackerError as fault:
        st.toast(plain(session.words().told(fault)))
