"""Sending what is owed back to the cards it came from."""

import attrs

from haulage.kernel.errors import Conflict, Unavailable
from haulage.payments import Payment
from haulage.payments.payment import confirm_refund
from haulage.ports.clock import Clock
from haulage.ports.payments import CardPayments
from haulage.ports.storage import Storage

BATCH = 50


@attrs.frozen
class SendRefunds:
    """A refund is owed from the moment it is stored; sending is repeated until the provider has it.

    The provider's reference is the payment with the total owed, so a repeat refunds nothing twice.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def of_order(self, order_id: str) -> None:
        """Send at once where possible; what fails is left for :meth:`all_due`."""
        payment = await self.storage.read(lambda unit: unit.payments.of_order(order_id))
        if payment is not None:
            await self._send(payment)

    async def all_due(self) -> int:
        """Send what is due, and return how many reached the provider."""
        due = await self.storage.read(lambda unit: unit.payments.refunds_due(BATCH))
        return sum([await self._send(payment) for payment in due])

    async def _send(self, payment: Payment) -> bool:
        owed, sent = payment.refund_requested_cents, payment.refunded_cents
        if owed <= sent:
            return False
        try:
            await self.cards.refund(
                payment.provider_reference, amount_cents=owed - sent, reference=f"{payment.id}-{owed}"
            )
            confirmed = confirm_refund(payment, owed, self.clock.now())
            await self.storage.write(lambda unit: unit.payments.save(payment, confirmed))
        except (Unavailable, Conflict):
            return False
        return True
