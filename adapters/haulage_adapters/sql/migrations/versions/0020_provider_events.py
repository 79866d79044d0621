"""What the card provider tells us unasked, and payments found by the provider's own reference."""

import sqlalchemy as sa
from alembic import op

revision = "0020_provider_events"
down_revision = "0019_job_workers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "provider_events",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("type", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("provider_reference", sa.String(200), nullable=True),
        sa.Column("object_reference", sa.String(200), nullable=True),
        sa.Column("dispute_amount_cents", sa.BigInteger(), nullable=True),
        sa.Column("dispute_fee_cents", sa.BigInteger(), nullable=True),
        sa.Column("dispute_status", sa.String(100), nullable=True),
        sa.Column("dispute_reason", sa.String(100), nullable=True),
        sa.Column("heard_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('payment', 'refund', 'dispute', 'transfer', 'other')",
            name=op.f("ck_provider_events_kind"),
        ),
        sa.CheckConstraint(
            "state IN ('waiting', 'applied', 'ignored')", name=op.f("ck_provider_events_state")
        ),
        sa.CheckConstraint(
            "dispute_amount_cents BETWEEN 0 AND 10000000000",
            name=op.f("ck_provider_events_dispute_amount_cents"),
        ),
        sa.CheckConstraint(
            "dispute_fee_cents BETWEEN 0 AND 10000000000", name=op.f("ck_provider_events_dispute_fee_cents")
        ),
        sa.CheckConstraint(
            "(state = 'waiting') = (settled_at IS NULL)", name=op.f("ck_provider_events_settled_once")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_provider_events")),
    )
    op.create_index(
        op.f("ix_provider_events_provider_reference_created_at_id"),
        "provider_events",
        ["provider_reference", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_provider_events_state_settled_at"),
        "provider_events",
        ["state", "settled_at"],
        unique=False,
    )
    op.create_index(op.f("ix_payments_provider_reference"), "payments", ["provider_reference"], unique=False)
