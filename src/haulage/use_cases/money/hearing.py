"""Hearing what the card provider tells us: in any order, any number of times, and from nobody else."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.policy import SYSTEM
from haulage.payments import ProviderRefused
from haulage.payments.provider_event import EventKind, EventMove, EventState, KeptEvent, hear, settle
from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.ports.payments import CardPayments
from haulage.ports.provider_events import ProviderEvents
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.money.landing import PaymentOutcome
from haulage.use_cases.money.provider_refunds import note_refunds
from haulage.use_cases.money.provider_reversals import note_reversals
from haulage.use_cases.money.refunds import SendRefunds
from haulage.use_cases.money.settling import TRIES, land_news, see_payment

Effect: TypeAlias = Callable[[UnitOfWork, KeptEvent], Awaitable[None]]
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
    bells: OrderBells
    send_refunds: SendRefunds
    effects: Mapping[EventKind, Effect] = attrs.Factory(dict)
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(self, event_id: str) -> None:
        """Raises ``Unavailable`` while the provider cannot be asked; the event waits then."""
        for tried in range(TRIES):
            kept = await self.storage.read(lambda unit: unit.provider_events.get(event_id))
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

    async def _apply(self, kept: KeptEvent) -> None:
        effect = self.effects.get(kept.event.kind)
        if effect is None:
            return

        async def work(unit: UnitOfWork) -> None:
            await effect(unit, kept)
            await unit.provider_events.settle(settle(kept, EventMove.APPLY, self.clock.now()))

        await self.storage.write(work)

    async def _ask_and_land(self, kept: KeptEvent, *, assigning: bool) -> None:
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
        await self.bells.ring(outcome.order.id)
        if outcome.payment.refund_requested_cents > outcome.payment.refunded_cents:
            await self.send_refunds.of_order(outcome.order.id)

    async def _ask_for_refunds(self, kept: KeptEvent) -> None:
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

    async def _ask_for_reversals(self, kept: KeptEvent) -> None:
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

    async def _ignore(self, kept: KeptEvent) -> None:
        """It is of a payment or a transfer that another system of the same account has made."""
        ignored = settle(kept, EventMove.IGNORE, self.clock.now())
        await self.storage.write(lambda unit: unit.provider_events.settle(ignored))


@attrs.frozen
class HearProvider:
    """Take in an event: proved, kept once, and given its effect at once or by a job."""

    storage: Storage
    clock: Clock
    events: ProviderEvents | None
    """Who reads them; None where no provider sends any."""
    apply_event: ApplyEvent

    async def __call__(self, payload: bytes, signature: str | None) -> None:
        """Whoever sent it need not send it again. Raises ``EventForged``, and ``NotFound`` where nobody
        is expected to send anything."""
        if self.events is None:
            raise NotFound("Page")
        now = self.clock.now()
        kept = hear(self.events.read(payload, signature, now), now)

        async def keep(unit: UnitOfWork) -> None:
            if await unit.provider_events.get(kept.event.id) is not None:
                return
            await unit.provider_events.add(kept)
            if kept.state is EventState.WAITING:
                await unit.jobs.enqueue(Job(JobKind.APPLY_PROVIDER_EVENT, kept.event.id), now)

        with suppress(Conflict):  # another copy was faster
            await self.storage.write(keep)
        with suppress(Conflict, Unavailable):  # the job goes on with it
            await self.apply_event(kept.event.id)
