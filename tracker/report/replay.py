"""A game as an animated picture: what was believed of each side, announcement by announcement, beside what was true.

Knows frames and their file; what a frame shows is ``drawing``'s business.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from tracker.game.cells import column_of, row_of
from tracker.insight.analysis import Analysis, SideAnalysis
from tracker.report import drawing, palette

MILLISECONDS = 350
LAST_MILLISECONDS = 3000


def gif(analysis: Analysis, told: Callable[[int, int], None] = lambda done, total: None) -> bytes:
    """Return the replay, one frame for each announcement, all sides beside each other."""
    sides = analysis.sides
    frames = max((len(side.steps) for side in sides), default=0)
    if not frames:
        return b""
    figure = Figure(figsize=(3.4 * len(sides), 3.9), dpi=80)
    canvas = FigureCanvasAgg(figure)
    figure.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.86, wspace=0.02)
    boards = [_Board(figure.add_subplot(1, len(sides), i), analysis, side) for i, side in enumerate(sides, 1)]
    heading = figure.suptitle("", fontsize=9, color=palette.INK)
    moving = [heading, *(artist for board in boards for artist in board.moving)]
    for artist in moving:
        artist.set_animated(True)
    canvas.draw()  # type: ignore[no-untyped-call]
    still = canvas.copy_from_bbox(figure.bbox)  # type: ignore[no-untyped-call]
    images: list[Image.Image] = []
    for number in range(frames):
        told(number, frames)
        step = next(side.steps[number] for side in sides if number < len(side.steps))
        heading.set_text(f"{number}: {step.text}" if number else "start")
        for board in boards:
            board.show(number)
        # What does not move is drawn once only.
        canvas.restore_region(still)  # type: ignore[no-untyped-call]
        for artist in moving:
            figure.draw_artist(artist)
        frame = Image.frombuffer("RGBA", canvas.get_width_height(), _pixels(canvas), "raw", "RGBA", 0, 1)
        images.append(frame.convert("RGB").quantize(64, dither=Image.Dither.NONE))
    buffer = io.BytesIO()
    durations = [*[MILLISECONDS] * (frames - 1), LAST_MILLISECONDS]
    images[0].save(buffer, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0)
    return buffer.getvalue()


class _Board:
    """One side's map and what moves on it."""

    def __init__(self, axes: Axes, analysis: Analysis, side: SideAnalysis) -> None:
        self.side = side
        drawing.draw_map(axes, analysis.sea_map)
        self.image = drawing.draw_probability(axes, side.believed[0])
        self.truth = drawing.draw_cell(axes, 0, palette.TRUTH)[0]
        self.title = axes.set_title("", fontsize=8, color=palette.SIDES[side.side], pad=2)
        self.moving: tuple[Artist, ...] = (self.image, self.truth, self.title)

    def show(self, number: int) -> None:
        """Show the moment after an announcement, the last one where the side's analysis ends before it."""
        step = self.side.steps[min(number, len(self.side.steps) - 1)]
        grid = self.side.believed[step.number]
        self.image.set_data(np.ma.masked_less_equal(grid, 0))
        self.image.set_clim(0, float(grid.max()))
        self.truth.set_visible(step.true is not None)
        self.truth.set_data([column_of(step.true or 0)], [row_of(step.true or 0)])
        self.title.set_text(f"{self.side.side}: {step.cells} cells, {step.bits:.1f} bits")


def _pixels(canvas: FigureCanvasAgg) -> bytes:
    return bytes(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
