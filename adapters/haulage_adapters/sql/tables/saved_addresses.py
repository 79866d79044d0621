"""Addresses that people saved."""

from sqlalchemy import CheckConstraint, Column, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.addresses import MAX_ADDRESS_NAME_LENGTH
from haulage_adapters.sql.tables.columns import identifier, instant, on_the_globe, placed, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_NAME, Json, Text, Whole

saved_addresses = Table(
    "saved_addresses",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    Column("name", Text(MAX_ADDRESS_NAME_LENGTH), nullable=False),
    Column("name_key", Text(MAX_NAME), nullable=False),
    *placed(""),
    Column("access", Json, nullable=True),
    instant("created_at"),
    instant("updated_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("user_id", "name_key"),
    *on_the_globe(""),
    CheckConstraint("version >= 1", name="version"),
)
"""``name_key`` is the name as it is compared."""

PERSONAL_DATA = (
    Section(
        "saved_addresses",
        saved_addresses,
        lambda who: saved_addresses.c.user_id == who.user_id,
        frozenset({"name_key"}),
        removed=True,
    ),
)
