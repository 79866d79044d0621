"""Mend a difference by asking the provider, as the missed webhook would have had us do."""

from contextlib import suppress

import attrs

from haulage.kernel.errors import Conflict
from haulage.payments import Payment, ProviderRefused
from haulage.payments.difference import Difference, DifferenceSubject
from haulage.ports.payments import CardPayments, ProviderUnreadable
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.disputes import apply_dispute_update
from haulage.use_cases.payments.overturned import decide_again
from haulage.use_cases.payments.reconcile_refunds import note_refunds
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from haulage.use_cases.payments.settle_payment import SettlePayment


@attrs.frozen
class RepairDifference:
    """Mends a found difference.

    Moves no money by itself. What it cannot repair stays a difference, and so does what is another's.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments
    settle_payment: SettlePayment

    async def __call__(self, difference: Difference) -> None:
        """Raises ``Unavailable`` while the provider does not answer."""
        payment_id = difference.payment_id
        if payment_id is None:
            return
        payment = await self.storage.read(lambda unit: unit.payments.get(payment_id))
        if payment is None:
            return
        # Somebody else was faster, or the provider knows nothing, or says what we cannot read.
        with suppress(Conflict, ProviderRefused, ProviderUnreadable):
            if difference.subject is DifferenceSubject.PAYMENT:
                await self.settle_payment.of_payment(payment.id)
                return
            if difference.subject is DifferenceSubject.TRANSFER:
                return  # a job asks again for a share whose answer was lost
            if difference.subject is DifferenceSubject.TRANSFER_REVERSAL:
                await self._reversals(difference.their_id or "")
                return
            await self._refunds(payment)
            if difference.subject is DifferenceSubject.DISPUTE:
                await self._disputes(payment)

    async def _reversals(self, reversal_id: str) -> None:
        entries = await self.storage.read(lambda unit: unit.reconciliation.entries_of_source(reversal_id))
        transfer_id = next((each.provider_reference for each in entries if each.provider_reference), "")
        split = await self.storage.read(lambda unit: unit.splits.of_transfer(transfer_id))
        if split is None:
            return
        found = await self.cards.reversals_of(transfer_id)
        now = self.clock.now()
        await self.storage.write(lambda unit: note_reversals(unit, split.id, found, now))

    async def _refunds(self, payment: Payment) -> None:
        found = await self.cards.refunds_of(payment.provider_reference)
        now = self.clock.now()
        await self.storage.write(lambda unit: note_refunds(unit, payment.id, found, now))

    async def _disputes(self, payment: Payment) -> None:
        found = await self.cards.disputes_of(payment.provider_reference)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            for each in found:
                said = (payment.provider_reference, each.id, each.update, now)
                await apply_dispute_update(unit, *said, is_looked_up=True)
                await decide_again(unit, payment.provider_reference, each.id, each.update, now)

        await self.storage.write(work)
