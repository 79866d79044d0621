"""The ledger's transactions, entries and sums."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table, where
from haulage_adapters.sql.triggers.ledger import TRIGGERS


def create() -> None:
    _ledger_transactions()
    _ledger_entries()
    _ledger_tail()
    _ledger_checkpoints()
    _ledger_daily_totals()
    _ledger_accounts()
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _ledger_transactions() -> None:
    create_table(
        "ledger_transactions",
        Column("id", String(64), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("reference", String(200), nullable=False),
        Column("at", TIME, nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id")),
        Column("state", String(32), nullable=False),
        Column("reverses", String(64), ForeignKey("ledger_transactions.id")),
        Column("settled_at", TIME),
        Column("subject_kind", String(32)),
        Column("subject_id", String(64)),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("reference"),
        UniqueConstraint("reverses"),
        CheckConstraint("state IN ('reserved', 'posted', 'voided')", name="state"),
        CheckConstraint("state <> 'reserved' OR settled_at IS NULL", name="reserved_is_unsettled"),
        CheckConstraint("state <> 'voided' OR settled_at IS NOT NULL", name="voided_is_settled"),
        CheckConstraint("(subject_kind IS NULL) = (subject_id IS NULL)", name="about_something_of_a_kind"),
        Index(None, "at", "id"),
        Index(None, "order_id", **where("order_id IS NOT NULL")),
        Index(None, "subject_kind", "subject_id", **where("subject_id IS NOT NULL")),
        Index("ix_ledger_transactions_reserved", "id", **where("state = 'reserved'")),
        Index("ix_ledger_transactions_unposted", "at", "id", **where("state <> 'posted'")),
    )


def _ledger_entries() -> None:
    create_table(
        "ledger_entries",
        Column(
            "transaction_id",
            String(64),
            ForeignKey("ledger_transactions.id", deferrable=True, initially="DEFERRED"),
            nullable=False,
        ),
        Column("account", String(200), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("at", TIME),
        PrimaryKeyConstraint("transaction_id", "account"),
        CheckConstraint("amount_cents BETWEEN -10000000000 AND 10000000000", name="amount_cents"),
        CheckConstraint("amount_cents <> 0", name="moves_something"),
        Index(None, "account", "at", "transaction_id", "amount_cents"),
        sqlite_with_rowid=False,
    )


def _ledger_tail() -> None:
    create_table(
        "ledger_tail",
        Column("transaction_id", String(64), nullable=False),
        PrimaryKeyConstraint("transaction_id"),
        sqlite_with_rowid=False,
    )


def _ledger_checkpoints() -> None:
    create_table(
        "ledger_checkpoints",
        Column("account", String(200), nullable=False),
        Column("posted_cents", BigInteger(), nullable=False),
        PrimaryKeyConstraint("account"),
    )


def _ledger_accounts() -> None:
    create_table(
        "ledger_accounts",
        Column("code", String(200), nullable=False),
        Column("posted_cents", BigInteger(), nullable=False),
        Column("reserved_debit_cents", BigInteger(), nullable=False),
        Column("reserved_credit_cents", BigInteger(), nullable=False),
        Column("version", BigInteger(), nullable=False),
        PrimaryKeyConstraint("code"),
        CheckConstraint("reserved_debit_cents >= 0", name="reserved_debits"),
        CheckConstraint("reserved_credit_cents <= 0", name="reserved_credits"),
        sqlite_with_rowid=False,
    )


def _ledger_daily_totals() -> None:
    create_table(
        "ledger_daily_totals",
        Column("account", String(200), ForeignKey("ledger_checkpoints.account"), nullable=False),
        Column("day", Date(), nullable=False),
        Column("posted_cents", BigInteger(), nullable=False),
        PrimaryKeyConstraint("account", "day"),
    )
