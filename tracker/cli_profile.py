"""The command ``profile``: how long the engine takes for each announcement of a record.

Knows the keys of the contract in the record format's description; the timing itself is the solver's.
"""

from __future__ import annotations

from typing import Any

from tracker.cli_answers import Track, heard_of, side_of
from tracker.cli_files import GameFile
from tracker.game.notation import format_item
from tracker.solver.answers import Model
from tracker.solver.profiling import Profile, profile, question_of


def profile_of(
    game: GameFile, track: Track, model: Model, mishears: int, at: int | None, repeat: int
) -> dict[str, Any]:
    """Return the object that ``profile --json`` prints for a record."""
    heard = heard_of(game, at)
    question = question_of(game.sea_map, heard, side_of(track, game.record.us), game.record.options, model, mishears)
    found: Profile = profile(question, repeat)
    return {
        "items": [
            {
                "item": format_item(announcement.item),
                "ms": item.ms,
                "answer_ms": item.answer_ms,
                "hypotheses": item.hypotheses,
                "shapes": item.shapes,
            }
            for announcement, item in zip(heard, found.items, strict=True)
        ],
        "total_ms": found.total_ms,
        "cold_ms": found.cold_ms,
        "peak_mib": found.peak_mib,
    }
