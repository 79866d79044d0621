"""Points, traces and what streams remember of the last fixes can be forgotten after their time."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.types import UtcTime

revision = "0037_places_forgotten"
down_revision = "0036_late_news"
branch_labels = None
depends_on = None

TRACED = sa.text("NOT forgotten")


def upgrade() -> None:
    op.add_column("behaviour_streams", sa.Column("placed_until", UtcTime(), nullable=True))
    # No fix is newer than a minute after it was taken in.
    op.execute("UPDATE behaviour_streams SET placed_until = updated_at")
    op.create_index(op.f("ix_behaviour_streams_placed_until"), "behaviour_streams", ["placed_until"])
    op.create_index(op.f("ix_behaviour_points_at"), "behaviour_points", ["at"])
    op.add_column(
        "behaviour_events", sa.Column("forgotten", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index(
        "ix_behaviour_events_traced",
        "behaviour_events",
        ["started_at"],
        postgresql_where=TRACED,
        sqlite_where=TRACED,
    )
