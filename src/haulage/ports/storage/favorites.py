"""Storage of favorite drivers."""

from collections.abc import Sequence
from typing import Protocol

from haulage.drivers.favorite import FavoriteDriver


class FavoriteStore(Protocol):
    async def add(self, favorite: FavoriteDriver) -> None:
        """Adding somebody twice keeps the first time."""
        ...

    async def of(self, user_id: str) -> Sequence[FavoriteDriver]:
        """A customer's, newest first; there are never many."""
        ...

    async def remove(self, user_id: str, driver_id: str) -> None:
        """Whoever is not on the list stays away from it."""
        ...
