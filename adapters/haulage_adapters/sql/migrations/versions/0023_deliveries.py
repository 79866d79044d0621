"""What is written down of deliveries: circles crossed, questions asked, and breaks."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0023_deliveries"
down_revision = "0022_tracking_links"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.create_table(
        "delivery_logs",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("state", JSON, nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_delivery_logs_order_id_orders")),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["drivers.id"], name=op.f("fk_delivery_logs_driver_id_drivers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery_logs")),
    )
    op.create_index(op.f("ix_delivery_logs_order_id"), "delivery_logs", ["order_id"], unique=False)
    op.create_index(op.f("ix_delivery_logs_driver_id"), "delivery_logs", ["driver_id"], unique=False)
