"""Rates of sales tax as an operator confirmed them."""

import sqlalchemy as sa
from alembic import op

revision = "0026_tax_rows"
down_revision = "0025_bonus"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
IN_FORCE = sa.text("withdrawn_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "tax_rows",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("state", sa.String(2), nullable=False),
        sa.Column("county", sa.String(200), nullable=False),
        sa.Column("zip_code", sa.String(5), nullable=False),
        sa.Column("taxed", sa.String(32), nullable=False),
        sa.Column("rate_millionths", sa.Integer(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("source", sa.String(500), nullable=False),
        sa.Column("confirmed_by", sa.String(200), nullable=False),
        sa.Column("confirmed_on", sa.Date(), nullable=False),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.Column("recorded_by", sa.String(64), nullable=False),
        sa.Column("withdrawn_at", TIME, nullable=True),
        sa.Column("withdrawn_by", sa.String(64), nullable=True),
        sa.CheckConstraint("rate_millionths BETWEEN 0 AND 150000", name=op.f("ck_tax_rows_rate")),
        sa.CheckConstraint(
            "taxed IN ('', 'delivery', 'moving', 'pickup', 'assembly')", name=op.f("ck_tax_rows_taxed")
        ),
        sa.CheckConstraint("source <> '' AND confirmed_by <> ''", name=op.f("ck_tax_rows_confirmed")),
        sa.CheckConstraint(
            "(withdrawn_at IS NULL) = (withdrawn_by IS NULL)", name=op.f("ck_tax_rows_withdrawn")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tax_rows")),
    )
    op.create_index(
        "uq_tax_rows_one_rate",
        "tax_rows",
        ["state", "county", "zip_code", "taxed", "since"],
        unique=True,
        postgresql_where=IN_FORCE,
        sqlite_where=IN_FORCE,
    )
