"""Pictures of a map and of what was believed about it, drawn on Axes that the caller brings.

Knows matplotlib's artists and the palette; each function returns what it drew. Opens no figure and writes no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import PowerNorm
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from tracker.game.cells import Cell, column_name, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.insight.analysis import SideAnalysis, Step
from tracker.insight.measures import Bin, Grid
from tracker.report import palette

GAMMA = 0.5
"""Faint probabilities must stay visible beside likely ones."""


def draw_map(axes: Axes, sea_map: SeaMap) -> list[Artist]:
    """Draw the sheet: islands, printed marks, sectors and labels, one cell a unit, A1's middle at (0, 0)."""
    axes.set(xlim=(-1.4, sea_map.columns - 0.4), ylim=(sea_map.rows - 0.4, -1.4), aspect="equal")
    axes.set_axis_off()
    sea, islands, lines, labels = _sheet(sea_map)
    # A tick for each label would take longer to lay out than all the rest takes to draw, and so would working out
    # limits that are known: a patch is added as any artist.
    return [
        axes.add_artist(PathPatch(sea, facecolor=palette.SEA, edgecolor=palette.SECTOR, linewidth=0.8, zorder=0)),
        axes.add_artist(PathPatch(islands, facecolor=palette.ISLAND, edgecolor="none", zorder=1)),
        axes.add_artist(PathPatch(lines, facecolor="none", edgecolor=palette.SECTOR, linewidth=0.8, zorder=2)),
        axes.add_artist(PathPatch(labels, facecolor=palette.FAINT, edgecolor="none", zorder=2)),
    ]


@lru_cache(maxsize=16)
def _sheet(sea_map: SeaMap) -> tuple[Path, Path, Path, Path]:
    """The outlines of a map's sea, islands, sector lines and labels."""
    rows, columns, side = sea_map.rows, sea_map.columns, sea_map.sector_side
    sea = _box(-0.5, -0.5, columns, rows)
    islands = [_box(column_of(c) - 0.5, row_of(c) - 0.5, 1, 1) for c in sea_map.islands]
    down = [Path([(at - 0.5, -0.5), (at - 0.5, rows - 0.5)]) for at in range(side, columns, side)]
    across = [Path([(-0.5, at - 0.5), (columns - 0.5, at - 0.5)]) for at in range(side, rows, side)]
    labels = [_text(column_name(column), column, -0.95, 0.6) for column in range(columns)]
    labels += [_text(str(row + 1), -0.95, row, 0.6) for row in range(rows)]
    marks = [c for c in sea_map.sea if sea_map.symbol(c) != "."]
    labels += [_text(sea_map.symbol(c), column_of(c) - 0.3, row_of(c) - 0.3, 0.4) for c in marks]
    return sea, _joined(islands), _joined(down + across), _joined(labels)


def _box(x: float, y: float, width: float, height: float) -> Path:
    return Path([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)], closed=True)


def _text(text: str, x: float, y: float, size: float) -> Path:
    """A text's outline around a point, upright where y grows downwards."""
    path = TextPath((0, 0), text, size=size)
    box = path.get_extents()
    middle = Affine2D().translate(-(box.x0 + box.x1) / 2, -(box.y0 + box.y1) / 2)
    return path.transformed(middle.scale(1, -1).translate(x, y))


def _joined(paths: list[Path]) -> Path:
    return Path.make_compound_path(*paths) if paths else Path(np.empty((0, 2)))


def draw_probability(axes: Axes, grid: Grid) -> AxesImage:
    """Draw a probability map; impossible cells are left blank."""
    shown = np.ma.masked_less_equal(grid, 0)
    norm = PowerNorm(GAMMA, 0, max(float(grid.max()), 1e-9))
    x, y = axes.get_xlim(), axes.get_ylim()
    image = axes.imshow(shown, cmap=palette.PROBABILITY, norm=norm, zorder=1.5, interpolation="nearest")
    axes.set(xlim=x, ylim=y)
    return image


def draw_route(axes: Axes, cells: Sequence[Cell], colour: str, width: float = 1.4) -> list[Line2D]:
    """Draw a route with a dot where it begins; nothing for no cells."""
    x, y = [column_of(c) for c in cells], [row_of(c) for c in cells]
    line = axes.plot(x, y, color=colour, linewidth=width, zorder=3, solid_capstyle="round")
    return [*line, *axes.plot(x[:1], y[:1], "o", color=colour, markersize=3.5, zorder=3)]


def draw_cell(axes: Axes, cell: Cell, colour: str) -> list[Line2D]:
    """Ring a cell: where a submarine really was."""
    return axes.plot(
        [column_of(cell)],
        [row_of(cell)],
        "o",
        fillstyle="none",
        color=colour,
        markersize=8,
        markeredgewidth=1.6,
        zorder=4,
    )


def draw_moment(axes: Axes, sea_map: SeaMap, grid: Grid, true: Cell | None, title: str) -> list[Artist]:
    """Draw what was believed at a moment beside what was true."""
    artists: list[Artist] = [*draw_map(axes, sea_map), draw_probability(axes, grid)]
    if true is not None and true in sea_map:
        artists += draw_cell(axes, true, palette.TRUTH)
    return [*artists, axes.set_title(title, fontsize=7, color=palette.INK, pad=3)]


def draw_timeline(axes: Axes, side: SideAnalysis, marked: Sequence[Step]) -> list[Line2D]:
    """Draw how many bits were unknown after each announcement, and the truth's probability where it is known."""
    numbers = [step.number for step in side.steps]
    colour = palette.SIDES[side.side]
    lines = axes.plot(
        numbers, [step.bits for step in side.steps], color=colour, drawstyle="steps-post", label="bits unknown"
    )
    axes.set_ylabel("bits unknown", fontsize=8, color=colour)
    axes.set_xlabel("announcement", fontsize=8)
    axes.set_xlim(0, max(1, numbers[-1]))
    axes.set_ylim(bottom=0)
    axes.tick_params(labelsize=7)
    shares = [step.true_share for step in side.steps]
    if any(share is not None for share in shares):
        truth = axes.twinx()
        truth.set_ylim(0, 1.02)
        truth.set_ylabel("probability of the true cell", fontsize=8, color=palette.TRUTH)
        truth.tick_params(labelsize=7)
        known = [np.nan if share is None else share for share in shares]
        lines += truth.plot(numbers, known, color=palette.TRUTH, linewidth=1, drawstyle="steps-post", label="then")
        later = [np.nan if step.in_hindsight is None else step.in_hindsight for step in side.steps]
        lines += truth.plot(
            numbers,
            later,
            color=palette.HINDSIGHT,
            linewidth=0.9,
            linestyle=":",
            drawstyle="steps-post",
            label="in hindsight",
        )
        truth.legend(fontsize=6, loc="upper left", frameon=False)
    for step in marked:
        lines.append(axes.axvline(step.number, color=palette.FAINT, linewidth=0.7, linestyle="--", zorder=0))
    return lines


def draw_reliability(axes: Axes, bins: Sequence[Bin], title: str) -> list[Artist]:
    """Draw how often came true what was said to be so likely, with its intervals, against the diagonal."""
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="said", ylabel="came true")
    axes.tick_params(labelsize=7)
    artists: list[Artist] = list(axes.plot([0, 1], [0, 1], color=palette.FAINT, linewidth=0.8))
    said, came = [b.said for b in bins], [b.came for b in bins]
    below = [max(0.0, b.came - b.from_) for b in bins]
    above = [max(0.0, b.to - b.came) for b in bins]
    artists.append(axes.errorbar(said, came, yerr=[below, above], fmt="o", markersize=3, color=palette.HINDSIGHT)[0])
    artists.append(axes.set_title(title, fontsize=8, color=palette.INK))
    return artists
