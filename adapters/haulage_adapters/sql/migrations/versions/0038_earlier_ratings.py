"""What customers gave a driver before orders kept it is counted beside what they give now."""

import sqlalchemy as sa
from alembic import op

revision = "0038_earlier_ratings"
down_revision = "0037_places_forgotten"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("earlier_ratings", "earlier_stars"):
        op.add_column("drivers", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    # A standing that no rated order explains is from before.
    op.execute(
        "UPDATE drivers SET earlier_ratings = total_jobs,"
        " earlier_stars = CAST(round(CAST(rating * total_jobs AS numeric)) AS integer)"
        " WHERE rating IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders"
        " WHERE orders.driver_id = drivers.id AND orders.customer_rating IS NOT NULL)"
    )
