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
from tracker.solver.charts import OUTCOMES, outcome_step
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


def _unit(rows: int, columns: int) -> tuple[int, int]:
    return (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)


def _family_drawn(families: Families, parent: int, outcome: int) -> tuple[_Drawn, int]:
    """Return the steps since the parent's dive start and what leads from the end back to it."""
    steps: list[tuple[int, int]] = []
    choices: list[tuple[int, int]] = []
    level, i, j = families, parent, outcome
    while True:
        path = ((0, 0), *level.path)
        steps += [(b[0] - a[0], b[1] - a[1]) for a, b in reversed(list(pairwise(path)))]
        rows, columns = outcome_step(j)
        steps += [_unit(rows, columns)] * max(abs(rows), abs(columns))
        if level.opening.kind != NO_FAN:
            choices.append((rows, columns))
        before = level.opening.before
        if before is None:
            break
        code = int(level.opening.source[i])
        level, i, j = before, code >> 5, code & 31
    back = -sum(16 * rows + columns for rows, columns in steps)
    return _Drawn(tuple(steps), tuple(choices)), back


def _mined_drawn(shapes: MinedShapes, shape: int) -> tuple[_Drawn, int]:
    steps: list[tuple[int, int]] = []
    choices: list[tuple[int, int]] = []
    level, i = shapes, shape
    while True:
        before = level.before
        if before is None:
            break
        code = int(level.source[i])
        rows, columns = outcome_step(code & 31)
        steps += [_unit(rows, columns)] * max(abs(rows), abs(columns))
        if level.chosen:
            choices.append((rows, columns))
        i = code >> 5
        if isinstance(before, Families):
            # the mined form was made of these families' parents, each with no fan
            drawn, _ = _family_drawn(before, i, 4)
            steps += drawn.steps
            choices += drawn.choices
            break
        level = before
    back = -sum(16 * rows + columns for rows, columns in steps)
    return _Drawn(tuple(steps), tuple(choices)), back


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
                yield _mined_drawn(hypotheses, shape)[0], board
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
                yield _family_drawn(hypotheses, parent, outcome)[0], board


def route_count(hypotheses: Hypotheses) -> int:
    """Count the different routes of the current dive, each a start and the cells in the order entered."""
    ends: dict[tuple[tuple[int, int], ...], int] = {}
    for drawn, board in _all_drawn(hypotheses, None):
        ends[drawn.steps] = ends.get(drawn.steps, 0) | board
    return sum(board.bit_count() for board in ends.values())
