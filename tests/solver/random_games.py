"""Seeded random maps and legal games with their truth, for comparing the solver with its slow twin.

Knows the rules a captain obeys and answers by, written a second time on purpose; must not use anything of the solver.
Gauges, breakdowns and sinking are left out: they are no evidence about a cell.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.solver.random_submarines import LaidMine, Submarine, around, impact_on, next_cell
from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Gap,
    Heading,
    Hurt,
    Impact,
    Item,
    Mine,
    Ready,
    Scenario,
    Side,
    Silence,
    Sonar,
    Surface,
    System,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Cell, Course, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions

T = TypeVar("T")

TRACKED_SHARE = 0.75
"""How often the tracked side acts; the other side's own sailing is no evidence and so is kept short."""

TRACKED_KINDS: Mapping[str, float] = {
    "course": 9,
    "unheard": 1,
    "gap": 1,
    "silence": 2,
    "surface": 1.5,
    "mine": 5,
    "trigger": 3.5,
    "torpedo": 2,
    "archer": 1,
    "quiet": 0.6,
    "drone": 0.2,
    "sonar": 0.2,
}
OTHER_KINDS: Mapping[str, float] = {
    "course": 1.5,
    "silence": 0.3,
    "surface": 0.3,
    "mine": 0.8,
    "trigger": 2,
    "torpedo": 4,
    "archer": 1.5,
    "quiet": 0.4,
    "drone": 1.5,
    "sonar": 1.5,
}
ALL_KINDS = frozenset(TRACKED_KINDS)


@dataclass(frozen=True)
class RandomGame:
    """A legal game as it was heard, and the truth: start and cell after each announcement, of both submarines.

    ``events`` counts what makes a game worth comparing, about the tracked side only.
    """

    sea_map: SeaMap
    options: RuleOptions
    announcements: tuple[Announcement, ...]
    tracked: Side
    start: Cell
    cells: tuple[Cell, ...]
    other_start: Cell
    other_cells: tuple[Cell, ...]
    events: Counter[str]


def random_game(
    seed: int,
    sea_map: SeaMap,
    length: int,
    options: RuleOptions,
    *,
    systems: Collection[str] = ALL_KINDS,
    most_mines: int = 3,
    tracked: Side = Side.BLUE,
) -> RandomGame:
    """Play ``length`` announcements; ``systems`` are the kinds of items to use, out of ``ALL_KINDS``.

    No side has more than ``most_mines`` live mines at once: the twin lists their placements jointly.
    """
    return _Table(random.Random(f"game {seed}"), sea_map, options, frozenset(systems), most_mines, tracked).play(length)


class _Table:
    """Two submarines, the dice, and what was heard so far."""

    def __init__(
        self,
        rng: random.Random,
        sea_map: SeaMap,
        options: RuleOptions,
        systems: frozenset[str],
        most_mines: int,
        tracked: Side,
    ) -> None:
        self.rng = rng
        self.map = sea_map
        self.options = options
        self.systems = systems
        self.most_mines = most_mines
        self.tracked = tracked
        self.submarines = {side: self._launch() for side in Side}
        self.archers = set(sea_map.archer_mines)
        self.events: Counter[str] = Counter()

    def _launch(self) -> Submarine:
        cell = self.rng.choice(self.map.sea)
        return Submarine(cell, {cell})

    def play(self, length: int) -> RandomGame:
        starts = {side: submarine.cell for side, submarine in self.submarines.items()}
        cells: dict[Side, list[Cell]] = {side: [] for side in Side}
        heard = []
        for _ in range(length):
            side = self.tracked if self.rng.random() < TRACKED_SHARE else self.tracked.other
            heard.append(Announcement(side, self._act(side)))
            for each, submarine in self.submarines.items():
                cells[each].append(submarine.cell)
        return RandomGame(
            self.map,
            self.options,
            tuple(heard),
            self.tracked,
            starts[self.tracked],
            tuple(cells[self.tracked]),
            starts[self.tracked.other],
            tuple(cells[self.tracked.other]),
            self.events,
        )

    def _note(self, side: Side, event: str) -> None:
        if side is self.tracked:
            self.events[event] += 1

    def _act(self, side: Side) -> Item:
        submarine = self.submarines[side]
        boxed_in = not self._open(submarine)
        if boxed_in and "surface" in self.systems:
            # Now and then it does something else first: the rules say it must surface at once, but nothing follows
            # for the table from a captain who did not.
            if self.rng.random() < 0.7:
                return self._surface(side, forced=self.rng.random() < 0.85)
            self._note(side, "boxed in, acted on")
        actions: Mapping[str, Callable[[Side], Item | None]] = {
            "course": self._course,
            "unheard": self._unheard,
            "gap": self._gap,
            "silence": self._silence,
            "surface": self._surface,
            "mine": self._mine,
            "trigger": self._trigger,
            "torpedo": self._torpedo,
            "archer": self._archer,
            "drone": self._drone,
            "sonar": self._sonar,
            "quiet": self._quiet,
        }
        weights = TRACKED_KINDS if side is self.tracked else OTHER_KINDS
        kinds = [kind for kind in weights if kind in self.systems]
        while kinds:
            kind = self.rng.choices(kinds, [weights[k] for k in kinds])[0]
            item = actions[kind](side)
            if item is not None:
                return item
            kinds.remove(kind)
        return Dive()

    def _maybe(self, truth: T, chance: float = 0.75) -> T | None:
        """Return what was said, or None where it was left out or not heard."""
        return truth if self.rng.random() < chance else None

    # Sailing

    def _free(self, submarine: Submarine, cell: Cell) -> bool:
        return self.map.is_sea(cell) and cell not in submarine.route and not submarine.mined(cell)

    def _open(self, submarine: Submarine) -> list[Course]:
        return [c for c in Course if self._free(submarine, next_cell(submarine.cell, c))]

    def _sail(self, side: Side) -> Course | None:
        """Sail one cell, half of the time to where the fewest ways lead on, so that submarines get boxed in."""
        submarine = self.submarines[side]
        courses = self._open(submarine)
        if not courses:
            return None

        def onward(course: Course) -> int:
            cell = next_cell(submarine.cell, course)
            return sum(self._free(submarine, next_cell(cell, c)) for c in Course)

        if self.rng.random() < 0.5:
            fewest = min(map(onward, courses))
            courses = [c for c in courses if onward(c) == fewest]
        course = self.rng.choice(courses)
        cell = next_cell(submarine.cell, course)
        if any(cell in mine.candidates for mine in submarine.mines):
            self._note(side, "course through a mine's candidate")
        submarine.enter(cell)
        return course

    def _course(self, side: Side) -> Item | None:
        course = self._sail(side)
        return None if course is None else Heading(course)

    def _unheard(self, side: Side) -> Item | None:
        return None if self._sail(side) is None else Heading(None)

    def _gap(self, side: Side) -> Item:
        if self.rng.random() < 0.5:
            self._sail(side)
        return Gap()

    def _silence(self, side: Side) -> Item:
        submarine = self.submarines[side]
        ways: list[tuple[Course, int]] = []
        for course in Course:
            cell = next_cell(submarine.cell, course)
            for length in range(1, 5):
                if not self._free(submarine, cell):
                    break
                ways.append((course, length))
                cell = next_cell(cell, course)
        tell = self.rng.random() < 0.3
        if not ways or self.rng.random() < 0.1:
            return Silence(0) if tell else Silence()
        course, length = self.rng.choice(ways)
        for _ in range(length):
            submarine.enter(next_cell(submarine.cell, course))
        return Silence(length, course) if tell else Silence()

    def _surface(self, side: Side, forced: bool = False) -> Item:
        submarine = self.submarines[side]
        if forced:
            beside = {next_cell(submarine.cell, c) for c in Course}
            mined = {cell for cell in beside if submarine.mined(cell) and cell not in submarine.route}
            self._note(side, f"blackout beside {min(len(mined), 2)} mined cells")
        if len(submarine.mines) > 1:
            self._note(side, "surfacing with several mines")
        submarine.route = {submarine.cell}
        submarine.dive += 1
        hurt = submarine.cell not in self.map.ice_holes if self.map.ice_holes else self.rng.random() < 0.5
        if self.map.ice_holes:
            self._note(side, "surfacing on an ice map")
        return Surface(
            self._maybe(self.map.sector_of(submarine.cell)),
            self._maybe(hurt, 0.6 if self.map.ice_holes else 0.2),
            forced,
        )

    # Mines and explosions

    def _mine(self, side: Side) -> Item | None:
        submarine = self.submarines[side]
        beside_and_aslant = around(submarine.cell)
        beside = [next_cell(submarine.cell, c) for c in Course]
        reach = beside if self.options.mine_neighbours == 4 else beside_and_aslant
        legal = {c for c in reach if self.map.is_sea(c) and c not in submarine.route}
        if not legal or len(submarine.mines) >= self.most_mines:
            return None
        # Mines that block its own way or lie on another one are what the rules are subtle about.
        doubtful = {c for c in legal if any(c in mine.candidates for mine in submarine.mines)}
        preferred = [{c for c in legal if submarine.mined(c)}, legal & set(beside), doubtful, legal]
        cell = self.rng.choice(sorted(self.rng.choices(preferred, [0.15, 0.3, 0.35, 0.2])[0] or legal))
        if submarine.mined(cell):
            self._note(side, "two mines in one cell")
        submarine.mines.append(LaidMine(cell, legal, submarine.dive))
        return Mine(self._maybe(cell, 0.3))

    def _trigger(self, side: Side) -> Item | None:
        submarine = self.submarines[side]
        if not submarine.mines:
            return None

        def rivals(mine: LaidMine) -> int:
            return sum(mine.cell in other.candidates for other in submarine.mines)

        mines = submarine.mines
        if self.rng.random() < 0.6:
            mines = [m for m in mines if rivals(m) == max(map(rivals, submarine.mines))]
        mine = self.rng.choice(mines)
        if rivals(mine) > 1:
            self._note(side, "trigger with several candidates")
        if mine.dive < submarine.dive:
            self._note(side, "trigger of an earlier dive's mine")
        submarine.mines.remove(mine)
        return Trigger(mine.cell, *self._reports(side, mine.cell))

    def _torpedo(self, side: Side) -> Item | None:
        submarine, enemy = self.submarines[side], self.submarines[side.other]
        reach = sorted(self._reach(submarine.cell))
        if not reach:
            return None

        def interest(target: Cell) -> float:
            near = target == enemy.cell or target in around(enemy.cell)
            tracked = self.submarines[self.tracked]
            doubtful = any(target in mine.candidates for mine in tracked.mines)
            return 1 + 3 * near + 3 * doubtful + 6 * tracked.mined(target)

        target = self.rng.choices(reach, [interest(cell) for cell in reach])[0]
        for owner, each in self.submarines.items():
            if each.mined(target):
                self._note(owner, "impact on a mine")
            elif any(target in mine.candidates for mine in each.mines):
                self._note(owner, "impact where a mine may have lain")
            each.mines = [mine for mine in each.mines if mine.cell != target]
        if not self.map.is_sea(target):
            self._note(side, "impact on an island")
        return Torpedo(target, *self._reports(side, target))

    def _reach(self, cell: Cell) -> set[Cell]:
        """Return the legal impacts of a torpedo, found by letting it run."""
        if self.options.torpedo == "manhattan":
            row, column = row_of(cell), column_of(cell)
            near = {c for c in self.map.cells if abs(row_of(c) - row) + abs(column_of(c) - column) <= 4}
            return near - {cell}
        reached, front = {cell}, {cell}
        for _ in range(4):
            front = {next_cell(c, course) for c in front if self.map.is_sea(c) for course in Course}
            front = {c for c in front if c in self.map} - reached
            reached |= front
        return reached - {cell}

    def _archer(self, side: Side) -> Item | None:
        if not self.archers:
            return None
        target = self.rng.choice(sorted(self.archers))
        self.archers.remove(target)
        return Archer(target, *self._reports(side, target))

    def _reports(self, side: Side, target: Cell) -> tuple[Impact | None, Impact | None]:
        """Return the other captain's answer and what the acting side says of itself, each left out at times."""
        answer = impact_on(self.submarines[side.other].cell, target)
        if side is not self.tracked and answer is not Impact.CLEAR:
            self._note(side.other, f"{answer.value} hit")
        return self._maybe(answer), self._maybe(impact_on(self.submarines[side].cell, target), 0.3)

    # Sensors and what is no evidence

    def _drone(self, side: Side) -> Item:
        truth = self.map.sector_of(self.submarines[side.other].cell)
        sector = truth if self.rng.random() < 0.3 else self.rng.randint(1, self.map.sector_count)
        return Drone(sector, self._maybe(sector == truth))

    def _sonar(self, side: Side) -> Item | None:
        if self.rng.random() < 0.1:
            return Sonar()
        cell = self.submarines[side.other].cell
        values: dict[str, tuple[int, Sequence[int]]] = {
            "row": (row_of(cell), range(self.map.rows)),
            "column": (column_of(cell), range(self.map.columns)),
            "sector": (self.map.sector_of(cell), range(1, self.map.sector_count + 1)),
        }
        kinds = self.rng.sample(sorted(values), 2)
        liars = [kind for kind in kinds if len(values[kind][1]) > 1]
        if not liars:
            return None
        lie = self.rng.choice(liars)
        said = {kind: values[kind][0] for kind in kinds}
        said[lie] = self.rng.choice([value for value in values[lie][1] if value != said[lie]])
        return Sonar(**said)

    def _quiet(self, side: Side) -> Item:
        quiet: list[Item] = [Scenario(), Hurt(), Ready(self.rng.choice(list(System))), Dive()]
        return self.rng.choice(quiet)
