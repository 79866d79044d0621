"""'Not delivered': a customer says so, the driver's share waits, and an administrator decides (OP-49)."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.claims import (
    CLAIMABLE_WITHIN,
    AlreadyClaimed,
    Claim,
    ClaimDecision,
    ClaimState,
    decide_claim,
    open_claim,
)
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.orders import Order, OrderEventType
from haulage.orders.claimable import claimable_since
from haulage.payments import DisputeState, Payment, PaymentState, RefundKind
from haulage.payments.payment import refundable_cents, request_refund
from haulage.payments.refund import NothingToRefund, PaymentDisputed
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.claims import ListedClaim
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.order_log import append_event
from haulage.services.payments import ledger_postings, payout_holds
from haulage.services.payments.ledger_entries import derived_id
from haulage.services.payments.refund_audit import audit_refund_owed
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payments.send_refunds import SendRefunds


@attrs.frozen
class ClaimStanding:
    """What a customer can still say of an order, and what they have said. ``until`` is None where nothing
    can be said any more."""

    until: datetime | None
    claim: Claim | None


@attrs.frozen
class ClaimUseCases:
    """Customers claim within a day; administrators decide, once."""

    storage: Storage
    clock: Clock
    send_refunds: SendRefunds
    mails: OrderEmails

    async def standing(self, actor: Actor, order_id: str) -> ClaimStanding:
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> ClaimStanding:
            order = await _own(unit, actor, order_id)
            claim = await unit.claims.of_order(order.id)
            since = await _since(unit, order)
            until = since + CLAIMABLE_WITHIN if since else None
            is_over = until is None or now > until or claim is not None
            return ClaimStanding(None if is_over else until, claim)

        return await self.storage.read(query)

    async def open(
        self, actor: Actor, order_id: str, account: str, once: IdempotentRequest[Claim] | None = None
    ) -> Claim:
        """Hold the driver's share until it is decided. Raises ``NotFound``, ``InvalidInput``,
        ``NothingToClaim``, ``TooLateToClaim`` and ``AlreadyClaimed``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Claim:
            order = await _own(unit, actor, order_id)
            if await unit.claims.of_order(order.id) is not None:
                raise AlreadyClaimed
            since = await _since(unit, order)
            claim = open_claim(
                derived_id("clm", order.id),
                order.id,
                order.customer_id,
                order.driver_id,
                account,
                now,
                since=since,
            )
            await unit.claims.add(claim)
            held = await payout_holds.hold(unit, claim, now)
            await self.mails.to_customer(unit, EmailKind.CLAIM_OPENED, order, now)
            await self.mails.to_driver(unit, EmailKind.SHARE_HELD, order, now, amount=dollars(held))
            await _note(unit, AuditAction.CLAIM_OPENED, actor, claim, now, {"held_cents": held})
            await append_event(unit, order, OrderEventType.CLAIM_OPENED, now)
            return claim

        return await write_once(self.storage, once, work, now)

    async def list(
        self, actor: Actor, page: PageRequest, state: ClaimState | None = None
    ) -> Page[ListedClaim]:
        """Everybody's, newest first."""
        authorize(actor, Action.DECIDE_CLAIM)
        return await self.storage.read(lambda unit: unit.claims.list(state, page))

    async def decide(
        self,
        actor: Actor,
        report_id: str,
        decision: ClaimDecision,
        reason: str,
        once: IdempotentRequest[Claim] | None = None,
    ) -> Claim:
        """Let the driver's share go, or give the customer back what is left of the payment.

        Raises ``NotFound``, ``IllegalMove`` when it was decided before, ``NothingToRefund`` and
        ``PaymentDisputed``.
        """
        authorize(actor, Action.DECIDE_CLAIM)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Claim:
            claim = await unit.claims.get(report_id)
            order = await unit.orders.get(claim.order_id) if claim else None
            if claim is None or order is None:
                raise NotFound("Claim")
            decided = decide_claim(claim, decision, by=actor.name, reason=reason, now=now)
            saved = await unit.claims.save(claim, decided)
            await payout_holds.let_go(unit, claim, now)
            refund = decision is ClaimDecision.REFUND
            back = await _refund(unit, actor, order, now) if refund else 0
            await self._email_decision(unit, order, back, now)
            facts: dict[str, Fact] = {"decision": decision.value, "refund_cents": back}
            await _note(unit, AuditAction.CLAIM_DECIDED, actor, claim, now, facts)
            await append_event(unit, order, OrderEventType.CLAIM_DECIDED, now)
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
                "We have found that your order was delivered as claimed, so that nothing is refunded. "
                "What we have to say about it is on the order's page."
            )
            driver = f"We have found that you delivered order #{order.number}: your share is yours."
        await self.mails.to_customer(unit, EmailKind.CLAIM_DECIDED, order, now, what=customer)
        await self.mails.to_driver(unit, EmailKind.CLAIM_DECIDED, order, now, what=driver)


async def _own(unit: UnitOfWork, actor: Actor, order_id: str) -> Order:
    order = await unit.orders.get(order_id)
    owner = order.customer_id if order else None
    authorize(actor, Action.OPEN_CLAIM, Facts("Order", owner_id=owner))
    if order is None:
        raise NotFound("Order")
    return order


async def _since(unit: UnitOfWork, order: Order) -> datetime | None:
    """A delivery that a device claimed long afterwards can be contested from when it was recorded."""
    since = claimable_since(order)
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
    claim: Claim,
    now: datetime,
    facts: dict[str, Fact],
) -> None:
    noted: dict[str, Fact] = {"claim": claim.id, "driver": claim.driver_id, **facts}
    await unit.audit.append(AuditEvent(action, actor, now, "order", claim.order_id, noted))
