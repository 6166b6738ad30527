"""Codes cannot be guessed: they are long or short-lived, and wrong ones lock an address out for a while."""

from __future__ import annotations

import pytest

from tracker.table.crews import (
    SHORT_ALPHABET,
    LockedOut,
    LockOut,
    clean_name,
    code_hash,
    network,
    new_code,
    new_short_code,
    short_hash,
)


def test_codes_have_the_bits_they_promise() -> None:
    assert len(set(SHORT_ALPHABET)) == 32
    assert len({new_code() for _ in range(100)}) == 100
    short = new_short_code()
    assert len(short) == 9
    assert set(short) <= {*SHORT_ALPHABET, "-"}


def test_a_short_code_is_the_same_however_it_is_typed() -> None:
    assert short_hash("K7QF-2MXB") == short_hash(" k7qf 2mxb ") == short_hash("k7qf2mxb") != code_hash("K7QF-2MXB")


def test_a_name_is_one_short_line() -> None:
    assert clean_name("  Ana's\n\tphone \u202e<b> ") == "Ana's phone <b>"
    assert len(clean_name("x" * 1000)) == 40


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        (None, "unknown"),
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("fe80::1234:1%wlan0", "fe80::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_device_cannot_change_the_address_it_is_counted_for(address: str | None, counted: str) -> None:
    assert network(address) == counted


def test_too_many_wrong_codes_lock_an_address_out_for_a_while() -> None:
    now = [0.0]
    wrong = LockOut(allowed=3, window=60, clock=lambda: now[0])
    for _ in range(3):
        wrong.check("a")
        wrong.count("a")
    with pytest.raises(LockedOut, match="Wait 60 seconds"):
        wrong.check("a")
    now[0] = 45.5
    with pytest.raises(LockedOut) as still:
        wrong.count("a")
    assert still.value.seconds == 15
    wrong.check("b")
    now[0] = 61
    wrong.check("a")  # trying while locked out does not make it longer


def test_slow_mistakes_lock_nobody_out() -> None:
    now = [0.0]
    wrong = LockOut(allowed=3, window=60, clock=lambda: now[0])
    for _ in range(10):
        now[0] += 31
        wrong.count("a")
    wrong.check("a")


def test_memory_stays_bounded_whoever_asks() -> None:
    wrong = LockOut(allowed=3, window=60, kept=100)
    for number in range(1000):
        wrong.count(f"10.0.{number // 250}.{number % 250}")
    assert len(wrong._counted) == 100
