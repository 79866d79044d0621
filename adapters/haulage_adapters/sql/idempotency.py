"""What was answered to requests that carry an idempotency key."""

from datetime import datetime

from sqlalchemy import delete, insert, select, tuple_

from haulage.ports.storage.idempotency import LASTING_ROUTE, IdempotencyStore, RequestKey, StoredResponse
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import idempotency_keys


class SqlIdempotencyStore(IdempotencyStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def get(self, key: RequestKey) -> StoredResponse | None:
        row = await self._session.row(
            select(
                idempotency_keys.c.body_hash, idempotency_keys.c.response, idempotency_keys.c.subject_id
            ).where(
                idempotency_keys.c.caller == key.caller,
                idempotency_keys.c.route == key.route,
                idempotency_keys.c.key == key.key,
            )
        )
        return (
            None
            if row is None
            else StoredResponse(row["body_hash"], bytes(row["response"]), row["subject_id"])
        )

    async def add(self, key: RequestKey, response: StoredResponse, now: datetime) -> None:
        """``Conflict`` when the key is taken; the unit is then undone."""
        row = {
            "caller": key.caller,
            "route": key.route,
            "key": key.key,
            "body_hash": response.body_hash,
            "response": response.body,
            "subject_id": response.subject_id,
            "created_at": now,
        }
        await self._session.run(insert(idempotency_keys), row, what="response")

    async def purge(self, before: datetime, limit: int) -> int:
        key = (idempotency_keys.c.caller, idempotency_keys.c.route, idempotency_keys.c.key)
        oldest = (
            select(*key)
            .where(idempotency_keys.c.created_at < before, idempotency_keys.c.route != LASTING_ROUTE)
            .order_by(idempotency_keys.c.created_at)
            .limit(limit)
        )
        return await self._session.changed(
            delete(idempotency_keys).where(tuple_(*key).in_(oldest)), what="response"
        )
