"""Call-outs of drones and sonar, with their answers.

Knows that a letter is a column and a number a row whatever word is spoken, and that a bare number may be a sector too.
"""

from __future__ import annotations

from itertools import product

from tracker.game.announcements import Drone, Sonar
from tracker.game.cells import MAX_SIDE, parse_column
from tracker.game.item_words import LAST_COLUMN, ROW_EXPECTED, SECTOR_EXPECTED, after, not_all_three
from tracker.game.phrase_meanings import Meaning
from tracker.game.phrases_line import LineWords, Wrong
from tracker.game.sentences import say

SONAR_EXPECTED = say(
    "expected-sonar-said",
    "two different of row, column and sector, such as 'sonar row 5 sector 3' (a letter is a column)",
)
KINDS = frozenset({Meaning.ROW, Meaning.COLUMN, Meaning.SECTOR})


class QuestionWords(LineWords):
    """Reads drones and sonar."""

    def drone(self, start: int) -> None:
        """Read a drone behind its word or its question: the sector and the answer."""
        at = self.after(self.at, Meaning.FILLER, Meaning.DRONE, Meaning.ASK, Meaning.SECTOR)
        number = self.number(at)
        if number is None:
            self.at = at
            raise Wrong(*self.missing(start, at), after(SECTOR_EXPECTED, "drone"))
        sector, self.at = number
        self.at += self.mark(self.at, "?")
        yes = self._yes_or_no()
        self.add(start, (Drone(sector, yes),))

    def _yes_or_no(self) -> bool | None:
        if self.language == "pt" and self.key(self.at) == "no":
            # "no" is "in the", unless nothing follows that one could be in.
            behind = self.meaning(self.at + 1)[0]
            if behind is not Meaning.SECTOR and not self.number(self.at + 1) and not self.cell(self.at + 1):
                self.at += 1
                return False
        at = self.after(self.at, Meaning.FILLER)
        meaning, end = self.meaning(at)
        if meaning not in (Meaning.YES, Meaning.NO):
            return None
        self.at = end
        return meaning is Meaning.YES

    def sonar(self, start: int) -> None:
        """Read a sonar behind its word: the answer, or that none was heard."""
        at = self.after(self.at, Meaning.FILLER, Meaning.SONAR)
        if self.mark(at, "?"):
            self.at = at + 1
            self.add(start, (Sonar(),))
            return
        meaning, end = self.meaning(at)
        if meaning is Meaning.WE_ARE:
            self.at = end
            self.add(start, *self.sonar_values())
        elif self._starts_value(self.at):
            self.add(start, *self.sonar_values())
        elif self._starts_value(at):
            self.at = at
            self.add(start, *self.sonar_values())
        else:
            self.add(start, (Sonar(),))

    def _starts_value(self, at: int) -> bool:
        """Whether a sonar's values begin here: a kind, a number, or a column with another value behind it."""
        if self.meaning(at)[0] in KINDS or self.number(at):
            return True
        if not self._column_letter(at):
            return False
        behind = self._past_and(at + 1)
        return self.number(behind) is not None or self.meaning(behind)[0] in KINDS

    def _column_letter(self, at: int) -> bool:
        letter = self.letter(at)
        return bool(letter) and letter <= LAST_COLUMN.lower()

    def _past_and(self, at: int) -> int:
        """Skip what joins two values; a letter between them is a word ("e", "a") where another value follows it."""
        while True:
            meaning, end = self.meaning(at)
            if self.language == "pt" and self.key(at) == "e":
                end = at + 1
            elif meaning is not Meaning.FILLER:
                return at
            follows = self.meaning(end)[0] in (*KINDS, Meaning.FILLER) or self.number(end) or self._column_letter(end)
            if self._column_letter(at) and not follows:
                return at
            at = end

    def sonar_values(self) -> list[tuple[Sonar]]:
        """Both values of a sonar's answer, with every way to give them two different kinds."""
        begin = self.at = self._past_and(self.at)
        first = self._value()
        self.at = self._past_and(self.at)
        if self.meaning()[0] not in KINDS and not self.number(self.at) and not self._column_letter(self.at):
            raise Wrong(begin, self.at, SONAR_EXPECTED)
        second = self._value()
        if self.meaning()[0] in KINDS:
            raise Wrong(begin, self.meaning()[1], not_all_three(SONAR_EXPECTED))
        found = [
            (Sonar(**{one: value_one, two: value_two}),)
            for (one, value_one), (two, value_two) in product(first.items(), second.items())
            if one != two
        ]
        if not found:
            raise Wrong(begin, self.at, SONAR_EXPECTED)
        return found

    def _value(self) -> dict[str, int]:
        """One value of a sonar's answer, by each kind it may be of: a letter is a column, a number no column."""
        begin = self.at
        meaning, end = self.meaning()
        kind = meaning if meaning in KINDS else None
        if kind is not None:
            self.at = end + self.mark(end, "=")
            if not self._column_letter(self.at):
                self.at = self.after(self.at, Meaning.FILLER)
        number = self.number(self.at)
        if number is not None:
            value, self.at = number
            values = {"row": value - 1} if 1 <= value <= MAX_SIDE and kind is not Meaning.SECTOR else {}
            if kind in (None, Meaning.SECTOR):
                values["sector"] = value
            if values:
                return values
        elif self._column_letter(self.at) and kind is not Meaning.SECTOR:
            self.at += 1
            return {"column": parse_column(self.letter(self.at - 1))}
        raise Wrong(begin, self.at + 1, SECTOR_EXPECTED if kind is Meaning.SECTOR else ROW_EXPECTED)
