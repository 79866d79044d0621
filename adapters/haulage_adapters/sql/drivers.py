"""Drivers, their positions, and the feed that the fleet index follows."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    RowMapping,
    Select,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from haulage.drivers import Approval, DriverPosition, DriverProfile, LicensePlate, Suspension
from haulage.kernel.carrier import VerifiedCredential
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.local_time import WorkingHours
from haulage.kernel.vehicles import Vehicle
from haulage.ports.storage.drivers import DriverStore, FleetEntry, NearbyDriver
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.cells import cell_of, cells_around
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.positions import position_of, position_row
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one, save_unchanged
from haulage_adapters.sql.searching import holds, is_id
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    IN_HAND,
    communication_preferences,
    driver_last_positions,
    drivers,
    orders,
    users,
)
from haulage_adapters.sql.types import UtcTime
from haulage_adapters.sql.upserts import inserting

WHAT = "driver"
_JSON: dict[str, Any] = {
    "vehicle": Vehicle,
    "plate": LicensePlate | None,
    "working_hours": WorkingHours,
    "specialties": frozenset[str],
    "credentials": tuple[VerifiedCredential, ...],
}
_RATES = flat_names(DriverRates, without=set())
_FLAT = flat_names(DriverProfile, without={"rates", "approval", "suspension", *_JSON})


class SqlDriverStore(DriverStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, driver: DriverProfile) -> None:
        """``Conflict`` when the id is taken or the user is a driver already."""
        row = _row(driver) | {"changed_at": driver.updated_at}
        await self._session.run(insert(drivers), row, what=WHAT)

    async def get(self, driver_id: str) -> DriverProfile | None:
        row = await self._session.row(select(drivers).where(drivers.c.id == driver_id))
        return None if row is None else _driver(row)

    async def get_by_user(self, user_id: str) -> DriverProfile | None:
        row = await self._session.row(select(drivers).where(drivers.c.user_id == user_id))
        return None if row is None else _driver(row)

    async def timezone(self, driver_id: str) -> str | None:
        """The name of the zone that the driver wishes to live by, or else the one of their account."""
        zone: str | None = await self._session.scalar(_TIMEZONE, {"of_driver": driver_id})
        return zone

    async def timezones(self, driver_ids: Collection[str]) -> Mapping[str, str]:
        rows = await self._session.rows(_TIMEZONES, {"of_drivers": list(driver_ids)})
        return {row["id"]: row["timezone"] for row in rows}

    async def save(self, before: DriverProfile, after: DriverProfile) -> DriverProfile:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        return await save_unchanged(
            self._session,
            drivers,
            before,
            after,
            lambda saved: _row(saved) | {"changed_at": _later(literal(saved.updated_at, UtcTime()))},
            what=WHAT,
        )

    async def remove(self, driver: DriverProfile) -> None:
        """``Conflict`` when somebody changed the profile meanwhile, or orders and records name it."""
        here = drivers.c.id == driver.id, drivers.c.version == driver.version
        require_one(await self._session.changed(delete(drivers).where(*here), what=WHAT), WHAT)

    async def list(
        self, page: PageRequest, *, online: bool | None = None, approved: bool | None = None
    ) -> Page[DriverProfile]:
        """Newest first."""
        statement = page_of(drivers, page)
        if online is not None:
            statement = statement.where(drivers.c.is_online.is_(online))
        if approved is not None:
            when = drivers.c.approved_at
            statement = statement.where(when.is_not(None) if approved else when.is_(None))
        return _page(await self._session.rows(statement), page, _driver)

    async def changed(self, page: PageRequest) -> Page[DriverProfile]:
        """Those that changed first, first."""
        waiting = select(drivers.c.id, drivers.c.changed_since.label("created_at")).where(
            drivers.c.changed_since.is_not(None)
        )
        rows = await self._session.rows(page_of(waiting.subquery("changed"), page, oldest_first=True))
        found = await self._profiles([row["id"] for row in rows])
        return _page(rows, page, lambda row: found[row["id"]])

    async def set_position(
        self, position: DriverPosition, now: datetime | None = None, *, even_if_older: bool = False
    ) -> None:
        """Keep the position unless a newer one is known; *even_if_older* is for where that one was wrong.

        A late position counts as changed *now*: a follower reads what changed lately.
        """
        row = position_row(position) | {"cell": cell_of(position.point)}
        saving = _position_saved(self._session.dialect, even_if_older=even_if_older)
        if await self._session.changed(saving, row, what=WHAT):
            await self.mark_changed(position.driver_id, now or position.at)

    async def position(self, driver_id: str) -> DriverPosition | None:
        return (await self.positions([driver_id])).get(driver_id)

    async def positions(self, driver_ids: Sequence[str]) -> dict[str, DriverPosition]:
        rows = await self._session.rows(_LAST_POSITIONS, {"driver_ids": driver_ids})
        return {row["driver_id"]: position_of(row) for row in rows}

    async def seen_before(self, at: datetime, limit: int) -> Sequence[str]:
        """Drivers who were last seen before this instant.

        Read without an index: there is one row a driver, and each position would have to change it.
        """
        old = select(driver_last_positions.c.driver_id).where(driver_last_positions.c.at < at).limit(limit)
        return [row["driver_id"] for row in await self._session.rows(old)]

    async def forget_position(self, driver_id: str, before: datetime) -> bool:
        """Delete the last position if it is from before this instant; whether it was."""
        own = driver_last_positions.c.driver_id == driver_id
        statement = delete(driver_last_positions).where(own, driver_last_positions.c.at < before)
        return await self._session.changed(statement, what=WHAT) > 0

    async def available_near(self, point: Point, max_miles: float, limit: int) -> Sequence[NearbyDriver]:
        """Drivers who could take a job now, the nearest first."""
        return await self._near(available_within(point, max_miles), point, max_miles, limit)

    async def approved_near(self, point: Point, max_miles: float, limit: int) -> Sequence[NearbyDriver]:
        """Drivers who may work last seen there, the nearest first."""
        may_work = (
            drivers.c.approved_at.is_not(None),
            drivers.c.suspended_at.is_(None),
            drivers.c.documents_lapsed_at.is_(None),
        )
        approved = seen_within(point, max_miles).where(*may_work)
        return await self._near(approved, point, max_miles, limit)

    async def around(
        self, point: Point, max_miles: float, limit: int, *, free: bool = False
    ) -> Sequence[FleetEntry]:
        """Drivers last seen there, the nearest first."""
        statement = available_within(point, max_miles) if free else seen_within(point, max_miles)
        ids = [id for _, id, _ in await self._nearest(statement, point, max_miles, limit)]
        rows = await self._session.rows(_fleet().where(drivers.c.id.in_(ids)))
        entries = {row["id"]: _entry(row) for row in rows}
        return [entries[id] for id in ids]

    async def named(self, search: str, limit: int) -> Sequence[FleetEntry]:
        """Drivers by name, mail address or id."""
        statement = _fleet().where(
            or_(holds(drivers.c.name, search), holds(drivers.c.email, search), is_id(drivers.c.id, search))
        )
        rows = await self._session.rows(statement.order_by(drivers.c.name, drivers.c.id).limit(limit))
        return [_entry(row) for row in rows]

    async def entries(self, driver_ids: Sequence[str]) -> Sequence[FleetEntry]:
        """These drivers, by id."""
        if not driver_ids:
            return ()
        statement = _fleet().where(drivers.c.id.in_(driver_ids)).order_by(drivers.c.id)
        return [_entry(row) for row in await self._session.rows(statement)]

    async def _near(
        self, statement: Select[Any], point: Point, max_miles: float, limit: int
    ) -> Sequence[NearbyDriver]:
        within = await self._nearest(statement, point, max_miles, limit)
        profiles = await self._profiles([id for _, id, _ in within])
        return [NearbyDriver(profiles[id], position, miles) for miles, id, position in within]

    async def _nearest(
        self, statement: Select[Any], point: Point, max_miles: float, limit: int
    ) -> Sequence[tuple[float, str, DriverPosition]]:
        near = [(position_of(row), row["driver_id"]) for row in await self._session.rows(statement)]
        found = ((great_circle_miles(point, position.point), id, position) for position, id in near)
        return sorted((each for each in found if each[0] <= max_miles), key=lambda each: each[:2])[:limit]

    async def _profiles(self, driver_ids: Sequence[str]) -> dict[str, DriverProfile]:
        rows = await self._session.rows(select(drivers).where(drivers.c.id.in_(driver_ids)))
        return {row["id"]: _driver(row) for row in rows}

    async def mark_changed(self, driver_id: str, now: datetime) -> None:
        """Let ``changed_since`` show the driver again, because a job was taken or ended."""
        await self._session.run(_MARK_CHANGED, {"of_driver": driver_id, "now": now}, what=WHAT)

    async def changed_since(
        self, since: datetime | None, after: str | None, limit: int
    ) -> Sequence[FleetEntry]:
        """Drivers whose profile, position or work changed at or after *since*, by id, ids above *after*."""
        statement = _fleet().order_by(drivers.c.id).limit(limit)
        if since is not None:
            statement = statement.where(drivers.c.changed_at >= since)
        if after is not None:
            statement = statement.where(drivers.c.id > after)
        return [_entry(row) for row in await self._session.rows(statement)]


_page = page

_ZONE = func.coalesce(communication_preferences.c.timezone, users.c.timezone).label("timezone")
_TIMEZONE = (
    select(_ZONE)
    .join_from(drivers, users, users.c.id == drivers.c.user_id)
    .outerjoin(communication_preferences, communication_preferences.c.user_id == users.c.id)
    .where(drivers.c.id == bindparam("of_driver"))
)
_TIMEZONES = (
    select(drivers.c.id, _ZONE)
    .join_from(drivers, users, users.c.id == drivers.c.user_id)
    .outerjoin(communication_preferences, communication_preferences.c.user_id == users.c.id)
    .where(drivers.c.id.in_(bindparam("of_drivers", expanding=True)))
)
_LAST_POSITIONS = select(driver_last_positions).where(
    driver_last_positions.c.driver_id.in_(bindparam("driver_ids", expanding=True))
)


@cache
def _position_saved(dialect: str, *, even_if_older: bool) -> Any:
    """A driver's last position, in place of an older one, or of any."""
    statement = inserting(dialect, driver_last_positions)
    new = {column.name: statement.excluded[column.name] for column in driver_last_positions.columns}
    newer = None if even_if_older else driver_last_positions.c.at <= statement.excluded.at
    return statement.on_conflict_do_update(index_elements=["driver_id"], set_=new, where=newer)


def available_within(point: Point, max_miles: float) -> Select[Any]:
    """Last positions in the cells that the circle touches, of drivers who could take a job now."""
    busy = exists().where(orders.c.driver_id == drivers.c.id, IN_HAND)
    return seen_within(point, max_miles).where(
        drivers.c.is_online, drivers.c.is_available, drivers.c.approved_at.is_not(None), ~busy
    )


def seen_within(point: Point, max_miles: float) -> Select[Any]:
    """Last positions in the cells that the circle touches."""
    cell = driver_last_positions.c.cell
    touched = [cell.between(first, last) for first, last in cells_around(point, max_miles)]
    return (
        select(driver_last_positions)
        .join(drivers, drivers.c.id == driver_last_positions.c.driver_id)
        .where(or_(*touched))
    )


def _later(instant: Any) -> Any:
    """The change mark never goes back, so that a follower misses nothing."""
    return case((drivers.c.changed_at > instant, drivers.c.changed_at), else_=instant)


_MARK_CHANGED = (
    update(drivers)
    .where(drivers.c.id == bindparam("of_driver"))
    .values(changed_at=_later(bindparam("now", type_=UtcTime())))
)


def _fleet() -> Select[Any]:
    busy = exists().where(orders.c.driver_id == drivers.c.id, IN_HAND)
    seen = [column for column in driver_last_positions.c if column.name != "cell"]
    return select(drivers, *seen, busy.label("busy")).outerjoin_from(
        drivers, driver_last_positions, drivers.c.id == driver_last_positions.c.driver_id
    )


def _entry(row: RowMapping) -> FleetEntry:
    seen = None if row["driver_id"] is None else position_of(row)
    return FleetEntry(_driver(row), seen, bool(row["busy"]), row["changed_at"])


def _row(driver: DriverProfile) -> dict[str, Any]:
    approval, suspension = driver.approval, driver.suspension
    return (
        attributes_of(driver, _FLAT)
        | attributes_of(driver.rates, _RATES)
        | {name: to_json(getattr(driver, name), kind) for name, kind in _JSON.items()}
        | {
            "approved_at": approval and approval.at,
            "approved_by": approval and approval.by,
            "approval_reason": approval and approval.reason,
            "suspended_at": suspension and suspension.at,
            "suspended_by": suspension and suspension.by,
            "suspension_reason": suspension and suspension.reason,
        }
    )


def _driver(row: RowMapping) -> DriverProfile:
    return DriverProfile(
        **columns_of(row, _FLAT),
        rates=DriverRates(**columns_of(row, _RATES)),
        approval=_approval(row),
        suspension=_suspension(row),
        **{name: from_json(row[name], kind) for name, kind in _JSON.items()},
    )


def _approval(row: RowMapping) -> Approval | None:
    if row["approved_at"] is None:
        return None
    return Approval(at=row["approved_at"], by=row["approved_by"], reason=row["approval_reason"])


def _suspension(row: RowMapping) -> Suspension | None:
    if row["suspended_at"] is None:
        return None
    return Suspension(at=row["suspended_at"], by=row["suspended_by"], reason=row["suspension_reason"])
