"""Claims, what was said about them, and their pictures."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table, where


def create() -> None:
    _claims()
    _claim_photos()
    _item_photos()
    _claim_statements()


def _claims() -> None:
    create_table(
        "claims",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("customer_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("account", String(2000), nullable=False),
        Column("item", String(200), nullable=False),
        Column("requested_cents", BigInteger(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("state", String(32), nullable=False),
        Column("closed_at", TIME),
        Column("closed_by", String(64)),
        Column("decision_reason", String(500)),
        Column("refunded_cents", BigInteger(), nullable=False),
        Column("refund_id", String(64)),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("kind IN ('damage', 'missing_item', 'late', 'not_delivered', 'other')", name="kind"),
        CheckConstraint(
            "state IN ('open', 'information_requested', 'answered', 'refunded', 'declined', 'withdrawn')",
            name="state",
        ),
        CheckConstraint("requested_cents BETWEEN 0 AND 10000000000", name="requested_cents"),
        CheckConstraint("refunded_cents BETWEEN 0 AND 10000000000", name="refunded_cents"),
        CheckConstraint(
            "(state IN ('refunded', 'declined', 'withdrawn')) = (closed_at IS NOT NULL)", name="closed_once"
        ),
        CheckConstraint("(state = 'refunded') = (refund_id IS NOT NULL)", name="refund"),
        CheckConstraint("(state = 'refunded') = (refunded_cents > 0)", name="refunded"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "created_at", "id"),
        Index(None, "customer_id"),
        Index(None, "driver_id", "created_at", "id"),
        Index(None, "order_id", "created_at"),
        Index(None, "state", "created_at", "id"),
        Index("uq_claims_one_of_a_kind", "order_id", "kind", unique=True, **where("state <> 'withdrawn'")),
    )


def _claim_photos() -> None:
    create_table(
        "claim_photos",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("party", String(32), nullable=False),
        Column("client_id", String(64), nullable=False),
        Column("request_hash", String(64), nullable=False),
        Column("sha256", String(64), nullable=False),
        Column("octets", Integer(), nullable=False),
        Column("width", Integer(), nullable=False),
        Column("height", Integer(), nullable=False),
        Column("received_at", TIME, nullable=False),
        Column("stored_at", TIME),
        Column("claim_id", String(64), ForeignKey("claims.id")),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("user_id", "client_id"),
        CheckConstraint("party IN ('customer', 'driver', 'admin', 'admin_to_driver')", name="party"),
        Index(None, "claim_id", "received_at"),
        Index(None, "order_id"),
        Index(None, "received_at"),
    )


def _item_photos() -> None:
    create_table(
        "item_photos",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("client_id", String(64), nullable=False),
        Column("request_hash", String(64), nullable=False),
        Column("sha256", String(64), nullable=False),
        Column("octets", Integer(), nullable=False),
        Column("width", Integer(), nullable=False),
        Column("height", Integer(), nullable=False),
        Column("received_at", TIME, nullable=False),
        Column("stored_at", TIME),
        Column("order_id", String(64), ForeignKey("orders.id")),
        Column("place", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("user_id", "client_id"),
        CheckConstraint("place >= 0", name="place"),
        Index(None, "order_id", "place"),
        Index(None, "received_at"),
    )


def _claim_statements() -> None:
    create_table(
        "claim_statements",
        Column("id", String(64), nullable=False),
        Column("claim_id", String(64), ForeignKey("claims.id"), nullable=False),
        Column("party", String(32), nullable=False),
        Column("text", String(2000), nullable=False),
        Column("created_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("party IN ('customer', 'driver', 'admin', 'admin_to_driver')", name="party"),
        Index(None, "claim_id", "created_at", "id"),
    )
