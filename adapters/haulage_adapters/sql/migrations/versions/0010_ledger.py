"""The books, which take whole transactions only, and keep them."""

import sqlalchemy as sa
from alembic import op

revision = "0010_ledger"
down_revision = "0009_passkeys"
branch_labels = None
depends_on = None


SQLITE = (
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

POSTGRESQL = (
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


def upgrade() -> None:
    op.create_table(
        "ledger_transactions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=True),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("reverses", sa.String(64), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('charge', 'payment', 'split', 'refund', 'cancellation', 'tip', 'dispute', 'payout', "
            "'reversal')",
            name=op.f("ck_ledger_transactions_kind"),
        ),
        sa.CheckConstraint(
            "state IN ('reserved', 'posted', 'voided')", name=op.f("ck_ledger_transactions_state")
        ),
        sa.CheckConstraint(
            "state <> 'reserved' OR settled_at IS NULL",
            name=op.f("ck_ledger_transactions_reserved_is_unsettled"),
        ),
        sa.CheckConstraint(
            "state <> 'voided' OR settled_at IS NOT NULL",
            name=op.f("ck_ledger_transactions_voided_is_settled"),
        ),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_ledger_transactions_order_id")),
        sa.ForeignKeyConstraint(
            ["reverses"], ["ledger_transactions.id"], name=op.f("fk_ledger_transactions_reverses")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_transactions")),
        sa.UniqueConstraint("reference", name=op.f("uq_ledger_transactions_reference")),
        sa.UniqueConstraint("reverses", name=op.f("uq_ledger_transactions_reverses")),
    )
    op.create_index(op.f("ix_ledger_transactions_order_id"), "ledger_transactions", ["order_id"])
    op.create_index(op.f("ix_ledger_transactions_at_id"), "ledger_transactions", ["at", "id"])
    op.create_table(
        "ledger_entries",
        sa.Column("transaction_id", sa.String(64), nullable=False),
        sa.Column("account", sa.String(200), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "amount_cents BETWEEN -10000000000 AND 10000000000", name=op.f("ck_ledger_entries_amount_cents")
        ),
        sa.CheckConstraint("amount_cents <> 0", name=op.f("ck_ledger_entries_moves_something")),
        sa.ForeignKeyConstraint(
            ["transaction_id"],
            ["ledger_transactions.id"],
            name=op.f("fk_ledger_entries_transaction_id"),
            deferrable=True,
            initially="DEFERRED",
        ),
        sa.PrimaryKeyConstraint("transaction_id", "account", name=op.f("pk_ledger_entries")),
    )
    op.create_index(
        op.f("ix_ledger_entries_account_transaction_id"), "ledger_entries", ["account", "transaction_id"]
    )
    statements = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
    for statement in statements[op.get_bind().dialect.name]:
        op.execute(statement)
