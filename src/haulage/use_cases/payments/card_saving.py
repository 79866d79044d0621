"""Have the card that a browser is about to show to the provider kept for the next order (PAY-30)."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict
from haulage.kernel.policy import Action, authorize
from haulage.payments import Payment, PaymentInProgress, PaymentState
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.payments.apply_charge_result import FAILED
from haulage.use_cases.payments.open_payment import named
from haulage.use_cases.payments.provider_customers import ProviderCustomers, require_room
from haulage.use_cases.payments.settle_payment import see_payment

DECIDED = frozenset({PaymentState.SUCCEEDED, PaymentState.CANCELED})


@attrs.frozen
class SaveNextCard:
    """Whether the card that pays a payment is kept: the customer's tick in the box."""

    storage: Storage
    clock: Clock
    customers: ProviderCustomers

    async def __call__(self, actor: Actor, payment_id: str, *, save: bool) -> Payment:
        """Saying it twice is saying it once; of a payment that is decided it changes nothing.

        Raises ``NotFound``, ``TooManySavedCards``, ``PaymentInProgress`` or ``Unavailable``.
        """
        authorize(actor, Action.MANAGE_OWN_CARDS)
        payment = (await self.storage.read(lambda unit: see_payment(unit, actor, payment_id))).payment
        if payment.state in DECIDED:
            return payment
        if payment.state is PaymentState.PROCESSING:
            raise PaymentInProgress
        if save:
            await self.storage.read(lambda unit: require_room(unit, payment))
        with named(FAILED):
            await self.customers.save_next_card(payment, save=save)
        wanted = attrs.evolve(payment, saves_card=save, updated_at=self.clock.now())
        try:
            return await self.storage.write(lambda unit: unit.payments.save(payment, wanted))
        except Conflict:
            raise PaymentInProgress from None
