"""How far drivers drove with orders is kept apart from the positions, which are deleted after 90 days."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.types import MAX_ID, Text, UtcTime

revision = "0055_delivery_mileage"
down_revision = "0054_difference_mails"
branch_labels = None
depends_on = None

UNRECORDED = sa.text("recorded_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "delivery_mileage",
        sa.Column("order_id", Text(MAX_ID), nullable=False),
        sa.Column("driver_id", Text(MAX_ID), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.Column("miles", sa.Double(), nullable=True),
        sa.Column("recorded_at", UtcTime(), nullable=True),
        sa.CheckConstraint("miles >= 0", name=op.f("ck_delivery_mileage_miles")),
        sa.CheckConstraint(
            "miles IS NULL OR recorded_at IS NOT NULL", name=op.f("ck_delivery_mileage_recorded")
        ),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_delivery_mileage_order_id")),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_delivery_mileage_driver_id")),
        sa.PrimaryKeyConstraint("order_id", "driver_id", name=op.f("pk_delivery_mileage")),
    )
    # Orders that were driven before: their positions may still be there.
    op.execute(
        "INSERT INTO delivery_mileage (order_id, driver_id, started_at) "
        "SELECT id, driver_id, started_at FROM orders "
        "WHERE driver_id IS NOT NULL AND started_at IS NOT NULL"
    )
    op.create_index(
        "ix_delivery_mileage_unrecorded",
        "delivery_mileage",
        ["started_at"],
        postgresql_where=UNRECORDED,
        sqlite_where=UNRECORDED,
    )
    op.create_index(
        op.f("ix_delivery_mileage_driver_id_started_at"), "delivery_mileage", ["driver_id", "started_at"]
    )
