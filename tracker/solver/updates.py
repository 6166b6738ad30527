"""What each announcement does to the hypotheses about one side.

Knows the rules' meaning of every item for the tracked side; not how hypotheses are stored, nor any history.
"""

from __future__ import annotations

from typing import TypeAlias

from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Gap,
    Heading,
    Impact,
    Item,
    Mine,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Cell
from tracker.game.rules import RuleOptions
from tracker.solver.evidence import blast_board, hole_board, launch_board, sector_board, sonar_evidence
from tracker.solver.families import GAP, SILENCE, UNHEARD, Families
from tracker.solver.mined import MinedShapes

Hypotheses: TypeAlias = Families | MinedShapes

_OWN_EVIDENCE = (Heading, Gap, Silence, Surface, Mine, Trigger, Torpedo)


def is_evidence(announcement: Announcement, tracked: Side) -> bool:
    """Tell whether an announcement says anything about the tracked side's submarine (see the record format)."""
    item = announcement.item
    if announcement.side is tracked:
        if isinstance(item, Archer):
            return item.own is not None
        return isinstance(item, _OWN_EVIDENCE)
    match item:
        case Torpedo():
            return True
        case Drone() | Trigger() | Archer():
            return item.answer is not None
        case Sonar():
            return item != Sonar()
    return False


def update(hypotheses: Hypotheses, announcement: Announcement, tracked: Side, options: RuleOptions) -> Hypotheses:
    """Return the hypotheses after an announcement that is evidence about the tracked side.

    Raises TooManyHypotheses where the result would not fit in memory.
    """
    if announcement.side is not tracked:
        return _others(hypotheses, announcement.item)
    after = _own(hypotheses, announcement.item, options)
    if isinstance(announcement.item, Surface):
        after = after.surfaced()
    return after.settled() if isinstance(after, MinedShapes) and not after.live else after


def update_unsettled(
    shapes: MinedShapes, announcement: Announcement, tracked: Side, options: RuleOptions
) -> MinedShapes:
    """Do as ``update`` but stay in the form that can take mines, and leave a surfacing's new dive to the caller."""
    mine = announcement.side is tracked
    after = _own(shapes, announcement.item, options) if mine else _others(shapes, announcement.item)
    assert isinstance(after, MinedShapes)
    return after


def _own(hypotheses: Hypotheses, item: Item, options: RuleOptions) -> Hypotheses:
    """Apply what the tracked side did."""
    sea_map = hypotheses.chart.sea_map
    match item:
        case Heading(course=None):
            return hypotheses.spread(UNHEARD)
        case Heading(course=course) if course is not None:
            return hypotheses.heading(course)
        case Gap():
            return hypotheses.spread(GAP)
        case Silence():
            return hypotheses.spread(SILENCE)
        case Surface():
            return surfacing(hypotheses, item)
        case Mine():
            mined = hypotheses if isinstance(hypotheses, MinedShapes) else MinedShapes.of(hypotheses)
            return mined.drop(options.mine_neighbours)
        case Trigger():
            mined = hypotheses if isinstance(hypotheses, MinedShapes) else MinedShapes.of(hypotheses)
            return _hurt_itself(mined.trigger(item.target), item.target, item.own)
        case Torpedo():
            after = hypotheses.restrict(launch_board(sea_map, item.target, options.torpedo))
            return _strike(_hurt_itself(after, item.target, item.own), item.target)
        case Archer():
            return _hurt_itself(hypotheses, item.target, item.own)
    return hypotheses


def _others(hypotheses: Hypotheses, item: Item) -> Hypotheses:
    """Apply what the other side did and the tracked side answered."""
    sea_map = hypotheses.chart.sea_map
    match item:
        case Torpedo():
            return _strike(_hurt_itself(hypotheses, item.target, item.answer), item.target)
        case Trigger() | Archer():
            return _hurt_itself(hypotheses, item.target, item.answer)
        case Drone(sector=sector, answer=answer):
            board = sector_board(sea_map, sector)
            return hypotheses.restrict(board if answer else hypotheses.chart.sea & ~board)
        case Sonar():
            return hypotheses.restrict(*sonar_evidence(sea_map, item))
    return hypotheses


def _hurt_itself(hypotheses: Hypotheses, target: Cell, report: Impact | None) -> Hypotheses:
    if report is None:
        return hypotheses
    return hypotheses.restrict(blast_board(hypotheses.chart.sea_map, target, report))


def _strike(hypotheses: Hypotheses, target: Cell) -> Hypotheses:
    return hypotheses.struck(target) if isinstance(hypotheses, MinedShapes) else hypotheses


def surfacing(hypotheses: Hypotheses, item: Surface) -> Hypotheses:
    """Keep what could surface; the new dive is begun by ``surfaced``."""
    chart = hypotheses.chart
    board = chart.sea
    if item.sector is not None:
        board &= sector_board(chart.sea_map, item.sector)
    holes = hole_board(chart.sea_map)
    if holes and item.hurt is not None:
        board &= ~holes if item.hurt else holes
    after = hypotheses.restrict(board)
    return after.trapped() if item.forced else after
