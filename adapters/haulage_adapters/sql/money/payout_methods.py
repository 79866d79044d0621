"""Drivers' ways of being paid in the database."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import RowMapping, insert, select, update

from haulage.payouts import PayoutMethod
from haulage.ports.storage.payouts import PayoutMethodStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import drivers, payout_methods

WHAT = "payout method"
_FLAT = flat_names(PayoutMethod, without=set())
_CHANGED = tuple(name for name in _FLAT if name not in {"id", "driver_id", "is_default"})
_ROW = payout_methods.c


class SqlPayoutMethodStore(PayoutMethodStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def lock(self, driver_id: str) -> None:
        """By the driver's own row."""
        await self._session.row(select(drivers.c.id).where(drivers.c.id == driver_id).with_for_update())

    async def of_driver(self, driver_id: str) -> Sequence[PayoutMethod]:
        return (await self.of_drivers([driver_id])).get(driver_id, ())

    async def of_drivers(self, driver_ids: Collection[str]) -> Mapping[str, Sequence[PayoutMethod]]:
        theirs = select(payout_methods).where(_ROW.driver_id.in_(driver_ids), _ROW.removed_at.is_(None))
        rows = await self._session.rows(theirs.order_by(_ROW.is_default.desc(), _ROW.added_at, _ROW.id))
        found: dict[str, list[PayoutMethod]] = {}
        for row in rows:
            found.setdefault(row["driver_id"], []).append(_method(row))
        return found

    async def had_any(self, driver_id: str) -> bool:
        theirs = select(_ROW.id).where(_ROW.driver_id == driver_id).limit(1)
        return await self._session.row(theirs) is not None

    async def get(self, method_id: str) -> PayoutMethod | None:
        row = await self._session.row(select(payout_methods).where(_ROW.id == method_id))
        return None if row is None else _method(row)

    async def add(self, method: PayoutMethod) -> None:
        await self._session.run(insert(payout_methods), attributes_of(method, _FLAT), what=WHAT)

    async def save(self, method: PayoutMethod) -> None:
        """One that was removed is the default no longer."""
        values = attributes_of(method, _CHANGED)
        if method.removed_at is not None:
            values["is_default"] = False
        this = update(payout_methods).where(_ROW.id == method.id).values(values)
        require_one(await self._session.changed(this, what=WHAT), WHAT)

    async def make_default(self, method: PayoutMethod) -> None:
        others = update(payout_methods).where(_ROW.driver_id == method.driver_id, _ROW.is_default)
        await self._session.run(others.values(is_default=False), what=WHAT)
        this = update(payout_methods).where(_ROW.id == method.id).values(is_default=True)
        require_one(await self._session.changed(this, what=WHAT), WHAT)


def _method(row: RowMapping) -> PayoutMethod:
    return PayoutMethod(**columns_of(row, _FLAT))
