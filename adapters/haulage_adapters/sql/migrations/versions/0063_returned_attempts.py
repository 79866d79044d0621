"""Shares that are sent to drivers again are kept before they are sent, with their attempts.

Until here a row was written when the transfer was made, and before that table nothing but the job told of
it. A withdrawn refund whose job is still kept is given its row: the job is done anew, and finds the earlier
transfer at the card provider by its reference. Jobs that were done are kept for 30 days. Of older ones
nothing tells whether the share had gone out before the refund was withdrawn, and so whether any of it was
sent again.

No row is made where the driver's whole share holds the amount already, or may: the provider had refused the
share, and it has not been sent since, or was sent after the refund was withdrawn.
"""

from datetime import UTC, datetime
from fractions import Fraction

import sqlalchemy as sa
from alembic import op

from haulage.kernel.money import times
from haulage_adapters.sql.types import UtcTime

revision = "0063_returned_attempts"
down_revision = "0062_ledger_checkpoints"
branch_labels = None
depends_on = None

OLD = sa.table(
    "returned_shares",
    sa.column("refund_id"),
    sa.column("split_id"),
    sa.column("amount_cents"),
    sa.column("transfer_id"),
    sa.column("sent_at", UtcTime()),
)
NEW = sa.table(
    "returned_shares",
    sa.column("id"),
    sa.column("split_id"),
    sa.column("amount_cents"),
    sa.column("created_at", UtcTime()),
    sa.column("attempts"),
    sa.column("transfer_id"),
    sa.column("sent_at", UtcTime()),
)
JOBS = sa.table(
    "jobs",
    sa.column("kind"),
    sa.column("subject"),
    sa.column("state"),
    sa.column("attempts"),
    sa.column("due_at", UtcTime()),
    sa.column("since", UtcTime()),
    sa.column("finished_at", UtcTime()),
    sa.column("version"),
)
REFUNDS = sa.table(
    "refunds",
    sa.column("id"),
    sa.column("payment_id"),
    sa.column("amount_cents"),
    sa.column("driver_cents"),
    sa.column("disputed_cents"),
    sa.column("status"),
    sa.column("withdrawn_at", UtcTime()),
)
SPLITS = sa.table(
    "payment_splits",
    sa.column("id"),
    sa.column("payment_id"),
    sa.column("submitted_cents"),
    sa.column("attempts"),
    sa.column("completed_at", UtcTime()),
)
SENT_BEFORE = sa.and_(
    SPLITS.c.submitted_cents.is_not(None),
    sa.or_(SPLITS.c.attempts <= 1, SPLITS.c.completed_at < REFUNDS.c.withdrawn_at),
)
"""The driver's share went out, or is under way, without what the refund had taken. The job was made because
the provider had been asked for the share by then. After a refusal the share is asked for anew, whole, so only
one that had arrived before the refund was withdrawn is certain not to hold what it had taken."""


def upgrade() -> None:
    connection = op.get_bind()
    kept = connection.execute(sa.select(OLD)).mappings().all()
    op.drop_table("returned_shares")
    _create()
    rows = [
        {
            "id": row["refund_id"],
            "split_id": row["split_id"],
            "amount_cents": row["amount_cents"],
            "created_at": row["sent_at"],
            "attempts": 0,
            "transfer_id": row["transfer_id"],
            "sent_at": row["sent_at"],
        }
        for row in kept
    ]
    rows += _told_by_jobs(connection, {row["id"] for row in rows})
    if rows:
        connection.execute(sa.insert(NEW), rows)


def _create() -> None:
    op.create_table(
        "returned_shares",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("split_id", sa.String(64), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("transfer_id", sa.String(200), nullable=True),
        sa.Column("sent_at", UtcTime(), nullable=True),
        sa.Column("failure_reason", sa.String(500), nullable=True),
        sa.CheckConstraint(
            "amount_cents BETWEEN 1 AND 10000000000", name=op.f("ck_returned_shares_amount_cents")
        ),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_returned_shares_attempts")),
        sa.CheckConstraint(
            "(transfer_id IS NULL) = (sent_at IS NULL)", name=op.f("ck_returned_shares_sent_by_transfer")
        ),
        sa.ForeignKeyConstraint(
            ["split_id"], ["payment_splits.id"], name=op.f("fk_returned_shares_split_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_returned_shares")),
        sa.UniqueConstraint("transfer_id", name=op.f("uq_returned_shares_transfer_id")),
    )
    op.create_index(op.f("ix_returned_shares_split_id"), "returned_shares", ["split_id"])


def _told_by_jobs(connection: sa.Connection, known: set[str]) -> list[dict[str, object]]:
    """Rows of what a job was to send, or has sent, and nothing else tells of."""
    found = connection.execute(
        sa.select(REFUNDS, SPLITS.c.id.label("split_id"))
        .join(JOBS, JOBS.c.subject == REFUNDS.c.id)
        .join(SPLITS, SPLITS.c.payment_id == REFUNDS.c.payment_id)
        .where(JOBS.c.kind == "return_share", REFUNDS.c.status == "withdrawn", SENT_BEFORE)
    ).mappings()
    rows: list[dict[str, object]] = []
    for refund in found.all():
        part = Fraction(refund["amount_cents"] - refund["disputed_cents"], refund["amount_cents"])
        cents = times(refund["driver_cents"], part)
        if refund["id"] in known or not cents:
            continue
        rows.append(
            {
                "id": refund["id"],
                "split_id": refund["split_id"],
                "amount_cents": cents,
                "created_at": refund["withdrawn_at"],
                "attempts": 0,
                "transfer_id": None,
                "sent_at": None,
            }
        )
        _do_anew(connection, refund["id"])
    return rows


def _do_anew(connection: sa.Connection, subject: str) -> None:
    now = datetime.now(UTC)
    connection.execute(
        sa.update(JOBS)
        .where(JOBS.c.kind == "return_share", JOBS.c.subject == subject, JOBS.c.state == "done")
        .values(
            state="waiting", attempts=0, due_at=now, since=now, finished_at=None, version=JOBS.c.version + 1
        )
    )
