"""Where drivers have been, and how far each position is believed."""

import sqlalchemy as sa
from alembic import op

revision = "0021_driver_locations"
down_revision = "0020_provider_events"
branch_labels = None
depends_on = None

DOUBTS = "doubt IN ('poor_accuracy', 'impossible_jump')"
WORKED = sa.text("status IN ('assigned', 'in_progress')")


def upgrade() -> None:
    """The check comes with its column, because SQLite adds no others."""
    op.create_table(
        "driver_locations",
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lat", sa.Double(), nullable=False),
        sa.Column("lng", sa.Double(), nullable=False),
        sa.Column("heading", sa.Double(), nullable=True),
        sa.Column("speed_mph", sa.Double(), nullable=True),
        sa.Column("accuracy_meters", sa.Double(), nullable=True),
        sa.Column("address", sa.String(300), nullable=True),
        sa.Column("doubt", sa.String(32), nullable=True),
        sa.CheckConstraint("lat BETWEEN -90 AND 90", name=op.f("ck_driver_locations_lat")),
        sa.CheckConstraint("lng BETWEEN -180 AND 180", name=op.f("ck_driver_locations_lng")),
        sa.CheckConstraint(DOUBTS, name=op.f("ck_driver_locations_doubt")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_driver_locations_number")),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["drivers.id"], name=op.f("fk_driver_locations_driver_id_drivers")
        ),
        sa.PrimaryKeyConstraint("driver_id", "at", name=op.f("pk_driver_locations")),
        sa.UniqueConstraint("driver_id", "number", name=op.f("uq_driver_locations_driver_id_number")),
    )
    op.create_index(op.f("ix_driver_locations_at"), "driver_locations", ["at"], unique=False)
    op.add_column("driver_positions", sa.Column("speed_mph", sa.Double(), nullable=True))
    op.add_column("driver_positions", sa.Column("accuracy_meters", sa.Double(), nullable=True))
    op.add_column("driver_positions", sa.Column("address", sa.String(300), nullable=True))
    op.execute(
        "ALTER TABLE driver_positions ADD COLUMN doubt VARCHAR(32) "
        f"CONSTRAINT ck_driver_positions_doubt CHECK ({DOUBTS})"
    )
    op.create_index("ix_orders_worked", "orders", ["driver_id"], postgresql_where=WORKED, sqlite_where=WORKED)
