"""The set-up: pick a map and a game begins; or join one, or open a record or a map of one's own.

Knows what must be agreed before the first announcement; it knows nothing of the live board.
"""

from __future__ import annotations

import streamlit as st

from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.imports import import_text
from tracker.game.map_files import MODES, load_map, map_ids, parse_map
from tracker.game.maps import SeaMap
from tracker.game.record_maps import record_map
from tracker.game.records import Record, loads
from tracker.game.rules import RuleOptions
from tracker.game.sentences import say
from tracker.solver.answers import Model
from tracker.table import tables
from tracker.ui import session
from tracker.ui.buttons import acting_button
from tracker.ui.choices import choice_keys, choose_game
from tracker.ui.devices import device_name
from tracker.ui.languages import language_switch
from tracker.ui.map_editor import KEY as EDITOR
from tracker.ui.map_editor import mount_editor
from tracker.ui.markdown import plain
from tracker.ui.words import Words

PAGE = "new"


def show_new_game(words: Words) -> None:
    """Draw the whole set-up page."""
    with st.container(key="new-game"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.title(words("new-title"), anchor=False, width="content")
            language_switch(words)
        if st.session_state[session.NOTE]:
            st.warning(plain(st.session_state[session.NOTE]))
        st.markdown(words("new-intro"))
        us, options, model = choose_game(words, PAGE, _own_maps(), start_game, edit=True)
        st.button(words("new-draw"), key="new-draw", icon=":material/draw:", on_click=session.draw, args=(session.NEW,))
        with st.expander(words("new-join"), icon=":material/group_add:"):
            _join(words)
        with st.expander(words("new-open"), icon=":material/upload_file:"):
            _open_file(words, us, options, model)


def show_editor(words: Words) -> None:
    """Draw the editor of own maps instead."""
    for key in choice_keys(PAGE):
        if key in st.session_state:
            st.session_state[key] = st.session_state[key]  # Streamlit forgets what a page that is not drawn had chosen
    mount_editor(words, _own_maps(), session.drawing() or "", on_saved_change=_map_saved, on_left_change=_map_left)


def _map_saved() -> None:
    saved = st.session_state[EDITOR].get("saved") or {}
    if saved.get("mode") in MODES:
        st.session_state["new-mode"] = saved["mode"]
    session.draw(None)


def _map_left() -> None:
    session.draw(None)


def _own_maps() -> list[SeaMap]:
    try:
        return tables().own_maps.all()
    except TrackerError:
        return []  # said once a game is begun: the maps that are shipped are there without a journal


def start_game(sea_map: SeaMap, us: Side, options: RuleOptions, model: Model, record: Record | None = None) -> None:
    """Make a new game at a new table and open it on this page; a failure is shown as one sentence."""
    try:
        name = device_name(st.context.headers.get("User-Agent"))
        session.enter(tables().create(sea_map, us, options, model, record=record, device_name=name))
    except TrackerError as fault:
        st.session_state[session.NOTE] = session.words().told(fault)


def read_upload(
    name: str, content: bytes, us: Side, options: RuleOptions, language: str = "en"
) -> tuple[SeaMap | None, Side, RuleOptions, Record | None]:
    """Return what an uploaded record, list, table or map file holds: its map, our side, rule options and the record.

    A list or a table names no map: it is None. Raises TrackerError, one sentence a fault, where it cannot be read. No
    path that a record names is ever opened.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise TrackerError(
            say("not-utf8", "byte {n} is not UTF-8 text: save the file as UTF-8 and try again", n=fault.start + 1)
        ) from fault
    if name.lower().endswith(".txt") and "sector:" in text.lower() and "[" not in text.split("\n")[0]:
        return parse_map(text, "own map"), us, options, None
    record = loads(text) if name.lower().endswith(".sonar") else import_text(text, language, us)
    listed = record.tag("Map") is None and record.tag("Grid") is None and not name.lower().endswith(".sonar")
    return None if listed else record_map(record, None), record.us, options if listed else record.options, record


def _join(words: Words) -> None:
    with st.form("join-form", border=False, clear_on_submit=True):
        code = st.text_input(words("new-join-code"), key="join-code", autocomplete="off", max_chars=80)
        sent = st.form_submit_button(words("new-join-go"))
    if sent and code.strip():
        asked = (st.session_state[session.JOIN] or (0, ""))[0]
        st.session_state[session.JOIN] = (asked + 1, code.strip())
        st.session_state[session.NOTE] = ""
        st.rerun()


def _open_file(words: Words, us: Side, options: RuleOptions, model: Model) -> None:
    key = f"upload-{st.session_state[session.UPLOADS]}"
    upload = st.file_uploader(words("new-open-file"), type=["sonar", "txt", "csv"], key=key)
    if upload is None:
        return
    try:
        sea_map, side, chosen, record = read_upload(upload.name, upload.getvalue(), us, options, words.language)
    except TrackerError as fault:
        faults = [plain(words.said(one)) for one in fault.told]
        st.error("\n\n".join([words("new-unreadable", name=plain(upload.name)), *faults]))
        return
    if sea_map is None:
        sheets = [*(load_map(map_id) for map_id in map_ids()), *_own_maps()]
        name = words("new-open-map")
        sea_map = st.selectbox(name, sheets, None, lambda sheet: plain(sheet.name), key=f"{key}-map", placeholder=name)
        if sea_map is None:
            return
    heard = len(record.announcements) if record else 0
    st.success(words("new-readable", name=plain(sea_map.name or sea_map.id), count=heard))
    opened = (sea_map, side, chosen, model, record)
    acting_button(words("new-open-go"), "open-go", _open, opened, type="primary")
    if heard:
        acting_button(words("new-open-review"), "open-review", _open, (*opened, True), icon=":material/history:")


def _open(
    sea_map: SeaMap, us: Side, options: RuleOptions, model: Model, record: Record | None, review: bool = False
) -> None:
    st.session_state[session.UPLOADS] += 1
    if review:
        session.ask_for_review()
    start_game(sea_map, us, options, model, record)
