"""Pictures of what is to be moved, as customers sent them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.proofs import PhotoFacts


@attrs.frozen
class ItemPhoto:
    """A picture that a customer sent under their device's own id. It may be used once *stored_at* is there,
    and is part of an order once *order_id* is, at its *place* among the order's."""

    id: str
    user_id: str
    client_id: str
    request_hash: str
    facts: PhotoFacts
    received_at: datetime
    stored_at: datetime | None = None
    order_id: str | None = None
    place: int = 0

    @property
    def file(self) -> str:
        """Its name in the file store."""
        return item_photo_file(self.id)


def item_photo_file(photo_id: str) -> str:
    return f"items/{photo_id}.jpg"


class ItemPhotoStore(Protocol):
    """Part of the unit of work."""

    async def add(self, photo: ItemPhoto) -> None:
        """``Conflict`` when the device's id for it is known."""
        ...

    async def of_client(self, user_id: str, client_id: str) -> ItemPhoto | None: ...

    async def get(self, photo_id: str) -> ItemPhoto | None: ...

    async def save_stored(self, photo: ItemPhoto) -> ItemPhoto:
        """A slow copy of an upload changes nothing of what the quick one stored. ``Conflict`` when the
        picture was removed meanwhile."""
        ...

    async def attach(self, photo: ItemPhoto, order_id: str, place: int) -> None:
        """Make it part of an order, and of no other. ``Conflict`` when it is somewhere else by now."""
        ...

    async def of_order(self, order_id: str) -> Sequence[ItemPhoto]:
        """By their places; there are few."""
        ...

    async def unused(self, user_id: str, limit: int) -> Sequence[ItemPhoto]:
        """The newest that are part of no order, or of one that was not paid."""
        ...

    async def of_user(self, user_id: str) -> Sequence[ItemPhoto]: ...

    async def before(self, before: datetime, limit: int, *, used: bool) -> Sequence[ItemPhoto]:
        """The oldest that came before then and are part of an order, or of none."""
        ...

    async def forget(self, photo_id: str) -> None: ...
