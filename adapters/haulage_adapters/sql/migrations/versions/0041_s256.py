"""Sign-ins are bound to their browser by S256 alone; those begun with a plain challenge begin anew."""

from alembic import op

from haulage_adapters.sql.migrations.respelling import respell

revision = "0041_s256"
down_revision = "0040_least_rates"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("auth_flows", "social_flows"):
        op.execute(f"DELETE FROM {table} WHERE challenge_method = 'plain'")  # noqa: S608  (our own names)
        respell(table, "challenge_method", ("s256",))
