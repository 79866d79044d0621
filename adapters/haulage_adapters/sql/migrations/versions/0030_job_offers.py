"""Offers of paid orders to drivers, and events that tell of drivers who do not come."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.respelling import respell

revision = "0030_job_offers"
down_revision = "0029_delivery_reports"
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
)
OPEN = sa.text("state = 'open'")


def upgrade() -> None:
    respell("order_events", "type", EVENTS)
    _create_table()
    _offer_what_waits()


def _create_table() -> None:
    op.create_table(
        "job_offers",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("search", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=True),
        sa.Column("offered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answered_by", sa.String(64), nullable=True),
        sa.Column("reason", sa.String(500), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('chosen', 'assigned', 'in_turn', 'everyone')", name=op.f("ck_job_offers_kind")
        ),
        sa.CheckConstraint(
            "state IN ('open', 'accepted', 'declined', 'timed_out', 'withdrawn')",
            name=op.f("ck_job_offers_state"),
        ),
        sa.CheckConstraint("number >= 1", name=op.f("ck_job_offers_number")),
        sa.CheckConstraint("search >= 1", name=op.f("ck_job_offers_search")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_job_offers_version")),
        sa.CheckConstraint(
            "driver_id IS NOT NULL OR kind = 'everyone'", name=op.f("ck_job_offers_somebody_asked")
        ),
        sa.CheckConstraint(
            "(state = 'open') = (answered_at IS NULL)", name=op.f("ck_job_offers_answered_once")
        ),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_job_offers_order_id_orders")),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_job_offers_driver_id_drivers")),
        sa.ForeignKeyConstraint(
            ["answered_by"], ["drivers.id"], name=op.f("fk_job_offers_answered_by_drivers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_offers")),
        sa.UniqueConstraint("order_id", "number", name=op.f("uq_job_offers_order_id_number")),
    )
    op.create_index(op.f("ix_job_offers_driver_id_answered_at"), "job_offers", ["driver_id", "answered_at"])
    op.create_index(op.f("ix_job_offers_answered_at"), "job_offers", ["answered_at"])
    op.create_index(op.f("ix_job_offers_answered_by"), "job_offers", ["answered_by"])
    op.create_index(
        "uq_job_offers_one_open",
        "job_offers",
        ["order_id"],
        unique=True,
        postgresql_where=OPEN,
        sqlite_where=OPEN,
    )
    op.create_index(
        "ix_job_offers_open", "job_offers", ["driver_id"], postgresql_where=OPEN, sqlite_where=OPEN
    )


def _offer_what_waits() -> None:
    """Open orders are everybody's, as they were; who was assigned without a yes keeps the order for it."""
    op.execute(
        "INSERT INTO job_offers "
        "(id, order_id, number, search, kind, driver_id, offered_at, state, version) "
        "SELECT 'off_' || substr(id, 1, 60), id, 1, 1, "
        "CASE WHEN driver_id IS NULL THEN 'everyone' ELSE 'chosen' END, "
        "driver_id, updated_at, 'open', 1 FROM orders "
        "WHERE (status = 'pending' AND payment_status <> 'unpaid') "
        "OR (status = 'assigned' AND accepted_at IS NULL)"
    )
