"""Store a photo under the device's own id, so that what is sent again is the same photo."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol, TypeVar

import attrs

from haulage.kernel.errors import Conflict, InvalidInput
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import PhotoFacts


class SentPhoto(Protocol):
    """A photo's row. It may be used once *stored_at* is there."""

    @property
    def request_hash(self) -> str:
        """Of the bytes as they were sent."""
        ...

    @property
    def stored_at(self) -> datetime | None: ...

    @property
    def file(self) -> str:
        """Its name in the file store."""
        ...


P = TypeVar("P", bound=SentPhoto)


@attrs.frozen
class StorePhoto:
    """The row comes first, so that a file is never without one that names it; the photo counts once its
    bytes are stored."""

    storage: Storage
    clock: Clock
    files: FileStore
    pictures: Pictures

    async def __call__(
        self,
        sent: bytes,
        known_or_added: Callable[[UnitOfWork, str, PhotoFacts], Awaitable[P]],
        save_stored: Callable[[UnitOfWork, P], Awaitable[P]],
    ) -> P:
        """*known_or_added* takes the hash of what was sent and the facts of the picture made of it.

        Raises ``PictureRefused``, ``Unavailable``, or ``InvalidInput`` for the id of another picture.
        """
        picture = await self.pictures.made_safe(sent)
        request_hash = sha256(sent).hexdigest()

        async def write_down(unit: UnitOfWork) -> P:
            photo = await known_or_added(unit, request_hash, picture.facts)
            if photo.request_hash != request_hash:
                raise InvalidInput("client_id", "was used for another picture")
            return photo

        try:
            photo = await self.storage.write(write_down)
        except Conflict:  # the same picture came twice at once
            photo = await self.storage.write(write_down)
        if photo.stored_at is not None:
            return photo
        await self.files.put(photo.file, picture.content)
        row: Any = photo
        stored: P = attrs.evolve(row, facts=picture.facts, stored_at=self.clock.now())
        return await self.storage.write(lambda unit: save_stored(unit, stored))
