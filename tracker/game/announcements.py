"""Everything a table can announce, as frozen values: an item, who acted, and when.

Knows the words of the record format's items, not how they are spelled in a file and not what they imply.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from tracker.game.cells import Cell, Course, Sector


class Side(StrEnum):
    """A team; in a record the side is always the one that acts."""

    YELLOW = "yellow"
    BLUE = "blue"

    @property
    def other(self) -> Side:
        """The opposing team."""
        return Side.BLUE if self is Side.YELLOW else Side.YELLOW

    @property
    def letter(self) -> str:
        """``Y`` or ``B``, as the writer prints it."""
        return self.value[0].upper()


class Impact(StrEnum):
    """What a captain answers to an explosion: farther off, one of the 8 neighbours, or on the cell."""

    CLEAR = "clear"
    INDIRECT = "indirect"
    DIRECT = "direct"


class System(StrEnum):
    """A system with a gauge."""

    TORPEDO = "torpedo"
    MINE = "mine"
    DRONE = "drone"
    SONAR = "sonar"
    SILENCE = "silence"
    SCENARIO = "scenario"


@dataclass(frozen=True, slots=True)
class Heading:
    """A course was announced; ``course`` is None where its direction was not heard (``?``)."""

    course: Course | None


@dataclass(frozen=True, slots=True)
class Gap:
    """Zero or one course was missed here (``gap``)."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Silence; the truth, where known, is ``length`` 0-4 and, if not 0, the ``course``."""

    length: int | None = None
    course: Course | None = None


@dataclass(frozen=True, slots=True)
class Surface:
    """Surfaces in ``sector`` (None: not heard), ``forced`` in a blackout; ``hurt`` is None where neither was said."""

    sector: Sector | None
    hurt: bool | None = None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Drone:
    """The side asks "are you in ``sector``?"; the other answers ``answer`` (None: not heard)."""

    sector: Sector
    answer: bool | None = None


@dataclass(frozen=True, slots=True)
class Sonar:
    """The side uses sonar; the other answers two of row, column (both from 0) and sector, or none was heard."""

    row: int | None = None
    column: int | None = None
    sector: Sector | None = None


@dataclass(frozen=True, slots=True)
class Torpedo:
    """The side fires at ``target``; ``answer`` is the other side's report, ``own`` the shooter's of itself."""

    target: Cell
    answer: Impact | None = None
    own: Impact | None = None


@dataclass(frozen=True, slots=True)
class Mine:
    """The side drops a mine; ``cell`` is the truth where known."""

    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """The side triggers its mine at ``target``; reports as for a torpedo."""

    target: Cell
    answer: Impact | None = None
    own: Impact | None = None


@dataclass(frozen=True, slots=True)
class Archer:
    """The side sets off the printed Archer mine at ``target``; reports as for a torpedo."""

    target: Cell
    answer: Impact | None = None
    own: Impact | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """The side activates the scenario's own system; never evidence."""


@dataclass(frozen=True, slots=True)
class Hurt:
    """The crew called damage that no weapon caused; never evidence on the submarine's cell."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A gauge was called ready; never evidence on the submarine's cell."""

    system: System


@dataclass(frozen=True, slots=True)
class Dive:
    """Under way again; never evidence."""


Item: TypeAlias = (
    Heading
    | Gap
    | Silence
    | Surface
    | Drone
    | Sonar
    | Torpedo
    | Mine
    | Trigger
    | Archer
    | Scenario
    | Hurt
    | Ready
    | Dive
)
"""What was announced, without who said it and when."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An item, the side that acts, the clock in seconds where known, the comment of its line, and where it was read.

    ``line`` and ``column`` count from 1, are 0 for an announcement that was not read from a text, and take no part
    in comparison.
    """

    side: Side
    item: Item
    clock: int | None = None
    comment: str = ""
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)
