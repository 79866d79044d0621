"""Where proofs of delivery, their photos' facts and delivery PINs are kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.proofs import DeliveryPin, PhotoFacts, ProofRecord


@attrs.frozen
class StoredProof:
    """A record with whose it is, and under which id and hash its driver's device sent it."""

    id: str
    order_id: str
    driver_id: str
    client_id: str
    request_hash: str
    record: ProofRecord
    photo_id: str | None
    received_at: datetime
    erased_at: datetime | None = None


@attrs.frozen
class StoredPhoto:
    """A picture that a driver's device sent under its own id. It may be used once ``stored_at`` is there."""

    id: str
    order_id: str
    driver_id: str
    client_id: str
    request_hash: str
    facts: PhotoFacts
    received_at: datetime
    stored_at: datetime | None = None

    @property
    def file(self) -> str:
        """Its name in the file store."""
        return photo_file(self.id)


def photo_file(photo_id: str) -> str:
    return f"proofs/{photo_id}.jpg"


class ProofStore(Protocol):
    """Part of the unit of work."""

    async def end(self) -> tuple[int, str]:
        """Number and hash of the chain's last record, which stays the last until this unit ends."""
        ...

    async def add(self, proof: StoredProof) -> None:
        """``Conflict`` when the order has one, or the device's id is known."""
        ...

    async def get(self, proof_id: str) -> StoredProof | None: ...

    async def of_order(self, order_id: str) -> StoredProof | None: ...

    async def by_client(self, driver_id: str, client_id: str) -> StoredProof | None: ...

    async def proved(self, order_ids: Sequence[str]) -> frozenset[str]:
        """Those of the orders that have a proof."""
        ...

    async def chain(self, until: int, count: int) -> Sequence[StoredProof]:
        """So many records up to number *until*, in the chain's order."""
        ...

    async def taken_before(self, before: datetime, limit: int) -> Sequence[StoredProof]:
        """The oldest whose content is still there, received before then."""
        ...

    async def of_customer(self, customer_id: str, limit: int) -> Sequence[StoredProof]:
        """Those of a customer's orders whose content is still there, oldest first."""
        ...

    async def erase(self, proof: StoredProof, now: datetime) -> None:
        """The content goes; the seal, its signature and its place in the chain stay."""
        ...

    async def photo(self, driver_id: str, client_id: str) -> StoredPhoto | None: ...

    async def photo_by_id(self, photo_id: str) -> StoredPhoto | None: ...

    async def count_photos(self, order_id: str) -> int: ...

    async def add_photo(self, photo: StoredPhoto) -> None:
        """``Conflict`` when the device's id for it is known."""
        ...

    async def save_photo(self, photo: StoredPhoto) -> None:
        """Its facts, and since when its bytes are kept; ``Conflict`` when it has been removed meanwhile."""
        ...

    async def forget_photo(self, photo_id: str) -> None: ...

    async def unused_photos(self, before: datetime, limit: int) -> Sequence[StoredPhoto]:
        """The oldest that came before then and are part of no proof."""
        ...

    async def pin(self, order_id: str) -> DeliveryPin | None: ...

    async def awaited_pins(self, order_ids: Sequence[str]) -> frozenset[str]:
        """Those of the orders that end with a PIN which was not given yet."""
        ...

    async def add_pin(self, pin: DeliveryPin) -> None:
        """``Conflict`` when the order has one."""
        ...

    async def save_pin(self, before: DeliveryPin, after: DeliveryPin) -> DeliveryPin:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def forget_pin(self, order_id: str) -> bool:
        """Whether there was one."""
        ...
