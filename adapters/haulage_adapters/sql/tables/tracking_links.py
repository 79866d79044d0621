"""Links by which orders are shared."""

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, Table, text

from haulage_adapters.sql.tables.columns import identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section

SHARED = text("revoked_at IS NULL")
"""What may still open an order, if its time is not over."""

tracking_links = Table(
    "tracking_links",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    reference("created_by", "users.id"),
    instant("created_at"),
    instant("expires_at"),
    instant("revoked_at", nullable=True),
    PrimaryKeyConstraint("id"),
    CheckConstraint("expires_at > created_at", name="expires_later"),
    Index("uq_tracking_links_shared", "order_id", unique=True, postgresql_where=SHARED, sqlite_where=SHARED),
    Index(None, "created_by"),
    Index(None, "expires_at"),
)
"""The signature in a link is computed and never kept."""

PERSONAL_DATA = (
    Section(
        "links_shared", tracking_links, lambda who: tracking_links.c.created_by == who.user_id, removed=True
    ),
)
