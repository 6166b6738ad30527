"""The review of a game in words and in tables: text for people, CSV and JSON for other programs.

Knows how an analysis reads; draws nothing and opens no file.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from tracker.game.cells import cell_name
from tracker.game.notation import format_announcement
from tracker.insight.analysis import Analysis, SideAnalysis, Step
from tracker.insight.smoothing import SmoothedDive

COLUMNS = (
    "side",
    "announcement",
    "item",
    "evidence",
    "cells",
    "histories",
    "bits",
    "told",
    "best",
    "best_probability",
    "true",
    "true_probability",
    "true_rank",
    "true_in_hindsight",
)


def summary(analysis: Analysis) -> str:
    """Return the review in words."""
    name = analysis.sea_map.name or analysis.sea_map.id
    lines = [f"{name}: {len(analysis.record.announcements)} announcements"]
    for side in analysis.sides:
        lines += ["", *side_lines(side)]
    if not analysis.sides:
        lines.append("no side's sailing is on record: there is nothing to analyse")
    return "\n".join(lines)


def side_lines(side: SideAnalysis) -> list[str]:
    """Return what is to be said of one side, a sentence a line."""
    last = side.steps[-1]
    lines = [f"{side.side}'s submarine (model {side.model})"]
    if side.contradiction is not None:
        lines.append(f"  nothing fits after announcement {side.contradiction}: the analysis ends before it")
    where = f"{cell_name(last.best)} ({last.best_share:.0%})"
    lines.append(f"  at the end {_cells(last.cells)}, {last.bits:.1f} bits unknown, likeliest {where}{_truth(last)}")
    if side.found_at is None:
        held = "no cell ever" if side.steps[0].true is None else "the true cell never"
        lines.append(f"  never found: {held} held half of the probability")
    else:
        lines.append(f"  found first after announcement {side.found_at}, and {side.time_found:.0%} of the game")
    told = side.most_telling
    if told is not None:
        lines.append(f"  most telling: {told.number}: {told.text}, {told.told:.1f} bits")
    points = side.turning_points()
    if points:
        lines.append("  turning points:")
        lines += [f"    {point_line(step)}" for step in points]
    if side.dives:
        lines.append("  in hindsight:")
        lines += [f"    {dive_line(number, dive)}" for number, dive in enumerate(side.dives, 1)]
    elif not side.smoothed.size:
        lines.append("  in hindsight: too many histories for this machine's memory")
    return lines


def point_line(step: Step) -> str:
    """Return a turning point in words."""
    change = f"told {step.told:.1f} bits" if step.told >= 0 else f"hid {-step.told:.1f} bits"
    return f"{step.number}: {step.text} {change}, {_cells(step.cells)} left{_truth(step)}"


def dive_line(number: int, dive: SmoothedDive) -> str:
    """Return in words what the whole record says of a dive."""
    starts = sorted(dive.starts, key=lambda cell: -dive.starts[cell])
    shown = ", ".join(f"{cell_name(cell)} {dive.starts[cell]:.0%}" for cell in starts[:4])
    more = f" and {len(starts) - 4} more" if len(starts) > 4 else ""
    routes = f"{dive.histories:,} histor{'y' if dive.histories == 1 else 'ies'}"
    return f"dive {number} (from announcement {dive.first}) began at {shown}{more}; {routes} left"


def rows(analysis: Analysis) -> list[dict[str, Any]]:
    """Return one row for each side and announcement, with the keys of ``COLUMNS``."""
    return [
        dict(
            zip(
                COLUMNS,
                (
                    side.side.value,
                    step.number,
                    step.text,
                    step.evidence,
                    step.cells,
                    step.histories,
                    step.bits,
                    step.told,
                    cell_name(step.best),
                    step.best_share,
                    None if step.true is None else cell_name(step.true),
                    step.true_share,
                    step.true_rank,
                    step.in_hindsight,
                ),
                strict=True,
            )
        )
        for side in analysis.sides
        for step in side.steps
    ]


def csv_text(analysis: Analysis) -> str:
    """Return the rows as CSV."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(analysis))
    return buffer.getvalue()


def as_object(analysis: Analysis) -> dict[str, Any]:
    """Return the whole analysis as an object ready for JSON."""
    by_side: dict[str, list[dict[str, Any]]] = {side.side.value: [] for side in analysis.sides}
    for row in rows(analysis):
        by_side[row.pop("side")].append(row)
    return {
        "map": analysis.sea_map.id,
        "announcements": [format_announcement(a) for a in analysis.record.announcements],
        "sides": [_side_object(side, by_side[side.side.value]) for side in analysis.sides],
    }


def json_text(analysis: Analysis) -> str:
    """Return the whole analysis as JSON."""
    return json.dumps(as_object(analysis), allow_nan=False, indent=1) + "\n"


def _side_object(side: SideAnalysis, steps: list[dict[str, Any]]) -> dict[str, Any]:
    told = side.most_telling
    return {
        "side": side.side.value,
        "model": side.model,
        "contradiction": side.contradiction,
        "found_at": side.found_at,
        "time_found": side.time_found,
        "most_telling": None if told is None else told.number,
        "turning_points": [step.number for step in side.turning_points()],
        "steps": steps,
        "dives": [
            {
                "first": dive.first,
                "last": dive.last,
                "starts": {cell_name(cell): share for cell, share in dive.starts.items()},
                "histories": dive.histories,
                "route": [cell_name(cell) for cell in dive.route],
                "route_probability": dive.route_share,
            }
            for dive in side.dives
        ],
    }


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"


def _truth(step: Step) -> str:
    if step.true is None or step.true_share is None:
        return ""
    return f"; the true {cell_name(step.true)} had {step.true_share:.0%}"
