"""A small picture of a map sheet, as SVG text, for choosing one.

Knows a sheet's islands, marks and sectors; it knows nothing of what is heard on it.
"""

from __future__ import annotations

from tracker.game.cells import column_of, row_of
from tracker.game.maps import SeaMap

SIDE = 10
SEA, LAND, LINE, MARK = "#d5e3ea", "#7a5a48", "#5b7482", "#16425b"


def thumbnail(sea_map: SeaMap) -> str:
    """Return a sheet as one SVG element: islands filled, printed marks as dots, sectors as lines."""
    width, height = sea_map.columns * SIDE, sea_map.rows * SIDE
    islands = "".join(f"M{column_of(c) * SIDE} {row_of(c) * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for c in sea_map.islands)
    marked = [c for c in sea_map.sea if sea_map.symbol(c) != "."]
    marks = "".join(
        f'<circle cx="{column_of(c) * SIDE + SIDE / 2}" cy="{row_of(c) * SIDE + SIDE / 2}" r="3" fill="{MARK}"/>'
        for c in marked
    )
    step = sea_map.sector_side * SIDE
    lines = "".join(f"M{x} 0V{height}" for x in range(step, width, step))
    lines += "".join(f"M0 {y}H{width}" for y in range(step, height, step))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {height + 2}"'
        f' width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{SEA}" stroke="{LINE}"/>'
        f'<path d="{islands}" fill="{LAND}"/>{marks}<path d="{lines}" stroke="{LINE}" fill="none"/></svg>'
    )
