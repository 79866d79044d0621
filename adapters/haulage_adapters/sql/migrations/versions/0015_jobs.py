"""Work that is done later, and the jobs for what older releases had left to be done."""

import sqlalchemy as sa
from alembic import op

revision = "0015_jobs"
down_revision = "0014_simulated_payments"
branch_labels = None
depends_on = None

WAITING = sa.text("state = 'waiting'")

REFUNDS = """
INSERT INTO jobs (id, kind, subject, created_at, due_at, state, attempts, version)
SELECT 'send_refund:' || id || ':' || refund_requested_cents, 'send_refund', id, updated_at, updated_at,
       'waiting', 0, 1
FROM payments WHERE refund_requested_cents > refunded_cents
"""

UNPAID = """
INSERT INTO jobs (id, kind, subject, created_at, due_at, state, attempts, version)
SELECT 'cancel_unpaid_order:' || id, 'cancel_unpaid_order', id, created_at, created_at, 'waiting', 0, 1
FROM orders WHERE status = 'pending' AND payment_status = 'unpaid'
"""
"""Due at once: who looks finds out how much time an order has left."""

STUCK = """
INSERT INTO jobs (id, kind, subject, created_at, due_at, state, attempts, version)
SELECT 'settle_payment:' || id || ':' || attempts, 'settle_payment', id, updated_at, updated_at,
       'waiting', 0, 1
FROM payments WHERE state = 'processing'
"""


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(48), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(500), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'done', 'dead')", name=op.f("ck_jobs_state")),
        sa.CheckConstraint("(state = 'waiting') = (finished_at IS NULL)", name=op.f("ck_jobs_finished_once")),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_jobs_attempts")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_jobs_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_created_at_id"), "jobs", ["created_at", "id"], unique=False)
    op.create_index(op.f("ix_jobs_state_finished_at"), "jobs", ["state", "finished_at"], unique=False)
    op.create_index(
        "ix_jobs_due", "jobs", ["due_at", "id"], unique=False, postgresql_where=WAITING, sqlite_where=WAITING
    )
    op.execute(REFUNDS)
    op.execute(UNPAID)
    op.execute(STUCK)
