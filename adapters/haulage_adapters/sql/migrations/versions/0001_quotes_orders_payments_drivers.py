"""Quotes and offers, orders and their logs, payments, drivers and their positions, stored replies."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001_orders"
down_revision = None
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
DECIMAL = sa.String(60).with_variant(sa.Numeric(), "postgresql")


def upgrade() -> None:
    _order_numbers()
    _replies()
    _drivers()
    _quotes()
    _driver_positions()
    _offers()
    _orders()
    _order_events()
    _payments()


def _of_users(column: str, name: str) -> list[sa.ForeignKeyConstraint]:
    """A reference to ``users``, a table of a later revision.

    SQLite takes it now and could not add it afterwards without copying the table; PostgreSQL can only
    take it afterwards, and does in ``0003_users``.
    """
    if op.get_bind().dialect.name != "sqlite":
        return []
    return [sa.ForeignKeyConstraint([column], ["users.id"], name=op.f(name))]


def _where(condition: str) -> dict[str, Any]:
    """A partial index, on either database."""
    return {"postgresql_where": sa.text(condition), "sqlite_where": sa.text(condition)}


def _order_numbers() -> None:
    op.create_table(
        "order_numbers",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_numbers")),
        sqlite_autoincrement=True,
    )


def _replies() -> None:
    op.create_table(
        "replies",
        sa.Column("caller", sa.String(200), nullable=False),
        sa.Column("route", sa.String(200), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("body_hash", sa.String(128), nullable=False),
        sa.Column("reply", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("caller", "route", "key", name=op.f("pk_replies")),
    )
    op.create_index(op.f("ix_replies_created_at"), "replies", ["created_at"], unique=False)


def _drivers() -> None:
    op.create_table(
        "drivers",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("user_id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("vehicle", JSON, nullable=False),
        sa.Column("working_hours", JSON, nullable=False),
        sa.Column("per_mile_cents", sa.BigInteger(), nullable=False),
        sa.Column("minimum_fare_cents", sa.BigInteger(), nullable=False),
        sa.Column("specialties", JSON, nullable=False),
        sa.Column("is_online", sa.Boolean(), nullable=False),
        sa.Column("is_available", sa.Boolean(), nullable=False),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by", sa.String(64), nullable=True),
        sa.Column("approval_reason", sa.String(500), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("total_jobs", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(approved_at IS NULL) = (approval_reason IS NULL)", name=op.f("ck_drivers_approval_reason")
        ),
        sa.CheckConstraint(
            "(approved_at IS NULL) = (approved_by IS NULL)", name=op.f("ck_drivers_approved_by")
        ),
        sa.CheckConstraint(
            "NOT is_online OR approved_at IS NOT NULL", name=op.f("ck_drivers_approved_to_be_online")
        ),
        sa.CheckConstraint(
            "minimum_fare_cents BETWEEN 0 AND 10000000000", name=op.f("ck_drivers_minimum_fare_cents")
        ),
        sa.CheckConstraint(
            "per_mile_cents BETWEEN 0 AND 10000000000", name=op.f("ck_drivers_per_mile_cents")
        ),
        sa.CheckConstraint("rating BETWEEN 1 AND 5", name=op.f("ck_drivers_rating")),
        sa.CheckConstraint("total_jobs >= 0", name=op.f("ck_drivers_total_jobs")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_drivers_version")),
        *_of_users("user_id", "fk_drivers_user_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drivers")),
        sa.UniqueConstraint("user_id", name=op.f("uq_drivers_user_id")),
    )
    op.create_index(op.f("ix_drivers_changed_at_id"), "drivers", ["changed_at", "id"], unique=False)
    op.create_index(op.f("ix_drivers_created_at_id"), "drivers", ["created_at", "id"], unique=False)


def _quotes() -> None:
    op.create_table(
        "quotes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("customer_id", sa.String(64), nullable=False),
        sa.Column("item_class", sa.String(32), nullable=False),
        sa.Column("pickup_lat", sa.Double(), nullable=False),
        sa.Column("pickup_lng", sa.Double(), nullable=False),
        sa.Column("pickup_address", sa.String(300), nullable=False),
        sa.Column("dropoff_lat", sa.Double(), nullable=False),
        sa.Column("dropoff_lng", sa.Double(), nullable=False),
        sa.Column("dropoff_address", sa.String(300), nullable=False),
        sa.Column("items", JSON, nullable=False),
        sa.Column("trip", JSON, nullable=False),
        sa.Column("tax", JSON, nullable=False),
        sa.Column("base_fare_cents", sa.BigInteger(), nullable=False),
        sa.Column("distance_fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("time_fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("urgency_fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("extra_fees_cents", sa.BigInteger(), nullable=False),
        sa.Column("subtotal_cents", sa.BigInteger(), nullable=False),
        sa.Column("taxes_cents", sa.BigInteger(), nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("driver_share_cents", sa.BigInteger(), nullable=False),
        sa.Column("platform_share_cents", sa.BigInteger(), nullable=False),
        sa.Column("tariff", sa.String(32), nullable=False),
        sa.Column("ceiling_cents", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("scheduled_time", sa.DateTime(timezone=True), nullable=True),
        sa.Column("special_requirements", JSON, nullable=False),
        sa.CheckConstraint("item_class IN ('small', 'large')", name=op.f("ck_quotes_item_class")),
        sa.CheckConstraint(
            "base_fare_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_base_fare_cents")
        ),
        sa.CheckConstraint("ceiling_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_ceiling_cents")),
        sa.CheckConstraint(
            "distance_fee_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_distance_fee_cents")
        ),
        sa.CheckConstraint(
            "driver_share_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_driver_share_cents")
        ),
        sa.CheckConstraint("dropoff_lat BETWEEN -90 AND 90", name=op.f("ck_quotes_dropoff_lat")),
        sa.CheckConstraint("dropoff_lng BETWEEN -180 AND 180", name=op.f("ck_quotes_dropoff_lng")),
        sa.CheckConstraint(
            "extra_fees_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_extra_fees_cents")
        ),
        sa.CheckConstraint("pickup_lat BETWEEN -90 AND 90", name=op.f("ck_quotes_pickup_lat")),
        sa.CheckConstraint("pickup_lng BETWEEN -180 AND 180", name=op.f("ck_quotes_pickup_lng")),
        sa.CheckConstraint(
            "platform_share_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_platform_share_cents")
        ),
        sa.CheckConstraint("subtotal_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_subtotal_cents")),
        sa.CheckConstraint("taxes_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_taxes_cents")),
        sa.CheckConstraint("time_fee_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_time_fee_cents")),
        sa.CheckConstraint("total_cents = subtotal_cents + taxes_cents", name=op.f("ck_quotes_adds_up")),
        sa.CheckConstraint("total_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_total_cents")),
        sa.CheckConstraint(
            "urgency_fee_cents BETWEEN 0 AND 10000000000", name=op.f("ck_quotes_urgency_fee_cents")
        ),
        *_of_users("customer_id", "fk_quotes_customer_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quotes")),
    )
    op.create_index(
        op.f("ix_quotes_customer_id_created_at_id"),
        "quotes",
        ["customer_id", "created_at", "id"],
        unique=False,
    )


def _driver_positions() -> None:
    op.create_table(
        "driver_positions",
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("lat", sa.Double(), nullable=False),
        sa.Column("lng", sa.Double(), nullable=False),
        sa.Column("cell", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("lat BETWEEN -90 AND 90", name=op.f("ck_driver_positions_lat")),
        sa.CheckConstraint("lng BETWEEN -180 AND 180", name=op.f("ck_driver_positions_lng")),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_driver_positions_driver_id")),
        sa.PrimaryKeyConstraint("driver_id", name=op.f("pk_driver_positions")),
    )
    op.create_index(op.f("ix_driver_positions_cell"), "driver_positions", ["cell"], unique=False)


def _offers() -> None:
    op.create_table(
        "offers",
        sa.Column("quote_id", sa.String(64), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("driver_name", sa.String(200), nullable=False),
        sa.Column("vehicle", JSON, nullable=False),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("total_jobs", sa.Integer(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("factors", JSON, nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("miles_away", sa.Double(), nullable=False),
        sa.Column("arrival_minutes", sa.Integer(), nullable=False),
        sa.Column("distance_cents", sa.BigInteger(), nullable=False),
        sa.Column("top_up_cents", sa.BigInteger(), nullable=False),
        sa.Column("multiplier_cents", sa.BigInteger(), nullable=False),
        sa.Column("extra_fees_cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("distance_cents BETWEEN 0 AND 10000000000", name=op.f("ck_offers_distance_cents")),
        sa.CheckConstraint(
            "extra_fees_cents BETWEEN 0 AND 10000000000", name=op.f("ck_offers_extra_fees_cents")
        ),
        sa.CheckConstraint(
            "multiplier_cents BETWEEN -10000000000 AND 10000000000", name=op.f("ck_offers_multiplier_cents")
        ),
        sa.CheckConstraint("rank >= 1", name=op.f("ck_offers_rank")),
        sa.CheckConstraint("top_up_cents BETWEEN 0 AND 10000000000", name=op.f("ck_offers_top_up_cents")),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_offers_driver_id")),
        sa.ForeignKeyConstraint(["quote_id"], ["quotes.id"], name=op.f("fk_offers_quote_id")),
        sa.PrimaryKeyConstraint("quote_id", "driver_id", name=op.f("pk_offers")),
        sa.UniqueConstraint("quote_id", "rank", name=op.f("uq_offers_quote_id_rank")),
    )
    op.create_index(op.f("ix_offers_driver_id"), "offers", ["driver_id"], unique=False)


def _orders() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("customer_id", sa.String(64), nullable=False),
        sa.Column("quote_id", sa.String(64), nullable=False),
        sa.Column("service_type", sa.String(32), nullable=False),
        sa.Column("item_class", sa.String(32), nullable=False),
        sa.Column("pickup_lat", sa.Double(), nullable=False),
        sa.Column("pickup_lng", sa.Double(), nullable=False),
        sa.Column("pickup_address", sa.String(300), nullable=False),
        sa.Column("dropoff_lat", sa.Double(), nullable=False),
        sa.Column("dropoff_lng", sa.Double(), nullable=False),
        sa.Column("dropoff_address", sa.String(300), nullable=False),
        sa.Column("contact_name", sa.String(200), nullable=False),
        sa.Column("contact_phone", sa.String(32), nullable=False),
        sa.Column("items_description", sa.String(2000), nullable=False),
        sa.Column("weight_pounds", DECIMAL, nullable=False),
        sa.Column("volume_cubic_feet", DECIMAL, nullable=False),
        sa.Column("price_cents", sa.BigInteger(), nullable=False),
        sa.Column("distance_miles", DECIMAL, nullable=False),
        sa.Column("estimated_minutes", sa.Integer(), nullable=False),
        sa.Column("urgency", sa.String(32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("scheduled_time", sa.DateTime(timezone=True), nullable=True),
        sa.Column("window_from", sa.DateTime(timezone=True), nullable=True),
        sa.Column("window_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("chosen_driver_id", sa.String(64), nullable=True),
        sa.Column("driver_id", sa.String(64), nullable=True),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("payment_status", sa.String(32), nullable=False),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("pickup_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("assigned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("en_route_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("picked_up_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("handed_back", sa.Boolean(), nullable=False),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cancelled_by", sa.String(64), nullable=True),
        sa.Column("cancellation_reason", sa.String(500), nullable=True),
        sa.Column("cancellation_fee_cents", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(status = 'cancelled') = (cancelled_at IS NOT NULL)", name=op.f("ck_orders_cancelled_once")
        ),
        sa.CheckConstraint(
            "driver_id IS NOT NULL OR status NOT IN ('assigned', 'in_progress', 'completed')",
            name=op.f("ck_orders_worked_by_a_driver"),
        ),
        sa.CheckConstraint(
            "driver_id IS NULL OR status <> 'pending'", name=op.f("ck_orders_pending_without_driver")
        ),
        sa.CheckConstraint("item_class IN ('small', 'large')", name=op.f("ck_orders_item_class")),
        sa.CheckConstraint(
            "payment_status <> 'unpaid' OR driver_id IS NULL", name=op.f("ck_orders_paid_before_driven")
        ),
        sa.CheckConstraint(
            "payment_status IN ('unpaid', 'paid', 'invoiced')", name=op.f("ck_orders_payment_status")
        ),
        sa.CheckConstraint(
            "service_type IN ('delivery', 'moving', 'pickup')", name=op.f("ck_orders_service_type")
        ),
        sa.CheckConstraint(
            "status IN ('pending', 'assigned', 'in_progress', 'completed', 'cancelled')",
            name=op.f("ck_orders_status"),
        ),
        sa.CheckConstraint("urgency IN ('low', 'medium', 'high')", name=op.f("ck_orders_urgency")),
        sa.CheckConstraint("(window_from IS NULL) = (window_until IS NULL)", name=op.f("ck_orders_window")),
        sa.CheckConstraint("cancellation_fee_cents <= price_cents", name=op.f("ck_orders_fee_within_price")),
        sa.CheckConstraint(
            "cancellation_fee_cents BETWEEN 0 AND 10000000000", name=op.f("ck_orders_cancellation_fee_cents")
        ),
        sa.CheckConstraint("dropoff_lat BETWEEN -90 AND 90", name=op.f("ck_orders_dropoff_lat")),
        sa.CheckConstraint("dropoff_lng BETWEEN -180 AND 180", name=op.f("ck_orders_dropoff_lng")),
        sa.CheckConstraint("estimated_minutes >= 0", name=op.f("ck_orders_estimated_minutes")),
        sa.CheckConstraint("number >= 10000", name=op.f("ck_orders_number")),
        sa.CheckConstraint("pickup_lat BETWEEN -90 AND 90", name=op.f("ck_orders_pickup_lat")),
        sa.CheckConstraint("pickup_lng BETWEEN -180 AND 180", name=op.f("ck_orders_pickup_lng")),
        sa.CheckConstraint("price_cents BETWEEN 0 AND 10000000000", name=op.f("ck_orders_price_cents")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_orders_version")),
        sa.ForeignKeyConstraint(
            ["chosen_driver_id"], ["drivers.id"], name=op.f("fk_orders_chosen_driver_id")
        ),
        *_of_users("customer_id", "fk_orders_customer_id"),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_orders_driver_id")),
        sa.ForeignKeyConstraint(["quote_id"], ["quotes.id"], name=op.f("fk_orders_quote_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
        sa.UniqueConstraint("number", name=op.f("uq_orders_number")),
        sa.UniqueConstraint("quote_id", name=op.f("uq_orders_quote_id")),
    )
    op.create_index(op.f("ix_orders_chosen_driver_id"), "orders", ["chosen_driver_id"], unique=False)
    op.create_index(op.f("ix_orders_created_at_id"), "orders", ["created_at", "id"], unique=False)
    op.create_index(
        op.f("ix_orders_customer_id_created_at_id"),
        "orders",
        ["customer_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_orders_driver_id_created_at_id"), "orders", ["driver_id", "created_at", "id"], unique=False
    )
    op.create_index(
        "ix_orders_engaged",
        "orders",
        ["window_until", "driver_id"],
        unique=False,
        **_where("status IN ('assigned', 'in_progress') AND window_until IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_orders_status_created_at_id"), "orders", ["status", "created_at", "id"], unique=False
    )
    op.create_index(
        "uq_orders_one_in_hand",
        "orders",
        ["driver_id"],
        unique=True,
        **_where("(status = 'in_progress' OR (status = 'assigned' AND scheduled_time IS NULL))"),
    )


def _order_events() -> None:
    op.create_table(
        "order_events",
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("payment_status", sa.String(32), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "payment_status IN ('unpaid', 'paid', 'invoiced')", name=op.f("ck_order_events_payment_status")
        ),
        sa.CheckConstraint(
            "status IN ('pending', 'assigned', 'in_progress', 'completed', 'cancelled')",
            name=op.f("ck_order_events_status"),
        ),
        sa.CheckConstraint(
            "type IN ('created', 'payment_declined', 'paid', 'chosen_driver_unavailable', 'assigned', "
            "'accepted', 'en_route', 'started', 'picked_up', 'completed', 'handed_back', 'cancelled')",
            name=op.f("ck_order_events_type"),
        ),
        sa.CheckConstraint("sequence >= 1", name=op.f("ck_order_events_sequence")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_events_order_id")),
        sa.PrimaryKeyConstraint("order_id", "sequence", name=op.f("pk_order_events")),
    )


def _payments() -> None:
    op.create_table(
        "payments",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("customer_id", sa.String(64), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("provider_reference", sa.String(200), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decline_reason", sa.String(500), nullable=True),
        sa.Column("card_brand", sa.String(32), nullable=True),
        sa.Column("card_last4", sa.String(4), nullable=True),
        sa.Column("processing_fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("refund_requested_cents", sa.BigInteger(), nullable=False),
        sa.Column("refunded_cents", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "state IN ('requires_payment_method', 'processing', 'requires_action', 'succeeded', 'canceled')",
            name=op.f("ck_payments_state"),
        ),
        sa.CheckConstraint("amount_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payments_amount_cents")),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_payments_attempts")),
        sa.CheckConstraint(
            "processing_fee_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payments_processing_fee_cents")
        ),
        sa.CheckConstraint(
            "refund_requested_cents <= amount_cents", name=op.f("ck_payments_requested_at_most_all")
        ),
        sa.CheckConstraint(
            "refund_requested_cents BETWEEN 0 AND 10000000000",
            name=op.f("ck_payments_refund_requested_cents"),
        ),
        sa.CheckConstraint("refunded_cents <= amount_cents", name=op.f("ck_payments_refunded_at_most_all")),
        sa.CheckConstraint(
            "refunded_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payments_refunded_cents")
        ),
        sa.CheckConstraint("version >= 1", name=op.f("ck_payments_version")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_payments_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payments")),
    )
    op.create_index(
        op.f("ix_payments_customer_id_created_at_id"),
        "payments",
        ["customer_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(op.f("ix_payments_order_id"), "payments", ["order_id"], unique=False)
    op.create_index(
        "ix_payments_refund_due",
        "payments",
        ["updated_at", "id"],
        unique=False,
        **_where("refunded_cents < refund_requested_cents"),
    )
    op.create_index(
        "uq_payments_one_an_order", "payments", ["order_id"], unique=True, **_where("state <> 'canceled'")
    )
