"""Links by which orders are shared, in the database."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, insert, select, update

from haulage.orders.sharing import TrackingLink
from haulage.ports.storage.tracking_links import TrackingLinkStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import SHARED, tracking_links

WHAT = "tracking link"
_FLAT = flat_names(TrackingLink, without=set())
_ROW = tracking_links.c


class SqlTrackingLinkStore(TrackingLinkStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, link: TrackingLink) -> None:
        """``Conflict`` when the order has one already."""
        await self._session.run(insert(tracking_links), attributes_of(link, _FLAT), what=WHAT)

    async def get(self, link_id: str) -> TrackingLink | None:
        return await self._one(_ROW.id == link_id)

    async def by_ids(self, link_ids: Sequence[str]) -> dict[str, TrackingLink]:
        rows = await self._session.rows(select(tracking_links).where(_ROW.id.in_(link_ids)))
        return {row["id"]: TrackingLink(**columns_of(row, _FLAT)) for row in rows}

    async def shared(self, order_id: str) -> TrackingLink | None:
        """The order's link that is not revoked; it may have expired."""
        return await self._one(_ROW.order_id == order_id, _ROW.revoked_at.is_(None))

    async def revoke(self, link: TrackingLink, now: datetime) -> None:
        """Mark it as revoked, if it is not yet."""
        statement = update(tracking_links).where(_ROW.id == link.id, SHARED).values(revoked_at=now)
        await self._session.run(statement, what=WHAT)

    async def _one(self, *conditions: ColumnElement[bool]) -> TrackingLink | None:
        row = await self._session.row(select(tracking_links).where(*conditions))
        return None if row is None else TrackingLink(**columns_of(row, _FLAT))
