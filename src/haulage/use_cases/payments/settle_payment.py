"""Settle a payment whose outcome is unknown by asking the provider.

That is a card shown in the browser, an event of the provider's, or an attempt that died with its server.
"""

from datetime import datetime

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.kernel.actor import SYSTEM, Actor
from haulage.kernel.errors import Conflict, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payments import Payment, PaymentState
from haulage.ports.payments import CardPayments, Charge, ChargeResult
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.apply_charge_result import FAILED, PaymentOutcome, apply_charge_result
from haulage.use_cases.payments.checkout import ATTEMPT_LEASE
from haulage.use_cases.payments.open_payment import named
from haulage.use_cases.payments.send_refunds import SendRefunds

TRIES = 4
"""Ours: how often to look again because the payment changed between the look and the writing."""


@attrs.frozen
class SettlePayment:
    """Bring a payment to what the provider says of it; as often as you like, and from anywhere."""

    storage: Storage
    clock: Clock
    cards: CardPayments
    send_refunds: SendRefunds
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(self, actor: Actor, payment_id: str) -> PaymentOutcome:
        """For the customer whose browser has shown a card. Raises ``NotFound`` or ``Unavailable``."""
        with named(FAILED):
            return await self._settle(actor, payment_id)

    async def of_payment(self, payment_id: str) -> PaymentOutcome:
        """The same for nobody in particular, such as a job."""
        return await self._settle(SYSTEM, payment_id)

    async def _settle(self, actor: Actor, payment_id: str) -> PaymentOutcome:
        outcome = await self._look_up_and_apply(actor, payment_id)
        if outcome.payment.refund_requested_cents > outcome.payment.refunded_cents:
            await self.send_refunds.of_order(outcome.order.id)
        return outcome

    async def _look_up_and_apply(self, actor: Actor, payment_id: str) -> PaymentOutcome:
        for tried in range(TRIES):
            at = await self.storage.read(lambda unit: see_payment(unit, actor, payment_id))
            if at.payment.state is PaymentState.SUCCEEDED:
                return at
            charge = await self.cards.look_up(at.payment.provider_reference)
            assigning = tried == 0
            try:
                return await self._write(actor, at.payment, charge, assigning=assigning)
            except Conflict:
                continue
        raise Conflict("payment")

    async def _write(self, actor: Actor, seen: Payment, charge: Charge, *, assigning: bool) -> PaymentOutcome:
        now = self.clock.now()

        async def write(unit: UnitOfWork) -> PaymentOutcome:
            at = await see_payment(unit, actor, seen.id)
            return await apply_provider_charge(
                unit, actor, at, seen, charge, now, assigning=assigning, terms=self.terms
            )

        return await self.storage.write(write)


async def apply_provider_charge(
    unit: UnitOfWork,
    actor: Actor,
    at: PaymentOutcome,
    seen: Payment,
    charge: Charge,
    now: datetime,
    *,
    assigning: bool,
    terms: OfferTerms,
) -> PaymentOutcome:
    """Apply what the provider said of a payment that was *seen* before it was asked.

    Raises ``Conflict`` if the payment has changed since, for the answer may be older than the change;
    that money came is true for good. An attempt that is under way is decided by its own answer.
    """
    if charge.result is not ChargeResult.PAID:
        if at.payment.version != seen.version:
            raise Conflict("payment")
        if _under_way(at.payment, now):
            return at
    return await apply_charge_result(unit, actor, at, charge, now, assigning=assigning, terms=terms)


async def see_payment(unit: UnitOfWork, actor: Actor, payment_id: str) -> PaymentOutcome:
    """A payment and its order, for who may pay it and for ourselves."""
    payment = await unit.payments.get(payment_id)
    if actor is not SYSTEM:
        owner = payment.customer_id if payment else None
        authorize(actor, Action.PAY_ORDER, Facts("Payment", owner_id=owner))
    order = await unit.orders.get(payment.order_id) if payment else None
    if payment is None or order is None:
        raise NotFound("Payment")
    return PaymentOutcome(payment, order)


def _under_way(payment: Payment, now: datetime) -> bool:
    if payment.state is not PaymentState.PROCESSING or payment.submitted_at is None:
        return False
    return now - payment.submitted_at < ATTEMPT_LEASE
