"""The picture sheet of one side's game: its timeline, its turning points, and each dive in hindsight.

Knows figures and their layout; what is drawn on each Axes is ``drawing``'s business.
"""

from __future__ import annotations

import io

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from tracker.game.cells import Cell
from tracker.insight.analysis import Analysis, SideAnalysis, Step
from tracker.report import drawing, palette

ACROSS = 4
MOST_DIVES = 8


def sheet_figure(analysis: Analysis, side: SideAnalysis) -> Figure:
    """Return the sheet of one side."""
    points = side.turning_points(2 * ACROSS - 1)
    moments = [*points, *([] if side.steps[-1] in points else [side.steps[-1]])]
    dives = side.dives[-MOST_DIVES:]
    page = _Page(-(-len(moments) // ACROSS) + -(-len(dives) // ACROSS))
    name = analysis.sea_map.name or analysis.sea_map.id
    title = f"{name}: {side.side}'s submarine, model {side.model}"
    page.figure.suptitle(title, fontsize=11, color=palette.INK, y=1 - 0.1 / page.height, va="top")
    drawing.draw_timeline(page.timeline(), side, points)
    for step in moments:
        drawing.draw_moment(page.map(), analysis.sea_map, side.believed[step.number], step.true, _title(step))
    page.next_row()
    for number, dive in enumerate(dives, len(side.dives) - len(dives) + 1):
        axes = page.map()
        title = f"dive {number} in hindsight: starts,\nlikeliest route ({dive.route_share:.0%})"
        drawing.draw_moment(axes, analysis.sea_map, side.smoothed[dive.first], side.steps[dive.first].true, title)
        drawing.draw_route(axes, dive.route, palette.HINDSIGHT, 2.2)
        drawing.draw_route(axes, true_route(side, dive.first, dive.last), palette.TRUTH, 0.9)
    return page.figure


class _Page:
    """Places Axes by hand, in inches: letting matplotlib lay a page out takes longer than drawing it."""

    def __init__(self, rows: int) -> None:
        self.width, self.height = 12.0, 3.0 + 3.3 * rows
        self.figure = Figure(figsize=(self.width, self.height))
        FigureCanvasAgg(self.figure)
        self._place = 0

    def _axes(self, left: float, top: float, width: float, height: float) -> Axes:
        bottom = self.height - top - height
        return self.figure.add_axes((left / self.width, bottom / self.height, width / self.width, height / self.height))

    def timeline(self) -> Axes:
        """Return the Axes of the timeline, right across the page."""
        return self._axes(0.6, 0.45, self.width - 1.2, 2.0)

    def map(self) -> Axes:
        """Return the Axes of the next map."""
        row, column = divmod(self._place, ACROSS)
        self._place += 1
        return self._axes(0.1 + 3 * column, 3.25 + 3.3 * row, 2.8, 2.9)

    def next_row(self) -> None:
        """Go on in a new row."""
        self._place = -(-self._place // ACROSS) * ACROSS


def true_route(side: SideAnalysis, first: int, last: int) -> list[Cell]:
    """Return where the submarine really was from one announcement to another, without repeats; empty if unknown."""
    cells: list[Cell] = []
    for step in side.steps[first : last + 1]:
        if step.true is None:
            return []
        if not cells or cells[-1] != step.true:
            cells.append(step.true)
    return cells


def png(figure: Figure, dpi: int = 90) -> bytes:
    """Return a figure as a PNG."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def _title(step: Step) -> str:
    truth = "" if step.true_share is None else f", truth {step.true_share:.0%}"
    cells = f"{step.cells} cell{'' if step.cells == 1 else 's'}"
    return f"{step.number}: {step.text or 'start'}\n{cells}, {step.bits:.1f} bits{truth}"
