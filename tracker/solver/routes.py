"""The routes behind the hypotheses: every start and choice that ends in a cell, by following sources back.

Knows how families and mined shapes point to where they came from; not announcements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from tracker.game.cells import Cell
from tracker.solver.bitboards import cells_of, moved, to_board
from tracker.solver.charts import OUTCOMES, STAY, outcome_step
from tracker.solver.families import NO_FAN, Families
from tracker.solver.mined import MinedShapes

Hypotheses: TypeAlias = Families | MinedShapes


@dataclass(frozen=True, slots=True)
class Route:
    """One history of the current dive: the cells in the order entered, its start first and the present cell last.

    ``choices`` holds for each silence, unheard course and gap, in order, how many rows and columns it went; two
    histories may share their cells and differ in their choices.
    """

    cells: tuple[Cell, ...]
    choices: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A route as offsets from its end, backwards, and its choices, backwards."""

    steps: tuple[tuple[int, int], ...] = ()
    choices: tuple[tuple[int, int], ...] = ()


def _drawn(hypotheses: Hypotheses, index: int, outcome: int = STAY) -> _Drawn:
    """Follow the sources of a parent's outcome, or of a mined shape, back to the dive's start."""
    steps: list[tuple[int, int]] = []
    choices: list[tuple[int, int]] = []
    level: object = hypotheses
    while level is not None:
        if isinstance(level, Families):
            path = ((0, 0), *level.path)
            steps += [(b[0] - a[0], b[1] - a[1]) for a, b in reversed(list(pairwise(path)))]
            _add(steps, choices, outcome, level.opening.kind != NO_FAN)
            sources, level = level.opening.source, level.opening.before
            if level is not None:
                index, outcome = divmod(int(sources[index]), 32)
        else:
            assert isinstance(level, MinedShapes)
            if level.before is None:
                break
            index, last = divmod(int(level.source[index]), 32)
            _add(steps, choices, last, level.chosen)
            level, outcome = level.before, STAY
    return _Drawn(tuple(steps), tuple(choices))


def _add(steps: list[tuple[int, int]], choices: list[tuple[int, int]], outcome: int, chosen: bool) -> None:
    rows, columns = outcome_step(outcome)
    unit = (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)
    steps += [unit] * max(abs(rows), abs(columns))
    if chosen:
        choices.append((rows, columns))


def _route(drawn: _Drawn, end: Cell) -> Route:
    cells = [end]
    for rows, columns in drawn.steps:
        cells.append(cells[-1] - 16 * rows - columns)
    return Route(tuple(reversed(cells)), tuple(reversed(drawn.choices)))


def routes_to(hypotheses: Hypotheses, cell: Cell) -> Iterator[Route]:
    """Yield the routes of the current dive that end in a cell, one for each history."""
    for drawn, ends in _all_drawn(hypotheses, cell):
        if ends >> cell & 1:
            yield _route(drawn, cell)


def _all_drawn(hypotheses: Hypotheses, cell: Cell | None) -> Iterator[tuple[_Drawn, int]]:
    """Yield every shape's route with the board of the cells it may end in; those that may end in ``cell`` if given."""
    if isinstance(hypotheses, MinedShapes):
        for shape in range(hypotheses.shapes):
            board = 0
            for member in hypotheses.here[hypotheses.ptr[shape] : hypotheses.ptr[shape + 1]]:
                board |= to_board(member)
            if cell is None or board >> cell & 1:
                yield _drawn(hypotheses, shape), board
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
            board = moved(here & gates[outcome], shifts[outcome])
            if board and (cell is None or board >> cell & 1):
                yield _drawn(hypotheses, parent, outcome), board


def route_count(hypotheses: Hypotheses) -> int:
    """Count the different routes of the current dive, each a start and the cells in the order entered."""
    ends: dict[tuple[tuple[int, int], ...], int] = {}
    for drawn, board in _all_drawn(hypotheses, None):
        ends[drawn.steps] = ends.get(drawn.steps, 0) | board
    return sum(board.bit_count() for board in ends.values())
