"""Pictures of what is to be moved."""

from sqlalchemy import CheckConstraint, Column, Index, Integer, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage_adapters.sql.tables.columns import HASH_DIGITS, identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import Text, Whole

item_photos = Table(
    "item_photos",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    identifier("client_id"),
    Column("request_hash", Text(HASH_DIGITS), nullable=False),
    Column("sha256", Text(HASH_DIGITS), nullable=False),
    Column("octets", Integer, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    instant("received_at"),
    instant("stored_at", nullable=True),
    reference("order_id", "orders.id", nullable=True),
    Column("place", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("user_id", "client_id"),
    CheckConstraint("place >= 0", name="place"),
    Index(None, "order_id", "place"),
    Index(None, "received_at"),
)
"""What is known of pictures whose bytes are in the file store."""

PERSONAL_DATA = (
    Section(
        "item_photos",
        item_photos,
        lambda who: item_photos.c.user_id == who.user_id,
        frozenset({"request_hash"}),
        removed=True,
    ),
)
