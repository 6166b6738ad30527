"""How the phrases of a call-out make announcements: one line of table speech, with every reading it allows.

Knows phrases and their order within a line; several lines and questions back are ``phrases``'s business.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from tracker.game.announcements import (
    Archer,
    Dive,
    Gap,
    Heading,
    Hurt,
    Item,
    Mine,
    Ready,
    Scenario,
    Side,
    Silence,
    System,
    Torpedo,
)
from tracker.game.cells import Course
from tracker.game.item_words import ITEM_EXPECTED, SYSTEM_EXPECTED
from tracker.game.phrase_meanings import Meaning, course_of, system_of
from tracker.game.phrases_arms import BLAST, ArmsWords
from tracker.game.phrases_line import ANSWERS, Answer, Remark, Segment, Wrong
from tracker.game.phrases_questions import KINDS, QuestionWords
from tracker.game.sentences import say

COURSE_EXPECTED = say("expected-course", "a course: north, east, south or west")

_SIDES = frozenset({Meaning.YELLOW, Meaning.BLUE, Meaning.US, Meaning.ENEMY})
_COMPLETE_ALONE: dict[Meaning, Item] = {
    Meaning.MINE: Mine(),
    Meaning.SILENCE: Silence(),
    Meaning.SCENARIO: Scenario(),
}
_MASCULINE = frozenset({Meaning.TORPEDO, Meaning.SONAR, Meaning.DRONE, Meaning.SILENCE, Meaning.SCENARIO})


_COURSE_NAMES = {Course.N: "north", Course.E: "east", Course.S: "south", Course.W: "west"}


class LineGrammar(ArmsWords, QuestionWords):
    """Walks over one line's tokens; ``segments``, ``remarks`` and ``faults`` hold what it found."""

    only_letters = False

    def read(self) -> None:
        """Read the line."""
        self.only_letters = all(self._run(i) or self.key(i) in "nesw" for i in range(len(self.tokens)))
        while self.at < len(self.tokens):
            start = self.at
            try:
                self._item()
            except Wrong as wrong:
                self.at = max(wrong.end, start + 1)
                self.fault(wrong)
        if self.side_open is not None and not self.faults:
            self.fault(
                Wrong(
                    self.side_open,
                    self.side_open + 1,
                    say("expected-after-side", "after the side {what}", what=ITEM_EXPECTED),
                )
            )

    def _take_side_letter(self) -> bool:
        """Take a side's letter at the beginning of the line or of a clause of it; a Spanish Y in it is "and"."""
        side = {"b": Side.BLUE, "y": Side.YELLOW}.get(self.key(self.at))
        clause = self.at == 0 or (self.at < len(self.tokens) and self.tokens[self.at].paused)
        if side is None or not clause or self.number(self.at + 1) or (self.at and self.language == "es"):
            return False
        self.side, self.side_open, self.at = side, self.at, self.at + 1
        return True

    def _take_side(self, meaning: Meaning, end: int) -> None:
        sides = {
            Meaning.YELLOW: Side.YELLOW,
            Meaning.BLUE: Side.BLUE,
            Meaning.US: self.us,
            Meaning.ENEMY: self.us.other,
        }
        self.side, self.side_open, self.at = sides[meaning], self.at, end

    def _item(self) -> None:
        start = self.at
        if self._take_side_letter() or self._letters():
            return
        if self.mark(start, "?"):
            self.at += 1
            self.add(start, (Heading(None),))
            return
        meaning, end = self.meaning()
        if meaning is None:
            self._unknown()
        elif meaning is Meaning.FILLER or (meaning is Meaning.DROPPED and self.meaning(end)[0] is not None):
            self.at = end
        elif meaning in _SIDES:
            self._take_side(meaning, end)
        elif (course := course_of(meaning)) is not None:
            self.at = end
            self._course(start, course)
        elif meaning is Meaning.HEAD:
            self._head(start, end)
        elif not self._ready(start, meaning, end):
            self._other(start, meaning, end)

    def _other(self, start: int, meaning: Meaning, end: int) -> None:
        """Read an item of several words, or a word that stands alone."""
        self.at = end
        match meaning:
            case Meaning.NOT_HEARD:
                self.add(start, (Heading(None),))
            case Meaning.GAP:
                self.at += self.mark(self.at, "?")
                self.add(start, (Gap(),))
            case Meaning.SILENCE:
                self.add_doubted(start, self.silence_truth())
            case Meaning.SCENARIO:
                self.add_doubted(start, Scenario())
            case Meaning.SURFACE | Meaning.BLACKOUT:
                self.surface(start, meaning)
            case Meaning.TORPEDO:
                self.weapon(start, Torpedo, Meaning.TORPEDO, Meaning.DROPPED)
            case Meaning.TRIGGER | Meaning.TRIGGERED:
                self.trigger(start)
            case Meaning.ARCHER:
                self.weapon(start, Archer, *BLAST)
            case Meaning.MINE:
                self.mine(start)
            case Meaning.DRONE | Meaning.ASK:
                self.drone(start)
            case Meaning.SONAR:
                self.sonar(start)
            case Meaning.WE_ARE | Meaning.ROW | Meaning.COLUMN | Meaning.SECTOR:
                # Who speaks did not act: the record's side is the other one, unless a side was named.
                side = self.side.other if self.side_open is None else self.side
                self.at = start if meaning in KINDS else end
                self.add(start, *self.sonar_values(), side=side, reply=True)
            case Meaning.DIVE:
                while self.meaning()[0] is Meaning.DIVE:
                    self.at = self.meaning()[1]
                self.add_doubted(start, Dive())
            case Meaning.HURT:
                self.add_doubted(start, Hurt())
            case Meaning.OK | Meaning.STOP:
                self.remarks.append(Remark(self.side, meaning.value))
                self.side_open = None
            case Meaning.YES | Meaning.NO:
                self.close(start, Segment(self.side, (), 0, 0, Answer(yes=meaning is Meaning.YES)))
            case _ if meaning in ANSWERS:
                self.at = start
                impacts = tuple(impact for impact, _ in self.report() if impact is not None)
                self.close(start, Segment(self.side, (), 0, 0, Answer(impacts)))
            case _:
                raise Wrong(start, end, ITEM_EXPECTED)

    def _unknown(self) -> None:
        start = end = self.at
        key = self.key(start)
        while end < len(self.tokens) and (end == start or not self.starts_something(end)):
            end += 1
        expected = ITEM_EXPECTED
        if key in ("o", "l") and key not in self.letters:
            letters = ", ".join(f"{letter.upper()} {_COURSE_NAMES[course]}" for letter, course in self.letters.items())
            expected = say(
                "expected-letter",
                "one of this language's letters for a course ({letters}), or another item",
                letters=letters,
            )
        elif self.letter(start) and self.number(start + 1):
            expected = say("expected-at-cell", "what happened at this cell, such as torpedo C6 or trigger C6")
        elif re.fullmatch("[a-z]+'?", key):
            words = [phrase[0] for phrase in self.phrases if len(phrase) == 1 and len(phrase[0]) > 2]
            near = get_close_matches(key, words, 1, 0.75)
            if near:
                expected = say("expected-perhaps", "{what} (perhaps '{near}'?)", what=ITEM_EXPECTED, near=near[0])
        raise Wrong(start, end, expected)

    def _run(self, at: int) -> str:
        """The letters of a word such as NNE that is several courses."""
        token = self.tokens[at]
        return token.key if re.fullmatch("[nesw]{2,}", token.key) and (token.key,) not in self.phrases else ""

    def _letters(self) -> bool:
        """Read letters that stand for courses, if they stand here."""
        start, key = self.at, self.key(self.at)
        run = self._run(start)
        if run and (self.only_letters or self.tokens[start].text.isupper()):
            self.at += 1
            self.add(start, tuple(Heading(self.letters[letter]) for letter in run))
            return True
        if key not in self.letters or (self.number(start + 1) and self.tokens[start + 1].joined):
            return False
        self.at += 1
        if self._may_be_and(start):
            self.add(start, (), (Heading(Course.E),))
        elif self._may_be_article(start):
            self.add(start, (Heading(Course.W),), ())
        else:
            self._course(start, self.letters[key])
        return True

    def _may_be_and(self, at: int) -> bool:
        """Whether a Portuguese E stands between two words, where it may be "and" or east."""
        before, behind = self.key(at - 1), self.key(at + 1)
        return self.language == "pt" and self.key(at) == "e" and _word(before) and _word(behind)

    def _may_be_article(self, at: int) -> bool:
        """Whether a Portuguese O stands before a system and not behind a course's letter: "the", or west."""
        if self.language != "pt" or self.key(at) != "o" or self.meaning(at + 1)[0] not in _MASCULINE:
            return False
        return self.key(at - 1) not in self.letters

    def _course(self, start: int, course: Course) -> None:
        spaced = self.language == "fr" and len(self.key(start)) > 1  # French puts a space before a question mark
        if self.mark(self.at, "?") and (self.tokens[self.at].joined or spaced):
            self.at += 1
            self.add(start, (Heading(course),), (Heading(None),), (Heading(course), Heading(None)))
        else:
            self.add(start, (Heading(course),))

    def _head(self, start: int, end: int) -> None:
        at = self.after(end, Meaning.FILLER, Meaning.HEAD)
        meaning, at_end = self.meaning(at)
        course = course_of(meaning)
        if course is not None:
            self.at = at_end
            self._course(start, course)
        elif self.key(at) in self.letters:
            self.at = at + 1
            self._course(start, self.letters[self.key(at)])
        elif meaning is Meaning.NOT_HEARD or self.mark(at, "?"):
            self.at = max(at_end, at + 1)
            self.add(start, (Heading(None),))
        elif self.language == "pt" and self.key(end - 1) == "o":
            self.at = end
            self.add(start, (Heading(Course.W),), (Heading(None),))
        else:
            raise Wrong(at, at, COURSE_EXPECTED)

    def _ready(self, start: int, meaning: Meaning, end: int) -> bool:
        """Read ``ready mine`` or ``mine ready``, if it stands here."""
        if meaning is Meaning.READY:
            at = self.after(end, Meaning.FILLER)
            named, system_end = self.meaning(at)
            system = system_of(named)
            self.at = end if system is None else system_end
            if system is None:
                raise Wrong(at, at, SYSTEM_EXPECTED)
            self.add(start, (Ready(system),))
            return True
        at = self.after(end, Meaning.FILLER)
        word, ready_end = self.meaning(at)
        system = system_of(meaning)
        if system is None or word is not Meaning.READY:
            return False
        mine = Ready(system)
        other = self._system_behind(ready_end)
        if meaning in _COMPLETE_ALONE and other is not None and not self.tokens[ready_end].paused:
            other_system, items, other_end = other
            before = (_COMPLETE_ALONE[meaning], Ready(other_system))
            if self.tokens[at].paused or items is None:
                self.at = self.after(ready_end, Meaning.FILLER)
                self.at = self.meaning()[1]
                self.add(start, before)
                return True
            if other_end == self.meaning(self.after(ready_end, Meaning.FILLER))[1]:
                self.at = other_end
                self.add(start, (mine, *items), before)
                return True
        self.at = ready_end
        self.add(start, (mine,))
        return True

    def _system_behind(self, at: int) -> tuple[System, tuple[Item, ...] | None, int] | None:
        """The system named at a token, what it would be as an item of its own (None: it lacks its argument), its end.

        None where no system stands there or it is itself called ready.
        """
        at = self.after(at, Meaning.FILLER)
        meaning, end = self.meaning(at)
        system = system_of(meaning)
        if system is None or self.meaning(self.after(end, Meaning.FILLER))[0] is Meaning.READY:
            return None
        trial = LineGrammar(self.tokens, self.language, self.side, self.us, self.line)
        trial.at = at
        try:
            trial._item()
        except Wrong:
            return system, None, end
        return system, trial.segments[0].readings[0], trial.at


def _word(key: str) -> bool:
    """Whether a neighbour of an E is more than a single letter or a mark."""
    return (len(key) > 1 and not key.startswith("(")) or key.isdecimal()
