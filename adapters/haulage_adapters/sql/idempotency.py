"""What was answered to requests that carry an idempotency key."""

from datetime import datetime

from sqlalchemy import delete, insert, select, tuple_

from haulage.ports.storage.idempotency import IdempotencyStore, RequestKey, StoredResponse
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import replies


class SqlIdempotencyStore(IdempotencyStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def get(self, key: RequestKey) -> StoredResponse | None:
        row = await self._session.row(
            select(replies.c.body_hash, replies.c.reply, replies.c.subject_id).where(
                replies.c.caller == key.caller, replies.c.route == key.route, replies.c.key == key.key
            )
        )
        return (
            None if row is None else StoredResponse(row["body_hash"], bytes(row["reply"]), row["subject_id"])
        )

    async def add(self, key: RequestKey, reply: StoredResponse, now: datetime) -> None:
        """``Conflict`` when the key is taken; the unit is then undone."""
        row = {
            "caller": key.caller,
            "route": key.route,
            "key": key.key,
            "body_hash": reply.body_hash,
            "reply": reply.reply,
            "subject_id": reply.subject_id,
            "created_at": now,
        }
        await self._session.run(insert(replies), row, what="reply")

    async def purge(self, before: datetime, limit: int) -> int:
        key = (replies.c.caller, replies.c.route, replies.c.key)
        oldest = select(*key).where(replies.c.created_at < before).order_by(replies.c.created_at).limit(limit)
        return await self._session.changed(delete(replies).where(tuple_(*key).in_(oldest)), what="reply")
