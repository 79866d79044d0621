"""Pictures of what is to be moved, in the database."""

from collections.abc import Sequence
from datetime import datetime

import attrs
from sqlalchemy import ColumnElement, RowMapping, delete, insert, or_, select, update

from haulage.kernel.errors import Conflict
from haulage.orders import PaymentStatus
from haulage.ports.storage.item_photos import ItemPhoto, ItemPhotoStore
from haulage.proofs import PhotoFacts
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import item_photos, orders

WHAT = "photo"
_PHOTO = flat_names(ItemPhoto, without={"facts"})
_FACTS = flat_names(PhotoFacts, without=set())
_ROW = item_photos.c


class SqlItemPhotoStore(ItemPhotoStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, photo: ItemPhoto) -> None:
        """``Conflict`` when the device's id for it is known."""
        row = attributes_of(photo, _PHOTO) | attrs.asdict(photo.facts)
        await self._session.run(insert(item_photos), row, what=WHAT)

    async def of_client(self, user_id: str, client_id: str) -> ItemPhoto | None:
        return await self._one(_ROW.user_id == user_id, _ROW.client_id == client_id)

    async def get(self, photo_id: str) -> ItemPhoto | None:
        return await self._one(_ROW.id == photo_id)

    async def save_stored(self, photo: ItemPhoto) -> ItemPhoto:
        """A slow copy of an upload changes nothing of what the quick one stored. ``Conflict`` when the
        picture was removed meanwhile."""
        row = attrs.asdict(photo.facts) | {"stored_at": photo.stored_at}
        unstored = update(item_photos).where(_ROW.id == photo.id, _ROW.stored_at.is_(None))
        await self._session.changed(unstored.values(row), what=WHAT)
        saved = await self.get(photo.id)
        if saved is None:
            raise Conflict(WHAT)
        return saved

    async def attach(self, photo: ItemPhoto, order_id: str, place: int) -> None:
        """Make it part of an order, and of no other. ``Conflict`` when it is somewhere else by now."""
        before = _ROW.order_id.is_(None) if photo.order_id is None else _ROW.order_id == photo.order_id
        here = update(item_photos).where(_ROW.id == photo.id, or_(before, _ROW.order_id == order_id))
        changed = await self._session.changed(here.values(order_id=order_id, place=place), what=WHAT)
        require_one(changed, WHAT)

    async def of_order(self, order_id: str) -> Sequence[ItemPhoto]:
        """By their places; there are few."""
        rows = await self._session.rows(
            select(item_photos).where(_ROW.order_id == order_id).order_by(_ROW.place, _ROW.id)
        )
        return [_photo(row) for row in rows]

    async def unused(self, user_id: str, limit: int) -> Sequence[ItemPhoto]:
        """The newest that are part of no order, or of one that was not paid."""
        unpaid = select(orders.c.id).where(
            orders.c.customer_id == user_id, orders.c.payment_status == PaymentStatus.UNPAID
        )
        free = or_(_ROW.order_id.is_(None), _ROW.order_id.in_(unpaid))
        mine = select(item_photos).where(_ROW.user_id == user_id, free)
        newest = mine.order_by(_ROW.received_at.desc(), _ROW.id).limit(limit)
        return [_photo(row) for row in await self._session.rows(newest)]

    async def of_user(self, user_id: str) -> Sequence[ItemPhoto]:
        rows = await self._session.rows(select(item_photos).where(_ROW.user_id == user_id))
        return [_photo(row) for row in rows]

    async def before(self, before: datetime, limit: int, *, used: bool) -> Sequence[ItemPhoto]:
        """The oldest that came before then and are part of an order, or of none."""
        part = _ROW.order_id.is_not(None) if used else _ROW.order_id.is_(None)
        wanted = select(item_photos).where(_ROW.received_at < before, part)
        oldest = wanted.order_by(_ROW.received_at, _ROW.id).limit(limit)
        return [_photo(row) for row in await self._session.rows(oldest)]

    async def forget(self, photo_id: str) -> None:
        await self._session.run(delete(item_photos).where(_ROW.id == photo_id), what=WHAT)

    async def _one(self, *conditions: ColumnElement[bool]) -> ItemPhoto | None:
        row = await self._session.row(select(item_photos).where(*conditions))
        return None if row is None else _photo(row)


def _photo(row: RowMapping) -> ItemPhoto:
    return ItemPhoto(**columns_of(row, _PHOTO), facts=PhotoFacts(**columns_of(row, _FACTS)))
