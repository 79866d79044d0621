"""Offers to drivers, in the database."""

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, TextClause, and_, exists, insert, or_, select

from haulage.dispatch import JobOffer, OfferKind, OfferState
from haulage.kernel.geo import EARTH_RADIUS_MILES, Point
from haulage.ports.runtime.topics import OPEN_OFFERS, Notify, offers_topic, order_topic
from haulage.ports.storage.dispatch import JobOfferStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ENGAGED, OFFER_OPEN, job_offers, orders

WHAT = "offer"
_FLAT = flat_names(JobOffer, without=set())
_ROW = job_offers.c


_FOR_NOW = orders.c.scheduled_time.is_(None)


def _engaged_then(driver_id: str) -> ColumnElement[bool]:
    """Whether the driver has another job within the window of the order."""
    own = orders.alias("own")
    return exists().where(
        own.c.driver_id == driver_id,
        ENGAGED,  # of the innermost table
        own.c.window_from < orders.c.window_until,
        own.c.window_until > orders.c.window_from,
    )


def has_declined(driver_id: str) -> ColumnElement[bool]:
    """Whether the driver has said no to the order, however it was offered to them."""
    said = job_offers.alias("said")
    return exists().where(
        said.c.order_id == orders.c.id,
        said.c.driver_id == driver_id,
        said.c.state == OfferState.DECLINED,
    )


def _picked_up_around(point: Point, miles: float) -> ColumnElement[bool]:
    """Whether the pickup is in the rectangle around a circle: a bit more than the circle itself."""
    lat, lng = orders.c.pickup_lat, orders.c.pickup_lng
    reach = math.degrees(miles / EARTH_RADIUS_MILES)
    wide = reach / max(0.01, math.cos(math.radians(min(89.0, abs(point.lat) + reach))))
    return and_(
        lat.between(point.lat - reach, point.lat + reach),
        or_(
            lng.between(point.lng - wide, point.lng + wide),
            lng >= point.lng - wide + 360,
            lng <= point.lng + wide - 360,
        ),
    )


class SqlJobOfferStore(JobOfferStore):
    def __init__(self, session: Session, notify: Notify) -> None:
        self._session = session
        self._notify = notify

    async def add(self, offer: JobOffer) -> None:
        """``Conflict`` when its id is taken, or the order has an open offer and this is another."""
        await self._session.run(insert(job_offers), _flat(offer), what=WHAT)
        self._notify_of(offer)

    async def get(self, offer_id: str) -> JobOffer | None:
        row = await self._session.row(select(job_offers).where(_ROW.id == offer_id))
        return None if row is None else JobOffer(**columns_of(row, _FLAT))

    async def save(self, before: JobOffer, after: JobOffer) -> JobOffer:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        saved = await save_unchanged(
            self._session, job_offers, before, after, _flat, what=WHAT, same=("id", "state", "version")
        )
        self._notify_of(saved)
        return saved

    async def open_of(self, order_id: str) -> JobOffer | None:
        found = await self._all(_ROW.order_id == order_id, OFFER_OPEN, limit=1)
        return found[0] if found else None

    async def of_order(self, order_id: str) -> Sequence[JobOffer]:
        rows = await self._session.rows(
            select(job_offers).where(_ROW.order_id == order_id).order_by(_ROW.number)
        )
        return [JobOffer(**columns_of(row, _FLAT)) for row in rows]

    async def open_to(self, driver_id: str) -> Sequence[JobOffer]:
        return await self._all(_ROW.driver_id == driver_id, OFFER_OPEN)

    async def drivers_with_open_offers(self) -> frozenset[str]:
        rows = await self._session.rows(
            select(_ROW.driver_id).where(OFFER_OPEN, _ROW.kind == OfferKind.IN_TURN)
        )
        return frozenset(row["driver_id"] for row in rows)

    async def open_offers_around(
        self, point: Point, miles: float, driver_id: str, limit: int, *, only_appointments: bool = False
    ) -> Sequence[JobOffer]:
        had = job_offers.alias("had")
        rows = await self._session.rows(
            select(job_offers)
            .join(orders, orders.c.id == _ROW.order_id)
            .where(
                _ROW.state == OfferState.OPEN,
                _ROW.driver_id.is_(None),
                ~has_declined(driver_id),
                ~exists().where(
                    had.c.order_id == _ROW.order_id,
                    had.c.state == OfferState.ACCEPTED,
                    had.c.answered_by == driver_id,
                ),
                *([~_FOR_NOW] if only_appointments else []),
                or_(_FOR_NOW, ~_engaged_then(driver_id)),
                _picked_up_around(point, miles),
            )
            .order_by(_ROW.offered_at.desc(), _ROW.id)
            .limit(limit)
        )
        return [JobOffer(**columns_of(row, _FLAT)) for row in rows]

    async def ended_since(self, driver_id: str, since: datetime, limit: int) -> Sequence[JobOffer]:
        return await self._ended(since, limit, _ROW.driver_id == driver_id)

    async def ended_offers_around(
        self, point: Point, miles: float, since: datetime, limit: int
    ) -> Sequence[JobOffer]:
        return await self._ended(since, limit, _ROW.driver_id.is_(None), _picked_up_around(point, miles))

    async def _ended(
        self, since: datetime, limit: int, *conditions: ColumnElement[bool]
    ) -> Sequence[JobOffer]:
        rows = await self._session.rows(
            select(job_offers)
            .join(orders, orders.c.id == _ROW.order_id)
            .where(_ROW.answered_at >= since, *conditions)
            .order_by(_ROW.answered_at.desc(), _ROW.offered_at.desc(), _ROW.id)
            .limit(limit)
        )
        return [JobOffer(**columns_of(row, _FLAT)) for row in rows]

    async def _all(
        self, *conditions: ColumnElement[bool] | TextClause, limit: int | None = None
    ) -> Sequence[JobOffer]:
        rows = await self._session.rows(
            select(job_offers).where(*conditions).order_by(_ROW.offered_at.desc(), _ROW.id).limit(limit)
        )
        return [JobOffer(**columns_of(row, _FLAT)) for row in rows]

    def _notify_of(self, offer: JobOffer) -> None:
        audience = OPEN_OFFERS if offer.driver_id is None else offers_topic(offer.driver_id)
        self._notify(order_topic(offer.order_id), audience)


def _flat(value: JobOffer) -> dict[str, Any]:
    return attributes_of(value, _FLAT)
