"""Runs of the reconciliation."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.types import UtcTime

revision = "0064_reconciliation_runs"
down_revision = "0063_returned_attempts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reconciliation_runs",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("requested_at", UtcTime(), nullable=False),
        sa.Column("mending", sa.Boolean(), nullable=False),
        sa.Column("since", UtcTime(), nullable=True),
        sa.Column("started_at", UtcTime(), nullable=True),
        sa.Column("finished_at", UtcTime(), nullable=True),
        sa.Column("failure", sa.String(500), nullable=True),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("mended", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=False),
        sa.Column("open", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reconciliation_runs")),
    )
