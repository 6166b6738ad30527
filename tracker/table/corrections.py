"""Corrections of what was misheard, as the operations that apply them.

Knows how a correction is told to a page and how it is sent back; not how it was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tracker.game.announcements import Announcement, Heading, Item, Side
from tracker.game.cells import Course
from tracker.game.notation import format_announcement
from tracker.table.chain import EditLike

if TYPE_CHECKING:
    from tracker.solver.repairs import Repair

MOST_OFFERED = 8


@dataclass(frozen=True, slots=True)
class Heard:
    """The list that is corrected: its announcements, the id of each, and whose courses may have been misheard."""

    announcements: tuple[Announcement, ...]
    ids: tuple[str, ...]
    tracked: Side

    def single(self, edit: EditLike, probability: float, answer: Item | None = None) -> dict[str, Any]:
        """Return one correction with its operation; ``answer`` is the corrected item where it is no course."""
        told, operation = self._edit(edit, answer)
        return {**told, "probability": _share(probability), "op": operation}

    def several(self, edits: Sequence[EditLike], probability: float) -> dict[str, Any]:
        """Return corrections that fit together only, with their operations in the order to send them."""
        both = [self._edit(edit, None) for edit in edits]
        return {
            "edits": [told for told, _ in both],
            "probability": _share(probability),
            "ops": [operation for _, operation in both],
        }

    def repairs(self, found: Sequence[Repair]) -> list[dict[str, Any]]:
        """Return single corrections, likeliest first, each with its share among all of them."""
        answers = sum(repair.probability for repair in found if repair.answer is not None)
        shares = [
            (repair, repair.probability if repair.answer is not None else repair.probability * (1 - answers))
            for repair in found
        ]
        shares.sort(key=lambda pair: -pair[1])
        return [self.single(repair.edits[0], share, repair.answer) for repair, share in shares[:MOST_OFFERED]]

    def pairs(self, shares: Sequence[tuple[tuple[EditLike, ...], float]]) -> list[dict[str, Any]]:
        """Return pairs of corrections of courses, likeliest first."""
        return [self.several(edits, share) for edits, share in shares[:MOST_OFFERED] if len(edits) > 1]

    def _edit(self, edit: EditLike, answer: Item | None) -> tuple[dict[str, Any], dict[str, Any]]:
        place = edit.announcement - 1
        at_end = place >= len(self.announcements)
        heard = None if at_end else self.announcements[place]
        id = None if at_end else self.ids[place]
        said: Announcement | None = None
        if answer is not None and heard is not None:
            said = replace(heard, item=answer)
        elif isinstance(edit.instead, Course):
            said = Announcement(self.tracked, Heading(edit.instead))
        text = None if said is None else format_announcement(said)
        kind = edit.mistake.name.lower()
        told = {
            "n": edit.announcement,
            "id": id,
            "kind": kind,
            "heard": None if heard is None else format_announcement(heard),
            "instead": text,
        }
        match kind:
            case "missed":
                return told, {"do": "insert", "before": id, "text": text}
            case "extra":
                return told, {"do": "delete", "id": id}
            case _:
                return told, {"do": "change", "id": id, "text": text}


def _share(probability: float) -> float:
    return float(f"{probability:.4g}")
