"""Which worker holds a job, and the queue that it stands in."""

import sqlalchemy as sa
from alembic import op

revision = "0045_job_queues"
down_revision = "0044_attempt_keys"
branch_labels = None
depends_on = None

FREE = sa.text("state = 'waiting' AND held_by IS NULL")
HELD = sa.text("held_by IS NOT NULL")

QUEUES = """
UPDATE jobs SET since = due_at, queue = CASE
    WHEN kind IN ('cancel_unpaid_order', 'close_unpaid_tip', 'send_refund', 'send_share', 'take_back_share',
                  'settle_payment', 'apply_provider_event') THEN 'money'
    WHEN kind IN ('move_offer_on', 'send_sms', 'announce_order', 'watch_start', 'watch_arrival') THEN 'urgent'
    WHEN kind = 'mail_receipt' THEN 'mail'
    ELSE 'batch' END
"""


def upgrade() -> None:
    """The defaults are for servers of the release before, which may still write while this one starts."""
    time = sa.DateTime(timezone=True)
    never_too_long = sa.text("'9000-01-01 00:00:00.000000+00:00'")
    if op.get_bind().dialect.name == "sqlite":
        never_too_long = sa.text("'9000-01-01 00:00:00.000000'")
    op.add_column("jobs", sa.Column("since", time, nullable=False, server_default=never_too_long))
    op.add_column("jobs", sa.Column("queue", sa.String(32), nullable=False, server_default="batch"))
    op.add_column("jobs", sa.Column("deaths", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("held_by", sa.String(64), nullable=True))
    op.execute(QUEUES)
    op.create_index(
        "ix_jobs_free", "jobs", ["queue", "due_at", "id"], postgresql_where=FREE, sqlite_where=FREE
    )
    op.create_index("ix_jobs_held", "jobs", ["held_by"], postgresql_where=HELD, sqlite_where=HELD)
