"""What the card provider's events come to: payments, refunds, disputes, transfers and drivers' accounts."""

from collections.abc import Awaitable, Callable, Mapping

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.kernel.actor import SYSTEM
from haulage.payments import ProviderRefused
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.apply_charge_result import PaymentOutcome
from haulage.use_cases.payments.disputes import ApplyDispute
from haulage.use_cases.payments.driver_accounts import DriverAccounts
from haulage.use_cases.payments.reconcile_refunds import note_refunds
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_payment import apply_provider_charge, see_payment
from haulage.use_cases.webhooks.apply_event import APPLIED, IGNORED, Attempt, EventEffect, EventHandler
from haulage.webhooks.event import EventKind


@attrs.frozen
class PaymentEvents:
    """Each asks the provider how what the event is about stands now."""

    storage: Storage
    clock: Clock
    cards: CardPayments
    send_refunds: SendRefunds
    accounts: DriverAccounts
    apply_dispute: ApplyDispute
    look_up_methods: Callable[[str], Awaitable[None]]
    """Of the driver with this id: where they entered how they are paid on the provider's own pages, its word
    on their account is the first that is heard of it."""
    terms: OfferTerms = STANDARD_OFFER_TERMS

    @property
    def handlers(self) -> Mapping[EventKind, EventHandler]:
        return {
            EventKind.PAYMENT: self.of_payment,
            EventKind.REFUND: self.of_refund,
            EventKind.DISPUTE: self.of_dispute,
            EventKind.TRANSFER: self.of_transfer,
            EventKind.ACCOUNT: self.of_account,
        }

    async def of_payment(self, attempt: Attempt) -> EventEffect:
        """The driver is assigned in the first attempt alone."""
        reference = attempt.event.provider_reference or ""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference))
        if seen is None:
            return IGNORED
        try:
            charge = await self.cards.look_up(reference)
        except ProviderRefused:
            return IGNORED

        async def work(unit: UnitOfWork) -> PaymentOutcome:
            at = await see_payment(unit, SYSTEM, seen.id)
            return await apply_provider_charge(
                unit,
                SYSTEM,
                at,
                seen,
                charge,
                self.clock.now(),
                assigning=attempt.number == 0,
                terms=self.terms,
            )

        return EventEffect(work=work, after=self._send_owed)

    async def of_refund(self, attempt: Attempt) -> EventEffect:
        reference = attempt.event.provider_reference or ""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference))
        if seen is None:
            return IGNORED
        found = await self.cards.refunds_of(reference)
        return EventEffect(work=lambda unit: note_refunds(unit, seen.id, found, self.clock.now()))

    async def of_dispute(self, attempt: Attempt) -> EventEffect:
        """The event itself says how it stands. What went out before it began must not be settled with it."""
        reference = attempt.event.provider_reference or ""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference))
        if seen is not None:
            found = await self.cards.refunds_of(seen.provider_reference)
            now = self.clock.now()
            await self.storage.write(lambda unit: note_refunds(unit, seen.id, found, now))
        return EventEffect(work=lambda unit: self.apply_dispute(unit, attempt.event))

    async def of_transfer(self, attempt: Attempt) -> EventEffect:
        transfer = attempt.event.object_reference or ""
        seen = await self.storage.read(lambda unit: unit.splits.of_transfer(transfer))
        if seen is None:
            return IGNORED
        found = await self.cards.reversals_of(transfer)
        return EventEffect(work=lambda unit: note_reversals(unit, seen.id, found, self.clock.now()))

    async def of_account(self, attempt: Attempt) -> EventEffect:
        account_id = attempt.event.account or attempt.event.object_reference or ""
        known = await self.storage.read(lambda unit: unit.connected_accounts.of_account(account_id))
        if known is None:
            return IGNORED
        try:
            await self.accounts.refreshed(known.driver_id)
            await self.look_up_methods(known.driver_id)
        except ProviderRefused:
            return IGNORED
        return APPLIED

    async def _send_owed(self, outcome: PaymentOutcome) -> None:
        if outcome.payment.refund_requested_cents > outcome.payment.refunded_cents:
            await self.send_refunds.of_order(outcome.order.id)
