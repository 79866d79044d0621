"""What is written down of deliveries."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table

from haulage_adapters.sql.tables.columns import identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import Json

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
)
"""One row for each turn of a driver at an order; ``state`` is the core's ``DeliveryLog``."""
