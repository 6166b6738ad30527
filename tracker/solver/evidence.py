"""What an answer or a weapon says about the submarine's present cell, as boards and factors.

Knows the rules of sensors and explosions on a map; not routes, mines or hypotheses.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Impact, Sonar
from tracker.game.cells import COURSE_STEPS, Cell, Sector, cell_at, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.game.rules import TorpedoReading
from tracker.solver.bitboards import Board, board_of

TORPEDO_STEPS = 4


@lru_cache(maxsize=1024)
def sector_board(sea_map: SeaMap, sector: Sector) -> Board:
    """Return the sea cells of a sector."""
    return board_of(c for c in sea_map.sea if sea_map.sector_of(c) == sector)


@lru_cache(maxsize=4)
def hole_board(sea_map: SeaMap) -> Board:
    """Return the open-water holes of an ice map."""
    return board_of(sea_map.ice_holes)


@lru_cache(maxsize=4096)
def blast_board(sea_map: SeaMap, target: Cell, impact: Impact) -> Board:
    """Return the sea cells whose captain reports ``impact`` of an explosion at ``target``; islands shield nothing."""

    def report(cell: Cell) -> Impact:
        distance = max(abs(row_of(cell) - row_of(target)), abs(column_of(cell) - column_of(target)))
        return Impact.DIRECT if distance == 0 else Impact.INDIRECT if distance == 1 else Impact.CLEAR

    return board_of(c for c in sea_map.sea if report(c) is impact)


@lru_cache(maxsize=4096)
def launch_board(sea_map: SeaMap, target: Cell, reading: TorpedoReading) -> Board:
    """Return the sea cells from which a torpedo can strike ``target`` in 1 to 4 steps.

    ``manhattan`` counts steps on the grid; ``path`` needs a way by sea, whose last step may enter an island.
    """
    if reading == "manhattan":
        return board_of(
            c
            for c in sea_map.sea
            if 1 <= abs(row_of(c) - row_of(target)) + abs(column_of(c) - column_of(target)) <= TORPEDO_STEPS
        )
    # the way back from the impact: only its first step may leave an island, every further cell is sea
    steps = {target: 0}
    queue = deque([target])
    while queue:
        cell = queue.popleft()
        if steps[cell] == TORPEDO_STEPS:
            continue
        for rows, columns in COURSE_STEPS:
            row, column = row_of(cell) + rows, column_of(cell) + columns
            if not (0 <= row < sea_map.rows and 0 <= column < sea_map.columns):
                continue
            near = cell_at(row, column)
            if near not in steps and sea_map.is_sea(near):
                steps[near] = steps[cell] + 1
                queue.append(near)
    return board_of(c for c, n in steps.items() if n > 0)


@lru_cache(maxsize=1024)
def sonar_evidence(sea_map: SeaMap, answer: Sonar) -> tuple[Board, npt.NDArray[np.float64]]:
    """Return the sea cells of which exactly one of two facts is true, and the captain model's chance of the answer.

    The chance, shape (256,), is 1/3 for the pair of kinds, 1/2 for which of them is true, and one over the number of
    wrong values for the false one; 0 off the board.
    """
    board, chance = 0, np.zeros(256)
    sectors = sea_map.sector_count
    for cell in sea_map.sea:
        facts = [
            (told == true, wrong)
            for told, true, wrong in (
                (answer.row, row_of(cell), sea_map.rows - 1),
                (answer.column, column_of(cell), sea_map.columns - 1),
                (answer.sector, sea_map.sector_of(cell), sectors - 1),
            )
            if told is not None
        ]
        wrong_values = [wrong for fits, wrong in facts if not fits]
        if len(wrong_values) == 1:
            board |= 1 << cell
            chance[cell] = 1 / 6 / wrong_values[0]
    chance.flags.writeable = False
    return board, chance
