"""Pictures, read by their artists; files, by what opens them."""

from __future__ import annotations

import io
from functools import lru_cache
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.text import Text
from PIL import Image

from tracker.game.cells import parse_cell
from tracker.game.map_files import load_map
from tracker.game.records import loads, record_map
from tracker.insight.analysis import Analysis, analyse
from tracker.insight.measures import Reliability
from tracker.insight.simulation import Setting, simulate
from tracker.report import drawing, palette
from tracker.report.replay import gif
from tracker.report.sheet import png, sheet_figure, true_route


@lru_cache(maxsize=1)
def game() -> Analysis:
    sea_map = load_map("alpha-tbt")
    return analyse(simulate(sea_map, "pictures", Setting(longest=40)), sea_map)


def test_a_map_is_drawn_with_its_islands_sectors_and_labels() -> None:
    axes = Figure().add_subplot()
    sea_map = load_map("alpha")
    sea, islands, lines, labels = drawing.draw_map(axes, sea_map)
    assert isinstance(islands, PathPatch)
    for cell in sea_map.cells:
        inside = islands.get_path().contains_point((cell % 16, cell // 16))
        assert inside is (cell in sea_map.islands)
    assert isinstance(lines, PathPatch)
    assert len(lines.get_path().vertices) == 2 * 4
    assert isinstance(sea, PathPatch)
    assert isinstance(labels, PathPatch)
    assert axes.get_ylim()[0] > axes.get_ylim()[1]


def test_a_map_without_islands_or_inner_sectors_is_drawn_too() -> None:
    record = loads('[Grid "."]')
    assert len(drawing.draw_map(Figure().add_subplot(), record_map(record))) == 4


def test_impossible_cells_are_blank_and_the_likeliest_darkest() -> None:
    axes = Figure().add_subplot()
    drawing.draw_map(axes, load_map("alpha-tbt"))
    limits = axes.get_xlim(), axes.get_ylim()
    grid = np.zeros((10, 10))
    grid[2, 3], grid[4, 5] = 0.8, 0.2
    image = drawing.draw_probability(axes, grid)
    shown = image.get_array()
    assert shown is not None
    assert np.ma.count(shown) == 2
    assert image.get_clim() == (0, 0.8)
    assert (axes.get_xlim(), axes.get_ylim()) == limits


def test_a_route_is_drawn_cell_by_cell() -> None:
    line, start = drawing.draw_route(Figure().add_subplot(), [parse_cell(n) for n in ("A1", "A2", "B2")], palette.TRUTH)
    assert list(zip(*line.get_data(), strict=True)) == [(0, 0), (0, 1), (1, 1)]
    assert list(zip(*start.get_data(), strict=True)) == [(0, 0)]


def test_the_timeline_shows_bits_and_truth() -> None:
    side = game().sides[0]
    bits, then, hindsight, *marks = drawing.draw_timeline(Figure().add_subplot(), side, side.turning_points())
    assert list(bits.get_ydata()) == [step.bits for step in side.steps]
    assert list(then.get_ydata()) == [step.true_share for step in side.steps]
    assert list(hindsight.get_ydata()) == [step.in_hindsight for step in side.steps]
    assert len(marks) == len(side.turning_points())


def test_without_truth_the_timeline_is_one_line() -> None:
    record = loads('[Map "alpha"]\nB N E')
    (side,) = analyse(record, record_map(record)).sides
    assert len(drawing.draw_timeline(Figure().add_subplot(), side, ())) == 1


def test_a_sheet_has_the_timeline_and_a_map_for_each_moment_and_dive() -> None:
    analysis = game()
    for side in analysis.sides:
        figure = sheet_figure(analysis, side)
        moments = {step.number for step in side.turning_points(7)} | {side.steps[-1].number}
        # The timeline has a second scale.
        assert len(figure.axes) == 2 + len(moments) + len(side.dives[-8:])
        image = Image.open(io.BytesIO(png(figure, 40)))
        assert image.format == "PNG"


def test_the_true_route_has_no_repeats() -> None:
    side = game().sides[0]
    cells = true_route(side, 0, len(side.steps) - 1)
    assert all(a != b for a, b in pairwise(cells))
    assert cells[0] == side.steps[0].true


def test_a_replay_has_a_frame_for_each_announcement() -> None:
    analysis = game()
    seen: list[int] = []
    image = Image.open(io.BytesIO(gif(analysis, lambda at, of: seen.append(of))))
    assert image.format == "GIF"
    assert seen == [len(analysis.record.announcements) + 1] * len(seen)
    # Frames that look alike are joined by the format; the timings stay.
    assert 2 <= getattr(image, "n_frames", 1) <= len(seen)


@pytest.mark.parametrize("text", ['[Map "alpha"]\nY drone 1 yes', '[Map "alpha"]\nB N N'])
def test_records_without_truth_or_sailing_make_pictures_too(text: str) -> None:
    record = loads(text)
    analysis = analyse(record, record_map(record))
    assert bool(gif(analysis)) is bool(analysis.sides)
    for side in analysis.sides:
        assert png(sheet_figure(analysis, side), 30)


def test_a_reliability_diagram_shows_what_was_said_and_what_came() -> None:
    reliability = Reliability()
    for cell in ("A1", "A1", "B1"):
        reliability.add(np.array([[0.65, 0.35]]), parse_cell(cell))
    diagonal, points, title = drawing.draw_reliability(Figure().add_subplot(), reliability.bins(), "captain")
    assert isinstance(diagonal, Line2D)
    assert isinstance(points, Line2D)
    assert isinstance(title, Text)
    assert list(points.get_xdata()) == pytest.approx([0.35, 0.65])
    assert list(points.get_ydata()) == pytest.approx([1 / 3, 2 / 3])
    assert title.get_text() == "captain"
