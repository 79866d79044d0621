"""Which way a driver faces, so that their mark on a map can turn with them."""

import sqlalchemy as sa
from alembic import op

revision = "0005_headings"
down_revision = "0004_mails"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Unknown for every position that is kept already."""
    op.add_column("driver_positions", sa.Column("heading", sa.Double(), nullable=True))
