"""Sending what is owed back to the cards it came from."""

from contextlib import suppress
from datetime import timedelta

import attrs

from haulage.audit import AuditAction, Deed, Fact
from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Conflict, Unavailable
from haulage.kernel.policy import SYSTEM, Actor
from haulage.payments import Payment, ProviderRefused
from haulage.payments.payment import confirm_refund
from haulage.ports.clock import Clock
from haulage.ports.payments import CardPayments
from haulage.ports.storage import Storage, UnitOfWork

AT_ONCE_FIRST = timedelta(seconds=15)
"""Ours: whoever owes it sends it at once if they can; the job is for when that failed or the process died."""


async def tell_of_refund_owed(unit: UnitOfWork, actor: Actor, payment: Payment) -> None:
    """Whose doing it was that money goes back, and how much in all; and that it must be sent."""
    now, owed = payment.updated_at, payment.refund_requested_cents
    job = Job(JobKind.SEND_REFUND, payment.id, occasion=str(owed), due_at=now + AT_ONCE_FIRST)
    await unit.jobs.enqueue(job, now)
    facts: dict[str, Fact] = {"order": payment.order_id, "total_cents": payment.refund_requested_cents}
    await unit.audit.append(
        Deed(AuditAction.REFUND_OWED, actor, payment.updated_at, "payment", payment.id, facts)
    )


@attrs.frozen
class SendRefunds:
    """A refund is owed from the moment it is stored, with the job that sends it.

    The provider's reference is the payment with the total owed, so a repeat refunds nothing twice.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def of_order(self, order_id: str) -> None:
        """Send at once where possible; what fails is left for the job."""
        payment = await self.storage.read(lambda unit: unit.payments.of_order(order_id))
        if payment is not None:
            with suppress(Unavailable, Conflict, ProviderRefused):
                await self._send(payment)

    async def of_payment(self, payment_id: str) -> None:
        """Send what is owed of a payment, if anything is.

        Raises ``Unavailable``, ``Conflict`` and ``ProviderRefused``.
        """
        payment = await self.storage.read(lambda unit: unit.payments.get(payment_id))
        if payment is not None:
            await self._send(payment)

    async def _send(self, payment: Payment) -> None:
        owed, sent = payment.refund_requested_cents, payment.refunded_cents
        if owed <= sent:
            return
        await self.cards.refund(
            payment.provider_reference, amount_cents=owed - sent, reference=f"{payment.id}-{owed}"
        )
        confirmed = confirm_refund(payment, owed, self.clock.now())
        await self.storage.write(lambda unit: self._keep(unit, payment, confirmed))

    async def _keep(self, unit: UnitOfWork, before: Payment, after: Payment) -> None:
        await unit.payments.save(before, after)
        sent = after.refunded_cents - before.refunded_cents
        facts: dict[str, Fact] = {"order": after.order_id, "cents": sent, "total_cents": after.refunded_cents}
        await unit.audit.append(
            Deed(AuditAction.PAYMENT_REFUNDED, SYSTEM, after.updated_at, "payment", after.id, facts)
        )
