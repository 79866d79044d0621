"""What customers say was not delivered."""

from typing import Protocol

import attrs

from haulage.kernel.money import Cents
from haulage.orders.report import DeliveryReport, ReportState
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class ListedReport:
    """A report with what people know its order by, and what of the payment is left to give back."""

    report: DeliveryReport
    order_number: int
    driver_name: str
    refundable_cents: Cents


class ReportStore(Protocol):
    async def add(self, report: DeliveryReport) -> None:
        """``Conflict`` when the order has one."""
        ...

    async def get(self, report_id: str) -> DeliveryReport | None: ...

    async def of_order(self, order_id: str) -> DeliveryReport | None: ...

    async def save(self, before: DeliveryReport, after: DeliveryReport) -> DeliveryReport:
        """``Conflict`` when somebody else changed it."""
        ...

    async def list(self, state: ReportState | None, page: PageRequest) -> Page[ListedReport]:
        """Newest first."""
        ...
