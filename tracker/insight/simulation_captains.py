"""Captains of several characters: which course, which system and which target each would rather have.

Knows a captain's own submarine and what is rumoured of the other's; decides, but changes nothing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tracker.game.announcements import System
from tracker.game.cells import Cell, Course, Sector
from tracker.insight.simulation_submarine import Submarine
from tracker.insight.waters import distance
from tracker.solver.bitboards import Board, cells_of


@dataclass(frozen=True, slots=True)
class Character:
    """What a captain likes.

    Weights of a course: ``room`` ahead, ``hug`` the edges and islands, go ``straight`` on, ``chase`` the enemy
    (negative: flee). ``wants`` is how much each system is longed for, ``silent`` how readily a silence is used and
    ``far`` how much a long one is preferred, ``bold`` how few candidates of the enemy are asked for before it fires.
    """

    name: str
    room: float
    hug: float
    straight: float
    chase: float
    wants: Mapping[System, float]
    silent: float
    far: float
    bold: float


def _wants(torpedo: float, mine: float, drone: float, sonar: float, silence: float) -> Mapping[System, float]:
    return MappingProxyType(
        {
            System.TORPEDO: torpedo,
            System.MINE: mine,
            System.DRONE: drone,
            System.SONAR: sonar,
            System.SILENCE: silence,
            System.SCENARIO: 0.5,
        }
    )


CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {
        character.name: character
        for character in (
            Character("wanderer", 1.0, 0.0, 0.3, 0.0, _wants(1, 1, 1, 1, 1), 0.4, 0.0, 0.3),
            Character("hunter", 1.0, -0.3, 0.5, 0.8, _wants(3, 1, 2, 2, 1), 0.2, 0.4, 1.0),
            Character("hider", 2.0, -0.5, 0.0, -0.5, _wants(1, 1, 0.5, 0.5, 3), 0.8, 0.3, 0.2),
            Character("edge-hugger", 0.7, 3.0, 0.8, 0.0, _wants(1, 2, 1, 1, 1.5), 0.4, 0.2, 0.5),
        )
    }
)


@dataclass
class Captain:
    """A character at the chart table, with the dice of the game."""

    character: Character
    rng: random.Random

    def start(self, submarine: Submarine) -> Cell:
        """Choose where the game begins."""
        sea = submarine.waters.sea_map.sea
        hug = submarine.waters.hug
        return self.rng.choices(sea, [math.exp(self.character.hug * hug[cell]) for cell in sea])[0]

    def course(
        self, submarine: Submarine, enemy: Board, warns: Callable[[Course], float]
    ) -> tuple[Course, Cell] | None:
        """Choose a course, the engineer's warnings (0 to 1) in mind; None where the submarine is boxed in."""
        ways = submarine.open_courses()
        if not ways:
            return None
        character, spot = self.character, _middle(enemy)
        weights = []
        for course, there in ways:
            liking = character.room * math.log1p(submarine.room(there)) + character.hug * submarine.waters.hug[there]
            liking += character.straight * (course is submarine.heading) - 2 * warns(course)
            if character.chase and spot is not None:
                liking += character.chase * (distance(submarine.cell, spot) - distance(there, spot))
            weights.append(math.exp(2 * liking))
        return self.rng.choices(ways, weights)[0]

    def silence(self, submarine: Submarine) -> tuple[Course, tuple[Cell, ...]] | None:
        """Choose a silence's outcome; None is staying."""
        ways = submarine.silences()
        if not ways or self.rng.random() < 0.06:
            return None
        weights = [
            math.exp(
                self.character.far * len(cells) + 0.5 * self.character.room * math.log1p(submarine.room(cells[-1]))
            )
            for _, cells in ways
        ]
        return self.rng.choices(ways, weights)[0]

    def surfaces(self, submarine: Submarine, trouble: float, danger: float, exposed: int) -> bool:
        """Tell whether it surfaces of its own will: hardly any room left, a DAMAGE ahead, or too much is broken."""
        if submarine.route.bit_count() == 1:
            return False
        if danger > 0.9 and self.rng.random() < 0.6:
            return True
        room = submarine.room(submarine.cell, 8)
        if room < 6:
            return self.rng.random() < 0.5
        # Who is found already has little to lose by naming the sector.
        return trouble > 0.6 and self.rng.random() < (0.25 if exposed <= 8 else 0.06)

    def systems(
        self, submarine: Submarine, enemy: Board, exposed: int
    ) -> Iterator[tuple[System, Cell | Sector | None]]:
        """Yield what it would activate now if it could, what it wants most first."""
        if enemy.bit_count() <= 4 + 20 * self.character.bold:
            target = self._torpedo(submarine, enemy)
            if target is not None:
                yield System.TORPEDO, target
        if self.rng.random() < (self.character.silent if exposed > 6 else 0.9):
            yield System.SILENCE, None
        if enemy.bit_count() > 10 and self.rng.random() < 0.5:
            yield System.SONAR, None
        if enemy.bit_count() > 3 and self.rng.random() < 0.6:
            yield System.DRONE, self._sector(submarine, enemy)
        drops = submarine.drops()
        if drops and self.rng.random() < 0.5:
            # Rather not in its own way: a mine blocks the submarine that laid it.
            yield System.MINE, self.rng.choice(drops)
        if self.rng.random() < 0.5:
            yield System.SCENARIO, None

    def trigger(self, submarine: Submarine, enemy: Board) -> Cell | None:
        """Choose a mine to trigger; None for none."""
        for mine in submarine.mines:
            share = (submarine.waters.blasts[mine] & enemy).bit_count() / max(1, enemy.bit_count())
            near = distance(mine, submarine.cell) < 2
            if (share > 0.5 - 0.3 * self.character.bold and not near) or self.rng.random() < (0.002 if near else 0.01):
                return mine
        return None

    def archer(self, submarine: Submarine, enemy: Board, printed: list[Cell]) -> Cell | None:
        """Choose an Archer mine to set off; None where each is too near or none is left."""
        away = [cell for cell in printed if distance(cell, submarine.cell) > 1]
        if not away:
            return None
        return max(away, key=lambda cell: ((submarine.waters.blasts[cell] & enemy).bit_count(), self.rng.random()))

    def _torpedo(self, submarine: Submarine, enemy: Board) -> Cell | None:
        waters = submarine.waters
        best, hope = None, 0.0
        for target in waters.reach[submarine.cell]:
            hits = (waters.blasts[target] & enemy).bit_count() + (enemy >> target & 1)
            if not hits or (distance(target, submarine.cell) < 2 and self.rng.random() > 0.3 * self.character.bold):
                continue
            chance = hits / enemy.bit_count() + 0.01 * self.rng.random()
            if chance > hope:
                best, hope = target, chance
        return best if hope > 0.6 - 0.45 * self.character.bold else None

    def _sector(self, submarine: Submarine, enemy: Board) -> Sector:
        """Ask about the sector whose answer is most in doubt."""
        half = enemy.bit_count() / 2
        sectors = submarine.waters.sectors
        return min(sectors, key=lambda s: (abs((sectors[s] & enemy).bit_count() - half), self.rng.random()))


def _middle(board: Board) -> Cell | None:
    """Return a cell in the middle of a small set, None for one that says nothing."""
    if not 0 < board.bit_count() <= 60:
        return None
    cells = list(cells_of(board))
    return cells[len(cells) // 2]
