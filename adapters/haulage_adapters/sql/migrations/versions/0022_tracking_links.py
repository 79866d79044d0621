"""Links by which customers share where their order is."""

import sqlalchemy as sa
from alembic import op

revision = "0022_tracking_links"
down_revision = "0021_driver_locations"
branch_labels = None
depends_on = None

SHARED = sa.text("revoked_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "tracking_links",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("expires_at > created_at", name=op.f("ck_tracking_links_expires_later")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_tracking_links_order_id_orders")),
        sa.ForeignKeyConstraint(
            ["created_by"], ["users.id"], name=op.f("fk_tracking_links_created_by_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tracking_links")),
    )
    op.create_index(
        "uq_tracking_links_shared",
        "tracking_links",
        ["order_id"],
        unique=True,
        postgresql_where=SHARED,
        sqlite_where=SHARED,
    )
    op.create_index(op.f("ix_tracking_links_created_by"), "tracking_links", ["created_by"], unique=False)
