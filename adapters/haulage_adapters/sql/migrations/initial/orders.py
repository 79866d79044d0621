"""Quotes with their offers, orders with their numbers, events, search texts and tracking links."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
    false,
)

from haulage_adapters.sql.migrations.initial.columns import DECIMAL, JSON, TIME, create_table, where
from haulage_adapters.sql.triggers.order_texts import TRIGGERS


def create() -> None:
    _quotes()
    _offers()
    _order_numbers()
    _orders()
    _order_events()
    _order_texts()
    _order_text_rewrites()
    _tracking_links()
    _job_offers()
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _quotes() -> None:
    create_table(
        "quotes",
        Column("id", String(64), nullable=False),
        Column("customer_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("item_class", String(32), nullable=False),
        Column("pickup_lat", Double(), nullable=False),
        Column("pickup_lng", Double(), nullable=False),
        Column("pickup_address", String(300), nullable=False),
        Column("dropoff_lat", Double(), nullable=False),
        Column("dropoff_lng", Double(), nullable=False),
        Column("dropoff_address", String(300), nullable=False),
        Column("items", JSON, nullable=False),
        Column("trip", JSON, nullable=False),
        Column("tax", JSON, nullable=False),
        Column("base_fare_cents", BigInteger(), nullable=False),
        Column("distance_fee_cents", BigInteger(), nullable=False),
        Column("time_fee_cents", BigInteger(), nullable=False),
        Column("urgency_fee_cents", BigInteger(), nullable=False),
        Column("extra_fees_cents", BigInteger(), nullable=False),
        Column("helper_fee_cents", BigInteger(), nullable=False),
        Column("subtotal_cents", BigInteger(), nullable=False),
        Column("taxes_cents", BigInteger(), nullable=False),
        Column("total_cents", BigInteger(), nullable=False),
        Column("driver_share_cents", BigInteger(), nullable=False),
        Column("platform_share_cents", BigInteger(), nullable=False),
        Column("tariff", String(32), nullable=False),
        Column("ceiling_cents", BigInteger(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("expires_at", TIME, nullable=False),
        Column("scheduled_time", TIME),
        Column("scheduled_until", TIME),
        Column("special_requirements", JSON, nullable=False),
        Column("carrier_need", JSON),
        Column("booked", Boolean(), nullable=False, server_default=false()),
        Column("offers_trimmed", Boolean(), nullable=False, server_default=false()),
        PrimaryKeyConstraint("id"),
        CheckConstraint("base_fare_cents BETWEEN 0 AND 10000000000", name="base_fare_cents"),
        CheckConstraint("distance_fee_cents BETWEEN 0 AND 10000000000", name="distance_fee_cents"),
        CheckConstraint("time_fee_cents BETWEEN 0 AND 10000000000", name="time_fee_cents"),
        CheckConstraint("urgency_fee_cents BETWEEN 0 AND 10000000000", name="urgency_fee_cents"),
        CheckConstraint("extra_fees_cents BETWEEN 0 AND 10000000000", name="extra_fees_cents"),
        CheckConstraint("helper_fee_cents BETWEEN 0 AND 10000000000", name="helper_fee_cents"),
        CheckConstraint("subtotal_cents BETWEEN 0 AND 10000000000", name="subtotal_cents"),
        CheckConstraint("taxes_cents BETWEEN 0 AND 10000000000", name="taxes_cents"),
        CheckConstraint("total_cents BETWEEN 0 AND 10000000000", name="total_cents"),
        CheckConstraint("driver_share_cents BETWEEN 0 AND 10000000000", name="driver_share_cents"),
        CheckConstraint("platform_share_cents BETWEEN 0 AND 10000000000", name="platform_share_cents"),
        CheckConstraint("ceiling_cents BETWEEN 0 AND 10000000000", name="ceiling_cents"),
        CheckConstraint("item_class IN ('small', 'large')", name="item_class"),
        CheckConstraint("pickup_lat BETWEEN -90 AND 90", name="pickup_lat"),
        CheckConstraint("pickup_lng BETWEEN -180 AND 180", name="pickup_lng"),
        CheckConstraint("dropoff_lat BETWEEN -90 AND 90", name="dropoff_lat"),
        CheckConstraint("dropoff_lng BETWEEN -180 AND 180", name="dropoff_lng"),
        CheckConstraint("total_cents = subtotal_cents + taxes_cents", name="adds_up"),
        Index(None, "customer_id", "created_at", "id"),
        Index("ix_quotes_booked_with_all_offers", "expires_at", **where("booked AND NOT offers_trimmed")),
        Index("ix_quotes_not_booked", "expires_at", **where("NOT booked")),
    )


def _offers() -> None:
    create_table(
        "quote_offers",
        Column("quote_id", String(64), ForeignKey("quotes.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("rank", Integer(), nullable=False),
        Column("driver_name", String(200), nullable=False),
        Column("vehicle", JSON, nullable=False),
        Column("rating", Double()),
        Column("total_jobs", Integer(), nullable=False),
        Column("score", Double(), nullable=False),
        Column("factors", JSON, nullable=False),
        Column("confidence", Double(), nullable=False),
        Column("miles_away", Double(), nullable=False),
        Column("arrival_minutes", Integer(), nullable=False),
        Column("distance_cents", BigInteger(), nullable=False),
        Column("top_up_cents", BigInteger(), nullable=False),
        Column("multiplier_cents", BigInteger(), nullable=False),
        Column("extra_fees_cents", BigInteger(), nullable=False),
        PrimaryKeyConstraint("quote_id", "driver_id"),
        UniqueConstraint("quote_id", "rank"),
        CheckConstraint("rank >= 1", name="rank"),
        CheckConstraint("distance_cents BETWEEN 0 AND 10000000000", name="distance_cents"),
        CheckConstraint("top_up_cents BETWEEN 0 AND 10000000000", name="top_up_cents"),
        CheckConstraint("extra_fees_cents BETWEEN 0 AND 10000000000", name="extra_fees_cents"),
        CheckConstraint("multiplier_cents BETWEEN -10000000000 AND 10000000000", name="multiplier_cents"),
        Index(None, "driver_id"),
    )


def _order_numbers() -> None:
    create_table(
        "order_numbers",
        Column("id", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )


def _orders() -> None:
    create_table(
        "orders",
        Column("id", String(64), nullable=False),
        Column("number", Integer(), nullable=False),
        Column("customer_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("quote_id", String(64), ForeignKey("quotes.id"), nullable=False),
        Column("service_type", String(32), nullable=False),
        Column("item_class", String(32), nullable=False),
        Column("pickup_lat", Double(), nullable=False),
        Column("pickup_lng", Double(), nullable=False),
        Column("pickup_address", String(300), nullable=False),
        Column("dropoff_lat", Double(), nullable=False),
        Column("dropoff_lng", Double(), nullable=False),
        Column("dropoff_address", String(300), nullable=False),
        Column("contact_name", String(200), nullable=False),
        Column("contact_phone", String(32), nullable=False),
        Column("pickup_access", JSON),
        Column("dropoff_access", JSON),
        Column("items_description", String(2000), nullable=False),
        Column("items", JSON, nullable=False),
        Column("item_notes", String(500), nullable=False),
        Column("helpers", Integer(), nullable=False),
        Column("carrier_need", JSON),
        Column("weight_pounds", DECIMAL, nullable=False),
        Column("volume_cubic_feet", DECIMAL, nullable=False),
        Column("price_cents", BigInteger(), nullable=False),
        Column("distance_miles", DECIMAL, nullable=False),
        Column("estimated_minutes", Integer(), nullable=False),
        Column("urgency", String(32), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("scheduled_time", TIME),
        Column("scheduled_until", TIME),
        Column("window_from", TIME),
        Column("window_until", TIME),
        Column("chosen_driver_id", String(64), ForeignKey("drivers.id")),
        Column("driver_id", String(64), ForeignKey("drivers.id")),
        Column("status", String(32), nullable=False),
        Column("payment_status", String(32), nullable=False),
        Column("paid_at", TIME),
        Column("pickup_due_at", TIME),
        Column("assigned_at", TIME),
        Column("accepted_at", TIME),
        Column("en_route_at", TIME),
        Column("started_at", TIME),
        Column("picked_up_at", TIME),
        Column("completed_at", TIME),
        Column("handed_back", Boolean(), nullable=False),
        Column("cancelled_at", TIME),
        Column("cancelled_by", String(64)),
        Column("cancellation_reason", String(500)),
        Column("cancellation_fee_cents", BigInteger()),
        Column("customer_rating", Integer()),
        Column("customer_feedback", String(2000)),
        Column("rated_at", TIME),
        Column("failed_at", TIME),
        Column("failure_reason", String(32)),
        Column("failure_note", String(500)),
        Column("failure_seen_there", Boolean()),
        Column("returned_at", TIME),
        Column("driven_with", JSON),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("number"),
        UniqueConstraint("quote_id"),
        CheckConstraint("number >= 10000", name="number"),
        CheckConstraint("price_cents BETWEEN 0 AND 10000000000", name="price_cents"),
        CheckConstraint("cancellation_fee_cents BETWEEN 0 AND 10000000000", name="cancellation_fee_cents"),
        CheckConstraint("service_type IN ('delivery', 'moving', 'pickup')", name="service_type"),
        CheckConstraint("item_class IN ('small', 'large')", name="item_class"),
        CheckConstraint("urgency IN ('low', 'medium', 'high')", name="urgency"),
        CheckConstraint(
            "status IN ('pending', 'assigned', 'in_progress', 'completed', 'cancelled')", name="status"
        ),
        CheckConstraint("payment_status IN ('unpaid', 'paid', 'invoiced')", name="payment_status"),
        CheckConstraint(
            "failure_reason IN ('nobody_there', 'wrong_address', 'no_access', 'refused', 'not_as_booked', "
            "'items_damaged', 'vehicle_trouble', 'unsafe')",
            name="failure_reason",
        ),
        CheckConstraint("pickup_lat BETWEEN -90 AND 90", name="pickup_lat"),
        CheckConstraint("pickup_lng BETWEEN -180 AND 180", name="pickup_lng"),
        CheckConstraint("dropoff_lat BETWEEN -90 AND 90", name="dropoff_lat"),
        CheckConstraint("dropoff_lng BETWEEN -180 AND 180", name="dropoff_lng"),
        CheckConstraint("estimated_minutes >= 0", name="estimated_minutes"),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint(
            "driver_id IS NOT NULL OR status NOT IN ('assigned', 'in_progress', 'completed')",
            name="worked_by_a_driver",
        ),
        CheckConstraint("driver_id IS NULL OR status <> 'pending'", name="pending_without_driver"),
        CheckConstraint("payment_status <> 'unpaid' OR driver_id IS NULL", name="paid_before_driven"),
        CheckConstraint("(status = 'cancelled') = (cancelled_at IS NOT NULL)", name="cancelled_once"),
        CheckConstraint("(window_from IS NULL) = (window_until IS NULL)", name="window"),
        CheckConstraint("cancellation_fee_cents <= price_cents", name="fee_within_price"),
        CheckConstraint("customer_rating BETWEEN 1 AND 5", name="customer_rating"),
        CheckConstraint("(customer_rating IS NULL) = (rated_at IS NULL)", name="rated_once"),
        CheckConstraint("returned_at IS NULL OR failed_at IS NOT NULL", name="returned_after_failing"),
        Index(None, "chosen_driver_id"),
        Index(None, "paid_at", "price_cents", "service_type"),
        Index(None, "completed_at"),
        Index(None, "created_at", "id"),
        Index(None, "customer_id", "created_at", "id"),
        Index(None, "driver_id", "created_at", "id", "status"),
        Index(None, "customer_id", "number"),
        Index(None, "driver_id", "number"),
        Index(None, "status", "number"),
        Index(None, "status", "created_at", "id"),
        Index("ix_orders_completed_by", "driver_id", "customer_rating", **where("status = 'completed'")),
        Index(
            "ix_orders_engaged",
            "window_until",
            "driver_id",
            **where("status IN ('assigned', 'in_progress') AND window_until IS NOT NULL"),
        ),
        Index("ix_orders_worked", "driver_id", **where("status IN ('assigned', 'in_progress')")),
        Index(
            "uq_orders_one_in_hand",
            "driver_id",
            unique=True,
            **where("(status = 'in_progress' OR (status = 'assigned' AND scheduled_time IS NULL))"),
        ),
    )


def _order_events() -> None:
    create_table(
        "order_events",
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("sequence", Integer(), nullable=False),
        Column("type", String(32), nullable=False),
        Column("status", String(32), nullable=False),
        Column("payment_status", String(32), nullable=False),
        Column("driver_id", String(64)),
        Column("at", TIME, nullable=False),
        Column("miles_away", Double()),
        PrimaryKeyConstraint("order_id", "sequence"),
        CheckConstraint("sequence >= 1", name="sequence"),
        CheckConstraint("miles_away >= 0", name="miles_away"),
        CheckConstraint(
            "type IN ('created', 'payment_declined', 'paid', 'chosen_driver_unavailable', 'assigned', "
            "'accepted', 'en_route', 'started', 'picked_up', 'completed', 'handed_back', 'declined', "
            "'timed_out', 'reassigned', 'cancelled', 'rescheduled', 'rated', 'delivery_failed', "
            "'delivery_resumed', 'returned', 'proved', 'claim_opened', "
            "'claim_information_requested', 'claim_answered', 'claim_withdrawn', 'claim_decided')",
            name="type",
        ),
        CheckConstraint(
            "status IN ('pending', 'assigned', 'in_progress', 'completed', 'cancelled')", name="status"
        ),
        CheckConstraint("payment_status IN ('unpaid', 'paid', 'invoiced')", name="payment_status"),
        Index(None, "at"),
    )


def _order_texts() -> None:
    create_table(
        "order_texts",
        Column("number", Integer(), nullable=False, autoincrement=False),
        Column("order_id", String(64), ForeignKey("orders.id", ondelete="CASCADE"), nullable=False),
        Column("text", Text(), nullable=False),
        PrimaryKeyConstraint("number"),
        UniqueConstraint("order_id"),
    )


def _order_text_rewrites() -> None:
    create_table(
        "order_text_rewrites",
        Column("person_id", String(64), nullable=False),
        Column("below", Integer(), nullable=False),
        PrimaryKeyConstraint("person_id"),
    )


def _tracking_links() -> None:
    create_table(
        "tracking_links",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("created_by", String(64), ForeignKey("users.id"), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("expires_at", TIME, nullable=False),
        Column("revoked_at", TIME),
        PrimaryKeyConstraint("id"),
        CheckConstraint("expires_at > created_at", name="expires_later"),
        Index(None, "created_by"),
        Index(None, "expires_at"),
        Index("uq_tracking_links_shared", "order_id", unique=True, **where("revoked_at IS NULL")),
    )


def _job_offers() -> None:
    create_table(
        "job_offers",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("number", Integer(), nullable=False),
        Column("search", Integer(), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id")),
        Column("offered_at", TIME, nullable=False),
        Column("expires_at", TIME),
        Column("state", String(32), nullable=False),
        Column("answered_at", TIME),
        Column("answered_by", String(64), ForeignKey("drivers.id")),
        Column("reason", String(500)),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("order_id", "number"),
        CheckConstraint("kind IN ('chosen', 'assigned', 'in_turn', 'everyone')", name="kind"),
        CheckConstraint("state IN ('open', 'accepted', 'declined', 'timed_out', 'withdrawn')", name="state"),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("search >= 1", name="search"),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint("driver_id IS NOT NULL OR kind = 'everyone'", name="somebody_asked"),
        CheckConstraint("(state = 'open') = (answered_at IS NULL)", name="answered_once"),
        Index(None, "answered_at"),
        Index(None, "answered_by"),
        Index(None, "driver_id", "answered_at"),
        Index("ix_job_offers_open", "driver_id", **where("state = 'open'")),
        Index("uq_job_offers_one_open", "order_id", unique=True, **where("state = 'open'")),
    )
