"""Failing, bringing back and handing back are told afterwards too, and name what came before them."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.respelling import respell

revision = "0035_ways_out"
down_revision = "0034_sms"
branch_labels = None
depends_on = None

KINDS = (
    "set_out",
    "start",
    "confirm_pickup",
    "pause",
    "resume",
    "stop",
    "fail",
    "deliver_after_all",
    "confirm_return",
    "hand_back",
)


def upgrade() -> None:
    respell("delivery_actions", "kind", KINDS)
    op.add_column("delivery_actions", sa.Column("after_id", sa.String(64), nullable=True))
    op.add_column("delivery_actions", sa.Column("reason", sa.String(32), nullable=True))
    op.add_column("delivery_actions", sa.Column("note", sa.String(500), nullable=True))
