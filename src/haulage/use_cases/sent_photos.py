"""Photos sent under the device's own id: stored once, and opened by addresses that end soon.

A browser asks for a picture without a token. So the address itself is signed: it names one picture and ends
soon.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol, TypeVar

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, InvalidInput, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import PhotoFacts
from haulage.use_cases.signed_links import is_good, sign

WINDOW_SECONDS = 300
"""Ours: an address is the same for five minutes, so that a page that looks again loads no picture again,
and good for five to ten."""


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


@attrs.define
class PictureLinkExpired(NotFound):
    """The picture's address is expired or was never valid; the answer does not say which."""

    code = "link_expired"
    message = "This link has expired. Please open the order again."
    what: str = "Picture"


@attrs.frozen
class ShownPicture:
    """A file as it goes to the browser."""

    name: str
    media_type: str
    content: bytes = attrs.field(repr=False)


@attrs.frozen
class PhotoLink:
    """An address of a photo that ends soon."""

    photo_id: str
    until: int
    signature: str = attrs.field(repr=False)


def link_end(now: datetime) -> int:
    """The second in which an address ends that is made now."""
    return (int(now.timestamp()) // WINDOW_SECONDS + 2) * WINDOW_SECONDS


@attrs.frozen
class SentPhotos:
    """What is sent again is the same photo. The row comes first, so that a file is never without one that
    names it; the photo counts once its bytes are stored. *kind* tells its addresses from those of others."""

    kind: str
    storage: Storage
    clock: Clock
    tokens: Tokens
    files: FileStore
    pictures: Pictures

    async def store(
        self,
        sent: bytes,
        known_or_added: Callable[[UnitOfWork, str, PhotoFacts], Awaitable[P]],
        save_stored: Callable[[UnitOfWork, P], Awaitable[P]],
    ) -> P:
        """*known_or_added* takes the hash of what was sent and the facts of the picture made of it.

        Raises ``PictureRefused``, ``Unavailable``, or ``InvalidInput`` for the id of another picture.
        """
        picture = await self.pictures.made_safe(sent)
        asked = sha256(sent).hexdigest()

        async def write_down(unit: UnitOfWork) -> P:
            photo = await known_or_added(unit, asked, picture.facts)
            if photo.request_hash != asked:
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

    async def link(self, photo_id: str) -> PhotoLink:
        """For callers that have made sure of who asks."""
        until = link_end(self.clock.now())
        return PhotoLink(photo_id, until, await sign(self.tokens, f"{self.kind}:{photo_id}", until))

    async def open(
        self, actor: Actor, link: PhotoLink, found: Callable[[UnitOfWork], Awaitable[SentPhoto | None]]
    ) -> ShownPicture:
        """Raises ``PictureLinkExpired`` unless the link is ours and its time is not over."""
        authorize(actor, Action.OPEN_DOCUMENT)
        name, now = f"{self.kind}:{link.photo_id}", self.clock.now()
        if not await is_good(self.tokens, name, link.until, link.signature, now):
            raise PictureLinkExpired
        photo = await self.storage.read(found)
        content = await self.files.get(photo.file) if photo else None
        if content is None:
            raise PictureLinkExpired
        return ShownPicture("photo.jpg", "image/jpeg", content)
