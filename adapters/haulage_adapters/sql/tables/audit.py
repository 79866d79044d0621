"""The audit trail: one table that takes new rows and nothing else.

The database itself refuses to change or remove an entry, whoever asks; dropping the trigger first takes
an administrator of the database, whom the chain of hashes shows.
"""

from sqlalchemy import (
    DDL,
    CheckConstraint,
    Column,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    event,
    text,
)

from haulage_adapters.sql.tables.columns import HASH_DIGITS, instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_ID, MAX_WORD, Json, Text, Whole

BY_OPERATORS = text("(actor_id = 'operator' OR substr(actor_id, 1, 9) = 'operator:')")
"""What any operator did. Written out, so that the database sees it is the index's own."""

audit_entries = Table(
    "audit_entries",
    metadata,
    Column("number", Whole(octets=8), nullable=False, autoincrement=False),
    instant("at"),
    Column("actor_id", Text(MAX_ID), nullable=False),
    Column("actor_role", Text(MAX_WORD), nullable=False),
    Column("action", Text(MAX_WORD), nullable=False),
    Column("object_kind", Text(MAX_WORD), nullable=False),
    Column("object_id", Text(MAX_ID), nullable=False),
    Column("facts", Json, nullable=False),
    Column("previous_hash", Text(HASH_DIGITS), nullable=False),
    Column("hash", Text(HASH_DIGITS), nullable=False),
    PrimaryKeyConstraint("number"),
    UniqueConstraint("previous_hash"),
    CheckConstraint("number >= 1", name="number"),
    Index(None, "actor_id", "number"),
    Index(None, "action", "number"),
    Index(None, "object_id", "number"),
    Index(
        "ix_audit_entries_by_operators", "number", postgresql_where=BY_OPERATORS, sqlite_where=BY_OPERATORS
    ),
)
"""Two entries cannot follow the same one: ``previous_hash`` is unique."""

APPEND_ONLY_SQLITE = (
    """CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
    """CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
    """CREATE TRIGGER audit_entries_replace BEFORE INSERT ON audit_entries
    WHEN EXISTS (SELECT 1 FROM audit_entries
                 WHERE number = NEW.number OR previous_hash = NEW.previous_hash)
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
)
"""``INSERT OR REPLACE`` removes rows without asking the trigger of removals, so it has one of its own."""

APPEND_ONLY_POSTGRESQL = (
    """CREATE FUNCTION audit_entries_are_kept() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit trail takes new entries only'
       USING ERRCODE = 'restrict_violation'; END $$""",
    """CREATE TRIGGER audit_entries_rows BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION audit_entries_are_kept()""",
    """CREATE TRIGGER audit_entries_table BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_kept()""",
)

for _dialect, _statements in (("sqlite", APPEND_ONLY_SQLITE), ("postgresql", APPEND_ONLY_POSTGRESQL)):
    for _statement in _statements:
        _made = DDL(_statement)  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap
        event.listen(audit_entries, "after_create", _made.execute_if(dialect=_dialect))
