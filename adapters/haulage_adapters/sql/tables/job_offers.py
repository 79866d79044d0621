"""Offers of paid orders to drivers."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)

from haulage.dispatch import OfferKind, OfferState
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    enum_checks,
    enum_column,
    identifier,
    instant,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import Text, Whole

OFFER_OPEN = text("state = 'open'")
"""What waits for an answer. Written out, so that the database sees it is the index's own."""

job_offers = Table(
    "job_offers",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    Column("number", Whole(), nullable=False),
    Column("search", Whole(), nullable=False),
    enum_column("kind", OfferKind),
    reference("driver_id", "drivers.id", nullable=True),
    instant("offered_at"),
    instant("expires_at", nullable=True),
    enum_column("state", OfferState),
    instant("answered_at", nullable=True),
    reference("answered_by", "drivers.id", nullable=True),
    Column("reason", Text(MAX_REASON), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("order_id", "number"),
    *enum_checks(kind=OfferKind, state=OfferState),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("search >= 1", name="search"),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("driver_id IS NOT NULL OR kind = 'everyone'", name="somebody_asked"),
    CheckConstraint("(state = 'open') = (answered_at IS NULL)", name="answered_once"),
    Index(None, "driver_id", "answered_at"),
    Index(None, "answered_at"),
    Index(None, "answered_by"),
    Index(
        "uq_job_offers_one_open",
        "order_id",
        unique=True,
        postgresql_where=OFFER_OPEN,
        sqlite_where=OFFER_OPEN,
    ),
    Index("ix_job_offers_open", "driver_id", postgresql_where=OFFER_OPEN, sqlite_where=OFFER_OPEN),
)
"""``driver_id`` is null in an offer to everyone; whoever refuses it has a closed row of their own. An order
has one open offer at the most: ``uq_job_offers_one_open`` refuses the second, however the two came about."""


def _own_job_offers(person: Person) -> ColumnElement[bool]:
    """Those made to the driver; offers to everyone are nobody's."""
    return job_offers.c.driver_id == person.drives_as


PERSONAL_DATA = (Section("jobs_offered", job_offers, _own_job_offers, frozenset({"reason"})),)
