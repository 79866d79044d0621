"""A customer's favorite drivers: listed, added after a delivery, and removed."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.drivers import DriverProfile
from haulage.drivers.favorite import MOST_FAVORITES, FavoriteDriver, TooManyFavorites
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, Unauthenticated
from haulage.kernel.policy import Action, authorize
from haulage.orders import OrderStatus
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

WHAT = "Driver"


@attrs.frozen
class KnownFavorite:
    """A favorite with their profile as it is now."""

    driver: DriverProfile
    added_at: datetime


@attrs.frozen
class FavoriteDrivers:
    """One's own list, whatever else one is."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor) -> Sequence[KnownFavorite]:
        """Newest first; there are never many."""
        user_id = _user(actor)
        return await self.storage.read(lambda unit: _known(unit, user_id))

    async def add(self, actor: Actor, driver_id: str) -> KnownFavorite:
        """Whoever has not completed an order for the customer is not found: nobody looks drivers up by this.

        Raises ``NotFound`` or ``TooManyFavorites``. Adding somebody twice keeps the first time.
        """
        user_id, now = _user(actor), self.clock.now()

        async def work(unit: UnitOfWork) -> KnownFavorite:
            listed = await unit.favorites.of(user_id)
            if all(each.driver_id != driver_id for each in listed):
                await _require_driven(unit, user_id, driver_id)
                if len(listed) >= MOST_FAVORITES:
                    raise TooManyFavorites
                await unit.favorites.add(FavoriteDriver(user_id, driver_id, now))
            known = await _known(unit, user_id)
            return next(each for each in known if each.driver.id == driver_id)

        return await self.storage.write(work)

    async def remove(self, actor: Actor, driver_id: str) -> None:
        """Whoever is not on the list stays away from it."""
        user_id = _user(actor)
        await self.storage.write(lambda unit: unit.favorites.remove(user_id, driver_id))


async def _require_driven(unit: UnitOfWork, user_id: str, driver_id: str) -> None:
    driven = OrderFilter(customer_id=user_id, driver_id=driver_id, status=OrderStatus.COMPLETED)
    if not (await unit.orders.list(driven, PageRequest(1, None))).items:
        raise NotFound(WHAT)


async def _known(unit: UnitOfWork, user_id: str) -> Sequence[KnownFavorite]:
    listed = await unit.favorites.of(user_id)
    entries = await unit.drivers.entries([each.driver_id for each in listed])
    drivers = {entry.driver.id: entry.driver for entry in entries}
    return [KnownFavorite(drivers[each.driver_id], each.created_at) for each in listed]


def _user(actor: Actor) -> str:
    authorize(actor, Action.MANAGE_FAVORITES)
    if actor.user_id is None:
        raise Unauthenticated
    return actor.user_id
