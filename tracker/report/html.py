"""The review of a game as one HTML file that needs nothing else: words, pictures and a table, readable offline.

Knows the page's layout; words come from ``review``, pictures from ``sheet``.
"""

from __future__ import annotations

import base64
from html import escape

from tracker.game.cells import cell_name
from tracker.insight.analysis import Analysis, SideAnalysis, Step
from tracker.report import palette, review

STYLE = f"""
body {{ font: 15px/1.45 system-ui, sans-serif; color: {palette.INK}; margin: 0 auto; max-width: 70rem; padding: 1rem; }}
h2 {{ margin-top: 2.5rem; }}
img {{ max-width: 100%; height: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }}
th, td {{ padding: .15rem .5rem; text-align: right; border-bottom: 1px solid {palette.GRID}; }}
th:nth-child(2), td:nth-child(2) {{ text-align: left; }}
thead th {{ position: sticky; top: 0; background: #fff; }}
tr.turning {{ font-weight: 600; background: {palette.SEA}; }}
tr.silent {{ color: {palette.FAINT}; }}
pre {{ white-space: pre-wrap; font: inherit; }}
"""


def page(analysis: Analysis, pictures: dict[str, bytes]) -> str:
    """Return the page; ``pictures`` holds a PNG for each side's name."""
    name = analysis.sea_map.name or analysis.sea_map.id
    title = f"{name}: a game of {len(analysis.record.announcements)} announcements"
    tags = "".join(f"<li>{escape(key)}: {escape(value)}</li>" for key, value in analysis.record.tags)
    body = [f"<h1>{escape(title)}</h1>", f"<details><summary>Tags of the record</summary><ul>{tags}</ul></details>"]
    for side in analysis.sides:
        body += _side(side, pictures.get(side.side.value))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        f"<body>{''.join(body)}</body></html>\n"
    )


def _side(side: SideAnalysis, picture: bytes | None) -> list[str]:
    first, *lines = review.side_lines(side)
    parts = [f"<h2>{escape(first)}</h2>", f"<pre>{escape(chr(10).join(lines))}</pre>"]
    if picture is not None:
        encoded = base64.b64encode(picture).decode("ascii")
        about = f"Timeline of {side.side}'s submarine, maps of its turning points and of each dive in hindsight"
        parts.append(f'<img alt="{escape(about)}" src="data:image/png;base64,{encoded}">')
    turning = {step.number for step in side.turning_points()}
    rows = "".join(_row(step, step.number in turning) for step in side.steps)
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    parts.append(f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")
    return parts


HEADS = ("#", "announcement", "cells", "bits", "told", "likeliest", "", "truth", "then", "rank", "in hindsight")


def _row(step: Step, turning: bool) -> str:
    cells = (
        str(step.number),
        step.text or "(start)",
        str(step.cells),
        f"{step.bits:.2f}",
        f"{step.told:+.2f}" if step.evidence else "",
        cell_name(step.best),
        f"{step.best_share:.0%}",
        "" if step.true is None else cell_name(step.true),
        "" if step.true_share is None else f"{step.true_share:.0%}",
        "" if step.true_rank is None else f"{step.true_rank:g}",
        "" if step.in_hindsight is None else f"{step.in_hindsight:.0%}",
    )
    kind = "turning" if turning else "" if step.evidence else "silent"
    return f'<tr class="{kind}">{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
