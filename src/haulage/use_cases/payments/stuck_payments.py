"""Settle payments whose attempt died with its server, or whose answer never came."""

from datetime import timedelta

import attrs

from haulage.payments import PaymentState
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.payments.settle_payment import SettlePayment

LOOK_AGAIN = timedelta(minutes=1)
"""Ours: while the provider has not decided either."""


@attrs.frozen
class SettleStuckPayment:
    """Ask the provider what came of a payment, until it is no longer being processed."""

    storage: Storage
    clock: Clock
    settle_payment: SettlePayment

    async def __call__(self, payment_id: str) -> None:
        """Raises ``NotYet`` while nothing is decided, and ``Unavailable``."""
        if not await self._is_processing(payment_id):
            return
        outcome = await self.settle_payment.of_payment(payment_id)
        if outcome.payment.state is PaymentState.PROCESSING:
            raise NotYet(self.clock.now() + LOOK_AGAIN)

    async def _is_processing(self, payment_id: str) -> bool:
        payment = await self.storage.read(lambda unit: unit.payments.get(payment_id))
        return payment is not None and payment.state is PaymentState.PROCESSING
