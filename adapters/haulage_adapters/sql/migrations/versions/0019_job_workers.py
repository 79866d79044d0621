"""The processes that do jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0019_job_workers"
down_revision = "0018_behaviour"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job_workers",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("beats", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("beats >= 1", name=op.f("ck_job_workers_beats")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_workers")),
    )
