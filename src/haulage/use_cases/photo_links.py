"""Addresses of photos that end soon.

A browser asks for a picture without a token. So the address itself is signed: it names one picture and ends
soon.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.files import FileStore
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.signed_links import is_good, sign
from haulage.use_cases.store_photo import SentPhoto

WINDOW_SECONDS = 300
"""Ours: an address is the same for five minutes, so that a page that looks again loads no picture again,
and good for five to ten."""


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
class PhotoLinks:
    """*kind* tells the addresses from those of other photos."""

    kind: str
    storage: Storage
    clock: Clock
    tokens: Tokens
    files: FileStore

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
