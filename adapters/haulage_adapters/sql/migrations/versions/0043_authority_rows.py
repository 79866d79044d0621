"""What lanes between states need, as an operator confirmed it."""

import sqlalchemy as sa
from alembic import op

revision = "0043_authority_rows"
down_revision = "0042_account_uuids"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
IN_FORCE = sa.text("withdrawn_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "authority_rows",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("origin", sa.String(2), nullable=False),
        sa.Column("destination", sa.String(2), nullable=False),
        sa.Column("service", sa.String(32), nullable=False),
        sa.Column("authority", sa.String(32), nullable=False),
        sa.Column("source", sa.String(500), nullable=False),
        sa.Column("confirmed_by", sa.String(200), nullable=False),
        sa.Column("confirmed_on", sa.Date(), nullable=False),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.Column("recorded_by", sa.String(64), nullable=False),
        sa.Column("withdrawn_at", TIME, nullable=True),
        sa.Column("withdrawn_by", sa.String(64), nullable=True),
        sa.CheckConstraint(
            "service IN ('delivery', 'moving', 'pickup')", name=op.f("ck_authority_rows_service")
        ),
        sa.CheckConstraint(
            "authority IN ('open', 'with_credential', 'closed')", name=op.f("ck_authority_rows_authority")
        ),
        sa.CheckConstraint("source <> '' AND confirmed_by <> ''", name=op.f("ck_authority_rows_confirmed")),
        sa.CheckConstraint(
            "(withdrawn_at IS NULL) = (withdrawn_by IS NULL)", name=op.f("ck_authority_rows_withdrawn")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_authority_rows")),
    )
    op.create_index(
        "uq_authority_rows_lane",
        "authority_rows",
        ["origin", "destination", "service"],
        unique=True,
        postgresql_where=IN_FORCE,
        sqlite_where=IN_FORCE,
    )
