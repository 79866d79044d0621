"""One row about the marketplace as a whole: whether jobs are paused, and probes of writing."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.types import UtcTime

revision = "0056_operation_state"
down_revision = "0055_delivery_mileage"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "operation_state",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("jobs_paused_at", UtcTime(), nullable=True),
        sa.Column("jobs_paused_for", sa.String(32), nullable=True),
        sa.Column("probes", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_operation_state_one_row")),
        sa.CheckConstraint(
            "jobs_paused_for IN ('restored', 'operator')", name=op.f("ck_operation_state_jobs_paused_for")
        ),
        sa.CheckConstraint(
            "(jobs_paused_at IS NULL) = (jobs_paused_for IS NULL)",
            name=op.f("ck_operation_state_paused_for_a_reason"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operation_state")),
    )
