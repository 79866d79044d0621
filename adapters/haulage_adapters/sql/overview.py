"""What the overview counts, and who is on the road, in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Table,
    and_,
    bindparam,
    exists,
    func,
    literal,
    select,
    union_all,
)

from haulage.behaviour import ContestStatus
from haulage.claims import UNDECIDED
from haulage.jobs import JobState
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.overview import Figures, Paid, Span, Waiting
from haulage.payments import RefundStatus
from haulage.ports.storage.overview import OnlineDriver, OrderUnderWay, OverviewStore
from haulage.screening import CaseStatus
from haulage_adapters.sql.rows import place_of
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    IN_HAND,
    behaviour_contests,
    claims,
    disputes,
    driver_applications,
    driver_last_positions,
    drivers,
    jobs,
    orders,
    payment_differences,
    refunds,
    screening_cases,
)
from haulage_adapters.sql.tables.drivers import ONLINE
from haulage_adapters.sql.tables.orders import WORKED
from haulage_adapters.sql.tables.reconciliation import OPEN as DIFFERENCE_OPEN
from haulage_adapters.sql.tables.refunds import DISPUTE_OPEN
from haulage_adapters.sql.waiting_applications import WAITING_FOR_US

ENDED_WAIT = (
    screening_cases.c.status == CaseStatus.WAITING,
    screening_cases.c.waiting_until <= bindparam("now", type_=screening_cases.c.waiting_until.type),
)

_WAITING: dict[str, tuple[Table, Any]] = {
    "claims": (claims, claims.c.state.in_(sorted(UNDECIDED))),
    "disputes": (disputes, DISPUTE_OPEN),
    "contests": (behaviour_contests, behaviour_contests.c.status == ContestStatus.OPEN),
    "applications": (driver_applications, WAITING_FOR_US),
    "screenings": (screening_cases, and_(*ENDED_WAIT)),
    "dead_jobs": (jobs, jobs.c.state == JobState.DEAD),
    "differences": (payment_differences, DIFFERENCE_OPEN),
}
"""The rows of each, which an index holds together."""


class SqlOverviewStore(OverviewStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def waiting(self, now: datetime, most: int) -> Waiting:
        counted = select(*(_counted(name, most) for name in _WAITING)).params(now=now)
        row = await self._session.row(counted)
        assert row is not None
        return Waiting(**{name: int(row[name]) for name in _WAITING}, counted_up_to=most)

    async def figures(self, spans: Sequence[Span]) -> Sequence[Figures]:
        """Each span is a range of an index that holds all that is summed: no row of a table is read."""
        paid = await self._sums(orders.c.paid_at, orders.c.price_cents, spans)
        done = await self._sums(orders.c.completed_at, None, spans)
        back = await self._sums(
            refunds.c.created_at, refunds.c.amount_cents, spans, refunds.c.status != RefundStatus.WITHDRAWN
        )
        return [
            Figures(paid[place][0], done[place][0], paid[place][1], back[place][1])
            for place in range(len(spans))
        ]

    async def _sums(
        self,
        at: ColumnElement[Any],
        cents: ColumnElement[int] | None,
        spans: Sequence[Span],
        *conditions: ColumnElement[bool],
    ) -> dict[int, tuple[int, int]]:
        """Of each span, by its place, how many and how much."""
        summed: Any = func.coalesce(func.sum(cents), 0) if cents is not None else literal(0)
        parts = [
            select(
                literal(place, Integer).label("place"), func.count().label("number"), summed.label("cents")
            ).where(at >= span.since, at < span.until, *conditions)
            for place, span in enumerate(spans)
        ]
        rows = await self._session.rows(union_all(*parts)) if parts else []
        return {row["place"]: (int(row["number"]), int(row["cents"])) for row in rows}

    async def paid_by_service(self, spans: Sequence[Span]) -> Sequence[Mapping[ServiceType, Paid]]:
        """As for the figures, no row of the table is read."""
        parts = [
            select(
                literal(place, Integer).label("place"),
                orders.c.service_type,
                func.count().label("number"),
                func.sum(orders.c.price_cents).label("cents"),
            )
            .where(orders.c.paid_at >= span.since, orders.c.paid_at < span.until)
            .group_by(orders.c.service_type)
            for place, span in enumerate(spans)
        ]
        found: list[dict[ServiceType, Paid]] = [{} for _ in spans]
        for row in await self._session.rows(union_all(*parts)) if parts else []:
            found[row["place"]][ServiceType(row["service_type"])] = Paid(
                int(row["number"]), int(row["cents"])
            )
        return found

    async def count_online(self) -> int:
        return int(await self._session.scalar(select(func.count()).select_from(drivers).where(ONLINE)))

    async def online_drivers(self, limit: int) -> Sequence[OnlineDriver]:
        rows = await self._session.rows(_online().limit(limit))
        return [
            OnlineDriver(
                row["id"],
                row["name"],
                bool(row["is_busy"]),
                None if row["lat"] is None else Point(row["lat"], row["lng"]),
                row["heading"],
                row["at"],
            )
            for row in rows
        ]

    async def orders_under_way(self, limit: int) -> Sequence[OrderUnderWay]:
        rows = await self._session.rows(
            select(orders).where(WORKED).order_by(orders.c.driver_id).limit(limit)
        )
        return [
            OrderUnderWay(
                row["id"],
                row["number"],
                row["status"],
                row["driver_id"],
                place_of(row, "pickup_"),
                place_of(row, "dropoff_"),
                row["picked_up_at"] is not None,
            )
            for row in rows
        ]


def _counted(name: str, most: int) -> ColumnElement[int]:
    table, condition = _WAITING[name]
    some = (
        select(literal(1).label("one"))
        .select_from(table)
        .where(condition)
        .limit(most)
        .subquery(f"some_{name}")
    )
    return select(func.count()).select_from(some).scalar_subquery().label(name)


def _online() -> Select[Any]:
    seen = driver_last_positions
    busy = exists().where(orders.c.driver_id == drivers.c.id, IN_HAND)
    return (
        select(
            drivers.c.id,
            drivers.c.name,
            busy.label("is_busy"),
            seen.c.lat,
            seen.c.lng,
            seen.c.heading,
            seen.c.at,
        )
        .outerjoin(seen, seen.c.driver_id == drivers.c.id)
        .where(ONLINE)
        .order_by(drivers.c.id)
    )
