"""What is written down of deliveries."""

from sqlalchemy import CheckConstraint, Column, Double, Index, PrimaryKeyConstraint, Table, text

from haulage.deliveries import ActionKind
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, Json, Text

delivery_logs = Table(
    "delivery_logs",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    reference("driver_id", "drivers.id"),
    Column("state", Json, nullable=False),
    instant("updated_at"),
    PrimaryKeyConstraint("id"),
    Index(None, "order_id"),
    Index(None, "driver_id"),
    Index(None, "updated_at"),
)
"""One row for each turn of a driver at an order; ``state`` is the core's ``DeliveryLog``."""

delivery_actions = Table(
    "delivery_actions",
    metadata,
    reference("driver_id", "drivers.id"),
    Column("client_id", Text(MAX_ID), nullable=False),
    reference("order_id", "orders.id"),
    identifier("delivery_id"),
    enum_column("kind", ActionKind),
    instant("at"),
    instant("received_at"),
    Column("after_id", Text(MAX_ID), nullable=True),
    Column("reason", Text(32), nullable=True),
    Column("note", Text(500), nullable=True),
    PrimaryKeyConstraint("driver_id", "client_id"),
    *enum_checks(kind=ActionKind),
    Index(None, "delivery_id"),
    Index(None, "received_at"),
    Index(None, "order_id"),
)
"""What drivers' devices did without a connection, each once under the device's own id for it."""

UNRECORDED = text("recorded_at IS NULL")
"""Mileage that nobody has worked out yet."""

delivery_mileage = Table(
    "delivery_mileage",
    metadata,
    reference("order_id", "orders.id"),
    reference("driver_id", "drivers.id"),
    instant("started_at"),
    instant("ended_at", nullable=True),
    Column("miles", Double, nullable=True),
    instant("recorded_at", nullable=True),
    PrimaryKeyConstraint("order_id", "driver_id"),
    CheckConstraint("miles >= 0", name="miles"),
    CheckConstraint("miles IS NULL OR recorded_at IS NOT NULL", name="recorded"),
    Index(
        "ix_delivery_mileage_unrecorded",
        "started_at",
        postgresql_where=UNRECORDED,
        sqlite_where=UNRECORDED,
    ),
    Index(None, "driver_id", "started_at"),
)
"""How far drivers drove with orders. It outlives the positions that it was worked out from."""

PERSONAL_DATA = (
    Section("delivery_actions", delivery_actions, lambda who: delivery_actions.c.driver_id == who.drives_as),
    Section("miles_driven", delivery_mileage, lambda who: delivery_mileage.c.driver_id == who.drives_as),
    Section("deliveries", delivery_logs, lambda who: delivery_logs.c.driver_id == who.drives_as),
)
