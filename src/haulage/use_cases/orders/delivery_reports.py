"""'Not delivered': a customer says so, the driver's share waits, and an administrator decides (OP-49)."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.orders import Order, OrderEventType
from haulage.orders.report import (
    REPORTED_WITHIN,
    AlreadyReported,
    DeliveryReport,
    ReportDecision,
    ReportState,
    decide_report,
    open_report,
    reportable_since,
)
from haulage.payments import DisputeState, Payment, PaymentState, RefundKind
from haulage.payments.payment import refundable_cents, request_refund
from haulage.payments.refund import NothingToRefund, PaymentDisputed
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.delivery_reports import ListedReport
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.order_log import append_event
from haulage.services.payments import ledger_postings, payout_holds
from haulage.services.payments.ledger_entries import derived_id
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payments.send_refunds import SendRefunds, audit_refund_owed


@attrs.frozen
class ReportStanding:
    """What a customer can still say of an order, and what they have said. ``until`` is None where nothing
    can be said any more."""

    until: datetime | None
    report: DeliveryReport | None


@attrs.frozen
class DeliveryReports:
    """Customers report within a day; administrators decide, once."""

    storage: Storage
    clock: Clock
    send_refunds: SendRefunds
    mails: OrderEmails

    async def standing(self, actor: Actor, order_id: str) -> ReportStanding:
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> ReportStanding:
            order = await _own(unit, actor, order_id)
            report = await unit.reports.of_order(order.id)
            since = await _since(unit, order)
            until = since + REPORTED_WITHIN if since else None
            is_over = until is None or now > until or report is not None
            return ReportStanding(None if is_over else until, report)

        return await self.storage.read(query)

    async def report(
        self, actor: Actor, order_id: str, account: str, once: IdempotentRequest[DeliveryReport] | None = None
    ) -> DeliveryReport:
        """Hold the driver's share until it is decided. Raises ``NotFound``, ``InvalidInput``,
        ``NothingToReport``, ``TooLateToReport`` and ``AlreadyReported``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DeliveryReport:
            order = await _own(unit, actor, order_id)
            if await unit.reports.of_order(order.id) is not None:
                raise AlreadyReported
            since = await _since(unit, order)
            report = open_report(derived_id("rpt", order.id), order, account, now, since=since)
            await unit.reports.add(report)
            held = await payout_holds.hold(unit, report, now)
            await self.mails.to_customer(unit, EmailKind.NOT_DELIVERED_REPORTED, order, now)
            await self.mails.to_driver(unit, EmailKind.SHARE_HELD, order, now, amount=dollars(held))
            await _note(unit, AuditAction.NOT_DELIVERED_REPORTED, actor, report, now, {"held_cents": held})
            await append_event(unit, order, OrderEventType.NOT_DELIVERED_REPORTED, now)
            return report

        return await write_once(self.storage, once, work, now)

    async def list(
        self, actor: Actor, page: PageRequest, state: ReportState | None = None
    ) -> Page[ListedReport]:
        """Everybody's, newest first."""
        authorize(actor, Action.DECIDE_REPORT)
        return await self.storage.read(lambda unit: unit.reports.list(state, page))

    async def decide(
        self,
        actor: Actor,
        report_id: str,
        decision: ReportDecision,
        reason: str,
        once: IdempotentRequest[DeliveryReport] | None = None,
    ) -> DeliveryReport:
        """Let the driver's share go, or give the customer back what is left of the payment.

        Raises ``NotFound``, ``IllegalMove`` when it was decided before, ``NothingToRefund`` and
        ``PaymentDisputed``.
        """
        authorize(actor, Action.DECIDE_REPORT)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DeliveryReport:
            report = await unit.reports.get(report_id)
            order = await unit.orders.get(report.order_id) if report else None
            if report is None or order is None:
                raise NotFound("Report")
            decided = decide_report(report, decision, by=actor.name, reason=reason, now=now)
            saved = await unit.reports.save(report, decided)
            await payout_holds.let_go(unit, report, now)
            refund = decision is ReportDecision.REFUND
            back = await _refund(unit, actor, order, now) if refund else 0
            await self._email_decision(unit, order, back, now)
            facts: dict[str, Fact] = {"decision": decision.value, "refund_cents": back}
            await _note(unit, AuditAction.REPORT_DECIDED, actor, report, now, facts)
            await append_event(unit, order, OrderEventType.REPORT_DECIDED, now)
            return saved

        decided = await write_once(self.storage, once, work, now)
        await self.send_refunds.of_order(decided.order_id)
        return decided

    async def _email_decision(self, unit: UnitOfWork, order: Order, back: Cents, now: datetime) -> None:
        if back:
            customer = f"We have found that it did not arrive: {dollars(back)} goes back to your card."
            driver = (
                f"We have found that order #{order.number} did not arrive. Your share of it went back "
                "to the customer with the rest of the payment."
            )
        else:
            customer = (
                "We have found that your order was delivered as reported, so that nothing is refunded. "
                "What we have to say about it is on the order's page."
            )
            driver = f"We have found that you delivered order #{order.number}: your share is yours."
        await self.mails.to_customer(unit, EmailKind.REPORT_DECIDED, order, now, what=customer)
        await self.mails.to_driver(unit, EmailKind.REPORT_DECIDED, order, now, what=driver)


async def _own(unit: UnitOfWork, actor: Actor, order_id: str) -> Order:
    order = await unit.orders.get(order_id)
    owner = order.customer_id if order else None
    authorize(actor, Action.REPORT_NOT_DELIVERED, Facts("Order", owner_id=owner))
    if order is None:
        raise NotFound("Order")
    return order


async def _since(unit: UnitOfWork, order: Order) -> datetime | None:
    """A delivery that a device reported long afterwards can be contested from when it was recorded."""
    since = reportable_since(order)
    split = (await unit.splits.of_orders([order.id])).get(order.id) if since else None
    earned_at = split.earned_at if split else None
    return max(since, earned_at) if since and earned_at else since


async def _refund(unit: UnitOfWork, actor: Actor, order: Order, now: datetime) -> Cents:
    """All that is left, from everybody's part, because the service was not performed (OP-33)."""
    payment: Payment | None = await unit.payments.of_order(order.id)
    if payment is None or payment.state is not PaymentState.SUCCEEDED:
        raise NothingToRefund
    if payment.dispute is DisputeState.OPEN:
        raise PaymentDisputed
    left = refundable_cents(payment)
    if not left:
        raise NothingToRefund
    owed = await unit.payments.save(
        payment, request_refund(payment, payment.refund_requested_cents + left, now)
    )
    await ledger_postings.refund(unit, actor, owed, left, RefundKind.NOT_PERFORMED, "", now)
    await audit_refund_owed(unit, actor, owed)
    return left


async def _note(
    unit: UnitOfWork,
    action: AuditAction,
    actor: Actor,
    report: DeliveryReport,
    now: datetime,
    facts: dict[str, Fact],
) -> None:
    noted: dict[str, Fact] = {"report": report.id, "driver": report.driver_id, **facts}
    await unit.audit.append(AuditEvent(action, actor, now, "order", report.order_id, noted))
