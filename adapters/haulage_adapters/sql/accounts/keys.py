"""The server's keys."""

from collections.abc import Sequence

from sqlalchemy import insert, select

from haulage.ports.storage.accounts import KeyPurpose, StoredKey
from haulage_adapters.sql.accounts.part import Part
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.tables import server_keys

_KEY = flat_names(StoredKey, without={"purpose"})


class Keys(Part):
    async def keys(self) -> Sequence[StoredKey]:
        rows = await self._session.rows(
            select(server_keys).order_by(server_keys.c.purpose, server_keys.c.number)
        )
        return [StoredKey(**columns_of(row, _KEY), purpose=KeyPurpose(row["purpose"])) for row in rows]

    async def add_key(self, key: StoredKey) -> None:
        row = attributes_of(key, _KEY) | {"purpose": key.purpose.value}
        await self._session.run(insert(server_keys).values(row), what="server key")
