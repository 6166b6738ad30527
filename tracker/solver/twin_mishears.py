"""The mishears mixture worked out the obvious way: every reading of the record answered by the slow twin.

Knows the mishears of the record format and the slow twin; must not know how the fast solver layers its errors, for it
is there to prove it right. It is meant for small boards and short records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import Literal, TypeAlias

from tracker.game.announcements import (
    Announcement,
    Archer,
    Drone,
    Gap,
    Heading,
    Item,
    Mine,
    Side,
    Silence,
    Sonar,
    Surface,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Cell, Course
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.solver.twin import Model, TwinAnswer, twin_solve, twin_steps

ErrorKind: TypeAlias = Literal["wrong", "extra", "missed"]

FACTORS: dict[ErrorKind, float] = {"wrong": 0.01, "extra": 0.01, "missed": 0.0025}


@dataclass(frozen=True, slots=True)
class Mishear:
    """One error put right at announcement ``number`` (from 1): just before it where a course was missed.

    ``instead`` is the course that was sailed, None where the one heard was never said.
    """

    number: int
    kind: ErrorKind
    instead: Course | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A record with some errors put right, and the product of their factors."""

    mishears: tuple[Mishear, ...]
    announcements: tuple[Announcement, ...]
    factor: float


@dataclass(frozen=True, slots=True)
class TwinRepair:
    """A single error that makes the record fit, and its share among them; ``heard`` is None one past the end."""

    announcement: int
    heard: Item | None
    kind: ErrorKind
    instead: Course | None
    probability: float


def twin_mixture_steps(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    model: Model,
    mishears: int,
    most: int | None = None,
) -> list[TwinAnswer]:
    """Return what fits after each announcement with up to ``mishears`` errors among those heard so far.

    ``mass`` is the unnormalised weight of all readings together. With ``most``, stop early and return fewer answers
    where a reading would have more pairs of history and mine placement than that.
    """
    steps = [list(readings(announcements[:heard], tracked, mishears)) for heard in range(1, len(announcements) + 1)]
    answers: dict[tuple[Announcement, ...], TwinAnswer] = {(): twin_solve(sea_map, (), tracked, options, model)}
    # Readings of the long records first: they answer those of the shorter ones, their beginnings, on the way.
    for reading in (reading for step in reversed(steps) for reading in step):
        edited = reading.announcements
        if edited not in answers:
            for after, answer in enumerate(twin_steps(sea_map, edited, tracked, options, model, most), start=1):
                answers[edited[:after]] = answer
    mixtures: list[TwinAnswer] = []
    contradiction = None
    for number, step in enumerate(steps, start=1):
        if any(reading.announcements not in answers for reading in step):
            break
        parts = [(reading.factor, answers[reading.announcements]) for reading in step]
        if contradiction is None and not any(answer.consistent for _, answer in parts):
            contradiction = number
        mixtures.append(_mixture(parts, contradiction))
    return mixtures


def twin_repairs(
    sea_map: SeaMap,
    announcements: Sequence[Announcement],
    tracked: Side,
    options: RuleOptions,
    model: Model,
) -> list[TwinRepair]:
    """Return the readings with exactly one error that fit, with their shares among themselves, likeliest first.

    They are given for a record that fits as it was heard, too.
    """
    masses: dict[Mishear, float] = {}
    for reading in readings(announcements, tracked, 1):
        if reading.mishears:
            answer = twin_solve(sea_map, reading.announcements, tracked, options, model)
            if answer.consistent:
                masses[reading.mishears[0]] = reading.factor * answer.mass
    whole = sum(masses.values())
    repairs = []
    for mishear, mass in masses.items():
        past_the_end = mishear.number > len(announcements)
        heard = None if past_the_end else announcements[mishear.number - 1].item
        repairs.append(TwinRepair(mishear.number, heard, mishear.kind, mishear.instead, mass / whole))
    return sorted(repairs, key=lambda repair: -repair.probability)


def readings(announcements: Sequence[Announcement], tracked: Side, mishears: int) -> Iterator[Reading]:
    """Yield every reading of a record with at most ``mishears`` errors, the record as heard first.

    Equal records that different errors lead to are different readings.
    """
    errors = _errors(announcements, tracked)
    for count in range(mishears + 1):
        for places in combinations_with_replacement(sorted({error.number for error in errors}), count):
            yield from _readings_at(announcements, tracked, errors, places)


def _readings_at(
    announcements: Sequence[Announcement], tracked: Side, errors: Sequence[Mishear], places: tuple[int, ...]
) -> Iterator[Reading]:
    """Yield the readings with one error at each of the places (announcement numbers, in order, some twice)."""
    for mishears in product(*([error for error in errors if error.number == place] for place in places)):
        at = {place: [error for error in mishears if error.number == place] for place in places}
        if all(_in_order(together) for together in at.values()):
            factor = 1.0
            for error in mishears:
                factor *= FACTORS[error.kind]
            yield Reading(mishears, _put_right(announcements, tracked, at), factor)


def _in_order(together: Sequence[Mishear]) -> bool:
    """Tell whether errors at one announcement are those missed before it and then, at most once, itself."""
    return all(error.kind == "missed" for error in together[:-1])


def _put_right(
    announcements: Sequence[Announcement], tracked: Side, mishears: dict[int, list[Mishear]]
) -> tuple[Announcement, ...]:
    """Return the record with the errors put right, each list of them in order."""
    edited: list[Announcement] = []
    for number in range(1, len(announcements) + 2):
        said = list(announcements[number - 1 : number])
        for error in mishears.get(number, ()):
            if error.kind == "missed":
                edited.append(Announcement(tracked, Heading(error.instead)))
            elif error.kind == "extra":
                said = []
            else:
                said = [replace(announcement, item=Heading(error.instead)) for announcement in said]
        edited.extend(said)
    return tuple(edited)


def _errors(announcements: Sequence[Announcement], tracked: Side) -> list[Mishear]:
    """Return every single error that a record may hold."""
    errors = []
    for number, announcement in enumerate(announcements, start=1):
        if _is_evidence(announcement, tracked):
            errors += [Mishear(number, "missed", course) for course in Course]
        match announcement:
            case Announcement(side=side, item=Heading(course=heard)) if side is tracked and heard is not None:
                errors += [Mishear(number, "wrong", course) for course in Course if course is not heard]
                errors.append(Mishear(number, "extra", None))
    errors += [Mishear(len(announcements) + 1, "missed", course) for course in Course]
    return errors


def _is_evidence(announcement: Announcement, tracked: Side) -> bool:
    """Tell whether an announcement is evidence about the tracked submarine, as the record format lists them."""
    if announcement.side is tracked:
        match announcement.item:
            case Heading() | Gap() | Silence() | Surface() | Mine() | Trigger() | Torpedo():
                return True
            case Archer(own=own):
                return own is not None
        return False
    match announcement.item:
        case Torpedo():
            return True
        case Drone(answer=said):
            return said is not None
        case Trigger(answer=report) | Archer(answer=report):
            return report is not None
        case Sonar(row=row, column=column, sector=sector):
            return (row, column, sector) != (None, None, None)
    return False


def _mixture(parts: Sequence[tuple[float, TwinAnswer]], contradiction: int | None) -> TwinAnswer:
    """Return the answer of all readings together, each given with its factor."""
    weights: dict[Cell, float] = {}
    for factor, answer in parts:
        for cell, probability in answer.probability.items():
            weights[cell] = weights.get(cell, 0.0) + factor * answer.mass * probability
    mass = sum(weights.values())
    return TwinAnswer(
        cells=tuple(sorted(weights)),
        starts=tuple(sorted({start for _, answer in parts for start in answer.starts})),
        histories=sum(answer.histories for _, answer in parts),
        probability={cell: weights[cell] / mass for cell in sorted(weights)},
        consistent=contradiction is None,
        contradiction=contradiction,
        mass=mass,
    )
