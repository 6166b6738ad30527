"""Every kernel compiled and as plain Python, on what seeded games pass to it, and the small ones against sets of cells.

In the plain module every kernel that a kernel calls is plain too: it is the same file, loaded without compiling.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable, Collection, Iterator
from types import ModuleType
from typing import Any, TypeAlias

import numba
import numpy as np
import pytest

from tests.solver.random_games import ALL_KINDS, random_game
from tests.solver.random_maps import random_map, random_options
from tracker import Tracker
from tracker.game.announcements import Side
from tracker.game.cells import Course, cell_at, column_of, row_of
from tracker.game.maps import SeaMap
from tracker.solver import families, kernels
from tracker.solver.answers import Model
from tracker.solver.bitboards import EVERYWHERE, board_of, cells_of, moved, to_board, to_words
from tracker.solver.charts import Chart, outcome_step

NAMES = sorted(name for name, value in vars(kernels).items() if hasattr(value, "py_func"))
MODELS: tuple[Model, ...] = ("exact", "uniform", "captain")
KEPT, KEPT_OF_NUMBERS = 4, 40
"""How many calls of a kind are kept, and how many where a kernel takes numbers only."""

MOST_ENTRIES = 8_200
"""Of the arrays in a call that is kept: counters are 256 * 32 at most, the largest table of a map has 961 boards."""

Argument: TypeAlias = Any
"""An array or machine number that a kernel takes or returns."""


def load_plain() -> ModuleType:
    """Return the kernels' module with no kernel in it compiled."""
    spec = importlib.util.spec_from_file_location("plain_kernels", kernels.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba.core.config, "DISABLE_JIT", 1)
        spec.loader.exec_module(module)
    return module


PLAIN = load_plain()
PLAIN_KERNELS: dict[str, Callable[..., Any]] = {name: getattr(PLAIN, name) for name in NAMES}


def test_every_kernel_has_a_plain_form() -> None:
    assert len(NAMES) > 30
    assert not [name for name, function in PLAIN_KERNELS.items() if hasattr(function, "py_func")]


def copied(argument: Argument) -> Argument:
    return argument.copy() if isinstance(argument, np.ndarray) else argument


class Calls:
    """Samples of the arguments that each kernel was called with, of every kind: which arrays are empty, which codes."""

    def __init__(self) -> None:
        self.sampled: dict[str, dict[tuple[Any, ...], list[list[Any]]]] = {name: {} for name in NAMES}
        self._seen: dict[tuple[Any, ...], int] = {}
        self._rng = random.Random("calls")

    def keep(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Keep a copy of some of the small calls, each of a kind equally likely."""
        if any(isinstance(argument, np.ndarray) and argument.size > MOST_ENTRIES for argument in arguments):
            return
        most = KEPT_OF_NUMBERS
        kind: tuple[Any, ...] = ()
        if any(isinstance(argument, np.ndarray) for argument in arguments):
            most = KEPT
            kind = tuple(
                len(argument) > 0 if isinstance(argument, np.ndarray) else int(argument) if -1 <= argument < 5 else None
                for argument in arguments
            )
        kept = self.sampled[name].setdefault(kind, [])
        seen = self._seen[name, kind] = self._seen.get((name, kind), 0) + 1
        if len(kept) < most:
            kept.append([copied(argument) for argument in arguments])
        elif self._rng.random() < most / seen:
            kept[self._rng.randrange(most)] = [copied(argument) for argument in arguments]

    def of(self, name: str) -> list[list[Any]]:
        return [arguments for kept in self.sampled[name].values() for arguments in kept]


class Recorder:
    """Stands in for the kernels' module and keeps what it is called with."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def __getattr__(self, name: str) -> Argument:
        compiled = getattr(kernels, name)
        if name not in NAMES:
            return compiled

        def call(*arguments: Argument) -> Argument:
            self._calls.keep(name, arguments)
            return compiled(*arguments)

        return call


def use_instead(patch: pytest.MonkeyPatch, module: object) -> None:
    """Make the whole solver call ``module`` instead of the kernels."""
    users = [m for name, m in sys.modules.items() if name.startswith("tracker.") and vars(m).get("kernels") is kernels]
    assert users
    for user in users:
        if user is not sys.modules["tracker.solver"]:
            patch.setattr(user, "kernels", module)


def play(
    seed: int, max_side: int, length: int, mishears: int = 0, systems: Collection[str] = ALL_KINDS
) -> list[tuple[object, ...]]:
    """Return all that the trackers of a seeded game answer."""
    given: list[tuple[object, ...]] = []
    game = random_game(seed, random_map(seed, max_side), length, random_options(seed), systems=systems, most_mines=2)
    for model in MODELS:
        tracker = Tracker.start(game.sea_map, Side.BLUE, game.options, model, mishears)
        for announcement in game.announcements:
            tracker = tracker.hear(announcement)
            given.append((tracker.cells, tracker.starts, tracker.histories, tracker.shapes))
            if model != "exact":
                given.append(tuple(tracker.probability().values()))
            if model != "exact" and tracker.readings is not None:
                given.append(tuple(share for _, share in tracker.readings.shares(tracker.count)))
    return given


@pytest.fixture(scope="module")
def calls() -> Calls:
    """What seeded games call the kernels with and, run plain, what these call each other with."""
    calls = Calls()
    with pytest.MonkeyPatch.context() as patch:
        use_instead(patch, Recorder(calls))
        play(1140, 5, 16, mishears=1, systems=("course", "surface", "silence", "mine"))
        for seed in range(1100, 1124):
            patch.setattr(families, "WORTH_LOOKING", 1 if seed % 3 else 256)
            play(seed, 5 if seed % 2 else 15, 20)
        play(1124, 5, 6, mishears=1)
        play(1125, 5, 6, mishears=2, systems=("course", "silence", "surface"))
    called = {name: calls.of(name) for name in NAMES}
    with pytest.MonkeyPatch.context() as patch:
        for name, function in PLAIN_KERNELS.items():
            patch.setattr(PLAIN, name, lambda *a, name=name, function=function: calls.keep(name, a) or function(*a))
        for name in NAMES:
            for arguments in called[name]:
                PLAIN_KERNELS[name](*map(copied, arguments))
    return calls


def as_machine_number(argument: Argument) -> Argument:
    """Return a truth value or signed integer as the one type that compiled code takes it in."""
    return int(argument) if isinstance(argument, bool | np.bool_ | np.signedinteger) else copied(argument)


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_plain_agree(name: str, calls: Calls) -> None:
    sampled = calls.of(name)
    assert sampled, f"no game calls {name}"
    for arguments in sampled:
        compiled, plain = list(map(as_machine_number, arguments)), list(map(copied, arguments))
        returned = getattr(kernels, name)(*compiled)
        expected = PLAIN_KERNELS[name](*plain)
        assert returned == pytest.approx(expected, rel=1e-12) if isinstance(expected, float) else returned == expected
        for one, other in zip(compiled, plain, strict=True):
            if isinstance(other, np.ndarray) and other.dtype.kind == "f":
                np.testing.assert_allclose(one, other, rtol=1e-12)
            elif isinstance(other, np.ndarray):
                np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(("seed", "length", "mishears"), [(1150, 20, 0), (1151, 20, 0), (1152, 20, 0), (1153, 6, 1)])
def test_whole_games_agree(seed: int, length: int, mishears: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = play(seed, 5, length, mishears)
    use_instead(monkeypatch, PLAIN)
    plain = play(seed, 5, length, mishears)
    assert len(plain) == len(compiled)
    for one, other in zip(compiled, plain, strict=True):
        assert one == other or one == pytest.approx(other, rel=1e-12)


# The small ones, both ways, against sets of cells


@pytest.fixture(params=["compiled", "plain"])
def module(request: pytest.FixtureRequest) -> ModuleType:
    return kernels if request.param == "compiled" else PLAIN


def random_boards(seed: str, count: int = 40) -> Iterator[int]:
    rng = random.Random(seed)
    for _ in range(count):
        board = rng.getrandbits(256)
        for _ in range(rng.randrange(5)):
            board &= rng.getrandbits(256)
        yield board
    yield from (0, EVERYWHERE, 1, 1 << 255)


def words(board: int) -> list[Any]:
    return list(to_words(board))


def joined(four: tuple[int, ...]) -> int:
    return to_board(np.array([int(word) for word in four], np.uint64))


def test_count(module: ModuleType) -> None:
    for board in random_boards("count"):
        assert module.count4(*words(board)) == board.bit_count()


def test_shift(module: ModuleType) -> None:
    rng = random.Random("shift by")
    for board in random_boards("shift"):
        for by in (0, 1, -1, 16, -16, 63, 64, 65, -64, 128, -192, 255, -255, rng.randint(-255, 255)):
            assert joined(module.shift(*words(board), by)) == moved(board, by), by


def torus(cell: int, rows: int, columns: int) -> int:
    return (row_of(cell) + rows) % 16 * 16 + (column_of(cell) + columns) % 16


def test_turn(module: ModuleType) -> None:
    rng = random.Random("turn by")
    for board in random_boards("turn"):
        rows, columns = rng.randint(-16, 16), rng.randint(-16, 16)
        expected = board_of(torus(cell, rows, columns) for cell in cells_of(board))
        assert joined(module.turn(*words(board), rows, columns)) == expected, (rows, columns)


def test_bits(module: ModuleType) -> None:
    for board in random_boards("bits", 10):
        for bit in range(256):
            assert module.has(*words(board), bit) == board >> bit & 1
            assert module.bit_of(to_words(board), bit) == board >> bit & 1
        assert [module.bit_of(to_words(board), bit) for bit in (-17, -1, 256, 300)] == [0] * 4
    for rows in range(-15, 16):
        for columns in range(-15, 16):
            assert module.torus_bit(rows, columns) == torus(0, rows, columns)
    for course in Course:
        assert module.near_bit(int(course)) == torus(0, *course.step)


def test_outcomes(module: ModuleType) -> None:
    for outcome in range(18):
        assert (module.outcome_rows(outcome), module.outcome_columns(outcome)) == outcome_step(outcome)


def test_window(module: ModuleType) -> None:
    rng = random.Random("window at")
    for board in random_boards("window"):
        rows, columns = rng.randint(-15, 15), rng.randint(-15, 15)
        ends = [torus(0, rows + step[0], columns + step[1]) for step in map(outcome_step, range(18))]
        expected = sum((board >> end & 1) << outcome for outcome, end in enumerate(ends))
        assert module.window(to_words(board)[None], 0, rows, columns) == expected, (rows, columns)


@pytest.mark.parametrize("tori", [1, 7, 8, 9, 16, 23, kernels.AT_A_TIME])
def test_windows_of_many_tori(module: ModuleType, tori: int) -> None:
    rng = random.Random(f"windows {tori}")
    boards = np.array([to_words(rng.getrandbits(256)) for _ in range(tori + 5)])
    for _ in range(20):
        rows, columns, first = rng.randint(-15, 15), rng.randint(-15, 15), rng.randrange(6)
        seen = np.zeros(kernels.AT_A_TIME, np.uint32)
        module.window_each(boards, first, first + tori, rows, columns, seen)
        expected = [module.window(boards, first + i, rows, columns) for i in range(tori)]
        assert seen.tolist() == expected + [0] * (kernels.AT_A_TIME - tori)


def test_runs(module: ModuleType) -> None:
    for blocked in range(16):
        near_first = [blocked >> k & 1 for k in range(4)]
        assert module.run_up(blocked) == [*near_first, 1].index(1)
        assert module.run_down(blocked) == [*reversed(near_first), 1].index(1)


def test_neighbours(module: ModuleType) -> None:
    around = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    assert [(module.around_row(b), module.around_column(b)) for b in range(8)] == around
    for rows in range(-3, 4):
        for columns in range(-3, 4):
            expected = around.index((rows, columns)) if (rows, columns) in around else -1
            assert module.around_index(rows, columns) == expected


@pytest.mark.parametrize("several", [0, 3, 40])
def test_which_outcomes_pass_from_boards(module: ModuleType, several: int) -> None:
    rng = random.Random(f"pass {several}")
    boards = np.array([to_words(board) for board in random_boards("cells")])
    lone = np.zeros(len(boards) - 2, np.uint16)
    lone[:several] = module.SEVERAL
    for _ in range(20):
        gates = [rng.getrandbits(256) & rng.getrandbits(256) & rng.getrandbits(256) for _ in range(18)]
        table = np.zeros((4, 17), np.uint64)
        module.lay_out(np.array([to_words(board) for board in gates]), table)
        expected = [
            sum((to_board(cells) & board != 0) << j for j, board in enumerate(gates) if j != 13) for cells in boards[2:]
        ]
        found = np.zeros(len(boards), np.uint32)
        module.passed_each(table, boards, 2, len(boards), found)
        assert found.tolist() == [*expected, 0, 0]
        fan = np.array([rng.getrandbits(18) for _ in lone], np.uint32)
        left = [f & may if known == module.SEVERAL else f for f, may, known in zip(fan, expected, lone, strict=True)]
        module.pass_boards(table, boards, lone, 2, found, fan)
        assert fan.tolist() == left


def test_shares(module: ModuleType) -> None:
    mass = np.arange(256.0)
    out = np.empty((5, 7))
    module.shares(mass, out)
    grid = mass.reshape(16, 16)[:5, :7]
    np.testing.assert_allclose(out, grid / grid.sum(), rtol=1e-15)


@pytest.mark.parametrize("lone_share", [0.0, 0.5, 1.0])
def test_counting_goes_on_where_a_counter_of_a_byte_is_full(module: ModuleType, lone_share: float) -> None:
    rng = random.Random(f"full {lone_share}")
    parents, (rows, columns) = 1300, (1, -2)
    boards = [1 << rng.choice((100, 103)) if rng.random() < lone_share else 7 << 101 for _ in range(parents)]
    fan = np.array([(rng.getrandbits(18) | rng.getrandbits(18)) & ~(1 << 13) for _ in range(parents)], np.uint32)
    here, gates = np.array([to_words(board) for board in boards]), np.array([to_words(EVERYWHERE)] * 18)
    expected = np.zeros(256)
    for outcomes, board in zip(fan, boards, strict=True):
        for outcome, (r, c) in enumerate(map(outcome_step, range(18))):
            for cell in cells_of(board) if int(outcomes) >> outcome & 1 else ():
                expected[cell + 16 * (r + rows) + c + columns] += 1
    known = np.zeros(parents, np.uint16)
    module.lone_cells(here, known)
    for lone in (known, known[:0]):
        mass = np.zeros(256)
        module.fan_counts(here, lone, fan, gates, rows, columns, mass)
        np.testing.assert_array_equal(mass, expected)
    assert expected.max() > 510


def test_open_fan(module: ModuleType) -> None:
    rng = random.Random("fans")
    for seed in range(30):
        sea_map = random_map(seed, 8)
        chart = Chart(sea_map)
        here = {cell for cell in sea_map.sea if rng.random() < 0.3} if seed % 3 else {rng.choice(sea_map.sea)}
        visited = {(0, 0), *((rng.randint(-7, 7), rng.randint(-7, 7)) for _ in range(rng.randrange(12)))}
        board = board_of(here)
        seen = board_of(torus(0, *offset) for offset in visited)
        expected = 0
        for outcome, (rows, columns) in enumerate(map(outcome_step, range(18))):
            length = max(abs(rows), abs(columns), 1)
            passed = [(rows * k // length, columns * k // length) for k in range(1, length + 1)]
            unseen = (rows, columns) == (0, 0) or not visited.intersection(passed)
            if outcome != 13 and unseen and any(all_sea(sea_map, cell, passed) for cell in here):
                expected |= 1 << outcome
        cells, visited = to_words(board)[None], to_words(seen)[None]
        known = np.zeros(1, np.uint16)
        module.lone_cells(cells, known)
        assert known[0] == (min(here) if len(here) == 1 else module.SEVERAL)
        for lone in (known, known[:0]):
            fan = np.zeros(1, np.uint32)
            left = module.fan_open(cells, lone, visited, chart.runs, (1 << 18) - 1, fan)
            assert (int(fan[0]), left) == (expected, expected.bit_count())


def all_sea(sea_map: SeaMap, cell: int, offsets: list[tuple[int, int]]) -> bool:
    row, column = row_of(cell), column_of(cell)
    return all(
        row + r >= 0 and column + c >= 0 and column + c < 16 and sea_map.is_sea(cell_at(row + r, column + c))
        for r, c in offsets
    )
