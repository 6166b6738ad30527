"""What is agreed before a game, as a person taps it: our side, the game, rule options, model, and the map.

Knows how the choices are drawn and which come first; not what becomes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias, TypeVar

import streamlit as st

from tracker.game.announcements import Side
from tracker.game.map_files import MODES, load_map, map_ids
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions, TorpedoReading
from tracker.solver.answers import Model
from tracker.table.settings import GameSettings
from tracker.ui import session
from tracker.ui.buttons import acting_button
from tracker.ui.markdown import plain
from tracker.ui.thumbnails import thumbnail
from tracker.ui.words import Words

Choice = TypeVar("Choice")
Agreed: TypeAlias = tuple[Side, RuleOptions, Model]
"""What is chosen beside the map."""

Start: TypeAlias = Callable[[SeaMap, Side, RuleOptions, Model], None]
SIDES: tuple[Side, ...] = (Side.YELLOW, Side.BLUE)
TORPEDOES: tuple[TorpedoReading, ...] = ("manhattan", "path")
MINES: tuple[Literal[8, 4], ...] = (8, 4)
MODELS: tuple[Model, ...] = ("captain", "uniform")
CERTAIN = ("certain", "near certain")
NAMES = ("us", "mode", "torpedo", "mines", "model")


def choice_keys(page: str) -> tuple[str, ...]:
    """Return the session's keys of the choices on a page."""
    return tuple(f"{page}-{name}" for name in NAMES)


def choose_game(
    words: Words,
    page: str,
    own: Iterable[SeaMap],
    start: Start,
    *,
    like: GameSettings | None = None,
    edit: bool = False,
) -> Agreed:
    """Draw the choices and the maps of a page; ``start`` is called with the map that is tapped.

    ``like`` is a game whose settings are chosen already, its map first; ``edit`` lets own maps be changed.
    """
    chosen = like.options if like else RuleOptions()
    with st.container(horizontal=True, key=f"{page}-choices"):
        us = _choose(words, page, "us", SIDES, like.us if like else SIDES[0], lambda side: words(f"new-{side.value}"))
        played = like.sea_map.mode if like and like.sea_map.mode in MODES else MODES[0]
        mode = _choose(words, page, "mode", MODES, played, lambda mode: words(f"new-{mode}"))
    with st.expander(words("new-options")):
        torpedo = _pick(words, page, "torpedo", TORPEDOES, chosen.torpedo)
        mines = _pick(words, page, "mines", MINES, chosen.mine_neighbours)
        model = _pick(words, page, "model", MODELS, like.model if like else MODELS[0])
    options = RuleOptions(torpedo=torpedo, mine_neighbours=mines)
    agreed = (us, options, model)
    if like is not None:
        name = plain(like.sea_map.name or like.sea_map.id)
        again = words("next-again", name=name)
        acting_button(again, f"{page}-again", start, (like.sea_map, *agreed), type="primary", width="stretch")
    with st.container(key="new-maps"):  # one look, whichever page shows them
        for sea_map in (load_map(map_id) for map_id in map_ids()):
            if sea_map.mode == mode:
                _map_card(words, page, sea_map, start, agreed)
        for sea_map in own:
            if sea_map.mode in ("", mode):
                _map_card(words, page, sea_map, start, agreed, own=True, edit=edit)
    return agreed


def _choose(
    words: Words, page: str, name: str, choices: Sequence[Choice], first: Choice, text: Callable[[Choice], str]
) -> Choice:
    key = f"{page}-{name}"
    chosen = st.segmented_control(
        words(f"new-{name}"), choices, default=first, format_func=text, key=key, required=True
    )
    return first if chosen is None else chosen


def _pick(words: Words, page: str, name: str, choices: Sequence[Choice], first: Choice) -> Choice:
    return st.radio(
        words(f"new-{name}"),
        choices,
        choices.index(first),
        format_func=lambda choice: words(f"new-{name}-{choice}"),
        key=f"{page}-{name}",
    )


def _map_card(
    words: Words, page: str, sea_map: SeaMap, start: Start, agreed: Agreed, *, own: bool = False, edit: bool = False
) -> None:
    with st.container(border=True, gap="xsmall", key=f"{page}-map-{sea_map.id}"):
        st.image(thumbnail(sea_map), width="stretch", alt=words("new-map-picture", name=sea_map.name))
        name = plain(sea_map.name if own else sea_map.name.split(" (")[0])
        key = f"start-{sea_map.id}" if page == "new" else f"{page}-start-{sea_map.id}"
        acting_button(name, key, start, (sea_map, *agreed), width="stretch")
        if own and edit:
            st.button(
                words("new-change"),
                key=f"change-{sea_map.id}",
                type="tertiary",
                on_click=session.draw,
                args=(sea_map.id,),
                width="stretch",
            )
        elif not own and sea_map.source.split(":")[0] not in CERTAIN:
            st.markdown(f":small[{words('new-compare')}]")
