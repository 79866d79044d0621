"""Idempotency keys with the stored responses that repeated requests get."""

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table, text

from haulage_adapters.sql.tables.columns import instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, MAX_NAME, Text

MAX_KEY = 255

WITH_BODY = text("length(response) > 0")
"""Rows that still have their response."""

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("caller", Text(MAX_NAME), nullable=False),
    Column("route", Text(MAX_NAME), nullable=False),
    Column("key", Text(MAX_KEY), nullable=False),
    Column("body_hash", Text(128), nullable=False),
    Column("response", LargeBinary, nullable=False),
    instant("created_at"),
    Column("subject_id", Text(MAX_ID), nullable=True),
    PrimaryKeyConstraint("caller", "route", "key"),
    Index(None, "created_at"),
    Index(None, "subject_id"),
    Index("ix_idempotency_keys_with_body", "created_at", postgresql_where=WITH_BODY, sqlite_where=WITH_BODY),
)
"""``created_at`` lets old rows be deleted, ``subject_id`` those that tell of somebody who is erased. A
``response`` whose time is over is empty, while its key is still known."""

PERSONAL_DATA = (
    Section(
        "stored_responses",
        idempotency_keys,
        lambda who: idempotency_keys.c.caller == who.user_id,
        frozenset({"response"}),
        removed=True,
    ),
)
"""The bytes of a response repeat what other sections say."""
