"""Whom the card provider knows customers as, and for whom it keeps the card that pays (PAY-30)."""

import attrs

from haulage.payments import Payment
from haulage.payments.saved_card import MAX_SAVED_CARDS, SavedCardGone, TooManySavedCards
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.saved_cards import CardCustomer
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork


@attrs.frozen
class ProviderCustomers:
    """Opened when the first card is to be kept for somebody, and not before."""

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def save_next_card(self, payment: Payment, *, save: bool) -> None:
        """Have the provider keep the card that pays this payment, or not. Raises ``Unavailable`` or
        ``ProviderRefused``."""
        if not save:
            await self.cards.save_next_card(payment.provider_reference, None)
            return
        customer = await self._of(payment.customer_id)
        try:
            await self.cards.save_next_card(payment.provider_reference, customer)
        except SavedCardGone:  # removed in the provider's own dashboard, with every card
            anew = await self._open(payment.customer_id, f"{payment.customer_id}-after-{customer}")
            await self.cards.save_next_card(payment.provider_reference, anew)

    async def _of(self, user_id: str) -> str:
        known = await self.storage.read(lambda unit: unit.saved_cards.customer(user_id))
        if known is not None and known.simulated == self.cards.simulated:
            return known.provider_customer
        return await self._open(user_id, user_id)

    async def _open(self, user_id: str, reference: str) -> str:
        made = await self.cards.open_customer(reference=reference)
        customer = CardCustomer(user_id, made, self.cards.simulated, self.clock.now())
        await self.storage.write(lambda unit: unit.saved_cards.put_customer(customer))
        return made


async def require_room(unit: UnitOfWork, payment: Payment) -> None:
    """Raises ``TooManySavedCards`` where the payer has as many cards as anybody may have."""
    mine = await unit.saved_cards.of_user(payment.customer_id)
    if len([each for each in mine if each.simulated == payment.simulated]) >= MAX_SAVED_CARDS:
        raise TooManySavedCards
