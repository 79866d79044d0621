"""The audit trail, which takes new entries only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0007_audit"
down_revision = "0006_sign_in"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")

APPEND_ONLY = {
    "sqlite": (
        """CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
        """CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
        """CREATE TRIGGER audit_entries_replace BEFORE INSERT ON audit_entries
    WHEN EXISTS (SELECT 1 FROM audit_entries
                 WHERE number = NEW.number OR previous_hash = NEW.previous_hash)
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
    ),
    "postgresql": (
        """CREATE FUNCTION audit_entries_are_kept() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit trail takes new entries only'
       USING ERRCODE = 'restrict_violation'; END $$""",
        """CREATE TRIGGER audit_entries_rows BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION audit_entries_are_kept()""",
        """CREATE TRIGGER audit_entries_table BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_kept()""",
    ),
}


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.String(64), nullable=False),
        sa.Column("actor_role", sa.String(32), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("object_kind", sa.String(32), nullable=False),
        sa.Column("object_id", sa.String(64), nullable=False),
        sa.Column("facts", JSON, nullable=False),
        sa.Column("previous_hash", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_audit_entries_number")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit_entries")),
        sa.UniqueConstraint("previous_hash", name=op.f("uq_audit_entries_previous_hash")),
    )
    for column in ("actor_id", "action", "object_id"):
        op.create_index(op.f(f"ix_audit_entries_{column}_number"), "audit_entries", [column, "number"])
    for statement in APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(statement)
