"""What keeps the audit trail from being changed: see ``haulage_adapters.sql.tables.audit``."""

_ON_SQLITE = (
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

_ON_POSTGRESQL = (
    """CREATE FUNCTION audit_entries_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit trail takes new entries only'
       USING ERRCODE = 'restrict_violation'; END $$""",
    """CREATE TRIGGER audit_entries_rows BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION audit_entries_append_only()""",
    """CREATE TRIGGER audit_entries_table BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_append_only()""",
)

TRIGGERS = {"sqlite": _ON_SQLITE, "postgresql": _ON_POSTGRESQL}
