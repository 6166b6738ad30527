"""Answers as plain text for a terminal: the map with the possible cells, the counts, and what to check.

Knows how an answer is laid out, not how it was found nor where it is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tracker.game.announcements import Announcement, Gap, Heading, Side, Silence
from tracker.game.cells import Cell, Sector, cell_at, cell_name, column_name
from tracker.game.clues import ordinal
from tracker.game.maps import ISLAND, SeaMap
from tracker.game.notation import format_announcement

if TYPE_CHECKING:
    from tracker.solver.tracking import Tracker

LIKELIEST_SHOWN = 5
CHECKED_COURSES = 6
"""How many courses before a contradiction are named: a wrong one shows within a few courses more often than not."""


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, such as ``1 cell`` or ``2,418 cells``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def draw_map(sea_map: SeaMap, probability: Mapping[Cell, float]) -> str:
    """Return the sheet with a digit in each possible cell, 9 for the likeliest, gaps between sectors.

    A digit is the share of the likeliest cell's probability, in ninths, rounded up: no possible cell vanishes.
    """
    most = max(probability.values(), default=0.0)
    gap = "  " if sea_map.sector_side < sea_map.columns else ""

    def spread(symbols: Sequence[str]) -> str:
        side = sea_map.sector_side
        return gap.join(
            "".join(f" {symbol}" for symbol in symbols[at : at + side]) for at in range(0, len(symbols), side)
        )

    lines = ["   " + spread([column_name(column) for column in range(sea_map.columns)])]
    for row in range(sea_map.rows):
        if row and row % sea_map.sector_side == 0:
            lines.append("")
        symbols = []
        for column in range(sea_map.columns):
            cell = cell_at(row, column)
            symbols.append(_digit(probability[cell], most) if cell in probability else sea_map.symbol(cell))
        lines.append(f"{row + 1:2} {spread(symbols)}")
    return "\n".join(lines)


def _digit(share: float, most: float) -> str:
    return str(min(9, max(1, math.ceil(9 * share / most - 1e-9)))) if most > 0 else "9"


def legend(sea_map: SeaMap) -> str:
    """Return what the symbols of ``draw_map`` mean on this map."""
    marks = {symbol for row in sea_map.grid for symbol in row}
    return ", ".join(
        [
            "1-9 possible (9 the likeliest cell, 1 a ninth of that or less)",
            ". sea where it cannot be",
            *(["# island"] if ISLAND in marks else []),
            *(["o ice hole where it cannot be"] if "o" in marks else []),
            *(["M Archer mine where it cannot be"] if "M" in marks else []),
            *(["O printed mark where it cannot be"] if "O" in marks else []),
        ]
    )


def likeliest_line(probability: Mapping[Cell, float]) -> str:
    """Return the most likely cells with their probabilities, equal ones by row and column."""
    ranked = sorted(probability.items(), key=lambda entry: (-entry[1], entry[0]))
    shown = ", ".join(f"{cell_name(cell)} {share:.1%}" for cell, share in ranked[:LIKELIEST_SHOWN])
    rest = len(ranked) - LIKELIEST_SHOWN
    return f"likeliest: {shown}" + (f" and {counted(rest, 'more cell')}" if rest > 0 else "")


def sectors_line(sectors: Mapping[Sector, float]) -> str:
    """Return the probability of each sector."""
    return "sectors: " + ", ".join(f"{sector} {share:.1%}" for sector, share in sorted(sectors.items()))


def answer_text(
    tracker: Tracker,
    announcements: Sequence[Announcement],
    found: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """Return the answer after the announcements that a tracker heard: map, counts, and what was probably misheard.

    ``found`` holds the corrections as the command line's JSON does.
    """
    if tracker.contradiction is None:
        likely = found.get("likely_misheard")
        warned = [likely_misheard_line(likely)] if likely else repair_lines(found)
        return "\n".join([_possible(tracker), *(["", *warned] if warned else []), "", legend(tracker.sea_map)])
    number = tracker.contradiction
    last = tracker.last_consistent
    parts = [
        contradiction_line(number, announcements, tracker.tracked),
        *repair_lines(found),
        *check_lines(number, announcements, tracker.tracked),
        "",
        f"Before it, after {counted(number - 1, 'announcement')}:",
        "",
        _possible(last),
        "",
        legend(tracker.sea_map),
    ]
    return "\n".join(parts)


def _possible(tracker: Tracker) -> str:
    probability = tracker.probability()
    return "\n".join(
        [
            draw_map(tracker.sea_map, probability),
            "",
            f"{counted(len(tracker.cells), 'possible cell')}, {counted(tracker.histories, 'history', 'histories')}, "
            f"{counted(len(tracker.starts), 'possible start')} of the dive",
            likeliest_line(probability),
            sectors_line(tracker.sectors()),
        ]
    )


def contradiction_line(number: int, announcements: Sequence[Announcement], tracked: Side) -> str:
    """Return which announcement made everything impossible."""
    wrong = _quoted(announcements[number - 1])
    return f"Contradiction: after announcement {number}, {wrong}, no route of {tracked.value} fits any more."


def check_lines(number: int, announcements: Sequence[Announcement], tracked: Side) -> list[str]:
    """Return what to check on a contradiction, the announcement's own line first."""
    lines = [
        "Check, in this order:",
        f"- announcement {number} itself: {_check_of(announcements[number - 1], tracked)}",
    ]
    before = list(enumerate(announcements[: number - 1], 1))
    courses = [
        entry for entry in before if entry[1].side is tracked and isinstance(entry[1].item, Heading | Gap | Silence)
    ]
    if courses:
        listed = _listed(reversed(courses[-CHECKED_COURSES:]))
        lines.append(f"- the courses before it, the last first: {listed}: one may be wrong, or missed")
    others = [entry for entry in before if entry not in courses]
    if others:
        lines.append(f"- what else was heard, the last first: {_listed(reversed(others[-CHECKED_COURSES:]))}")
    lines.append("- the map, the torpedo and mine options at the top of the record, and which side is which")
    return lines


def _check_of(announcement: Announcement, tracked: Side) -> str:
    if announcement.side is tracked and isinstance(announcement.item, Heading | Gap | Silence):
        return "was this the course, and was none missed just before it?"
    if announcement.side is tracked:
        return "was it heard right, and was no course missed just before it?"
    return "was the answer heard right, and was no course missed just before it?"


def _quoted(announcement: Announcement) -> str:
    place = f" (line {announcement.line})" if announcement.line else ""
    return f"'{format_announcement(announcement)}'{place}"


def _listed(numbered: Iterable[tuple[int, Announcement]]) -> str:
    return ", ".join(f"{number} '{format_announcement(announcement)}'" for number, announcement in numbered)


MOST_REPAIRS = 8
"""How many corrections of a kind are printed; the JSON has all."""


def repair_lines(repairs: Mapping[str, Any]) -> list[str]:
    """Return the corrections that would make the record fit, as the command line's JSON holds them."""
    single, pairs = repairs.get("repairs", ()), repairs.get("repair_pairs", ())
    courses = [repair for repair in single if repair["kind"] != "answer"]
    answers = [repair for repair in single if repair["kind"] == "answer"]
    lines = [f"{probably(courses)}."] if courses else []
    if courses:
        lines += ["Single courses that would make it fit, likeliest first:", *_bullets(map(_repair, courses))]
    if answers:
        lines += ["Or one of the answers was another:", *_bullets(map(_repair, answers))]
    if pairs:
        lines += [
            "No single course is enough; these pairs are, likeliest first:",
            *_bullets(
                " and ".join(_edit(edit) for edit in pair["edits"]) + f" ({pair['probability']:.1%})" for pair in pairs
            ),
        ]
    return lines


def probably(repairs: Sequence[Mapping[str, Any]]) -> str:
    """Return in words what the likeliest of some corrections says of its announcement, and the others of the same.

    ``8th announcement: E was probably W (44.0%), or was never said (33.0%)``
    """
    place = _place(repairs[0])
    same = [repair for repair in repairs if _place(repair) == place]
    first, *others = (_happened(repair) for repair in same)
    ways = [first.replace("was ", "was probably ", 1), *others]
    told = ", or ".join(f"{way} ({repair['probability']:.1%})" for way, repair in zip(ways, same, strict=True))
    return f"{place}{told}"


def _place(edit: Mapping[str, Any]) -> str:
    number, heard = edit["announcement"], edit["heard"]
    if edit["kind"] != "missed":
        return f"{ordinal(number)} announcement: {heard} "
    return "After the last announcement: " if heard is None else f"Before the {ordinal(number)} announcement, {heard}: "


def _happened(edit: Mapping[str, Any]) -> str:
    match edit["kind"]:
        case "extra":
            return "was never said"
        case "missed":
            return f"{edit['instead']} was missed"
        case _:
            return f"was {edit['instead']}"


def likely_misheard_line(found: Mapping[str, Any]) -> str:
    """Return the warning that a record that fits was probably misheard, as the command line's JSON holds it."""
    edits, share = found["edits"], found["probability"]
    if len(edits) == 1:
        return f"Warning: {probably([{**edits[0], 'probability': share}])}. It fits as it was heard, but less well."
    told = " and ".join(map(_edit, edits))
    return f"Warning: probably {told} ({share:.1%}). It fits as it was heard, but less well."


def _bullets(texts: Iterable[str]) -> list[str]:
    found = list(texts)
    lines = [f"- {text}" for text in found[:MOST_REPAIRS]]
    return [*lines, f"- and {len(found) - MOST_REPAIRS} more"] if len(found) > MOST_REPAIRS else lines


def _repair(repair: Mapping[str, Any]) -> str:
    return f"{_edit(repair)} ({repair['probability']:.1%})"


def _edit(edit: Mapping[str, Any]) -> str:
    number, heard, instead = edit["announcement"], edit["heard"], edit["instead"]
    match edit["kind"]:
        case "extra":
            return f"announcement {number}: {heard} was never said"
        case "missed" if heard is None:
            return f"after the last announcement: {instead} was missed"
        case "missed":
            return f"before announcement {number} ({heard}): {instead} was missed"
        case _:
            return f"announcement {number}: {heard} was {instead}"


def perft_text(steps: Sequence[Mapping[str, object]]) -> str:
    """Return the counts after each announcement as a table."""
    heads = ("announcement", "item", "histories", "routes", "cells", "shapes")
    return table_text([heads, *(tuple(_figure(step[head]) for head in heads) for step in steps)])


def profile_text(found: Mapping[str, Any]) -> str:
    """Return the times of each announcement as a table, and those of the whole record."""
    heads = ("announcement", "item", "ms", "answer ms", "hypotheses", "shapes")
    rows = [
        (
            str(number),
            item["item"],
            f"{item['ms']:.3f}",
            f"{item['answer_ms']:.3f}",
            f"{item['hypotheses']:,}",
            f"{item['shapes']:,}",
        )
        for number, item in enumerate(found["items"], 1)
    ]
    whole = (
        f"whole record: {found['total_ms']:.2f} ms warm; {found['cold_ms']:.1f} ms in a fresh process, "
        f"which held {found['peak_mib']:.1f} MiB more at its peak"
    )
    return f"{table_text([heads, *rows])}\n\n{whole}"


def table_text(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as a table, the second column to the left and the others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if at == 1 else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _figure(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def map_line(sea_map: SeaMap) -> str:
    """Return a map's size, islands and how sure it is, in one line."""
    figures = [
        *([sea_map.mode] if sea_map.mode else []),
        f"{sea_map.columns} x {sea_map.rows}",
        counted(len(sea_map.islands), "island"),
        counted(sea_map.sector_count, "sector"),
    ]
    return f"{sea_map.name}: {', '.join(figures)}; {sea_map.source or 'no source named'}"
