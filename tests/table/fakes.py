"""A tiny inference with the tracker's interface, and shorthands, so that the table is tested without the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tracker.game.announcements import Announcement, Drone, Hurt, Scenario, Side
from tracker.game.cells import Cell, column_of, row_of
from tracker.game.errors import TooManyHypotheses
from tracker.game.maps import SeaMap
from tracker.game.notation import parse_line
from tracker.game.record_maps import record_map
from tracker.game.records import loads
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Model
from tracker.solver.repairs import Repair
from tracker.solver.routes import Route
from tracker.table.game_log import GameLog
from tracker.table.journal import Journal
from tracker.table.operations import Kind, Operation
from tracker.table.tables import Tables

SHEET = SeaMap(id="sheet", grid=("....", ".#..", "....", "...."), sector_side=2, name="Sheet")


@dataclass(frozen=True)
class FakeInference:
    """Only drone answers tell it anything; ``scenario`` is too much for it and ``hurt`` breaks it."""

    sea_map: SeaMap
    cells: tuple[Cell, ...]
    announcements: tuple[Announcement, ...] = ()
    calls: list[Announcement] = field(default_factory=list)

    def hear(self, announcement: Announcement) -> FakeInference:
        self.calls.append(announcement)
        cells = self.cells
        match announcement.item:
            case Scenario():
                raise TooManyHypotheses(123456, 1 << 40)
            case Hurt():
                raise RuntimeError("broken")
            case Drone(sector, bool(answer)):
                cells = tuple(c for c in cells if (self.sea_map.sector_of(c) == sector) == answer)
            case _:
                pass
        return FakeInference(self.sea_map, cells, (*self.announcements, announcement), self.calls)

    @property
    def consistent(self) -> bool:
        return bool(self.cells)

    @property
    def starts(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def histories(self) -> int:
        return len(self.cells)

    def posterior(self) -> NDArray[np.float64]:
        grid = np.zeros((self.sea_map.rows, self.sea_map.columns))
        for cell in self.cells:
            grid[row_of(cell), column_of(cell)] = 1 / len(self.cells)
        return grid

    def routes(self, cell: Cell) -> Iterator[Route]:
        """Two histories for each route: straight to the cell from each cell of its row."""
        for start in self.cells:
            if cell in self.cells and row_of(start) == row_of(cell):
                yield Route((start, cell), ())
                yield Route((start, cell), ((0, 1),))

    @property
    def likeliest_route(self) -> Route | None:
        return next(self.routes(self.cells[0]), None) if self.cells else None

    @property
    def mine_cells(self) -> tuple[Cell, ...]:
        return ()

    @property
    def readings(self) -> None:
        return None

    def repairs(self) -> list[Repair]:
        return []

    def sectors(self) -> dict[int, float]:
        shares: dict[int, float] = {}
        for cell in self.cells:
            sector = self.sea_map.sector_of(cell)
            shares[sector] = shares.get(sector, 0.0) + 1 / len(self.cells)
        return shares


def start_fake(sea_map: SeaMap, tracked: Side, options: RuleOptions, model: Model) -> FakeInference:
    return FakeInference(sea_map, sea_map.sea)


def fake_tables(url: str = "sqlite://") -> Tables:
    return Tables(Journal(url), start_fake)


def heard(text: str) -> tuple[Announcement, ...]:
    return parse_line(text, Side.YELLOW)


def operation(op: str, do: Kind, text: str = "", target: str | None = None, **more: object) -> Operation:
    return Operation(op, do, announcements=heard(text) if text else (), target=target, **more)  # type: ignore[arg-type]


def log_of(operations: Iterable[Operation]) -> GameLog:
    log = GameLog()
    for one in operations:
        log = log.apply(one)
    return log


def begin_from(tables: Tables, text: str) -> str:
    """Begin a game from a record's text, as the set-up page does with what is uploaded; return its code."""
    record = loads(text)
    return tables.create(record_map(record, None), record.us, record.options, record=record)
