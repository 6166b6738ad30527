"""The compiled inner loops: arrays in, arrays out, on 256-bit boards of four words.

Knows nothing of maps, announcements or records, and validates nothing; its callers pass arrays that fit. It is
the only jitted module, since an edited jitted function does not invalidate a cached caller in another file.

Boards. Bit row * 16 + column of a board is a cell; on a map of at most 15 x 15 the sixteenth column and row are
never sea, so a step off the sheet lands on a bit that no sea board has. A *torus* board holds offsets modulo 16 in
both directions instead, with the present cell at bit 0: a route that fits the map spans fewer than 16 cells each
way, so offsets never collide.

Vectors. A *vector* is a whole board in one register of the processor: ``board`` loads it from a row of an array,
``put`` stores it, ``&`` and ``|`` combine it.

Fans. A silence, an unheard course and a gap open up to 17 outcomes on a plus: bits 0-8 of a *fan* are the outcomes
4 cells west to 4 cells east (bit 4 is staying), bits 9-17 those 4 north to 4 south (bit 13 is unused).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, config
from numba.extending import intrinsic, models, overload, register_model

from tracker.solver import plain_vectors as plain

Word: TypeAlias = Any
"""One word of a board, uint64."""

Vector: TypeAlias = Any
"""A board in one register."""

Int: TypeAlias = Any
"""A machine integer or truth value."""

Boards: TypeAlias = npt.NDArray[np.uint64]
Fans: TypeAlias = npt.NDArray[np.uint32]
Mines: TypeAlias = npt.NDArray[np.uint32]
Ints: TypeAlias = npt.NDArray[Any]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])


def kernel(function: _Kernel) -> _Kernel:
    """Compile with the options that all kernels share: cached on disk and without the interpreter's lock."""
    return cast(_Kernel, njit(cache=True, nogil=True, error_model="numpy")(function))


_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_COLUMN = np.uint64(0x0001000100010001)
_LANE = np.uint64(0xFFFF)
_TOP = np.uint64(1 << 63)

AT_A_TIME = 256
"""Parents whose windows are looked up before any is used."""

_ARMS = (0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17)
"""The outcomes of a fan but for staying (4) and the one that is unused (13)."""

COURSES_AT_ONCE = 6
"""Courses of which the captain's choices are looked up together: four bits each."""

_SHARES = np.array([1.0 / max(1, courses.bit_count()) for courses in range(16)])
"""The chance of each choice among each of the 16 sets of courses."""

_SHARES_OF_THREE = np.multiply.outer(np.multiply.outer(_SHARES, _SHARES), _SHARES).ravel()
"""The chance of three choices, by three sets of courses of four bits each."""

_THREE = np.int64(0xFFF)


def popcount(word: Any) -> int:
    """Count the set bits of a 64-bit word."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """Return the index of the lowest set bit of a word that is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


@intrinsic
def _ctpop(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), build


@intrinsic
def _cttz(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


@overload(popcount)
def _popcount(word: Any) -> Any:
    def count(word: Any) -> Any:
        return _ctpop(np.uint64(word))  # type: ignore[call-arg]  # numba passes the first

    return count


@overload(lowest)
def _lowest(word: Any) -> Any:
    def find(word: Any) -> Any:
        return _cttz(np.uint64(word))  # type: ignore[call-arg]  # numba passes the first

    return find


# ---- vectors: LLVM makes of them what the processor has ------------------------------------------------------------

_WORD = ir.IntType(64)
_FOUR = ir.VectorType(_WORD, 4)
_EIGHT = ir.VectorType(_WORD, 8)
_ROWS = ir.VectorType(ir.IntType(16), 16)
_FLAGS = ir.VectorType(ir.IntType(1), 64)
_COUNTERS = ir.VectorType(ir.IntType(8), 64)
_FAN_COUNTERS = ir.VectorType(ir.IntType(8), 32)
_COLUMN_TO_TOP = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3


class _VectorType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Vector")


_VECTOR = _VectorType()


@register_model(_VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _FOUR)  # type: ignore[no-untyped-call]


def built(instead: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Take a function that writes LLVM instructions; ``instead`` stands in if none are compiled."""
    return lambda typing: instead if config.DISABLE_JIT else intrinsic(typing)  # type: ignore[attr-defined]


def _row(context: Any, builder: Any, kind: Any, array: Any, i: Any) -> Any:
    """Return where row ``i`` of an (n, 4) array without gaps begins."""
    first = builder.gep(context.make_array(kind)(context, builder, array).data, [builder.mul(i, _WORD(4))])
    return builder.bitcast(first, _FOUR.as_pointer())


def _called(builder: Any, name: str, result: Any, *args: Any) -> Any:
    """Call a function that LLVM has built in."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    function = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
    return builder.call(function, args)


def _everywhere(builder: Any, value: Any, kind: Any) -> Any:
    """Return a vector with the same value in each place."""
    one = builder.insert_element(kind(ir.Undefined), value, ir.IntType(32)(0))
    places = ir.VectorType(ir.IntType(32), kind.count)([0] * kind.count)
    return builder.shuffle_vector(one, kind(ir.Undefined), places)


def _words_up(builder: Any, x: Any, words: int) -> Any:
    places = ir.VectorType(ir.IntType(32), 4)([(w - words) % 4 for w in range(4)])
    return builder.shuffle_vector(x, _FOUR(ir.Undefined), places)


@built(plain.board)
def board(typing_context: Any, boards: Any, i: Any) -> Any:
    """Load row ``i`` of an (n, 4) array as a vector."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_row(context, builder, signature.args[0], args[0], args[1]), align=8)

    return _VECTOR(boards, types.int64), build


@built(plain.put)
def put(typing_context: Any, boards: Any, i: Any, vector: Any) -> Any:
    """Store a vector as row ``i`` of an (n, 4) array."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _row(context, builder, signature.args[0], args[0], args[1]), align=8)
        return context.get_dummy_value()

    return types.void(boards, types.int64, vector), build


def _combine(instruction: str, operation: Callable[[Any, Any], Any]) -> None:
    """Let ``operation`` combine two vectors by an instruction."""

    @intrinsic
    def combined(typing_context: Any, a: Any, b: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return getattr(builder, instruction)(*args)

        return _VECTOR(a, b), build

    @overload(operation)
    def typed(a: Any, b: Any) -> Any:
        def call(a: Any, b: Any) -> Any:
            return combined(a, b)  # type: ignore[call-arg]  # numba passes the first

        return call if isinstance(a, _VectorType) and isinstance(b, _VectorType) else None


_combine("and_", operator.and_)
_combine("or_", operator.or_)
_combine("xor", operator.xor)


@built(lambda: 0)
def nowhere(typing_context: Any) -> Any:
    """Return the vector without bits."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _FOUR([0] * 4)

    return _VECTOR(), build


@built(bool)
def some(typing_context: Any, vector: Any) -> Any:
    """Tell whether a vector has a bit."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        joined = _called(builder, "llvm.vector.reduce.or.v4i64", _WORD, args[0])
        return builder.icmp_unsigned("!=", joined, _WORD(0))

    return types.boolean(vector), build


@built(int.bit_count)
def count(typing_context: Any, vector: Any) -> Any:
    """Count the bits of a vector."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        counts = _called(builder, "llvm.ctpop.v4i64", _FOUR, args[0])
        return _called(builder, "llvm.vector.reduce.add.v4i64", _WORD, counts)

    return types.int64(vector), build


@built(plain.roll)
def roll(typing_context: Any, vector: Any, by: Any) -> Any:
    """Turn the 256 bits of a vector by ``by`` places, up if positive: what leaves at one end comes in at the other."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        x, by = args
        for words in (2, 1):
            chosen = builder.and_(builder.lshr(by, _WORD(6)), _WORD(words))
            mask = builder.icmp_unsigned("!=", _everywhere(builder, chosen, _FOUR), _FOUR([0] * 4))
            x = builder.select(mask, _words_up(builder, x, words), x)
        bits = builder.and_(by, _WORD(63))
        low = builder.lshr(_words_up(builder, x, 1), _FOUR([1] * 4))
        return builder.or_(
            builder.shl(x, _everywhere(builder, bits, _FOUR)),
            builder.lshr(low, _everywhere(builder, builder.sub(_WORD(63), bits), _FOUR)),
        )

    return _VECTOR(vector, types.int64), build


@built(plain.roll_lanes)
def roll_lanes(typing_context: Any, vector: Any, by: Any) -> Any:
    """Turn each 16 bits of a vector, a row of a torus, by ``by`` places, up if positive."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        x = builder.bitcast(args[0], _ROWS)
        by = _everywhere(builder, builder.trunc(args[1], _ROWS.element), _ROWS)
        return builder.bitcast(_called(builder, "llvm.fshl.v16i16", _ROWS, x, x, by), _FOUR)

    return _VECTOR(vector, types.int64), build


@built(plain.column_of)
def column_of(typing_context: Any, vector: Any, column: Any) -> Any:
    """Return the bits of one column of a torus, 0 to 15, as 16 bits by row."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        x = builder.lshr(args[0], _everywhere(builder, args[1], _FOUR))
        x = builder.and_(x, _FOUR([0x0001_0001_0001_0001] * 4))
        x = _called(builder, "llvm.vector.reduce.or.v4i64", _WORD, builder.shl(x, _FOUR([0, 4, 8, 12])))
        # row 4 w + r stands at bit 16 r + 4 w: the product moves it to 48 + 4 w + r, and nothing else from 48 on
        return builder.lshr(builder.mul(x, _WORD(_COLUMN_TO_TOP)), _WORD(48))

    return types.int64(vector, types.int64), build


@built(plain.meeting)
def meeting(typing_context: Any, tables: Any, i: Any, vector: Any) -> Any:
    """Return which of eight boards share a bit with a vector; tables (n, 4, 8): word w of board j at [i, w, j]."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        table = builder.bitcast(builder.gep(data, [builder.mul(args[1], _WORD(32))]), _EIGHT.as_pointer())
        none = shared = _EIGHT([0] * 8)
        for w in range(4):
            word = _everywhere(builder, builder.extract_element(args[2], ir.IntType(32)(w)), _EIGHT)
            eight = builder.load(builder.gep(table, [_WORD(w)]), align=8)
            shared = builder.or_(shared, builder.and_(eight, word))
        return builder.zext(builder.bitcast(builder.icmp_unsigned("!=", shared, none), ir.IntType(8)), _WORD)

    return types.int64(tables, types.int64, vector), build


@built(plain.passed)
def passed(typing_context: Any, gates: Any, boards: Any, i: Any) -> Any:
    """Return which outcomes pass from the cells of board ``i``.

    gates (4, 17): word w of the cells from which outcome ``_ARMS[j]`` passes, or last those where it may stay.
    """

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        table = _loaded_gates(builder, context.make_array(signature.args[0])(context, builder, args[0]).data)
        cells = builder.bitcast(_row(context, builder, signature.args[1], args[1], args[2]), _WORD.as_pointer())
        return builder.zext(_fan_passed(builder, cells, 0, table), _WORD)

    return types.int64(gates, boards, types.int64), build


@built(plain.passed_by_four)
def passed_by_four(typing_context: Any, gates: Any, boards: Any, i: Any, fans: Any, at: Any) -> Any:
    """Write ``passed`` of boards ``i`` to ``i`` + 3 to fans (n,) uint32 from ``at`` on."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, (gates, boards, i, fans, at) = signature.args, args
        table = _loaded_gates(builder, context.make_array(kinds[0])(context, builder, gates).data)
        cells = builder.bitcast(_row(context, builder, kinds[1], boards, i), _WORD.as_pointer())
        places = builder.gep(context.make_array(kinds[3])(context, builder, fans).data, [at])
        for k in range(4):
            builder.store(_fan_passed(builder, cells, k, table), builder.gep(places, [_WORD(k)]))
        return context.get_dummy_value()

    return types.void(gates, boards, types.int64, fans, types.int64), build


def _loaded_gates(builder: Any, data: Any) -> list[tuple[Any, Any, Any]]:
    """Return for each word of a board the gates of the outcomes: two vectors of eight arms, and staying."""
    loaded = []
    for w in range(4):
        first = builder.gep(data, [_WORD(17 * w)])
        halves = builder.bitcast(first, _EIGHT.as_pointer())
        arms = (builder.load(builder.gep(halves, [_WORD(half)]), align=8) for half in range(2))
        loaded.append((*arms, builder.load(builder.gep(first, [_WORD(16)]))))
    return loaded


def _fan_passed(builder: Any, boards: Any, k: int, gates: list[tuple[Any, Any, Any]]) -> Any:
    """Return which outcomes pass from the cells of the ``k``-th board of four words, as 32 bits."""
    words = [builder.load(builder.gep(boards, [_WORD(4 * k + w)])) for w in range(4)]
    stay = _WORD(0)
    for word, (*_, may) in zip(words, gates, strict=True):
        stay = builder.or_(stay, builder.and_(word, may))
    kind = ir.IntType(32)
    found = builder.shl(builder.zext(builder.icmp_unsigned("!=", stay, _WORD(0)), kind), kind(4))
    for half, (low, high) in enumerate(((0, 1), (9, 10))):
        none = shared = _EIGHT([0] * 8)
        for word, arms in zip(words, gates, strict=True):
            shared = builder.or_(shared, builder.and_(arms[half], _everywhere(builder, word, _EIGHT)))
        bits = builder.zext(builder.bitcast(builder.icmp_unsigned("!=", shared, none), ir.IntType(8)), kind)
        found = builder.or_(found, builder.shl(builder.and_(bits, kind(0x0F)), kind(low)))
        found = builder.or_(found, builder.shl(builder.and_(bits, kind(0xF0)), kind(high)))
    return found


@built(plain.windows)
def windows(typing_context: Any, boards: Any, i: Any, rows: Any, columns: Any, seen: Any, at: Any) -> Any:
    """Write ``window`` of eight tori, ``i`` and those after it, to seen (n,) uint32 from ``at`` on.

    Two tori are in a register.
    """

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, (boards, i, rows, columns, seen, at) = signature.args, args
        column, lane = builder.and_(columns, _WORD(15)), builder.and_(rows, _WORD(15))
        # of each torus the row: one word of the four, 16 bits of it
        place = builder.shl(builder.and_(lane, _WORD(3)), _WORD(4))
        here = builder.icmp_unsigned(
            "==", _EIGHT([0, 1, 2, 3] * 2), _everywhere(builder, builder.lshr(lane, _WORD(2)), _EIGHT)
        )
        row = builder.select(here, _everywhere(builder, builder.shl(_WORD(0xFFFF), place), _EIGHT), _EIGHT([0] * 8))
        first = _row(context, builder, kinds[0], boards, i)
        pairs = builder.bitcast(first, _EIGHT.as_pointer())
        tori = [builder.load(builder.gep(pairs, [_WORD(k)]), align=8) for k in range(4)]
        columns_of = []
        for torus in tori:
            x = builder.lshr(torus, _everywhere(builder, column, _EIGHT))
            x = builder.and_(x, _EIGHT([0x0001_0001_0001_0001] * 8))
            columns_of.append(builder.shl(x, _EIGHT([0, 4, 8, 12] * 2)))
        down = _joined(builder, columns_of)  # as in ``column_of``
        down = builder.lshr(builder.mul(down, _EIGHT([_COLUMN_TO_TOP] * 8)), _EIGHT([48] * 8))
        across = _joined(builder, [builder.and_(torus, row) for torus in tori])
        across = builder.lshr(across, _everywhere(builder, place, _EIGHT))
        down = _nine_around(builder, down, rows)
        plus = builder.or_(_nine_around(builder, across, columns), builder.shl(down, _EIGHT([9] * 8)))
        data = context.make_array(kinds[4])(context, builder, seen).data
        fans = ir.VectorType(ir.IntType(32), 8)
        place = builder.bitcast(builder.gep(data, [at]), fans.as_pointer())
        builder.store(builder.trunc(plus, fans), place, align=4)
        return context.get_dummy_value()

    return types.void(boards, types.int64, types.int64, types.int64, seen, types.int64), build


def _joined(builder: Any, pairs: list[Any]) -> Any:
    """Return for four vectors of two boards each the eight boards' words, the four of each joined by or."""
    even, odd = (ir.VectorType(ir.IntType(32), 8)(list(range(first, 16, 2))) for first in (0, 1))
    while len(pairs) > 1:
        pairs = [
            builder.or_(builder.shuffle_vector(a, b, even), builder.shuffle_vector(a, b, odd))
            for a, b in zip(pairs[::2], pairs[1::2], strict=True)
        ]
    return pairs[0]


def _nine_around(builder: Any, lanes: Any, middle: Any) -> Any:
    """Return of each 16 bits, turned round, the nine around ``middle``, the lowest first."""
    by = builder.and_(builder.sub(middle, _WORD(4)), _WORD(15))
    low = builder.lshr(lanes, _everywhere(builder, by, _EIGHT))
    high = builder.shl(lanes, _everywhere(builder, builder.sub(_WORD(16), by), _EIGHT))
    return builder.and_(builder.or_(low, high), _EIGHT([0x1FF] * 8))


@built(plain.tally_fan)
def tally_fan(typing_context: Any, counters: Any, i: Any, fan: Any) -> Any:
    """Add each bit of a fan to its counter in row ``i`` of counters (n, 32) uint8."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        row = builder.gep(data, [builder.mul(args[1], _WORD(32))])
        place = builder.bitcast(row, _FAN_COUNTERS.as_pointer())
        flags = builder.bitcast(builder.trunc(args[2], ir.IntType(32)), ir.VectorType(ir.IntType(1), 32))
        more = builder.zext(flags, _FAN_COUNTERS)
        builder.store(builder.add(builder.load(place, align=1), more), place, align=1)
        return context.get_dummy_value()

    return types.void(counters, types.int64, types.int64), build


@built(plain.tally)
def tally(typing_context: Any, counters: Any, i: Any, vector: Any) -> Any:
    """Add each bit of a vector to its counter in row ``i`` of counters (n, 256) uint8."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        first = builder.mul(args[1], _WORD(256))
        for w in range(4):
            word = builder.extract_element(args[2], ir.IntType(32)(w))
            place = builder.bitcast(builder.gep(data, [builder.add(first, _WORD(64 * w))]), _COUNTERS.as_pointer())
            more = builder.zext(builder.bitcast(word, _FLAGS), _COUNTERS)
            builder.store(builder.add(builder.load(place, align=1), more), place, align=1)
        return context.get_dummy_value()

    return types.void(counters, types.int64, vector), build


@kernel
def lay_out(gates: Boards, table: Boards) -> None:
    """Write the table (4, 17) that ``passed`` takes for gates (18, 4)."""
    for w in range(4):
        for place, outcome in enumerate(_ARMS):
            table[w, place] = gates[outcome, w]
        table[w, 16] = gates[4, w]


@kernel
def passed_each(table: Boards, boards: Boards, first: Int, last: Int, fans: Fans) -> None:
    """Write to fans (n,) the outcomes that pass, by the table of ``lay_out``, from each board before ``last``."""
    fours = (last - first) >> 2
    for k in range(fours):
        passed_by_four(table, boards, first + 4 * k, fans, 4 * k)
    for i in range(first + 4 * fours, last):
        fans[i - first] = np.uint32(passed(table, boards, i))


@kernel
def count4(a: Word, b: Word, c: Word, d: Word) -> Any:
    """Count the set bits of a board."""
    return popcount(a) + popcount(b) + popcount(c) + popcount(d)


@kernel
def shift(a: Word, b: Word, c: Word, d: Word, by: Int) -> Any:
    """Move a board's bits by ``by`` places (-255 to 255, up if positive); bits that leave the board are lost."""
    if by >= 0:
        words = by >> 6
        r = np.uint64(by & 63)
        if words == 1:
            a, b, c, d = _ZERO, a, b, c
        elif words == 2:
            a, b, c, d = _ZERO, _ZERO, a, b
        elif words == 3:
            a, b, c, d = _ZERO, _ZERO, _ZERO, a
        if r != _ZERO:
            s = np.uint64(64) - r
            d = (d << r) | (c >> s)
            c = (c << r) | (b >> s)
            b = (b << r) | (a >> s)
            a = a << r
        return a, b, c, d
    by = -by
    words = by >> 6
    r = np.uint64(by & 63)
    if words == 1:
        a, b, c, d = b, c, d, _ZERO
    elif words == 2:
        a, b, c, d = c, d, _ZERO, _ZERO
    elif words == 3:
        a, b, c, d = d, _ZERO, _ZERO, _ZERO
    if r != _ZERO:
        s = np.uint64(64) - r
        a = (a >> r) | (b << s)
        b = (b >> r) | (c << s)
        c = (c >> r) | (d << s)
        d = d >> r
    return a, b, c, d


@kernel
def turn(a: Word, b: Word, c: Word, d: Word, rows: Int, columns: Int) -> Any:
    """Move a torus board's bits by ``rows`` and ``columns`` (each taken modulo 16)."""
    k = columns & 15
    if k:
        up = np.uint64(k)
        down = np.uint64(16 - k)
        low = _COLUMN * ((_ONE << up) - _ONE)
        high = ~low
        a = ((a << up) & high) | ((a >> down) & low)
        b = ((b << up) & high) | ((b >> down) & low)
        c = ((c << up) & high) | ((c >> down) & low)
        d = ((d << up) & high) | ((d >> down) & low)
    words = (rows & 15) >> 2
    if words == 1:
        a, b, c, d = d, a, b, c
    elif words == 2:
        a, b, c, d = c, d, a, b
    elif words == 3:
        a, b, c, d = b, c, d, a
    lanes = rows & 3
    if lanes:
        r = np.uint64(16 * lanes)
        s = np.uint64(64) - r
        a, b, c, d = (a << r) | (d >> s), (b << r) | (a >> s), (c << r) | (b >> s), (d << r) | (c >> s)
    return a, b, c, d


@kernel
def torus_bit(rows: Int, columns: Int) -> Any:
    """Return the index of an offset on a torus board."""
    return ((rows & 15) << 4) | (columns & 15)


@kernel
def has(a: Word, b: Word, c: Word, d: Word, bit: Int) -> Any:
    """Tell whether a board has a bit, as 0 or 1."""
    word = bit >> 6
    x = a if word == 0 else (b if word == 1 else (c if word == 2 else d))
    return np.int64((x >> np.uint64(bit & 63)) & _ONE)


@kernel
def window(boards: Boards, i: Int, rows: Int, columns: Int) -> Any:
    """Return which outcomes of a fan, moved by ``rows`` and ``columns``, end on a bit of torus ``i`` (18 bits)."""
    lane = rows & 15
    across = np.int64(boards[i, lane >> 2] >> np.uint64((lane & 3) << 4) & _LANE)
    r = (columns - 4) & 15
    across = ((across >> r) | (across << (16 - r))) & 0x1FF
    down = column_of(board(boards, i), columns & 15)
    r = (rows - 4) & 15
    down = ((down >> r) | (down << (16 - r))) & 0x1FF
    return across | (down << 9)


@kernel
def window_each(boards: Boards, first: Int, last: Int, rows: Int, columns: Int, seen: Fans) -> None:
    """Write ``window`` of the tori from ``first`` to before ``last`` to seen (AT_A_TIME,) uint32."""
    eights = (last - first) >> 3
    for k in range(eights):
        windows(boards, first + 8 * k, rows, columns, seen, 8 * k)
    for i in range(first + 8 * eights, last):
        seen[i - first] = window(boards, i, rows, columns)


@kernel
def run_up(blocked: Int) -> Any:
    """Return how many of four cells, nearest in the lowest bit, come before the first blocked one."""
    if blocked & 1:
        return 0
    if blocked & 2:
        return 1
    if blocked & 4:
        return 2
    return 3 if blocked & 8 else 4


@kernel
def run_down(blocked: Int) -> Any:
    """Return how many of four cells, nearest in the highest bit, come before the first blocked one."""
    if blocked & 8:
        return 0
    if blocked & 4:
        return 1
    if blocked & 2:
        return 2
    return 3 if blocked & 1 else 4


@kernel
def outcome_rows(j: Int) -> Any:
    """Return the rows that outcome ``j`` of a fan adds."""
    return 0 if j < 9 else j - 13


@kernel
def outcome_columns(j: Int) -> Any:
    """Return the columns that outcome ``j`` of a fan adds."""
    return j - 4 if j < 9 else 0


def _unseen_arms() -> Fans:
    """Return for each set of visited ones of nine cells in a line those that come before them, seen from the middle."""
    arms = np.zeros(512, np.uint32)
    for seen in range(512):
        reached = 1 << 4
        for arm in (range(5, 9), range(3, -1, -1)):
            for j in arm:
                if seen >> j & 1:
                    break
                reached |= 1 << j
        arms[seen] = reached
    return arms


_UNSEEN_ARMS = _unseen_arms()
_NINE, _DOWN, _BUT_STAYING = np.uint32(0x1FF), np.uint32(9), np.uint32(0x1EF)


@kernel
def unseen_fan(seen: Word) -> Any:
    """Return the outcomes of a silence before the first visited cell of each arm, of the visited ones (uint32)."""
    across, down = _UNSEEN_ARMS[seen & _NINE], _UNSEEN_ARMS[seen >> _DOWN] & _BUT_STAYING
    return across | down << _DOWN


@kernel
def shares(mass: Floats, out: Floats) -> None:
    """Write to out (rows, columns) the share of each cell in a mass (256,), which lies on the sheet."""
    total = 0.0
    for row in range(out.shape[0]):
        for column in range(out.shape[1]):
            total += mass[16 * row + column]
    for row in range(out.shape[0]):
        for column in range(out.shape[1]):
            out[row, column] = mass[16 * row + column] / total


# ---- families: mine-free hypotheses, each parent with the fan of what it may have done since ----------------------
#
# Late in a long dive most parents have one cell only. ``lone`` (n,) uint16 is that cell, or SEVERAL where there are
# more or none; it is empty where nobody looked. What outcomes a cell has is then one entry of a table.

SEVERAL = 256
"""Stands for the cell of a parent that has not one only; the table of fans lets everything through there."""


@kernel
def lone_cells(here: Boards, lone: Ints) -> None:
    """Write the cell of each parent that has one only, else SEVERAL."""
    for i in range(here.shape[0]):
        lone[i] = only_cell(here, i) if count(board(here, i)) == 1 else SEVERAL


@kernel
def only_cell(here: Boards, i: Int) -> Any:
    """Return the cell of a board with one cell."""
    cell = np.int64(0)
    for w in range(4):
        x = here[i, w]
        cell += np.int64(x != _ZERO) * (64 * w + lowest(x | _TOP))
    return cell


@kernel
def cell_fans(gates: Boards, allowed: Int, fans: Fans) -> None:
    """Write fans (257,), zero before: of each cell which of the ``allowed`` outcomes pass by gates (18, 4)."""
    fans[SEVERAL] = np.uint32(allowed)
    for j in range(18):
        if (allowed >> j) & 1:
            for w in range(4):
                x = gates[j, w]
                while x:
                    fans[64 * w + lowest(x)] |= np.uint32(1 << j)
                    x &= x - _ONE


@kernel
def narrow(fan: Fans, lone: Ints, seen: Fans, fans: Fans, out: Fans) -> None:
    """Write to out (n,) what of fan (n,) was not seen and passes from the parent's cell."""
    for i in range(fan.shape[0]):
        out[i] = fan[i] & ~seen[i] & fans[lone[i]]


@kernel
def unseen_fans(seen: Fans, lone: Ints, fans: Fans, out: Fans) -> None:
    """Write to out (n,) the fan of a silence for what each has seen, as far as it passes from the parent's cell."""
    for i in range(out.shape[0]):
        out[i] = fans[lone[i]] & unseen_fan(seen[i])


@kernel
def pass_boards(table: Boards, here: Boards, lone: Ints, first: Int, met: Fans, fan: Fans) -> None:
    """Leave of fan (n,) what passes from the cells of the parents from ``first`` on, where they have several.

    ``met`` (n,) or longer is written over.
    """
    several = 0
    for i in range(fan.shape[0]):
        several += lone[i] == SEVERAL
    if 2 * several > fan.shape[0]:
        passed_each(table, here, first, first + fan.shape[0], met)
        for i in range(fan.shape[0]):
            if lone[i] == SEVERAL:
                fan[i] &= met[i]
    elif several:
        for i in range(fan.shape[0]):
            if lone[i] == SEVERAL and fan[i]:
                fan[i] &= np.uint32(passed(table, here, first + i))


@kernel
def count_fans(fan: Fans) -> Any:
    """Count the outcomes of all."""
    shapes = 0
    for i in range(fan.shape[0]):
        shapes += popcount(np.uint64(fan[i]))
    return shapes


@kernel
def fan_step(
    here: Boards,
    lone: Ints,
    visited: Boards,
    fan: Fans,
    runs: Boards,
    tips: Boards,
    heard: Boards,
    rows: Int,
    columns: Int,
    entered: Int,
    new_tips: Boards,
    gates: Boards,
    out: Fans,
) -> Any:
    """Keep the outcomes from which the present cell, ``rows`` and ``columns`` from the fan, lies on a board.

    here, visited (n, 4) uint64: cells and visited torus of each parent; fan (n,) uint32; runs (18, 4): cells that have
    the sea an outcome needs; tips (4,): ends of outcomes that passed everything since; heard (4,): where it may be.
    ``entered`` tells that the present cell is newly entered, so that it must not have been visited. Writes new_tips
    (4,), gates (18, 4), the fan cells from which an outcome passes, and out (n,) uint32. Returns how many shapes are
    left.
    """
    reach = shift(heard[0], heard[1], heard[2], heard[3], -(16 * rows + columns))
    new_tips[0] = tips[0] & reach[0]
    new_tips[1] = tips[1] & reach[1]
    new_tips[2] = tips[2] & reach[2]
    new_tips[3] = tips[3] & reach[3]
    usable = fan_gates(runs, new_tips, gates)
    if entered:
        for j in range(18):
            dr, dc = outcome_rows(j), outcome_columns(j)
            r, c = rows + dr, columns + dc
            if min(0, dr) <= r <= max(0, dr) and min(0, dc) <= c <= max(0, dc):
                usable &= ~(1 << j)
    table = np.zeros((4, 17), np.uint64)
    lay_out(gates, table)
    fans = np.zeros(257, np.uint32)
    if lone.shape[0]:
        cell_fans(gates, usable, fans)
    seen, met = np.zeros(AT_A_TIME, np.uint32), np.zeros(AT_A_TIME, np.uint32)
    left = 0
    for first in range(0, fan.shape[0], AT_A_TIME):
        last = min(fan.shape[0], first + AT_A_TIME)
        if entered:
            window_each(visited, first, last, rows, columns, seen)
        if lone.shape[0]:
            narrow(fan[first:last], lone[first:last], seen, fans, out[first:last])
            pass_boards(table, here, lone[first:last], first, met, out[first:last])
        else:
            passed_each(table, here, first, last, met)
            for i in range(first, last):
                out[i] = fan[i] & ~seen[i - first] & met[i - first] & np.uint32(usable)
        left += count_fans(out[first:last])
    return left


@kernel
def fan_gates(runs: Boards, tips: Boards, gates: Boards) -> Any:
    """Write gates (18, 4): the cells from which each outcome ends on ``tips``; return the mask of outcomes with any."""
    usable = 0
    for j in range(18):
        a, b, c, d = shift(tips[0], tips[1], tips[2], tips[3], -(16 * outcome_rows(j) + outcome_columns(j)))
        gates[j, 0] = runs[j, 0] & a
        gates[j, 1] = runs[j, 1] & b
        gates[j, 2] = runs[j, 2] & c
        gates[j, 3] = runs[j, 3] & d
        if gates[j, 0] | gates[j, 1] | gates[j, 2] | gates[j, 3]:
            usable |= 1 << j
    return usable


@kernel
def fan_gather(
    here: Boards,
    lone: Ints,
    visited: Boards,
    back: Ints,
    fan: Fans,
    gates: Boards,
    path: Ints,
    new_here: Boards,
    new_lone: Ints,
    new_visited: Boards,
    new_back: Ints,
    source: Ints,
) -> int:
    """Write each living outcome of each parent as a parent of its own, in order; new_lone (m,) unless it is empty.

    path (t, 2) int64: the offsets entered since the fan, seen from an outcome's end. ``back`` (n,) int16 is what leads
    from a present cell's bit to its dive start's. ``source`` (m,) int64 becomes 32 * parent + outcome.
    """
    t = path.shape[0]
    end_rows, end_columns = 0, 0
    if t:
        end_rows, end_columns = path[t - 1, 0], path[t - 1, 1]
    trail = np.zeros((1, 4), np.uint64)
    for s in range(t):
        bit = torus_bit(path[s, 0] - end_rows, path[s, 1] - end_columns)
        trail[0, bit >> 6] |= _ONE << np.uint64(bit & 63)
    segment = np.zeros((18, 4), np.uint64)
    for j in range(18):
        rows, columns = outcome_rows(j), outcome_columns(j)
        for k in range(1, max(abs(rows), abs(columns)) + 1):
            bit = torus_bit(k * ((rows > 0) - (rows < 0)), k * ((columns > 0) - (columns < 0)))
            segment[j, bit >> 6] |= _ONE << np.uint64(bit & 63)
    for j in range(18):
        rows, columns = outcome_rows(j) + end_rows, outcome_columns(j) + end_columns
        put(segment, j, roll(roll_lanes(board(segment, j), -columns), -16 * rows) | board(trail, 0))
    m = 0
    for i in range(fan.shape[0]):
        f = np.int64(fan[i])
        cells, seen = board(here, i), board(visited, i)
        cell = np.int64(lone[i]) if lone.shape[0] else np.int64(SEVERAL)
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            rows = outcome_rows(j) + end_rows
            columns = outcome_columns(j) + end_columns
            delta = 16 * rows + columns
            # a gate lets through only what stays on the board, so that nothing comes in at its other end
            moved = roll(cells & board(gates, j), delta)
            put(new_here, m, moved)
            if new_lone.shape[0]:
                if cell != SEVERAL:  # an outcome that lives has a cell, and this is the only one
                    new_lone[m] = cell + delta
                else:
                    new_lone[m] = only_cell(new_here, m) if count(moved) == 1 else SEVERAL
            put(new_visited, m, roll(roll_lanes(seen, -columns), -16 * rows) | board(segment, j))
            new_back[m] = back[i] - delta
            source[m] = 32 * i + j
            m += 1
    return m


@kernel
def fan_open(here: Boards, lone: Ints, visited: Boards, runs: Boards, allowed: Int, out: Fans) -> Any:
    """Open a fan on every parent: out (n,) uint32; ``allowed`` masks the outcomes. Returns the number of shapes."""
    table = np.zeros((4, 17), np.uint64)
    lay_out(runs, table)
    fans = np.zeros(257, np.uint32)
    if lone.shape[0]:
        cell_fans(runs, allowed, fans)
    seen, met = np.zeros(AT_A_TIME, np.uint32), np.zeros(AT_A_TIME, np.uint32)
    left = 0
    for first in range(0, here.shape[0], AT_A_TIME):
        last = min(here.shape[0], first + AT_A_TIME)
        window_each(visited, first, last, 0, 0, seen)
        if lone.shape[0]:
            unseen_fans(seen, lone[first:last], fans, out[first:last])
            pass_boards(table, here, lone[first:last], first, met, out[first:last])
        else:
            passed_each(table, here, first, last, met)
            for i in range(first, last):
                out[i] = unseen_fan(seen[i - first]) & met[i - first] & np.uint32(allowed)
        left += count_fans(out[first:last])
    return left


@kernel
def fan_answer(
    here: Boards,
    lone: Ints,
    fan: Fans,
    back: Ints,
    gates: Boards,
    rows: Int,
    columns: Int,
    cells: Boards,
    starts: Boards,
) -> Any:
    """Return the number of histories, and write all present cells and all dive starts, each (1, 4) uint64.

    The present cell is ``rows`` and ``columns`` from the fan's end.
    """
    ends = np.zeros((18, 4), np.uint64)
    fans = np.zeros(256, np.int64)
    begun = np.zeros(256, np.uint8)
    histories = 0
    all_starts = nowhere()
    for i in range(fan.shape[0]):
        f = np.int64(fan[i])
        if not f:
            continue
        cell = np.int64(lone[i]) if lone.shape[0] else np.int64(SEVERAL)
        if cell != SEVERAL:  # an outcome that lives has a cell, and this is the only one
            histories += popcount(np.uint64(f))
            fans[cell] |= f
            begun[cell + back[i]] = 1
            continue
        every = board(here, i)
        left = nowhere()
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            through = every & board(gates, j)
            histories += count(through)
            put(ends, j, board(ends, j) | through)
            left = left | through
        all_starts = all_starts | roll(left, np.int64(back[i]))
    put(starts, 0, all_starts)
    if lone.shape[0]:
        for bit in range(256):
            starts[0, bit >> 6] |= np.uint64(begun[bit]) << np.uint64(bit & 63)
            f = fans[bit]
            while f:
                j = lowest(np.uint64(f))
                f &= f - 1
                ends[j, bit >> 6] |= _ONE << np.uint64(bit & 63)
    all_cells = nowhere()
    for j in range(18):
        by = 16 * (outcome_rows(j) + rows) + outcome_columns(j) + columns
        all_cells = all_cells | roll(board(ends, j), by)
    put(cells, 0, all_cells)
    return histories


@kernel
def fan_counts(here: Boards, lone: Ints, fan: Fans, gates: Boards, rows: Int, columns: Int, mass: Floats) -> None:
    """Add the number of histories to the cell they end in: mass (256,) float64, by counters of one byte each."""
    counters = np.zeros((18, 256), np.uint8)
    room = np.full(18, 255)
    at_cells = np.zeros((256 if lone.shape[0] else 0, 32), np.uint8)
    room_at = np.full(at_cells.shape[0], 255)
    by = np.array([16 * (outcome_rows(j) + rows) + outcome_columns(j) + columns for j in range(18)])
    for i in range(fan.shape[0]):
        f = np.int64(fan[i])
        if not f:
            continue
        cell = np.int64(lone[i]) if lone.shape[0] else np.int64(SEVERAL)
        if cell != SEVERAL:  # an outcome that lives has a cell, and this is the only one
            tally_fan(at_cells, cell, f)
            room_at[cell] -= 1
            if not room_at[cell]:
                _empty_fan_counters(at_cells, cell, by, mass)
                room_at[cell] = 255
            continue
        cells = board(here, i)
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            tally(counters, j, cells & board(gates, j))
            room[j] -= 1
            if not room[j]:
                _empty_counters(counters, j, by[j], mass)
                room[j] = 255
    for j in range(18):
        if room[j] < 255:
            _empty_counters(counters, j, by[j], mass)
    for i in range(at_cells.shape[0]):
        if room_at[i] < 255:
            _empty_fan_counters(at_cells, i, by, mass)


@kernel
def _empty_fan_counters(counters: Ints, cell: Int, by: Ints, mass: Floats) -> None:
    for j in range(18):
        if counters[cell, j]:
            mass[cell + by[j]] += counters[cell, j]
    counters[cell] = 0


@kernel
def _empty_counters(counters: Ints, j: Int, by: Int, mass: Floats) -> None:
    for cell in range(max(0, by), min(256, 256 + by)):
        mass[cell] += counters[j, cell - by]
    counters[j] = 0


@kernel
def fan_begin(
    here: Boards,
    visited: Boards,
    back: Ints,
    kind: Int,
    captain: Int,
    sea_runs: Ints,
    sea_near: Ints,
    root: Floats,
    packed: Floats,
    begun: Floats,
) -> None:
    """Weigh every parent's cells, along the set bits of ``here`` in order, together with what the fan's kind chooses.

    ``kind`` is what opened the fan: 0 nothing, 1 silence, 2 an unheard course, 3 a gap. The weight of a cell is
    ``packed`` (m,) or, where that is empty, ``root`` (256,) at its dive start. For the captain model the chance of an
    outcome multiplies it: a silence's outcomes are all as likely; else it is begun (2, m) for staying and for moving,
    begun (1, m) where that makes no difference. sea_runs (256, 4) uint8: sea cells ahead north, east, south, west, up
    to 4; sea_near (256,) uint8: bit d where the neighbour on course d is sea.
    """
    share = np.ones(18)
    for k in range(1, 18):
        share[k] = 1.0 / k
    runs = np.zeros(4, np.int64)
    m = 0
    for i in range(here.shape[0]):
        around = np.int64(0)
        if captain and kind:
            plus = window(visited, i, 0, 0)
            runs[0], runs[1] = run_down((plus >> 9) & 15), run_up((plus >> 5) & 15)
            runs[2], runs[3] = run_up((plus >> 14) & 15), run_down(plus & 15)
            for d in range(4):
                around |= np.int64(runs[d] > 0) << d
        for w in range(4):
            x = here[i, w]
            while x:
                cell = 64 * w + lowest(x)
                x &= x - _ONE
                weight = packed[m] if packed.shape[0] else root[cell + back[i]]
                if captain and kind == 1:
                    outcomes = np.int64(1)
                    for d in range(4):
                        outcomes += min(runs[d], np.int64(sea_runs[cell, d]))
                    weight *= share[outcomes]
                elif captain and kind:
                    weight *= 1.0 if kind == 2 else 0.5
                    begun[1, m] = weight * share[popcount(np.uint64(sea_near[cell] & around))]
                begun[0, m] = weight
                m += 1


@kernel
def fan_weigh(
    here: Boards,
    lone: Ints,
    visited: Boards,
    fan: Fans,
    gates: Boards,
    path: Ints,
    sea_near: Ints,
    captain: Int,
    begun: Floats,
    factor: Floats,
    mass: Floats,
    out: Floats,
) -> int:
    """Weigh every history and add it to the cell it ends in.

    ``begun`` is what ``fan_begin`` writes. For the captain model the courses of ``path`` and ``factor`` (256,) of the
    outcome's end (sonar) multiply it. ``mass`` (256,) is added to; ``out`` receives the packed weights of the living
    outcomes, parent by parent, unless it is empty. Returns how many it received.
    """
    t = path.shape[0]
    end = 16 * path[t - 1, 0] + path[t - 1, 1] if t else 0
    parts = (t + COURSES_AT_ONCE - 1) // COURSES_AT_ONCE if captain else 0
    used = np.uint32(0)
    for i in range(fan.shape[0] if captain else 0):
        used |= fan[i]
    outcomes = popcount(np.uint64(used))
    beside = np.zeros((3 * parts * outcomes, 4, 8), np.uint64)
    entered = np.zeros((18, parts), np.int64)
    near = np.zeros((parts, 256), np.int64)
    tables = np.zeros(18, np.int64)  # where those of an outcome begin: only what some parent may have done has any
    _look_near(path, sea_near, near)
    last = np.int64(0)
    for j in range(18):
        if (used >> j) & 1:
            tables[j], last = last, last + 3 * parts
            _look_beside(j, path, beside[tables[j] : last], entered[j])
    by = np.array([16 * outcome_rows(j) + outcome_columns(j) for j in range(18)])
    free = np.zeros(parts, np.int64)
    weights = np.zeros((begun.shape[0], 256))
    first, written = np.int64(0), 0
    for i in range(fan.shape[0]):
        f = np.int64(fan[i])
        only = np.int64(lone[i]) if lone.shape[0] else np.int64(SEVERAL)
        size = np.int64(1) if only != SEVERAL else count(board(here, i))
        if not f:
            first += size
            continue
        if only == SEVERAL:
            m = first
            for w in range(4):
                x = here[i, w]
                while x:
                    for row in range(begun.shape[0]):
                        weights[row, 64 * w + lowest(x)] = begun[row, m]
                    x &= x - _ONE
                    m += 1
        torus = board(visited, i)
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            for p in range(parts):
                table = tables[j] + 3 * p
                met = meeting(beside, table, torus)
                if t > COURSES_AT_ONCE * p + 2:
                    met |= meeting(beside, table + 1, torus) << 8
                if t > COURSES_AT_ONCE * p + 4:
                    met |= meeting(beside, table + 2, torus) << 16
                free[p] = ~(met | entered[j, p])
            row = np.int64(j != 4) * (begun.shape[0] - 1)
            # Written out twice: a call for each history would cost more than what it does.
            if only != SEVERAL:  # an outcome that lives has a cell, and this is the only one
                weight = begun[row, first]
                if captain:
                    weight *= factor[only + by[j]]
                    for p in range(parts):
                        choices = near[p, only + by[j]] & free[p]
                        weight *= _SHARES_OF_THREE[choices & _THREE] * _SHARES_OF_THREE[choices >> 12]
                mass[only + by[j] + end] += weight
                if out.shape[0]:
                    out[written] = weight
                    written += 1
                continue
            for w in range(4):
                x = here[i, w] & gates[j, w]
                while x:
                    cell = 64 * w + lowest(x)
                    x &= x - _ONE
                    weight = weights[row, cell]
                    if captain:
                        weight *= factor[cell + by[j]]
                        for p in range(parts):
                            choices = near[p, cell + by[j]] & free[p]
                            weight *= _SHARES_OF_THREE[choices & _THREE] * _SHARES_OF_THREE[choices >> 12]
                    mass[cell + by[j] + end] += weight
                    if out.shape[0]:
                        out[written] = weight
                        written += 1
        first += size
    return written


@kernel
def _look_near(path: Ints, sea_near: Ints, near: Ints) -> None:
    """Write near (p, 256): four bits for each course of a path, the neighbours that are sea where it set out.

    A cell is the fan's end from which the path began.
    """
    for s in range(path.shape[0] if near.shape[0] else 0):
        by = 16 * path[s - 1, 0] + path[s - 1, 1] if s else np.int64(0)
        p, place = s // COURSES_AT_ONCE, 4 * (s % COURSES_AT_ONCE)
        for cell in range(max(0, -by), min(256, 256 - by)):
            near[p, cell] |= np.int64(sea_near[cell + by]) << place


@kernel
def _look_beside(j: Int, path: Ints, beside: Boards, entered: Ints) -> None:
    """Tell for outcome ``j`` what lies beside where each course of a path set out.

    beside (3 p, 4, 8): the torus bits beside these cells as tables of ``meeting``, four for each course; entered (p,):
    which of them the outcome and the path had entered.
    """
    rows, columns = outcome_rows(j), outcome_columns(j)
    own = np.zeros(4, np.uint64)
    for k in range(1, max(abs(rows), abs(columns)) + 1):
        bit = torus_bit(k * ((rows > 0) - (rows < 0)), k * ((columns > 0) - (columns < 0)))
        own[bit >> 6] |= _ONE << np.uint64(bit & 63)
    for s in range(path.shape[0]):
        if s:
            rows = outcome_rows(j) + path[s - 1, 0]
            columns = outcome_columns(j) + path[s - 1, 1]
            bit = torus_bit(rows, columns)
            own[bit >> 6] |= _ONE << np.uint64(bit & 63)
        p, place = s // COURSES_AT_ONCE, 4 * (s % COURSES_AT_ONCE)
        for d in range(4):
            bit = torus_bit(rows + (d == 2) * 1 - (d == 0) * 1, columns + (d == 1) * 1 - (d == 3) * 1)
            beside[3 * p + (place >> 3), bit >> 6, (place & 7) + d] = _ONE << np.uint64(bit & 63)
            entered[p] |= has(own[0], own[1], own[2], own[3], bit) << (place + d)


@kernel
def fan_surface(label: Ints, here: Boards, packed: Floats, first: Int, new_here: Boards, dense: Floats) -> None:
    """Join the present cells and weights of parents of the same label, ``first`` and those after it.

    label (n,) int64; new_here (m, 4) and dense (m, 256) receive those of the labels ``first`` to ``first`` + m - 1.
    """
    read = 0
    for i in range(label.shape[0]):
        size = count4(here[i, 0], here[i, 1], here[i, 2], here[i, 3]) if packed.shape[0] else 0
        r = label[i] - first
        if 0 <= r < new_here.shape[0]:
            rank = read
            for w in range(4):
                x = here[i, w]
                new_here[r, w] |= x
                while x and size:
                    dense[r, 64 * w + lowest(x)] += packed[rank]
                    rank += 1
                    x &= x - _ONE
        read += size


@kernel
def dive_weights(label: Ints, place: Ints, here: Boards, back: Ints, packed: Floats, out: Floats) -> None:
    """Add what parents weigh to their dive starts: out (k, 256) of the labels that have a ``place`` in it, else -1."""
    read = 0
    for i in range(label.shape[0]):
        k = place[label[i]]
        for w in range(4):
            x = here[i, w]
            while x:
                if k >= 0:
                    out[k, 64 * w + lowest(x) + back[i]] += packed[read]
                read += 1
                x &= x - _ONE


@kernel
def dive_taken(
    label: Ints, place: Ints, row: Ints, here: Boards, back: Ints, packed: Floats, reached: Boards, weights: Floats
) -> None:
    """Add to where parents lead: from each dive start the cells they reach, and what they weigh there.

    place (labels,) int64: the place of a label in reached (k, s, 4) uint64 and weights (k, s, 256), or -1; row (256,)
    int64: that of a dive start. ``packed`` may be empty.
    """
    read = 0
    for i in range(label.shape[0]):
        k = place[label[i]]
        for w in range(4):
            x = here[i, w]
            while x:
                bit = lowest(x)
                if k >= 0:
                    start = row[64 * w + bit + back[i]]
                    reached[k, start, w] |= _ONE << np.uint64(bit)
                    if packed.shape[0]:
                        weights[k, start, 64 * w + bit] += packed[read]
                read += 1
                x &= x - _ONE


@kernel
def dive_counts(group: Ints, here: Boards, back: Ints, counts: Floats, out: Floats) -> None:
    """Write along the set bits of parents' cells what counts (g, 256) say of their group and dive start."""
    written = 0
    for i in range(group.shape[0]):
        for w in range(4):
            x = here[i, w]
            while x:
                out[written] = counts[group[i], 64 * w + lowest(x) + back[i]]
                written += 1
                x &= x - _ONE


@kernel
def dive_apart(
    label: Ints,
    wanted: Int,
    here: Boards,
    back: Ints,
    packed: Floats,
    starts: Boards,
    shares: Floats,
    parent: Ints,
    reading: Ints,
    out_here: Boards,
    out_packed: Floats,
) -> Any:
    """Tell the parents of a label apart by R readings: those cells of each that a reading's dive starts lead to.

    starts (R, 4) uint64: where readings may have begun; shares (R, 256): what part of a parent's weight is theirs, by
    dive start, empty where ``packed`` is. Returns how many parents and how many cells that makes, and writes as many as
    there is room for: the parent, the reading, the cells and their weights.
    """
    n, m, first = 0, 0, 0
    for i in range(label.shape[0]):
        size = count(board(here, i))
        if label[i] == wanted:
            for r in range(starts.shape[0]):
                through = board(here, i) & roll(board(starts, r), -np.int64(back[i]))
                cells = count(through)
                if not cells:
                    continue
                if n < out_here.shape[0]:
                    parent[n], reading[n] = i, r
                    put(out_here, n, through)
                if packed.shape[0] and m + cells <= out_packed.shape[0]:
                    read, written = first, m
                    for w in range(4):
                        x = here[i, w]
                        while x:
                            start = 64 * w + lowest(x) + back[i]
                            if has(starts[r, 0], starts[r, 1], starts[r, 2], starts[r, 3], start):
                                out_packed[written] = packed[read] * shares[r, start]
                                written += 1
                            read += 1
                            x &= x - _ONE
                n, m = n + 1, m + cells
        first += size
    return n, m


@kernel
def fan_trapped(
    here: Boards, visited: Boards, near: Boards, packed: Floats, out_here: Boards, out_packed: Floats
) -> Any:
    """Keep of each parent the cells from which no course is open (a blackout without mines).

    near (4, 4) uint64: for each course the cells whose neighbour on it is sea. Writes out_here (n, 4) and the packed
    weights that stay (unless ``packed`` is empty); returns how many weights stayed and how many parents.
    """
    left = 0
    read = 0
    written = 0
    for i in range(here.shape[0]):
        keep = np.full(4, ~_ZERO)
        for d in range(4):
            if not has(visited[i, 0], visited[i, 1], visited[i, 2], visited[i, 3], near_bit(d)):
                for w in range(4):
                    keep[w] &= ~near[d, w]
        some = _ZERO
        for w in range(4):
            if packed.shape[0]:
                x = here[i, w]
                while x:
                    if keep[w] >> np.uint64(lowest(x)) & _ONE:
                        out_packed[written] = packed[read]
                        written += 1
                    read += 1
                    x &= x - _ONE
            out_here[i, w] = here[i, w] & keep[w]
            some |= out_here[i, w]
        left += some != _ZERO
    return left, written


@kernel
def near_bit(course: Int) -> Any:
    """Return the torus bit of the neighbour on a course."""
    return torus_bit((course == 2) * 1 - (course == 0) * 1, (course == 1) * 1 - (course == 3) * 1)


# ---- mined shapes: hypotheses with live mines ----------------------------------------------------------------------
#
# A shape (visited torus, way back to the dive start) has one or more *members*: cells, and for each live mine where it
# was dropped and which neighbours of that cell it may still lie in. Members of one *group* (the first has its lead flag
# set) are parts of the same earlier histories: a history counts once whichever of its parts allows it. Groups differ in
# the dives before. A mine is a uint32: bits 0-4 row and 5-9 column of the drop seen from the present cell, plus 16;
# bits 10-17 which of its eight neighbours are possible; 18-21 how many of its possible cells a torpedo cleared (the
# mine is gone if it lay there); 22-29 the neighbours that were legal at the drop but for islands. A kernel that may
# grow counts on when its output is full, so that the caller can call again with enough room.


@kernel
def mine_row(mine: Int) -> Any:
    """Return the row of a mine's drop seen from the present cell."""
    return (np.int64(mine) & 31) - 16


@kernel
def mine_column(mine: Int) -> Any:
    """Return the column of a mine's drop seen from the present cell."""
    return ((np.int64(mine) >> 5) & 31) - 16


@kernel
def around_row(b: Word) -> Any:
    """Return the row of neighbour ``b`` of 8, counted row by row."""
    return -1 if b < 3 else (0 if b < 5 else 1)


@kernel
def around_column(b: Word) -> Any:
    """Return the column of neighbour ``b`` of 8, counted row by row."""
    return b - 1 if b < 3 else (2 * (b - 3) - 1 if b < 5 else b - 6)


@kernel
def around_index(rows: Int, columns: Int) -> Any:
    """Return which of the 8 neighbours an offset is, or -1."""
    if rows < -1 or rows > 1 or columns < -1 or columns > 1 or (rows == 0 and columns == 0):
        return -1
    k = 3 * (rows + 1) + columns + 1
    return k if k < 4 else k - 1


@kernel
def mine_at(mine: Int, rows: Int, columns: Int) -> Any:
    """Return which neighbour of its drop a mine fills if it lies at an offset of the present cell, or -1."""
    b = around_index(rows - mine_row(mine), columns - mine_column(mine))
    if b >= 0 and (np.int64(mine) >> (10 + b)) & 1:
        return b
    return -1


@kernel
def mine_cells(mine: Int, offsets: Boards, a: Word, b: Word, c: Word, d: Word) -> Any:
    """Return a board's cells from which the mine has a place left; offsets (961, 4): cells with sea at an offset."""
    if (mine >> 18) & 15:
        return a, b, c, d
    p, q, r, s = _ZERO, _ZERO, _ZERO, _ZERO
    row, column = mine_row(mine), mine_column(mine)
    for k in range(8):
        if (mine >> (10 + k)) & 1:
            o = (row + around_row(k) + 15) * 31 + column + around_column(k) + 15
            p |= offsets[o, 0]
            q |= offsets[o, 1]
            r |= offsets[o, 2]
            s |= offsets[o, 3]
    return a & p, b & q, c & r, d & s


@kernel
def mine_places(mine: Int, shown: Int, cell: Int, sea_board: Boards) -> Any:
    """Count the sea cells among a mine's possible (``shown`` 10) or once legal (22) neighbours, seen from a cell."""
    n = 0
    at = cell + 16 * mine_row(mine) + mine_column(mine)
    for k in range(8):
        if (np.int64(mine) >> (shown + k)) & 1:
            n += bit_of(sea_board, at + 16 * around_row(k) + around_column(k))
    return n


@kernel
def bit_of(board: Boards, bit: Int) -> Any:
    """Return a bit of a board (4,), 0 where there is no such bit."""
    if bit < 0 or bit > 255:
        return 0
    return np.int64((board[bit >> 6] >> np.uint64(bit & 63)) & _ONE)


@kernel
def mine_share(mine: Int, cell: Int, sea_board: Boards) -> Any:
    """Return the chance that what is known of a mine fits, seen from a cell: places left or gone of those it had."""
    left = mine_places(mine, 10, cell, sea_board) + ((np.int64(mine) >> 18) & 15)
    return left / mine_places(mine, 22, cell, sea_board)


@kernel
def mined_spread(
    visited: Boards,
    back: Ints,
    ptr: Ints,
    here: Boards,
    lead: Flags,
    mines: Mines,
    packed: Floats,
    allowed: Int,
    kind: Int,
    captain: Int,
    offsets: Boards,
    sea_runs: Ints,
    sea_near: Ints,
    new_visited: Boards,
    new_back: Ints,
    new_ptr: Ints,
    source: Ints,
    new_here: Boards,
    new_lead: Flags,
    new_mines: Mines,
    new_packed: Floats,
) -> Any:
    """Let every shape take each allowed outcome of a fan.

    ``kind``: 0 or 2 a course heard or not heard, 1 a silence, 3 a gap (``fan_weigh`` has the weights). Returns shapes,
    members and weights written or, where they did not fit, that would have been.
    """
    n_out, m_out, w_out = 0, 0, 0
    live = mines.shape[1]
    moved = np.empty(live, np.uint32)
    weighted = packed.shape[0] > 0
    read0 = 0
    for i in range(visited.shape[0]):
        v0, v1, v2, v3 = visited[i, 0], visited[i, 1], visited[i, 2], visited[i, 3]
        plus = window(visited, i, 0, 0)
        north, east = run_down((plus >> 9) & 15), run_up((plus >> 5) & 15)
        south, west = run_up((plus >> 14) & 15), run_down(plus & 15)
        around = (north > 0) | ((east > 0) << 1) | ((south > 0) << 2) | ((west > 0) << 3)
        fan = 1 << 4
        fan |= ((1 << east) - 1) << 5
        fan |= ((1 << west) - 1) << (4 - west)
        fan |= ((1 << south) - 1) << 14
        fan |= ((1 << north) - 1) << (13 - north)
        fan &= allowed
        last_read = read0
        while fan:
            j = lowest(np.uint64(fan))
            fan &= fan - 1
            rows, columns = outcome_rows(j), outcome_columns(j)
            length = max(abs(rows), abs(columns))
            row_step = (rows > 0) * 1 - (rows < 0) * 1
            column_step = (columns > 0) * 1 - (columns < 0) * 1
            step = 16 * row_step + column_step
            first_member = m_out
            group_open = False
            read = read0
            for m in range(ptr[i], ptr[i + 1]):
                if lead[m]:
                    group_open = False
                a, b, c, d = here[m, 0], here[m, 1], here[m, 2], here[m, 3]
                size = count4(a, b, c, d) if weighted else 0
                for q in range(live):
                    moved[q] = mines[m, q]
                for _ in range(length):
                    a, b, c, d = shift(a, b, c, d, step)
                    a, b, c, d = a & offsets[480, 0], b & offsets[480, 1], c & offsets[480, 2], d & offsets[480, 3]
                    for q in range(live):
                        mine = np.int64(moved[q]) - row_step - (column_step << 5)
                        x = mine_at(mine, 0, 0)
                        if x >= 0:
                            mine &= ~(1 << (10 + x))
                            a, b, c, d = mine_cells(mine, offsets, a, b, c, d)
                        moved[q] = np.uint32(mine)
                    if not (a | b | c | d):
                        break
                if a | b | c | d:
                    if m_out < new_here.shape[0]:
                        new_here[m_out, 0] = a
                        new_here[m_out, 1] = b
                        new_here[m_out, 2] = c
                        new_here[m_out, 3] = d
                        new_lead[m_out] = not group_open
                        for q in range(live):
                            new_mines[m_out, q] = moved[q]
                    group_open = True
                    m_out += 1
                    if weighted:
                        a, b, c, d = shift(a, b, c, d, -step * length)
                        keep = (a, b, c, d)
                        rank = read
                        for w in range(4):
                            x = here[m, w]
                            while x:
                                k = lowest(x)
                                x &= x - _ONE
                                if (keep[w] >> np.uint64(k)) & _ONE:
                                    if w_out < new_packed.shape[0]:
                                        weight = packed[rank]
                                        if captain:
                                            cell = 64 * w + k
                                            if kind == 1:
                                                weight /= (
                                                    1
                                                    + min(north, np.int64(sea_runs[cell, 0]))
                                                    + min(east, np.int64(sea_runs[cell, 1]))
                                                    + min(south, np.int64(sea_runs[cell, 2]))
                                                    + min(west, np.int64(sea_runs[cell, 3]))
                                                )
                                            else:
                                                if kind == 3:
                                                    weight *= 0.5
                                                if j != 4:
                                                    weight /= popcount(np.uint64(sea_near[cell] & around))
                                        new_packed[w_out] = weight
                                    w_out += 1
                                rank += 1
                read += size
            last_read = read
            if m_out > first_member:
                if n_out < new_visited.shape[0]:
                    v = (v0, v1, v2, v3)
                    for _ in range(length):
                        t = turn(v[0], v[1], v[2], v[3], -row_step, -column_step)
                        v = (t[0] | _ONE, t[1], t[2], t[3])
                    new_visited[n_out, 0] = v[0]
                    new_visited[n_out, 1] = v[1]
                    new_visited[n_out, 2] = v[2]
                    new_visited[n_out, 3] = v[3]
                    new_back[n_out] = back[i] - step * length
                    new_ptr[n_out] = first_member
                    source[n_out] = 32 * i + j
                n_out += 1
        if weighted:
            if last_read == read0:
                for m in range(ptr[i], ptr[i + 1]):
                    last_read += count4(here[m, 0], here[m, 1], here[m, 2], here[m, 3])
            read0 = last_read
    if n_out < new_ptr.shape[0]:
        new_ptr[n_out] = m_out
    return n_out, m_out, w_out


@kernel
def _emit(
    a: Word,
    b: Word,
    c: Word,
    d: Word,
    leads: Int,
    mine_list: Mines,
    out: Int,
    new_here: Boards,
    new_lead: Flags,
    new_mines: Mines,
) -> None:
    if out < new_here.shape[0]:
        new_here[out, 0] = a
        new_here[out, 1] = b
        new_here[out, 2] = c
        new_here[out, 3] = d
        new_lead[out] = leads
        for q in range(new_mines.shape[1]):
            new_mines[out, q] = mine_list[q]


@kernel
def mined_change(
    visited: Boards,
    ptr: Ints,
    here: Boards,
    lead: Flags,
    mines: Mines,
    packed: Floats,
    what: Int,
    board: Boards,
    factor: Floats,
    target: Int,
    captain: Int,
    around8: Int,
    offsets: Boards,
    sea_near: Ints,
    new_ptr: Ints,
    source: Ints,
    new_here: Boards,
    new_lead: Flags,
    new_mines: Mines,
    new_packed: Floats,
) -> Any:
    """Apply what leaves every submarine where it is.

    ``what``: 0 evidence (keep the cells of ``board`` (4,), multiply by ``factor`` (256,)); 1 a mine is dropped in one
    of the neighbours of the mask ``around8``; 2 a mine at the cell ``target`` is triggered; 3 a torpedo strikes
    ``target``; 4 a blackout. ``new_mines`` has a column more for 1, one less for 2. ``source`` becomes 32 * shape + 4
    (staying). Returns shapes, members and weights as ``mined_spread`` does.
    """
    n_out, m_out, w_out = 0, 0, 0
    live = mines.shape[1]
    weighted = packed.shape[0] > 0
    # one member may become many parts: a part is a list of mines for one cell
    parts = np.empty((live**4 + live**3 + 1 if what == 4 else live + 1, live + 1), np.uint32)
    row = np.empty(live + 1, np.uint32)
    sea = offsets[480]
    read = 0
    for i in range(visited.shape[0]):
        first_member = m_out
        group_open = False
        legal = 0
        if what == 1:
            for k in range(8):
                bit = torus_bit(around_row(k), around_column(k))
                if (around8 >> k) & 1 and not has(visited[i, 0], visited[i, 1], visited[i, 2], visited[i, 3], bit):
                    legal |= 1 << k
        free = 0
        if what == 4:
            for k in range(4):
                if not has(visited[i, 0], visited[i, 1], visited[i, 2], visited[i, 3], near_bit(k)):
                    free |= 1 << k
        for m in range(ptr[i], ptr[i + 1]):
            if lead[m]:
                group_open = False
            for q in range(live):
                row[q] = mines[m, q]
            together = np.zeros(4, np.uint64)  # cells whose mines all change alike
            apart = np.zeros(4, np.uint64)  # cells that become members of their own
            if what == 0:
                for w in range(4):
                    together[w] = here[m, w] & board[w]
            elif what == 1:
                dropped = np.uint32(16 | (16 << 5) | (legal << 10) | (legal << 22))
                row[live] = dropped
                t = mine_cells(np.int64(dropped), offsets, here[m, 0], here[m, 1], here[m, 2], here[m, 3])
                together[0], together[1], together[2], together[3] = t[0], t[1], t[2], t[3]
            elif what == 4:
                for w in range(4):
                    apart[w] = here[m, w]
            else:
                for q in range(live):
                    mine = np.int64(mines[m, q])
                    for k in range(8):
                        if (mine >> (10 + k)) & 1:
                            cell = target - 16 * (mine_row(mine) + around_row(k)) - mine_column(mine) - around_column(k)
                            if 0 <= cell < 256 and bit_of(sea, target):
                                apart[cell >> 6] |= _ONE << np.uint64(cell & 63)
                for w in range(4):
                    apart[w] &= here[m, w]
                    if what == 3:
                        together[w] = here[m, w] & ~apart[w]
            if together[0] | together[1] | together[2] | together[3]:
                _emit(
                    together[0], together[1], together[2], together[3], not group_open, row, m_out,
                    new_here, new_lead, new_mines,
                )  # fmt: skip
                group_open = True
                m_out += 1
            rank = read
            for w in range(4):
                x = here[m, w]
                while x:
                    k = lowest(x)
                    x &= x - _ONE
                    if weighted:
                        if (together[w] >> np.uint64(k)) & _ONE:
                            if w_out < new_packed.shape[0]:
                                new_packed[w_out] = packed[rank] * factor[64 * w + k]
                            w_out += 1
                        rank += 1
            rank = read
            for w in range(4):
                x = here[m, w]
                while x:
                    k = lowest(x)
                    x &= x - _ONE
                    if (apart[w] >> np.uint64(k)) & _ONE:
                        cell = 64 * w + k
                        count = _split(what, row, live, cell, target, free, sea, sea_near, parts)
                        for p in range(count):
                            bit = _ONE << np.uint64(k)
                            _emit(
                                bit if w == 0 else _ZERO,
                                bit if w == 1 else _ZERO,
                                bit if w == 2 else _ZERO,
                                bit if w == 3 else _ZERO,
                                not group_open,
                                parts[p],
                                m_out,
                                new_here,
                                new_lead,
                                new_mines,
                            )
                            group_open = True
                            m_out += 1
                            if weighted:
                                if w_out < new_packed.shape[0]:
                                    weight = packed[rank]
                                    if captain and what == 2:
                                        weight /= mine_places(np.int64(parts[p, live]), 22, cell, sea)
                                    new_packed[w_out] = weight
                                w_out += 1
                    rank += 1
            if weighted:
                read = rank
        if m_out > first_member:
            if n_out < source.shape[0]:
                new_ptr[n_out] = first_member
                source[n_out] = 32 * i + 4
            n_out += 1
    if n_out < new_ptr.shape[0]:
        new_ptr[n_out] = m_out
    return n_out, m_out, w_out


@kernel
def _without(mine: Int, cell: Int, target: Int) -> Any:
    """Return a mine that does not lie at ``target``, seen from ``cell``."""
    k = _lies(mine, cell, target)
    return mine & ~(1 << (10 + k)) if k >= 0 else mine


@kernel
def _lies(mine: Int, cell: Int, target: Int) -> Any:
    """Return which neighbour of its drop a mine fills if it lies at ``target``, or -1, seen from ``cell``."""
    return mine_at(mine, (target >> 4) - (cell >> 4), (target & 15) - (cell & 15))


@kernel
def _fits(mine: Int, cell: Int, sea: Boards) -> Any:
    """Tell whether a mine has a place left, seen from a cell."""
    return (mine >> 18) & 15 > 0 or mine_places(mine, 10, cell, sea) > 0


@kernel
def _split(
    what: Int, row: Mines, live: Int, cell: Int, target: Int, free: Int, sea: Boards, sea_near: Ints, parts: Mines
) -> Any:
    """Write the disjoint parts of what one cell's mines may be after an event; return how many.

    After a trigger a part has the triggered mine last, in column ``live``, and its others before it.
    """
    if what == 3:
        for q in range(live):
            mine = np.int64(row[q])
            k = _lies(mine, cell, target)
            if k >= 0:
                mine = (mine & ~(1 << (10 + k))) + (1 << 18)
            parts[0, q] = np.uint32(mine)
        return 1
    if what == 2:
        count = 0
        for q in range(live):
            if _lies(np.int64(row[q]), cell, target) < 0:
                continue
            good = True
            for o in range(live):
                mine = np.int64(row[o])
                if o < q:
                    mine = _without(mine, cell, target)
                    good = good and _fits(mine, cell, sea)
                if o != q:
                    parts[count, o if o < q else o - 1] = np.uint32(mine)
            parts[count, live] = row[q]
            count += good
        return count
    count = 1
    for q in range(live):
        parts[0, q] = row[q]
    for course in range(4):
        if not (free >> course) & 1 or not (sea_near[cell] >> course) & 1:
            continue
        there = cell + (16 if course == 2 else (-16 if course == 0 else (1 if course == 1 else -1)))
        # each part becomes, for each mine that may lie there, the part in which it is the oldest that does
        total = count
        for p in range(count):
            for q in range(live):
                k = _lies(np.int64(parts[p, q]), cell, there)
                if k < 0:
                    continue
                good = True
                for o in range(live):
                    mine = np.int64(parts[p, o])
                    if o < q:
                        mine = _without(mine, cell, there)
                        good = good and _fits(mine, cell, sea)
                    elif o == q:
                        mine = (mine & ~(255 << 10) & ~(15 << 18)) | (1 << (10 + k))
                    parts[total, o] = np.uint32(mine)
                total += good
        for p in range(count, total):
            for o in range(live):
                parts[p - count, o] = parts[p, o]
        count = total - count
        if not count:
            return 0
    return count


@kernel
def mined_answer(back: Ints, ptr: Ints, here: Boards, cells: Boards, starts: Boards) -> Any:
    """Join all present cells and dive starts (each (4,)) and return the number of histories since the dive."""
    histories = 0
    for i in range(back.shape[0]):
        a, b, c, d = _ZERO, _ZERO, _ZERO, _ZERO
        for m in range(ptr[i], ptr[i + 1]):
            a |= here[m, 0]
            b |= here[m, 1]
            c |= here[m, 2]
            d |= here[m, 3]
        histories += count4(a, b, c, d)
        cells[0] |= a
        cells[1] |= b
        cells[2] |= c
        cells[3] |= d
        a, b, c, d = shift(a, b, c, d, np.int64(back[i]))
        starts[0] |= a
        starts[1] |= b
        starts[2] |= c
        starts[3] |= d
    return histories


@kernel
def mined_mass(
    ptr: Ints,
    here: Boards,
    lead: Flags,
    mines: Mines,
    packed: Floats,
    captain: Int,
    sea: Boards,
    mass: Floats,
    shape_mass: Floats,
) -> None:
    """Add the weight of every history to its present cell and its shape; a group's part counts once if uniform.

    mass (256,); shape_mass (n,).
    """
    seen = np.zeros(4, np.uint64)
    rank = 0
    for i in range(shape_mass.shape[0]):
        for m in range(ptr[i], ptr[i + 1]):
            if lead[m]:
                seen[:] = _ZERO
            for w in range(4):
                x = here[m, w]
                while x:
                    k = lowest(x)
                    x &= x - _ONE
                    cell = 64 * w + k
                    weight = 0.0
                    if captain:
                        weight = packed[rank]
                        for q in range(mines.shape[1]):
                            weight *= mine_share(np.int64(mines[m, q]), cell, sea)
                    elif not (seen[w] >> np.uint64(k)) & _ONE:
                        weight = packed[rank]
                    mass[cell] += weight
                    shape_mass[i] += weight
                    rank += 1
                seen[w] |= here[m, w]


@kernel
def mined_settle(
    ptr: Ints, here: Boards, lead: Flags, packed: Floats, captain: Int, new_here: Boards, new_packed: Floats
) -> Any:
    """Join the members of each shape once no mine tells them apart; new_here (n, 4). Returns the weights written.

    Weights of groups add; the parts of a group add for the captain model and count once for the uniform one.
    """
    weighted = packed.shape[0] > 0
    dense = np.zeros(256)
    seen = np.zeros(4, np.uint64)
    read = 0
    written = 0
    for i in range(new_here.shape[0]):
        for w in range(4):
            new_here[i, w] = _ZERO
        for m in range(ptr[i], ptr[i + 1]):
            if lead[m] or captain:
                seen[:] = _ZERO
            for w in range(4):
                x = here[m, w] if weighted else _ZERO
                while x:
                    k = lowest(x)
                    x &= x - _ONE
                    if not (seen[w] >> np.uint64(k)) & _ONE:
                        dense[64 * w + k] += packed[read]
                    read += 1
                seen[w] |= here[m, w]
                new_here[i, w] |= here[m, w]
        for w in range(4):
            x = new_here[i, w] if weighted else _ZERO
            while x:
                cell = 64 * w + lowest(x)
                x &= x - _ONE
                new_packed[written] = dense[cell]
                dense[cell] = 0.0
                written += 1
    return written


@kernel
def mined_merge(
    order: Ints,
    group: Ints,
    here: Boards,
    mines: Mines,
    packed: Floats,
    new_here: Boards,
    new_mines: Mines,
    new_packed: Floats,
) -> Any:
    """Merge members of one part each whose mines are equal: group (m,) is each ordered member's target, ascending.

    ``order`` (m,) int64 lists the members to merge, ``starts`` of their packed weights are found here. Returns the
    number of weights written.
    """
    first = np.empty(here.shape[0] + 1, np.int64)
    first[0] = 0
    for m in range(here.shape[0]):
        first[m + 1] = first[m] + count4(here[m, 0], here[m, 1], here[m, 2], here[m, 3])
    weighted = packed.shape[0] > 0
    dense = np.zeros(256)
    written = 0
    k = 0
    while k < order.shape[0]:
        g = group[k]
        for q in range(mines.shape[1]):
            new_mines[g, q] = mines[order[k], q]
        while k < order.shape[0] and group[k] == g:
            m = order[k]
            rank = first[m]
            for w in range(4):
                new_here[g, w] |= here[m, w]
                x = here[m, w]
                while x and weighted:
                    dense[64 * w + lowest(x)] += packed[rank]
                    rank += 1
                    x &= x - _ONE
            k += 1
        for w in range(4):
            x = new_here[g, w]
            while x and weighted:
                cell = 64 * w + lowest(x)
                new_packed[written] = dense[cell]
                dense[cell] = 0.0
                written += 1
                x &= x - _ONE
    return written
