"""Sending what is owed back to the cards it came from."""

from contextlib import suppress

import attrs

from haulage.audit import AuditAction, Deed, Fact
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.policy import SYSTEM, Actor
from haulage.payments import Payment, ProviderRefused, Refund, RefundStatus
from haulage.payments.payment import confirm_refund
from haulage.payments.refund import failed, sent
from haulage.ports.clock import Clock
from haulage.ports.payments import CardPayments
from haulage.ports.storage import Storage, UnitOfWork


async def tell_of_refund_owed(unit: UnitOfWork, actor: Actor, payment: Payment) -> None:
    """Whose doing it was that money goes back, and how much in all."""
    facts: dict[str, Fact] = {"order": payment.order_id, "total_cents": payment.refund_requested_cents}
    await unit.audit.append(
        Deed(AuditAction.REFUND_OWED, actor, payment.updated_at, "payment", payment.id, facts)
    )


@attrs.frozen
class SendRefunds:
    """A refund is owed from the moment it is stored, with the job that sends it.

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
        """Send one refund, if it is not sent; an older release's job names the payment instead.

        Raises ``Unavailable``, ``Conflict`` or ``ProviderRefused``: then it is not.
        """
        refund = await self.storage.read(lambda unit: unit.refunds.get(refund_id))
        if refund is not None:
            await self._send(refund)
            return
        for each in await self.storage.read(lambda unit: unit.refunds.of_payment(refund_id)):
            await self._send(each)

    async def _send(self, refund: Refund) -> None:
        if refund.status is RefundStatus.SENT:
            return
        payment = await self.storage.read(lambda unit: unit.payments.get(refund.payment_id))
        if payment is None:
            raise NotFound("Payment")
        try:
            provider_id = await self.cards.refund(
                payment.provider_reference, amount_cents=refund.amount_cents, reference=refund.reference
            )
        except ProviderRefused as refusal:
            await self._keep_refusal(refund, refusal)
            raise
        await self.storage.write(lambda unit: self._keep(unit, refund, provider_id))

    async def _keep_refusal(self, refund: Refund, refusal: ProviderRefused) -> None:
        after = failed(refund, refusal.reason, self.clock.now())
        facts: dict[str, Fact] = {"refund": refund.id, "cents": refund.amount_cents}

        async def work(unit: UnitOfWork) -> None:
            await unit.refunds.save(refund, after)
            deed = Deed(
                AuditAction.REFUND_REFUSED, SYSTEM, after.updated_at, "payment", refund.payment_id, facts
            )
            await unit.audit.append(deed)

        with suppress(Conflict):  # the twin of this asking has written it down
            await self.storage.write(work)

    async def _keep(self, unit: UnitOfWork, refund: Refund, provider_id: str) -> None:
        now = self.clock.now()
        after = await unit.refunds.save(refund, sent(refund, provider_id, now))
        payment = await unit.payments.get(refund.payment_id)
        if payment is None:
            raise NotFound("Payment")
        total = payment.refunded_cents + after.amount_cents
        await unit.payments.save(payment, confirm_refund(payment, total, now))
        facts: dict[str, Fact] = {
            "order": payment.order_id,
            "refund": refund.id,
            "cents": after.amount_cents,
            "total_cents": total,
        }
        await unit.audit.append(Deed(AuditAction.PAYMENT_REFUNDED, SYSTEM, now, "payment", payment.id, facts))
