"""Checkout: pay for an order by card, exactly once (OP-24).

The provider is called between two transactions: the first takes the payment for one attempt, the
second writes down what came of it. A crash in between leaves a payment that is being processed;
whoever tries again repeats the same attempt, which the provider charges once, and
:mod:`haulage.use_cases.payments.settle_payment` asks the provider what came of it.
"""

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Conflict, InvalidInput, NotFound, Unavailable
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.kernel.split_policy import SplitPolicy
from haulage.orders import Order, PaymentStatus
from haulage.orders.order import require_payable
from haulage.payments import (
    Card,
    Payment,
    PaymentCanceled,
    PaymentInProgress,
    PaymentState,
    ProviderRefused,
    check_card,
)
from haulage.payments.payment import submit
from haulage.ports.payments import CardPayments, Charge, ChargeResult
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.fare import Fare
from haulage.services.orders.booked_fare import fare_of_order
from haulage.use_cases.idempotency import IdempotentRequest, find_response, fingerprint, save_response
from haulage.use_cases.payments.apply_charge_result import FAILED, PaymentOutcome, apply_charge_result
from haulage.use_cases.payments.send_refunds import SendRefunds

__all__ = ["ATTEMPT_LEASE", "ConfirmPayment", "OpenPayment", "OpenedPayment", "PaymentOutcome"]

NOT_OPENED = "Failed to create payment intent"
"""PAY-05."""

ATTEMPT_LEASE = timedelta(seconds=60)
"""Ours: how long an attempt may be under way before it is taken to have died."""


@attrs.frozen
class OpenedPayment:
    """A payment, and what the payer's browser needs to show a card to the provider (PAY-01).

    A payment that is paid or canceled has no secret any more.
    """

    payment: Payment
    client_secret: str | None = attrs.field(repr=False)
    driver_id: str | None = None
    """The driver whom the customer chose."""
    fare: Fare | None = None
    """What the amount is made of, line by line; None for a tip."""


@attrs.frozen
class OpenPayment:
    """The one payment of an order, opened at the provider for exactly the order's price."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    cards: CardPayments
    split_policy: SplitPolicy = SplitPolicy.SPLIT_50_50
    """In force for payments that are opened from now on (OP-01)."""

    async def __call__(self, actor: Actor, order_id: str) -> Payment:
        """Opening twice gives the same payment. Raises ``NotFound``, ``IllegalMove`` or ``Unavailable``."""
        return (await self._open(actor, order_id)).payment

    async def with_secret(self, actor: Actor, order_id: str) -> OpenedPayment:
        """The same, for the browser of who pays."""
        opened = await self._with_fare(await self._open(actor, order_id))
        closed = opened.payment.state in {PaymentState.SUCCEEDED, PaymentState.CANCELED}
        if opened.client_secret is not None or closed:
            return opened
        with named(NOT_OPENED):
            secret = await self.cards.client_secret(opened.payment.provider_reference)
        return attrs.evolve(opened, client_secret=secret)

    async def _with_fare(self, opened: OpenedPayment) -> OpenedPayment:
        async def query(unit: UnitOfWork) -> OpenedPayment:
            order = await unit.orders.get(opened.payment.order_id)
            if order is None:
                return opened
            fare = await fare_of_order(unit, order)
            return attrs.evolve(opened, driver_id=order.chosen_driver_id, fare=fare)

        return await self.storage.read(query)

    async def _open(self, actor: Actor, order_id: str) -> OpenedPayment:
        order, payment = await self.storage.read(lambda unit: self._look(unit, actor, order_id))
        if payment is not None:
            return OpenedPayment(payment, None)
        require_payable(order)
        with named(NOT_OPENED):
            intent = await self.cards.open(
                reference=await self._reference(order), amount_cents=order.price_cents, order_id=order.id
            )
        now = self.clock.now()
        opened = Payment(
            id=self.identifiers.new("pay"),
            order_id=order.id,
            customer_id=order.customer_id,
            amount_cents=order.price_cents,
            provider_reference=intent.provider_reference,
            created_at=now,
            updated_at=now,
            simulated=self.cards.simulated,
            split_policy=self.split_policy,
        )
        try:
            stored = await self.storage.write(lambda unit: self._save(unit, opened))
        except Conflict:
            _, payment = await self.storage.read(lambda unit: self._look(unit, actor, order_id))
            if payment is None:
                raise
            stored = payment
        ours = stored.provider_reference == intent.provider_reference
        return OpenedPayment(stored, intent.client_secret if ours else None)

    async def _reference(self, order: Order) -> str:
        """The order, and its how many-eth intent: one that the provider closed is never opened again."""
        earlier = await self.storage.read(lambda unit: unit.payments.count_of_order(order.id))
        return f"{order.id}-{earlier + 1}" if earlier else order.id

    async def _look(self, unit: UnitOfWork, actor: Actor, order_id: str) -> tuple[Order, Payment | None]:
        order = await unit.orders.get(order_id)
        owner = order.customer_id if order else None
        authorize(actor, Action.PAY_ORDER, Facts("Order", owner_id=owner))
        if order is None:
            raise NotFound("Order")
        return order, await unit.payments.of_order(order_id)

    async def _save(self, unit: UnitOfWork, payment: Payment) -> Payment:
        existing = await unit.payments.of_order(payment.order_id)
        if existing is not None:
            return existing
        await unit.payments.add(payment)
        return payment


@attrs.frozen
class ConfirmPayment:
    """Charge a card for an order and, once it is paid, hand the order to the chosen driver."""

    storage: Storage
    clock: Clock
    cards: CardPayments
    send_refunds: SendRefunds
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(
        self, actor: Actor, payment_id: str, card: Card, once: IdempotentRequest[PaymentOutcome] | None = None
    ) -> PaymentOutcome:
        """Raises ``InvalidInput`` for a bad card field, ``NotFound``, ``PaymentInProgress``,
        ``PaymentCanceled`` or ``Unavailable``; a decline is returned."""
        if not self.cards.takes_cards:
            raise InvalidInput("card", "is shown to the card provider by the browser and never sent here")
        check_card(card, self.clock.now())
        found = await self._take(actor, payment_id, card, once)
        if found.payment.state is PaymentState.SUCCEEDED:
            return found
        payment = found.payment
        asked = self.cards.confirm(
            payment.provider_reference, card, amount_cents=payment.amount_cents, attempt=payment.attempts
        )
        return await self._settle(actor, payment, await self._attempt(payment, asked), once)

    async def authenticate(
        self,
        actor: Actor,
        payment_id: str,
        *,
        approved: bool,
        once: IdempotentRequest[PaymentOutcome] | None = None,
    ) -> PaymentOutcome:
        """Finish an attempt that asked the cardholder to authenticate."""
        found = await self._take(actor, payment_id, None, once)
        payment = found.payment
        if payment.state is PaymentState.SUCCEEDED:
            return found
        asked = self.cards.authenticate(
            payment.provider_reference,
            approved=approved,
            amount_cents=payment.amount_cents,
            attempt=payment.attempts,
        )
        return await self._settle(actor, payment, await self._attempt(payment, asked), once)

    async def _attempt(self, payment: Payment, asked: Awaitable[Charge]) -> Charge:
        """What the provider answers; without an answer the payment is free for another attempt."""
        try:
            with named(FAILED):
                return await asked
        except (Unavailable, ProviderRefused):
            await self._let_go(payment)
            raise

    async def _take(
        self, actor: Actor, payment_id: str, card: Card | None, once: IdempotentRequest[PaymentOutcome] | None
    ) -> PaymentOutcome:
        """Take the payment for one attempt, or return the outcome that it already has."""
        now = self.clock.now()

        async def take(unit: UnitOfWork) -> PaymentOutcome:
            await find_response(unit, once)
            payment = await unit.payments.get(payment_id)
            owner = payment.customer_id if payment else None
            authorize(actor, Action.PAY_ORDER, Facts("Payment", owner_id=owner))
            order = await unit.orders.get(payment.order_id) if payment else None
            if payment is None or order is None:
                raise NotFound("Payment")
            if payment.state is PaymentState.SUCCEEDED:
                await save_response(unit, once, outcome := PaymentOutcome(payment, order), now)
                return outcome
            if order.payment_status is PaymentStatus.UNPAID:
                require_payable(order)
            submitted = await self._submit(unit, payment, card, fingerprint(once), now)
            await _settle_if_stuck(unit, submitted, now)
            return PaymentOutcome(submitted, order)

        try:
            return await self.storage.write(take)
        except Conflict:
            raise PaymentInProgress from None

    async def _submit(
        self, unit: UnitOfWork, payment: Payment, card: Card | None, key: str | None, now: datetime
    ) -> Payment:
        """A request that is repeated under its key goes on with its own attempt at once, whether the first
        one still waits or died with its server: the provider has one answer for both."""
        if payment.state is PaymentState.PROCESSING:
            repeated = key is not None and key == payment.attempt_key
            if payment.submitted_at and now - payment.submitted_at < ATTEMPT_LEASE and not repeated:
                raise PaymentInProgress
            if card is None and not repeated:
                raise _not_awaiting_authentication()
            taken = attrs.evolve(payment, submitted_at=now, attempt_key=key, updated_at=now)
            return await unit.payments.save(payment, taken)
        if card is None and payment.state is not PaymentState.REQUIRES_ACTION:
            raise _not_awaiting_authentication()
        taken = attrs.evolve(submit(payment, now), attempt_key=key)
        if card is not None:
            taken = attrs.evolve(taken, card_brand=card.brand, card_last4=card.last4)
        return await unit.payments.save(payment, taken)

    async def _let_go(self, payment: Payment) -> None:
        """The provider did not answer, or refused: the same attempt may be repeated at once."""
        free = attrs.evolve(payment, submitted_at=None, updated_at=self.clock.now())
        with suppress(Conflict):  # somebody else has taken the attempt over already
            await self.storage.write(lambda unit: unit.payments.save(payment, free))

    async def _settle(
        self, actor: Actor, payment: Payment, charge: Charge, once: IdempotentRequest[PaymentOutcome] | None
    ) -> PaymentOutcome:
        """Write down what came of the attempt, with the reply to it.

        An answer that comes after somebody else settled the attempt changes nothing, for it must not
        decide the attempt that is under way by then; unless it is that money came. Nor is an answer stored
        that was no attempt, because the payment had been closed before.
        """
        try:
            outcome = await self._write_outcome(actor, payment, charge, once, assigning=True)
        except Conflict:
            outcome = await self._write_outcome(actor, payment, charge, once, assigning=False)
        if outcome.payment.state is PaymentState.CANCELED:
            raise PaymentCanceled
        if outcome.payment.refund_requested_cents:
            await self.send_refunds.of_order(outcome.order.id)
        return outcome

    async def _write_outcome(
        self,
        actor: Actor,
        payment: Payment,
        charge: Charge,
        once: IdempotentRequest[PaymentOutcome] | None,
        *,
        assigning: bool,
    ) -> PaymentOutcome:
        now = self.clock.now()

        async def write(unit: UnitOfWork) -> PaymentOutcome:
            await find_response(unit, once)
            current = await unit.payments.get(payment.id)
            order = await unit.orders.get(payment.order_id)
            if current is None or order is None:
                raise NotFound("Payment")
            outcome = PaymentOutcome(current, order)
            same = current.state is PaymentState.PROCESSING and current.attempts == payment.attempts
            if same or charge.result is ChargeResult.PAID:
                outcome = await apply_charge_result(
                    unit, actor, outcome, charge, now, assigning=assigning, terms=self.terms
                )
            if outcome.payment.state is not PaymentState.CANCELED:
                await save_response(unit, once, outcome, now)
            return outcome

        return await self.storage.write(write)


async def _settle_if_stuck(unit: UnitOfWork, payment: Payment, now: datetime) -> None:
    """Have the provider asked what came of this attempt, for the case that we never hear of it."""
    due, attempt = now + ATTEMPT_LEASE, str(payment.attempts)
    await unit.jobs.enqueue(Job(JobKind.SETTLE_PAYMENT, payment.id, attempt, due), now)


def _not_awaiting_authentication() -> InvalidInput:
    """An attempt that died may have been with a card that was never shown to the provider, so only
    showing a card can repeat it."""
    return InvalidInput("payment_id", "does not wait for authentication")


@contextmanager
def named(sentence: str) -> Iterator[None]:
    """What the customer reads while the card provider does not answer, or refuses (PAY-05): its own words
    are for operators."""
    try:
        yield
    except ProviderRefused as error:
        raise ProviderRefused(sentence) from error
    except Unavailable as error:
        raise Unavailable(error.service, sentence) from error
