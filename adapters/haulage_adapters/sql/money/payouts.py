"""Payouts in the database."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from datetime import date, datetime
from typing import Any

from sqlalchemy import RowMapping, case, delete, extract, func, insert, select, update

from haulage.kernel.money import Cents
from haulage.payouts import (
    COUNTED,
    OPEN,
    Payout,
    PayoutFees,
    PayoutSpeed,
    PayoutStatus,
    PayoutTally,
    PayoutTrigger,
    TakenBack,
)
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.payouts import PayoutStore
from haulage_adapters.sql.money.transfers_left import transfers_left
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import payout_given_back, payout_take_backs, payouts
from haulage_adapters.sql.upserts import insert_ignore

WHAT = "payout"
_FLAT = flat_names(Payout, without={"fees", "take_back", "trigger"})
_FEES = flat_names(PayoutFees, without=set())
_PART = flat_names(TakenBack, without=set())
_ROW = payouts.c
_FEE_CENTS = _ROW.instant_fee_cents + _ROW.provider_fee_cents + _ROW.platform_fee_cents
_TOOK = extract("epoch", _ROW.arrived_at) - extract("epoch", _ROW.created_at)
"""In seconds. A provider that tells only the day of arrival may name its beginning: that counts as none."""


class SqlPayoutStore(PayoutStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, payout: Payout) -> None:
        await self._session.run(insert(payouts), _flat(payout), what=WHAT)
        parts = [
            {"payout_id": payout.id, "number": number, **attributes_of(part, _PART)}
            for number, part in enumerate(payout.take_back)
        ]
        if parts:
            await self._session.run(insert(payout_take_backs), parts, what=WHAT)

    async def add_all(self, new_payouts: Sequence[Payout]) -> None:
        if any(payout.take_back for payout in new_payouts):
            raise ValueError("these payouts take nothing back")
        if new_payouts:
            await self._session.run(insert(payouts), [_flat(each) for each in new_payouts], what=WHAT)

    async def existing(self, payout_ids: Collection[str]) -> Set[str]:
        found = await self._session.run(select(_ROW.id).where(_ROW.id.in_(payout_ids)))
        return set(found.scalars())

    async def unsent_cents(self, driver_ids: Collection[str]) -> Mapping[str, Cents]:
        rows = await self._session.rows(
            select(_ROW.driver_id, func.sum(_ROW.amount_cents).label("cents"))
            .where(
                _ROW.driver_id.in_(driver_ids),
                _ROW.status == PayoutStatus.PENDING,
                _ROW.provider_id.is_(None),
            )
            .group_by(_ROW.driver_id)
        )
        return {row["driver_id"]: int(row["cents"]) for row in rows}

    async def instants_since(
        self, driver_ids: Collection[str], since: datetime
    ) -> Mapping[str, tuple[datetime, str]]:
        rows = await self._session.rows(
            select(_ROW.driver_id, _ROW.created_at, _ROW.zone)
            .where(
                _ROW.driver_id.in_(driver_ids),
                _ROW.created_at >= since,
                _ROW.speed == PayoutSpeed.INSTANT,
                _ROW.status.in_(sorted(COUNTED)),
            )
            .order_by(_ROW.created_at)
        )
        return {row["driver_id"]: (row["created_at"], row["zone"]) for row in rows}

    async def get(self, payout_id: str) -> Payout | None:
        return await self._one(select(payouts).where(_ROW.id == payout_id))

    async def of_provider(self, provider_id: str) -> Payout | None:
        return await self._one(select(payouts).where(_ROW.provider_id == provider_id))

    async def save(self, before: Payout, after: Payout) -> Payout:
        return await save_unchanged(self._session, payouts, before, after, _flat, what=WHAT)

    async def note_all_asked(self, at: datetime) -> None:
        unknown = _ROW.status.in_(sorted(OPEN)) & _ROW.provider_id.is_(None)
        asked = update(payouts).where(unknown).values(asked_at=at, version=_ROW.version + 1)
        await self._session.run(asked, what=WHAT)

    async def list(
        self, request: PageRequest, *, driver_id: str | None = None, status: PayoutStatus | None = None
    ) -> Page[Payout]:
        wanted = page_of(payouts, request)
        if driver_id is not None:
            wanted = wanted.where(_ROW.driver_id == driver_id)
        if status is not None:
            wanted = wanted.where(_ROW.status == status)
        rows = await self._session.rows(wanted)
        parts = await self._parts([row["id"] for row in rows])
        return page(rows, request, lambda row: _payout(row, parts.get(row["id"], ())))

    async def open_ones(self, limit: int, after: str | None = None) -> Sequence[Payout]:
        wanted = select(payouts).where(_ROW.status.in_(sorted(OPEN))).order_by(_ROW.id).limit(limit)
        rows = await self._session.rows(wanted if after is None else wanted.where(_ROW.id > after))
        parts = await self._parts([row["id"] for row in rows])
        return [_payout(row, parts.get(row["id"], ())) for row in rows]

    async def counted_cents(self, driver_id: str, day: date) -> Cents:
        counted = select(func.sum(_ROW.amount_cents)).where(
            _ROW.driver_id == driver_id,
            _ROW.speed == PayoutSpeed.INSTANT,
            _ROW.local_day == day,
            _ROW.status.in_(sorted(COUNTED)),
            ~_ROW.fees_returned,
        )
        return int(await self._session.scalar(counted) or 0)

    async def is_tried_again(self, driver_id: str, payout_id: str) -> bool:
        again = select(_ROW.id).where(_ROW.driver_id == driver_id, _ROW.retry_of == payout_id).limit(1)
        return await self._session.scalar(again) is not None

    async def paid_by_order(self, driver_id: str, order_id: str) -> Cents:
        paid = select(func.sum(_ROW.amount_cents)).where(
            _ROW.order_id == order_id,
            _ROW.driver_id == driver_id,
            _ROW.trigger_kind == PayoutTrigger.ORDER,
            _ROW.status.in_(sorted(COUNTED)),
        )
        return int(await self._session.scalar(paid) or 0)

    async def tallies(self, driver_id: str, since: datetime, until: datetime) -> Sequence[PayoutTally]:
        alike = (_ROW.status, _ROW.speed, _ROW.fees_returned)
        rows = await self._session.rows(
            select(
                *alike,
                func.count().label("count"),
                func.sum(_ROW.amount_cents).label("cents"),
                func.sum(_FEE_CENTS).label("fees_cents"),
                func.sum(_ROW.withheld_returned_cents).label("withheld_returned_cents"),
                func.sum(case((_TOOK > 0, _TOOK), else_=0)).label("seconds"),
            )
            .where(_ROW.driver_id == driver_id, _ROW.created_at >= since, _ROW.created_at < until)
            .group_by(*alike)
        )
        return [_tally(row) for row in rows]

    async def newest_instant(self, driver_id: str) -> tuple[datetime, str] | None:
        row = await self._session.row(
            select(_ROW.created_at, _ROW.zone)
            .where(
                _ROW.driver_id == driver_id,
                _ROW.speed == PayoutSpeed.INSTANT,
                _ROW.status.in_(sorted(COUNTED)),
            )
            .order_by(_ROW.created_at.desc())
            .limit(1)
        )
        return None if row is None else (row["created_at"], row["zone"])

    async def keep_taken(self, payout_id: str, count: int) -> None:
        part = payout_take_backs.c
        never = delete(payout_take_backs).where(part.payout_id == payout_id, part.number >= count)
        await self._session.run(never, what=WHAT)

    async def add_given_back(self, payout_id: str, part: TakenBack, at: datetime) -> None:
        row = {"payout_id": payout_id, **attributes_of(part, _PART), "given_at": at}
        new = insert_ignore(self._session.dialect, payout_given_back, "transfer_id")
        await self._session.run(new, row, what=WHAT)

    async def transfers_left(self, driver_id: str, limit: int) -> Sequence[TakenBack]:
        return await transfers_left(self._session, driver_id, limit)

    async def _one(self, statement: Any) -> Payout | None:
        row = await self._session.row(statement)
        if row is None:
            return None
        return _payout(row, (await self._parts([row["id"]])).get(row["id"], ()))

    async def _parts(self, ids: Sequence[str]) -> dict[str, tuple[TakenBack, ...]]:
        found: dict[str, tuple[TakenBack, ...]] = {}
        if ids:
            part = payout_take_backs.c
            rows = await self._session.rows(
                select(payout_take_backs).where(part.payout_id.in_(ids)).order_by(part.payout_id, part.number)
            )
            for row in rows:
                found[row["payout_id"]] = (
                    *found.get(row["payout_id"], ()),
                    TakenBack(**columns_of(row, _PART)),
                )
        return found


def _tally(row: RowMapping) -> PayoutTally:
    """Fees that were returned are in the balance again, with what was withheld of them."""
    returned, fees = row["fees_returned"], int(row["fees_cents"])
    back = fees + int(row["withheld_returned_cents"]) if returned else 0
    return PayoutTally(
        status=row["status"],
        speed=PayoutSpeed.STANDARD if returned else row["speed"],
        count=int(row["count"]),
        cents=int(row["cents"]) - back,
        fees_cents=0 if returned else fees,
        seconds=round(row["seconds"]),
    )


def _payout(row: RowMapping, parts: Iterable[TakenBack]) -> Payout:
    return Payout(
        **columns_of(row, _FLAT),
        trigger=row["trigger_kind"],
        fees=PayoutFees(**columns_of(row, _FEES)),
        take_back=tuple(parts),
    )


def _flat(payout: Payout) -> dict[str, Any]:
    return {
        **attributes_of(payout, _FLAT),
        **attributes_of(payout.fees, _FEES),
        "trigger_kind": payout.trigger,
    }
