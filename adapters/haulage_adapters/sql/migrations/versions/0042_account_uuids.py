"""Account ids, and with them the subjects of tokens, become UUIDs, as clients of GoTrue keep them.

The new id is computed from the old one (UUID version 5), so that the old one can still be found: the audit
trail is chained by hashes, and goes on naming earlier accounts as it did.
"""

from typing import Any
from uuid import UUID, uuid5

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.types import Json

revision = "0042_account_uuids"
down_revision = "0041_s256"
branch_labels = None
depends_on = None

EARLIER = "acc_"
NAMESPACE = UUID("0b6f7c52-8d0b-5b2e-9f5a-6a1f3f4f6c11")


def uuid_of(account_id: str) -> str:
    """The id that an account has from now on; one that is a UUID already stays."""
    return str(uuid5(NAMESPACE, account_id)) if account_id.startswith(EARLIER) else account_id


def upgrade() -> None:
    connection = op.get_bind()
    referring = _referring(sa.inspect(connection))
    if connection.dialect.name == "postgresql":  # SQLite's upgrades run without foreign keys
        for table, key in referring:
            op.drop_constraint(op.f(key["name"]), table, type_="foreignkey")
    for table, key in referring:
        _renew(table, key["constrained_columns"][0])
    _renew("accounts", "id")
    _renew_wishes()
    if connection.dialect.name == "postgresql":
        for table, key in referring:
            op.create_foreign_key(
                op.f(key["name"]), table, "accounts", key["constrained_columns"], ["id"], **key["options"]
            )


def _referring(inspector: sa.Inspector) -> list[tuple[str, Any]]:
    return [
        (table, key)
        for table in inspector.get_table_names()
        for key in inspector.get_foreign_keys(table)
        if key["referred_table"] == "accounts"
    ]


def _renew(name: str, column: str) -> None:
    table = sa.table(name, sa.column(column))
    ids = table.c[column]
    connection = op.get_bind()
    earlier = sa.select(ids).where(ids.startswith(EARLIER, autoescape=True)).distinct()
    for old in connection.scalars(earlier).all():
        connection.execute(sa.update(table).where(ids == old).values({column: uuid_of(old)}))


def _renew_wishes() -> None:
    """Mails that were asked for a moment before. One with a plain challenge could not be read any more."""
    wishes = sa.table("mail_wishes", sa.column("id"), sa.column("wish", Json))
    connection = op.get_bind()
    for wish_id, wish in connection.execute(sa.select(wishes.c.id, wishes.c.wish)).all():
        this = wishes.c.id == wish_id
        if ((wish.get("challenge") or {}).get("method")) == "plain":
            connection.execute(sa.delete(wishes).where(this))
        elif wish.get("account_id"):
            renewed = wish | {"account_id": uuid_of(wish["account_id"])}
            connection.execute(sa.update(wishes).where(this).values(wish=renewed))
