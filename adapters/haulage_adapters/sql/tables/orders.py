"""Orders, their numbers and what has happened to each."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Double,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    or_,
    select,
    text,
)

from haulage.kernel.services import ItemClass, MatchUrgency, ServiceType
from haulage.orders import FailureReason, OrderEventType, OrderStatus, PaymentStatus
from haulage.orders.order import FIRST_ORDER_NUMBER
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    on_the_globe,
    placed,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import About, Section
from haulage_adapters.sql.types import MAX_ID, MAX_NAME, MAX_PHONE, MAX_TEXT, ExactDecimal, Json, Text, Whole

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

WORKED = text("status IN ('assigned', 'in_progress')")
"""What has a driver, and whose driver is news."""

COMPLETED = text("status = 'completed'")
"""What counts for the record of its driver."""

orders = Table(
    "orders",
    metadata,
    identifier(),
    Column("number", Whole(), nullable=False),
    reference("customer_id", "users.id"),
    reference("quote_id", "quotes.id"),
    enum_column("service_type", ServiceType),
    enum_column("item_class", ItemClass),
    *placed("pickup_"),
    *placed("dropoff_"),
    Column("contact_name", Text(MAX_NAME), nullable=False),
    Column("contact_phone", Text(MAX_PHONE), nullable=False),
    Column("pickup_access", Json, nullable=True),
    Column("dropoff_access", Json, nullable=True),
    Column("items_description", Text(MAX_TEXT), nullable=False),
    Column("items", Json, nullable=False),
    Column("item_notes", Text(MAX_REASON), nullable=False),
    Column("helpers", Whole(), nullable=False),
    Column("carrier_need", Json, nullable=True),
    Column("weight_pounds", ExactDecimal(), nullable=False),
    Column("volume_cubic_feet", ExactDecimal(), nullable=False),
    cents("price_cents"),
    Column("distance_miles", ExactDecimal(), nullable=False),
    Column("estimated_minutes", Whole(), nullable=False),
    enum_column("urgency", MatchUrgency),
    instant("created_at"),
    instant("updated_at"),
    instant("scheduled_time", nullable=True),
    instant("scheduled_until", nullable=True),
    instant("window_from", nullable=True),
    instant("window_until", nullable=True),
    reference("chosen_driver_id", "drivers.id", nullable=True),
    reference("driver_id", "drivers.id", nullable=True),
    enum_column("status", OrderStatus),
    enum_column("payment_status", PaymentStatus),
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
    Column("customer_rating", Whole(), nullable=True),
    Column("customer_feedback", Text(MAX_TEXT), nullable=True),
    instant("rated_at", nullable=True),
    instant("failed_at", nullable=True),
    enum_column("failure_reason", FailureReason, nullable=True),
    Column("failure_note", Text(MAX_REASON), nullable=True),
    Column("failure_seen_there", Boolean, nullable=True),
    instant("returned_at", nullable=True),
    Column("driven_with", Json, nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("number"),
    UniqueConstraint("quote_id"),
    CheckConstraint(f"number >= {FIRST_ORDER_NUMBER}", name="number"),
    *range_checks("price_cents", "cancellation_fee_cents"),
    *enum_checks(
        service_type=ServiceType,
        item_class=ItemClass,
        urgency=MatchUrgency,
        status=OrderStatus,
        payment_status=PaymentStatus,
        failure_reason=FailureReason,
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
    CheckConstraint("customer_rating BETWEEN 1 AND 5", name="customer_rating"),
    CheckConstraint("(customer_rating IS NULL) = (rated_at IS NULL)", name="rated_once"),
    CheckConstraint("returned_at IS NULL OR failed_at IS NOT NULL", name="returned_after_failing"),
    Index(None, "created_at", "id"),
    Index(None, "customer_id", "created_at", "id"),
    Index(None, "driver_id", "created_at", "id", "status"),
    Index(None, "customer_id", "number"),
    Index(None, "driver_id", "number"),
    Index(None, "status", "number"),
    Index(None, "status", "created_at", "id"),
    Index(None, "chosen_driver_id"),
    Index(None, "paid_at", "price_cents", "service_type"),
    Index(None, "completed_at"),
    Index("ix_orders_engaged", "window_until", "driver_id", postgresql_where=ENGAGED, sqlite_where=ENGAGED),
    Index("ix_orders_worked", "driver_id", postgresql_where=WORKED, sqlite_where=WORKED),
    Index(
        "ix_orders_completed_by",
        "driver_id",
        "customer_rating",
        postgresql_where=COMPLETED,
        sqlite_where=COMPLETED,
    ),
    Index("uq_orders_one_in_hand", "driver_id", unique=True, postgresql_where=IN_HAND, sqlite_where=IN_HAND),
)
"""The window is ``Order.window``, kept so that overlaps can be asked for. A driver cannot hold two orders
for now: ``uq_orders_one_in_hand`` refuses the second, however the two came about. A driver's orders are
counted by status in their index alone, without a look at each of thousands."""

order_events = Table(
    "order_events",
    metadata,
    reference("order_id", "orders.id"),
    Column("sequence", Whole(), nullable=False),
    enum_column("type", OrderEventType),
    enum_column("status", OrderStatus),
    enum_column("payment_status", PaymentStatus),
    identifier("driver_id", nullable=True),
    instant("at"),
    Column("miles_away", Double, nullable=True),
    PrimaryKeyConstraint("order_id", "sequence"),
    CheckConstraint("sequence >= 1", name="sequence"),
    CheckConstraint("miles_away >= 0", name="miles_away"),
    Index(None, "at"),
    *enum_checks(type=OrderEventType, status=OrderStatus, payment_status=PaymentStatus),
)

OTHERS_IN_AN_ORDER = frozenset(
    {
        "customer_id",
        "quote_id",
        "contact_name",
        "contact_phone",
        "items_description",
        "items",
        "item_notes",
        "cancellation_reason",
        "cancelled_by",
        *(f"{end}_{part}" for end in ("pickup", "dropoff") for part in ("lat", "lng", "address", "access")),
    }
)
"""What a driver's copy of an order leaves out: it is the customer's."""


def _own_events(person: Person) -> ColumnElement[bool]:
    own = select(orders.c.id).where(
        or_(orders.c.customer_id == person.user_id, orders.c.driver_id == person.drives_as)
    )
    return order_events.c.order_id.in_(own)


def of_own_orders(table: Table) -> About:
    """Rows of the customer's orders."""

    def own(person: Person) -> ColumnElement[bool]:
        return table.c.order_id.in_(select(orders.c.id).where(orders.c.customer_id == person.user_id))

    return own


PERSONAL_DATA = (
    Section("orders", orders, lambda who: orders.c.customer_id == who.user_id, frozenset({"driven_with"})),
    Section("orders_driven", orders, lambda who: orders.c.driver_id == who.drives_as, OTHERS_IN_AN_ORDER),
    Section("order_events", order_events, _own_events),
)

NOBODYS = {
    order_numbers.name: "numbers that were drawn",
}
