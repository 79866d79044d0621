"""How people drive, on SQLite and PostgreSQL."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from sqlalchemy import RowMapping, Select, bindparam, case, delete, insert, select, tuple_, update

from haulage.behaviour import Contest, ContestStatus, DriverStream, DrivingEvent, Fix, Totals
from haulage.behaviour.fix import microseconds, time_of
from haulage.kernel.geo import Point
from haulage.ports.storage.behaviour import PLACE_DIGITS, BehaviourStore, StoredDrivingEvent
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.paging import page as page_from
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    behaviour_contests,
    behaviour_days,
    behaviour_events,
    behaviour_points,
    behaviour_streams,
)
from haulage_adapters.sql.tables.behaviour import TOTALS, TRACED
from haulage_adapters.sql.upserts import insert_ignore, inserting

WHAT = "driving"
EARLY = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
_CONTEST = flat_names(Contest, without={"event_id", "contested_at", "driver_id"})
_POINT = ("at", "lat", "lng", "speed_mph", "heading_deg", "accuracy_meters", "engine_off")
_TRACE = tuple[Fix, ...]


class SqlBehaviourStore(BehaviourStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def lock_stream(self, driver_id: str) -> DriverStream:
        """Whoever writes next for this driver waits until the unit ends, in whichever process."""
        row = await self._session.row(_stream(driver_id).with_for_update())
        if row is None:
            fresh = {"driver_id": driver_id, "state": to_json(DriverStream()), "updated_at": EARLY}
            await self._session.run(insert_ignore(self._session.dialect, behaviour_streams), fresh, what=WHAT)
            row = await self._session.row(_stream(driver_id).with_for_update())
        assert row is not None
        return from_json(row["state"], DriverStream)

    async def stream(self, driver_id: str) -> DriverStream:
        row = await self._session.row(_stream(driver_id))
        return DriverStream() if row is None else from_json(row["state"], DriverStream)

    async def save_stream(self, driver_id: str, stream: DriverStream, now: datetime) -> None:
        changed = await self._session.changed(
            update(behaviour_streams)
            .where(behaviour_streams.c.driver_id == driver_id)
            .values(state=to_json(stream), updated_at=now, placed_until=_placed_until(stream)),
            what=WHAT,
        )
        require_one(changed, WHAT)

    async def stale_streams(self, before: datetime, limit: int) -> Sequence[str]:
        until = behaviour_streams.c.placed_until
        old = select(behaviour_streams.c.driver_id).where(until < before).order_by(until).limit(limit)
        return [row["driver_id"] for row in await self._session.rows(old)]

    async def add_points(self, driver_id: str, fixes: Sequence[Fix]) -> None:
        if fixes:
            rows = [{"driver_id": driver_id} | {name: getattr(fix, name) for name in _POINT} for fix in fixes]
            await self._session.run(insert_ignore(self._session.dialect, behaviour_points), rows, what=WHAT)

    async def trim_points(self, driver_id: str, most: int, before: datetime) -> None:
        table = behaviour_points.c
        own = table.driver_id == driver_id
        oldest_stored = select(table.at).where(own).order_by(table.at.desc()).offset(most - 1).limit(1)
        await self._session.run(
            delete(behaviour_points).where(
                own, table.at < microseconds(before), table.at < oldest_stored.scalar_subquery()
            ),
            what=WHAT,
        )

    async def points(
        self, driver_id: str, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Fix]:
        table = behaviour_points.c
        statement = select(behaviour_points).where(table.driver_id == driver_id).order_by(table.at)
        if start is not None:
            statement = statement.where(table.at >= microseconds(start))
        if end is not None:
            statement = statement.where(table.at <= microseconds(end))
        return [Fix(**columns_of(row, _POINT)) for row in await self._session.rows(statement)]

    async def forget_points(self, before: datetime, limit: int) -> int:
        """One that a writer is trimming meanwhile is left to that writer, so that neither waits."""
        table = behaviour_points.c
        oldest = await self._session.rows(
            select(table.driver_id, table.at)
            .where(table.at < microseconds(before))
            .order_by(table.at)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        keys = [(row["driver_id"], row["at"]) for row in oldest]
        old = tuple_(table.driver_id, table.at).in_(keys)
        return await self._session.changed(delete(behaviour_points).where(old), what=WHAT) if keys else 0

    async def add_days(self, driver_id: str, days: Mapping[date, Totals]) -> None:
        for day, totals in days.items():
            row = {"driver_id": driver_id, "day": day, "max_speed_mph": totals.max_speed_mph}
            await self._session.run(
                _added_up(self._session.dialect), row | attributes_of(totals, TOTALS), what=WHAT
            )

    async def days(self, driver_id: str, first: date, last: date) -> dict[date, Totals]:
        rows = await self._session.rows(
            select(behaviour_days)
            .where(behaviour_days.c.driver_id == driver_id, behaviour_days.c.day.between(first, last))
            .order_by(behaviour_days.c.day)
        )
        return {
            row["day"]: Totals(**columns_of(row, TOTALS), max_speed_mph=float(row["max_speed_mph"]))
            for row in rows
        }

    async def add_events(self, events: Sequence[StoredDrivingEvent]) -> None:
        if events:
            added = insert_ignore(self._session.dialect, behaviour_events, "id")
            await self._session.run(added, [_event_row(event) for event in events], what=WHAT)

    async def events(self, driver_id: str, start: datetime, end: datetime) -> Sequence[StoredDrivingEvent]:
        table = behaviour_events.c
        rows = await self._session.rows(
            _stored_events(with_trace=False)
            .where(table.driver_id == driver_id, table.started_at >= start, table.started_at < end)
            .order_by(table.started_at, table.id)
        )
        return [_stored_event(row) for row in rows]

    async def event(self, event_id: str) -> StoredDrivingEvent | None:
        row = await self._session.row(
            _stored_events(with_trace=True).where(behaviour_events.c.id == event_id)
        )
        return None if row is None else _stored_event(row)

    async def forget_traces(self, before: datetime, limit: int) -> int:
        """Nobody else changes an event, and to forget it twice comes to the same."""
        table = behaviour_events.c
        rows = await self._session.rows(
            select(table.id, table.lat, table.lng)
            .where(TRACED, table.started_at < before)
            .order_by(table.started_at)
            .limit(limit)
        )
        if rows:
            statement = (
                update(behaviour_events)
                .where(table.id == bindparam("of_event"))
                .values(lat=bindparam("near_lat"), lng=bindparam("near_lng"), trace=[], forgotten=True)
            )
            await self._session.run(statement, [_roughly(row) for row in rows], what=WHAT)
        return len(rows)

    async def add_contest(self, contest: Contest) -> None:
        """The primary key is the event's, so a second contest is a ``Conflict``."""
        row = attributes_of(contest, _CONTEST) | {
            "id": contest.event_id,
            "driver_id": contest.driver_id,
            "created_at": contest.contested_at,
        }
        await self._session.run(insert(behaviour_contests), row, what="contest")

    async def save_contest(self, before: Contest, after: Contest) -> None:
        changed = await self._session.changed(
            update(behaviour_contests)
            .where(behaviour_contests.c.id == before.event_id, behaviour_contests.c.status == before.status)
            .values(attributes_of(after, _CONTEST)),
            what="contest",
        )
        require_one(changed, "contest")

    async def contests(self, status: ContestStatus | None, page: PageRequest) -> Page[StoredDrivingEvent]:
        statement = page_of(behaviour_contests, page)
        if status is not None:
            statement = statement.where(behaviour_contests.c.status == status)
        found = page_from(await self._session.rows(statement), page, _contest)
        ids = [contest.event_id for contest in found.items]
        rows = await self._session.rows(
            _stored_events(with_trace=False).where(behaviour_events.c.id.in_(ids))
        )
        events = {row["id"]: _stored_event(row) for row in rows}
        return Page([events[id] for id in ids], found.next)


@cache
def _added_up(dialect: str) -> Any:
    """A day's figures, added to what the day has."""
    statement = inserting(dialect, behaviour_days)
    had, added = behaviour_days.c, statement.excluded
    faster = case((had.max_speed_mph > added.max_speed_mph, had.max_speed_mph), else_=added.max_speed_mph)
    together: dict[str, Any] = {name: had[name] + added[name] for name in TOTALS}
    return statement.on_conflict_do_update(
        index_elements=["driver_id", "day"], set_=together | {"max_speed_mph": faster}
    )


def _stream(driver_id: str) -> Select[Any]:
    return select(behaviour_streams.c.state).where(behaviour_streams.c.driver_id == driver_id)


def _placed_until(stream: DriverStream) -> datetime | None:
    newest = stream.newest
    return time_of(newest) if stream.holds_places and newest is not None else None


def _roughly(row: RowMapping) -> dict[str, Any]:
    return {
        "of_event": row["id"],
        "near_lat": round(row["lat"], PLACE_DIGITS),
        "near_lng": round(row["lng"], PLACE_DIGITS),
    }


_CONTEST_COLUMNS = [
    column.label(f"contest_{column.name}")
    for column in behaviour_contests.columns
    if column.name not in ("id", "driver_id")
]


def _stored_events(*, with_trace: bool) -> Select[Any]:
    events = [column for column in behaviour_events.columns if with_trace or column.name != "trace"]
    return select(*events, *_CONTEST_COLUMNS).outerjoin_from(
        behaviour_events, behaviour_contests, behaviour_events.c.id == behaviour_contests.c.id
    )


def _stored_event(row: RowMapping) -> StoredDrivingEvent:
    return StoredDrivingEvent(
        id=row["id"],
        driver_id=row["driver_id"],
        event=DrivingEvent(
            type=row["type"],
            severity=row["severity"],
            start=row["started_at"],
            end=row["ended_at"],
            worst=row["worst"],
            point=Point(row["lat"], row["lng"]),
            speed_mph=row["speed_mph"],
            limit_mph=row["limit_mph"],
        ),
        contest=_contest_of(row),
        trace=from_json(row["trace"], _TRACE) if "trace" in row else (),
        forgotten=row["forgotten"],
    )


def _contest_of(row: RowMapping) -> Contest | None:
    if row["contest_status"] is None:
        return None
    figures = {name: row[f"contest_{name}"] for name in _CONTEST}
    return Contest(
        event_id=row["id"], driver_id=row["driver_id"], contested_at=row["contest_created_at"], **figures
    )


def _contest(row: RowMapping) -> Contest:
    return Contest(
        event_id=row["id"],
        driver_id=row["driver_id"],
        contested_at=row["created_at"],
        **columns_of(row, _CONTEST),
    )


def _event_row(stored: StoredDrivingEvent) -> dict[str, Any]:
    event = stored.event
    return {
        "id": stored.id,
        "driver_id": stored.driver_id,
        "type": event.type,
        "severity": event.severity,
        "started_at": event.start,
        "ended_at": event.end,
        "worst": event.worst,
        "lat": event.point.lat,
        "lng": event.point.lng,
        "speed_mph": event.speed_mph,
        "limit_mph": event.limit_mph,
        "trace": to_json(stored.trace, _TRACE),
        "forgotten": stored.forgotten,
    }
