"""Where drivers have been, in the database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, bindparam, delete, func, insert, or_, select, tuple_, update

from haulage.drivers import DriverPosition, QualityFlag
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.positions import MAX_HISTORY_PAGE, PositionStore, StoredPosition
from haulage_adapters.sql.paging import Place, read_cursor
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import driver_position_history, drivers

WHAT = "position"
_FLAT = flat_names(DriverPosition, without={"point"})
_ROW = driver_position_history.c
_OF_DRIVER = _ROW.driver_id == bindparam("of_driver")

# Asked for with every batch: put together once.
_HELD = select(drivers.c.id).where(drivers.c.id == bindparam("of_driver")).with_for_update()
_BELIEVED = (
    select(driver_position_history)
    .where(_OF_DRIVER, _ROW.at < bindparam("before"), _ROW.quality_flag.is_(None))
    .order_by(_ROW.at.desc())
    .limit(1)
)
_REACHABLE = (
    select(driver_position_history)
    .where(_OF_DRIVER, or_(_ROW.quality_flag.is_(None), _ROW.quality_flag != QualityFlag.IMPOSSIBLE_JUMP))
    .order_by(_ROW.at.desc())
    .limit(1)
)
_LAST_NUMBER = select(func.max(_ROW.number)).where(_OF_DRIVER)


class SqlPositionStore(PositionStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def hold(self, driver_id: str) -> bool:
        """Until this unit ends nobody else adds to this driver's positions; False where there is no such
        driver.

        On SQLite the unit is the only writer already.
        """
        return await self._session.row(_HELD, {"of_driver": driver_id}) is not None

    async def known(self, driver_id: str, instants: Sequence[datetime]) -> frozenset[datetime]:
        """Those of the instants that have a position already."""
        rows = await self._session.rows(
            select(_ROW.at).where(_ROW.driver_id == driver_id, _ROW.at.in_(instants))
        )
        return frozenset(row["at"] for row in rows)

    async def trusted_before(self, driver_id: str, at: datetime) -> DriverPosition | None:
        """The newest position without a quality flag from before this instant."""
        row = await self._session.row(_BELIEVED, {"of_driver": driver_id, "before": at})
        return None if row is None else position_of(row)

    async def newest_reachable(self, driver_id: str) -> DriverPosition | None:
        """The newest position that is no impossible jump."""
        row = await self._session.row(_REACHABLE, {"of_driver": driver_id})
        return None if row is None else position_of(row)

    async def since(self, driver_id: str, at: datetime, limit: int) -> Sequence[DriverPosition]:
        """Positions at this instant or later, oldest first."""
        rows = await self._session.rows(_of(driver_id).where(_ROW.at >= at).order_by(_ROW.at).limit(limit))
        return [position_of(row) for row in rows]

    async def add(self, positions: Sequence[DriverPosition], received_at: datetime) -> None:
        """Of one driver, at instants that have none yet, numbered on in the order given."""
        first = 1 + await self.last_number(positions[0].driver_id)
        rows = [
            position_row(position) | {"number": number, "received_at": received_at}
            for number, position in enumerate(positions, first)
        ]
        await self._session.run(insert(driver_position_history), rows, what=WHAT)

    async def flag(self, positions: Sequence[DriverPosition]) -> None:
        """Give stored positions the quality flags of these."""
        if not positions:
            return
        statement = (
            update(driver_position_history)
            .where(_ROW.driver_id == bindparam("of_driver"), _ROW.at == bindparam("of_instant"))
            .values(quality_flag=bindparam("new_quality_flag"))
        )
        rows = [
            {"of_driver": it.driver_id, "of_instant": it.at, "new_quality_flag": it.quality_flag}
            for it in positions
        ]
        await self._session.run(statement, rows, what=WHAT)

    async def history(
        self, driver_id: str, since: datetime, until: datetime, page: PageRequest
    ) -> Page[StoredPosition]:
        """From *since* on and before *until*, by time ascending."""
        if not 1 <= page.limit <= MAX_HISTORY_PAGE:
            raise InvalidInput("limit", f"must be between 1 and {MAX_HISTORY_PAGE}")
        statement = history_between(driver_id, since, until)
        if page.cursor is not None:
            statement = statement.where(_ROW.at > read_cursor(page.cursor).at)
        rows = await self._session.rows(statement.limit(page.limit + 1))
        shown = [_stored_position(row) for row in rows[: page.limit]]
        more = len(rows) > page.limit
        return Page(shown, Place(shown[-1].position.at, driver_id).written() if more else None)

    async def last_number(self, driver_id: str) -> int:
        """The number of the position that was taken over last; 0 when there is none."""
        return int(await self._session.scalar(_LAST_NUMBER, {"of_driver": driver_id}) or 0)

    async def after(self, driver_id: str, number: int, limit: int) -> Sequence[StoredPosition]:
        """Behind *number*, in the order in which they were taken over."""
        rows = await self._session.rows(
            _of(driver_id).where(_ROW.number > number).order_by(_ROW.number).limit(limit)
        )
        return [_stored_position(row) for row in rows]

    async def forget_before(self, at: datetime, limit: int) -> int:
        """Delete the oldest positions from before this instant; how many there were."""
        oldest = select(_ROW.driver_id, _ROW.at).where(_ROW.at < at).order_by(_ROW.at).limit(limit)
        key = tuple_(_ROW.driver_id, _ROW.at)
        return await self._session.changed(delete(driver_position_history).where(key.in_(oldest)), what=WHAT)


def _of(driver_id: str) -> Select[Any]:
    return select(driver_position_history).where(_ROW.driver_id == driver_id)


def history_between(driver_id: str, since: datetime, until: datetime) -> Select[Any]:
    """A driver's positions from *since* on and before *until*, by time."""
    return _of(driver_id).where(_ROW.at >= since, _ROW.at < until).order_by(_ROW.at)


def _stored_position(row: RowMapping) -> StoredPosition:
    return StoredPosition(row["number"], position_of(row), row["received_at"])


def position_row(position: DriverPosition) -> dict[str, Any]:
    """The columns that the last position and all earlier ones share."""
    return attributes_of(position, _FLAT) | {"lat": position.point.lat, "lng": position.point.lng}


def position_of(row: RowMapping) -> DriverPosition:
    return DriverPosition(**columns_of(row, _FLAT), point=Point(row["lat"], row["lng"]))
