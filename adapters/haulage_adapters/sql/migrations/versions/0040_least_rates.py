"""Drivers' rates are at least what a card can be charged."""

from alembic import op

revision = "0040_least_rates"
down_revision = "0039_sealed_entries"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rates below their least are raised to it; quotes and orders keep what they were made with."""
    op.execute("UPDATE drivers SET per_mile_cents = 50 WHERE per_mile_cents < 50")
    op.execute("UPDATE drivers SET minimum_fare_cents = 500 WHERE minimum_fare_cents < 500")
