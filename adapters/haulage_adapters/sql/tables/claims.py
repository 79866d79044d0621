"""Claims about orders, what the parties said about them, and the facts of their pictures."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    or_,
    select,
    text,
)
from sqlalchemy.sql.elements import ColumnElement

from haulage.claims import MAX_ITEM_LENGTH, ClaimKind, ClaimParty, ClaimState
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import (
    HASH_DIGITS,
    MAX_REASON,
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, MAX_TEXT, Text, Whole

STANDING = text("state <> 'withdrawn'")

claims = Table(
    "claims",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    reference("customer_id", "users.id"),
    reference("driver_id", "drivers.id"),
    enum_column("kind", ClaimKind),
    Column("account", Text(MAX_TEXT), nullable=False),
    Column("item", Text(MAX_ITEM_LENGTH), nullable=False),
    cents("requested_cents"),
    instant("created_at"),
    enum_column("state", ClaimState),
    instant("closed_at", nullable=True),
    Column("closed_by", Text(MAX_ID), nullable=True),
    Column("decision_reason", Text(MAX_REASON), nullable=True),
    cents("refunded_cents"),
    identifier("refund_id", nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(kind=ClaimKind, state=ClaimState),
    *range_checks("requested_cents", "refunded_cents"),
    CheckConstraint(
        "(state IN ('refunded', 'declined', 'withdrawn')) = (closed_at IS NOT NULL)", name="closed_once"
    ),
    CheckConstraint("(state = 'refunded') = (refund_id IS NOT NULL)", name="refund"),
    CheckConstraint("(state = 'refunded') = (refunded_cents > 0)", name="refunded"),
    CheckConstraint("version >= 1", name="version"),
    Index(
        "uq_claims_one_of_a_kind",
        "order_id",
        "kind",
        unique=True,
        postgresql_where=STANDING,
        sqlite_where=STANDING,
    ),
    Index(None, "order_id", "created_at"),
    Index(None, "state", "created_at", "id"),
    Index(None, "created_at", "id"),
    Index(None, "customer_id"),
    Index(None, "driver_id", "created_at", "id"),
)

claim_statements = Table(
    "claim_statements",
    metadata,
    identifier(),
    reference("claim_id", "claims.id"),
    enum_column("party", ClaimParty),
    Column("text", Text(MAX_TEXT), nullable=False),
    instant("created_at"),
    PrimaryKeyConstraint("id"),
    *enum_checks(party=ClaimParty),
    Index(None, "claim_id", "created_at", "id"),
)

claim_photos = Table(
    "claim_photos",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    reference("user_id", "users.id"),
    enum_column("party", ClaimParty),
    identifier("client_id"),
    Column("request_hash", Text(HASH_DIGITS), nullable=False),
    Column("sha256", Text(HASH_DIGITS), nullable=False),
    Column("octets", Integer, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    instant("received_at"),
    instant("stored_at", nullable=True),
    reference("claim_id", "claims.id", nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("user_id", "client_id"),
    *enum_checks(party=ClaimParty),
    Index(None, "order_id"),
    Index(None, "claim_id", "received_at"),
    Index(None, "received_at"),
)
"""What is known of pictures whose bytes are in the file store."""


def _on_own_claims(person: Person) -> ColumnElement[bool]:
    """What the customer reads: their own words and the questions to them."""
    own = select(claims.c.id).where(claims.c.customer_id == person.user_id)
    parties = or_(
        claim_statements.c.party == ClaimParty.CUSTOMER, claim_statements.c.party == ClaimParty.ADMIN
    )
    return claim_statements.c.claim_id.in_(own) & parties


def _as_driver(person: Person) -> ColumnElement[bool]:
    own = select(claims.c.id).where(claims.c.driver_id == person.drives_as)
    return claim_statements.c.claim_id.in_(own) & claim_statements.c.party.in_(
        [ClaimParty.DRIVER, ClaimParty.ADMIN_TO_DRIVER]
    )


PERSONAL_DATA = (
    Section("claims", claims, lambda who: claims.c.customer_id == who.user_id, frozenset({"closed_by"})),
    Section(
        "claims_about_deliveries",
        claims,
        lambda who: claims.c.driver_id == who.drives_as,
        frozenset({"closed_by", "customer_id", "account", "requested_cents", "decision_reason", "refund_id"}),
    ),
    Section("claim_statements", claim_statements, _on_own_claims),
    Section("claim_statements_as_driver", claim_statements, _as_driver),
    Section(
        "claim_photos",
        claim_photos,
        lambda who: claim_photos.c.user_id == who.user_id,
        frozenset({"request_hash"}),
        removed=True,
    ),
)
