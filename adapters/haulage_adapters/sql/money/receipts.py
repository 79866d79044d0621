"""Receipts in the database."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import RowMapping, Table, insert, select

from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.receipts import ReceiptStore
from haulage.receipts import FareBreakdown, HistoryFilter, PaymentRecord, Receipt, YearRow
from haulage_adapters.sql.money import payment_history as history
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import receipt_days, receipts
from haulage_adapters.sql.upserts import inserting

WHAT = "receipt"
_FLAT = flat_names(Receipt, without={"breakdown"})
_BREAKDOWN = flat_names(FareBreakdown, without=set())


class SqlReceiptStore(ReceiptStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def next_sequence(self, day: date) -> int:
        """One statement, which on PostgreSQL has others of the day wait until this unit has ended."""
        drawn = (
            inserting(self._session.dialect, receipt_days)
            .values(day=f"{day:%Y%m%d}", issued=1)
            .on_conflict_do_update(index_elements=["day"], set_={"issued": receipt_days.c.issued + 1})
            .returning(receipt_days.c.issued)
        )
        return int(await self._session.scalar(drawn))

    async def add(self, receipt: Receipt) -> None:
        await self._session.run(insert(receipts), _row(receipt), what=WHAT)

    async def get(self, receipt_id: str) -> Receipt | None:
        return await self._one(receipts, "id", receipt_id)

    async def of_payment(self, payment_id: str) -> Receipt | None:
        return await self._one(receipts, "payment_id", payment_id)

    async def of_confirmation(self, confirmation_id: str) -> Receipt | None:
        return await self._one(receipts, "confirmation_id", confirmation_id)

    async def by_number(self, number: str) -> Receipt | None:
        return await self._one(receipts, "number", number)

    async def records(
        self, customer_id: str, wanted: HistoryFilter, page: PageRequest
    ) -> Page[PaymentRecord]:
        statement = history.page_of_records(customer_id, wanted, page)
        return history.page_of(await self._session.rows(statement), page)

    async def rows_between(self, customer_id: str, since: datetime, until: datetime) -> Sequence[YearRow]:
        rows = await self._session.rows(history.paid_between(customer_id, since, until))
        return [history.year_row(row) for row in rows]

    async def records_between(
        self, customer_id: str, since: datetime, until: datetime
    ) -> Sequence[PaymentRecord]:
        rows = await self._session.rows(history.paid_between(customer_id, since, until))
        return [history.record(row) for row in rows]

    async def first_payment_at(self, customer_id: str) -> datetime | None:
        found: datetime | None = await self._session.scalar(history.first_paid(customer_id))
        return found

    async def _one(self, table: Table, name: str, value: str) -> Receipt | None:
        row = await self._session.row(select(table).where(table.c[name] == value))
        return None if row is None else _receipt(row)


def _row(receipt: Receipt) -> dict[str, Any]:
    lines = attributes_of(receipt.breakdown, _BREAKDOWN)
    return {**attributes_of(receipt, _FLAT), **lines, "total_cents": receipt.total_cents}


def _receipt(row: RowMapping) -> Receipt:
    return Receipt(**columns_of(row, _FLAT), breakdown=FareBreakdown(**columns_of(row, _BREAKDOWN)))
