"""What an order's log tells after its end: proofs, and what customers say was not delivered."""

from haulage_adapters.sql.migrations.respelling import respell

revision = "0036_late_news"
down_revision = "0035_ways_out"
branch_labels = None
depends_on = None

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
    "declined",
    "timed_out",
    "reassigned",
    "cancelled",
    "rescheduled",
    "rated",
    "delivery_failed",
    "delivery_resumed",
    "returned",
    "proved",
    "not_delivered_reported",
    "report_decided",
)


def upgrade() -> None:
    respell("order_events", "type", EVENTS)
