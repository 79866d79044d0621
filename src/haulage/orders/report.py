"""A customer says that an order did not arrive, and an administrator decides (OP-49)."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.orders.lifecycle import OrderStatus
from haulage.orders.order import Order

REPORTED_WITHIN = timedelta(hours=24)
"""OP-49, ours."""

MAX_ACCOUNT_LENGTH = 2_000
MAX_REASON_LENGTH = 500


class ReportState(StrEnum):
    OPEN = "open"
    RELEASED = "released"
    """It was delivered, and the driver's share is let go."""
    REFUNDED = "refunded"
    """It was not, and the customer has their money back."""


class ReportDecision(StrEnum):
    RELEASE = "release"
    REFUND = "refund"


REPORT_LIFECYCLE: Lifecycle[ReportState, ReportDecision] = Lifecycle(
    subject="report",
    moves={
        ReportState.OPEN: {
            ReportDecision.RELEASE: ReportState.RELEASED,
            ReportDecision.REFUND: ReportState.REFUNDED,
        },
        ReportState.RELEASED: {},
        ReportState.REFUNDED: {},
    },
)


class TooLateToReport(RuleBroken):
    """The time in which a customer may report a problem is over: the driver is paid then."""

    code = "too_late_to_report"
    message = "This can be reported within 24 hours of the delivery only. Please contact us."


class NothingToReport(RuleBroken):
    """The order has not ended, or cost nothing, so no problem can be reported."""

    code = "nothing_to_report"
    message = "This order does not count as delivered."


class AlreadyReported(RuleBroken):
    """The order has a problem report already."""

    code = "already_reported"
    message = "You have reported this order before."


@attrs.frozen
class DeliveryReport:
    """What the customer has to say, and what was decided. An order is reported once at most."""

    id: str
    order_id: str
    customer_id: str
    driver_id: str
    account: str
    created_at: datetime
    state: ReportState = ReportState.OPEN
    decided_at: datetime | None = None
    decided_by: str | None = None
    decision_reason: str | None = None
    version: int = 1


def reportable_since(order: Order) -> datetime | None:
    """When the day began in which the order can be reported; None for one that cannot.

    What failed and was charged for all the same can be contested like what was delivered: both rest on the
    driver's word and position.
    """
    if order.status is OrderStatus.COMPLETED:
        return order.completed_at
    ended = order.cancellation
    return ended.at if order.failure is not None and ended is not None and ended.fee_cents else None


def open_report(
    id: str, order: Order, account: str, now: datetime, *, since: datetime | None
) -> DeliveryReport:
    """Raises ``InvalidInput`` without a word, ``NothingToReport`` and ``TooLateToReport``."""
    if since is None or order.driver_id is None:
        raise NothingToReport
    if now - since > REPORTED_WITHIN:
        raise TooLateToReport
    said = _said("account", account, MAX_ACCOUNT_LENGTH)
    return DeliveryReport(id, order.id, order.customer_id, order.driver_id, said, now)


def decide_report(
    report: DeliveryReport, decision: ReportDecision, *, by: str, reason: str, now: datetime
) -> DeliveryReport:
    """A decision is final: ``IllegalMove`` when there is one."""
    return attrs.evolve(
        report,
        state=REPORT_LIFECYCLE.after(report.state, decision),
        decided_at=now,
        decided_by=by,
        decision_reason=_said("reason", reason, MAX_REASON_LENGTH),
    )


def _said(field: str, text: str, longest: int) -> str:
    if not text.strip() or len(text) > longest:
        raise InvalidInput(field, f"is required, at most {longest} characters")
    return text.strip()
