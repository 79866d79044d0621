"""Saved addresses as the API takes and shows them."""

from typing import Annotated

from msgspec import Meta

from haulage.addresses import MAX_ADDRESS_NAME_LENGTH, SavedAddress
from haulage.kernel.stop_access import NO_ACCESS
from haulage.use_cases.addresses.facade import AddressDraft
from haulage_adapters.wire.common import In, Instant, Out, PlaceIn, PlaceOut
from haulage_adapters.wire.stop_access import StopAccessIn, StopAccessOut


class AddressIn(In):
    """``name`` is one's own word for the place, such as Home."""

    name: Annotated[str, Meta(min_length=1, max_length=MAX_ADDRESS_NAME_LENGTH)]
    place: PlaceIn
    access: StopAccessIn | None = None

    def to_core(self) -> AddressDraft:
        return AddressDraft(self.name, self.place.to_core(), StopAccessIn.core_of(self.access))


class AddressOut(Out):
    """``access`` is null where nothing is known of it."""

    id: str
    name: str
    place: PlaceOut
    access: StopAccessOut | None
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, address: SavedAddress) -> "AddressOut":
        given = None if address.access == NO_ACCESS else address.access
        return cls.from_attributes(address, place=PlaceOut.of(address.place), access=StopAccessOut.of(given))
