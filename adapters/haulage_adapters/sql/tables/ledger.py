"""The books: two tables that take new rows, and give none away.

A transaction's entries are inserted before it, and the transaction seals them: the database refuses it
unless they sum to nothing, and refuses every entry after it. Neither can be changed or removed, whoever
asks; a reservation alone may be posted or voided, once. Dropping the triggers first takes an
administrator of the database, whom reading the books shows.
"""

from sqlalchemy import (
    DDL,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    event,
)

from haulage.kernel.money import MAX_CENTS
from haulage.ledger import TransactionKind, TransactionState
from haulage_adapters.sql.tables.columns import cents, identifier, instant, reference, spelled, word
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_ID, MAX_NAME, Text

ledger_transactions = Table(
    "ledger_transactions",
    metadata,
    identifier(),
    word("kind", TransactionKind),
    Column("reference", Text(MAX_NAME), nullable=False),
    instant("at"),
    reference("order_id", "orders.id", nullable=True),
    word("state", TransactionState),
    Column("reverses", Text(MAX_ID), ForeignKey("ledger_transactions.id"), nullable=True),
    instant("settled_at", nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("reference"),
    UniqueConstraint("reverses"),
    *spelled(kind=TransactionKind, state=TransactionState),
    CheckConstraint("state <> 'reserved' OR settled_at IS NULL", name="reserved_is_unsettled"),
    CheckConstraint("state <> 'voided' OR settled_at IS NOT NULL", name="voided_is_settled"),
    Index(None, "order_id"),
    Index(None, "at", "id"),
)

ledger_entries = Table(
    "ledger_entries",
    metadata,
    Column(
        "transaction_id",
        Text(MAX_ID),
        ForeignKey("ledger_transactions.id", deferrable=True, initially="DEFERRED"),
        nullable=False,
    ),
    Column("account", Text(MAX_NAME), nullable=False),
    cents("amount_cents"),
    PrimaryKeyConstraint("transaction_id", "account"),
    CheckConstraint(f"amount_cents BETWEEN -{MAX_CENTS} AND {MAX_CENTS}", name="amount_cents"),
    CheckConstraint("amount_cents <> 0", name="moves_something"),
    Index(None, "account", "transaction_id"),
)


APPEND_ONLY_SQLITE = (
    """CREATE TRIGGER ledger_transactions_seal BEFORE INSERT ON ledger_transactions
    WHEN (SELECT count(*) < 2 OR sum(amount_cents) <> 0 FROM ledger_entries WHERE transaction_id = NEW.id)
      OR EXISTS (SELECT 1 FROM ledger_transactions
                 WHERE id = NEW.id OR reference = NEW.reference OR reverses = NEW.reverses)
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_transactions_update BEFORE UPDATE ON ledger_transactions
    WHEN OLD.state <> 'reserved' OR NEW.state = 'reserved' OR NEW.settled_at IS NULL
      OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.reference <> OLD.reference OR NEW.at <> OLD.at
      OR NEW.order_id IS NOT OLD.order_id OR NEW.reverses IS NOT OLD.reverses
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_transactions_delete BEFORE DELETE ON ledger_transactions
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_entries_insert BEFORE INSERT ON ledger_entries
    WHEN EXISTS (SELECT 1 FROM ledger_transactions WHERE id = NEW.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_entries_update BEFORE UPDATE ON ledger_entries
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_entries_delete BEFORE DELETE ON ledger_entries
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
)
"""``INSERT OR REPLACE`` removes rows without asking the triggers of removals: those of insertions do it."""


APPEND_ONLY_POSTGRESQL = (
    """CREATE FUNCTION ledger_is_kept() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END $$""",
    """CREATE FUNCTION ledger_transactions_seal() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF (SELECT count(*) < 2 OR sum(amount_cents) <> 0 FROM ledger_entries WHERE transaction_id = NEW.id)
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NEW;
    END $$""",
    """CREATE FUNCTION ledger_transactions_settle() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF OLD.state <> 'reserved' OR NEW.state = 'reserved' OR NEW.settled_at IS NULL
        OR (NEW.id, NEW.kind, NEW.reference, NEW.at) <> (OLD.id, OLD.kind, OLD.reference, OLD.at)
        OR NEW.order_id IS DISTINCT FROM OLD.order_id OR NEW.reverses IS DISTINCT FROM OLD.reverses
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NEW;
    END $$""",
    """CREATE FUNCTION ledger_entries_open() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF EXISTS (SELECT 1 FROM ledger_transactions WHERE id = NEW.transaction_id)
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NEW;
    END $$""",
    """CREATE TRIGGER ledger_transactions_seal BEFORE INSERT ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_transactions_seal()""",
    """CREATE TRIGGER ledger_transactions_settle BEFORE UPDATE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_transactions_settle()""",
    """CREATE TRIGGER ledger_transactions_rows BEFORE DELETE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_is_kept()""",
    """CREATE TRIGGER ledger_transactions_table BEFORE TRUNCATE ON ledger_transactions
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept()""",
    """CREATE TRIGGER ledger_entries_open BEFORE INSERT ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION ledger_entries_open()""",
    """CREATE TRIGGER ledger_entries_rows BEFORE UPDATE OR DELETE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION ledger_is_kept()""",
    """CREATE TRIGGER ledger_entries_table BEFORE TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept()""",
)


def _make_with_the_last_table(dialect: str, statements: tuple[str, ...]) -> None:
    """Entries point at transactions, so their table is the one that is made last."""
    for statement in statements:
        made = DDL(statement)  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap
        event.listen(ledger_entries, "after_create", made.execute_if(dialect=dialect))


_make_with_the_last_table("sqlite", APPEND_ONLY_SQLITE)
_make_with_the_last_table("postgresql", APPEND_ONLY_POSTGRESQL)
