"""Ways to track a submarine that forget something: what most helpers do, and what captains of simulated games know.

Knows how to weigh single cells; no hypotheses about routes, which is what makes these baselines.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Gap,
    Heading,
    Item,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import COURSE_STEPS, Course
from tracker.insight.waters import LONGEST_SILENCE, Waters
from tracker.solver.bitboards import EVERYWHERE, Board, cells_of, moved
from tracker.solver.evidence import blast_board, hole_board, launch_board, sonar_evidence

STEPS = {course: 16 * COURSE_STEPS[course][0] + COURSE_STEPS[course][1] for course in Course}
Chances = npt.NDArray[np.float64]
"""The probability of each cell by its number, shape (256,); sums to 1, or to 0 where nothing is left."""


class Baseline(Protocol):
    """Anything that hears announcements about one side and says where it may be."""

    def hear(self, announcement: Announcement) -> None:
        """Take in one more announcement."""

    def chances(self) -> Chances:
        """Return the probability of each cell."""


def evidence_board(waters: Waters, item: Item, own: bool) -> Board:
    """Return the sea cells that an item leaves possible; ``own`` tells that the tracked side acted."""
    sea_map, board = waters.sea_map, waters.sea
    match item:
        case Surface(sector, hurt) if own:
            board = board if sector is None else waters.sectors[sector]
            holes = hole_board(sea_map)
            return board if hurt is None or not holes else board & (~holes if hurt else holes)
        case Torpedo(target, answer, self_report) if own:
            board = launch_board(sea_map, target, waters.options.torpedo)
            return board if self_report is None else board & blast_board(sea_map, target, self_report)
        case (
            Torpedo(target, answer, self_report)
            | Trigger(target, answer, self_report)
            | Archer(target, answer, self_report)
        ):
            report = self_report if own else answer
            return board if report is None else blast_board(sea_map, target, report)
        case Drone(sector, answered) if not own and answered is not None:
            return waters.sectors[sector] if answered else board & ~waters.sectors[sector]
        case Sonar() if not own and item != Sonar():
            return sonar_evidence(sea_map, item)[0]
    return board


class CellSet:
    """A set of possible cells that forgets the route at a silence, or (``forgetful``) has none at all.

    This is the transparency slid over the map by hand, begun anew at each silence: what most helpers do.
    """

    def __init__(self, waters: Waters, tracked: Side, forgetful: bool = False) -> None:
        """Begin with the whole sea."""
        self.waters = waters
        self.tracked = tracked
        self.forgetful = forgetful
        self.cells: Board = waters.sea
        self._trail: list[int] = [0]  # offsets, as differences of cell numbers, from the present cell

    def hear(self, announcement: Announcement) -> None:
        """Take in one more announcement."""
        own, item = announcement.side is self.tracked, announcement.item
        if own:
            match item:
                case Heading(course) if course is not None:
                    self._step(course)
                case Heading() | Gap():
                    self._spread(1, isinstance(item, Gap))
                case Silence():
                    self._spread(LONGEST_SILENCE, True)
        self.cells &= evidence_board(self.waters, item, own)
        if own and isinstance(item, Surface):
            self._trail = [0]

    def chances(self) -> Chances:
        """Return every cell of the set as equally likely."""
        chances = np.zeros(256)
        cells = list(cells_of(self.cells))
        if cells:
            chances[cells] = 1 / len(cells)
        return chances

    def _step(self, course: Course) -> None:
        step = STEPS[course]
        if not self.forgetful and step in self._trail:
            self.cells = 0
            return
        self.cells = moved(self.cells, step) & self.waters.sea
        self._trail = [offset - step for offset in self._trail] + [0]

    def _spread(self, longest: int, staying: bool) -> None:
        reached = self.cells if staying else 0
        for step in STEPS.values():
            board = self.cells
            for length in range(1, longest + 1):
                if not self.forgetful and length * step in self._trail:
                    break
                board = moved(board, step) & self.waters.sea
                reached |= board
        self.cells = reached
        self._trail = [0]


class CellMerge:
    """A probability for each cell, with the routes that led there merged: the textbook filter, blind to its own route.

    Courses and silences are the captain's of the record format, over the sea alone.
    """

    def __init__(self, waters: Waters, tracked: Side) -> None:
        """Begin with the whole sea, each cell as likely as any other."""
        self.waters = waters
        self.tracked = tracked
        self._chances: Chances = np.zeros(256)
        self._chances[list(waters.sea_map.sea)] = 1 / len(waters.sea_map.sea)
        self._open = {c: len(waters.near[c]) for c in waters.sea_map.sea}

    def hear(self, announcement: Announcement) -> None:
        """Take in one more announcement."""
        own, item = announcement.side is self.tracked, announcement.item
        if own and isinstance(item, Heading | Gap | Silence):
            self._sail(item)
        board = evidence_board(self.waters, item, own)
        if board != self.waters.sea:
            self._chances *= _mask(board)
        total = self._chances.sum()
        if total > 0:
            self._chances /= total

    def chances(self) -> Chances:
        """Return the probability of each cell."""
        return self._chances

    def _sail(self, item: Heading | Gap | Silence) -> None:
        after = np.zeros(256)
        for cell in np.flatnonzero(self._chances).tolist():
            ways = self._ways(cell, item)
            for there, share in ways:
                after[there] += self._chances[cell] * share
        self._chances = after

    def _ways(self, cell: int, item: Heading | Gap | Silence) -> list[tuple[int, float]]:
        near = self.waters.near[cell]
        match item:
            case Heading(course) if course is not None:
                return [(there, 1 / len(near)) for c, there in near if c is course]
            case Heading():
                return [(there, 1 / len(near)) for _, there in near]
            case Gap():
                return [(cell, 0.5), *((there, 0.5 / len(near)) for _, there in near)]
        ends = [cell]
        for step in STEPS.values():
            there = cell
            for _ in range(LONGEST_SILENCE):
                there += step
                if there < 0 or not self.waters.sea >> there & 1:
                    break
                ends.append(there)
        return [(there, 1 / len(ends)) for there in ends]


def _mask(board: Board) -> Chances:
    mask = np.zeros(256)
    mask[list(cells_of(board & EVERYWHERE))] = 1
    return mask


__all__ = ["Baseline", "CellMerge", "CellSet", "Chances", "evidence_board"]
