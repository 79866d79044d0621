"""Splits of payments and reversals of their transfers in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, delete, func, insert, or_, select, update

from haulage.kernel.money import Cents
from haulage.ledger import BorrowedPart, PaymentSplit, ReturnedShare, SplitKind, SplitStatus, TransferReversal
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.payments import (
    EVER,
    ListedSplit,
    OrdersCreated,
    ReversalStore,
    SplitFigures,
    SplitFilter,
    SplitStore,
)
from haulage_adapters.sql.money.listed_splits import page_of_splits, sums_of_splits
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    REVERSAL_OPEN,
    borrowed_parts,
    orders,
    payment_splits,
    returned_shares,
    transfer_reversals,
)

WHAT = "payment split"
_FLAT = flat_names(PaymentSplit, without=set())
_REVERSAL = flat_names(TransferReversal, without=set())
_BORROWED = flat_names(BorrowedPart, without=set())
_RETURNED = flat_names(ReturnedShare, without=set())

DRIVER_LEFT: ColumnElement[int] = payment_splits.c.driver_cents - payment_splits.c.driver_back_cents


class SqlSplitStore(SplitStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, split: PaymentSplit) -> None:
        await self._session.run(insert(payment_splits), _flat(split), what=WHAT)

    async def get(self, split_id: str) -> PaymentSplit | None:
        return await self._one(payment_splits.c.id == split_id)

    async def of_payment(self, payment_id: str) -> PaymentSplit | None:
        return await self._one(payment_splits.c.payment_id == payment_id)

    async def of_transfer(self, transfer_id: str) -> PaymentSplit | None:
        returned = select(returned_shares.c.split_id).where(returned_shares.c.transfer_id == transfer_id)
        return await self._one(
            or_(payment_splits.c.driver_transfer_id == transfer_id, payment_splits.c.id.in_(returned))
        )

    async def add_returned(self, share: ReturnedShare) -> None:
        await self._session.run(insert(returned_shares), attributes_of(share, _RETURNED), what=WHAT)

    async def returned_of(self, split_id: str) -> Sequence[ReturnedShare]:
        rows = await self._session.rows(
            select(returned_shares)
            .where(returned_shares.c.split_id == split_id)
            .order_by(returned_shares.c.created_at, returned_shares.c.id)
        )
        return [ReturnedShare(**columns_of(row, _RETURNED)) for row in rows]

    async def returned(self, share_id: str) -> ReturnedShare | None:
        row = await self._session.row(select(returned_shares).where(returned_shares.c.id == share_id))
        return None if row is None else ReturnedShare(**columns_of(row, _RETURNED))

    async def save_returned(self, before: ReturnedShare, after: ReturnedShare) -> None:
        """What is sent is sent."""
        statement = update(returned_shares).where(
            returned_shares.c.attempts == before.attempts, *_unsent(before)
        )
        changed = await self._session.changed(statement.values(attributes_of(after, _RETURNED)), what=WHAT)
        require_one(changed, WHAT)

    async def remove_returned(self, share: ReturnedShare) -> None:
        statement = delete(returned_shares).where(*_unsent(share))
        require_one(await self._session.changed(statement, what=WHAT), WHAT)

    async def unsent_of(self, driver_id: str) -> Sequence[PaymentSplit]:
        unsent = payment_splits.c.status != SplitStatus.COMPLETED
        rows = await self._session.rows(
            select(payment_splits).where(*_not_stopped(driver_id), unsent).order_by(payment_splits.c.id)
        )
        return [_split(row) for row in rows]

    async def stopped_of(self, driver_id: str) -> Sequence[PaymentSplit]:
        split = payment_splits.c
        stopped = or_(split.frozen_at.is_not(None), split.held_at.is_not(None))
        rows = await self._session.rows(
            select(payment_splits).where(split.driver_id == driver_id, stopped).order_by(split.id)
        )
        return [_split(row) for row in rows]

    async def returning_to(self, driver_id: str) -> Sequence[ReturnedShare]:
        rows = await self._session.rows(
            select(returned_shares)
            .join(payment_splits, returned_shares.c.split_id == payment_splits.c.id)
            .where(*_not_stopped(driver_id), returned_shares.c.sent_at.is_(None))
            .order_by(returned_shares.c.id)
        )
        return [ReturnedShare(**columns_of(row, _RETURNED)) for row in rows]

    async def of_orders(self, order_ids: Sequence[str]) -> Mapping[str, PaymentSplit]:
        """By order, the split of its fare or fee; tips are left out."""
        rows = await self._session.rows(
            select(payment_splits).where(
                payment_splits.c.order_id.in_(order_ids), payment_splits.c.kind != SplitKind.TIP
            )
        )
        return {row["order_id"]: _split(row) for row in rows}

    async def save(self, before: PaymentSplit, after: PaymentSplit) -> PaymentSplit:
        return await save_unchanged(
            self._session, payment_splits, before, after, _flat, what=WHAT, same=("id", "status", "version")
        )

    async def remove(self, split: PaymentSplit) -> None:
        statement = delete(payment_splits).where(*_unchanged(split))
        require_one(await self._session.changed(statement, what=WHAT), WHAT)

    async def list(self, wanted: SplitFilter, page: PageRequest) -> Page[ListedSplit]:
        """Newest first."""
        return one_page(await self._session.rows(page_of_splits(wanted, page)), page, _listed)

    async def figures(self, wanted: SplitFilter, since: datetime) -> SplitFigures:
        """Over fares and fees made at *since* or later."""
        row = await self._session.row(sums_of_splits(wanted, since))
        assert row is not None
        return SplitFigures(
            completed=int(row["completed"]),
            failed=int(row["failed"]),
            pending=int(row["pending"]),
            driver_cents=int(row["driver"]),
            platform_cents=int(row["platform"]),
        )

    async def driver_parts(self, order_ids: Sequence[str]) -> dict[str, Cents]:
        if not order_ids:
            return {}
        rows = await self._session.rows(
            select(payment_splits.c.order_id, DRIVER_LEFT.label("part")).where(
                payment_splits.c.order_id.in_(order_ids), payment_splits.c.kind != SplitKind.TIP
            )
        )
        return {row["order_id"]: row["part"] for row in rows}

    async def earned_by(
        self, driver_id: str, since: datetime | None = None, *, orders: OrdersCreated = EVER
    ) -> Cents:
        theirs = payment_splits.c.driver_id == driver_id  # and so earned
        period = () if since is None else (payment_splits.c.earned_at >= since,)
        total = select(func.coalesce(func.sum(DRIVER_LEFT), 0)).where(theirs, *period)
        return int(await self._session.scalar(_with_orders(total, orders)) or 0)

    async def earned_by_each(self, driver_ids: Sequence[str]) -> dict[str, Cents]:
        if not driver_ids:
            return {}
        whose = payment_splits.c.driver_id
        sums = select(whose, func.sum(DRIVER_LEFT).label("earned")).group_by(whose)
        rows = await self._session.rows(sums.where(whose.in_(driver_ids)))
        return {row["driver_id"]: int(row["earned"]) for row in rows}

    async def _one(self, condition: ColumnElement[bool]) -> PaymentSplit | None:
        row = await self._session.row(select(payment_splits).where(condition))
        return None if row is None else _split(row)


class SqlReversalStore(ReversalStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, reversal: TransferReversal) -> None:
        await self._session.run(insert(transfer_reversals), attributes_of(reversal, _REVERSAL), what=WHAT)

    async def get(self, reversal_id: str) -> TransferReversal | None:
        found = transfer_reversals.c.id == reversal_id
        row = await self._session.row(select(transfer_reversals).where(found))
        return None if row is None else TransferReversal(**columns_of(row, _REVERSAL))

    async def save(self, before: TransferReversal, after: TransferReversal) -> None:
        """What is done is done."""
        reversal = transfer_reversals.c
        statement = update(transfer_reversals).where(
            reversal.id == before.id,
            reversal.attempts == before.attempts,
            reversal.done_at.is_(None),
            reversal.owed_at.is_(None) if before.owed_at is None else reversal.owed_at.is_not(None),
        )
        changed = await self._session.changed(statement.values(attributes_of(after, _REVERSAL)), what=WHAT)
        require_one(changed, WHAT)

    async def open_of(self, split_id: str) -> Sequence[TransferReversal]:
        rows = await self._session.rows(
            select(transfer_reversals)
            .where(transfer_reversals.c.split_id == split_id, REVERSAL_OPEN)
            .order_by(transfer_reversals.c.created_at, transfer_reversals.c.id)
        )
        return [TransferReversal(**columns_of(row, _REVERSAL)) for row in rows]

    async def owed_of(self, driver_id: str) -> Sequence[TransferReversal]:
        reversal = transfer_reversals.c
        rows = await self._session.rows(
            select(transfer_reversals)
            .join(payment_splits, payment_splits.c.id == reversal.split_id)
            .where(
                payment_splits.c.driver_id == driver_id,
                reversal.done_at.is_(None),
                reversal.owed_at.is_not(None),
            )
            .order_by(reversal.created_at, reversal.id)
        )
        return [TransferReversal(**columns_of(row, _REVERSAL)) for row in rows]

    async def borrowed(self, reversal_id: str) -> Sequence[BorrowedPart]:
        part = borrowed_parts.c
        rows = await self._session.rows(
            select(borrowed_parts).where(part.reversal_id == reversal_id).order_by(part.transfer_id)
        )
        return [BorrowedPart(**columns_of(row, _BORROWED)) for row in rows]

    async def put_borrowed(self, reversal_id: str, parts: Sequence[BorrowedPart]) -> None:
        before = delete(borrowed_parts).where(borrowed_parts.c.reversal_id == reversal_id)
        await self._session.run(before, what=WHAT)
        rows = [{"reversal_id": reversal_id, **attributes_of(part, _BORROWED)} for part in parts]
        if rows:
            await self._session.run(insert(borrowed_parts), rows, what=WHAT)

    async def remove(self, reversal: TransferReversal) -> None:
        statement = delete(transfer_reversals).where(transfer_reversals.c.id == reversal.id, REVERSAL_OPEN)
        require_one(await self._session.changed(statement, what=WHAT), WHAT)


def _not_stopped(driver_id: str) -> tuple[ColumnElement[bool], ...]:
    """A driver's splits that neither a dispute nor a claim stops; they are earned."""
    split = payment_splits.c
    return (split.driver_id == driver_id, split.frozen_at.is_(None), split.held_at.is_(None))


def _unsent(share: ReturnedShare) -> tuple[ColumnElement[bool], ...]:
    return (returned_shares.c.id == share.id, returned_shares.c.sent_at.is_(None))


def _with_orders(splits: Select[Any], wanted: OrdersCreated) -> Select[Any]:
    if wanted == EVER:
        return splits
    created = orders.c.created_at
    found = splits.join(orders, payment_splits.c.order_id == orders.c.id)
    if wanted.since is not None:
        found = found.where(created >= wanted.since)
    return found if wanted.until is None else found.where(created < wanted.until)


def _unchanged(split: PaymentSplit) -> tuple[ColumnElement[bool], ...]:
    return (
        payment_splits.c.id == split.id,
        payment_splits.c.status == split.status,
        payment_splits.c.version == split.version,
    )


def _split(row: RowMapping) -> PaymentSplit:
    return PaymentSplit(**columns_of(row, _FLAT))


def _listed(row: RowMapping) -> ListedSplit:
    return ListedSplit(_split(row), row["order_number"], row["worked_by"], row["driver_name"])


def _flat(value: PaymentSplit) -> dict[str, Any]:
    return attributes_of(value, _FLAT)
