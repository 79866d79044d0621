"""The audit trail, jobs, e-mails, stored responses, and what operators confirm."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    text,
)

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table, where
from haulage_adapters.sql.triggers.audit import TRIGGERS


def create() -> None:
    _audit_entries()
    _audit_questions()
    _jobs()
    _job_workers()
    _emails()
    _email_attachments()
    _email_requests()
    _erasure_traces()
    _idempotency_keys()
    _authority_rows()
    _tax_rows()
    _operation_state()
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _audit_entries() -> None:
    create_table(
        "audit_entries",
        Column("number", BigInteger(), nullable=False, autoincrement=False),
        Column("at", TIME, nullable=False),
        Column("actor_id", String(64), nullable=False),
        Column("actor_role", String(32), nullable=False),
        Column("action", String(32), nullable=False),
        Column("object_kind", String(32), nullable=False),
        Column("object_id", String(64), nullable=False),
        Column("facts", JSON, nullable=False),
        Column("previous_hash", String(64), nullable=False),
        Column("hash", String(64), nullable=False),
        PrimaryKeyConstraint("number"),
        UniqueConstraint("previous_hash"),
        CheckConstraint("number >= 1", name="number"),
        Index(None, "action", "number"),
        Index(None, "actor_id", "number"),
        Index(None, "at", "number"),
        Index(None, "object_id", "number"),
        Index(
            "ix_audit_entries_by_operators",
            "number",
            **where("(actor_id = 'operator' OR substr(actor_id, 1, 9) = 'operator:')"),
        ),
    )


def _audit_questions() -> None:
    create_table(
        "audit_questions",
        Column(
            "number", BigInteger(), ForeignKey("audit_entries.number"), nullable=False, autoincrement=False
        ),
        Column("at", TIME, nullable=False),
        Column("text", String(4000), nullable=False),
        PrimaryKeyConstraint("number"),
        Index(None, "at"),
    )


def _jobs() -> None:
    create_table(
        "jobs",
        Column("id", String(64), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("subject", String(48), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("due_at", TIME, nullable=False),
        Column("since", TIME, nullable=False, server_default=text("'9000-01-01 00:00:00.000000'")),
        Column("queue", String(32), nullable=False, server_default="batch"),
        Column("state", String(32), nullable=False),
        Column("attempts", Integer(), nullable=False),
        Column("finished_at", TIME),
        Column("last_error", String(500)),
        Column("deaths", Integer(), nullable=False, server_default="0"),
        Column("version", Integer(), nullable=False),
        Column("held_by", String(64)),
        PrimaryKeyConstraint("id"),
        CheckConstraint("state IN ('waiting', 'done', 'dead')", name="state"),
        CheckConstraint("(state = 'waiting') = (finished_at IS NULL)", name="finished_once"),
        CheckConstraint("attempts >= 0", name="attempts"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "created_at", "id"),
        Index(None, "kind", "created_at", "id"),
        Index(None, "state", "created_at", "id"),
        Index(None, "state", "finished_at"),
        Index("ix_jobs_due", "due_at", "id", **where("state = 'waiting'")),
        Index("ix_jobs_free", "queue", "due_at", "id", **where("state = 'waiting' AND held_by IS NULL")),
        Index("ix_jobs_held", "held_by", **where("held_by IS NOT NULL")),
    )


def _job_workers() -> None:
    create_table(
        "job_workers",
        Column("id", String(64), nullable=False),
        Column("heartbeats", BigInteger(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("heartbeats >= 1", name="heartbeats"),
    )


def _emails() -> None:
    create_table(
        "emails",
        Column("id", String(64), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("to", String(320), nullable=False),
        Column("subject", String(200), nullable=False),
        Column("text", String(100000), nullable=False),
        Column("html", String(100000), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("sent_at", TIME),
        PrimaryKeyConstraint("id"),
        CheckConstraint(
            "kind IN ('confirm_signup', 'recovery', 'magic_link', 'email_change', 'email_change_current', "
            "'reauthentication', 'password_changed', 'email_changed', 'receipt', 'identity_linked', "
            "'identity_unlinked', 'factor_added', 'factor_removed', 'factor_guessed', 'factors_reset', "
            "'recovery_codes_made', 'recovery_code_used', 'passkey_added', 'passkey_removed', "
            "'sessions_ended', 'account_suspended', 'account_reinstated', 'on_the_way', 'delivered', "
            "'order_canceled', 'job_canceled', 'delivery_failed', 'items_returned', 'claim_opened', "
            "'claim_side_requested', "
            "'claim_information_requested', 'claim_withdrawn', 'claim_decided', "
            "'driver_changed', 'driver_lost', 'order_given', 'order_taken_away', "
            "'pickup_moved', 'job_moved', "
            "'application_submitted', 'application_returned', 'application_rejected', 'screening_offer', "
            "'screening_notice', 'screening_dispute_answered', 'screening_decision', 'training_completed', "
            "'driver_approved', 'driver_suspended', 'driver_reactivated', 'driver_revoked', "
            "'document_rejected', 'documents_approved', 'document_expiring', 'document_expired', "
            "'credential_verified', 'credential_rejected', 'credential_ending', "
            "'payout_method_added', 'payout_paid', 'payout_failed', 'payouts_held', 'tax_payment_due', "
            "'payment_differences', 'screenings_to_decide', 'orders_at_risk')",
            name="kind",
        ),
        CheckConstraint("sent_at IS NULL OR (text = '' AND html = '')", name="sent_is_emptied"),
        Index(None, "created_at", "id"),
        Index(None, "to"),
    )


def _email_attachments() -> None:
    create_table(
        "email_attachments",
        Column("email_id", String(64), nullable=False),
        Column("place", Integer(), nullable=False),
        Column("name", String(100), nullable=False),
        Column("media_type", String(100), nullable=False),
        Column("content", LargeBinary(), nullable=False),
        PrimaryKeyConstraint("email_id", "place"),
        CheckConstraint("place >= 1", name="place"),
    )


def _email_requests() -> None:
    create_table(
        "email_requests",
        Column("id", String(64), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("request", JSON, nullable=False),
        PrimaryKeyConstraint("id"),
        Index(None, "created_at"),
    )


def _erasure_traces() -> None:
    create_table(
        "erasure_traces",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), nullable=False),
        Column("sealed", String(100000), nullable=False),
        Column("created_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        Index(None, "user_id"),
        Index(None, "created_at"),
    )


def _idempotency_keys() -> None:
    create_table(
        "idempotency_keys",
        Column("caller", String(200), nullable=False),
        Column("route", String(200), nullable=False),
        Column("key", String(255), nullable=False),
        Column("body_hash", String(128), nullable=False),
        Column("response", LargeBinary(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("subject_id", String(64)),
        PrimaryKeyConstraint("caller", "route", "key"),
        Index(None, "created_at"),
        Index(None, "subject_id"),
        Index("ix_idempotency_keys_with_body", "created_at", **where("length(response) > 0")),
    )


def _authority_rows() -> None:
    create_table(
        "authority_rows",
        Column("id", String(64), nullable=False),
        Column("origin", String(2), nullable=False),
        Column("destination", String(2), nullable=False),
        Column("service", String(32), nullable=False),
        Column("authority", String(32), nullable=False),
        Column("since", Date(), nullable=False),
        Column("source", String(500), nullable=False),
        Column("confirmed_by", String(200), nullable=False),
        Column("confirmed_on", Date(), nullable=False),
        Column("least_cover_cents", BigInteger(), nullable=False),
        Column("recorded_at", TIME, nullable=False),
        Column("recorded_by", String(64), nullable=False),
        Column("withdrawn_at", TIME),
        Column("withdrawn_by", String(64)),
        PrimaryKeyConstraint("id"),
        CheckConstraint("service IN ('delivery', 'moving', 'pickup')", name="service"),
        CheckConstraint("authority IN ('open', 'with_credential', 'closed')", name="authority"),
        CheckConstraint("least_cover_cents BETWEEN 10000000 AND 1000000000", name="least_cover_cents"),
        CheckConstraint("source <> '' AND confirmed_by <> ''", name="confirmed"),
        CheckConstraint("(withdrawn_at IS NULL) = (withdrawn_by IS NULL)", name="withdrawn"),
        Index(
            "uq_authority_rows_lane",
            "origin",
            "destination",
            "service",
            "since",
            unique=True,
            **where("withdrawn_at IS NULL"),
        ),
    )


def _tax_rows() -> None:
    create_table(
        "tax_rows",
        Column("id", String(64), nullable=False),
        Column("state", String(2), nullable=False),
        Column("county", String(200), nullable=False),
        Column("zip_code", String(5), nullable=False),
        Column("taxed", String(32), nullable=False),
        Column("rate_millionths", Integer(), nullable=False),
        Column("since", Date(), nullable=False),
        Column("source", String(500), nullable=False),
        Column("confirmed_by", String(200), nullable=False),
        Column("confirmed_on", Date(), nullable=False),
        Column("recorded_at", TIME, nullable=False),
        Column("recorded_by", String(64), nullable=False),
        Column("withdrawn_at", TIME),
        Column("withdrawn_by", String(64)),
        PrimaryKeyConstraint("id"),
        CheckConstraint("rate_millionths BETWEEN 0 AND 150000", name="rate"),
        CheckConstraint("taxed IN ('', 'delivery', 'moving', 'pickup', 'assembly')", name="taxed"),
        CheckConstraint("source <> '' AND confirmed_by <> ''", name="confirmed"),
        CheckConstraint("(withdrawn_at IS NULL) = (withdrawn_by IS NULL)", name="withdrawn"),
        Index(
            "uq_tax_rows_one_rate",
            "state",
            "county",
            "zip_code",
            "taxed",
            "since",
            unique=True,
            **where("withdrawn_at IS NULL"),
        ),
    )


def _operation_state() -> None:
    create_table(
        "operation_state",
        Column("id", Integer(), nullable=False, autoincrement=False),
        Column("jobs_paused_at", TIME),
        Column("jobs_paused_for", String(32)),
        Column("probes", BigInteger(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("id = 1", name="one_row"),
        CheckConstraint("jobs_paused_for IN ('restored', 'operator')", name="jobs_paused_for"),
        CheckConstraint("(jobs_paused_at IS NULL) = (jobs_paused_for IS NULL)", name="paused_for_a_reason"),
    )
