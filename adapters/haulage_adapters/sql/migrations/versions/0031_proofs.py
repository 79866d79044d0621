"""Proofs of delivery, their photos, delivery PINs, and the keys that seal them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from haulage_adapters.sql.migrations.respelling import respell

revision = "0031_proofs"
down_revision = "0030_job_offers"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    respell("server_keys", "purpose", ["access", "refresh", "proof"])
    _proofs()
    _photos()
    _pins()


def _proofs() -> None:
    op.create_table(
        "proofs",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("client_id", sa.String(64), nullable=False),
        sa.Column("asked_hash", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(4000), nullable=False),
        sa.Column("signature", sa.String(2000), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("content", JSON, nullable=True),
        sa.Column("photo_id", sa.String(64), nullable=True),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("erased_at", TIME, nullable=True),
        sa.CheckConstraint("(content IS NULL) = (erased_at IS NOT NULL)", name=op.f("ck_proofs_erased")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_proofs_number")),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_proofs_driver_id_drivers")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_proofs_order_id_orders")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_proofs")),
        sa.UniqueConstraint("driver_id", "client_id", name=op.f("uq_proofs_driver_id_client_id")),
        sa.UniqueConstraint("id", name=op.f("uq_proofs_id")),
        sa.UniqueConstraint("order_id", name=op.f("uq_proofs_order_id")),
    )
    op.create_index(op.f("ix_proofs_photo_id"), "proofs", ["photo_id"], unique=False)
    op.create_index(op.f("ix_proofs_received_at"), "proofs", ["received_at"], unique=False)


def _photos() -> None:
    op.create_table(
        "proof_photos",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("client_id", sa.String(64), nullable=False),
        sa.Column("asked_hash", sa.String(64), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("octets", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("stored_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["drivers.id"], name=op.f("fk_proof_photos_driver_id_drivers")
        ),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_proof_photos_order_id_orders")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proof_photos")),
        sa.UniqueConstraint("driver_id", "client_id", name=op.f("uq_proof_photos_driver_id_client_id")),
    )
    op.create_index(op.f("ix_proof_photos_order_id"), "proof_photos", ["order_id"], unique=False)
    op.create_index(op.f("ix_proof_photos_received_at"), "proof_photos", ["received_at"], unique=False)


def _pins() -> None:
    op.create_table(
        "delivery_pins",
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("sealed_code", sa.String(2000), nullable=False),
        sa.Column("wrong", JSON, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("given_at", TIME, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_delivery_pins_order_id_orders")),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_delivery_pins")),
    )
