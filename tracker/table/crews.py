"""Codes and addresses: what opens a game, how devices join it, and how guessing is slowed down.

Knows how codes are made, hashed and counted, not what a game holds or where the hashes are kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import math
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from tracker.game.errors import TrackerError
from tracker.game.sentences import Sentence, say

SHORT_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""32 signs that cannot be taken for one another when read aloud or copied by hand (no I, O, 0, 1)."""

SHORT_LENGTH = 8
BACK = "~"
"""Stands between a device's code and the earlier game that it looks back into; no code has it."""

INVITE_SECONDS = 30 * 60.0
MAX_NAME = 40

WRONG_CODE = say("wrong-code", "This game code opens no game here. Ask a device of your crew for a new invitation.")
WRONG_SHORT = say(
    "wrong-short", "This short code opens no game here, or it ran out. Ask a device of your crew for a new one."
)


class Refused(TrackerError):
    """A code that opens nothing: unknown, mistyped or of a device that was turned out, all in the same words."""


class LockedOut(TrackerError):
    """Too much from one address, above all wrong codes; ``seconds`` is how long it waits."""

    def __init__(self, seconds: float, of: Callable[[int], str]) -> None:
        """Note the wait, in whole seconds; ``of`` makes the sentence that names it."""
        self.seconds = math.ceil(seconds)
        super().__init__(of(self.seconds))


def wrong_codes(seconds: int) -> Sentence:
    """Say that too many codes were wrong."""
    return say(
        "locked-out",
        "Too many wrong codes came from this device's address. Wait {seconds} seconds, then try again.",
        seconds=seconds,
    )


def many_maps(seconds: int) -> Sentence:
    """Say that too many maps were kept."""
    return say(
        "many-maps",
        "Many maps came from this device's address just now. Wait {seconds} seconds, then try again.",
        seconds=seconds,
    )


def new_code() -> str:
    """Return a code that nobody guesses: 192 random bits in letters, digits, - and _."""
    return secrets.token_urlsafe(24)


def next_code(code: str, game: str) -> str:
    """Return the code that a device of one game has in the crew's next one.

    It follows from the code the device holds: asked for again, or from two pages of a device, it is the same, and
    the server keeps nothing that would open either game.
    """
    secret = hmac.new(code.encode("utf-8", "surrogatepass"), f"next:{game}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(secret[:24]).decode("ascii")


def earlier_code(code: str, game: str) -> str:
    """Return the code by which a device looks back into an earlier game of its crew.

    It is the code that the device holds and the game's id, which alone opens nothing: it is as hard to guess, the
    server keeps nothing for it, and it ends with the device's place in the crew.
    """
    return f"{held_code(code)}{BACK}{game}"


def held_code(code: str) -> str:
    """Return the code that a device holds, also where it looks back into an earlier game by it."""
    return code.partition(BACK)[0]


def new_id() -> str:
    """Return a random public id for a game or a device."""
    return secrets.token_hex(8)


def new_short_code() -> str:
    """Return a code to read aloud, such as ``K7QF-2MXB``: 40 random bits, good for a short time only."""
    signs = "".join(secrets.choice(SHORT_ALPHABET) for _ in range(SHORT_LENGTH))
    return f"{signs[:4]}-{signs[4:]}"


def code_hash(code: str) -> str:
    """Return what is kept of a code: whoever reads the journal cannot enter a game with it."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()


def short_hash(text: str) -> str:
    """Return what is kept of a short code, however it was typed: any case, with or without the dash or spaces."""
    return code_hash("short:" + re.sub(r"[\s-]", "", text).upper())


def clean_name(text: str) -> str:
    """Return a device's name on one line, at most 40 characters; markup stays text and is the page's to escape."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printable.split())[:MAX_NAME]


def network(address: str | None) -> str:
    """Return the address that attempts are counted for: a whole /64 for IPv6, since one device has all of it."""
    if not address:
        return "unknown"
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


class LockOut:
    """Counts something, such as wrong codes, for each address and locks an address out for a while after too many.

    ``allowed`` within ``window`` seconds lock it for ``window`` seconds. Thread-safe; at most ``kept`` addresses are
    remembered, the longest silent one is forgotten first.
    """

    def __init__(
        self,
        allowed: int = 10,
        window: float = 60.0,
        kept: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
        of: Callable[[int], str] = wrong_codes,
    ) -> None:
        """Begin with no address counted."""
        self._allowed = allowed
        self._window = window
        self._kept = kept
        self._clock = clock
        self._of = of
        self._lock = threading.Lock()
        self._counted: OrderedDict[str, list[float]] = OrderedDict()

    def check(self, address: str | None) -> None:
        """Raise LockedOut while an address is locked out."""
        with self._lock:
            left = self._left(network(address))
        if left > 0:
            raise LockedOut(left, self._of)

    def count(self, address: str | None) -> None:
        """Count one; raises LockedOut where the address was locked out before it."""
        key = network(address)
        with self._lock:
            left = self._left(key)
            if left <= 0:
                now = self._clock()
                recent = [at for at in self._counted.get(key, []) if now - at < self._window]
                self._counted[key] = [*recent, now]
                self._counted.move_to_end(key)
                while len(self._counted) > self._kept:
                    self._counted.popitem(last=False)
        if left > 0:
            raise LockedOut(left, self._of)

    def _left(self, key: str) -> float:
        counted = self._counted.get(key, [])
        if len(counted) < self._allowed:
            return 0.0
        return counted[-1] + self._window - self._clock()
