"""Transfers of drivers' shares: one a split, and its reversals (OP-34).

The provider is called between transactions. The first fixes amount and reference of the transfer, the
second writes down what came of it; a crash in between leaves a split that is asked for again in the same
words, which the provider carries out once.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.money import Cents
from haulage.kernel.policy import SYSTEM
from haulage.ledger import PaymentSplit, ReturnedShare, SplitStatus, TransferReversal
from haulage.ledger.payment_split import complete, fail, submit
from haulage.ledger.transfer_reversal import spread
from haulage.payments import ProviderRefused
from haulage.ports.payments import CardPayments, ProviderReversal
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

MAX_FAILURE_LENGTH = 500
UNDECIDED_PAUSE = timedelta(minutes=1)
"""Ours: how long to wait for a transfer whose outcome is not known before asking after it again."""
STOPPED_PAUSE = timedelta(hours=1)
"""Ours: how long to wait before looking again whether a dispute or report still stops a share."""
STOPPED_AT_MOST = timedelta(days=365)
"""Ours: a share that is stopped for longer than disputes and reports last is given up, with an alarm."""


@attrs.frozen
class SendTransfers:
    """Sends due shares to drivers' accounts.

    A share is due from the moment its work is done, unless a dispute has frozen it.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def of_split(self, split_id: str) -> None:
        """Send a driver their part, if it is due. A refusal of the provider fails the split until it is
        retried. Raises ``Unavailable``: then whether it was done is unknown, and it is to be repeated."""
        split = await self.storage.write(lambda unit: self._submit(unit, split_id))
        if split is None:
            return
        if split.submitted_cents:
            try:
                reference = f"{split.id}-{split.attempts}"
                intent = await self._intent(split)
                transfer_id = await self._transfer(split, split.submitted_cents, reference, intent)
            except ProviderRefused as refusal:
                reason = refusal.reason
                await self.storage.write(lambda unit: self._fail(unit, split, reason))
                return
        else:
            transfer_id = None
        await self.storage.write(lambda unit: self._complete(unit, split, transfer_id))
        await self._send_reversals(split.id)

    async def of_reversal(self, reversal_id: str) -> None:
        """Take back from a transfer, if that is not done. Raises ``NotYet`` while nobody knows whether the
        transfer was made, and ``Unavailable`` or ``ProviderRefused`` when it is not done."""
        reversal = await self.storage.read(lambda unit: unit.reversals.get(reversal_id))
        if reversal is None or reversal.done_at is not None:
            return
        if not await self._reverse(reversal):
            raise NotYet(self.clock.now() + UNDECIDED_PAUSE)

    async def of_returned(self, share_id: str) -> None:
        """Give a driver back what was taken from them and should not have been. A share that did not go out
        yet, or failed, holds it already. It comes from the platform's balance, since what was taken
        back of a transfer is not in its charge again. Raises ``NotYet`` while a dispute or report stops the
        split and while nobody knows whether the share was transferred, and ``Unavailable`` or
        ``ProviderRefused`` when it is not done."""
        share = await self.storage.read(lambda unit: unit.splits.returned(share_id))
        if share is None or share.sent_at is not None:
            return
        split = await self._split_of(share)
        if split.is_stopped:
            raise NotYet(self.clock.now() + STOPPED_PAUSE)
        if split.status is not SplitStatus.COMPLETED:
            raise NotYet(self.clock.now() + UNDECIDED_PAUSE)
        try:
            transfer_id = await self._return(split, share)
        except ProviderRefused as refusal:
            after = attrs.evolve(
                share, attempts=share.attempts + 1, failure_reason=refusal.reason[:MAX_FAILURE_LENGTH]
            )
            with suppress(Conflict):  # the twin of this asking has written it down
                await self.storage.write(lambda unit: unit.splits.save_returned(share, after))
            raise
        await self.storage.write(lambda unit: self._note_returned(unit, split, share.id, transfer_id))
        await self._send_reversals(split.id)

    async def _split_of(self, share: ReturnedShare) -> PaymentSplit:
        split = await self.storage.read(lambda unit: unit.splits.get(share.split_id))
        if split is None:
            raise NotFound("Payment split")
        return split

    async def _return(self, split: PaymentSplit, share: ReturnedShare) -> str:
        """An earlier asking may have been obeyed after another that was made beside it was refused."""
        if share.attempts:
            made = await self.cards.transfers_of(split.order_id)
            earlier = next((each.id for each in made if share.is_asking(each.reference)), None)
            if earlier is not None:
                return earlier
        return await self._transfer(split, share.amount_cents, share.reference)

    async def _submit(self, unit: UnitOfWork, split_id: str) -> PaymentSplit | None:
        split = await unit.splits.get(split_id)
        if split is None or not split.is_due:
            return None
        return await unit.splits.save(split, submit(split, self.clock.now()))

    async def _intent(self, split: PaymentSplit) -> str:
        payment = await self.storage.read(lambda unit: unit.payments.get(split.payment_id))
        if payment is None:
            raise NotFound("Payment")
        return payment.provider_reference

    async def _transfer(
        self, split: PaymentSplit, cents: Cents, reference: str, intent: str | None = None
    ) -> str:
        """Out of the paid *intent*, or else from the platform's balance."""
        assert split.driver_id is not None
        return await self.cards.transfer(
            amount_cents=cents,
            account=await self._account(split.driver_id),
            order_id=split.order_id,
            reference=reference,
            provider_reference=intent,
        )

    async def _account(self, driver_id: str) -> str:
        """Where the provider keeps what the driver earned; opened when there is something to keep."""
        known = await self.storage.read(lambda unit: unit.driver_accounts.get(driver_id))
        if known is not None:
            return known
        driver = await self.storage.read(lambda unit: unit.drivers.get(driver_id))
        if driver is None:
            raise NotFound("Driver")
        opened = await self.cards.open_driver_account(driver_id=driver_id, email=driver.email)
        now = self.clock.now()
        with suppress(Conflict):  # another share of the same driver was faster
            await self.storage.write(lambda unit: unit.driver_accounts.add(driver_id, opened, now))
        return await self.storage.read(lambda unit: unit.driver_accounts.get(driver_id)) or opened

    async def _complete(self, unit: UnitOfWork, sent: PaymentSplit, transfer_id: str | None) -> None:
        """The split may have been frozen or given back from since: it is complete all the same."""
        split = await unit.splits.get(sent.id)
        if split is None or split.status is not SplitStatus.PENDING:
            return
        now = self.clock.now()
        await unit.splits.save(split, complete(split, transfer_id, now))
        facts: dict[str, Fact] = {
            "order": split.order_id,
            "driver": split.driver_id,
            "cents": sent.submitted_cents or 0,
            "attempts": split.attempts,
        }
        await unit.audit.append(
            AuditEvent(AuditAction.SHARE_TRANSFERRED, SYSTEM, now, "payment", split.payment_id, facts)
        )

    async def _fail(self, unit: UnitOfWork, sent: PaymentSplit, reason: str) -> None:
        """Nothing was moved, so there is nothing to take back either."""
        split = await unit.splits.get(sent.id)
        if split is None or split.status is not SplitStatus.PENDING or split.attempts != sent.attempts:
            return
        now = self.clock.now()
        await unit.splits.save(split, fail(split, reason, now))
        for reversal in await unit.reversals.open_of(split.id):
            await unit.reversals.remove(reversal)
        for share in await unit.splits.returned_of(split.id):
            await unit.splits.remove_returned(share)
        facts: dict[str, Fact] = {"order": split.order_id, "driver": split.driver_id}
        await unit.audit.append(
            AuditEvent(AuditAction.SHARE_REFUSED, SYSTEM, now, "payment", split.payment_id, facts)
        )

    async def _note_returned(
        self, unit: UnitOfWork, split: PaymentSplit, share_id: str, transfer_id: str
    ) -> None:
        """Once, however often the same transfer was asked for."""
        share = await unit.splits.returned(share_id)
        if share is None or share.sent_at is not None:
            return
        now = self.clock.now()
        sent = attrs.evolve(share, transfer_id=transfer_id, sent_at=now, failure_reason=None)
        await unit.splits.save_returned(share, sent)
        facts: dict[str, Fact] = {
            "order": split.order_id,
            "driver": split.driver_id,
            "cents": sent.amount_cents,
        }
        await unit.audit.append(
            AuditEvent(AuditAction.SHARE_TRANSFERRED, SYSTEM, now, "payment", split.payment_id, facts)
        )

    async def _send_reversals(self, split_id: str) -> None:
        """What was given back while the transfer was under way."""
        for reversal in await self.storage.read(lambda unit: unit.reversals.open_of(split_id)):
            with suppress(Unavailable, Conflict, ProviderRefused):
                await self._reverse(reversal)

    async def _reverse(self, reversal: TransferReversal) -> bool:
        """Whether there was a transfer to take back from."""
        transfers = await self.storage.read(lambda unit: _transfers_of(unit, reversal.split_id))
        if not transfers:
            return False
        try:
            done = await self._take_back(reversal, transfers)
        except ProviderRefused as refusal:
            reason = refusal.reason[:MAX_FAILURE_LENGTH]
            after = attrs.evolve(reversal, attempts=reversal.attempts + 1, failure_reason=reason)
            await self.storage.write(lambda unit: unit.reversals.save(reversal, after))
            raise
        after = attrs.evolve(reversal, done_at=self.clock.now(), provider_reference=done, failure_reason=None)
        await self.storage.write(lambda unit: unit.reversals.save(reversal, after))
        return True

    async def _take_back(self, reversal: TransferReversal, transfers: Sequence[tuple[str, Cents]]) -> str:
        """From each transfer what is left of it, until it is enough; the provider's id of what was done last.
        What an earlier asking has taken is taken."""
        reference = f"{reversal.id}-{reversal.attempts}"
        if len(transfers) == 1 and not reversal.attempts:
            return await self.cards.reverse_transfer(
                transfers[0][0], amount_cents=reversal.amount_cents, reference=reference
            )
        made = [await self.cards.reversals_of(id) for id, _ in transfers]
        ours = [each for found in made for each in found if _is_of(each, reversal)]
        left = reversal.amount_cents - sum(each.amount_cents for each in ours)
        taken = (sum(each.amount_cents for each in found) for found in made)
        parts = spread(left, [cents - back for (_, cents), back in zip(transfers, taken, strict=True)])
        if sum(parts) < left:
            raise ProviderRefused("Less is left of the driver's transfers than is to be taken back.")
        done = ours[-1].id if ours else ""
        for number, ((id, _), part) in enumerate(zip(transfers, parts, strict=True)):
            if part:
                each = f"{reference}.{number}" if number else reference
                done = await self.cards.reverse_transfer(id, amount_cents=part, reference=each)
        return done


async def _transfers_of(unit: UnitOfWork, split_id: str) -> list[tuple[str, Cents]]:
    """All that was sent to the driver, by the provider's ids, oldest first."""
    split = await unit.splits.get(split_id)
    found = []
    if split is not None and split.driver_transfer_id is not None:
        found.append((split.driver_transfer_id, split.submitted_cents or 0))
    again = await unit.splits.returned_of(split_id)
    return found + [(each.transfer_id, each.amount_cents) for each in again if each.transfer_id is not None]


def _is_of(made: ProviderReversal, reversal: TransferReversal) -> bool:
    return made.reference is not None and made.reference.rpartition("-")[0] == reversal.id
