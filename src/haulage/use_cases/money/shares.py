"""Bringing drivers their shares: one transfer a split, and what is taken back of it (OP-34).

The provider is called between transactions. The first fixes amount and reference of the transfer, the
second writes down what came of it; a crash in between leaves a split that is asked for again in the same
words, which the provider carries out once.
"""

from contextlib import suppress
from datetime import timedelta

import attrs

from haulage.audit import AuditAction, Deed, Fact
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.policy import SYSTEM
from haulage.ledger import PaymentSplit, SplitStatus, TransferReversal
from haulage.ledger.payment_split import complete, fail, submit
from haulage.payments import ProviderRefused
from haulage.ports.clock import Clock
from haulage.ports.jobs import NotYet
from haulage.ports.payments import CardPayments
from haulage.ports.storage import Storage, UnitOfWork

MAX_FAILURE_LENGTH = 500
UNDECIDED_PAUSE = timedelta(minutes=1)
"""Ours: how long to wait for a transfer whose outcome is not known before asking after it again."""


@attrs.frozen
class SendShares:
    """A share is due from the moment its work is done, unless a dispute has frozen it."""

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
                transfer_id = await self._transfer(split)
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

    async def _submit(self, unit: UnitOfWork, split_id: str) -> PaymentSplit | None:
        split = await unit.splits.get(split_id)
        if split is None or not split.is_due:
            return None
        return await unit.splits.save(split, submit(split, self.clock.now()))

    async def _transfer(self, split: PaymentSplit) -> str:
        assert split.driver_id is not None
        assert split.submitted_cents is not None
        payment = await self.storage.read(lambda unit: unit.payments.get(split.payment_id))
        if payment is None:
            raise NotFound("Payment")
        return await self.cards.transfer(
            amount_cents=split.submitted_cents,
            account=await self._account(split.driver_id),
            provider_reference=payment.provider_reference,
            order_id=split.order_id,
            reference=f"{split.id}-{split.attempts}",
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
            Deed(AuditAction.SHARE_TRANSFERRED, SYSTEM, now, "payment", split.payment_id, facts)
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
        facts: dict[str, Fact] = {"order": split.order_id, "driver": split.driver_id}
        await unit.audit.append(
            Deed(AuditAction.SHARE_REFUSED, SYSTEM, now, "payment", split.payment_id, facts)
        )

    async def _send_reversals(self, split_id: str) -> None:
        """What was given back while the transfer was under way."""
        for reversal in await self.storage.read(lambda unit: unit.reversals.open_of(split_id)):
            with suppress(Unavailable, Conflict, ProviderRefused):
                await self._reverse(reversal)

    async def _reverse(self, reversal: TransferReversal) -> bool:
        """Whether there was a transfer to take back from."""
        split = await self.storage.read(lambda unit: unit.splits.get(reversal.split_id))
        if split is None or split.driver_transfer_id is None:
            return False
        try:
            done = await self.cards.reverse_transfer(
                split.driver_transfer_id,
                amount_cents=reversal.amount_cents,
                reference=f"{reversal.id}-{reversal.attempts}",
            )
        except ProviderRefused as refusal:
            reason = refusal.reason[:MAX_FAILURE_LENGTH]
            after = attrs.evolve(reversal, attempts=reversal.attempts + 1, failure_reason=reason)
            await self.storage.write(lambda unit: unit.reversals.save(reversal, after))
            raise
        after = attrs.evolve(reversal, done_at=self.clock.now(), provider_reference=done, failure_reason=None)
        await self.storage.write(lambda unit: unit.reversals.save(reversal, after))
        return True
