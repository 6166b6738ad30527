"""Settings of all tests: property tests draw the same examples on every run and never fail for being slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("tracker", deadline=None, derandomize=True)
settings.load_profile("tracker")
