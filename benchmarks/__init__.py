"""Measurements of the solver; the table of cases is shared with the tests."""
