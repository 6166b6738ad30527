"""What a side's captain can have done, given what is known of it already: starts, silences, courses and mines that fit.

Knows a record's truth marks and asks the solver what is left when each is taken for true; not who enters them. Exact:
a choice is offered where some history with it fits everything that was announced and every other mark, and only there.

A silence whose truth is known is that many courses; a mine's cell is one neighbour of the cell it was dropped from; a
gap was nothing, which stands as ``Gap()`` among what can be entered, or one course.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tracker.game.announcements import Announcement, Gap, Heading, Item, Mine, Side, Silence, Surface
from tracker.game.cells import Cell, Course, column_of, row_of
from tracker.game.errors import TooManyHypotheses
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.insight.smoothing import smooth
from tracker.insight.truth import as_said, gap_told, gap_untold
from tracker.insight.waters import LONGEST_SILENCE, distance
from tracker.solver.bitboards import Board, board_of, cells_of
from tracker.solver.charts import chart_of
from tracker.solver.families import EVEN, Families
from tracker.solver.mined import MinedShapes
from tracker.solver.tracking import Contradiction
from tracker.solver.updates import Hypotheses, is_evidence, update


@dataclass(frozen=True, slots=True)
class TruthGame:
    """A side's game as announced, its truth marks, and where it began, None where that is not known."""

    sea_map: SeaMap
    announcements: tuple[Announcement, ...]
    side: Side
    options: RuleOptions
    start: Cell | None = None

    def begun_at(self, start: Cell | None) -> TruthGame:
        """Return the same game with another start."""
        return replace(self, start=start)

    def marked(self, number: int, item: Item) -> TruthGame:
        """Return the same game where announcement ``number``, counted from 1, was really an item."""
        heard = list(self.announcements)
        heard[number - 1] = with_truth(heard[number - 1], item)
        return replace(self, announcements=tuple(heard))


def is_open_to_truth(announcement: Announcement, side: Side) -> bool:
    """Tell whether an announcement hid what the sheet tells: a silence, a mine, a course that nobody heard or none."""
    if announcement.side is not side:
        return False
    return isinstance(announcement.item, Silence | Mine | Gap) or announcement.item == Heading(None)


def is_known(announcement: Announcement) -> bool:
    """Tell whether an announcement has its truth mark."""
    if isinstance(announcement.item, Gap):
        return as_said(announcement) != announcement
    return announcement.item not in (Silence(), Mine(), Heading(None))


def with_truth(announcement: Announcement, item: Item) -> Announcement:
    """Return an announcement with the mark of what it really was."""
    if isinstance(announcement.item, Gap):
        return gap_told(announcement, item.course if isinstance(item, Heading) else None)
    return replace(announcement, item=item)


def unmarked(announcement: Announcement) -> Announcement:
    """Return an announcement without its truth mark."""
    match announcement.item:
        case Silence():
            return replace(announcement, item=Silence())
        case Mine():
            return replace(announcement, item=Mine())
        case Gap():
            return gap_untold(announcement)
    return announcement


def fits(game: TruthGame) -> bool:
    """Tell whether any history agrees with all announcements and all truth marks."""
    return _left(game, _beginning(game), 1)


def fitting_starts(game: TruthGame) -> tuple[Cell, ...]:
    """Return the cells in which the game can have begun, by row, then column; the known start does not matter."""
    game = game.begun_at(None)
    surfaced = next((n for n, a in enumerate(game.announcements, 1) if _surfaces(a, game.side)), None)
    if surfaced is None:
        return tuple(cells_of(_after(game, _beginning(game), 1, len(game.announcements)).answer.starts))
    if not any(a.side is game.side and isinstance(a.item, Mine) and is_known(a) for a in game.announcements):
        try:
            return _smoothed_starts(game)
        except Contradiction:
            return ()
        except TooManyHypotheses:
            pass  # one start after the other needs less memory
    first_dive = _after(game, _beginning(game), 1, surfaced - 1)
    return tuple(cell for cell in cells_of(first_dive.answer.starts) if fits(game.begun_at(cell)))


def fitting_items(game: TruthGame, number: int) -> tuple[Item, ...]:
    """Return what announcement ``number`` can really have been; its own mark does not matter, all others do."""
    before = _after(game, _beginning(game), 1, number - 1)
    found = []
    for item in _thinkable(game, number, before.answer.cells):
        marked = game.marked(number, item)
        if _left(marked, before, number):
            found.append(item)
    return tuple(found)


def _thinkable(game: TruthGame, number: int, cells: Board) -> Iterator[Item]:
    """What an announcement can have been by the rules, from any of the cells it was made in."""
    match game.announcements[number - 1].item:
        case Silence():
            yield Silence(0)
            for course in Course:
                for length in range(1, LONGEST_SILENCE + 1):
                    yield Silence(length, course)
        case Mine():
            made_in = list(cells_of(cells))
            for cell in game.sea_map.sea:
                if any(distance(cell, here) == 1 for here in made_in):
                    yield Mine(cell)
        case Gap():
            yield Gap()
            yield from (Heading(course) for course in Course)
        case Heading(None):
            yield from (Heading(course) for course in Course)


def _beginning(game: TruthGame) -> Hypotheses:
    chart = chart_of(game.sea_map)
    begun = chart.sea if game.start is None else chart.sea & board_of([game.start])
    return Families.dive(chart, "exact", begun, EVEN)


def _left(game: TruthGame, hypotheses: Hypotheses, first: int) -> bool:
    return _after(game, hypotheses, first, len(game.announcements)).shapes > 0


def _after(game: TruthGame, hypotheses: Hypotheses, first: int, last: int) -> Hypotheses:
    """Return what is left after the announcements ``first`` to ``last``, their truth marks taken for true."""
    for announcement in game.announcements[first - 1 : last]:
        if not hypotheses.shapes:
            break
        for step in _really(announcement, game.side):
            if isinstance(step.item, Mine) and step.item.cell is not None:
                hypotheses = _dropped_in(hypotheses, step.item.cell, game.options)
            elif is_evidence(step, game.side):
                hypotheses = update(hypotheses, step, game.side, game.options)
    return hypotheses


def _really(announcement: Announcement, side: Side) -> Sequence[Announcement]:
    """What an announcement of a side comes to once its mark is taken for true."""
    if announcement.side is not side:
        return () if isinstance(announcement.item, Mine) else (announcement,)
    said = as_said(announcement)
    match said:
        case None:
            return ()
        case Announcement(item=Silence(int(length), course)):
            return [replace(said, item=Heading(course))] * length
    return (said,)


def _dropped_in(hypotheses: Hypotheses, target: Cell, options: RuleOptions) -> Hypotheses:
    """Return the hypotheses in which a mine was dropped in one cell, whichever cell beside it that was done from."""
    mined = hypotheses if isinstance(hypotheses, MinedShapes) else MinedShapes.of(hypotheses)
    parts = []
    for cell in cells_of(mined.answer.cells):
        down, right = row_of(target) - row_of(cell), column_of(target) - column_of(cell)
        if distance(cell, target) != 1 or (options.mine_neighbours == 4 and down and right):
            continue
        place = 3 * (down + 1) + right + 1
        part = mined.restrict(board_of([cell])).drop_towards(place - (place > 4))
        if part.shapes:
            parts.append(part)
    return MinedShapes.joined(parts) if parts else mined.restrict(0).drop_towards(0)


def _smoothed_starts(game: TruthGame) -> tuple[Cell, ...]:
    heard = [step for announcement in game.announcements for step in _really(announcement, game.side)]
    found = smooth(game.sea_map, heard, game.side, game.options, "uniform")
    return tuple(sorted(cell for cell, share in found.dives[0].starts.items() if share > 0))


def _surfaces(announcement: Announcement, side: Side) -> bool:
    return announcement.side is side and isinstance(announcement.item, Surface)


__all__ = [
    "TruthGame",
    "fits",
    "fitting_items",
    "fitting_starts",
    "is_known",
    "is_open_to_truth",
    "unmarked",
    "with_truth",
]
