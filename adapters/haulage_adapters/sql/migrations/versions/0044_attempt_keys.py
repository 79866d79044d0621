"""A payment knows which request made its latest attempt."""

import sqlalchemy as sa
from alembic import op

revision = "0044_attempt_keys"
down_revision = "0043_authority_rows"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("payments", sa.Column("attempt_key", sa.String(64), nullable=True))
