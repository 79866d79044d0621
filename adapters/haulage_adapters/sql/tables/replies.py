"""Replies kept for requests that are sent twice."""

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table

from haulage_adapters.sql.tables.columns import instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_NAME, Text

MAX_KEY = 255

replies = Table(
    "replies",
    metadata,
    Column("caller", Text(MAX_NAME), nullable=False),
    Column("route", Text(MAX_NAME), nullable=False),
    Column("key", Text(MAX_KEY), nullable=False),
    Column("body_hash", Text(128), nullable=False),
    Column("reply", LargeBinary, nullable=False),
    instant("created_at"),
    PrimaryKeyConstraint("caller", "route", "key"),
    Index(None, "created_at"),
)
"""``created_at`` lets old replies be forgotten."""
