"""Saved addresses in the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, select

from haulage.addresses import SavedAddress
from haulage.kernel.stop_access import NO_ACCESS, StopAccess
from haulage.ports.storage.addresses import AddressStore
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.rows import (
    attributes_of,
    columns_of,
    flat_names,
    place_of,
    place_row,
    save_unchanged,
)
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import saved_addresses, users

WHAT = "address"
_FLAT = flat_names(SavedAddress, without={"place", "access"})
_ROW = saved_addresses.c


class SqlAddressStore(AddressStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def of_user(self, user_id: str) -> Sequence[SavedAddress]:
        """All of a person's; they are few."""
        rows = await self._session.rows(select(saved_addresses).where(_ROW.user_id == user_id))
        return [_address(row) for row in rows]

    async def count(self, user_id: str) -> int:
        """How many the person has. Their row is locked: of two that are added at once, one waits."""
        await self._session.row(select(users.c.id).where(users.c.id == user_id).with_for_update())
        counted = select(func.count()).select_from(saved_addresses).where(_ROW.user_id == user_id)
        return await self._session.scalar(counted) or 0

    async def get(self, user_id: str, address_id: str) -> SavedAddress | None:
        return await self._one(_ROW.user_id == user_id, _ROW.id == address_id)

    async def named(self, user_id: str, name_key: str) -> SavedAddress | None:
        return await self._one(_ROW.user_id == user_id, _ROW.name_key == name_key)

    async def add(self, address: SavedAddress) -> None:
        """``Conflict`` when the person has another of that name."""
        await self._session.run(insert(saved_addresses), _row(address), what=WHAT)

    async def save(self, before: SavedAddress, after: SavedAddress) -> SavedAddress:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        return await save_unchanged(self._session, saved_addresses, before, after, _row, what=WHAT)

    async def remove(self, address: SavedAddress) -> None:
        await self._session.run(delete(saved_addresses).where(_ROW.id == address.id), what=WHAT)

    async def _one(self, *conditions: ColumnElement[bool]) -> SavedAddress | None:
        row = await self._session.row(select(saved_addresses).where(*conditions))
        return None if row is None else _address(row)


def _row(address: SavedAddress) -> dict[str, Any]:
    access = None if address.access == NO_ACCESS else to_json(address.access)
    return (
        attributes_of(address, _FLAT)
        | place_row("", address.place)
        | {"name_key": address.name_key, "access": access}
    )


def _address(row: RowMapping) -> SavedAddress:
    access = NO_ACCESS if row["access"] is None else from_json(row["access"], StopAccess)
    return SavedAddress(**columns_of(row, _FLAT), place=place_of(row, ""), access=access)
