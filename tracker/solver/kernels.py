"""The compiled inner loops: arrays in, arrays out, on 256-bit boards of four words.

Knows nothing of maps, announcements or records, and validates nothing; its callers pass arrays that fit. It is
the only jitted module, since an edited jitted function does not invalidate a cached caller in another file.

Boards. Bit row * 16 + column of a board is a cell; on a map of at most 15 x 15 the sixteenth column and row are
never sea, so a step off the sheet lands on a bit that no sea board has. A *torus* board holds offsets modulo 16 in
both directions instead, with the present cell at bit 0: a route that fits the map spans fewer than 16 cells each
way, so offsets never collide.

Fans. A silence, an unheard course and a gap open up to 17 outcomes on a plus: bits 0-8 of a *fan* are the outcomes
4 cells west to 4 cells east (bit 4 is staying), bits 9-17 those 4 north to 4 south (bit 13 is unused).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload

Word: TypeAlias = Any
"""One word of a board, uint64."""

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
_NIBBLE = np.uint64(15)
_NINE = np.uint64(0x1FF)


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
def window(a: Word, b: Word, c: Word, d: Word, rows: Int, columns: Int) -> Any:
    """Return which outcomes of a fan, moved by ``rows`` and ``columns``, end on a torus board's bit (18 bits)."""
    lane = rows & 15
    word = lane >> 2
    x = a if word == 0 else (b if word == 1 else (c if word == 2 else d))
    across = (x >> np.uint64((lane & 3) << 4)) & _LANE
    r = np.uint64((columns - 4) & 15)
    across = ((across >> r) | (across << (np.uint64(16) - r))) & _NINE
    k = np.uint64(columns & 15)
    a = (a >> k) & _COLUMN
    b = (b >> k) & _COLUMN
    c = (c >> k) & _COLUMN
    d = (d >> k) & _COLUMN
    fold, fold2, fold3 = np.uint64(15), np.uint64(30), np.uint64(45)
    a = (a | (a >> fold) | (a >> fold2) | (a >> fold3)) & _NIBBLE
    b = (b | (b >> fold) | (b >> fold2) | (b >> fold3)) & _NIBBLE
    c = (c | (c >> fold) | (c >> fold2) | (c >> fold3)) & _NIBBLE
    d = (d | (d >> fold) | (d >> fold2) | (d >> fold3)) & _NIBBLE
    down = a | (b << np.uint64(4)) | (c << np.uint64(8)) | (d << np.uint64(12))
    r = np.uint64((rows - 4) & 15)
    down = ((down >> r) | (down << (np.uint64(16) - r))) & _NINE
    return np.int64(across | (down << np.uint64(9)))


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


@kernel
def sea_run(a: Word, b: Word, c: Word, d: Word, runs: Boards, first: Int, step: Int, longest: Int) -> Any:
    """Return the longest run up to ``longest`` that some cell of a board has, by ``runs`` (18, 4) of outcome boards."""
    k = longest
    j = first + step * (longest - 1)
    while k > 0:
        if (a & runs[j, 0]) | (b & runs[j, 1]) | (c & runs[j, 2]) | (d & runs[j, 3]):
            return k
        k -= 1
        j -= step
    return 0


@kernel
def open_fan(a: Word, b: Word, c: Word, d: Word, v0: Word, v1: Word, v2: Word, v3: Word, runs: Boards) -> Any:
    """Return a silence's fan from cells ``a``-``d`` with visited torus ``v0``-``v3``: outcomes that some cell has."""
    seen = window(v0, v1, v2, v3, 0, 0)
    fan = 1 << 4
    east = sea_run(a, b, c, d, runs, 5, 1, run_up((seen >> 5) & 15))
    west = sea_run(a, b, c, d, runs, 3, -1, run_down(seen & 15))
    south = sea_run(a, b, c, d, runs, 14, 1, run_up((seen >> 14) & 15))
    north = sea_run(a, b, c, d, runs, 12, -1, run_down((seen >> 9) & 15))
    fan |= ((1 << east) - 1) << 5
    fan |= ((1 << west) - 1) << (4 - west)
    fan |= ((1 << south) - 1) << 14
    fan |= ((1 << north) - 1) << (13 - north)
    return fan


# ---- families: mine-free hypotheses, each parent with the fan of what it may have done since ----------------------


@kernel
def fan_step(
    here: Boards,
    visited: Boards,
    fan: Fans,
    runs: Boards,
    tips: Boards,
    board: Boards,
    rows: Int,
    columns: Int,
    entered: Int,
    new_tips: Boards,
    gates: Boards,
    out: Fans,
) -> Any:
    """Keep the outcomes from which the present cell, ``rows`` and ``columns`` from the fan, lies on a board.

    here, visited (n, 4) uint64: cells and visited torus of each parent; fan (n,) uint32; runs (18, 4): cells that have
    the sea an outcome needs; tips (4,): ends of outcomes that passed everything since; board (4,): what is heard now.
    ``entered`` tells that the present cell is newly entered, so that it must not have been visited. Writes new_tips
    (4,), gates (18, 4), the fan cells from which an outcome passes, and out (n,) uint32. Returns how many shapes are
    left.
    """
    reach = shift(board[0], board[1], board[2], board[3], -(16 * rows + columns))
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
    left = 0
    for i in range(fan.shape[0]):
        f = np.int64(fan[i]) & usable
        if f and entered:
            f &= ~window(visited[i, 0], visited[i, 1], visited[i, 2], visited[i, 3], rows, columns)
        kept = 0
        if f:
            a, b, c, d = here[i, 0], here[i, 1], here[i, 2], here[i, 3]
            while f:
                j = lowest(np.uint64(f))
                f &= f - 1
                if (a & gates[j, 0]) | (b & gates[j, 1]) | (c & gates[j, 2]) | (d & gates[j, 3]):
                    kept |= 1 << j
                    left += 1
        out[i] = np.uint32(kept)
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
    visited: Boards,
    back: Ints,
    fan: Fans,
    gates: Boards,
    path: Ints,
    new_here: Boards,
    new_visited: Boards,
    new_back: Ints,
    source: Ints,
) -> int:
    """Write each living outcome of each parent as a parent of its own, in order.

    path (t, 2) int64: the offsets entered since the fan, seen from an outcome's end. ``back`` (n,) int16 is what leads
    from a present cell's bit to its dive start's. ``source`` (m,) int64 becomes 32 * parent + outcome.
    """
    t = path.shape[0]
    end_rows, end_columns = 0, 0
    if t:
        end_rows, end_columns = path[t - 1, 0], path[t - 1, 1]
    trail = np.zeros(4, np.uint64)
    for s in range(t):
        bit = torus_bit(path[s, 0] - end_rows, path[s, 1] - end_columns)
        trail[bit >> 6] |= _ONE << np.uint64(bit & 63)
    segment = np.zeros((18, 4), np.uint64)
    for j in range(18):
        rows, columns = outcome_rows(j), outcome_columns(j)
        for k in range(1, max(abs(rows), abs(columns)) + 1):
            bit = torus_bit(k * ((rows > 0) - (rows < 0)), k * ((columns > 0) - (columns < 0)))
            segment[j, bit >> 6] |= _ONE << np.uint64(bit & 63)
    m = 0
    for i in range(fan.shape[0]):
        f = np.int64(fan[i])
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            rows = outcome_rows(j) + end_rows
            columns = outcome_columns(j) + end_columns
            delta = 16 * rows + columns
            a, b, c, d = shift(
                here[i, 0] & gates[j, 0],
                here[i, 1] & gates[j, 1],
                here[i, 2] & gates[j, 2],
                here[i, 3] & gates[j, 3],
                delta,
            )
            new_here[m, 0] = a
            new_here[m, 1] = b
            new_here[m, 2] = c
            new_here[m, 3] = d
            a, b, c, d = turn(
                visited[i, 0] | segment[j, 0],
                visited[i, 1] | segment[j, 1],
                visited[i, 2] | segment[j, 2],
                visited[i, 3] | segment[j, 3],
                -rows,
                -columns,
            )
            new_visited[m, 0] = a | trail[0]
            new_visited[m, 1] = b | trail[1]
            new_visited[m, 2] = c | trail[2]
            new_visited[m, 3] = d | trail[3]
            new_back[m] = back[i] - delta
            source[m] = 32 * i + j
            m += 1
    return m


@kernel
def fan_open(here: Boards, visited: Boards, runs: Boards, allowed: Int, out: Fans) -> Any:
    """Open a fan on every parent: out (n,) uint32; ``allowed`` masks the outcomes. Returns the number of shapes."""
    left = 0
    for i in range(here.shape[0]):
        f = allowed & open_fan(
            here[i, 0],
            here[i, 1],
            here[i, 2],
            here[i, 3],
            visited[i, 0],
            visited[i, 1],
            visited[i, 2],
            visited[i, 3],
            runs,
        )
        out[i] = np.uint32(f)
        left += popcount(np.uint64(f))
    return left


@kernel
def fan_answer(
    here: Boards, fan: Fans, back: Ints, gates: Boards, rows: Int, columns: Int, cells: Boards, starts: Boards
) -> Any:
    """Return the number of histories, and join all present cells and all dive starts, each (4,) uint64.

    The present cell is ``rows`` and ``columns`` from the fan's end.
    """
    ends = np.zeros((18, 4), np.uint64)
    histories = 0
    for i in range(fan.shape[0]):
        f = np.int64(fan[i])
        if not f:
            continue
        a, b, c, d = here[i, 0], here[i, 1], here[i, 2], here[i, 3]
        s0, s1, s2, s3 = _ZERO, _ZERO, _ZERO, _ZERO
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            p, q, r, s = a & gates[j, 0], b & gates[j, 1], c & gates[j, 2], d & gates[j, 3]
            histories += count4(p, q, r, s)
            ends[j, 0] |= p
            ends[j, 1] |= q
            ends[j, 2] |= r
            ends[j, 3] |= s
            s0 |= p
            s1 |= q
            s2 |= r
            s3 |= s
        s0, s1, s2, s3 = shift(s0, s1, s2, s3, np.int64(back[i]))
        starts[0] |= s0
        starts[1] |= s1
        starts[2] |= s2
        starts[3] |= s3
    for j in range(18):
        by = 16 * (outcome_rows(j) + rows) + outcome_columns(j) + columns
        a, b, c, d = shift(ends[j, 0], ends[j, 1], ends[j, 2], ends[j, 3], by)
        cells[0] |= a
        cells[1] |= b
        cells[2] |= c
        cells[3] |= d
    return histories


@kernel
def fan_counts(here: Boards, fan: Fans, gates: Boards, rows: Int, columns: Int, mass: Floats) -> None:
    """Add the number of histories to the cell they end in: mass (256,) float64, by bit-sliced counters."""
    planes = np.zeros((18, 8, 4), np.uint64)
    added = np.zeros(18, np.int64)
    for i in range(fan.shape[0]):
        f = np.int64(fan[i])
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            # the first two planes without a branch: most bits stay there
            a, b, c, d = (
                here[i, 0] & gates[j, 0],
                here[i, 1] & gates[j, 1],
                here[i, 2] & gates[j, 2],
                here[i, 3] & gates[j, 3],
            )
            k = 0
            while k < 2 or a | b | c | d:
                p, q, r, s = planes[j, k, 0], planes[j, k, 1], planes[j, k, 2], planes[j, k, 3]
                planes[j, k, 0], planes[j, k, 1], planes[j, k, 2], planes[j, k, 3] = p ^ a, q ^ b, r ^ c, s ^ d
                a, b, c, d = p & a, q & b, r & c, s & d
                k += 1
            added[j] += 1
            if added[j] == 255:
                _empty_planes(planes, j, rows, columns, mass)
                added[j] = 0
    for j in range(18):
        if added[j]:
            _empty_planes(planes, j, rows, columns, mass)


@kernel
def _empty_planes(planes: Boards, j: Int, rows: Int, columns: Int, mass: Floats) -> None:
    by = 16 * (outcome_rows(j) + rows) + outcome_columns(j) + columns
    for k in range(8):
        for w in range(4):
            x = planes[j, k, w]
            planes[j, k, w] = _ZERO
            while x:
                mass[64 * w + lowest(x) + by] += 1 << k
                x &= x - _ONE


@kernel
def fan_weigh(
    here: Boards,
    visited: Boards,
    back: Ints,
    fan: Fans,
    gates: Boards,
    path: Ints,
    sea_runs: Ints,
    sea_near: Ints,
    kind: Int,
    captain: Int,
    root: Floats,
    packed: Floats,
    factor: Floats,
    mass: Floats,
    out: Floats,
) -> int:
    """Weigh every history and add it to the cell it ends in.

    ``kind`` is what opened the fan: 0 nothing, 1 silence, 2 an unheard course, 3 a gap. The weight of a parent's cell
    is ``packed`` (along the set bits of ``here``, in order) or, where that is empty, ``root`` (256,) at its dive
    start. For the captain model the fan's outcome, the courses of ``path`` and ``factor`` (256,) of the outcome's end
    (sonar) multiply it. sea_runs (256, 4) uint8: sea cells ahead north, east, south, west, up to 4; sea_near (256,)
    uint8: bit d where the neighbour on course d is sea. ``mass`` (256,) is added to; ``out`` receives the packed
    weights of the living outcomes, parent by parent, unless it is empty.
    """
    t = path.shape[0]
    end = 16 * path[t - 1, 0] + path[t - 1, 1] if t else 0
    step_rows = np.array([-1, 0, 1, 0])
    step_columns = np.array([0, 1, 0, -1])
    near = np.zeros((18, t, 4), np.int64)
    entered = np.zeros((18, t), np.int64)
    shifts = np.zeros((18, t), np.int64)
    used = np.int64(0)
    for i in range(fan.shape[0]):
        used |= np.int64(fan[i])
    for j in range(18):
        if not captain or not (used >> j) & 1:
            continue
        rows, columns = outcome_rows(j), outcome_columns(j)
        own = np.zeros(4, np.uint64)
        for k in range(1, max(abs(rows), abs(columns)) + 1):
            bit = torus_bit(k * ((rows > 0) - (rows < 0)), k * ((columns > 0) - (columns < 0)))
            own[bit >> 6] |= _ONE << np.uint64(bit & 63)
        for s in range(t):
            if s:
                rows = outcome_rows(j) + path[s - 1, 0]
                columns = outcome_columns(j) + path[s - 1, 1]
                bit = torus_bit(rows, columns)
                own[bit >> 6] |= _ONE << np.uint64(bit & 63)
            shifts[j, s] = 16 * rows + columns
            for d in range(4):
                bit = torus_bit(rows + step_rows[d], columns + step_columns[d])
                near[j, s, d] = bit
                entered[j, s] |= has(own[0], own[1], own[2], own[3], bit) << d
    share = np.ones(18)
    for k in range(1, 18):
        share[k] = 1.0 / k
    bits = np.zeros(4, np.int64)
    seen = np.zeros(t, np.int64)
    first = 0
    written = 0
    for i in range(fan.shape[0]):
        size = count4(here[i, 0], here[i, 1], here[i, 2], here[i, 3]) if packed.shape[0] else 0
        f = np.int64(fan[i])
        v0, v1, v2, v3 = visited[i, 0], visited[i, 1], visited[i, 2], visited[i, 3]
        if f and captain and kind:
            plus = window(v0, v1, v2, v3, 0, 0)
            bits[0] = run_down((plus >> 9) & 15)
            bits[1] = run_up((plus >> 5) & 15)
            bits[2] = run_up((plus >> 14) & 15)
            bits[3] = run_down(plus & 15)
            around = (bits[0] > 0) | ((bits[1] > 0) << 1) | ((bits[2] > 0) << 2) | ((bits[3] > 0) << 3)
        else:
            around = 0
        while f:
            j = lowest(np.uint64(f))
            f &= f - 1
            if captain:
                for s in range(t):
                    x = entered[j, s]
                    for d in range(4):
                        x |= has(v0, v1, v2, v3, near[j, s, d]) << d
                    seen[s] = 15 & ~x
            delta = 16 * outcome_rows(j) + outcome_columns(j)
            rank = first
            for w in range(4):
                x = here[i, w]
                gate = gates[j, w]
                while x:
                    k = lowest(x)
                    x &= x - _ONE
                    if gate >> np.uint64(k) & _ONE:
                        cell = 64 * w + k
                        weight = packed[rank] if packed.shape[0] else root[cell + back[i]]
                        if captain:
                            if kind == 1:
                                n = 1
                                for d in range(4):
                                    n += min(bits[d], np.int64(sea_runs[cell, d]))
                                weight *= share[n]
                            elif kind == 2:
                                weight *= share[popcount(np.uint64(sea_near[cell] & around))]
                            elif kind == 3:
                                weight *= 0.5
                                if j != 4:
                                    weight *= share[popcount(np.uint64(sea_near[cell] & around))]
                            for s in range(t):
                                weight *= share[popcount(np.uint64(sea_near[cell + shifts[j, s]] & seen[s]))]
                            weight *= factor[cell + delta]
                        mass[cell + delta + end] += weight
                        if out.shape[0]:
                            out[written] = weight
                            written += 1
                    rank += 1
        first += size
    return written


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
        plus = window(v0, v1, v2, v3, 0, 0)
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
