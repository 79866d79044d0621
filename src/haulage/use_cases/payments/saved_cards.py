"""One's own saved cards: list, remove, choose the default; and what the provider is told of them (PAY-30).

A card is added by paying with it alone (:mod:`haulage.use_cases.payments.card_saving`).
"""

from collections.abc import Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.payments.saved_card import SavedCard, sorted_cards
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.saved_cards import remove_card

WHAT = "Card"


@attrs.frozen
class ListedCard:
    """A saved card, and whether it can still pay."""

    card: SavedCard
    has_expired: bool


@attrs.frozen
class SavedCards:
    """Whose they are is whoever asks: nobody names another. Cards of another provider than the present one
    pay nothing and are not shown."""

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def all(self, actor: Actor) -> Sequence[ListedCard]:
        """The default first, then the newest. Expired ones are among them."""
        user_id, now = _owner(actor), self.clock.now()
        mine = await self.storage.read(lambda unit: unit.saved_cards.of_user(user_id))
        usable = sorted_cards(each for each in mine if each.simulated == self.cards.simulated)
        return [ListedCard(each, each.has_expired(now)) for each in usable]

    async def remove(self, actor: Actor, card_id: str) -> None:
        """Raises ``NotFound``. A payment that is under way with it is not undone."""
        user_id, now = _owner(actor), self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            if not await remove_card(unit, actor, await _own(unit, user_id, card_id), now):
                raise NotFound(WHAT)

        await self.storage.write(work)

    async def make_default(self, actor: Actor, card_id: str) -> ListedCard:
        """Offered first from now on. Raises ``NotFound``."""
        user_id, now = _owner(actor), self.clock.now()

        async def work(unit: UnitOfWork) -> ListedCard:
            await unit.saved_cards.lock(user_id)
            card = await _own(unit, user_id, card_id)
            await unit.saved_cards.make_default(card)
            return ListedCard(attrs.evolve(card, is_default=True), card.has_expired(now))

        return await self.storage.write(work)


@attrs.frozen
class ForgetCard:
    """Has the provider keep a card no longer; as often as it takes."""

    cards: CardPayments

    async def __call__(self, provider_card: str) -> None:
        """May raise ``Unavailable`` or ``ProviderRefused``."""
        await self.cards.forget_card(provider_card)


@attrs.frozen
class ForgetCardCustomer:
    """The same for somebody who has left, and every card of theirs."""

    cards: CardPayments

    async def __call__(self, provider_customer: str) -> None:
        """May raise ``Unavailable`` or ``ProviderRefused``."""
        await self.cards.forget_customer(provider_customer)


def _owner(actor: Actor) -> str:
    authorize(actor, Action.MANAGE_OWN_CARDS)
    return actor.user_id or ""


async def _own(unit: UnitOfWork, user_id: str, card_id: str) -> SavedCard:
    found = await unit.saved_cards.get(user_id, card_id)
    if found is None:
        raise NotFound(WHAT)
    return found
