"""Entries of the books are looked at once more when they are committed."""

from alembic import op

revision = "0039_sealed_entries"
down_revision = "0038_earlier_ratings"
branch_labels = None
depends_on = None

POSTGRESQL = (
    """CREATE FUNCTION ledger_entries_sealed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF (SELECT sum(amount_cents) <> 0 OR count(DISTINCT xmin::text) > 1
          FROM ledger_entries WHERE transaction_id = NEW.transaction_id)
      THEN RAISE EXCEPTION 'the books take whole transactions only, and keep them'
        USING ERRCODE = 'restrict_violation'; END IF;
      RETURN NULL;
    END $$""",
    """CREATE CONSTRAINT TRIGGER ledger_entries_sealed AFTER INSERT ON ledger_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entries_sealed()""",
)


def upgrade() -> None:
    """SQLite has one writer at a time, so its triggers see everything."""
    if op.get_bind().dialect.name == "postgresql":
        for statement in POSTGRESQL:
            op.execute(statement)
