"""What was answered to requests that carry an idempotency key."""

from datetime import datetime

from sqlalchemy import delete, insert, select, tuple_

from haulage.ports.storage import ReplyKey, ReplyStore, StoredReply
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import replies


class SqlReplyStore(ReplyStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def get(self, key: ReplyKey) -> StoredReply | None:
        row = await self._session.row(
            select(replies.c.body_hash, replies.c.reply).where(
                replies.c.caller == key.caller, replies.c.route == key.route, replies.c.key == key.key
            )
        )
        return None if row is None else StoredReply(row["body_hash"], bytes(row["reply"]))

    async def add(self, key: ReplyKey, reply: StoredReply, now: datetime) -> None:
        """``Conflict`` when the key is taken; the unit is then undone."""
        row = {
            "caller": key.caller,
            "route": key.route,
            "key": key.key,
            "body_hash": reply.body_hash,
            "reply": reply.reply,
            "created_at": now,
        }
        await self._session.run(insert(replies), row, what="reply")

    async def purge(self, before: datetime, limit: int) -> int:
        key = (replies.c.caller, replies.c.route, replies.c.key)
        oldest = select(*key).where(replies.c.created_at < before).order_by(replies.c.created_at).limit(limit)
        return await self._session.changed(delete(replies).where(tuple_(*key).in_(oldest)), what="reply")
