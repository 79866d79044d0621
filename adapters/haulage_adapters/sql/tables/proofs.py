"""Proofs of delivery, their photos' facts, and delivery PINs."""

from sqlalchemy import CheckConstraint, Column, Index, Integer, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage_adapters.sql.tables.columns import HASH_DIGITS, identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.orders import of_own_orders
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_TEXT, Json, Text, Whole

MAX_SEAL = 4_000

proofs = Table(
    "proofs",
    metadata,
    Column("number", Whole(octets=8), nullable=False, autoincrement=False),
    identifier(),
    reference("order_id", "orders.id"),
    reference("driver_id", "drivers.id"),
    identifier("client_id"),
    Column("request_hash", Text(HASH_DIGITS), nullable=False),
    Column("seal", Text(MAX_SEAL), nullable=False),
    Column("signature", Text(MAX_TEXT), nullable=False),
    Column("hash", Text(HASH_DIGITS), nullable=False),
    Column("content", Json, nullable=True),
    identifier("photo_id", nullable=True),
    instant("received_at"),
    instant("erased_at", nullable=True),
    PrimaryKeyConstraint("number"),
    UniqueConstraint("id"),
    UniqueConstraint("order_id"),
    UniqueConstraint("driver_id", "client_id"),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("(content IS NULL) = (erased_at IS NOT NULL)", name="erased"),
    Index(None, "photo_id"),
    Index(None, "received_at"),
)
"""``seal`` is the canonical text that is signed, ``hash`` its SHA-256; both stay when ``content`` goes."""

proof_photos = Table(
    "proof_photos",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    reference("driver_id", "drivers.id"),
    identifier("client_id"),
    Column("request_hash", Text(HASH_DIGITS), nullable=False),
    Column("sha256", Text(HASH_DIGITS), nullable=False),
    Column("octets", Integer, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    instant("received_at"),
    instant("stored_at", nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("driver_id", "client_id"),
    Index(None, "order_id"),
    Index(None, "received_at"),
)
"""What is known of pictures whose bytes are in the file store."""

delivery_pins = Table(
    "delivery_pins",
    metadata,
    reference("order_id", "orders.id"),
    Column("sealed_code", Text(MAX_TEXT), nullable=False),
    Column("wrong", Json, nullable=False),
    instant("created_at"),
    instant("given_at", nullable=True),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("order_id"),
    Index(None, "created_at"),
)
"""Of orders whose customer wants their driver to ask for one."""

OTHERS_IN_A_PROOF = frozenset({"content", "photo_id", "seal", "signature"})
"""What a driver's copy of a proof leaves out: who signed for what is the customer's."""

PERSONAL_DATA = (
    Section("proofs", proofs, of_own_orders(proofs), frozenset({"driver_id", "client_id", "request_hash"})),
    Section("proofs_taken", proofs, lambda who: proofs.c.driver_id == who.drives_as, OTHERS_IN_A_PROOF),
    Section("photos_taken", proof_photos, lambda who: proof_photos.c.driver_id == who.drives_as),
    Section(
        "delivery_pins",
        delivery_pins,
        of_own_orders(delivery_pins),
        frozenset({"sealed_code", "wrong"}),
        removed=True,
    ),
)
