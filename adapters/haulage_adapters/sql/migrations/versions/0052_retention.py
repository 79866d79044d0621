"""What is deleted once it was kept long enough is found by indexes; quotes know whether they were booked."""

import sqlalchemy as sa
from alembic import op

revision = "0052_retention"
down_revision = "0051_reconciliation"
branch_labels = None
depends_on = None

PARTIAL = (
    ("ix_quotes_not_booked", "quotes", "expires_at", "NOT booked"),
    ("ix_quotes_booked_with_all_offers", "quotes", "expires_at", "booked AND NOT offers_trimmed"),
    (
        "ix_accounts_unconfirmed",
        "accounts",
        "updated_at",
        "email_confirmed_at IS NULL AND last_sign_in_at IS NULL",
    ),
)
WHOLE = (
    ("order_events", "at"),
    ("delivery_logs", "updated_at"),
    ("delivery_actions", "received_at"),
    ("delivery_pins", "created_at"),
    ("tracking_links", "expires_at"),
    ("sms_sendings", "created_at"),
)


def upgrade() -> None:
    for name in ("booked", "offers_trimmed"):
        op.add_column("quotes", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE quotes SET booked = true "
        "WHERE EXISTS (SELECT 1 FROM orders WHERE orders.quote_id = quotes.id)"
    )
    for name, table, column, rows in PARTIAL:
        where = sa.text(rows)
        op.create_index(name, table, [column], postgresql_where=where, sqlite_where=where)
    for table, column in WHOLE:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
