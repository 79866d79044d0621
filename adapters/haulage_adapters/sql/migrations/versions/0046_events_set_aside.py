"""Events that cannot be read are kept, and those that nobody handles yet; disputes cost what they cost."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.rechecking import recheck

revision = "0046_events_set_aside"
down_revision = "0045_job_queues"
branch_labels = None
depends_on = None

EITHER_WAY = "BETWEEN -10000000000 AND 10000000000"


def upgrade() -> None:
    op.add_column("provider_events", sa.Column("dispute_entries", sa.Integer(), nullable=True))
    op.add_column("provider_events", sa.Column("provider_id", sa.String(255), nullable=True))
    op.add_column("provider_events", sa.Column("account", sa.String(200), nullable=True))
    op.add_column("provider_events", sa.Column("body", sa.LargeBinary(), nullable=True))
    op.add_column("provider_events", sa.Column("fault", sa.String(200), nullable=True))
    recheck(
        "provider_events",
        kind="kind IN ('payment', 'refund', 'dispute', 'transfer', 'other', 'unreadable')",
        state="state IN ('waiting', 'applied', 'ignored', 'unhandled', 'unreadable')",
        settled_once="(state IN ('applied', 'ignored')) = (settled_at IS NOT NULL)",
        dispute_fee_cents=f"dispute_fee_cents {EITHER_WAY}",
    )
    op.execute("UPDATE provider_events SET state = 'unhandled', settled_at = NULL WHERE kind = 'other'")
    op.create_index(
        op.f("ix_provider_events_state_created_at_id"), "provider_events", ["state", "created_at", "id"]
    )
    op.create_index(op.f("ix_provider_events_created_at_id"), "provider_events", ["created_at", "id"])
    op.add_column("disputes", sa.Column("entries", sa.Integer(), nullable=False, server_default=sa.text("0")))
    recheck("disputes", fee_cents=f"fee_cents {EITHER_WAY}")
