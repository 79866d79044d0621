"""What drivers' devices did without a connection, each once."""

import sqlalchemy as sa
from alembic import op

revision = "0024_delivery_actions"
down_revision = "0023_deliveries"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "delivery_actions",
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("client_id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("delivery_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('set_out', 'start', 'confirm_pickup', 'pause', 'resume', 'stop')",
            name=op.f("ck_delivery_actions_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["drivers.id"], name=op.f("fk_delivery_actions_driver_id_drivers")
        ),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_delivery_actions_order_id_orders")
        ),
        sa.PrimaryKeyConstraint("driver_id", "client_id", name=op.f("pk_delivery_actions")),
    )
    op.create_index(
        op.f("ix_delivery_actions_delivery_id"), "delivery_actions", ["delivery_id"], unique=False
    )
    op.create_index(op.f("ix_delivery_actions_order_id"), "delivery_actions", ["order_id"], unique=False)
