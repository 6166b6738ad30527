"""The tables of the journal and the number of their format.

Knows names and types of columns, not what is written to them or when.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

SCHEMA = "1"
"""Tables that came later do not change it: they are added to a journal that lacks them."""

METADATA = MetaData()
META = Table(
    "sonar_meta",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("settings", Text, nullable=False),
)
OPERATIONS = Table(
    "operations",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("op", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("payload", Text, nullable=False),
    Column("device", String(64), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("game", "op"),
)
DEVICES = Table(
    "devices",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("rank", Integer, nullable=False),
    Column("code_hash", String(64), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("joined", Float, nullable=False),
    Column("revoked", Float, nullable=True),
)
INVITES = Table(
    "invites",
    METADATA,
    Column("short_hash", String(64), primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("expires", Float, nullable=False),
)
SUCCESSORS = Table(
    "successors",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("next", ForeignKey("games.id"), nullable=False, unique=True),
)
MAPS = Table(
    "maps",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("key_hash", String(64), nullable=False),
    Column("made", Float, nullable=False),
)
