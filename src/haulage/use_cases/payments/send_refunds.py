"""Send owed refunds to the cards that paid."""

from contextlib import suppress
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.ledger import TransactionKind, postings
from haulage.payments import DisputeState, ProviderRefused, Refund
from haulage.payments.payment import confirm_refund
from haulage.payments.refund import failed, sent
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.ledger_entries import LedgerWriter
from haulage.use_cases.payments.unsent_differences import close_unsent, list_if_given_up


async def note_sent(unit: UnitOfWork, refund: Refund, provider_refund_id: str, now: datetime) -> None:
    """The provider has given it back."""
    after = await unit.refunds.save(refund, sent(refund, provider_refund_id, now))
    await close_unsent(unit, after, now)
    payment = await unit.payments.get(refund.payment_id)
    if payment is None:
        raise NotFound("Payment")
    gone = postings.refund_sent(after.to_send_cents)
    enter = LedgerWriter(unit, payment.order_id, now)
    await enter(TransactionKind.REFUND_SENT, f"refund/{refund.id}/sent/{refund.attempts}", gone)
    total = payment.refunded_cents + after.to_send_cents
    await unit.payments.save(payment, confirm_refund(payment, total, now))
    facts: dict[str, Fact] = {
        "order": payment.order_id,
        "refund": refund.id,
        "cents": after.to_send_cents,
        "total_cents": total,
    }
    await unit.audit.append(
        AuditEvent(AuditAction.PAYMENT_REFUNDED, SYSTEM, now, "payment", payment.id, facts)
    )


@attrs.frozen
class SendRefunds:
    """Sends owed refunds to the provider.

    A refund is owed from the moment it is stored, with the job that sends it.

    Each is sent by itself and under a reference of its own, so that an answer that was lost is found by
    the repetition, however many refunds of the payment were asked for in the meantime.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def of_order(self, order_id: str) -> None:
        """Send at once where possible; what fails is left for the job."""
        for refund in await self.storage.read(lambda unit: unit.refunds.unsent_of(order_id)):
            with suppress(Unavailable, Conflict, ProviderRefused):
                await self._send(refund)

    async def of_refund(self, refund_id: str) -> None:
        """Send one refund, if it is not sent.

        Raises ``Unavailable``, ``Conflict`` or ``ProviderRefused``: then it is not.
        """
        refund = await self.storage.read(lambda unit: unit.refunds.get(refund_id))
        if refund is not None:
            await self._send(refund)

    async def _send(self, refund: Refund) -> None:
        if not refund.is_open:
            return
        payment = await self.storage.read(lambda unit: unit.payments.get(refund.payment_id))
        if payment is None:
            raise NotFound("Payment")
        if payment.dispute is DisputeState.OPEN:
            return  # the bank has the money: the end of the dispute settles the refund or has it sent
        try:
            provider_id = await self.cards.refund(
                payment.provider_reference, amount_cents=refund.to_send_cents, reference=refund.reference
            )
        except ProviderRefused as refusal:
            await self._save_refusal(refund, refusal)
            raise
        now = self.clock.now()
        await self.storage.write(lambda unit: note_sent(unit, refund, provider_id, now))

    async def _save_refusal(self, refund: Refund, refusal: ProviderRefused) -> None:
        after = failed(refund, refusal.reason, self.clock.now())
        facts: dict[str, Fact] = {"refund": refund.id, "cents": refund.to_send_cents}

        async def work(unit: UnitOfWork) -> None:
            await unit.refunds.save(refund, after)
            await list_if_given_up(unit, after, after.updated_at)
            audit_event = AuditEvent(
                AuditAction.REFUND_REFUSED, SYSTEM, after.updated_at, "payment", refund.payment_id, facts
            )
            await unit.audit.append(audit_event)

        with suppress(Conflict):  # a second request at the same time has recorded it
            await self.storage.write(work)
