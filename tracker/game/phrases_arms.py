"""Call-outs of silence, surfacing, weapons and mines, with the answers to an explosion.

Knows these items' phrases; what "damage" or "hit" leaves open it keeps open.
"""

from __future__ import annotations

import re

from tracker.game.announcements import Archer, Hurt, Impact, Mine, Silence, Surface, Torpedo, Trigger
from tracker.game.cells import Cell, Course, cell_at, parse_column
from tracker.game.item_words import CELL_EXPECTED, MINE_EXPECTED, SECTOR_EXPECTED, SELF_EXPECTED, TRUTH_EXPECTED, after
from tracker.game.phrase_meanings import SYSTEM_MEANINGS, Meaning
from tracker.game.phrases_line import ANSWERS, LineWords, Wrong
from tracker.game.sentences import say

BLAST = (Meaning.FILLER, Meaning.MINE, Meaning.TRIGGER, Meaning.TRIGGERED, Meaning.DROPPED)
"""What may stand between a verb or a mine and the cell of the explosion."""

_IMPACT_OF = {
    Meaning.CLEAR: Impact.CLEAR,
    Meaning.NO_DAMAGE: Impact.CLEAR,
    Meaning.INDIRECT: Impact.INDIRECT,
    Meaning.ONE_DAMAGE: Impact.INDIRECT,
    Meaning.DIRECT: Impact.DIRECT,
    Meaning.TWO_DAMAGE: Impact.DIRECT,
}
DAMAGES = frozenset({Meaning.NO_DAMAGE, Meaning.ONE_DAMAGE, Meaning.TWO_DAMAGE})


class ArmsWords(LineWords):
    """Reads silence, surfacings, weapons and mines."""

    def silence_truth(self) -> Silence:
        """Return the silence whose word was just read, with the truth in brackets behind it, if any."""
        key = self.key(self.at)
        if not key.startswith("("):
            return Silence()
        self.at += 1
        truth = re.fullmatch(r"\(\s*([nesw]|north|east|south|west)?\s*([0-4])\s*\)", key)
        if truth is None or (truth[2] != "0" and not truth[1]):
            raise Wrong(self.at - 1, self.at, TRUTH_EXPECTED)
        return Silence(0) if truth[2] == "0" else Silence(int(truth[2]), Course[truth[1][0].upper()])

    def surface(self, start: int, meaning: Meaning) -> None:
        """Read a surfacing behind its word: its sector, and whether it was said to be hurt."""
        forced = meaning is Meaning.BLACKOUT
        said = "blackout" if forced else "surface"
        at = self.at
        while True:
            meaning_at, end = self.meaning(at)
            if meaning_at not in (Meaning.FILLER, Meaning.SURFACE, Meaning.BLACKOUT, Meaning.SECTOR):
                break
            forced = forced or meaning_at is Meaning.BLACKOUT
            at = end
        sector: int | None = None
        number = self.number(at)
        if number is not None:
            sector, self.at = number
        elif self.mark(at, "?") or meaning_at is Meaning.NOT_HEARD:
            self.at = max(end, at + 1)
        else:
            self.at = at
            raise Wrong(start, at, after(say("expected-or-unheard", "{what}, or ?,", what=SECTOR_EXPECTED), said))
        at = self.after(self.at, Meaning.FILLER)
        hurts = {
            Meaning.HURT: True,
            Meaning.ONE_DAMAGE: True,
            Meaning.UNHURT: False,
            Meaning.NO_DAMAGE: False,
        }
        meaning_at, end = self.meaning(at)
        hurt = hurts.get(meaning_at) if meaning_at is not None else None
        if hurt is not None:
            self.at = end
        self.add(start, (Surface(sector, hurt, forced),))

    def _find_cell(self, start: int, *skipped: Meaning) -> Cell:
        at = self.at
        while True:
            found = self.cell(at)
            if found is not None:
                cell, self.at = found
                return cell
            meaning, end = self.meaning(at)
            if meaning not in (Meaning.FILLER, *skipped):
                self.at = at
                raise Wrong(*self.missing(start, at), CELL_EXPECTED)
            at = end

    def weapon(self, start: int, kind: type[Torpedo] | type[Trigger] | type[Archer], *skipped: Meaning) -> None:
        """Read an explosion behind its word: its cell, the answer and what the shooter said of itself."""
        target = self._find_cell(start, *skipped)
        reports = self.report()
        own = self._own()
        readings = [(kind(target, impact, own), *((Hurt(),) if hurt else ())) for impact, hurt in reports]
        self.add(start, *readings)

    def report(self) -> list[tuple[Impact | None, bool]]:
        """The readings of what was answered to an explosion, each with whether a damage of its own was called."""
        begin = self.at
        if self.mark(self.at, "?"):
            self.at += 1
        at = self.after(self.at, Meaning.FILLER)
        meaning, end = self.meaning(at)
        if meaning is Meaning.HURT and self.key(at) != "hurt":
            self.at = end
            return [(Impact.INDIRECT, False), (Impact.DIRECT, False), (None, True)]
        if meaning not in ANSWERS:
            return [(None, False)]
        self.at = end
        if meaning is Meaning.HIT:
            follow, follow_end = self.meaning(self.after(end, Meaning.FILLER))
            if follow not in (Meaning.ONE_DAMAGE, Meaning.TWO_DAMAGE):
                return [(Impact.INDIRECT, False), (Impact.DIRECT, False)]
            meaning, self.at = follow, follow_end
        impact = _IMPACT_OF[meaning]
        at = self.after(self.at, Meaning.FILLER)
        follow, follow_end = self.meaning(at)
        if follow in DAMAGES and meaning not in DAMAGES:
            self.at = follow_end
            if _IMPACT_OF[follow] is not impact:
                raise Wrong(
                    begin, follow_end, say("expected-hit", "an indirect hit with one damage, or a direct hit with two")
                )
        return [(impact, False)]

    def _own(self) -> Impact | None:
        """What the shooter announced of itself, if anything."""
        at = self.after(self.at, Meaning.FILLER)
        meaning, end = self.meaning(at)
        if meaning is not Meaning.SELF:
            return None
        self.at = end + self.mark(end, "=")
        reports = self.report()
        impact = reports[0][0]
        if impact is None or len(reports) > 1:
            raise Wrong(at, self.at, SELF_EXPECTED)
        return impact

    def trigger(self, start: int) -> None:
        """Read what was set off behind a verb: a mine, or a printed Archer mine."""
        at = self.after(self.at, *BLAST)
        meaning, end = self.meaning(at)
        if meaning is Meaning.ARCHER:
            self.at = end
            self.weapon(start, Archer, *BLAST)
        elif meaning in SYSTEM_MEANINGS and self.cell(at) is None:
            self.at = at  # "acionando o sonar": the verb only says that the system is used
        else:
            self.weapon(start, Trigger, *BLAST)

    def mine(self, start: int) -> None:
        """Read a mine behind its word: dropped, or set off."""
        key = self.key(self.at)
        if key.startswith("("):
            self.at += 1
            inside = re.fullmatch(r"\(\s*([a-o])\s*0*([1-9]|1[0-5])\s*\)", key)
            if inside is None:
                raise Wrong(self.at - 1, self.at, MINE_EXPECTED)
            self.add(start, (Mine(cell_at(int(inside[2]) - 1, parse_column(inside[1]))),))
            return
        at = self.after(self.at, Meaning.FILLER)
        meaning, end = self.meaning(at)
        if meaning is Meaning.DROPPED:
            self.at = end
            if self.cell(self.after(end, Meaning.FILLER)) is not None:
                self._add_dropped(start)
            elif self.dropping is not None and self.dropping == len(self.segments) - 1:
                self.dropping = None  # "I'm dropping a mine. Mine dropped."
            else:
                self.add(start, (Mine(),))
            return
        if meaning in (Meaning.TRIGGER, Meaning.TRIGGERED) and self._same_mine(at, meaning, end):
            self.at = end
            self.weapon(start, Trigger, *BLAST)
            if meaning is Meaning.TRIGGER and self.language != "de":  # a German verb stands behind its object
                self._double(start)
            return
        if self.cell(at) is not None:
            self.weapon(start, Trigger, *BLAST)
            last = self.segments.pop()
            # Without an answer it may have been dropped there, which is truth told after the game.
            dropped = [
                (Mine(item.target), *rest)
                for item, *rest in last.readings
                if isinstance(item, Trigger) and item == Trigger(item.target)
            ]
            self.add(start, *dropped, *last.readings)
            return
        self.add_doubted(start, Mine())
        self.dropping = len(self.segments) - 1

    def _add_dropped(self, start: int) -> None:
        """Add a mine with the cell that it was dropped in, the truth."""
        cell = self._find_cell(start)
        self.add(start, (Mine(cell),))

    def _same_mine(self, at: int, meaning: Meaning, end: int) -> bool:
        """Whether a verb behind "mine" speaks of that mine and does not begin another item."""
        if meaning is Meaning.TRIGGERED:
            return True
        again = self.meaning(self.after(end, Meaning.FILLER))[0] in (Meaning.MINE, Meaning.ARCHER)
        return not again and self.key(at) != "trigger" and not self.tokens[at].paused

    def _double(self, start: int) -> None:
        """Allow the last trigger to be a mine that was dropped and one that was set off."""
        last = self.segments.pop()
        self.add(start, *last.readings, *((Mine(), *reading) for reading in last.readings))
