"""Reports of orders that were not delivered, and what was decided about them."""

from typing import Annotated

from msgspec import Meta

from haulage.orders.report import (
    MAX_ACCOUNT_LENGTH,
    MAX_REASON_LENGTH,
    DeliveryReport,
    ReportDecision,
    ReportState,
)
from haulage.ports.storage.delivery_reports import ListedReport
from haulage.use_cases.orders.delivery_reports import ReportStanding
from haulage_adapters.wire.common import Cents, In, Instant, Out


class ReportIn(In):
    """What the customer has to say; the driver does not read it."""

    account: Annotated[str, Meta(min_length=1, max_length=MAX_ACCOUNT_LENGTH, pattern=r"\S")]


class ReportDecisionIn(In):
    """`release` lets the driver's share go, `refund` gives the customer everything back. The customer reads
    the reason."""

    decision: ReportDecision
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH, pattern=r"\S")]


class DeliveryReportOut(Out):
    """A customer's report, and what was decided about it; final once it is."""

    id: str
    order_id: str
    account: str
    created_at: Instant
    state: ReportState
    decided_at: Instant | None
    decision_reason: str | None

    @classmethod
    def of(cls, report: DeliveryReport) -> "DeliveryReportOut":
        return cls.from_attributes(report)


class ReportStandingOut(Out):
    """Until when the order can be reported, null where it cannot be, and the report that there is."""

    until: Instant | None
    report: DeliveryReportOut | None

    @classmethod
    def of(cls, standing: ReportStanding) -> "ReportStandingOut":
        report = standing.report
        return cls(standing.until, DeliveryReportOut.of(report) if report else None)


class ListedReportOut(Out):
    """A report as administrators weigh it. `refundable_cents` is what is left of the payment."""

    report: DeliveryReportOut
    order_number: int
    driver_id: str
    driver_name: str
    refundable_cents: Cents

    @classmethod
    def of(cls, listed: ListedReport) -> "ListedReportOut":
        return cls(
            DeliveryReportOut.of(listed.report),
            listed.order_number,
            listed.report.driver_id,
            listed.driver_name,
            listed.refundable_cents,
        )
