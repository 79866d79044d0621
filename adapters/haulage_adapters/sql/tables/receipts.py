"""Receipts, and how many each day has had."""

from sqlalchemy import Boolean, CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.kernel.money import MAX_CENTS
from haulage.kernel.services import ServiceType
from haulage_adapters.sql.tables.columns import (
    MAX_ADDRESS,
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_EMAIL, MAX_NAME, MAX_TEXT, MAX_WORD, Text, Whole

BREAKDOWN = (
    "base_fee_cents",
    "distance_fee_cents",
    "time_fee_cents",
    "service_fee_cents",
    "helper_fee_cents",
    "taxes_cents",
    "tip_cents",
)

receipts = Table(
    "receipts",
    metadata,
    identifier(),
    Column("number", Text(MAX_WORD), nullable=False),
    identifier("confirmation_id"),
    reference("payment_id", "payments.id"),
    reference("order_id", "orders.id"),
    Column("order_number", Whole(), nullable=False),
    identifier("customer_id"),
    Column("customer_name", Text(MAX_NAME), nullable=False),
    Column("customer_email", Text(MAX_EMAIL), nullable=False),
    instant("issued_at"),
    instant("paid_at"),
    enum_column("service_type", ServiceType),
    Column("description", Text(MAX_TEXT), nullable=False),
    Column("pickup_address", Text(MAX_ADDRESS), nullable=False),
    Column("delivery_address", Text(MAX_ADDRESS), nullable=False),
    *(cents(line) for line in BREAKDOWN),
    cents("total_cents"),
    Column("card_brand", Text(MAX_WORD), nullable=True),
    Column("card_last4", Text(4), nullable=True),
    Column("simulated", Boolean, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("number"),
    UniqueConstraint("confirmation_id"),
    UniqueConstraint("payment_id"),
    *range_checks(*(line for line in BREAKDOWN if line != "service_fee_cents"), "total_cents"),
    *range_checks("service_fee_cents", at_least=-MAX_CENTS),
    *enum_checks(service_type=ServiceType),
    CheckConstraint(f"total_cents = {' + '.join(BREAKDOWN)}", name="adds_up"),
    Index(None, "order_id"),
    Index(None, "customer_id", "paid_at", "id"),
)

receipt_days = Table(
    "receipt_days",
    metadata,
    Column("day", Text(8), nullable=False),
    Column("issued", Whole(), nullable=False),
    PrimaryKeyConstraint("day"),
    CheckConstraint("issued >= 1", name="issued"),
)
"""The platform's days as ``YYYYMMDD``, and the last number that each gave out (OP-101)."""

PERSONAL_DATA = (Section("receipts", receipts, lambda who: receipts.c.customer_id == who.user_id),)

NOBODYS = {
    receipt_days.name: "how many receipts a day has had",
}
