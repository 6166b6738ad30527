"""Replay a game with its truth and name every rule that was broken and every answer that was false.

Knows the order of a game, damage, turns and the first mate's and engineer's sheets; single rules it asks the replayed
submarines for. Where a record does not tell the truth it accuses nobody and says what it could not look at.
"""

from __future__ import annotations

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Gap,
    Heading,
    Hurt,
    Impact,
    Mine,
    Scenario,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.clues import ClueKind
from tracker.game.engineer import engineer_warnings
from tracker.game.gauges import gauge_warnings
from tracker.game.maps import SeaMap
from tracker.game.records import Record
from tracker.insight.referee_answers import false_drone, false_report, false_sonar
from tracker.insight.referee_findings import Finding, Rule, Verdict
from tracker.insight.referee_submarine import Report, TrueSubmarine
from tracker.insight.truth import Said, really_said, start_of
from tracker.insight.waters import impact_on, waters_of

SINKS_AT = 4
_DAMAGE = {Impact.CLEAR: 0, Impact.INDIRECT: 1, Impact.DIRECT: 2}
_ACTIVATIONS = (Silence, Drone, Sonar, Torpedo, Mine, Archer, Scenario)


def judge(record: Record, sea_map: SeaMap) -> Verdict:
    """Return every rule that was broken in a record; ``truth`` says where the truth is read from.

    Numbers are those of the record's announcements; a course that the record has in a note only bears the number of
    the announcement before which it stands.
    """
    return _Replay(record, sea_map).run()


class _Replay:
    """Both submarines, replayed announcement by announcement."""

    def __init__(self, record: Record, sea_map: SeaMap) -> None:
        self.record = record
        self.map = sea_map
        self.said = really_said(record)
        waters = waters_of(sea_map, record.options)
        self.submarines = {side: TrueSubmarine(side, waters, start_of(record, side)) for side in Side}
        self.damage = dict.fromkeys(Side, 0)
        self.sunk: Side | None = None
        self.over_told = False
        self.findings: list[Finding] = []

    def run(self) -> Verdict:
        for side, submarine in self.submarines.items():
            cell = submarine.cell
            if cell is not None and self._acts(side) and not self._courses_are_told(side):
                submarine.cell = None  # it did more than it is written down to have sailed for
            if cell is not None and not self.map.is_sea(cell):
                self._find(1, side, Rule.ISLAND, f"{side} started on no sea cell ([{side.value.capitalize()}Start])")
        for index, said in enumerate(self.said):
            self._announcement(index, said)
        for side in Side:
            if self._courses_are_told(side):
                self._sheets(side)
        self._turns()
        unchecked = tuple(line for submarine in self.submarines.values() for line in self._unchecked(submarine))
        return Verdict(tuple(sorted(self.findings, key=lambda finding: finding.number)), unchecked)

    def _find(self, number: int, side: Side, rule: Rule, sentence: str) -> None:
        self.findings.append(Finding(number, side, rule, sentence))

    def _unchecked(self, submarine: TrueSubmarine) -> list[str]:
        side = submarine.side
        if not self._acts(side):
            return []
        if not self._courses_are_told(side):
            return [
                f"{side}'s courses are not in the record: its route, answers, gauges and breakdowns were not checked"
            ]
        if submarine.cell is None and submarine.unknown_since is None:
            tag = f'[{side.value.capitalize()}Start "G7"]'
            return [f"{side}'s start is not in the record ({tag}): its route and answers were not checked"]
        if submarine.unknown_since is not None:
            where = f"from announcement {submarine.unknown_since} on"
            return [f"{side}'s true cell is not known {where}: its route and answers were not checked there"]
        return []

    # ---- one announcement

    def _announcement(self, index: int, said: Said) -> None:
        announcement, number = said.announcement, said.number
        side, item = announcement.side, announcement.item
        submarine, other = self.submarines[side], self.submarines[side.other]

        def report(rule: Rule, sentence: str) -> None:
            self._find(number, side, rule, sentence)

        if self.sunk is not None and not self.over_told:
            self.over_told = True
            report(Rule.OVER, f"{side} acted after {self.sunk} had taken {SINKS_AT} damage, which ends the game")
        self._timing(index, announcement, submarine, report)
        match item:
            case Heading() | Gap() | Silence():
                submarine.surfaced_at = None
                submarine.sail(item, number, report)
            case Surface():
                submarine.surface(item, number, report)
                holes = self.map.ice_holes
                under_ice = item.hurt if submarine.cell is None else submarine.cell not in holes
                self._hurt(side, 1 if holes and under_ice else 0)
            case Dive():
                submarine.surfaced_at = None
            case Mine():
                submarine.drop(item, report)
            case Trigger():
                submarine.trigger(item, report)
                self._explosion(number, side, item)
            case Torpedo():
                submarine.fire(item.target, report)
                for each in self.submarines.values():
                    each.struck(item.target)
                self._explosion(number, side, item)
            case Archer():
                self._explosion(number, side, item)
            case Drone() if other.cell is not None:
                self._answer(number, side.other, false_drone(item, side.other, other.cell, self.map))
            case Sonar() if other.cell is not None:
                self._answer(number, side.other, false_sonar(item, side.other, other.cell, self.map))
            case Hurt():
                # On the ice it may be a surfacing's damage, called late.
                late = bool(self.map.ice_holes) and submarine.surfaced_at is not None
                self._hurt(side, 0 if late else 1)
            case _:
                pass

    def _answer(self, number: int, side: Side, wrong: str | None, rule: Rule = Rule.ANSWER) -> None:
        if wrong is not None:
            self._find(number, side, rule, wrong)

    def _timing(self, index: int, announcement: Announcement, submarine: TrueSubmarine, report: Report) -> None:
        """Look for what was done while surfaced or instead of surfacing."""
        side, item = announcement.side, announcement.item
        if not isinstance(item, (*_ACTIVATIONS, Trigger)):
            return
        word = type(item).__name__.lower()
        if submarine.surfaced_at is not None and self._still_surfaced(index, side):
            report(Rule.SURFACED, f"{side} used its {word} while surfaced (since {submarine.surfaced_at})")
        elif submarine.surfaced_at is None and submarine.cell is not None and submarine.certainly_boxed_in():
            freed = isinstance(item, Trigger) and len(submarine.route) == 1
            if not freed:
                report(Rule.BOXED_IN, f"{side} used its {word}, but was boxed in and had to surface at once")

    def _still_surfaced(self, index: int, side: Side) -> bool:
        """Tell whether the side's dive is announced later, before its next course; a dive is often not written down."""
        for said in self.said[index:]:
            if said.announcement.side is side:
                if isinstance(said.announcement.item, Dive):
                    return True
                if isinstance(said.announcement.item, Heading | Gap | Silence | Surface):
                    return False
        return False

    def _explosion(self, number: int, side: Side, item: Torpedo | Trigger | Archer) -> None:
        for each, told, rule in ((side.other, item.answer, Rule.ANSWER), (side, item.own, Rule.OWN_REPORT)):
            cell = self.submarines[each].cell
            true = told if cell is None else impact_on(cell, item.target)
            if cell is not None:
                self._answer(number, each, false_report(item, told, each, cell), rule)
            self._hurt(each, 0 if true is None else _DAMAGE[true])

    def _hurt(self, side: Side, damage: int) -> None:
        self.damage[side] += damage
        if self.sunk is None and self.damage[side] >= SINKS_AT:
            self.sunk = side

    # ---- sheets and turns

    def _acts(self, side: Side) -> bool:
        return any(said.announcement.side is side for said in self.said)

    def _courses_are_told(self, side: Side) -> bool:
        """Tell whether the record claims to hold a side's courses: an operator writes down those of the enemy only."""
        return any(s.announcement.side is side and isinstance(s.announcement.item, Heading | Gap) for s in self.said)

    def _sheets(self, side: Side) -> None:
        """Look for activations that gauges and breakdowns did not allow."""
        announcements = [said.announcement for said in self.said]
        warnings = [*gauge_warnings(announcements, side), *engineer_warnings(announcements, side)]
        for warning in warnings:
            number = self.said[warning.number - 1].number
            system = warning.system.value if warning.system else ""
            short = f"{warning.least} course{'' if warning.least == 1 else 's'}" if warning.least else "some courses"
            rule, sentence = {
                ClueKind.GAUGE: (Rule.GAUGE, f"{side} used its {system} before its gauge was full: {short} too early"),
                ClueKind.READY: (Rule.GAUGE, f"{side} called {system} ready {short} too early"),
                ClueKind.TWICE: (Rule.TWICE, f"{side} used its {system} without a course since the activation before"),
                ClueKind.BROKEN: (Rule.BREAKDOWN, f"{side} used its {system} while it must have been broken"),
                ClueKind.NO_DAMAGE: (Rule.BREAKDOWN, f"{side}'s engineer owed a DAMAGE that was not called"),
                ClueKind.DAMAGE: (Rule.BREAKDOWN, f"{side} called a DAMAGE that its engineer's sheet does not explain"),
            }[warning.kind]
            self._find(number, side, rule, sentence)

    def _turns(self) -> None:
        """Look for turns out of order, where both sides' turns are on record and sides alternate."""
        mode = self.record.tag("Mode") or self.map.mode
        turns = [s for s in self.said if isinstance(s.announcement.item, Heading | Surface | Gap)]
        gaps = any(isinstance(s.announcement.item, Gap) for s in turns)
        if mode != "turn-by-turn" or gaps or {s.announcement.side for s in turns} != set(Side):
            return
        expected: Side | None = None
        left = 1  # turns in a row that the expected side has
        for said in turns:
            side = said.announcement.side
            if expected is not None and side is not expected:
                self._find(said.number, side, Rule.TURN, f"{side} took a turn that was {side.other}'s")
            if isinstance(said.announcement.item, Surface):
                expected, left = side.other, 3
            elif side is expected and left > 1:
                left -= 1
            else:
                expected, left = side.other, 1


__all__ = ["Finding", "Rule", "Verdict", "judge"]
