"""What keeps the ledger whole: see ``haulage_adapters.sql.tables.ledger``.

An entry's time is its transaction's: ``settled_at`` of a reservation that was posted, ``at`` of all others.
"""

from haulage_adapters.sql.triggers.ledger_writes import ENTER

_ON_SQLITE = (
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
    """CREATE TRIGGER ledger_transactions_update BEFORE UPDATE ON ledger_transactions
    WHEN OLD.state <> 'reserved' OR NEW.state = 'reserved' OR NEW.settled_at IS NULL
      OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.reference <> OLD.reference OR NEW.at <> OLD.at
      OR NEW.order_id IS NOT OLD.order_id OR NEW.reverses IS NOT OLD.reverses
      OR NEW.subject_kind IS NOT OLD.subject_kind OR NEW.subject_id IS NOT OLD.subject_id
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_transactions_posted AFTER UPDATE ON ledger_transactions
    WHEN NEW.state = 'posted'
    BEGIN
      UPDATE ledger_entries SET at = NEW.settled_at WHERE transaction_id = NEW.id;
      INSERT INTO ledger_tail (transaction_id) VALUES (NEW.id);
    END""",
    """CREATE TRIGGER ledger_transactions_delete BEFORE DELETE ON ledger_transactions
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_entries_insert BEFORE INSERT ON ledger_entries
    WHEN EXISTS (SELECT 1 FROM ledger_transactions WHERE id = NEW.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_entries_update BEFORE UPDATE ON ledger_entries
    WHEN NEW.transaction_id <> OLD.transaction_id OR NEW.account <> OLD.account
      OR NEW.amount_cents <> OLD.amount_cents
      OR NEW.at IS NOT (SELECT CASE state WHEN 'posted' THEN coalesce(settled_at, at) ELSE at END
                        FROM ledger_transactions WHERE id = OLD.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
    """CREATE TRIGGER ledger_entries_delete BEFORE DELETE ON ledger_entries
    BEGIN SELECT RAISE(ABORT, 'the books take whole transactions only, and keep them'); END""",
)
"""``INSERT OR REPLACE`` removes rows without asking the triggers of removals: those of insertions do it."""


_ON_POSTGRESQL = (
    """CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END $$""",
    """CREATE FUNCTION ledger_transactions_seal() RETURNS trigger LANGUAGE plpgsql AS
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
    """CREATE FUNCTION ledger_transactions_settle() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF OLD.state <> 'reserved' OR NEW.state = 'reserved' OR NEW.settled_at IS NULL
        OR (NEW.id, NEW.kind, NEW.reference, NEW.at) <> (OLD.id, OLD.kind, OLD.reference, OLD.at)
        OR NEW.order_id IS DISTINCT FROM OLD.order_id OR NEW.reverses IS DISTINCT FROM OLD.reverses
        OR NEW.subject_kind IS DISTINCT FROM OLD.subject_kind
        OR NEW.subject_id IS DISTINCT FROM OLD.subject_id
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NEW;
    END $$""",
    """CREATE FUNCTION ledger_entries_open() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS
    $$ BEGIN
      IF EXISTS (SELECT 1 FROM fresh JOIN ledger_transactions ON id = transaction_id)
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
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
    """CREATE FUNCTION ledger_entries_sealed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF (SELECT sum(amount_cents) <> 0 OR min(xmin::text) <> max(xmin::text)
          FROM ledger_entries WHERE transaction_id = NEW.transaction_id)
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NULL;
    END $$""",
    """CREATE TRIGGER ledger_transactions_seal BEFORE INSERT ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_transactions_seal()""",
    """CREATE TRIGGER ledger_transactions_placed AFTER INSERT OR UPDATE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_transactions_placed()""",
    """CREATE TRIGGER ledger_transactions_settle BEFORE UPDATE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_transactions_settle()""",
    """CREATE TRIGGER ledger_transactions_rows BEFORE DELETE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only()""",
    """CREATE TRIGGER ledger_transactions_table BEFORE TRUNCATE ON ledger_transactions
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only()""",
    """CREATE TRIGGER ledger_entries_open AFTER INSERT ON ledger_entries
    REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_open()""",
    """CREATE CONSTRAINT TRIGGER ledger_entries_sealed AFTER INSERT ON ledger_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entries_sealed()""",
    """CREATE TRIGGER ledger_entries_placed BEFORE UPDATE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION ledger_entries_placed()""",
    """CREATE TRIGGER ledger_entries_rows BEFORE DELETE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only()""",
    """CREATE TRIGGER ledger_entries_table BEFORE TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only()""",
    ENTER,
)
"""The other triggers do not see what another connection has not committed, so the entries are looked at once
more at the commit. By then the foreign key, which is checked before (triggers run in the order of their
names), has shown that whoever sealed the transaction has committed. All entries of a transaction have one
``xmin``, for one transaction of the database inserts them, and one moves them all when a reservation is
posted: entries that were slipped in have another.
"""

TRIGGERS = {"sqlite": _ON_SQLITE, "postgresql": _ON_POSTGRESQL}
