"""The tracker: a side's possible cells after every announcement heard so far, as a persistent history.

Knows the order of announcements and what each left; not files, pages or clocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np
import numpy.typing as npt

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell, Sector, column_of, row_of
from tracker.game.errors import TrackerError
from tracker.game.map_checks import check_item
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.solver import kernels
from tracker.solver.answers import Model
from tracker.solver.bitboards import cells_of
from tracker.solver.charts import chart_of
from tracker.solver.families import EVEN, Families
from tracker.solver.memory import CHECKPOINTS, checkpoint, owned, stretch
from tracker.solver.mishears import Readings, heard
from tracker.solver.readings import MOST_MISHEARS
from tracker.solver.repairs import Repair, repair_pairs, repairs, start_readings
from tracker.solver.routes import Route, likeliest_route, mine_cells, route_count, routes_to
from tracker.solver.updates import Hypotheses, is_evidence, update


@dataclass(frozen=True)
class _Game:
    """What stays the same from announcement to announcement."""

    sea_map: SeaMap
    tracked: Side
    options: RuleOptions
    model: Model
    mishears: int
    history_bytes: int | None = None

    @property
    def most_bytes(self) -> int:
        """What the hypotheses of a tracker and of those before it may hold."""
        return HISTORY_BYTES if self.history_bytes is None else self.history_bytes


class Contradiction(TrackerError):
    """No hypothesis fits; ``announcement`` counts from 1 and is the first after which nothing did."""

    def __init__(self, announcement: int) -> None:
        """Name the announcement."""
        self.announcement = announcement
        super().__init__(
            f"nothing fits after announcement {announcement}: check it and the ones before it, "
            "one of them was misheard or missed"
        )


HISTORY_BYTES = 256 << 20
"""How much memory the hypotheses of a tracker and of those before it may hold; see ``Tracker``."""


class Tracker:
    """What is known of one side's submarine; every announcement gives a new Tracker, and the old one stays as it was.

    Each keeps its hypotheses, until those of the whole game hold more than ``HISTORY_BYTES``: then older ones forget
    theirs but for some checkpoints, and find them again by hearing some announcements anew when they are asked.

    >>> from tracker import Tracker, load_map, loads
    >>> tracker = Tracker.start(load_map("alpha"))
    >>> for announcement in loads("N N E silence").announcements:
    ...     tracker = tracker.hear(announcement)
    >>> len(tracker.cells), tracker.histories
    (166, 815)
    """

    def __init__(
        self,
        game: _Game,
        hypotheses: Hypotheses | Readings,
        announcement: Announcement | None = None,
        previous: Tracker | None = None,
        contradiction: int | None = None,
    ) -> None:
        """Meant for ``start`` and ``hear``."""
        self._game = game
        self._held: Hypotheses | Readings | None = hypotheses
        self.announcement = announcement
        self.previous = previous
        self.contradiction = contradiction
        self.count: int = previous.count + 1 if previous else 0
        unchanged = previous is not None and previous._held is hypotheses
        own_bytes = 0 if unchanged else hypotheses.own_bytes
        self._all_bytes: int = own_bytes + (previous._all_bytes if previous else 0)

    @property
    def sea_map(self) -> SeaMap:
        """The map."""
        return self._game.sea_map

    @property
    def tracked(self) -> Side:
        """The side whose submarine is tracked."""
        return self._game.tracked

    @property
    def options(self) -> RuleOptions:
        """The rules in which tables differ."""
        return self._game.options

    @property
    def model(self) -> Model:
        """What histories weigh."""
        return self._game.model

    @property
    def mishears(self) -> int:
        """How many courses may have been misheard."""
        return self._game.mishears

    @property
    def hypotheses(self) -> Hypotheses | Readings:
        """Everything that is possible."""
        held = self._held
        return self._found_again() if held is None else held

    def _found_again(self) -> Hypotheses | Readings:
        """Hear again what was heard since the newest tracker before this that has its hypotheses; keep checkpoints."""
        forgotten, tracker, held = [self], self.previous, None
        while tracker is not None and (held := tracker._held) is None:
            forgotten.append(tracker)
            tracker = tracker.previous
        assert tracker is not None
        assert held is not None
        for after in reversed(forgotten):
            assert after.announcement is not None
            held = tracker._after(held, after.announcement)
            if after is self or checkpoint(after.count, self.count):
                after._held = held
            tracker = after
        self._forget_older()
        return held

    def _forget_older(self) -> None:
        """Forget older hypotheses until all that are left hold little enough: the older, the fewer are kept."""
        most = self._game.most_bytes
        self._forget(most // 2)
        sparser = 0
        while self._all_bytes > most * 3 // 4 and CHECKPOINTS << sparser <= self.count:
            sparser += 1
            self._forget(most // 4, sparser)

    def _forget(self, enough: int, sparser: int = 0) -> None:
        """Forget, beyond the newest that hold ``enough`` bytes, all but the smallest of each stretch, and count."""
        older: list[tuple[Tracker, dict[int, int]]] = []
        kept: dict[int, int] = {}
        tracker, left = self, 0
        while tracker.previous is not None:
            held = tracker._held
            if held is not None:
                pieces = owned(held.arrays)
                more = sum(size for piece, size in pieces.items() if piece not in kept)
                if self.count - tracker.count < 2 or left + more <= enough:
                    kept.update(pieces)
                    left += more
                else:
                    older.append((tracker, pieces))
            tracker = tracker.previous
        for _, found in groupby(older, lambda one: stretch(one[0].count, self.count, sparser)):
            (_, smallest), *others = sorted(found, key=lambda one: sum(one[1].values()))
            kept.update(smallest)
            for other, _ in others:
                other._held = None
        self._all_bytes = sum(kept.values())

    @classmethod
    def start(
        cls,
        sea_map: SeaMap,
        tracked: Side = Side.BLUE,
        options: RuleOptions | None = None,
        model: Model = "uniform",
        mishears: int = 0,
        history_bytes: int | None = None,
    ) -> Tracker:
        """Return the tracker before the first announcement: the submarine may be in any sea cell.

        ``mishears`` (0, 1 or 2) is how many of its courses may have been misheard, missed or never said;
        ``history_bytes`` stands for ``HISTORY_BYTES`` where many games share a machine.
        """
        if not 0 <= mishears <= MOST_MISHEARS:
            raise ValueError(f"found {mishears} mishears, expected 0 to {MOST_MISHEARS}")
        Families.load_kernels()
        chart = chart_of(sea_map)
        root = EVEN / len(sea_map.sea) if model == "captain" and sea_map.sea else EVEN
        hypotheses = (
            start_readings(sea_map, model, mishears) if mishears else Families.dive(chart, model, chart.sea, root)
        )
        return cls(_Game(sea_map, tracked, options or RuleOptions(), model, mishears, history_bytes), hypotheses)

    def hear(self, announcement: Announcement) -> Tracker:
        """Return the tracker after one more announcement.

        An announcement that is no evidence about the tracked side is counted and changes nothing else; after a
        contradiction nothing changes any more. Raises ImpossibleOnMap for a cell, sector or Archer mine that the map
        has not, and TooManyHypotheses where the result would not fit in memory; this tracker stays usable in both.
        """
        check_item(announcement.item, self.sea_map)
        hypotheses, contradiction = self.hypotheses, self.contradiction
        if self.previous is not None:
            # Summed up again should it be looked at again: of a long game they would hold more than what they are of.
            self.previous.__dict__.pop("_posterior", None)
        if contradiction is None:
            hypotheses = self._after(hypotheses, announcement)
            if not hypotheses.shapes:
                contradiction = self.count + 1
        after = Tracker(self._game, hypotheses, announcement, self, contradiction)
        if after._all_bytes > self._game.most_bytes:
            after._forget_older()
        return after

    def _after(self, hypotheses: Hypotheses | Readings, announcement: Announcement) -> Hypotheses | Readings:
        """Return this tracker's ``hypotheses`` after one more announcement."""
        if self.contradiction is not None or not is_evidence(announcement, self.tracked):
            return hypotheses
        if isinstance(hypotheses, Readings):
            return heard(hypotheses, announcement, self.count + 1, self.tracked, self.options)
        return update(hypotheses, announcement, self.tracked, self.options)

    def hear_all(self, announcements: Iterable[Announcement]) -> Tracker:
        """Return the tracker after several announcements."""
        tracker = self
        for announcement in announcements:
            tracker = tracker.hear(announcement)
        return tracker

    def undo(self) -> Tracker:
        """Return the tracker without the last announcement; before the first it returns itself."""
        return self.previous or self

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """Everything heard, in order."""
        heard: list[Announcement] = []
        tracker: Tracker | None = self
        while tracker is not None and tracker.announcement is not None:
            heard.append(tracker.announcement)
            tracker = tracker.previous
        return tuple(reversed(heard))

    @property
    def last_consistent(self) -> Tracker:
        """This tracker or, on a contradiction, the newest before it."""
        tracker = self
        while tracker.contradiction is not None and tracker.previous is not None:
            tracker = tracker.previous
        return tracker

    @property
    def consistent(self) -> bool:
        """Whether some hypothesis fits all that was heard."""
        return self.contradiction is None

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The possible present cells, by row, then column; empty on a contradiction, as are the starts."""
        return tuple(cells_of(self.hypotheses.answer.cells)) if self.consistent else ()

    @cached_property
    def starts(self) -> tuple[Cell, ...]:
        """The cells in which the current dive may have begun, by row, then column."""
        return tuple(cells_of(self.hypotheses.answer.starts)) if self.consistent else ()

    @property
    def histories(self) -> int:
        """How many (dive start, choice at each announcement since) fit."""
        return self.hypotheses.answer.histories if self.consistent else 0

    @property
    def shapes(self) -> int:
        """How many shapes hold the hypotheses."""
        return self.hypotheses.shapes if self.consistent else 0

    @cached_property
    def _posterior(self) -> npt.NDArray[np.float64]:
        if self.contradiction is not None:
            raise Contradiction(self.contradiction)
        if self.model == "exact":
            raise ValueError("the exact model weighs no histories: start the tracker with model='uniform' or 'captain'")
        posterior = np.empty((self.sea_map.rows, self.sea_map.columns))
        kernels.shares(self.hypotheses.mass(), posterior)
        posterior.flags.writeable = False
        return posterior

    def posterior(self) -> npt.NDArray[np.float64]:
        """Return the probability of each cell under the model, shape (rows, columns), read-only; sums to 1.

        Raises Contradiction where nothing fits, ValueError for the model ``exact``.
        """
        return self._posterior

    def probability(self) -> dict[Cell, float]:
        """Return the probability of each possible cell; sums to 1, empty on a contradiction."""
        if not self.consistent:
            return {}
        posterior = self._posterior
        return {cell: float(posterior[row_of(cell), column_of(cell)]) for cell in self.cells}

    def sectors(self) -> dict[Sector, float]:
        """Return the probability of each sector; sums to 1, empty on a contradiction."""
        if not self.consistent:
            return {}
        shares = dict.fromkeys(range(1, self.sea_map.sector_count + 1), 0.0)
        for cell, share in self.probability().items():
            shares[self.sea_map.sector_of(cell)] += share
        return shares

    def routes(self, cell: Cell) -> Iterator[Route]:
        """Yield the current dive's routes that end in a cell, one for each history; none where it is not possible."""
        return routes_to(self._as_heard, cell) if self.consistent else iter(())

    @property
    def likeliest_cell(self) -> Cell | None:
        """The cell with the greatest probability, the first of equals by row, then column; None on a contradiction.

        Under the model ``exact`` it is the first possible cell.
        """
        if self.model == "exact":
            return self.cells[0] if self.cells else None
        probability = self.probability()
        return max(probability, key=probability.__getitem__, default=None)

    @property
    def likeliest_route(self) -> Route | None:
        """The current dive's likeliest route to the likeliest cell; None where the record as heard has none there."""
        cell = self.likeliest_cell
        return None if cell is None else likeliest_route(self._as_heard, cell)

    @cached_property
    def mine_cells(self) -> tuple[Cell, ...]:
        """The cells in which a live mine of the tracked side may lie, by row, then column."""
        return tuple(cells_of(mine_cells(self._as_heard))) if self.consistent else ()

    @property
    def route_count(self) -> int:
        """How many different routes of the current dive fit; two silences along one line may draw the same route."""
        return route_count(self._as_heard) if self.consistent else 0

    @cached_property
    def _as_heard(self) -> Hypotheses:
        """The hypotheses without mishears, from which routes are read."""
        if not isinstance(self.hypotheses, Readings):
            return self.hypotheses
        begun = Tracker.start(self.sea_map, self.tracked, self.options, self.model)
        return begun.hear_all(self.announcements)._as_heard

    @property
    def readings(self) -> Readings | None:
        """The readings of the record with at most ``mishears`` errors; None where none are allowed."""
        return self.hypotheses if isinstance(self.hypotheses, Readings) else None

    def repairs(self) -> list[Repair]:
        """Return the single corrections that make all that was heard fit, likeliest first.

        Corrections of courses come first, and their shares under the model sum to 1; then those of answers. Empty where
        none does, and where the record fits as it was heard.
        """
        if self._as_heard.shapes:
            return []
        return repairs(self.sea_map, self.announcements, self.tracked, self.options, self.model)

    def repair_pairs(self) -> list[Repair]:
        """Return the pairs of course corrections that make all that was heard fit where no single one does."""
        if self._as_heard.shapes or any(repair.answer is None for repair in self.repairs()):
            return []
        return repair_pairs(self.sea_map, self.announcements, self.tracked, self.options, self.model)

    def __repr__(self) -> str:
        """Say what is tracked and how much is left."""
        left = f"{self.histories} histories" if self.consistent else f"contradiction at {self.contradiction}"
        return f"<Tracker of {self.tracked} on {self.sea_map.id}: {self.count} announcements, {left}>"


__all__ = ["Contradiction", "Route", "Tracker"]
