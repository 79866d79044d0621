"""Checkout: pay for an order by card, exactly once (OP-24).

The provider is called between two transactions: the first takes the payment for one attempt, the
second writes down what came of it. A crash in between leaves a payment that is being processed;
whoever tries again repeats the same attempt, which the provider charges once, and
:mod:`haulage.use_cases.payments.settle_payment` asks the provider what came of it.
"""

from collections.abc import Awaitable
from contextlib import suppress
from datetime import datetime, timedelta

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, InvalidInput, NotFound, Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import PaymentStatus
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
from haulage.payments.payment import release, submit
from haulage.payments.saved_card import SavedCard, SavedCardExpired, SavedCardGone
from haulage.ports.payments import CardPayments, Charge, ChargeResult
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.saved_cards import remove_card
from haulage.use_cases.idempotency import IdempotentRequest, find_response, fingerprint, save_response
from haulage.use_cases.payments.apply_charge_result import FAILED, PaymentOutcome, apply_charge_result
from haulage.use_cases.payments.open_payment import named
from haulage.use_cases.payments.provider_customers import ProviderCustomers, require_room
from haulage.use_cases.payments.send_refunds import SendRefunds

__all__ = ["ATTEMPT_LEASE", "ConfirmPayment", "PaymentOutcome"]

ATTEMPT_LEASE = timedelta(seconds=60)
"""Ours: how long an attempt may be under way before it is taken to have died."""


@attrs.frozen
class _Shown:
    """What an attempt is made with: a card as typed, or one that was saved; without either it is the answer
    to the cardholder's bank."""

    card: Card | None = None
    saved_card_id: str | None = None
    save: bool = False

    @property
    def is_a_card(self) -> bool:
        return self.card is not None or self.saved_card_id is not None


@attrs.frozen
class ConfirmPayment:
    """Charge a card for an order and, once it is paid, hand the order to the chosen driver."""

    storage: Storage
    clock: Clock
    cards: CardPayments
    customers: ProviderCustomers
    send_refunds: SendRefunds
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(
        self,
        actor: Actor,
        payment_id: str,
        card: Card,
        once: IdempotentRequest[PaymentOutcome] | None = None,
        *,
        save: bool = False,
    ) -> PaymentOutcome:
        """With *save* the card is kept for the next order if it pays. Raises ``InvalidInput`` for a bad card
        field, ``NotFound``, ``TooManySavedCards``, ``PaymentInProgress``, ``PaymentCanceled`` or
        ``Unavailable``; a decline is returned."""
        if not self.cards.takes_cards:
            raise InvalidInput("card", "is shown to the card provider by the browser and never sent here")
        check_card(card, self.clock.now())
        found, _, was_repeated = await self._take(actor, payment_id, _Shown(card, save=save), once)
        payment = found.payment
        if payment.state is PaymentState.SUCCEEDED:
            return found

        async def pay() -> Charge:
            if save or was_repeated:
                await self.customers.save_next_card(payment, save=save)
            return await self.cards.confirm(
                payment.provider_reference, card, amount_cents=payment.amount_cents, attempt=payment.attempts
            )

        return await self._settle(actor, payment, await self._attempt(payment, pay()), once)

    async def with_saved_card(
        self,
        actor: Actor,
        payment_id: str,
        card_id: str,
        once: IdempotentRequest[PaymentOutcome] | None = None,
    ) -> PaymentOutcome:
        """Pay with one of one's saved cards, wherever cards are typed. Where the cardholder's bank asks, the
        payment waits for authentication as after any card (PAY-30).

        Raises ``SavedCardGone`` for one that is not the payer's, or not there any more, ``SavedCardExpired``,
        and what paying with a card raises.
        """
        found, saved, _ = await self._take(actor, payment_id, _Shown(saved_card_id=card_id), once)
        payment = found.payment
        if payment.state is PaymentState.SUCCEEDED or saved is None:
            return found
        charging = self.cards.confirm_saved(
            payment.provider_reference,
            saved.provider_card,
            customer=saved.provider_customer,
            amount_cents=payment.amount_cents,
            attempt=payment.attempts,
        )
        try:
            charge = await self._attempt(payment, charging)
        except SavedCardGone:
            await self._forget(actor, payment, saved)
            raise
        return await self._settle(actor, payment, charge, once)

    async def authenticate(
        self,
        actor: Actor,
        payment_id: str,
        *,
        approved: bool,
        once: IdempotentRequest[PaymentOutcome] | None = None,
    ) -> PaymentOutcome:
        """Finish an attempt that asked the cardholder to authenticate."""
        found, _, _ = await self._take(actor, payment_id, _Shown(), once)
        payment = found.payment
        if payment.state is PaymentState.SUCCEEDED:
            return found
        charging = self.cards.authenticate(
            payment.provider_reference,
            approved=approved,
            amount_cents=payment.amount_cents,
            attempt=payment.attempts,
        )
        return await self._settle(actor, payment, await self._attempt(payment, charging), once)

    async def _attempt(self, payment: Payment, charging: Awaitable[Charge]) -> Charge:
        """What the provider answers; without an answer the payment is free for another attempt."""
        try:
            with named(FAILED):
                return await charging
        except (Unavailable, ProviderRefused):
            await self._let_go(payment)
            raise

    async def _take(
        self, actor: Actor, payment_id: str, shown: _Shown, once: IdempotentRequest[PaymentOutcome] | None
    ) -> tuple[PaymentOutcome, SavedCard | None, bool]:
        """Take the payment for one attempt, or return the outcome that it already has; with the saved card
        that is to pay, and whether the provider was told before to keep the card that pays."""
        now = self.clock.now()

        async def take(unit: UnitOfWork) -> tuple[PaymentOutcome, SavedCard | None, bool]:
            await find_response(unit, once)
            payment = await unit.payments.get(payment_id)
            owner = payment.customer_id if payment else None
            authorize(actor, Action.PAY_ORDER, Facts("Payment", owner_id=owner))
            order = await unit.orders.get(payment.order_id) if payment else None
            if payment is None or order is None:
                raise NotFound("Payment")
            if payment.state is PaymentState.SUCCEEDED:
                await save_response(unit, once, outcome := PaymentOutcome(payment, order), now)
                return outcome, None, False
            if order.payment_status is PaymentStatus.UNPAID:
                require_payable(order)
            if shown.save:
                await require_room(unit, payment)
            submitted, saved = await self._submit(unit, payment, shown, fingerprint(once), now)
            await _settle_if_stuck(unit, submitted, now)
            return PaymentOutcome(submitted, order), saved, payment.saves_card

        try:
            return await self.storage.write(take)
        except Conflict:
            raise PaymentInProgress from None

    async def _submit(
        self, unit: UnitOfWork, payment: Payment, shown: _Shown, key: str | None, now: datetime
    ) -> tuple[Payment, SavedCard | None]:
        """A request that is repeated under its key goes on with its own attempt at once, whether the first
        one still waits or died with its server: the provider has one answer for both."""
        taken = _taken(payment, shown, key, now)
        saved = await self._saved(unit, payment, shown, now)
        card = shown.card or saved
        if card is not None and payment.state is not PaymentState.PROCESSING:
            taken = attrs.evolve(taken, card_brand=card.brand, card_last4=card.last4)
        if card is not None:
            taken = attrs.evolve(taken, saves_card=shown.save)
        return await unit.payments.save(payment, taken), saved

    async def _saved(
        self, unit: UnitOfWork, payment: Payment, shown: _Shown, now: datetime
    ) -> SavedCard | None:
        """One of the payer's own. Another customer's answers like one that is not there."""
        if shown.saved_card_id is None:
            return None
        found = await unit.saved_cards.get(payment.customer_id, shown.saved_card_id)
        if found is None or found.simulated != self.cards.simulated:
            # Nobody knows yet what came of an attempt that is being processed.
            raise PaymentInProgress if payment.state is PaymentState.PROCESSING else SavedCardGone
        if found.has_expired(now):
            raise SavedCardExpired
        return found

    async def _let_go(self, payment: Payment) -> None:
        """The provider did not answer, or refused: the same attempt may be repeated at once."""
        free = attrs.evolve(payment, submitted_at=None, updated_at=self.clock.now())
        with suppress(Conflict):  # somebody else has taken the attempt over already
            await self.storage.write(lambda unit: unit.payments.save(payment, free))

    async def _forget(self, actor: Actor, payment: Payment, card: SavedCard) -> None:
        """The provider does not have the card any more: nothing was charged, and it is shown no longer."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            current = await unit.payments.get(payment.id)
            if current is not None and current.version == payment.version:
                await unit.payments.save(current, release(current, now))
            await remove_card(unit, actor, card, now)

        with suppress(Conflict):  # somebody else has taken the attempt over already
            await self.storage.write(work)

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


def _taken(payment: Payment, shown: _Shown, key: str | None, now: datetime) -> Payment:
    """The payment as taken for an attempt. Raises ``PaymentInProgress`` while another is under way."""
    if payment.state is PaymentState.PROCESSING:
        repeated = key is not None and key == payment.attempt_key
        if payment.submitted_at and now - payment.submitted_at < ATTEMPT_LEASE and not repeated:
            raise PaymentInProgress
        if not (shown.is_a_card or repeated):
            raise _not_awaiting_authentication()
        return attrs.evolve(payment, submitted_at=now, attempt_key=key, updated_at=now)
    if not shown.is_a_card and payment.state is not PaymentState.REQUIRES_ACTION:
        raise _not_awaiting_authentication()
    return attrs.evolve(submit(payment, now), attempt_key=key)


async def _settle_if_stuck(unit: UnitOfWork, payment: Payment, now: datetime) -> None:
    """Have the provider asked what came of this attempt, for the case that we never hear of it."""
    due, attempt = now + ATTEMPT_LEASE, str(payment.attempts)
    await unit.jobs.enqueue(Job(JobKind.SETTLE_PAYMENT, payment.id, attempt, due), now)


def _not_awaiting_authentication() -> InvalidInput:
    """An attempt that died may have been with a card that was never shown to the provider, so only
    showing a card can repeat it."""
    return InvalidInput("payment_id", "does not wait for authentication")
