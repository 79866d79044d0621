"""What customers say was not delivered, and shares that are held for it."""

import sqlalchemy as sa
from alembic import op

revision = "0029_delivery_reports"
down_revision = "0028_without_refunds_due"
branch_labels = None
depends_on = None

DUE = sa.text("status = 'pending' AND earned_at IS NOT NULL AND frozen_at IS NULL AND held_at IS NULL")


def upgrade() -> None:
    time = sa.DateTime(timezone=True)
    op.create_table(
        "delivery_reports",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("customer_id", sa.String(64), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("account", sa.String(2000), nullable=False),
        sa.Column("created_at", time, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("decided_at", time, nullable=True),
        sa.Column("decided_by", sa.String(64), nullable=True),
        sa.Column("decision_reason", sa.String(500), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(state = 'open') = (decided_at IS NULL)", name=op.f("ck_delivery_reports_decided_once")
        ),
        sa.CheckConstraint(
            "state IN ('open', 'released', 'refunded')", name=op.f("ck_delivery_reports_state")
        ),
        sa.CheckConstraint("version >= 1", name=op.f("ck_delivery_reports_version")),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["users.id"], name=op.f("fk_delivery_reports_customer_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["drivers.id"], name=op.f("fk_delivery_reports_driver_id_drivers")
        ),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_delivery_reports_order_id_orders")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery_reports")),
        sa.UniqueConstraint("order_id", name=op.f("uq_delivery_reports_order_id")),
    )
    for columns in (["state", "created_at", "id"], ["created_at", "id"], ["customer_id"], ["driver_id"]):
        name = op.f(f"ix_delivery_reports_{'_'.join(columns)}")
        op.create_index(name, "delivery_reports", columns, unique=False)
    op.add_column("payment_splits", sa.Column("held_at", time, nullable=True))
    op.drop_index("ix_payment_splits_due", table_name="payment_splits")
    op.create_index(
        "ix_payment_splits_due",
        "payment_splits",
        ["earned_at", "id"],
        unique=False,
        postgresql_where=DUE,
        sqlite_where=DUE,
    )
