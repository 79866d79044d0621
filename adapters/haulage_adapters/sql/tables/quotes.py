"""Quotes with their fares, and the drivers offered for each."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Double,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    false,
    select,
    text,
)

from haulage.kernel.money import MAX_CENTS
from haulage.kernel.services import ItemClass
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import (
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    on_the_globe,
    placed,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_NAME, MAX_WORD, Json, Text, Whole

FARE_LINES = (
    "base_fare_cents",
    "distance_fee_cents",
    "time_fee_cents",
    "urgency_fee_cents",
    "extra_fees_cents",
    "helper_fee_cents",
    "subtotal_cents",
    "taxes_cents",
    "total_cents",
    "driver_share_cents",
    "platform_share_cents",
)

NOT_BOOKED = text("NOT booked")
"""Quotes that nobody made an order of."""

BOOKED_WITH_ALL_OFFERS = text("booked AND NOT offers_trimmed")
"""Quotes of orders that still have the offers which were not taken."""

quotes = Table(
    "quotes",
    metadata,
    identifier(),
    reference("customer_id", "users.id"),
    enum_column("item_class", ItemClass),
    *placed("pickup_"),
    *placed("dropoff_"),
    Column("items", Json, nullable=False),
    Column("trip", Json, nullable=False),
    Column("tax", Json, nullable=False),
    *(cents(line) for line in FARE_LINES),
    Column("tariff", Text(MAX_WORD), nullable=False),
    cents("ceiling_cents"),
    instant("created_at"),
    instant("expires_at"),
    instant("scheduled_time", nullable=True),
    instant("scheduled_until", nullable=True),
    Column("special_requirements", Json, nullable=False),
    Column("carrier_need", Json, nullable=True),
    Column("booked", Boolean, nullable=False, server_default=false()),
    Column("offers_trimmed", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("id"),
    *range_checks(*FARE_LINES, "ceiling_cents"),
    *enum_checks(item_class=ItemClass),
    *on_the_globe("pickup_"),
    *on_the_globe("dropoff_"),
    CheckConstraint("total_cents = subtotal_cents + taxes_cents", name="adds_up"),
    Index(None, "customer_id", "created_at", "id"),
    Index("ix_quotes_not_booked", "expires_at", postgresql_where=NOT_BOOKED, sqlite_where=NOT_BOOKED),
    Index(
        "ix_quotes_booked_with_all_offers",
        "expires_at",
        postgresql_where=BOOKED_WITH_ALL_OFFERS,
        sqlite_where=BOOKED_WITH_ALL_OFFERS,
    ),
)
"""``booked`` is set together with the order, and ``offers_trimmed`` once only the taken offer is left."""

ESTIMATE_LINES = ("distance_cents", "top_up_cents", "multiplier_cents", "extra_fees_cents")

quote_offers = Table(
    "quote_offers",
    metadata,
    reference("quote_id", "quotes.id"),
    reference("driver_id", "drivers.id"),
    Column("rank", Whole(), nullable=False),
    Column("driver_name", Text(MAX_NAME), nullable=False),
    Column("vehicle", Json, nullable=False),
    Column("rating", Double, nullable=True),
    Column("total_jobs", Whole(), nullable=False),
    Column("score", Double, nullable=False),
    Column("factors", Json, nullable=False),
    Column("confidence", Double, nullable=False),
    Column("miles_away", Double, nullable=False),
    Column("arrival_minutes", Whole(), nullable=False),
    *(cents(line) for line in ESTIMATE_LINES),
    PrimaryKeyConstraint("quote_id", "driver_id"),
    UniqueConstraint("quote_id", "rank"),
    CheckConstraint("rank >= 1", name="rank"),
    *range_checks("distance_cents", "top_up_cents", "extra_fees_cents"),
    *range_checks("multiplier_cents", at_least=-MAX_CENTS),
    Index(None, "driver_id"),
)


def _own_offers(person: Person) -> ColumnElement[bool]:
    """Those made to the customer, without the drivers' own entries."""
    return quote_offers.c.quote_id.in_(select(quotes.c.id).where(quotes.c.customer_id == person.user_id))


PERSONAL_DATA = (
    Section("quotes", quotes, lambda who: quotes.c.customer_id == who.user_id),
    Section("offers", quote_offers, _own_offers),
    Section(
        "offers_as_driver",
        quote_offers,
        lambda who: quote_offers.c.driver_id == who.drives_as,
        frozenset({"score", "factors", "confidence", "rank"}),
    ),
)
