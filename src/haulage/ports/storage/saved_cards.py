"""Where saved cards are stored, and whom the card provider knows their owners as."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.payments.saved_card import SavedCard


@attrs.frozen
class CardCustomer:
    """A person's record at the card provider, to which their saved cards belong."""

    user_id: str
    provider_customer: str = attrs.field(repr=False)
    simulated: bool
    created_at: datetime


class SavedCardStore(Protocol):
    """Each card is found by its owner's id and its own: nobody else has a way to it."""

    async def lock(self, user_id: str) -> None:
        """Whoever else changes this person's cards waits until this unit ends."""
        ...

    async def customer(self, user_id: str) -> CardCustomer | None: ...

    async def put_customer(self, customer: CardCustomer) -> None:
        """In place of the one that the person may have had."""
        ...

    async def of_user(self, user_id: str) -> Sequence[SavedCard]:
        """All of a person's; they are few."""
        ...

    async def get(self, user_id: str, card_id: str) -> SavedCard | None: ...

    async def add(self, card: SavedCard) -> None:
        """``Conflict`` when it is there already, or another is the default."""
        ...

    async def make_default(self, card: SavedCard) -> None:
        """This one, and no other of the person's at the same provider."""
        ...

    async def remove(self, card: SavedCard) -> bool:
        """Whether it was still there."""
        ...
