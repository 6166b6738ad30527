"""The captain's sheet after the game, as plain JSON values: what is known, what is still open, and what fits there.

Knows how a game's truth is told to a page and by which operation each choice is entered; what fits is
``insight.truth_choices``'s business.
"""

from __future__ import annotations

from typing import Any

from tracker.game.announcements import Announcement, Gap, Heading, Item, Mine, Side
from tracker.game.cells import Cell, cell_name
from tracker.game.notation import format_announcement
from tracker.game.records import Record
from tracker.game.sentences import say
from tracker.insight.truth import as_said, sailed, start_of, true_track
from tracker.insight.truth_choices import (
    TruthGame,
    fits,
    fitting_items,
    fitting_starts,
    is_known,
    is_open_to_truth,
    unmarked,
    with_truth,
)
from tracker.table.game_log import Entry, GameLog
from tracker.table.operations import BadOperation
from tracker.table.settings import GameSettings

START = "@start"
"""What stands for the start among the ids of announcements: none of them has such a sign."""


def truth_fields(settings: GameSettings, log: GameLog, record: Record, side: Side, about: str | None) -> dict[str, Any]:
    """Return a side's sheet; ``about`` is the announcement whose choices are asked for, by default the next open one.

    Raises BadOperation for an announcement that hides nothing, TooManyHypotheses where there is too little memory.
    """
    heard = log.heard
    game = TruthGame(settings.sea_map, log.announcements, side, settings.options, start_of(record, side))
    places = {e.id: n for n, e in enumerate(heard, 1) if is_open_to_truth(e.announcement, side)}
    if about is not None and about != START and about not in places:
        raise BadOperation(
            say(
                "truth-nothing", "That announcement hides nothing that a captain's sheet tells: look at the list again."
            )
        )
    if about is None:
        opened = (id for id, n in places.items() if not is_known(heard[n - 1].announcement))
        about = START if game.start is None else next(opened, None)
    track = tuple(true_track(record, side))
    fields: dict[str, Any] = {
        "version": log.version,
        "side": side.value,
        "start": None if game.start is None else cell_name(game.start),
        "items": [_item(heard[n - 1], n) for n in places.values()],
        "track": [None if cell is None else cell_name(cell) for cell in track],
        "about": None if about is None else {"id": about, "n": places.get(about, 0)},
        "cell": None,
        "fits": [],
        "clear": None,
        "consistent": True,
    }
    if about is None:
        return fields | {"consistent": fits(game)}
    if about == START:
        cells = fitting_starts(game)
        clear = None if game.start is None else _start_operation(side, None)
        return fields | {"fits": [_start_choice(side, cell) for cell in cells], "clear": clear}
    number = places[about]
    entry = heard[number - 1]
    here = track[number - 1]
    return fields | {
        "cell": None if here is None else cell_name(here),
        "fits": [_choice(entry, item, here) for item in fitting_items(game, number)],
        "clear": _change(entry, unmarked(entry.announcement)) if is_known(entry.announcement) else None,
    }


def _item(entry: Entry, number: int) -> dict[str, Any]:
    item = entry.announcement.item
    return {
        "id": entry.id,
        "n": number,
        "kind": "course" if isinstance(item, Heading) else type(item).__name__.lower(),
        "text": format_announcement(as_said(entry.announcement) or entry.announcement),
        "known": is_known(entry.announcement),
    }


def _start_choice(side: Side, cell: Cell) -> dict[str, Any]:
    return {"text": cell_name(cell), "cell": cell_name(cell), "op": _start_operation(side, cell)}


def _start_operation(side: Side, cell: Cell | None) -> dict[str, Any]:
    return {"do": "start", "side": side.value, "cell": None if cell is None else cell_name(cell)}


def _choice(entry: Entry, item: Item, here: Cell | None) -> dict[str, Any]:
    """A choice with the cell that it is tapped by: where a mine lies, or where a silence or course ends."""
    really = Announcement(entry.announcement.side, item)
    match item:
        case Mine(cell):
            there = cell
        case Gap():  # nothing was missed
            there = here
        case _:
            there = sailed(here, really)
    operation = _change(entry, with_truth(entry.announcement, item))
    return {"text": format_announcement(really), "cell": None if there is None else cell_name(there), "op": operation}


def _change(entry: Entry, announcement: Announcement) -> dict[str, Any]:
    text = format_announcement(announcement)
    # a correction keeps the comment unless it gives another, and only a gap's truth stands there
    marked = text if announcement.comment == entry.announcement.comment else f"{text} # {announcement.comment}"
    return {"do": "change", "id": entry.id, "text": marked}
