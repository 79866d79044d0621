"""Deliveries that fail, and mails about orders that did not go as they should."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.respelling import respell

revision = "0027_failed_deliveries"
down_revision = "0026_tax_rows"
branch_labels = None
depends_on = None

REASONS = (
    "'nobody_there', 'wrong_address', 'no_access', 'refused', 'not_as_booked', 'items_damaged', "
    "'vehicle_trouble', 'unsafe'"
)
EVENTS = (
    "created",
    "payment_declined",
    "paid",
    "chosen_driver_unavailable",
    "assigned",
    "accepted",
    "en_route",
    "started",
    "picked_up",
    "completed",
    "handed_back",
    "cancelled",
    "rescheduled",
    "rated",
    "delivery_failed",
    "delivery_resumed",
    "returned",
)
MAILS = (
    "confirm_signup",
    "recovery",
    "magic_link",
    "email_change",
    "email_change_current",
    "reauthentication",
    "password_changed",
    "email_changed",
    "receipt",
    "identity_linked",
    "identity_unlinked",
    "factor_added",
    "factor_removed",
    "passkey_added",
    "passkey_removed",
    "delivery_failed",
    "items_returned",
    "not_delivered_reported",
    "share_held",
    "report_decided",
)


def upgrade() -> None:
    """No delivery has failed yet. The checks come with their columns, because SQLite adds no others."""
    respell("order_events", "type", EVENTS)
    respell("mails", "kind", MAILS)
    time = sa.DateTime(timezone=True)
    op.add_column("orders", sa.Column("failed_at", time, nullable=True))
    _add_checked("failure_reason", sa.String(32), "failure_reason", f"failure_reason IN ({REASONS})")
    op.add_column("orders", sa.Column("failure_note", sa.String(500), nullable=True))
    op.add_column("orders", sa.Column("failure_seen_there", sa.Boolean(), nullable=True))
    after = "returned_at IS NULL OR failed_at IS NOT NULL"
    _add_checked("returned_at", time, "returned_after_failing", after)


def _add_checked(column: str, kind: sa.types.TypeEngine[Any], name: str, condition: str) -> None:
    spelled = kind.compile(dialect=op.get_bind().dialect)
    op.execute(
        f"ALTER TABLE orders ADD COLUMN {column} {spelled} CONSTRAINT ck_orders_{name} CHECK ({condition})"
    )
