"""Exact companion for the Radio Operator at a Captain Sonar table."""
