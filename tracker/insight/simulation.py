"""Seeded legal games between two simulated crews, as records that carry their own truth.

Knows the course of a game: who acts when, what is announced and answered, damage and the end. What is legal and what
a captain likes it asks the submarine, the crew and the captain for; it tracks nothing itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
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
from tracker.game.cells import Cell, Course, cell_name, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.game.records import Record, map_tags
from tracker.game.rules import RuleOptions
from tracker.insight.baselines import CellSet
from tracker.insight.simulation_captains import CHARACTERS, Captain, Character
from tracker.insight.simulation_crew import Engineer, FirstMate
from tracker.insight.simulation_hearing import misheard
from tracker.insight.simulation_submarine import Submarine
from tracker.insight.waters import Waters, impact_on, waters_of

TURNS_WHILE_SURFACED = 3
DAMAGE = {Impact.CLEAR: 0, Impact.INDIRECT: 1, Impact.DIRECT: 2}


@dataclass(frozen=True, slots=True)
class Setting:
    """How games are to be played.

    ``characters`` are names of ``CHARACTERS``, drawn anew for each side of each game; ``real_time`` None follows the
    map's mode; ``mishears`` is the share of courses heard wrong, missed or doubled; ``longest`` ends a game that
    nobody wins, in announcements.
    """

    options: RuleOptions = field(default_factory=RuleOptions)
    characters: tuple[str, ...] = tuple(CHARACTERS)
    real_time: bool | None = None
    mishears: float = 0.0
    longest: int = 240


@dataclass
class _Side:
    """One crew with its submarine; ``rumour`` is what its captain believes of the enemy."""

    submarine: Submarine
    captain: Captain
    mate: FirstMate
    engineer: Engineer
    rumour: CellSet
    next_at: float = 0.0
    course_since_activation: bool = True


def simulate(sea_map: SeaMap, seed: str, setting: Setting | None = None) -> Record:
    """Return the record of one game; the same map, seed and setting give the same record.

    The truth stands in it as marks (see ``truth``), the captains' characters and the result as free tags.
    """
    return _Game(sea_map, seed, setting or Setting()).play()


@dataclass
class _Game:
    """Two crews, the dice, and what was said so far."""

    sea_map: SeaMap
    seed: str
    setting: Setting
    said: list[Announcement] = field(default_factory=list)
    clock: float = 0.0

    def __post_init__(self) -> None:
        self.rng = random.Random(f"sonar {self.seed}")
        self.waters: Waters = waters_of(self.sea_map, self.setting.options)
        self.printed = sorted(self.sea_map.archer_mines)
        real_time = self.setting.real_time
        self.real_time = self.sea_map.mode != "turn-by-turn" if real_time is None else real_time
        # The scenario's own system is used on the maps that print something for it; Archer mines are paid for by it.
        self.has_system = any("O" in row for row in self.sea_map.grid)
        self.sides = {side: self._launch(side) for side in Side}
        self.starts = {side: each.submarine.cell for side, each in self.sides.items()}

    def _launch(self, side: Side) -> _Side:
        captain = Captain(CHARACTERS[self.rng.choice(self.setting.characters)], self.rng)
        cell = captain.start(Submarine(self.waters, self.sea_map.sea[0]))
        wants = dict(captain.character.wants)
        if not (self.has_system or self.printed):
            wants[System.SCENARIO] = 0
        return _Side(
            Submarine(self.waters, cell),
            captain,
            FirstMate(self.rng, wants),
            Engineer(self.rng, wants),
            CellSet(self.waters, side.other),
        )

    # ---- the course of the game

    def play(self) -> Record:
        """Play until somebody sinks, nobody can act, or it has lasted long enough."""
        if self.real_time:
            self._play_in_real_time()
        else:
            self._play_in_turns()
        record = Record(self._tags(), tuple(self.said[: self.setting.longest]))
        return misheard(record, self.setting.mishears, self.rng) if self.setting.mishears else record

    @property
    def over(self) -> bool:
        return len(self.said) >= self.setting.longest or any(each.submarine.sunk for each in self.sides.values())

    def _play_in_real_time(self) -> None:
        for each in self.sides.values():
            each.next_at = self.rng.uniform(0, 5)
        while not self.over and any(self._can_act(side) for side in Side):
            side = min(Side, key=lambda s: self.sides[s].next_at)
            each = self.sides[side]
            self.clock = max(self.clock, each.next_at)
            if each.submarine.surfaced:
                self._dive(side)
            self._turn(side)
            pause = self.rng.uniform(35, 70) if each.submarine.surfaced else self.rng.uniform(2, 9)
            each.next_at = self.clock + pause

    def _play_in_turns(self) -> None:
        side = self.rng.choice(list(Side))
        left = 1
        while not self.over and any(self._can_act(s) for s in Side):
            if self.sides[side].submarine.surfaced:
                self._dive(side)
            self._turn(side)
            if self.sides[side].submarine.surfaced:
                left = TURNS_WHILE_SURFACED
                side = side.other
            else:
                left -= 1
                if left <= 0:
                    side, left = side.other, 1

    def _can_act(self, side: Side) -> bool:
        """Tell whether a submarine is not shut in for good."""
        submarine = self.sides[side].submarine
        return submarine.route.bit_count() > 1 or bool(submarine.open_courses()) or bool(submarine.mines)

    def _turn(self, side: Side) -> None:
        each = self.sides[side]
        submarine, enemy = each.submarine, each.rumour.cells
        exposed = self.sides[side.other].rumour.cells.bit_count()
        if not submarine.open_courses() and submarine.route.bit_count() == 1 and submarine.mines:
            # Shut in by its own mines, with no line to wipe: only an explosion helps.
            self._trigger(side, submarine.mines[0])
            return
        way = each.captain.course(submarine, enemy, each.engineer.warns)
        danger = min((each.engineer.warns(course) for course, _ in submarine.open_courses()), default=0.0)
        if way is None or each.captain.surfaces(submarine, each.engineer.trouble, danger, exposed):
            self._surface(side, forced=way is None)
            return
        course, there = way
        submarine.enter(course, [there])
        each.course_since_activation = True
        self._say(side, Heading(course))
        self._worked(side, course)
        if not self.over and submarine.open_courses():  # a boxed-in captain must surface at once
            mine = each.captain.trigger(submarine, enemy)
            if mine is not None:
                self._trigger(side, mine)
        if not self.over and submarine.open_courses():
            self._activate(side, exposed)

    def _worked(self, side: Side, course: Course) -> None:
        """Cross a symbol and give a mark, as each course and silence does."""
        each = self.sides[side]
        if each.engineer.cross(course):
            each.engineer.clear()
            each.submarine.damage += 1
            self._say(side, Hurt())
        self._mark(side)

    def _mark(self, side: Side) -> None:
        if self.over:
            return
        filled = self.sides[side].mate.mark()
        if filled is not None and self.rng.random() < 0.3:
            self._say(side, Ready(filled))

    def _surface(self, side: Side, forced: bool) -> None:
        each = self.sides[side]
        each.submarine.surface()
        each.engineer.clear()
        on_ice = bool(self.sea_map.ice_holes) and each.submarine.cell not in self.sea_map.ice_holes
        each.submarine.damage += on_ice
        told = bool(self.sea_map.ice_holes) and self.rng.random() < 0.8
        self._say(side, Surface(each.submarine.sector, on_ice if told else None, forced))

    def _dive(self, side: Side) -> None:
        self.sides[side].submarine.surfaced = False
        self._say(side, Dive())

    # ---- systems

    def _activate(self, side: Side, exposed: int) -> None:
        each = self.sides[side]
        wishes = each.captain.systems(each.submarine, each.rumour.cells, exposed)
        for system, aim in wishes:
            if not (each.mate.full(system) and each.engineer.works(system) and each.course_since_activation):
                continue
            if self._does[system](self, side, aim):
                each.mate.empty(system)
                each.course_since_activation = False
                if system is System.SILENCE:
                    self._mark(side)  # its own mark, which cannot pay for itself
                return

    def _torpedo(self, side: Side, target: int | None) -> bool:
        assert target is not None
        for each in self.sides.values():
            each.submarine.mines = [mine for mine in each.submarine.mines if mine != target]
        self._explosion(side, target, Torpedo)
        return True

    def _mine(self, side: Side, cell: int | None) -> bool:
        assert cell is not None
        self.sides[side].submarine.mines.append(cell)
        self._say(side, Mine(cell))
        return True

    def _drone(self, side: Side, sector: int | None) -> bool:
        assert sector is not None
        self._say(side, Drone(sector, self.sides[side.other].submarine.sector == sector))
        return True

    def _sonar(self, side: Side, _: int | None) -> bool:
        """Let the other captain tell one truth and one lie of different kinds."""
        cell = self.sides[side.other].submarine.cell
        truth = {"row": row_of(cell), "column": column_of(cell), "sector": self.sea_map.sector_of(cell)}
        values = {
            "row": range(self.sea_map.rows),
            "column": range(self.sea_map.columns),
            "sector": range(1, self.sea_map.sector_count + 1),
        }
        kinds = self.rng.sample(list(truth), 2)
        liars = [kind for kind in kinds if len(values[kind]) > 1]
        if not liars:
            return False
        lie = self.rng.choice(liars)
        told = {kind: truth[kind] for kind in kinds}
        told[lie] = self.rng.choice([value for value in values[lie] if value != truth[lie]])
        self._say(side, Sonar(**told))
        return True

    def _silence(self, side: Side, _: int | None) -> bool:
        each = self.sides[side]
        way = each.captain.silence(each.submarine)
        if way is None:
            self._say(side, Silence(0))
            return True
        course, cells = way
        each.submarine.enter(course, cells)
        self._say(side, Silence(len(cells), course))
        if each.engineer.cross(course):
            each.engineer.clear()
            each.submarine.damage += 1
            self._say(side, Hurt())
        return True

    def _scenario(self, side: Side, _: int | None) -> bool:
        if not self.printed:
            if not self.has_system:
                return False
            self._say(side, Scenario())
            return True
        each = self.sides[side]
        target = each.captain.archer(each.submarine, each.rumour.cells, self.printed)
        if target is None:
            return False
        self.printed.remove(target)
        self._explosion(side, target, Archer)
        return True

    _does = {  # noqa: RUF012  # a table of methods, never changed
        System.TORPEDO: _torpedo,
        System.MINE: _mine,
        System.DRONE: _drone,
        System.SONAR: _sonar,
        System.SILENCE: _silence,
        System.SCENARIO: _scenario,
    }

    def _trigger(self, side: Side, mine: Cell) -> None:
        self.sides[side].submarine.mines.remove(mine)
        self._explosion(side, mine, Trigger)

    def _explosion(self, side: Side, target: Cell, item: Callable[[Cell, Impact | None, Impact | None], Item]) -> None:
        reports = {s: impact_on(each.submarine.cell, target) for s, each in self.sides.items()}
        for s, report in reports.items():
            self.sides[s].submarine.damage += DAMAGE[report]
        own = reports[side]
        tells = self.rng.random() < (0.1 if own is Impact.CLEAR else 0.5)
        self._say(side, item(target, reports[side.other], own if tells else None))

    # ---- what is heard

    def _say(self, side: Side, item: Item) -> None:
        clock = int(self.clock) if self.real_time else None
        self.clock += self.rng.uniform(0, 1.5)
        announcement = Announcement(side, item, clock)
        self.said.append(announcement)
        for each in self.sides.values():
            each.rumour.hear(announcement)

    def _tags(self) -> tuple[tuple[str, str], ...]:
        options = self.setting.options
        sunk = [side.value for side, each in self.sides.items() if each.submarine.sunk]
        tags = [*map_tags(self.sea_map), ("Us", Side.YELLOW.value)]
        if options.torpedo != "manhattan":
            tags.append(("Torpedo", options.torpedo))
        if options.mine_neighbours != 8:
            tags.append(("Mines", str(options.mine_neighbours)))
        tags += [(f"{side.value.capitalize()}Start", cell_name(cell)) for side, cell in self.starts.items()]
        tags += [
            (f"{side.value.capitalize()}Captain", each.captain.character.name) for side, each in self.sides.items()
        ]
        mode = "real-time" if self.real_time else "turn-by-turn"
        tags += [("Mode", mode), ("Seed", self.seed), ("Result", f"{' and '.join(sunk)} sunk" if sunk else "open")]
        return tuple(tags)


__all__ = ["CHARACTERS", "Character", "Setting", "simulate"]
