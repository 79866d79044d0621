"""Sums of the books that are kept, and the time of each entry that statements sort it by.

Every entry is given its time once, and the sums are made from all entries: with millions of them this takes
minutes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0062_ledger_checkpoints"
down_revision = "0061_order_texts"
branch_labels = None
depends_on = None

UNPOSTED, RESERVED = sa.text("state <> 'posted'"), sa.text("state = 'reserved'")

REPLACED = {
    "sqlite": ("DROP TRIGGER ledger_transactions_seal", "DROP TRIGGER ledger_entries_update"),
    "postgresql": ("DROP TRIGGER ledger_entries_rows ON ledger_entries",),
}
DAY = {"sqlite": "date(e.at)", "postgresql": "(e.at AT TIME ZONE 'UTC')::date"}

TRIGGERS = {
    "sqlite": (
        """CREATE TRIGGER ledger_transactions_seal BEFORE INSERT ON ledger_transactions
    WHEN (SELECT count(*) < 2 OR sum(amount_cents) <> 0 FROM ledger_entries WHERE transaction_id = NEW.id)
      OR EXISTS (SELECT 1 FROM ledger_entries WHERE transaction_id = NEW.id AND at <>
                 CASE NEW.state WHEN 'posted' THEN coalesce(NEW.settled_at, NEW.at) ELSE NEW.at END)
      OR EXISTS (SELECT 1 FROM ledger_transactions
                 WHERE id = NEW.id OR reference = NEW.reference OR reverses = NEW.reverses)
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
        """CREATE TRIGGER ledger_transactions_added AFTER INSERT ON ledger_transactions
    BEGIN
      UPDATE ledger_entries
        SET at = CASE NEW.state WHEN 'posted' THEN coalesce(NEW.settled_at, NEW.at) ELSE NEW.at END
        WHERE transaction_id = NEW.id AND at IS NULL;
      INSERT INTO ledger_tail (transaction_id) SELECT NEW.id WHERE NEW.state = 'posted';
    END""",
        """CREATE TRIGGER ledger_transactions_posted AFTER UPDATE ON ledger_transactions
    WHEN NEW.state = 'posted'
    BEGIN
      UPDATE ledger_entries SET at = NEW.settled_at WHERE transaction_id = NEW.id;
      INSERT INTO ledger_tail (transaction_id) VALUES (NEW.id);
    END""",
        """CREATE TRIGGER ledger_entries_update BEFORE UPDATE ON ledger_entries
    WHEN NEW.transaction_id <> OLD.transaction_id OR NEW.account <> OLD.account
      OR NEW.amount_cents <> OLD.amount_cents
      OR NEW.at IS NOT (SELECT CASE state WHEN 'posted' THEN coalesce(settled_at, at) ELSE at END
                        FROM ledger_transactions WHERE id = OLD.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    ),
    "postgresql": (
        """CREATE OR REPLACE FUNCTION ledger_transactions_seal() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF (SELECT count(*) < 2 OR sum(amount_cents) <> 0 OR coalesce(bool_or(at <>
            CASE NEW.state WHEN 'posted' THEN coalesce(NEW.settled_at, NEW.at) ELSE NEW.at END), false)
          FROM ledger_entries WHERE transaction_id = NEW.id)
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NEW;
    END $$""",
        """CREATE FUNCTION ledger_transactions_placed() RETURNS trigger LANGUAGE plpgsql AS
    $$ DECLARE place timestamptz :=
      CASE NEW.state WHEN 'posted' THEN coalesce(NEW.settled_at, NEW.at) ELSE NEW.at END;
    BEGIN
      UPDATE ledger_entries SET at = place WHERE transaction_id = NEW.id AND at IS DISTINCT FROM place;
      IF NEW.state = 'posted' THEN INSERT INTO ledger_tail (transaction_id) VALUES (NEW.id); END IF;
      RETURN NULL;
    END $$""",
        """CREATE FUNCTION ledger_entries_placed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF (NEW.transaction_id, NEW.account, NEW.amount_cents)
          <> (OLD.transaction_id, OLD.account, OLD.amount_cents)
        OR NEW.at IS DISTINCT FROM (
          SELECT CASE state WHEN 'posted' THEN coalesce(settled_at, at) ELSE at END
          FROM ledger_transactions WHERE id = OLD.transaction_id)
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NEW;
    END $$""",
        """CREATE TRIGGER ledger_transactions_placed AFTER INSERT OR UPDATE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_transactions_placed()""",
        """CREATE TRIGGER ledger_entries_placed BEFORE UPDATE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION ledger_entries_placed()""",
        """CREATE TRIGGER ledger_entries_rows BEFORE DELETE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION ledger_is_kept()""",
    ),
}

TIMES = """UPDATE ledger_entries
    SET at = CASE t.state WHEN 'posted' THEN coalesce(t.settled_at, t.at) ELSE t.at END
    FROM ledger_transactions t WHERE t.id = ledger_entries.transaction_id"""

ACCOUNTS = """INSERT INTO ledger_checkpoints (account, posted_cents)
    SELECT DISTINCT account, 0 FROM ledger_entries"""

CHECKPOINTS = """UPDATE ledger_checkpoints SET posted_cents = (
    SELECT sum(d.posted_cents) FROM ledger_daily_totals d WHERE d.account = ledger_checkpoints.account)"""

DAILY_TOTALS = """INSERT INTO ledger_daily_totals (account, day, posted_cents)
    SELECT account, day, sum(cents) FROM (
        SELECT e.account AS account, {day} AS day, e.amount_cents AS cents FROM ledger_entries e
        UNION ALL
        SELECT e.account, {day}, -e.amount_cents FROM ledger_entries e
        JOIN ledger_transactions t ON t.id = e.transaction_id WHERE t.state <> 'posted') posted
    GROUP BY account, day"""
"""All entries, less those of the few transactions that are not posted."""


def upgrade() -> None:
    dialect = op.get_bind().dialect.name
    if dialect == "postgresql":
        # Checks that wait for the end of the upgrade would forbid it to change their tables. Where the same
        # transaction wrote the rows, as a restore does, they would wait anew once the rows get their times.
        op.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for statement in REPLACED[dialect]:
        op.execute(statement)
    _give_times()
    _make_tables()
    op.execute(ACCOUNTS)
    op.execute(DAILY_TOTALS.format(day=DAY[dialect]))
    op.execute(CHECKPOINTS)
    for statement in TRIGGERS[dialect]:
        op.execute(statement)
    if dialect == "postgresql":
        op.execute("SET CONSTRAINTS ALL DEFERRED")


def _give_times() -> None:
    op.add_column("ledger_entries", sa.Column("at", sa.DateTime(timezone=True), nullable=True))
    op.drop_index(op.f("ix_ledger_entries_account_transaction_id_amount_cents"), "ledger_entries")
    op.execute(TIMES)
    op.create_index(
        op.f("ix_ledger_entries_account_at_transaction_id_amount_cents"),
        "ledger_entries",
        ["account", "at", "transaction_id", "amount_cents"],
    )
    op.drop_index("ix_ledger_transactions_unposted", "ledger_transactions")
    for name, columns, condition in (("unposted", ["at", "id"], UNPOSTED), ("reserved", ["id"], RESERVED)):
        op.create_index(
            f"ix_ledger_transactions_{name}",
            "ledger_transactions",
            columns,
            postgresql_where=condition,
            sqlite_where=condition,
        )


def _make_tables() -> None:
    op.create_table(
        "ledger_tail",
        sa.Column("transaction_id", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("transaction_id", name=op.f("pk_ledger_tail")),
    )
    op.create_table(
        "ledger_checkpoints",
        sa.Column("account", sa.String(200), nullable=False),
        sa.Column("posted_cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_ledger_checkpoints")),
    )
    op.create_table(
        "ledger_daily_totals",
        sa.Column("account", sa.String(200), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("posted_cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["ledger_checkpoints.account"], name=op.f("fk_ledger_daily_totals_account")
        ),
        sa.PrimaryKeyConstraint("account", "day", name=op.f("pk_ledger_daily_totals")),
    )
