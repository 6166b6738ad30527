"""One submarine as its true record has it: where it is, its line and its mines, and every step that was not legal.

Knows the rules of sailing and mines for one side; not answers, gauges or the other side. Where the truth is not
known it accuses nobody: a mine whose cell is not told keeps every cell in which it may lie.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tracker.game.announcements import Gap, Heading, Mine, Side, Silence, Surface, Trigger
from tracker.game.cells import Cell, Course, cell_name
from tracker.insight.referee_findings import Rule
from tracker.insight.waters import Waters, beyond, distance

Report = Callable[[Rule, str], None]


@dataclass
class LaidMine:
    """A live mine: the cells it may lie in, None where nothing is known of it any more."""

    cells: set[Cell] | None


@dataclass
class TrueSubmarine:
    """A submarine being replayed; ``cell`` is None from the announcement on at which the truth ends."""

    side: Side
    waters: Waters
    cell: Cell | None
    route: set[Cell] = field(default_factory=set)
    mines: list[LaidMine] = field(default_factory=list)
    surfaced_at: int | None = None
    unknown_since: int | None = None

    def __post_init__(self) -> None:
        """Put the start on the route."""
        if self.cell is not None:
            self.route = {self.cell}

    def lose(self, number: int) -> None:
        """Go on without knowing where it is."""
        if self.cell is not None:
            self.unknown_since = number
        self.cell = None

    # ---- sailing

    def sail(self, item: Heading | Gap | Silence, number: int, report: Report) -> None:
        """Replay a course or a silence."""
        if self.cell is None:
            return
        match item:
            case Heading(course) if course is not None:
                self._step(course, number, report)
            case Silence(length, course) if length and course is not None:
                for _ in range(length):
                    self._step(course, number, report)
            case Silence(0, _):
                pass
            case _:
                self.lose(number)

    def _step(self, course: Course, number: int, report: Report) -> None:
        if self.cell is None:
            return
        there = beyond(self.cell, course)
        if there is None or there not in self.waters.sea_map:
            report(Rule.MAP, f"{self.side} left the map heading {course.name} from {cell_name(self.cell)}")
            self.lose(number)
            return
        if not self.waters.sea_map.is_sea(there):
            report(Rule.ISLAND, f"{self.side} ran onto an island at {cell_name(there)}")
        elif there in self.route:
            report(Rule.ROUTE, f"{self.side}'s route crossed itself at {cell_name(there)}")
        elif any(mine.cells == {there} for mine in self.mines):
            report(Rule.OWN_MINE, f"{self.side} ran onto its own mine at {cell_name(there)}")
        self.cell = there
        self.route.add(there)
        for mine in self.mines:
            if mine.cells is not None and len(mine.cells) > 1:
                mine.cells.discard(there)

    def open_courses(self) -> list[tuple[Course, Cell]]:
        """Return the courses to sea off the route, mines not looked at; empty where the cell is unknown."""
        if self.cell is None:
            return []
        ways = [(course, beyond(self.cell, course)) for course in Course]
        return [(c, t) for c, t in ways if t is not None and self.waters.sea_map.is_sea(t) and t not in self.route]

    def certainly_boxed_in(self) -> bool:
        """Tell whether no course was open whatever is not known."""
        known = [next(iter(mine.cells)) for mine in self.mines if mine.cells is not None and len(mine.cells) == 1]
        return self.cell is not None and all(there in known for _, there in self.open_courses())

    def _certainly_open(self) -> list[tuple[Course, Cell]]:
        """The courses that no mine of its can have blocked."""
        return [
            (course, there)
            for course, there in self.open_courses()
            if all(mine.cells is not None and there not in mine.cells for mine in self.mines)
        ]

    def surface(self, item: Surface, number: int, report: Report) -> None:
        """Replay a surfacing; the line is wiped but for the present cell."""
        if self.cell is not None:
            true = self.waters.sea_map.sector_of(self.cell)
            where = cell_name(self.cell)
            if item.sector is not None and item.sector != true:
                report(Rule.SECTOR, f"{self.side} named sector {item.sector}, but surfaced in sector {true} at {where}")
            if item.forced:
                free = self._certainly_open()
                too_few = len(self.open_courses()) > len(self.mines)
                if free or too_few:
                    courses = " ".join(course.name for course, _ in free or self.open_courses())
                    report(Rule.BLACKOUT, f"{self.side} called a blackout at {where}, but could head {courses}")
            holes = self.waters.sea_map.ice_holes
            if holes and item.hurt is not None and item.hurt == (self.cell in holes):
                hole = "in a hole" if self.cell in holes else "under the ice"
                said = "hurt" if item.hurt else "unhurt"
                report(Rule.ICE, f"{self.side} said {said}, but surfaced {hole} at {where}")
            self.route = {self.cell}
        self.surfaced_at = number

    # ---- mines

    def drop(self, item: Mine, report: Report) -> None:
        """Replay the drop of a mine."""
        legal = None if self.cell is None else self._drops(self.cell)
        if item.cell is None:
            if legal is not None and not legal:
                report(
                    Rule.DROP, f"{self.side} dropped a mine, but no cell beside {cell_name(self.cell or 0)} was free"
                )
            self.mines.append(LaidMine(legal or None))
            return
        if legal is not None and item.cell not in legal:
            report(Rule.DROP, f"{self.side} dropped a mine at {cell_name(item.cell)}, {self._why_not(item.cell)}")
        self.mines.append(LaidMine({item.cell}))

    def _drops(self, cell: Cell) -> set[Cell]:
        return set(self.waters.drops.get(cell, ())) - self.route

    def _why_not(self, target: Cell) -> str:
        assert self.cell is not None
        if not self.waters.sea_map.is_sea(target):
            return "which is an island"
        if target in self.route:
            return "which is on its route"
        return f"which is not beside {cell_name(self.cell)}"

    def trigger(self, item: Trigger, report: Report) -> None:
        """Replay a trigger."""
        able = [mine for mine in self.mines if mine.cells is None or item.target in mine.cells]
        if not able:
            report(Rule.TRIGGER, f"{self.side} triggered a mine at {cell_name(item.target)}, but had none there")
            return
        sure = [mine for mine in able if mine.cells == {item.target}]
        chosen = (sure or able)[0]
        self.mines = [mine for mine in self.mines if mine is not chosen]
        if not sure and len(able) > 1:
            for mine in able:
                mine.cells = None  # which of them it was nobody said

    def struck(self, target: Cell) -> None:
        """Take away every mine that a torpedo's impact destroyed."""
        self.mines = [mine for mine in self.mines if mine.cells != {target}]
        for mine in self.mines:
            if mine.cells is not None and target in mine.cells:
                mine.cells = None  # it may be gone

    # ---- weapons

    def fire(self, target: Cell, report: Report) -> None:
        """Replay a torpedo's way."""
        if (
            self.cell is None
            or target in self.waters.reach.get(self.cell, ())
            or not self.waters.sea_map.is_sea(self.cell)
        ):
            return
        here, there = cell_name(self.cell), cell_name(target)
        why = "its own cell" if target == self.cell else f"more than 4 steps from {here}"
        if self.waters.options.torpedo == "path" and distance(self.cell, target) <= 4 and target != self.cell:
            why = f"not 4 steps by sea from {here}"
        report(Rule.TORPEDO, f"{self.side} fired a torpedo at {there}, {why}")
