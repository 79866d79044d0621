"""Differences by entries of the card provider's that the books cannot hold."""

from haulage_adapters.sql.migrations.respelling import respell

revision = "0060_unread_entries"
down_revision = "0059_long_lists"
branch_labels = None
depends_on = None

KINDS = (
    "unknown_charge",
    "missing_here",
    "missing_there",
    "other_amount",
    "other_status",
    "not_sent",
    "other_currency",
    "unreadable",
)
SUBJECTS = ("payment", "refund", "dispute", "entry")


def upgrade() -> None:
    respell("payment_differences", "kind", KINDS)
    respell("payment_differences", "subject", SUBJECTS)
