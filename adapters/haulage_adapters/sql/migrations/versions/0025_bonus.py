"""Whether a driver was quick enough for the bonus; nobody was, as long as none was paid."""

import sqlalchemy as sa
from alembic import op

revision = "0025_bonus"
down_revision = "0024_delivery_actions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "payment_splits",
        sa.Column("earned_bonus", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
