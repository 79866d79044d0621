"""Where saved addresses are stored."""

from collections.abc import Sequence
from typing import Protocol

from haulage.addresses import SavedAddress


class AddressStore(Protocol):
    """Each is found by its owner's id and its own: nobody else has a way to it."""

    async def of_user(self, user_id: str) -> Sequence[SavedAddress]:
        """All of a person's; they are few."""
        ...

    async def count(self, user_id: str) -> int:
        """How many the person has. Their next one waits until this unit ends."""
        ...

    async def get(self, user_id: str, address_id: str) -> SavedAddress | None: ...

    async def named(self, user_id: str, name_key: str) -> SavedAddress | None: ...

    async def add(self, address: SavedAddress) -> None:
        """``Conflict`` when the person has another of that name."""
        ...

    async def save(self, before: SavedAddress, after: SavedAddress) -> SavedAddress:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def remove(self, address: SavedAddress) -> None: ...
