"""Cards that people saved, and whom the card provider knows them as."""

from sqlalchemy import Boolean, CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, text

from haulage_adapters.sql.tables.columns import identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_NAME, MAX_WORD, Text, Whole

IS_DEFAULT = text("is_default")

card_customers = Table(
    "card_customers",
    metadata,
    reference("user_id", "users.id"),
    Column("provider_customer", Text(MAX_NAME), nullable=False),
    Column("simulated", Boolean, nullable=False),
    instant("created_at"),
    PrimaryKeyConstraint("user_id"),
)

saved_cards = Table(
    "saved_cards",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    Column("provider_customer", Text(MAX_NAME), nullable=False),
    Column("provider_card", Text(MAX_NAME), nullable=False),
    Column("brand", Text(MAX_WORD), nullable=False),
    Column("last4", Text(4), nullable=False),
    Column("expiry_month", Whole(), nullable=False),
    Column("expiry_year", Whole(), nullable=False),
    Column("is_default", Boolean, nullable=False),
    Column("simulated", Boolean, nullable=False),
    instant("created_at"),
    PrimaryKeyConstraint("id"),
    CheckConstraint("expiry_month BETWEEN 1 AND 12", name="expiry_month"),
    CheckConstraint("expiry_year BETWEEN 2000 AND 2199", name="expiry_year"),
    Index(None, "user_id"),
    Index(
        "uq_saved_cards_one_default",
        "user_id",
        "simulated",
        unique=True,
        postgresql_where=IS_DEFAULT,
        sqlite_where=IS_DEFAULT,
    ),
)

PERSONAL_DATA = (
    Section(
        "saved_cards",
        saved_cards,
        lambda who: saved_cards.c.user_id == who.user_id,
        frozenset({"provider_card"}),
        removed=True,
    ),
    Section(
        "card_customers",
        card_customers,
        lambda who: card_customers.c.user_id == who.user_id,
        removed=True,
    ),
)
