"""Every column that holds what was sealed under the operator's secret."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Column, func, select, update

from haulage.ports.storage.sealed import SealedStore, SealedValue
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import delivery_pins, erasure_traces, factors, server_keys

SEALED: Mapping[str, tuple[Column[Any], Column[Any]]] = {
    "server_keys": (server_keys.c.id, server_keys.c.material),
    "factors": (factors.c.id, factors.c.secret),
    "delivery_pins": (delivery_pins.c.order_id, delivery_pins.c.sealed_code),
    "erasure_traces": (erasure_traces.c.id, erasure_traces.c.sealed),
}
"""By its table: what names a value, and the value."""


class SqlSealedStore(SealedStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def places(self) -> Sequence[str]:
        return tuple(SEALED)

    async def beginning(
        self, place: str, start: str, *, after: str, limit: int, otherwise: bool = False
    ) -> Sequence[SealedValue]:
        id, value = SEALED[place]
        begins = func.substr(value, 1, len(start)) == start  # LIKE takes letters of either case on SQLite
        wanted = select(id.label("id"), value.label("sealed")).where(
            id > after, ~begins if otherwise else begins
        )
        rows = await self._session.rows(wanted.order_by(id).limit(limit))
        return [SealedValue(place, row["id"], row["sealed"]) for row in rows]

    async def replace(self, before: SealedValue, sealed: str) -> bool:
        id, value = SEALED[before.place]
        change = update(id.table).where(id == before.id, value == before.sealed).values({value: sealed})
        return (await self._session.run(change, what="sealed value")).rowcount == 1
