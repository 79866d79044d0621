"""Favorite drivers in the database."""

from collections.abc import Sequence

from sqlalchemy import delete, select

from haulage.drivers.favorite import FavoriteDriver
from haulage.ports.storage.favorites import FavoriteStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import favorite_drivers
from haulage_adapters.sql.upserts import insert_ignore

WHAT = "favorite driver"
_FLAT = flat_names(FavoriteDriver, without=set())
_ROW = favorite_drivers.c


class SqlFavoriteStore(FavoriteStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, favorite: FavoriteDriver) -> None:
        statement = insert_ignore(self._session.dialect, favorite_drivers)
        await self._session.run(statement, attributes_of(favorite, _FLAT), what=WHAT)

    async def of(self, user_id: str) -> Sequence[FavoriteDriver]:
        statement = (
            select(favorite_drivers)
            .where(_ROW.user_id == user_id)
            .order_by(_ROW.created_at.desc(), _ROW.driver_id)
        )
        return [FavoriteDriver(**columns_of(row, _FLAT)) for row in await self._session.rows(statement)]

    async def remove(self, user_id: str, driver_id: str) -> None:
        statement = delete(favorite_drivers).where(_ROW.user_id == user_id, _ROW.driver_id == driver_id)
        await self._session.run(statement, what=WHAT)
