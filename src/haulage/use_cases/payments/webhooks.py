"""Hearing what the card provider tells us: in any order, any number of times, and from nobody else."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.jobs import Job, JobKind, JobState
from haulage.jobs.stored_job import given_up, retried
from haulage.kernel.errors import Conflict, HaulageError, NotFound, RuleBroken
from haulage.kernel.policy import SYSTEM
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
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.storage.provider_events import ProviderEvents
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.apply_charge_result import PaymentOutcome
from haulage.use_cases.payments.reconcile_refunds import note_refunds
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_payment import TRIES, land_news, see_payment

SET_ASIDE = frozenset(FIRST_STATE.values())
"""States of events that had no effect and may get one."""


@attrs.define
class EventUnreadable(RuleBroken):
    """The provider has signed it, but it is of a form that this release does not know."""

    code = "event_unreadable"
    fault: str

    @property
    def message(self) -> str:
        return f"A genuine event of the card provider cannot be read: {self.fault}."


Effect: TypeAlias = Callable[[UnitOfWork, StoredWebhookEvent], Awaitable[None]]
"""What an event does to our own books, in the transaction that settles it."""


@attrs.frozen
class ApplyEvent:
    """Give an event that was heard its effect, once; the transaction that has it settles the event.

    An event of a payment, a refund or a transfer is taken for no more than a hint to ask the provider, so
    that neither its age nor its order matter. *effects* are those of the other kinds; a kind without one
    waits for a release that has it.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments
    notifier: Notifier
    send_refunds: SendRefunds
    effects: Mapping[EventKind, Effect] = attrs.Factory(dict)
    terms: OfferTerms = STANDARD_OFFER_TERMS
    events: ProviderEvents | None = None
    """Who reads events; None where no provider sends any."""

    async def __call__(self, event_id: str) -> None:
        """Raises ``Unavailable`` while the provider cannot be asked, and the event waits then; and
        ``EventUnreadable`` for one that can still not be read."""
        for tried in range(TRIES):
            kept = await self.storage.read(lambda unit: unit.provider_events.get(event_id))
            if kept is not None and kept.state is EventState.UNREADABLE:
                kept = await self._read_again(kept)
            if kept is None or kept.state is not EventState.WAITING:
                return
            try:
                if kept.event.kind is EventKind.PAYMENT:
                    await self._ask_and_land(kept, assigning=tried == 0)
                elif kept.event.kind is EventKind.REFUND:
                    await self._ask_for_refunds(kept)
                elif kept.event.kind is EventKind.TRANSFER:
                    await self._ask_for_reversals(kept)
                else:
                    await self._apply(kept)
            except Conflict:
                continue
            return
        raise Conflict("payment")

    async def _read_again(self, kept: StoredWebhookEvent) -> StoredWebhookEvent:
        event = self.events.read_again(kept.event) if self.events else kept.event
        if event.kind in FIRST_STATE:
            raise EventUnreadable(event.fault or "")
        again = understand(kept, event)
        await self.storage.write(lambda unit: unit.provider_events.understand(kept, again))
        return again

    async def _apply(self, kept: StoredWebhookEvent) -> None:
        effect = self.effects.get(kept.event.kind)
        if effect is None:
            return
        await self._note_refunds(kept.event.provider_reference)

        async def work(unit: UnitOfWork) -> None:
            await effect(unit, kept)
            await unit.provider_events.settle(settle(kept, EventMove.APPLY, self.clock.now()))

        await self.storage.write(work)

    async def _note_refunds(self, reference: str | None) -> None:
        """What went out before a dispute began must not be settled with it."""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference or ""))
        if seen is not None:
            found = await self.cards.refunds_of(seen.provider_reference)
            now = self.clock.now()
            await self.storage.write(lambda unit: note_refunds(unit, seen.id, found, now))

    async def _ask_and_land(self, kept: StoredWebhookEvent, *, assigning: bool) -> None:
        reference = kept.event.provider_reference or ""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference))
        if seen is None:
            await self._ignore(kept)
            return
        try:
            charge = await self.cards.look_up(reference)
        except ProviderRefused:
            await self._ignore(kept)
            return
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> PaymentOutcome:
            at = await see_payment(unit, SYSTEM, seen.id)
            outcome = await land_news(
                unit, SYSTEM, at, seen, charge, now, assigning=assigning, terms=self.terms
            )
            await unit.provider_events.settle(settle(kept, EventMove.APPLY, now))
            return outcome

        outcome = await self.storage.write(work)
        await self.notifier.publish(outcome.order.id)
        if outcome.payment.refund_requested_cents > outcome.payment.refunded_cents:
            await self.send_refunds.of_order(outcome.order.id)

    async def _ask_for_refunds(self, kept: StoredWebhookEvent) -> None:
        reference = kept.event.provider_reference or ""
        seen = await self.storage.read(lambda unit: unit.payments.of_reference(reference))
        if seen is None:
            await self._ignore(kept)
            return
        found = await self.cards.refunds_of(reference)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            await note_refunds(unit, seen.id, found, now)
            await unit.provider_events.settle(settle(kept, EventMove.APPLY, now))

        await self.storage.write(work)

    async def _ask_for_reversals(self, kept: StoredWebhookEvent) -> None:
        transfer = kept.event.object_reference or ""
        seen = await self.storage.read(lambda unit: unit.splits.of_transfer(transfer))
        if seen is None:
            await self._ignore(kept)
            return
        found = await self.cards.reversals_of(transfer)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            await note_reversals(unit, seen.id, found, now)
            await unit.provider_events.settle(settle(kept, EventMove.APPLY, now))

        await self.storage.write(work)

    async def _ignore(self, kept: StoredWebhookEvent) -> None:
        """It is of a payment or a transfer that another system of the same account has made."""
        ignored = settle(kept, EventMove.IGNORE, self.clock.now())
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


async def _hand_on(unit: UnitOfWork, kept: StoredWebhookEvent, now: datetime) -> None:
    """A waiting event is a job's. So is an unreadable one, and given up at once: there administrators see
    it, and may have it read again."""
    if kept.state not in {EventState.WAITING, EventState.UNREADABLE}:
        return
    job = Job(JobKind.APPLY_PROVIDER_EVENT, kept.event.id)
    await unit.jobs.enqueue(job, now)
    made = await unit.jobs.get(job.id)
    if made is None:
        return
    if kept.state is EventState.UNREADABLE:
        await unit.jobs.save(made, given_up(made, EventUnreadable(kept.event.fault or "").message, now))
    elif made.state is JobState.DEAD:
        await unit.jobs.save(made, retried(made, now))


@attrs.frozen
class ReceiveWebhook:
    """Take in an event: proved, kept once, and given its effect at once or by a job."""

    storage: Storage
    clock: Clock
    events: ProviderEvents | None
    """Who reads them; None where no provider sends any."""
    apply_event: ApplyEvent

    async def __call__(self, payload: bytes, signature: str | None) -> None:
        """Whoever sent it need not send it again, also if it cannot be read: it is kept then, and can be
        read again by a later release. Raises ``EventForged``, and ``NotFound`` where nobody is expected to
        send anything."""
        if self.events is None:
            raise NotFound("Page")
        now = self.clock.now()
        kept = hear(self.events.read(payload, signature, now), now)

        async def keep(unit: UnitOfWork) -> None:
            known = await unit.provider_events.get(kept.event.id)
            if known is not None:
                await understand_again(unit, known, kept.event, now)
                return
            await unit.provider_events.add(kept)
            await _hand_on(unit, kept, now)

        with suppress(Conflict):  # another copy was faster
            await self.storage.write(keep)
        with suppress(HaulageError):  # the job goes on with it
            await self.apply_event(kept.event.id)
