"""One's own saved addresses."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.addresses import (
    MAX_ADDRESSES,
    AddressNameTaken,
    SavedAddress,
    TooManyAddresses,
    checked_name,
    sorted_addresses,
)
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Place
from haulage.kernel.policy import Action, authorize
from haulage.kernel.stop_access import NO_ACCESS, StopAccess, checked_access
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

WHAT = "Address"


@attrs.frozen
class AddressDraft:
    """A name of the customer's own, the place, and how to get to the door there."""

    name: str
    place: Place
    access: StopAccess = NO_ACCESS

    def checked(self) -> "AddressDraft":
        """Raises ``InvalidInput``."""
        return attrs.evolve(self, name=checked_name(self.name), access=checked_access(self.access, "access"))


@attrs.frozen
class AddressUseCases:
    """List, add, change and remove. Whose they are is whoever asks: nobody names another."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def all(self, actor: Actor) -> Sequence[SavedAddress]:
        """Home and Work first, then by name."""
        user_id = _owner(actor)
        return sorted_addresses(await self.storage.read(lambda unit: unit.addresses.of_user(user_id)))

    async def add(self, actor: Actor, draft: AddressDraft) -> SavedAddress:
        """Raises ``InvalidInput``, ``AddressNameTaken`` or ``TooManyAddresses``."""
        user_id, draft, now = _owner(actor), draft.checked(), self.clock.now()
        address = SavedAddress(
            id=self.identifiers.new("adr"),
            user_id=user_id,
            name=draft.name,
            place=draft.place,
            access=draft.access,
            created_at=now,
            updated_at=now,
        )

        async def work(unit: UnitOfWork) -> SavedAddress:
            if await unit.addresses.count(user_id) >= MAX_ADDRESSES:
                raise TooManyAddresses
            await _require_free_name(unit, address)
            await unit.addresses.add(address)
            return address

        return await self.storage.write(work)

    async def change(self, actor: Actor, address_id: str, draft: AddressDraft) -> SavedAddress:
        """Raises ``NotFound``, ``InvalidInput`` or ``AddressNameTaken``."""
        user_id, draft, now = _owner(actor), draft.checked(), self.clock.now()

        async def work(unit: UnitOfWork) -> SavedAddress:
            before = await _own(unit, user_id, address_id)
            after = _changed(before, draft, now)
            await _require_free_name(unit, after)
            return await unit.addresses.save(before, after)

        return await self.storage.write(work)

    async def remove(self, actor: Actor, address_id: str) -> None:
        """Raises ``NotFound``."""
        user_id = _owner(actor)

        async def work(unit: UnitOfWork) -> None:
            await unit.addresses.remove(await _own(unit, user_id, address_id))

        await self.storage.write(work)


def _owner(actor: Actor) -> str:
    authorize(actor, Action.MANAGE_OWN_ADDRESSES)
    return actor.user_id or ""


async def _own(unit: UnitOfWork, user_id: str, address_id: str) -> SavedAddress:
    found = await unit.addresses.get(user_id, address_id)
    if found is None:
        raise NotFound(WHAT)
    return found


async def _require_free_name(unit: UnitOfWork, address: SavedAddress) -> None:
    other = await unit.addresses.named(address.user_id, address.name_key)
    if other is not None and other.id != address.id:
        raise AddressNameTaken


def _changed(before: SavedAddress, draft: AddressDraft, now: datetime) -> SavedAddress:
    return attrs.evolve(before, name=draft.name, place=draft.place, access=draft.access, updated_at=now)
