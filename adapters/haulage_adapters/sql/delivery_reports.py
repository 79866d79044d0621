"""What customers say was not delivered, in the database."""

from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, func, insert, select

from haulage.orders.report import DeliveryReport, ReportState
from haulage.payments import PaymentPurpose, PaymentState
from haulage.ports.storage.delivery_reports import ListedReport, ReportStore
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import flat_names, pick, save_unchanged, take
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import delivery_reports, drivers, orders, payments
from haulage_adapters.sql.tables.payments import NOT_CANCELED

WHAT = "report"
_FLAT = flat_names(DeliveryReport, without=set())
_ROW = delivery_reports.c


class SqlReportStore(ReportStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, report: DeliveryReport) -> None:
        """``Conflict`` when the order has one."""
        await self._session.run(insert(delivery_reports), _flat(report), what=WHAT)

    async def get(self, report_id: str) -> DeliveryReport | None:
        return await self._one(_ROW.id == report_id)

    async def of_order(self, order_id: str) -> DeliveryReport | None:
        return await self._one(_ROW.order_id == order_id)

    async def save(self, before: DeliveryReport, after: DeliveryReport) -> DeliveryReport:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(
            self._session, delivery_reports, before, after, _flat, what=WHAT, same=("id", "state", "version")
        )

    async def list(self, state: ReportState | None, page: PageRequest) -> Page[ListedReport]:
        """Newest first."""
        listed = _listed()
        if state is not None:
            listed = listed.where(_ROW.state == state)
        rows = await self._session.rows(page_of(listed.subquery("listed"), page))
        return one_page(rows, page, _shown)

    async def _one(self, condition: ColumnElement[bool]) -> DeliveryReport | None:
        row = await self._session.row(select(delivery_reports).where(condition))
        return None if row is None else DeliveryReport(**take(row, _FLAT))


def _listed() -> Select[Any]:
    left = payments.c.amount_cents - payments.c.refund_requested_cents - payments.c.lost_cents
    paid = (
        select(func.coalesce(func.sum(left), 0))
        .where(
            payments.c.order_id == _ROW.order_id,
            payments.c.purpose == PaymentPurpose.ORDER,
            payments.c.state == PaymentState.SUCCEEDED,
            NOT_CANCELED,
        )
        .scalar_subquery()
    )
    return (
        select(
            delivery_reports,
            orders.c.number.label("order_number"),
            drivers.c.name.label("driver_name"),
            paid.label("refundable_cents"),
        )
        .join(orders, orders.c.id == _ROW.order_id)
        .join(drivers, drivers.c.id == _ROW.driver_id)
    )


def _shown(row: RowMapping) -> ListedReport:
    report = DeliveryReport(**take(row, _FLAT))
    return ListedReport(report, row["order_number"], row["driver_name"], int(row["refundable_cents"]))


def _flat(value: DeliveryReport) -> dict[str, Any]:
    return pick(value, _FLAT)
