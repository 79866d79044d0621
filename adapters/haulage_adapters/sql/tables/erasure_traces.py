"""What erasures that are not done look for."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table

from haulage_adapters.sql.tables.columns import identifier, instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import Text

MAX_SEALED_LENGTH = 100_000
"""Ours: a sealed piece is a third longer than what is in it."""

erasure_traces = Table(
    "erasure_traces",
    metadata,
    identifier(),
    identifier("user_id"),
    Column("sealed", Text(MAX_SEALED_LENGTH), nullable=False),
    instant("created_at"),
    PrimaryKeyConstraint("id"),
    Index(None, "user_id"),
    Index(None, "created_at"),
)

NOBODYS = {
    erasure_traces.name: "sealed names and addresses of people who were erased, until they are taken out of "
    "what others wrote, usually within minutes",
}
