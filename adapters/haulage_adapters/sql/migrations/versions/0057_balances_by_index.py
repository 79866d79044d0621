"""Indexes that balances are summed from, without reading the entries themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0057_balances_by_index"
down_revision = "0056_operation_state"
branch_labels = None
depends_on = None

UNPOSTED = sa.text("state <> 'posted'")


def upgrade() -> None:
    op.create_index(
        op.f("ix_ledger_entries_account_transaction_id_amount_cents"),
        "ledger_entries",
        ["account", "transaction_id", "amount_cents"],
    )
    op.drop_index(op.f("ix_ledger_entries_account_transaction_id"), "ledger_entries")
    op.create_index(
        "ix_ledger_transactions_unposted",
        "ledger_transactions",
        ["id"],
        postgresql_where=UNPOSTED,
        sqlite_where=UNPOSTED,
    )
