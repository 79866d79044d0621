"""What lanes between states need, as an operator confirmed it."""

from sqlalchemy import CheckConstraint, Column, Date, Index, PrimaryKeyConstraint, Table, text

from haulage.authority import Authority
from haulage.authority.confirmed import MOST_COVER_CENTS
from haulage.kernel.carrier import COVER_FLOOR_CENTS
from haulage.kernel.confirmation import MAX_CONFIRMER, MAX_SOURCE
from haulage.kernel.services import ServiceType
from haulage_adapters.sql.tables.columns import cents, enum_checks, identifier, instant, range_checks
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_ID, MAX_WORD, Text

IN_FORCE = text("withdrawn_at IS NULL")

authority_rows = Table(
    "authority_rows",
    metadata,
    identifier(),
    Column("origin", Text(2), nullable=False),
    Column("destination", Text(2), nullable=False),
    Column("service", Text(MAX_WORD), nullable=False),
    Column("authority", Text(MAX_WORD), nullable=False),
    Column("since", Date, nullable=False),
    Column("source", Text(MAX_SOURCE), nullable=False),
    Column("confirmed_by", Text(MAX_CONFIRMER), nullable=False),
    Column("confirmed_on", Date, nullable=False),
    cents("least_cover_cents"),
    instant("recorded_at"),
    Column("recorded_by", Text(MAX_ID), nullable=False),
    instant("withdrawn_at", nullable=True),
    Column("withdrawn_by", Text(MAX_ID), nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(service=ServiceType, authority=Authority),
    *range_checks("least_cover_cents", at_least=COVER_FLOOR_CENTS, at_most=MOST_COVER_CENTS),
    CheckConstraint("source <> '' AND confirmed_by <> ''", name="confirmed"),
    CheckConstraint("(withdrawn_at IS NULL) = (withdrawn_by IS NULL)", name="withdrawn"),
    Index(
        "uq_authority_rows_lane",
        "origin",
        "destination",
        "service",
        "since",
        unique=True,
        postgresql_where=IN_FORCE,
        sqlite_where=IN_FORCE,
    ),
)

NOBODYS = {
    authority_rows.name: "what trips between states need, and who answers for it at the operator's",
}
