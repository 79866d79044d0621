"""Rates of sales tax as an operator confirmed them. The empty word stands for all of a place or a service."""

from sqlalchemy import CheckConstraint, Column, Date, Index, PrimaryKeyConstraint, Table, text

from haulage.kernel.confirmation import MAX_CONFIRMER, MAX_SOURCE
from haulage_adapters.sql.tables.columns import identifier, instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_ID, MAX_NAME, MAX_WORD, Text, Whole

IN_FORCE = text("withdrawn_at IS NULL")
MOST_MILLIONTHS = 150_000

tax_rows = Table(
    "tax_rows",
    metadata,
    identifier(),
    Column("state", Text(2), nullable=False),
    Column("county", Text(MAX_NAME), nullable=False),
    Column("zip_code", Text(5), nullable=False),
    Column("taxed", Text(MAX_WORD), nullable=False),
    Column("rate_millionths", Whole(), nullable=False),
    Column("since", Date, nullable=False),
    Column("source", Text(MAX_SOURCE), nullable=False),
    Column("confirmed_by", Text(MAX_CONFIRMER), nullable=False),
    Column("confirmed_on", Date, nullable=False),
    instant("recorded_at"),
    Column("recorded_by", Text(MAX_ID), nullable=False),
    instant("withdrawn_at", nullable=True),
    Column("withdrawn_by", Text(MAX_ID), nullable=True),
    PrimaryKeyConstraint("id"),
    CheckConstraint(f"rate_millionths BETWEEN 0 AND {MOST_MILLIONTHS}", name="rate"),
    CheckConstraint("taxed IN ('', 'delivery', 'moving', 'pickup', 'assembly')", name="taxed"),
    CheckConstraint("source <> '' AND confirmed_by <> ''", name="confirmed"),
    CheckConstraint("(withdrawn_at IS NULL) = (withdrawn_by IS NULL)", name="withdrawn"),
    Index(
        "uq_tax_rows_one_rate",
        "state",
        "county",
        "zip_code",
        "taxed",
        "since",
        unique=True,
        postgresql_where=IN_FORCE,
        sqlite_where=IN_FORCE,
    ),
)
"""A rate in millionths is a percentage to its fourth decimal."""

NOBODYS = {
    tax_rows.name: "rates, and who answers for them at the operator's",
}
