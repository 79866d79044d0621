"""What customers think of a delivery, and events that tell of ratings and of another time."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011_ratings"
down_revision = "0010_ledger"
branch_labels = None
depends_on = None

EVENTS = (
    "'created', 'payment_declined', 'paid', 'chosen_driver_unavailable', 'assigned', 'accepted', "
    "'en_route', 'started', 'picked_up', 'completed', 'handed_back', 'cancelled', 'rescheduled', 'rated'"
)


def upgrade() -> None:
    """No order is rated yet. The checks come with their columns, because SQLite adds no others."""
    whole, text, time = sa.Integer(), sa.String(2000), sa.DateTime(timezone=True)
    op.add_column("orders", sa.Column("customer_feedback", text, nullable=True))
    _add_checked("customer_rating", whole, "customer_rating", "customer_rating BETWEEN 1 AND 5")
    _add_checked("rated_at", time, "rated_once", "(customer_rating IS NULL) = (rated_at IS NULL)")
    with op.batch_alter_table("order_events") as events:
        events.drop_constraint(op.f("ck_order_events_type"), type_="check")
        events.create_check_constraint(op.f("ck_order_events_type"), f"type IN ({EVENTS})")


def _add_checked(column: str, kind: sa.types.TypeEngine[Any], name: str, condition: str) -> None:
    spelled = kind.compile(dialect=op.get_bind().dialect)
    op.execute(
        f"ALTER TABLE orders ADD COLUMN {column} {spelled} CONSTRAINT ck_orders_{name} CHECK ({condition})"
    )
