"""The routes behind the hypotheses: every start and choice that ends in a cell, by following trails back.

Knows which cells families and mined shapes end in; not announcements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tracker.game.cells import STRIDE, Cell
from tracker.solver.bitboards import Board, cells_of, moved, sizes_of, to_board
from tracker.solver.charts import OUTCOMES, STAY, outcome_step
from tracker.solver.families import Families
from tracker.solver.mined import MinedShapes
from tracker.solver.trails import Steps
from tracker.solver.updates import Hypotheses

AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The neighbours of a mine's drop, as rows and columns, in the order of a mine's bits."""


@dataclass(frozen=True, slots=True)
class Route:
    """One history of the current dive: the cells in the order entered, its start first and the present cell last.

    ``choices`` holds for each silence, unheard course and gap, in order, how many rows and columns it went; two
    histories may share their cells and differ in their choices.
    """

    cells: tuple[Cell, ...]
    choices: tuple[tuple[int, int], ...]


def _route(steps: Steps, choices: Steps, end: Cell) -> Route:
    cells = [end]
    for rows, columns in steps:
        cells.append(cells[-1] - 16 * rows - columns)
    return Route(tuple(reversed(cells)), tuple(reversed(choices)))


def routes_to(hypotheses: Hypotheses, cell: Cell) -> Iterator[Route]:
    """Yield the routes of the current dive that end in a cell, one for each history."""
    for index, outcome, ends in _ends(hypotheses):
        if ends >> cell & 1:
            yield _route(*hypotheses.trail.back(index, outcome), cell)


def _ends(hypotheses: Hypotheses) -> Iterator[tuple[int, int, Board]]:
    """Yield every shape's index and outcome with the board of the cells it may end in."""
    if isinstance(hypotheses, MinedShapes):
        for shape in range(hypotheses.shapes):
            board = 0
            for member in hypotheses.here[hypotheses.ptr[shape] : hypotheses.ptr[shape + 1]]:
                board |= to_board(member)
            yield shape, STAY, board
        return
    gates = [to_board(words) for words in hypotheses.gates]
    shifts = [
        16 * (outcome_step(j)[0] + hypotheses.present[0]) + outcome_step(j)[1] + hypotheses.present[1]
        for j in range(OUTCOMES)
    ]
    for parent in range(len(hypotheses.fan)):
        fan = int(hypotheses.fan[parent])
        if not fan:
            continue
        here = to_board(hypotheses.opening.here[parent])
        for outcome in cells_of(fan):
            yield parent, outcome, moved(here & gates[outcome], shifts[outcome])


def likeliest_route(hypotheses: Hypotheses, cell: Cell) -> Route | None:
    """Return the route of the weightiest history that ends in a cell, the first of equals; None where none does.

    What is known of live mines is left out of the weight; under the model ``exact`` all weigh the same.
    """
    flat = hypotheses.gathered() if isinstance(hypotheses, Families) else hypotheses
    if not flat.shapes:
        return None
    boards = flat.opening.here if isinstance(flat, Families) else flat.here
    word, bit = divmod(cell, 64)
    rows = np.flatnonzero(boards[:, word] >> np.uint64(bit) & np.uint64(1))
    if not len(rows):
        return None
    best = int(rows[0])
    if flat.model != "exact":
        weights = flat.packed_weights() if isinstance(flat, Families) else flat.packed
        below = boards[rows].copy()
        below[:, word] &= np.uint64((1 << bit) - 1)
        below[:, word + 1 :] = 0
        sizes = sizes_of(boards)
        rank = (np.cumsum(sizes) - sizes)[rows] + sizes_of(below)
        best = int(rows[weights[rank].argmax()])
    shape = best if isinstance(flat, Families) else int(np.searchsorted(flat.ptr, best, side="right")) - 1
    return _route(*flat.trail.back(shape, STAY), cell)


def mine_cells(hypotheses: Hypotheses) -> Board:
    """Return every cell in which a live mine may lie."""
    if not isinstance(hypotheses, MinedShapes):
        return 0
    found = 0
    for mine in hypotheses.mines.T:
        known, index = np.unique(mine, return_inverse=True)
        for number, value in enumerate(known.tolist()):
            here = to_board(np.bitwise_or.reduce(hypotheses.here[index == number], axis=0))
            rows, columns = (value & 31) - 16, (value >> 5 & 31) - 16
            for neighbour in range(8):
                if value >> 10 + neighbour & 1:
                    step = AROUND[neighbour]
                    found |= moved(here, STRIDE * (rows + step[0]) + columns + step[1])
    return found & hypotheses.chart.sea


def route_count(hypotheses: Hypotheses) -> int:
    """Count the different routes of the current dive, each a start and the cells in the order entered."""
    ends: dict[Steps, int] = {}
    for index, outcome, board in _ends(hypotheses):
        steps, _ = hypotheses.trail.back(index, outcome)
        ends[steps] = ends.get(steps, 0) | board
    return sum(board.bit_count() for board in ends.values())
