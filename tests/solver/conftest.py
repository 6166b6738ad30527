"""Half of the solver's tests tell parents of one cell apart however few there are, so that small games go both ways."""

from __future__ import annotations

import zlib

import pytest

from tracker.solver import families


@pytest.fixture(autouse=True)
def _few_are_worth_looking_at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if zlib.crc32(request.node.name.encode()) % 2:
        monkeypatch.setattr(families, "WORTH_LOOKING", 1)
