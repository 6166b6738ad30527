"""The slow twin: the solver's answers worked out the obvious way, one whole-game history at a time.

Knows the printed rules and the two models of the record format; must not know how the fast solver works and shares no
code with it, for it is there to prove it right. It is meant for small boards and short records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Gap,
    Heading,
    Impact,
    Mine,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import MAX_SIDE, Cell, Course, cell_at, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions

Model: TypeAlias = Literal["uniform", "captain"]

Choice: TypeAlias = tuple[Course, ...]
"""The courses sailed at one announcement; empty for a silence without sailing, or for a gap that hid nothing."""

Placement: TypeAlias = tuple[Cell | None, ...]
"""Where each mine that was not triggered yet lies, oldest first; None for one that a torpedo's impact destroyed."""

LONGEST_SILENCE = 4
TORPEDO_RANGE = 4


@dataclass(frozen=True, slots=True)
class TwinAnswer:
    """What fits the announcements so far, in the words of the record format.

    ``probability`` sums to 1, and is empty on a contradiction. ``mass`` is the unnormalised weight behind it: the
    number of whole-game histories under ``uniform``, the chance of everything heard under ``captain``.
    """

    cells: tuple[Cell, ...]
    starts: tuple[Cell, ...]
    histories: int
    probability: dict[Cell, float]
    consistent: bool
    contradiction: int | None
    mass: float


@dataclass(frozen=True, slots=True)
class History:
    """One way in which the whole game may have gone, with every placement of the live mines that allows it.

    ``weight`` is the captain's chance of the courses and sonar answers; ``mines`` gives each placement its chance given
    those courses, unnormalised: what the evidence about mines struck out is missing from the sum.
    """

    start: Cell
    choices: tuple[Choice, ...]
    dive_start: Cell
    since_dive: tuple[Choice, ...]
    route: tuple[Cell, ...]
    weight: float
    mines: dict[Placement, float]

    @property
    def cell(self) -> Cell:
        """The submarine's present cell."""
        return self.route[-1]


def twin_solve(
    sea_map: SeaMap, announcements: Sequence[Announcement], tracked: Side, options: RuleOptions, model: Model
) -> TwinAnswer:
    """Return what fits after all the announcements."""
    histories = _Rules(sea_map, tracked, options).beginnings()
    contradiction = None
    for number, after in enumerate(twin_histories(sea_map, announcements, tracked, options), start=1):
        histories = after
        if not histories and contradiction is None:
            contradiction = number
    return twin_answer(histories, model, contradiction)


def twin_steps(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    model: Model,
    most: int | None = None,
) -> list[TwinAnswer]:
    """Return what fits after each announcement.

    With ``most``, stop early and return fewer answers where more than that many pairs of history and mine placement
    would have to be looked at.
    """
    answers = []
    contradiction = None
    for number, histories in enumerate(twin_histories(sea_map, announcements, tracked, options, most), start=1):
        if not histories and contradiction is None:
            contradiction = number
        answers.append(twin_answer(histories, model, contradiction))
    return answers


def twin_histories(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    most: int | None = None,
) -> Iterator[list[History]]:
    """Yield the whole-game histories that fit after each announcement; ``most`` as for ``twin_steps``."""
    rules = _Rules(sea_map, tracked, options)
    histories = rules.beginnings()
    for announcement in announcements:
        following: list[History] = []
        pairs = 0
        for before in histories:
            for after in rules.hear(before, announcement):
                following.append(after)
                pairs += len(after.mines)
                if most is not None and pairs > most:
                    return
        histories = following
        yield histories


def dive_routes(histories: Iterable[History]) -> Counter[tuple[Cell, ...]]:
    """Count the histories of the present dive by the cells of their route, dive start first.

    Two silences on one line give the same cells in several ways, each a history of its own; histories that differ
    before the dive only are one.
    """
    distinct = {(h.dive_start, h.since_dive): h.route for h in histories}
    return Counter(distinct.values())


def twin_answer(histories: Sequence[History], model: Model, contradiction: int | None = None) -> TwinAnswer:
    """Return the answer that these histories give; ``contradiction`` is the announcement that left none, if one did."""
    weights: dict[Cell, float] = {}
    for history in histories:
        # A history counts once however many placements allow it; the captain's weight is that of all of them together.
        weight = 1.0 if model == "uniform" else history.weight * sum(history.mines.values())
        weights[history.cell] = weights.get(history.cell, 0.0) + weight
    mass = sum(weights.values())
    return TwinAnswer(
        cells=tuple(sorted(weights)),
        starts=tuple(sorted({h.dive_start for h in histories})),
        histories=len({(h.dive_start, h.since_dive) for h in histories}),
        probability={cell: weights[cell] / mass for cell in sorted(weights)},
        consistent=contradiction is None,
        contradiction=contradiction,
        mass=mass,
    )


class _Rules:
    """The rules as one tracked side meets them on one map."""

    def __init__(self, sea_map: SeaMap, tracked: Side, options: RuleOptions) -> None:
        self._map = sea_map
        self._tracked = tracked
        self._options = options

    def beginnings(self) -> list[History]:
        """Return one history for each cell in which the game may have begun."""
        sea = self._map.sea
        return [History(cell, (), cell, (), (cell,), 1 / len(sea), {(): 1.0}) for cell in sea]

    def hear(self, history: History, announcement: Announcement) -> Iterator[History]:
        """Yield the histories that one becomes: none where the announcement excludes it."""
        if announcement.side is self._tracked:
            return self._acts(history, announcement)
        return self._answers(history, announcement)

    def _acts(self, history: History, announcement: Announcement) -> Iterator[History]:
        """Yield what a history becomes when the tracked submarine itself does something."""
        match announcement.item:
            case Heading(course=heard):
                courses = self._open_courses(history)
                for course in courses:
                    if heard is None or course is heard:
                        yield from self._sail(history, (course,), 1 / len(courses))
            case Gap():
                yield from self._sail(history, (), 1 / 2)
                courses = self._open_courses(history)
                for course in courses:
                    yield from self._sail(history, (course,), 1 / 2 / len(courses))
            case Silence():
                choices = self._silences(history)
                for choice in choices:
                    yield from self._sail(history, choice, 1 / len(choices))
            case Surface() as surface:
                yield from self._surface(history, surface)
            case Mine():
                yield from self._drop(history)
            case Trigger(target=target, own=own):
                if _reports(history.cell, target, own):
                    yield from _with_mines(history, _triggered(history.mines, target))
            case Torpedo(target=target, own=own):
                if self._in_range(history.cell, target) and _reports(history.cell, target, own):
                    yield from _with_mines(history, _destroyed(history.mines, target))
            case Archer(target=target, own=own):
                if _reports(history.cell, target, own):
                    yield history
            case _:
                yield history

    def _answers(self, history: History, announcement: Announcement) -> Iterator[History]:
        """Yield what a history becomes when the other side does something and the tracked captain answers."""
        match announcement.item:
            case Torpedo(target=target, answer=answer):
                if _reports(history.cell, target, answer):
                    yield from _with_mines(history, _destroyed(history.mines, target))
            case Trigger(target=target, answer=answer) | Archer(target=target, answer=answer):
                if _reports(history.cell, target, answer):
                    yield history
            case Drone(sector=sector, answer=said):
                if said is None or said == (self._map.sector_of(history.cell) == sector):
                    yield history
            case Sonar() as sonar:
                chance = self._sonar_chance(history.cell, sonar)
                if chance > 0:
                    yield replace(history, weight=history.weight * chance)
            case _:
                yield history

    # Sailing

    def _may_enter(self, route: tuple[Cell, ...], cell: Cell) -> bool:
        return self._map.is_sea(cell) and cell not in route

    def _open_courses(self, history: History) -> list[Course]:
        """Return the courses to sea off the route; own mines do not count, which is a simplification of the model."""
        return [course for course in Course if self._may_enter(history.route, _beyond(history.cell, course))]

    def _silences(self, history: History) -> list[Choice]:
        """Return a silence's outcomes, staying once; own mines do not count, as for ``_open_courses``."""
        choices: list[Choice] = [()]
        for course in Course:
            cell = history.cell
            for length in range(1, LONGEST_SILENCE + 1):
                cell = _beyond(cell, course)
                if not self._may_enter(history.route, cell):
                    break
                choices.append((course,) * length)
        return choices

    def _sail(self, history: History, choice: Choice, chance: float) -> Iterator[History]:
        """Yield the history after one choice, cell by cell, unless a live mine lies on the way in every placement."""
        route = history.route
        mines = history.mines
        for course in choice:
            cell = _beyond(route[-1], course)
            route = (*route, cell)
            mines = {placement: weight for placement, weight in mines.items() if cell not in placement}
        if mines:
            yield replace(
                history,
                choices=(*history.choices, choice),
                since_dive=(*history.since_dive, choice),
                route=route,
                weight=history.weight * chance,
                mines=mines,
            )

    def _surface(self, history: History, surface: Surface) -> Iterator[History]:
        cell = history.cell
        if surface.sector is not None and self._map.sector_of(cell) != surface.sector:
            return
        if self._map.ice_holes and surface.hurt is not None and surface.hurt == (cell in self._map.ice_holes):
            return
        mines = history.mines
        if surface.forced:
            exits = {_beyond(cell, course) for course in self._open_courses(history)}
            mines = {placement: weight for placement, weight in mines.items() if exits <= set(placement)}
        if mines:
            yield replace(history, dive_start=cell, since_dive=(), route=(cell,), mines=mines)

    # Mines and explosions

    def _drop(self, history: History) -> Iterator[History]:
        row, column = row_of(history.cell), column_of(history.cell)
        steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        if self._options.mine_neighbours == 4:
            steps = [(down, right) for down, right in steps if down == 0 or right == 0]
        # The present cell is on the route, so it falls out by itself. A cell that holds a mine already stays in.
        near = [_cell_or_none(row + down, column + right) for down, right in steps]
        legal = [cell for cell in near if cell is not None and self._may_enter(history.route, cell)]
        mines: dict[Placement, float] = {}
        for placement, weight in history.mines.items():
            for cell in legal:
                mines[(*placement, cell)] = weight / len(legal)
        yield from _with_mines(history, mines)

    def _in_range(self, cell: Cell, target: Cell) -> bool:
        """Tell whether a torpedo from ``cell`` reaches ``target``; the submarine's own cell is no legal impact."""
        if self._options.torpedo == "manhattan":
            steps = abs(row_of(cell) - row_of(target)) + abs(column_of(cell) - column_of(target))
            return 1 <= steps <= TORPEDO_RANGE
        reached = {cell}
        for _ in range(TORPEDO_RANGE):
            # An island may be the impact, but no torpedo goes on from it.
            sea = {c for c in reached if self._map.is_sea(c)}
            reached |= {_beyond(c, course) for c in sea for course in Course if _beyond(c, course) in self._map}
        return target in reached and target != cell

    # Sensors

    def _sonar_chance(self, cell: Cell, sonar: Sonar) -> float:
        """Return the captain's chance of this answer from this cell, 1 where none was heard, 0 where it is excluded."""
        facts: list[tuple[int, int, int]] = []  # the value heard, the true one, how many values there are of its kind
        if sonar.row is not None:
            facts.append((sonar.row, row_of(cell), self._map.rows))
        if sonar.column is not None:
            facts.append((sonar.column, column_of(cell), self._map.columns))
        if sonar.sector is not None:
            facts.append((sonar.sector, self._map.sector_of(cell), self._map.sector_count))
        if not facts:
            return 1.0
        false = [count for heard, truth, count in facts if heard != truth]
        if len(false) != 1 or false[0] == 1:
            return 0.0
        return 1 / 3 * 1 / 2 * 1 / (false[0] - 1)


def _with_mines(history: History, mines: dict[Placement, float]) -> Iterator[History]:
    if mines:
        yield replace(history, mines=mines)


def _triggered(mines: dict[Placement, float], target: Cell) -> dict[Placement, float]:
    """Return the placements with a mine at the target, less the oldest one there."""
    after: dict[Placement, float] = {}
    for placement, weight in mines.items():
        if target in placement:
            oldest = placement.index(target)
            left = (*placement[:oldest], *placement[oldest + 1 :])
            after[left] = after.get(left, 0.0) + weight
    return after


def _destroyed(mines: dict[Placement, float], target: Cell) -> dict[Placement, float]:
    """Return the placements after a torpedo's impact: every mine that lay at the target is gone."""
    after: dict[Placement, float] = {}
    for placement, weight in mines.items():
        left = tuple(None if cell == target else cell for cell in placement)
        after[left] = after.get(left, 0.0) + weight
    return after


def _reports(cell: Cell, explosion: Cell, said: Impact | None) -> bool:
    """Tell whether a submarine on ``cell`` answers an explosion with what was said (None: nothing was heard)."""
    away = max(abs(row_of(cell) - row_of(explosion)), abs(column_of(cell) - column_of(explosion)))
    truth = Impact.DIRECT if away == 0 else Impact.INDIRECT if away == 1 else Impact.CLEAR
    return said is None or said is truth


def _beyond(cell: Cell, course: Course) -> Cell:
    """Return the next cell on a course, -1 (on no map) where the numbering of cells ends."""
    down, right = course.step
    cell_beyond = _cell_or_none(row_of(cell) + down, column_of(cell) + right)
    return -1 if cell_beyond is None else cell_beyond


def _cell_or_none(row: int, column: int) -> Cell | None:
    return cell_at(row, column) if 0 <= row < MAX_SIDE and 0 <= column < MAX_SIDE else None
