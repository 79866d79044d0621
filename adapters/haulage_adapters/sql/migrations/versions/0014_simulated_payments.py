"""Whether a payment moved no real money: so did all of them before there was a real provider."""

import sqlalchemy as sa
from alembic import op

revision = "0014_simulated_payments"
down_revision = "0013_both_addresses"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("payments", sa.Column("simulated", sa.Boolean(), nullable=False, server_default=sa.true()))
