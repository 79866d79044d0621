"""Stored answers say what they are about, so that they can be emptied when that person is erased."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.types import MAX_ID, Text

revision = "0047_idempotency_subjects"
down_revision = "0046_events_set_aside"
branch_labels = None
depends_on = None

WITH_BODY = sa.text("length(reply) > 0")
API = "/api/v1/"
BATCH = 1_000

COLUMNS = ("caller", "route", "key", "subject_id")
replies = sa.table("replies", *map(sa.column, COLUMNS))


def upgrade() -> None:
    op.add_column("replies", sa.Column("subject_id", Text(MAX_ID), nullable=True))
    _fill_subjects()
    op.create_index(op.f("ix_replies_subject_id"), "replies", ["subject_id"])
    op.create_index(
        "ix_replies_with_body",
        "replies",
        ["created_at"],
        postgresql_where=WITH_BODY,
        sqlite_where=WITH_BODY,
    )


def _fill_subjects() -> None:
    """A stored route is "POST /api/v1/orders/ord_1/cancel": the id follows the collection."""
    connection = op.get_bind()
    key = (replies.c.caller, replies.c.route, replies.c.key)
    last: tuple[str, str, str] | None = None
    while True:
        page = sa.select(*key).order_by(*key).limit(BATCH)
        if last is not None:
            page = page.where(sa.tuple_(*key) > sa.tuple_(*map(sa.literal, last)))
        rows = [(row.caller, row.route, row.key) for row in connection.execute(page)]
        if not rows:
            return
        last = rows[-1]
        for row in rows:
            if subject := _subject(row[1]):
                here = sa.and_(*(column == value for column, value in zip(key, row, strict=True)))
                connection.execute(sa.update(replies).where(here).values(subject_id=subject))


def _subject(route: str) -> str | None:
    _, _, path = route.partition(API)
    parts = path.split("/")
    return parts[1] if len(parts) > 2 and len(parts[1]) <= MAX_ID else None
