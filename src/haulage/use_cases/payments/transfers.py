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
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.money import Cents
from haulage.ledger import PaymentSplit, ReturnedShare, SplitStatus, TransferReversal
from haulage.ledger.payment_split import complete, fail, retry, submit
from haulage.payments import ProviderRefused
from haulage.payouts import TakenBack
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments import share_transfers
from haulage.services.payments.driver_funds import debt_cents
from haulage.services.payments.ledger_entries import LedgerWriter
from haulage.use_cases.payments.driver_accounts import DriverAccounts
from haulage.use_cases.payments.take_back import TakeBack

MAX_FAILURE_LENGTH = 500
UNDECIDED_PAUSE = timedelta(minutes=1)
"""Ours: how long to wait for a transfer whose outcome is not known before asking after it again."""
STOPPED_PAUSE = timedelta(hours=1)
"""Ours: how long to wait before looking again whether a dispute or report still stops a share."""
STOPPED_AT_MOST = timedelta(days=365)
"""Ours: a share that is stopped for longer than disputes and reports last is given up, with an alarm."""
ACCOUNT_PAUSE = timedelta(hours=1)
"""Ours: how long to wait before looking again whether a driver's account can take their share, in case the
provider's word of it was lost."""
ACCOUNT_NOT_READY = "The driver's account at the payment provider cannot take transfers yet."


@attrs.frozen
class SendTransfers:
    """Sends due shares to drivers' accounts.

    A share is due from the moment its work is done, unless a dispute has frozen it.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments
    accounts: DriverAccounts

    async def of_split(self, split_id: str) -> None:
        """Send a driver their part, if it is due. A refusal of the provider fails the split until it is
        retried. Raises ``Unavailable``: then whether it was done is unknown, and it is to be repeated; and
        ``NotYet`` while the driver's account cannot take it."""
        due = await self.storage.read(lambda unit: unit.splits.get(split_id))
        if due is None or due.driver_id is None or not due.is_due:
            return
        if due.submitted_cents is None and due.sendable_cents:
            await self._wait_for_account(due.driver_id)
        split = await self.storage.write(lambda unit: self._submit(unit, split_id))
        if split is None:
            return
        if split.submitted_cents:
            try:
                intent, reference = await self._intent(split), share_transfers.asking(split)
                transfer_id = await self._transfer(split, split.submitted_cents, reference, intent)
            except ProviderRefused as refusal:
                await self._refused(split, refusal.reason)
                return
        else:
            transfer_id = None
        await self.storage.write(lambda unit: self._complete(unit, split, transfer_id))
        await self._send_reversals(split.id)

    async def of_reversal(self, reversal_id: str) -> None:
        """Take back from a transfer, if that is not done. Raises ``NotYet`` while nobody knows whether the
        transfer was made, and ``Unavailable`` or ``ProviderRefused`` when it is not done."""
        reversal = await self.storage.read(lambda unit: unit.reversals.get(reversal_id))
        if reversal is None or reversal.done_at is not None or reversal.owed_at is not None:
            return
        if not await self._reverse(reversal):
            raise NotYet(self.clock.now() + UNDECIDED_PAUSE)

    async def of_returned(self, share_id: str) -> None:
        """Give a driver back what was taken from them and should not have been. A share that did not go out
        yet, or failed, holds it already. It comes from the platform's balance, since what was taken
        back of a transfer is not in its charge again. Raises ``NotYet`` while a dispute or report stops the
        split, while nobody knows whether the share was transferred and while the driver's account cannot take
        it, and ``Unavailable`` or ``ProviderRefused`` when it is not done."""
        share = await self.storage.read(lambda unit: unit.splits.returned(share_id))
        if share is None or share.sent_at is not None:
            return
        split = await self._split_of(share)
        if split.is_stopped:
            raise NotYet(self.clock.now() + STOPPED_PAUSE)
        if split.status is not SplitStatus.COMPLETED:
            raise NotYet(self.clock.now() + UNDECIDED_PAUSE)
        assert split.driver_id is not None
        await self._wait_for_account(split.driver_id)
        now = self.clock.now()
        await self.storage.write(lambda unit: share_transfers.reserve_return(unit, split, share, now))
        try:
            transfer_id = await self._return(split, share)
        except ProviderRefused as refusal:
            reason = refusal.reason
            with suppress(Conflict):  # a second request at the same time has recorded it
                await self.storage.write(lambda unit: self._note_refused(unit, split, share, reason))
            if await self._may_become_ready(split.driver_id):
                raise self._account_not_ready() from refusal
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
        if split is None or split.driver_id is None or not split.is_due:
            return None
        now = self.clock.now()
        debt = await debt_cents(unit, split.driver_id)
        submitted, netted = submit(split, now, debt)
        saved = await unit.splits.save(split, submitted)
        await share_transfers.reserve_transfer(unit, saved, netted, now)
        return saved

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
        order = await self.storage.read(lambda unit: unit.orders.get(split.order_id))
        return await self.cards.transfer(
            amount_cents=cents,
            account=(await self.accounts.of_driver(split.driver_id)).account_id,
            order_id=split.order_id,
            reference=reference,
            provider_reference=intent,
            service_type=order.service_type if order else None,
        )

    async def _wait_for_account(self, driver_id: str) -> None:
        """Nothing is asked for, and so nothing reserved, before the driver's account can take it. Raises
        ``NotYet``: the account's becoming ready sends the share, and so does the next look at it."""
        with suppress(ProviderRefused):  # so is the transfer then, and the share keeps the reason
            account = await self.accounts.looked_at(driver_id)
            if account.report.may_become_ready:
                raise self._account_not_ready()

    async def _may_become_ready(self, driver_id: str) -> bool:
        """Whether the account, as it is now, is worth waiting for; one that the provider tells nothing of is
        not."""
        try:
            return (await self.accounts.refreshed(driver_id)).report.may_become_ready
        except ProviderRefused:
            return False

    def _account_not_ready(self) -> NotYet:
        return NotYet(self.clock.now() + ACCOUNT_PAUSE, ACCOUNT_NOT_READY)

    async def _complete(self, unit: UnitOfWork, sent: PaymentSplit, transfer_id: str | None) -> None:
        """The split may have been frozen or given back from since: it is complete all the same."""
        split = await unit.splits.get(sent.id)
        if split is None or split.status is not SplitStatus.PENDING:
            return
        now = self.clock.now()
        saved = await unit.splits.save(split, complete(split, transfer_id, now))
        await share_transfers.transfer_made(unit, saved, now)
        facts: dict[str, Fact] = {
            "order": split.order_id,
            "driver": split.driver_id,
            "cents": sent.submitted_cents or 0,
            "attempts": split.attempts,
        }
        await unit.audit.append(
            AuditEvent(AuditAction.SHARE_TRANSFERRED, SYSTEM, now, "payment", split.payment_id, facts)
        )

    async def _refused(self, split: PaymentSplit, reason: str) -> None:
        """A refusal because the account cannot take it now is no failure: the share waits."""
        assert split.driver_id is not None
        waits = await self._may_become_ready(split.driver_id)
        await self.storage.write(lambda unit: self._fail(unit, split, reason, waits=waits))
        if waits:
            raise self._account_not_ready()

    async def _fail(self, unit: UnitOfWork, sent: PaymentSplit, reason: str, *, waits: bool) -> None:
        split = await unit.splits.get(sent.id)
        if split is None or split.status is not SplitStatus.PENDING or split.attempts != sent.attempts:
            return
        now = self.clock.now()
        refused = fail(split, reason, now)
        await unit.splits.save(split, retry(refused, now) if waits else refused)
        await share_transfers.transfer_refused(unit, refused, now)
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
        await share_transfers.return_made(unit, split, share, now)
        facts: dict[str, Fact] = {
            "order": split.order_id,
            "driver": split.driver_id,
            "cents": sent.amount_cents,
        }
        await unit.audit.append(
            AuditEvent(AuditAction.SHARE_TRANSFERRED, SYSTEM, now, "payment", split.payment_id, facts)
        )

    async def _note_refused(
        self, unit: UnitOfWork, split: PaymentSplit, share: ReturnedShare, reason: str
    ) -> None:
        after = attrs.evolve(share, attempts=share.attempts + 1, failure_reason=reason[:MAX_FAILURE_LENGTH])
        await unit.splits.save_returned(share, after)
        await LedgerWriter(unit, split.order_id, self.clock.now()).void(f"transfer/{share.reference}")

    async def _send_reversals(self, split_id: str) -> None:
        """What was given back while the transfer was under way."""
        for reversal in await self.storage.read(lambda unit: unit.reversals.open_of(split_id)):
            with suppress(Unavailable, Conflict, ProviderRefused):
                await self._reverse(reversal)

    async def _reverse(self, reversal: TransferReversal) -> bool:
        """Whether there was a transfer to take back from."""
        found = await self.storage.read(lambda unit: _transfers_of(unit, reversal.split_id))
        if found is None:
            return False
        split, transfers = found
        now = self.clock.now()
        await self.storage.write(lambda unit: share_transfers.reserve_reversal(unit, split, reversal, now))
        take_back = TakeBack(self.storage, self.cards)
        taken = await take_back(split.driver_id or "", reversal, transfers)
        if taken.refusal is not None:
            reason = taken.refusal.reason[:MAX_FAILURE_LENGTH]
            part = attrs.evolve(
                reversal, taken_cents=max(reversal.taken_cents, taken.cents), failure_reason=reason
            )
            await self.storage.write(
                lambda unit: share_transfers.reversal_refused(
                    unit, split, reversal, part, taken.borrowed, self.clock.now()
                )
            )
            raise taken.refusal
        await self.storage.write(
            lambda unit: share_transfers.reversal_made(
                unit, split, reversal, taken.their_id, self.clock.now()
            )
        )
        return True


async def _transfers_of(unit: UnitOfWork, split_id: str) -> tuple[PaymentSplit, Sequence[TakenBack]] | None:
    """All that was sent to the driver of a split, by the provider's ids, oldest first; None if nothing."""
    split = await unit.splits.get(split_id)
    if split is None:
        return None
    found = []
    if split.driver_transfer_id is not None:
        found.append(TakenBack(split.driver_transfer_id, split.submitted_cents or 0))
    again = await unit.splits.returned_of(split_id)
    found += [
        TakenBack(each.transfer_id, each.amount_cents) for each in again if each.transfer_id is not None
    ]
    return (split, found) if found else None
