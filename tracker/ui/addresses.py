"""The addresses by which the page is reached, told at the start: of this computer, and of it in its network.

Knows the server's options and this machine's own address; asks nobody outside for it, as Streamlit's greeting would.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, TypeAlias

from streamlit import config

from tracker.game.errors import TrackerError
from tracker.table.database import read_url, show

Option: TypeAlias = Callable[[str], Any]
"""Returns the value of one of Streamlit's options by its name."""

EVERYWHERE = ("", "0.0.0.0", "::")
THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")


def lan_address() -> str | None:
    """Return this machine's address in its network; None where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, only the way out is looked up
        found: str = probe.getsockname()[0]
        return found
    return None


def page_addresses(option: Option, lan: str | None) -> list[tuple[str, str]]:
    """Return where the page can be opened, with the address: from this computer first."""
    address = str(option("server.address") or "")
    scheme = "https" if option("server.sslCertFile") else "http"
    path = str(option("server.baseUrlPath") or "").strip("/")

    def at(host: str) -> str:
        shown = f"[{host}]" if ":" in host else host
        return f"{scheme}://{shown}:{option('server.port')}/{path}"

    if address in THIS_COMPUTER:
        return [("on this computer only", at(address))]
    if address not in EVERYWHERE:
        return [("on any device in the network", at(address))]
    here = [("on this computer", at("localhost"))]
    return here if lan is None else [*here, ("on phones and tablets in the same Wi-Fi", at(lan))]


def greeting(option: Option, lan: str | None) -> str:
    """Return what the terminal shows once the server listens."""
    found = page_addresses(option, lan)
    width = max(len(where) for where, _ in found)
    lines = ["", "  Open Sonar", *(f"    {where:{width}}  {address}" for where, address in found), ""]
    with contextlib.suppress(TrackerError):  # the page says what is wrong with it
        lines.append(f"  Games are kept in {show(read_url(os.environ.get('SONAR_DB', '')))}. Ctrl+C ends it.\n")
    return "\n".join(lines) + "\n"


def with_greeting(
    lifespan: Callable[[Any], AbstractAsyncContextManager[None]],
) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    """Return a lifespan that tells the addresses as well: by then the server has its port."""

    @asynccontextmanager
    async def greeted(app: object) -> AsyncIterator[None]:
        async with lifespan(app):
            sys.stdout.write(greeting(config.get_option, lan_address()))
            sys.stdout.flush()
            yield

    return greeted
