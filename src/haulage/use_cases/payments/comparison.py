"""Compare one entry of the card provider with our row, or find a row of ours that it has no entry for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs

from haulage.kernel.money import Cents
from haulage.payments import Dispute, DisputeState, Payment, PaymentState, Refund, RefundStatus
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.payments.provider_entry import EntryKind, ProviderEntry, UnreadableEntry
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.ledger_entries import derived_id
from haulage.use_cases.payments.transfer_comparison import (
    Moved,
    compare_reversal,
    compare_transfer,
    missing_there,
)
from haulage.webhooks.dispute_update import DisputeUpdate

SUBJECTS = {
    EntryKind.CHARGE: DifferenceSubject.PAYMENT,
    EntryKind.REFUND: DifferenceSubject.REFUND,
    EntryKind.REFUND_FAILED: DifferenceSubject.REFUND,
    EntryKind.DISPUTE: DifferenceSubject.DISPUTE,
    EntryKind.TRANSFER: DifferenceSubject.TRANSFER,
    EntryKind.TRANSFER_REVERSAL: DifferenceSubject.TRANSFER_REVERSAL,
}
FAILED, SUCCEEDED, SENT, WON, OPEN = "failed", "succeeded", "sent", "won", "open"
"""What an entry says of the thing that it is about."""


@attrs.frozen
class Comparison:
    """What differs, as found at *now*. ``unread`` are the provider's ids of what it has and we could not
    read: that is not missing there."""

    now: datetime
    unread: set[str] = attrs.Factory(set)

    async def entry(self, unit: UnitOfWork, entry: ProviderEntry) -> Difference | None:
        """None where ours is the same. What the provider paid to our own bank is entered, not compared."""
        match entry.kind:
            case EntryKind.CHARGE:
                return await self._charge(unit, entry)
            case EntryKind.REFUND | EntryKind.REFUND_FAILED:
                return await self._refund(unit, entry)
            case EntryKind.DISPUTE:
                return await self._dispute(unit, entry)
            case EntryKind.TRANSFER:
                return await compare_transfer(unit, entry, self.now)
            case EntryKind.TRANSFER_REVERSAL:
                return await compare_reversal(unit, entry, self.now)
            case EntryKind.PAYOUT | EntryKind.OTHER:
                return None if entry.kind is EntryKind.PAYOUT else self._unknown(entry)

    def _unknown(self, entry: ProviderEntry) -> Difference:
        """By the entry: several of a kind may tell the same source, or none. What it is, the provider's own
        word says."""
        kind, subject = DifferenceKind.UNKNOWN_ENTRY, DifferenceSubject.ENTRY
        found = self._found(kind, subject, entry.id, entry.created_at)
        theirs: dict[str, Any] = {"their_cents": entry.amount_cents, "their_fee_cents": entry.fee_cents}
        return attrs.evolve(found, their_id=entry.id, their_status=entry.type, **theirs)

    async def _charge(self, unit: UnitOfWork, entry: ProviderEntry) -> Difference | None:
        payment = await unit.payments.of_reference(entry.provider_reference or "")
        subject = DifferenceSubject.PAYMENT
        if payment is None:
            found = self._theirs(DifferenceKind.UNKNOWN_CHARGE, subject, entry, SUCCEEDED, None)
            return attrs.evolve(found, their_fee_cents=entry.fee_cents)
        if payment.state is not PaymentState.SUCCEEDED:
            found = self._theirs(DifferenceKind.OTHER_STATUS, subject, entry, SUCCEEDED, payment)
            return attrs.evolve(found, our_cents=payment.amount_cents, our_status=payment.state.value)
        ours = (payment.amount_cents, payment.processing_fee_cents)
        if ours == (entry.amount_cents, entry.fee_cents):
            return None
        found = self._theirs(DifferenceKind.OTHER_AMOUNT, subject, entry, SUCCEEDED, payment)
        net = ours[0] - ours[1]
        same = ours[0] == entry.amount_cents
        found = attrs.evolve(found, their_cents=entry.net_cents if same else entry.amount_cents)
        return attrs.evolve(found, our_cents=net if same else ours[0], our_status=payment.state.value)

    async def _refund(self, unit: UnitOfWork, entry: ProviderEntry) -> Difference | None:
        entries = await unit.reconciliation.entries_of_source(entry.source or "")
        came_back = any(each.kind is EntryKind.REFUND_FAILED for each in entries)
        ours = await _refund_of(unit, entry)
        payment = await unit.payments.of_reference(entry.provider_reference or "")
        theirs = FAILED if came_back else SENT
        if ours is None or _is_another(ours, entry):
            if came_back:
                return None
            owed = await _owed_of(unit, payment, entry)
            if owed is not None:
                return self._of_refund(DifferenceKind.OTHER_AMOUNT, owed, entry, theirs)
            return self._theirs(DifferenceKind.MISSING_HERE, DifferenceSubject.REFUND, entry, theirs, payment)
        if (ours.status is RefundStatus.SENT) is came_back:
            return self._of_refund(DifferenceKind.OTHER_STATUS, ours, entry, theirs)
        if not came_back and -entry.amount_cents != await _sent_by(unit, ours):
            return self._of_refund(DifferenceKind.OTHER_AMOUNT, ours, entry, theirs)
        return None

    def _of_refund(self, kind: DifferenceKind, ours: Refund, entry: ProviderEntry, theirs: str) -> Difference:
        found = self._theirs(kind, DifferenceSubject.REFUND, entry, theirs, None)
        return attrs.evolve(found, **_facts(ours), our_cents=-ours.to_send_cents)

    async def _dispute(self, unit: UnitOfWork, entry: ProviderEntry) -> Difference | None:
        ours = await unit.disputes.of_reference(entry.source or "")
        moved = await unit.reconciliation.entries_of_source(entry.source or "")
        theirs = WON if moved and moved[-1].amount_cents > 0 else OPEN
        payment = await unit.payments.of_reference(entry.provider_reference or "")
        subject = DifferenceSubject.DISPUTE
        if ours is None:
            return self._theirs(DifferenceKind.MISSING_HERE, subject, entry, theirs, payment)
        is_won = ours.state is DisputeState.WON
        if (theirs == WON and not is_won) or (is_won and _was_taken_again(moved)):
            found = self._theirs(DifferenceKind.OTHER_STATUS, subject, entry, theirs, payment)
        elif abs(entry.amount_cents) not in {0, ours.amount_cents}:
            found = self._theirs(DifferenceKind.OTHER_AMOUNT, subject, entry, theirs, payment)
        else:
            return None
        return attrs.evolve(
            found,
            payment_id=ours.payment_id,
            order_id=ours.order_id,
            our_cents=-ours.amount_cents,
            our_status=ours.state.value,
        )

    async def unreadable(self, unit: UnitOfWork, entry: UnreadableEntry, since: datetime) -> Difference:
        """A movement that was not compared; one that does not tell its time counts as of *since*."""
        self.unread.update(id for id in (entry.source, entry.provider_reference) if id)
        kind = DifferenceKind.OTHER_CURRENCY if entry.currency else DifferenceKind.UNREADABLE
        subject = SUBJECTS.get(entry.kind, DifferenceSubject.ENTRY)
        found = self._found(kind, subject, entry.id, entry.created_at or since)
        payment = await unit.payments.of_reference(entry.provider_reference or "")
        if payment is not None:
            found = attrs.evolve(found, payment_id=payment.id, order_id=payment.order_id)
        return attrs.evolve(found, their_id=entry.source or entry.id, their_status=entry.currency)

    def unreadable_dispute(self, dispute: Dispute) -> Difference:
        """What the provider says of a dispute of ours cannot be read."""
        found = self._found(
            DifferenceKind.UNREADABLE,
            DifferenceSubject.DISPUTE,
            dispute.provider_reference,
            dispute.opened_at,
        )
        return attrs.evolve(
            found,
            payment_id=dispute.payment_id,
            order_id=dispute.order_id,
            their_id=dispute.provider_reference,
            our_cents=-dispute.amount_cents,
            our_status=dispute.state.value,
        )

    def payment_missing(self, payment: Payment) -> Difference | None:
        """The provider has no charge of a payment that we take for paid."""
        if payment.provider_reference in self.unread:
            return None
        found = self._found(
            DifferenceKind.MISSING_THERE, DifferenceSubject.PAYMENT, payment.id, payment.created_at
        )
        facts: dict[str, Any] = {
            "payment_id": payment.id,
            "order_id": payment.order_id,
            "our_status": payment.state.value,
        }
        return attrs.evolve(
            found, **facts, our_cents=payment.amount_cents, their_id=payment.provider_reference
        )

    def transfer_missing(self, moved: Moved) -> Difference | None:
        """The provider has nothing of what moved to or from a driver's account."""
        return None if moved.their_id in self.unread else missing_there(moved, self.now)

    def refund_missing(self, refund: Refund) -> Difference | None:
        """The provider has no refund of what we take for sent."""
        if refund.provider_refund_id in self.unread:
            return None
        found = self._found(
            DifferenceKind.MISSING_THERE, DifferenceSubject.REFUND, refund.id, refund.created_at
        )
        ours = _facts(refund)
        return attrs.evolve(
            found, **ours, our_cents=-refund.to_send_cents, their_id=refund.provider_refund_id
        )

    def refund_not_sent(self, refund: Refund) -> Difference:
        """It is owed, and the provider or the card's bank does not take it."""
        found = self._found(DifferenceKind.NOT_SENT, DifferenceSubject.REFUND, refund.id, refund.created_at)
        return attrs.evolve(found, **_facts(refund), our_cents=-refund.to_send_cents)

    def dispute_missing(self, dispute: Dispute) -> Difference | None:
        """The provider has taken nothing for a dispute of ours."""
        if dispute.provider_reference in self.unread:
            return None
        found = self._found(
            DifferenceKind.MISSING_THERE, DifferenceSubject.DISPUTE, dispute.id, dispute.opened_at
        )
        facts: dict[str, Any] = {"payment_id": dispute.payment_id, "order_id": dispute.order_id}
        return attrs.evolve(
            found,
            **facts,
            our_cents=-dispute.amount_cents,
            our_status=dispute.state.value,
            their_id=dispute.provider_reference,
        )

    def decided_otherwise(self, dispute: Dispute, update: DisputeUpdate) -> Difference:
        """The bank has decided what is open with us, or has decided otherwise."""
        return self._of_dispute(DifferenceKind.OTHER_STATUS, dispute, update)

    def costs_otherwise(self, dispute: Dispute, update: DisputeUpdate) -> Difference:
        """The dispute has cost more, or less, than we have entered."""
        found = self._of_dispute(DifferenceKind.OTHER_AMOUNT, dispute, update)
        ours, theirs = -dispute.amount_cents - dispute.fee_cents, -update.amount_cents - update.fee_cents
        return attrs.evolve(found, our_cents=ours, their_cents=theirs)

    def _of_dispute(self, kind: DifferenceKind, dispute: Dispute, update: DisputeUpdate) -> Difference:
        found = self._found(kind, DifferenceSubject.DISPUTE, dispute.provider_reference, dispute.opened_at)
        facts: dict[str, Any] = {
            "payment_id": dispute.payment_id,
            "order_id": dispute.order_id,
            "their_id": dispute.provider_reference,
            "our_cents": -dispute.amount_cents,
            "their_cents": -update.amount_cents,
            "our_status": dispute.state.value,
            "their_status": update.status,
        }
        return attrs.evolve(found, **facts)

    def _theirs(
        self,
        kind: DifferenceKind,
        subject: DifferenceSubject,
        entry: ProviderEntry,
        status: str,
        payment: Payment | None,
    ) -> Difference:
        """By the thing and not by the entry: several entries may be about one."""
        found = self._found(kind, subject, entry.source or entry.id, entry.created_at)
        cents: Cents = entry.amount_cents
        whose: dict[str, Any] = {"payment_id": payment.id, "order_id": payment.order_id} if payment else {}
        their_id = entry.source or entry.id
        return attrs.evolve(found, their_id=their_id, their_cents=cents, their_status=status, **whose)

    def _found(self, kind: DifferenceKind, subject: DifferenceSubject, key: str, at: datetime) -> Difference:
        id = derived_id("dif", f"{kind}/{subject}/{key}")
        return Difference(id, kind, subject, occurred_at=at, created_at=self.now, seen_at=self.now)


def _was_taken_again(moved: Sequence[ProviderEntry]) -> bool:
    """Whether the bank has taken the money of a dispute again that it had given back. A win whose entries
    are of one second may be in the wrong order: then they still come to nothing together."""
    cents = [each.amount_cents for each in moved]
    return any(each > 0 for each in cents) and cents[-1] < 0 and sum(cents) < 0


async def _refund_of(unit: UnitOfWork, entry: ProviderEntry) -> Refund | None:
    """Ours, by the provider's id or by the reference that it was asked for under: ``{refund}`` at first,
    ``{refund}-{attempts}`` later."""
    known = await unit.refunds.of_provider(entry.source or "")
    if known is not None or entry.reference is None:
        return known
    return await unit.refunds.get(entry.reference) or await unit.refunds.get(
        entry.reference.rpartition("-")[0]
    )


async def _owed_of(unit: UnitOfWork, payment: Payment | None, entry: ProviderEntry) -> Refund | None:
    """The oldest refund that we owe of the payment, where somebody gave back another amount at the
    provider's own dashboard: it cannot go out as it is any more."""
    if payment is None or entry.reference is not None:
        return None
    made = await unit.refunds.of_payment(payment.id)
    return next((each for each in made if each.is_open), None)


async def _sent_by(unit: UnitOfWork, ours: Refund) -> Cents:
    """All that went out with this one: a refund made at the provider may have paid several."""
    all_of_them = await unit.refunds.of_payment(ours.payment_id)
    same = [each for each in all_of_them if each.provider_refund_id == ours.provider_refund_id]
    return sum(each.to_send_cents for each in same) if ours.provider_refund_id else ours.to_send_cents


def _is_another(ours: Refund, entry: ProviderEntry) -> bool:
    """Whether what we know to have gone out is not this: then the provider has given back twice."""
    return ours.status is RefundStatus.SENT and ours.provider_refund_id != entry.source


def _facts(refund: Refund) -> dict[str, Any]:
    return {
        "payment_id": refund.payment_id,
        "refund_id": refund.id,
        "order_id": refund.order_id,
        "our_status": refund.status.value,
    }
