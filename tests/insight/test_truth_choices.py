"""What truth is offered against the slow twin's histories one by one, on simulated games, and by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solver.random_games import RandomGame, random_game
from tests.solver.random_maps import random_map, random_options
from tracker.game.announcements import Announcement, Gap, Heading, Item, Mine, Side, Silence
from tracker.game.cells import Cell, Course, cell_name, parse_cell
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.game.records import Record, dumps, loads
from tracker.game.rules import RuleOptions
from tracker.insight.simulation import simulate
from tracker.insight.truth import as_said, start_of
from tracker.insight.truth_choices import (
    TruthGame,
    fits,
    fitting_items,
    fitting_starts,
    is_known,
    is_open_to_truth,
    unmarked,
    with_truth,
)
from tracker.solver.twin import History, _Rules

MOST = 3000
"""Pairs of history and mine placement that the twin looks at for one game."""


def by_the_twin(game: TruthGame) -> list[History] | None:
    """Every whole-game history that agrees with the marks, None where they are too many."""
    rules = _Rules(game.sea_map, game.side, game.options)
    histories = [h for h in rules.beginnings() if game.start in (None, h.start)]
    for announcement in game.announcements:
        histories = [
            kept
            for before in histories
            for after in rules.hear(before, announcement)
            if (kept := as_marked(after, announcement, game.side)) is not None
        ]
        if sum(len(history.mines) for history in histories) > MOST:
            return None
    return histories


def as_marked(history: History, announcement: Announcement, side: Side) -> History | None:
    """Return what a mark leaves of a history that just took its announcement in."""
    if announcement.side is not side:
        return history
    match announcement.item:
        case Silence(int(length), course):
            really = () if course is None else (course,) * length
            return history if history.choices[-1] == really else None
        case Gap() if announcement.comment:
            missed = {"never said": ()} | {f"said {course.name}": (course,) for course in Course}
            return history if history.choices[-1] == missed[announcement.comment] else None
        case Mine(int(cell)):
            mines = {placement: chance for placement, chance in history.mines.items() if placement[-1] == cell}
            return replace(history, mines=mines) if mines else None
    return history


def bare(game: RandomGame) -> TruthGame:
    heard = tuple(unmarked(a) for a in game.announcements)
    return TruthGame(game.sea_map, heard, game.tracked, game.options)


def truths(game: TruthGame, number: int) -> Iterator[Item]:
    """Everything that could be entered at an announcement, sensible or not."""
    match game.announcements[number - 1].item:
        case Silence():
            yield Silence(0)
            yield from (Silence(length, course) for length in range(1, 5) for course in Course)
        case Mine():
            yield from (Mine(cell) for cell in game.sea_map.cells)
        case Gap():
            yield Gap()
            yield from (Heading(course) for course in Course)
        case Heading(None):
            yield from (Heading(course) for course in Course)


def compare(game: TruthGame, rng: random.Random) -> None:
    """Enter one truth after another, each of those that fit, and compare what is offered with the twin at each step."""
    waiting: list[int | None] = [
        None,
        *(n for n, a in enumerate(game.announcements, 1) if is_open_to_truth(a, game.side)),
    ]
    rng.shuffle(waiting)
    for number in waiting:
        histories = by_the_twin(game)
        if histories is None:
            return
        assert fits(game) == bool(histories)
        if number is None:
            starts = sorted({h.start for h in histories})
            assert list(fitting_starts(game)) == starts
            if starts:
                game = game.begun_at(rng.choice(starts))
            continue
        expected = [item for item in truths(game, number) if by_the_twin(game.marked(number, item))]
        found = fitting_items(game, number)
        assert set(found) == set(expected)
        assert len(found) == len(expected)
        if found:
            game = game.marked(number, rng.choice(found))
    assert fits(game) == bool(by_the_twin(game))


@settings(max_examples=120)
@given(st.integers(0, 10**6), st.integers(1, 12))
def test_exactly_what_some_history_allows_is_offered(seed: int, length: int) -> None:
    game = random_game(seed, random_map(seed, 4), length, random_options(seed))
    compare(bare(game), random.Random(f"truths {seed}"))


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.integers(6, 16))
def test_mines_and_surfacings_tie_the_choices_together(seed: int, length: int) -> None:
    kinds = ("course", "silence", "surface", "mine", "trigger", "torpedo")
    game = random_game(seed, random_map(seed, 3), length, random_options(seed), systems=kinds)
    compare(bare(game), random.Random(f"truths {seed}"))


@pytest.mark.parametrize("map_id", ["alpha-tbt", "bravo", "delta"])
def test_the_true_start_silences_and_mines_are_always_among_those_offered(map_id: str) -> None:
    record = simulate(load_map(map_id), "sheet")
    for side in Side:
        announcements = tuple(unmarked(a) if a.side is side else a for a in record.announcements)
        game = TruthGame(load_map(map_id), announcements, side, record.options)
        start = start_of(record, side)
        assert start in fitting_starts(game)
        game = game.begun_at(start)
        for number, announcement in enumerate(record.announcements, 1):
            if is_open_to_truth(announcement, side):
                assert announcement.item in fitting_items(game, number)
                game = game.marked(number, announcement.item)
        assert fits(game)
        assert start in fitting_starts(game)


def game_of(text: str, grid: tuple[str, ...], start: Cell | None = None, mines: int = 8) -> TruthGame:
    options = RuleOptions("manhattan", 4 if mines == 4 else 8)
    return TruthGame(SeaMap("hand", grid, 5), loads(text).announcements, Side.BLUE, options, start)


def test_a_silence_between_two_courses_by_hand() -> None:
    game = game_of("B E\nB silence\nB E", ("......",))
    assert [cell_name(cell) for cell in fitting_starts(game)] == ["A1", "B1", "C1", "D1"]
    assert fitting_items(game.begun_at(parse_cell("C1")), 2) == (Silence(0), Silence(1, Course.E))
    game = game.begun_at(parse_cell("A1")).marked(2, Silence(2, Course.E))
    # what is entered already does not narrow its own choice
    assert fitting_items(game, 2) == (Silence(0), *(Silence(n, Course.E) for n in (1, 2, 3)))
    assert [cell_name(cell) for cell in fitting_starts(game)] == ["A1", "B1"]


def test_a_mine_lies_where_it_was_set_off_and_not_where_the_boat_went() -> None:
    grid = ("....", "....")
    game = game_of("B E\nB mine\nB E\nB trigger D2 clear", grid, parse_cell("A1"))
    assert not fits(game)
    game = game_of("B E\nB mine\nB E", grid, parse_cell("A1"))
    assert fitting_items(game, 2) == tuple(Mine(parse_cell(cell)) for cell in ("A2", "B2", "C2"))
    crossed = game_of("B E\nB mine\nB E", grid, parse_cell("A1"), mines=4)
    assert fitting_items(crossed, 2) == (Mine(parse_cell("B2")),)


def test_an_unheard_course_is_offered_as_the_courses_that_fit() -> None:
    game = game_of("B ?\nB E", ("...", ".#."), parse_cell("A1"))
    assert fitting_items(game, 1) == (Heading(Course.E),)


def test_nothing_fits_a_record_that_contradicts_itself() -> None:
    game = game_of("B E\nB E\nB silence\nB surface 1", ("..",))
    assert fitting_starts(game) == ()
    assert fitting_items(game, 3) == ()
    assert not fits(game)


def test_what_is_open_and_what_is_known() -> None:
    said = loads("B silence(E3)\nB mine\nB ?\nB N\nY silence\nB gap # noisy\nB gap # said E; noisy").announcements
    assert [is_open_to_truth(a, Side.BLUE) for a in said] == [True, True, True, False, False, True, True]
    assert [is_known(a) for a in said] == [True, False, False, True, False, False, True]


def test_a_gap_was_nothing_or_a_course_by_hand() -> None:
    game = game_of("B E\nB gap\nB E", ("....", "####"), parse_cell("A1"))
    assert fitting_items(game, 2) == (Gap(), Heading(Course.E))
    assert fitting_items(game_of("B E\nB gap\nB E", ("...", "###"), parse_cell("A1")), 2) == (Gap(),)
    told = game.marked(2, Heading(Course.E))
    assert fits(told)
    assert told.announcements[1].item == Gap(), "what was heard stays what was heard"
    assert fitting_items(told, 2) == (Gap(), Heading(Course.E))
    assert fitting_starts(told) == (parse_cell("A1"),)
    assert [cell_name(cell) for cell in fitting_starts(game.marked(2, Gap()))] == ["A1", "B1"]
    assert not fits(game.marked(2, Heading(Course.W)))


@pytest.mark.parametrize("words", ["", "noisy table", "said by nobody; never mind"])
def test_the_mark_of_a_gap_stands_before_a_persons_own_words(words: str) -> None:
    gap = Announcement(Side.BLUE, Gap(), comment=words)
    for item in (Gap(), *(Heading(course) for course in Course)):
        marked = with_truth(gap, item)
        (written,) = loads(dumps(Record((), (marked,)))).announcements
        assert written == marked
        assert marked.comment.endswith(words)
        really = as_said(written)
        assert (None if really is None else really.item) == (None if item == Gap() else item)
        assert with_truth(marked, Gap()) == with_truth(gap, Gap())
        assert not is_known(unmarked(marked))
        assert unmarked(marked).comment.endswith(words)
