"""The tables. What must never be false is a constraint here, whatever the program above does.

``metadata`` holds every table of the schema; :mod:`haulage_adapters.sql.migrations` makes it so in a
database. Amounts are cents, times UTC, distances miles and durations minutes, as in the core.
"""

from enum import StrEnum

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)

from haulage.kernel.money import MAX_CENTS
from haulage.kernel.services import ItemClass, MatchUrgency, ServiceType
from haulage.orders import OrderEventType, OrderStatus, PaymentStatus
from haulage.orders.order import FIRST_ORDER_NUMBER
from haulage.payments import PaymentState
from haulage_adapters.sql.types import (
    MAX_EMAIL,
    MAX_ID,
    MAX_NAME,
    MAX_PHONE,
    MAX_TEXT,
    MAX_WORD,
    ExactDecimal,
    Json,
    OneOf,
    Text,
    UtcTime,
    Whole,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

MAX_ADDRESS = 300
MAX_REASON = 500
MAX_KEY = 255


def identifier(name: str = "id", *, nullable: bool = False) -> Column[str]:
    """An id made by the core."""
    return Column(name, Text(MAX_ID), nullable=nullable)


def reference(name: str, target: str, *, nullable: bool = False) -> Column[str]:
    """The id of a row in another table, which cannot go while it is pointed at."""
    return Column(name, Text(MAX_ID), ForeignKey(target), nullable=nullable)


def instant(name: str, *, nullable: bool = False) -> Column[object]:
    """An instant in UTC."""
    return Column(name, UtcTime(), nullable=nullable)


def cents(name: str, *, nullable: bool = False) -> Column[int]:
    """An amount; the table also needs :func:`bounded` for it."""
    return Column(name, Whole(octets=8), nullable=nullable)


def bounded(*names: str, at_least: int = 0, at_most: int = MAX_CENTS) -> list[CheckConstraint]:
    """Amounts within their bounds; an absent amount is within every bound."""
    return [CheckConstraint(f"{name} BETWEEN {at_least} AND {at_most}", name=name) for name in names]


def word(name: str, words: type[StrEnum]) -> Column[StrEnum]:
    """A word of a vocabulary; the table also needs :func:`spelled` for it."""
    return Column(name, OneOf(words), nullable=False)


def spelled(**words: type[StrEnum]) -> list[CheckConstraint]:
    """Columns that hold a word of their vocabulary and nothing else."""
    return [
        CheckConstraint(f"{name} IN ({', '.join(repr(str(word)) for word in kind)})", name=name)
        for name, kind in words.items()
    ]


def located(prefix: str) -> list[Column[float]]:
    """A WGS84 position in degrees."""
    return [Column(f"{prefix}lat", Double, nullable=False), Column(f"{prefix}lng", Double, nullable=False)]


def on_the_globe(prefix: str) -> list[CheckConstraint]:
    return [
        CheckConstraint(f"{prefix}lat BETWEEN -90 AND 90", name=f"{prefix}lat"),
        CheckConstraint(f"{prefix}lng BETWEEN -180 AND 180", name=f"{prefix}lng"),
    ]


def placed(prefix: str) -> list[Column[float] | Column[str]]:
    """A position with its address."""
    return [*located(prefix), Column(f"{prefix}address", Text(MAX_ADDRESS), nullable=False)]


FARE_LINES = (
    "base_fare_cents",
    "distance_fee_cents",
    "time_fee_cents",
    "urgency_fee_cents",
    "extra_fees_cents",
    "subtotal_cents",
    "taxes_cents",
    "total_cents",
    "driver_share_cents",
    "platform_share_cents",
)

quotes = Table(
    "quotes",
    metadata,
    identifier(),
    reference("customer_id", "users.id"),
    word("item_class", ItemClass),
    *placed("pickup_"),
    *placed("dropoff_"),
    Column("items", Json, nullable=False),
    Column("trip", Json, nullable=False),
    Column("tax", Json, nullable=False),
    *(cents(line) for line in FARE_LINES),
    Column("tariff", Text(MAX_WORD), nullable=False),
    cents("ceiling_cents"),
    instant("created_at"),
    instant("expires_at"),
    instant("scheduled_time", nullable=True),
    Column("special_requirements", Json, nullable=False),
    PrimaryKeyConstraint("id"),
    *bounded(*FARE_LINES, "ceiling_cents"),
    *spelled(item_class=ItemClass),
    *on_the_globe("pickup_"),
    *on_the_globe("dropoff_"),
    CheckConstraint("total_cents = subtotal_cents + taxes_cents", name="adds_up"),
    Index(None, "customer_id", "created_at", "id"),
)

drivers = Table(
    "drivers",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    Column("name", Text(MAX_NAME), nullable=False),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("phone", Text(MAX_PHONE), nullable=False),
    Column("vehicle", Json, nullable=False),
    Column("working_hours", Json, nullable=False),
    cents("per_mile_cents"),
    cents("minimum_fare_cents"),
    Column("specialties", Json, nullable=False),
    Column("is_online", Boolean, nullable=False),
    Column("is_available", Boolean, nullable=False),
    instant("approved_at", nullable=True),
    Column("approved_by", Text(MAX_ID), nullable=True),
    Column("approval_reason", Text(MAX_REASON), nullable=True),
    Column("rating", Double, nullable=True),
    Column("total_jobs", Whole(), nullable=False),
    instant("created_at"),
    instant("updated_at"),
    instant("changed_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("user_id"),
    *bounded("per_mile_cents", "minimum_fare_cents"),
    CheckConstraint("rating BETWEEN 1 AND 5", name="rating"),
    CheckConstraint("total_jobs >= 0", name="total_jobs"),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("(approved_at IS NULL) = (approved_by IS NULL)", name="approved_by"),
    CheckConstraint("(approved_at IS NULL) = (approval_reason IS NULL)", name="approval_reason"),
    CheckConstraint("NOT is_online OR approved_at IS NOT NULL", name="approved_to_be_online"),
    Index(None, "created_at", "id"),
    Index(None, "changed_at", "id"),
)
"""``changed_at`` is the last change of profile, position or work, as the fleet index asks for it."""

CELLS_PER_DEGREE = 32
"""Cells of about 2.2 by 1.6 miles in New York: a search circle touches a few dozen of them."""

driver_positions = Table(
    "driver_positions",
    metadata,
    reference("driver_id", "drivers.id"),
    *located(""),
    Column("cell", Whole(), nullable=False),
    instant("at"),
    Column("heading", Double, nullable=True),
    PrimaryKeyConstraint("driver_id"),
    *on_the_globe(""),
    Index(None, "cell"),
)

ESTIMATE_LINES = ("distance_cents", "top_up_cents", "multiplier_cents", "extra_fees_cents")

offers = Table(
    "offers",
    metadata,
    reference("quote_id", "quotes.id"),
    reference("driver_id", "drivers.id"),
    Column("rank", Whole(), nullable=False),
    Column("driver_name", Text(MAX_NAME), nullable=False),
    Column("vehicle", Json, nullable=False),
    Column("rating", Double, nullable=True),
    Column("total_jobs", Whole(), nullable=False),
    Column("score", Double, nullable=False),
    Column("factors", Json, nullable=False),
    Column("confidence", Double, nullable=False),
    Column("miles_away", Double, nullable=False),
    Column("arrival_minutes", Whole(), nullable=False),
    *(cents(line) for line in ESTIMATE_LINES),
    PrimaryKeyConstraint("quote_id", "driver_id"),
    UniqueConstraint("quote_id", "rank"),
    CheckConstraint("rank >= 1", name="rank"),
    *bounded("distance_cents", "top_up_cents", "extra_fees_cents"),
    *bounded("multiplier_cents", at_least=-MAX_CENTS),
    Index(None, "driver_id"),
)

order_numbers = Table(
    "order_numbers",
    metadata,
    Column("id", Integer, nullable=False, autoincrement=True),
    PrimaryKeyConstraint("id"),
    sqlite_autoincrement=True,
)
"""Every number drawn, counted from 1; a public number is ``FIRST_ORDER_NUMBER - 1`` above it."""

AVAILABLE = text("status = 'pending' AND driver_id IS NULL AND payment_status <> 'unpaid'")
"""What drivers may take (ORD-06). Pending orders are few, so their index by status finds these in order."""

ABANDONED = text("status = 'pending' AND payment_status = 'unpaid'")
"""What nobody has paid for (OP-24)."""

IN_HAND = text("(status = 'in_progress' OR (status = 'assigned' AND scheduled_time IS NULL))")
"""What keeps a driver busy now (OP-95). Written out, so that the database sees it is the index's own."""

ENGAGED = text("status IN ('assigned', 'in_progress') AND window_until IS NOT NULL")
"""What keeps a driver busy at its time (OP-95)."""

orders = Table(
    "orders",
    metadata,
    identifier(),
    Column("number", Whole(), nullable=False),
    reference("customer_id", "users.id"),
    reference("quote_id", "quotes.id"),
    word("service_type", ServiceType),
    word("item_class", ItemClass),
    *placed("pickup_"),
    *placed("dropoff_"),
    Column("contact_name", Text(MAX_NAME), nullable=False),
    Column("contact_phone", Text(MAX_PHONE), nullable=False),
    Column("items_description", Text(MAX_TEXT), nullable=False),
    Column("weight_pounds", ExactDecimal(), nullable=False),
    Column("volume_cubic_feet", ExactDecimal(), nullable=False),
    cents("price_cents"),
    Column("distance_miles", ExactDecimal(), nullable=False),
    Column("estimated_minutes", Whole(), nullable=False),
    word("urgency", MatchUrgency),
    instant("created_at"),
    instant("updated_at"),
    instant("scheduled_time", nullable=True),
    instant("window_from", nullable=True),
    instant("window_until", nullable=True),
    reference("chosen_driver_id", "drivers.id", nullable=True),
    reference("driver_id", "drivers.id", nullable=True),
    word("status", OrderStatus),
    word("payment_status", PaymentStatus),
    instant("paid_at", nullable=True),
    instant("pickup_due_at", nullable=True),
    instant("assigned_at", nullable=True),
    instant("accepted_at", nullable=True),
    instant("en_route_at", nullable=True),
    instant("started_at", nullable=True),
    instant("picked_up_at", nullable=True),
    instant("completed_at", nullable=True),
    Column("handed_back", Boolean, nullable=False),
    instant("cancelled_at", nullable=True),
    Column("cancelled_by", Text(MAX_ID), nullable=True),
    Column("cancellation_reason", Text(MAX_REASON), nullable=True),
    cents("cancellation_fee_cents", nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("number"),
    UniqueConstraint("quote_id"),
    CheckConstraint(f"number >= {FIRST_ORDER_NUMBER}", name="number"),
    *bounded("price_cents", "cancellation_fee_cents"),
    *spelled(
        service_type=ServiceType,
        item_class=ItemClass,
        urgency=MatchUrgency,
        status=OrderStatus,
        payment_status=PaymentStatus,
    ),
    *on_the_globe("pickup_"),
    *on_the_globe("dropoff_"),
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
    Index(None, "created_at", "id"),
    Index(None, "customer_id", "created_at", "id"),
    Index(None, "driver_id", "created_at", "id"),
    Index(None, "status", "created_at", "id"),
    Index(None, "chosen_driver_id"),
    Index("ix_orders_engaged", "window_until", "driver_id", postgresql_where=ENGAGED, sqlite_where=ENGAGED),
    Index("uq_orders_one_in_hand", "driver_id", unique=True, postgresql_where=IN_HAND, sqlite_where=IN_HAND),
)
"""The window is ``Order.window``, kept so that overlaps can be asked for. A driver cannot hold two orders
for now: ``uq_orders_one_in_hand`` refuses the second, however the two came about."""

order_events = Table(
    "order_events",
    metadata,
    reference("order_id", "orders.id"),
    Column("sequence", Whole(), nullable=False),
    word("type", OrderEventType),
    word("status", OrderStatus),
    word("payment_status", PaymentStatus),
    identifier("driver_id", nullable=True),
    instant("at"),
    PrimaryKeyConstraint("order_id", "sequence"),
    CheckConstraint("sequence >= 1", name="sequence"),
    *spelled(type=OrderEventType, status=OrderStatus, payment_status=PaymentStatus),
)

NOT_CANCELED = text("state <> 'canceled'")
REFUND_DUE = text("refunded_cents < refund_requested_cents")

payments = Table(
    "payments",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    identifier("customer_id"),
    cents("amount_cents"),
    Column("currency", Text(3), nullable=False),
    Column("provider_reference", Text(MAX_NAME), nullable=False),
    word("state", PaymentState),
    Column("attempts", Whole(), nullable=False),
    instant("submitted_at", nullable=True),
    Column("decline_reason", Text(MAX_REASON), nullable=True),
    Column("card_brand", Text(MAX_WORD), nullable=True),
    Column("card_last4", Text(4), nullable=True),
    cents("processing_fee_cents"),
    cents("refund_requested_cents"),
    cents("refunded_cents"),
    instant("created_at"),
    instant("updated_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *bounded("amount_cents", "processing_fee_cents", "refund_requested_cents", "refunded_cents"),
    *spelled(state=PaymentState),
    CheckConstraint("refund_requested_cents <= amount_cents", name="requested_at_most_all"),
    CheckConstraint("refunded_cents <= amount_cents", name="refunded_at_most_all"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("version >= 1", name="version"),
    Index(
        "uq_payments_one_an_order",
        "order_id",
        unique=True,
        postgresql_where=NOT_CANCELED,
        sqlite_where=NOT_CANCELED,
    ),
    Index(None, "order_id"),
    Index(None, "customer_id", "created_at", "id"),
    Index("ix_payments_refund_due", "updated_at", "id", postgresql_where=REFUND_DUE, sqlite_where=REFUND_DUE),
)

replies = Table(
    "replies",
    metadata,
    Column("caller", Text(MAX_NAME), nullable=False),
    Column("route", Text(MAX_NAME), nullable=False),
    Column("key", Text(MAX_KEY), nullable=False),
    Column("body_hash", Text(128), nullable=False),
    Column("reply", LargeBinary, nullable=False),
    instant("created_at"),
    PrimaryKeyConstraint("caller", "route", "key"),
    Index(None, "created_at"),
)
"""``created_at`` lets old replies be forgotten."""
