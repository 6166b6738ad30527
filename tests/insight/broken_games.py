"""Ways to break exactly one thing in a legal game, each with the announcement and the rules that must then be named.

Knows the truth marks of simulated records; must not use the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

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
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Cell, Course, column_of, row_of
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.records import Record
from tracker.insight.referee_findings import Rule
from tracker.insight.simulation import simulate
from tracker.insight.truth import true_track

OPPOSITE = {Course.N: Course.S, Course.S: Course.N, Course.E: Course.W, Course.W: Course.E}
GAMES = ("alpha", "alpha-tbt", "bravo", "delta", "echo")


@dataclass(frozen=True)
class LegalGame:
    record: Record
    sea_map: SeaMap
    tracks: dict[Side, list[Cell]]
    """Each side's true cell before the first announcement and after each."""

    def at(self, index: int, side: Side) -> Cell:
        """The true cell just before the announcement of that index."""
        return self.tracks[side][index]


@dataclass(frozen=True)
class Broken:
    record: Record
    number: int
    rules: frozenset[Rule]


Breaker = Callable[[LegalGame], Iterator[Broken]]


@lru_cache(maxsize=64)
def legal_game(map_id: str, seed: int) -> LegalGame:
    sea_map = load_map(map_id)
    record = simulate(sea_map, f"broken {seed}")
    tracks = {side: [cell for cell in true_track(record, side) if cell is not None] for side in Side}
    return LegalGame(record, sea_map, tracks)


def _with(game: LegalGame, index: int, item: Item, *rules: Rule) -> Broken:
    announcements = list(game.record.announcements)
    announcements[index] = replace(announcements[index], item=item)
    return Broken(game.record.with_announcements(announcements), index + 1, frozenset(rules))


def _inserted(game: LegalGame, index: int, side: Side, item: Item, *rules: Rule) -> Broken:
    announcements = list(game.record.announcements)
    announcements.insert(index, Announcement(side, item))
    return Broken(game.record.with_announcements(announcements), index + 1, frozenset(rules))


def _items(game: LegalGame) -> Iterator[tuple[int, Side, Item]]:
    for index, announcement in enumerate(game.record.announcements):
        yield index, announcement.side, announcement.item


def flipped_drone(game: LegalGame) -> Iterator[Broken]:
    for index, _, item in _items(game):
        if isinstance(item, Drone):
            yield _with(game, index, replace(item, answer=not item.answer), Rule.ANSWER)


def wrong_report(game: LegalGame) -> Iterator[Broken]:
    for index, _, item in _items(game):
        if isinstance(item, Torpedo | Trigger | Archer):
            for impact in Impact:
                if item.answer is not impact:
                    yield _with(game, index, replace(item, answer=impact), Rule.ANSWER)
                if item.own is not None and item.own is not impact:
                    yield _with(game, index, replace(item, own=impact), Rule.OWN_REPORT)


def wrong_sonar(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        if isinstance(item, Sonar):
            cell = game.at(index, side.other)
            truth = {"row": row_of(cell), "column": column_of(cell), "sector": game.sea_map.sector_of(cell)}
            told = {kind: truth[kind] for kind in truth if getattr(item, kind) is not None}
            yield _with(game, index, Sonar(**told), Rule.ANSWER)


def wrong_sector(game: LegalGame) -> Iterator[Broken]:
    for index, _, item in _items(game):
        if isinstance(item, Surface) and item.sector is not None:
            sector = item.sector % game.sea_map.sector_count + 1
            yield _with(game, index, replace(item, sector=sector), Rule.SECTOR)


def false_blackout(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        if isinstance(item, Surface) and not item.forced:
            # It was not boxed in, or the simulated captain would have called it.
            yield _with(game, index, replace(item, forced=True), Rule.BLACKOUT)
            assert side in Side


def wrong_ice(game: LegalGame) -> Iterator[Broken]:
    for index, _, item in _items(game):
        if isinstance(item, Surface) and item.hurt is not None and game.sea_map.ice_holes:
            yield _with(game, index, replace(item, hurt=not item.hurt), Rule.ICE)


def turned_back(game: LegalGame) -> Iterator[Broken]:
    """A course, or a silence of one cell, back to where the course before came from."""
    last: dict[Side, Course | None] = dict.fromkeys(Side)
    for index, side, item in _items(game):
        before = last[side]
        if isinstance(item, Heading | Silence):
            if before is not None:
                back = OPPOSITE[before]
                broken: Item = Heading(back) if isinstance(item, Heading) else Silence(1, back)
                yield _with(game, index, broken, Rule.ROUTE)
            last[side] = item.course if item.course is not None else last[side]
        elif isinstance(item, Surface):
            last[side] = None


def ran_aground(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        if isinstance(item, Heading):
            cell = game.at(index, side)
            for course in Course:
                row, column = row_of(cell) + course.step[0], column_of(cell) + course.step[1]
                inside = 0 <= row < game.sea_map.rows and 0 <= column < game.sea_map.columns
                if not inside:
                    yield _with(game, index, Heading(course), Rule.MAP)
                elif not game.sea_map.is_sea(row * 16 + column):
                    yield _with(game, index, Heading(course), Rule.ISLAND)


def far_torpedo(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        if isinstance(item, Torpedo):
            cell = game.at(index, side)
            yield _with(game, index, replace(item, target=cell), Rule.TORPEDO)
            far = max(
                game.sea_map.cells, key=lambda c: abs(row_of(c) - row_of(cell)) + abs(column_of(c) - column_of(cell))
            )
            yield _with(game, index, replace(item, target=far), Rule.TORPEDO)


def misplaced_mine(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        if isinstance(item, Mine):
            yield _with(game, index, Mine(game.at(index, side)), Rule.DROP)


def strange_trigger(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        if isinstance(item, Trigger):
            # Its own mines never lie under it.
            yield _with(game, index, replace(item, target=game.at(index, side)), Rule.TRIGGER)


def twice(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        if isinstance(item, Drone):
            yield _inserted(game, index + 1, side, item, Rule.TWICE, Rule.GAUGE)


def too_early(game: LegalGame) -> Iterator[Broken]:
    courses = dict.fromkeys(Side, 0)
    for index, side, item in _items(game):
        if isinstance(item, Heading):
            courses[side] += 1
        if 0 < courses[side] < 6 and isinstance(item, Heading):
            yield _inserted(game, index + 1, side, Silence(0), Rule.GAUGE)
        if courses[side] == 1 and isinstance(item, Heading):
            yield _inserted(game, index + 1, side, Hurt(), Rule.BREAKDOWN)


def used_while_surfaced(game: LegalGame) -> Iterator[Broken]:
    for index, side, item in _items(game):
        later = [a.item for a in game.record.announcements[index + 1 :] if a.side is side]
        if isinstance(item, Surface) and later and isinstance(later[0], Dive):
            far = max(game.sea_map.cells)
            yield _inserted(game, index + 1, side, Trigger(far), Rule.SURFACED)


def acted_after_the_end(game: LegalGame) -> Iterator[Broken]:
    if (game.record.tag("Result") or "").endswith("sunk"):
        last = len(game.record.announcements)
        for side in Side:
            yield _inserted(game, last, side, Dive(), Rule.OVER)


BREAKERS: tuple[Breaker, ...] = (
    flipped_drone,
    wrong_report,
    wrong_sonar,
    wrong_sector,
    false_blackout,
    wrong_ice,
    turned_back,
    ran_aground,
    far_torpedo,
    misplaced_mine,
    strange_trigger,
    twice,
    too_early,
    used_while_surfaced,
    acted_after_the_end,
)
