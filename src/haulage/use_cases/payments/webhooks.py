"""Webhooks of all providers: received in any order and any number of times, each applied once."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.jobs import Job, JobKind, JobState
from haulage.jobs.stored_job import given_up, retried
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import Conflict, HaulageError, NotFound, RuleBroken
from haulage.payments import ProviderRefused
from haulage.payments.provider_event import (
    FIRST_STATE,
    EventKind,
    EventMove,
    EventState,
    ProviderEvent,
    StoredWebhookEvent,
    hear,
    settle,
    understand,
)
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.provider_events import ProviderEvents, StoredEventReader
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.apply_charge_result import PaymentOutcome
from haulage.use_cases.payments.driver_accounts import DriverAccounts
from haulage.use_cases.payments.reconcile_refunds import note_refunds
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_payment import TRIES, apply_provider_charge, see_payment

SET_ASIDE = frozenset(FIRST_STATE.values())
"""States of events that had no effect and may get one."""


@attrs.define
class EventUnreadable(RuleBroken):
    """The provider signed the event, but this release does not know its form."""

    code = "event_unreadable"
    fault: str

    @property
    def message(self) -> str:
        return f"A genuine event of a provider cannot be read: {self.fault}."


Effect: TypeAlias = Callable[[UnitOfWork, StoredWebhookEvent], Awaitable[None]]
"""What an event does to our own books, in the transaction that settles it."""

PayoutHint: TypeAlias = Callable[[str, str], Awaitable[bool]]
"""Asks the provider about a payout, by its account and its id there, and notes the answer; whether it is one
of ours."""


ScreeningHint: TypeAlias = Callable[[str], Awaitable[bool]]
"""Asks the screening provider about one of its ids, and notes the answer; whether it is one of our checks."""


@attrs.frozen
class ApplyEvent:
    """Apply a stored event, once; the transaction that has it settles the event.

    An event of a payment, a refund, a transfer, a payout, a driver's account or a background check is taken
    for no more than a hint to ask the provider, so that neither its age nor its order matter. *effects* are
    those of the other kinds; a kind without one, and a payout without *payouts*, waits for a release that has
    it.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments
    send_refunds: SendRefunds
    accounts: DriverAccounts
    effects: Mapping[EventKind, Effect] = attrs.Factory(dict)
    terms: OfferTerms = STANDARD_OFFER_TERMS
    events: StoredEventReader | None = None
    """Who reads events; None where no provider sends any."""
    payouts: PayoutHint | None = None
    screenings: ScreeningHint | None = None

    async def __call__(self, event_id: str) -> None:
        """Raises ``Unavailable`` while the provider cannot be asked, and the event waits then; and
        ``EventUnreadable`` for one that can still not be read."""
        for tried in range(TRIES):
            stored = await self.storage.read(lambda unit: unit.provider_events.get(event_id))
            if stored is not None and stored.state is EventState.UNREADABLE:
                stored = await self._read_again(stored)
            if stored is None or stored.state is not EventState.WAITING:
                return
            try:
                await self._take(stored, assigning=tried == 0)
            except Conflict:
                continue
            return
        raise Conflict("payment")

    async def _take(self, stored: StoredWebhookEvent, *, assigning: bool) -> None:
        """By what the event is about."""
        if stored.event.kind is EventKind.PAYMENT:
            await self._look_up_and_apply(stored, assigning=assigning)
            return
        asking = {
            EventKind.REFUND: self._ask_for_refunds,
            EventKind.TRANSFER: self._ask_for_reversals,
            EventKind.ACCOUNT: self._ask_for_account,
            EventKind.PAYOUT: self._ask_for_payout,
            EventKind.SCREENING: self._ask_for_screening,
        }
        await asking.get(stored.event.kind, self._apply)(stored)

    async def _read_again(self, stored: StoredWebhookEvent) -> StoredWebhookEvent:
        event = self.events.read_again(stored.event) if self.events else stored.event
        if event.kind in FIRST_STATE:
            raise EventUnreadable(event.fault or "")
        again = understand(stored, event)
        await self.storage.write(lambda unit: unit.provider_events.understand(stored, again))
        return again

    async def _apply(self, stored: StoredWebhookEvent) -> None:
        effect = self.effects.get(stored.event.kind)
        if effect is None:
            return
        await self._note_refunds(stored.event.provider_reference)

        async def work(unit: UnitOfWork) -> None:
            await effect(unit, stored)
            await unit.provider_events.settle(settle(stored, EventMove.APPLY, self.clock.now()))

        await self.storage.write(work)

    async def _note_refunds(self, reference: str | None) -> None:
        """What went out before a dispute began must not be settled with it."""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference or ""))
        if seen is not None:
            found = await self.cards.refunds_of(seen.provider_reference)
            now = self.clock.now()
            await self.storage.write(lambda unit: note_refunds(unit, seen.id, found, now))

    async def _look_up_and_apply(self, stored: StoredWebhookEvent, *, assigning: bool) -> None:
        reference = stored.event.provider_reference or ""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference))
        if seen is None:
            await self._ignore(stored)
            return
        try:
            charge = await self.cards.look_up(reference)
        except ProviderRefused:
            await self._ignore(stored)
            return
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> PaymentOutcome:
            at = await see_payment(unit, SYSTEM, seen.id)
            outcome = await apply_provider_charge(
                unit, SYSTEM, at, seen, charge, now, assigning=assigning, terms=self.terms
            )
            await unit.provider_events.settle(settle(stored, EventMove.APPLY, now))
            return outcome

        outcome = await self.storage.write(work)
        if outcome.payment.refund_requested_cents > outcome.payment.refunded_cents:
            await self.send_refunds.of_order(outcome.order.id)

    async def _ask_for_refunds(self, stored: StoredWebhookEvent) -> None:
        reference = stored.event.provider_reference or ""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference))
        if seen is None:
            await self._ignore(stored)
            return
        found = await self.cards.refunds_of(reference)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            await note_refunds(unit, seen.id, found, now)
            await unit.provider_events.settle(settle(stored, EventMove.APPLY, now))

        await self.storage.write(work)

    async def _ask_for_reversals(self, stored: StoredWebhookEvent) -> None:
        transfer = stored.event.object_reference or ""
        seen = await self.storage.read(lambda unit: unit.splits.of_transfer(transfer))
        if seen is None:
            await self._ignore(stored)
            return
        found = await self.cards.reversals_of(transfer)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            await note_reversals(unit, seen.id, found, now)
            await unit.provider_events.settle(settle(stored, EventMove.APPLY, now))

        await self.storage.write(work)

    async def _ask_for_account(self, stored: StoredWebhookEvent) -> None:
        account_id = stored.event.account or stored.event.object_reference or ""
        known = await self.storage.read(lambda unit: unit.connected_accounts.of_account(account_id))
        if known is None:
            await self._ignore(stored)
            return
        try:
            await self.accounts.refreshed(known.driver_id)
        except ProviderRefused:
            await self._ignore(stored)
            return
        applied = settle(stored, EventMove.APPLY, self.clock.now())
        await self.storage.write(lambda unit: unit.provider_events.settle(applied))

    async def _ask_for_payout(self, stored: StoredWebhookEvent) -> None:
        """One that names no driver's account pays the platform itself."""
        account, payout = stored.event.account, stored.event.object_reference
        if account is None or payout is None:
            await self._ignore(stored)
            return
        if self.payouts is None:
            return
        try:
            ours = await self.payouts(account, payout)
        except ProviderRefused:
            ours = False
        settled = settle(stored, EventMove.APPLY if ours else EventMove.IGNORE, self.clock.now())
        await self.storage.write(lambda unit: unit.provider_events.settle(settled))

    async def _ask_for_screening(self, stored: StoredWebhookEvent) -> None:
        if self.screenings is None:
            return
        ours = await self.screenings(stored.event.object_reference or "")
        settled = settle(stored, EventMove.APPLY if ours else EventMove.IGNORE, self.clock.now())
        await self.storage.write(lambda unit: unit.provider_events.settle(settled))

    async def _ignore(self, stored: StoredWebhookEvent) -> None:
        """It is of a payment, a payout or a transfer that another system of the same account has made."""
        ignored = settle(stored, EventMove.IGNORE, self.clock.now())
        await self.storage.write(lambda unit: unit.provider_events.settle(ignored))


async def understand_again(
    unit: UnitOfWork, known: StoredWebhookEvent, event: ProviderEvent, now: datetime
) -> bool:
    """Give an event that was set aside its effect, if *event* is what it reads as now; whether it is."""
    if known.state not in SET_ASIDE or event.kind in FIRST_STATE:
        return False
    again = understand(known, event)
    await unit.provider_events.understand(known, again)
    await _hand_on(unit, again, now)
    return True


async def _hand_on(unit: UnitOfWork, stored: StoredWebhookEvent, now: datetime) -> None:
    """A waiting event is a job's. So is an unreadable one, and given up at once: there administrators see
    it, and may have it read again."""
    if stored.state not in {EventState.WAITING, EventState.UNREADABLE}:
        return
    job = Job(JobKind.APPLY_PROVIDER_EVENT, stored.event.id)
    await unit.jobs.enqueue(job, now)
    made = await unit.jobs.get(job.id)
    if made is None:
        return
    if stored.state is EventState.UNREADABLE:
        await unit.jobs.save(made, given_up(made, EventUnreadable(stored.event.fault or "").message, now))
    elif made.state is JobState.DEAD:
        await unit.jobs.save(made, retried(made, now))


@attrs.frozen
class ReceiveWebhook:
    """Receive an event: verify its signature, store it once, and apply it at once or by a job."""

    storage: Storage
    clock: Clock
    events: ProviderEvents | None
    """Who reads them; None where no provider sends any."""
    apply_event: ApplyEvent

    async def __call__(self, payload: bytes, signature: str | None) -> None:
        """Whoever sent it need not send it again, also if it cannot be read: it is stored then, and can be
        read again by a later release. Raises ``EventForged``, and ``NotFound`` where nobody is expected to
        send anything."""
        if self.events is None:
            raise NotFound("Page")
        now = self.clock.now()
        stored = hear(self.events.read(payload, signature, now), now)

        async def store(unit: UnitOfWork) -> None:
            known = await unit.provider_events.get(stored.event.id)
            if known is not None:
                await understand_again(unit, known, stored.event, now)
                return
            await unit.provider_events.add(stored)
            await _hand_on(unit, stored, now)

        with suppress(Conflict):  # another copy was faster
            await self.storage.write(store)
        with suppress(HaulageError):  # the job goes on with it
            await self.apply_event(stored.event.id)
