"""A map sheet as a value: its size, islands, marks and sectors.

Knows the printed sheet, not where map files lie (``map_files``) and not how the solver lays out its boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tracker.game.cells import Cell, Sector, cell_at, column_of, row_of

SEA_SYMBOLS = ".oMO"
ISLAND = "#"


@dataclass(frozen=True)
class SeaMap:
    """A sheet; ``grid`` holds one string of ``. # o M O`` a row, top row first, all of one length (1 to 15).

    ``sector_side`` is the number of cells along a sector's side; the last sectors of a side may be narrower.
    """

    id: str
    grid: tuple[str, ...]
    sector_side: int = 5
    name: str = ""
    mode: str = ""
    source: str = ""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.grid)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.grid[0])

    @property
    def sector_count(self) -> int:
        """The number of sectors."""
        return self._sectors_down * self._sectors_across

    @property
    def _sectors_across(self) -> int:
        return -(-self.columns // self.sector_side)

    @property
    def _sectors_down(self) -> int:
        return -(-self.rows // self.sector_side)

    def __contains__(self, cell: Cell) -> bool:
        """Tell whether a cell lies on the sheet, island or sea."""
        return 0 <= row_of(cell) < self.rows and 0 <= column_of(cell) < self.columns

    def symbol(self, cell: Cell) -> str:
        """Return the printed symbol of a cell on the sheet."""
        return self.grid[row_of(cell)][column_of(cell)]

    def is_sea(self, cell: Cell) -> bool:
        """Tell whether a cell lies on the sheet and is not an island."""
        return cell in self and self.symbol(cell) != ISLAND

    def sector_of(self, cell: Cell) -> Sector:
        """Return the sector of a cell on the sheet."""
        down, across = row_of(cell) // self.sector_side, column_of(cell) // self.sector_side
        return down * self._sectors_across + across + 1

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the sheet, by row, then column."""
        return tuple(cell_at(r, c) for r in range(self.rows) for c in range(self.columns))

    @cached_property
    def sea(self) -> tuple[Cell, ...]:
        """All sea cells, by row, then column."""
        return tuple(c for c in self.cells if self.is_sea(c))

    @cached_property
    def islands(self) -> tuple[Cell, ...]:
        """All island cells, by row, then column."""
        return tuple(c for c in self.cells if not self.is_sea(c))

    @cached_property
    def ice_holes(self) -> frozenset[Cell]:
        """The open-water holes of an ice map; empty on any other."""
        return frozenset(c for c in self.cells if self.symbol(c) == "o")

    @cached_property
    def archer_mines(self) -> frozenset[Cell]:
        """The printed Archer mines; empty on most maps."""
        return frozenset(c for c in self.cells if self.symbol(c) == "M")
