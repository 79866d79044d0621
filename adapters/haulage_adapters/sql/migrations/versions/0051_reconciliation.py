"""What moved our balance at the card provider, and how that differs from our books."""

import sqlalchemy as sa
from alembic import op

revision = "0051_reconciliation"
down_revision = "0050_session_ends"
branch_labels = None
depends_on = None

MOST = 10_000_000_000
ENTRIES = ("charge", "refund", "refund_failed", "dispute", "transfer", "transfer_reversal", "payout", "other")
DIFFERENCES = (
    "unknown_charge",
    "missing_here",
    "missing_there",
    "other_amount",
    "other_status",
    "not_sent",
)
SUBJECTS = ("payment", "refund", "dispute")
OPEN = sa.text("closed_at IS NULL")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    _provider_entries()
    _payment_differences()
    op.create_index(op.f("ix_refunds_provider_refund_id"), "refunds", ["provider_refund_id"])


def _provider_entries() -> None:
    table = "provider_entries"
    op.create_table(
        table,
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("type", sa.String(100), nullable=False),
        *(sa.Column(f"{name}_cents", sa.BigInteger(), nullable=False) for name in ("amount", "fee", "net")),
        sa.Column("created_at", TIME, nullable=False),
        *(_name(name) for name in ("source", "provider_reference", "reference")),
        sa.Column("noted_at", TIME, nullable=False),
        _spelled(table, "kind", ENTRIES),
        *(_bounded(table, name) for name in ("amount_cents", "fee_cents")),
        sa.CheckConstraint("net_cents = amount_cents - fee_cents", name=op.f("ck_provider_entries_adds_up")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_provider_entries")),
    )
    for columns in (["source"], ["provider_reference", "kind"], ["created_at", "id"]):
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)


def _payment_differences() -> None:
    table = "payment_differences"
    points_at = {"payment_id": "payments", "refund_id": "refunds", "order_id": "orders"}
    op.create_table(
        table,
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        *(sa.Column(name, TIME, nullable=False) for name in ("occurred_at", "created_at", "seen_at")),
        _name("their_id"),
        *(sa.Column(name, sa.String(64), nullable=True) for name in points_at),
        *(sa.Column(f"{whose}_cents", sa.BigInteger(), nullable=True) for whose in ("our", "their")),
        *(sa.Column(f"{whose}_status", sa.String(32), nullable=True) for whose in ("our", "their")),
        sa.Column("closed_at", TIME, nullable=True),
        _spelled(table, "kind", DIFFERENCES),
        _spelled(table, "subject", SUBJECTS),
        *(_bounded(table, name) for name in ("our_cents", "their_cents")),
        *(
            sa.ForeignKeyConstraint([name], [f"{target}.id"], name=op.f(f"fk_{table}_{name}"))
            for name, target in points_at.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_differences")),
    )
    sorted_by = ["created_at", "id"]
    op.create_index(op.f(f"ix_{table}_created_at_id"), table, sorted_by)
    op.create_index(f"ix_{table}_open", table, sorted_by, postgresql_where=OPEN, sqlite_where=OPEN)


def _name(column: str) -> "sa.Column[str]":
    return sa.Column(column, sa.String(200), nullable=True)


def _spelled(table: str, column: str, words: tuple[str, ...]) -> sa.CheckConstraint:
    listed = ", ".join(map(repr, words))
    return sa.CheckConstraint(f"{column} IN ({listed})", name=op.f(f"ck_{table}_{column}"))


def _bounded(table: str, column: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN -{MOST} AND {MOST}", name=op.f(f"ck_{table}_{column}"))
