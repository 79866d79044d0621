"""Refunds that are owed and have not gone out: an account of their own, and two further ends for them."""

import hashlib
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.respelling import respell

revision = "0048_refunds_payable"
down_revision = "0047_idempotency_subjects"
branch_labels = None
depends_on = None

TRANSACTIONS = (
    "charge",
    "payment",
    "split",
    "refund",
    "refund_sent",
    "refund_returned",
    "refund_withdrawn",
    "cancellation",
    "tip",
    "dispute",
    "payout",
    "reversal",
)
STATUSES = ("pending", "sent", "failed", "settled", "withdrawn")
UNSENT = sa.text("status IN ('pending', 'failed')")


def upgrade() -> None:
    """The checks come with their columns, because SQLite adds no others."""
    respell("ledger_transactions", "kind", TRANSACTIONS)
    time = sa.DateTime(timezone=True)
    at_most_all = "disputed_cents BETWEEN 0 AND amount_cents"
    once = "(status = 'withdrawn') = (withdrawn_at IS NOT NULL)"
    for_a_reason = "(withdrawn_at IS NULL) = (withdrawal_reason IS NULL)"
    zero = " DEFAULT 0 NOT NULL"
    _add_checked("disputed_cents", sa.BigInteger(), "disputed_at_most_all", at_most_all, zero)
    _add_checked("withdrawn_at", time, "withdrawn_once", once)
    _add_checked("withdrawal_reason", sa.String(500), "withdrawn_for_a_reason", for_a_reason)
    respell("refunds", "status", STATUSES)
    op.drop_index("ix_refunds_unsent", "refunds")
    op.create_index(
        "ix_refunds_unsent", "refunds", ["created_at", "id"], postgresql_where=UNSENT, sqlite_where=UNSENT
    )
    _owe_what_has_not_gone_out()


def _add_checked(
    column: str, kind: sa.types.TypeEngine[Any], name: str, condition: str, more: str = ""
) -> None:
    spelled = kind.compile(dialect=op.get_bind().dialect)
    op.execute(
        f"ALTER TABLE refunds ADD COLUMN {column} {spelled}{more} "
        f"CONSTRAINT ck_refunds_{name} CHECK ({condition})"
    )


def _owe_what_has_not_gone_out() -> None:
    """Until now a refund left the card clearing when it was owed: those that wait are with the provider."""
    connection = op.get_bind()
    amounts = sa.table("refunds", sa.column("id"), sa.column("order_id"), sa.column("amount_cents"))
    waiting = connection.execute(sa.select(amounts).where(UNSENT)).all()
    now = datetime.now(UTC)
    for id, order_id, cents in waiting:
        reference = f"refund/{id}/owed"
        txn = "txn_" + hashlib.sha256(f"txn/{reference}".encode()).hexdigest()[:32]
        entries = [
            {"transaction_id": txn, "account": "card_clearing", "amount_cents": cents},
            {"transaction_id": txn, "account": "refunds_payable", "amount_cents": -cents},
        ]
        connection.execute(sa.insert(ENTRIES), entries)
        head = {"id": txn, "kind": "refund_returned", "reference": reference, "at": now, "state": "posted"}
        connection.execute(sa.insert(HEADS).values(**head, order_id=order_id))
    if connection.dialect.name == "postgresql":
        # Checks that wait for the end of the upgrade would forbid later steps to change these tables.
        op.execute("SET CONSTRAINTS ALL IMMEDIATE")
        op.execute("SET CONSTRAINTS ALL DEFERRED")


ENTRIES = sa.table(
    "ledger_entries", sa.column("transaction_id"), sa.column("account"), sa.column("amount_cents")
)
HEADS = sa.table(
    "ledger_transactions",
    *(sa.column(name) for name in ("id", "kind", "reference", "order_id", "state")),
    sa.column("at", sa.DateTime(timezone=True)),
)
