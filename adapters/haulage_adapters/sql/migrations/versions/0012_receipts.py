"""Receipts, and how many each day has had."""

import sqlalchemy as sa
from alembic import op

revision = "0012_receipts"
down_revision = "0011_ratings"
branch_labels = None
depends_on = None

MAX_CENTS = 10_000_000_000
LINES = ("base_fee", "distance_fee", "time_fee", "service_fee", "taxes", "tip")


def upgrade() -> None:
    amounts = [f"{line}_cents" for line in LINES]
    bounded = [name for name in amounts if name != "service_fee_cents"]
    op.create_table(
        "receipts",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("number", sa.String(32), nullable=False),
        sa.Column("confirmation_id", sa.String(64), nullable=False),
        sa.Column("payment_id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("order_number", sa.Integer(), nullable=False),
        sa.Column("customer_id", sa.String(64), nullable=False),
        sa.Column("customer_name", sa.String(200), nullable=False),
        sa.Column("customer_email", sa.String(320), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("service_type", sa.String(32), nullable=False),
        sa.Column("description", sa.String(2000), nullable=False),
        sa.Column("pickup_address", sa.String(300), nullable=False),
        sa.Column("delivery_address", sa.String(300), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in (*amounts, "total_cents")),
        sa.Column("card_brand", sa.String(32), nullable=True),
        sa.Column("card_last4", sa.String(4), nullable=True),
        sa.Column("simulated", sa.Boolean(), nullable=False),
        *(
            sa.CheckConstraint(f"{name} BETWEEN 0 AND {MAX_CENTS}", name=op.f(f"ck_receipts_{name}"))
            for name in (*bounded, "total_cents")
        ),
        sa.CheckConstraint(
            f"service_fee_cents BETWEEN -{MAX_CENTS} AND {MAX_CENTS}",
            name=op.f("ck_receipts_service_fee_cents"),
        ),
        sa.CheckConstraint(
            "service_type IN ('delivery', 'moving', 'pickup')", name=op.f("ck_receipts_service_type")
        ),
        sa.CheckConstraint(f"total_cents = {' + '.join(amounts)}", name=op.f("ck_receipts_adds_up")),
        sa.ForeignKeyConstraint(["payment_id"], ["payments.id"], name=op.f("fk_receipts_payment_id")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_receipts_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipts")),
        sa.UniqueConstraint("number", name=op.f("uq_receipts_number")),
        sa.UniqueConstraint("confirmation_id", name=op.f("uq_receipts_confirmation_id")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_receipts_payment_id")),
    )
    op.create_index(op.f("ix_receipts_order_id"), "receipts", ["order_id"], unique=False)
    op.create_index(
        op.f("ix_receipts_customer_id_paid_at_id"), "receipts", ["customer_id", "paid_at", "id"], unique=False
    )
    op.create_table(
        "receipt_days",
        sa.Column("day", sa.String(8), nullable=False),
        sa.Column("issued", sa.Integer(), nullable=False),
        sa.CheckConstraint("issued >= 1", name=op.f("ck_receipt_days_issued")),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_receipt_days")),
    )
