"""Pictures of what is to be moved: sent while booking, seen by whom the order's view shows them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.item_photos import ItemPhoto
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import PhotoFacts
from haulage.services.orders.item_photos import forget_item_photos, is_free
from haulage.services.orders.order_views import plain_view
from haulage.services.orders.visible_order import visible_order
from haulage.use_cases.photo_links import PhotoLink, PhotoLinks, ShownPicture
from haulage.use_cases.store_photo import StorePhoto

MAX_UNUSED_PHOTOS = 30
"""Ours, of one customer: a picture is taken again, and not for ever."""

ITEM_PHOTOS_RETENTION = timedelta(days=365)
"""Ours: longer than a card's holder has to dispute a charge."""

UNUSED_PHOTOS_RETENTION = timedelta(days=2)
"""Ours: a day longer than anybody takes over a booking."""


class TooManyItemPhotos(RuleBroken):
    """The customer has sent the largest allowed number of pictures without booking."""

    code = "too_many_photos"
    message = "There are too many photos without an order already. Remove some first."


@attrs.frozen
class ShownItemPhoto:
    """A picture, and where it is opened."""

    photo: ItemPhoto
    link: PhotoLink


@attrs.frozen
class ItemPhotos:
    """Of a customer, before an order is booked with them and afterwards."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    files: FileStore
    pictures: Pictures

    async def require_room(self, actor: Actor, client_id: str) -> None:
        """Before anything large is read. Raises ``Unauthenticated``, ``Forbidden`` or
        ``TooManyItemPhotos``."""
        await self.storage.read(lambda unit: _known(unit, _owner(actor), client_id))

    async def take(self, actor: Actor, client_id: str, sent: bytes) -> ShownItemPhoto:
        """Raises ``PictureRefused``, ``Unavailable``, or ``InvalidInput`` for the id of another picture."""
        await self.require_room(actor, client_id)
        id = self.identifiers.new("iph")

        async def known_or_added(unit: UnitOfWork, request_hash: str, facts: PhotoFacts) -> ItemPhoto:
            known = await _known(unit, _owner(actor), client_id)
            if known is None:
                known = ItemPhoto(id, _owner(actor), client_id, request_hash, facts, self.clock.now())
                await unit.item_photos.add(known)
            return known

        photo = await self._store(
            sent, known_or_added, lambda unit, stored: unit.item_photos.save_stored(stored)
        )
        return await self._shown(photo)

    async def unused(self, actor: Actor) -> Sequence[ShownItemPhoto]:
        """One's own that are part of no paid order yet, newest first."""
        owner = _owner(actor)
        mine = await self.storage.read(lambda unit: unit.item_photos.unused(owner, MAX_UNUSED_PHOTOS))
        return [await self._shown(photo) for photo in mine if photo.stored_at is not None]

    async def remove(self, actor: Actor, client_id: str) -> None:
        """One's own that is part of no paid order yet. Raises ``NotFound``."""
        owner, now = _owner(actor), self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            photo = await unit.item_photos.of_client(owner, client_id)
            if photo is None or not await is_free(unit, photo):
                raise NotFound("Photo")
            await forget_item_photos(unit, [photo], now)

        await self.storage.write(work)

    async def of_order(self, actor: Actor, order_id: str) -> Sequence[ShownItemPhoto]:
        """None where the order is shown without. Raises ``NotFound`` for an order that is not."""

        async def query(unit: UnitOfWork) -> Sequence[ItemPhoto]:
            order = await visible_order(unit, actor, order_id)
            shown = plain_view(actor, order).item_photos
            return await unit.item_photos.of_order(order_id) if shown else []

        return [await self._shown(photo) for photo in await self.storage.read(query)]

    async def open(self, actor: Actor, link: PhotoLink) -> ShownPicture:
        """Raises ``PictureLinkExpired`` unless the link is ours and its time is not over."""
        return await self._links.open(actor, link, lambda unit: unit.item_photos.get(link.photo_id))

    async def _shown(self, photo: ItemPhoto) -> ShownItemPhoto:
        return ShownItemPhoto(photo, await self._links.link(photo.id))

    @property
    def _links(self) -> PhotoLinks:
        return PhotoLinks("item", self.storage, self.clock, self.tokens, self.files)

    @property
    def _store(self) -> StorePhoto:
        return StorePhoto(self.storage, self.clock, self.files, self.pictures)


async def forget_item_photos_of(unit: UnitOfWork, user_id: str, now: datetime) -> int:
    """All that somebody sent; how many there were."""
    return await forget_item_photos(unit, await unit.item_photos.of_user(user_id), now)


async def forget_old_item_photos(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Pictures of orders; how many there were."""
    old = await unit.item_photos.before(before, limit, used=True)
    return await forget_item_photos(unit, old, before + ITEM_PHOTOS_RETENTION)


async def forget_unused_item_photos(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Pictures that nothing was booked with; how many there were."""
    unused = await unit.item_photos.before(before, limit, used=False)
    return await forget_item_photos(unit, unused, before + UNUSED_PHOTOS_RETENTION)


def _owner(actor: Actor) -> str:
    authorize(actor, Action.MANAGE_OWN_ITEM_PHOTOS)
    return actor.user_id or ""


async def _known(unit: UnitOfWork, owner: str, client_id: str) -> ItemPhoto | None:
    known = await unit.item_photos.of_client(owner, client_id)
    if known is None and len(await unit.item_photos.unused(owner, MAX_UNUSED_PHOTOS)) >= MAX_UNUSED_PHOTOS:
        raise TooManyItemPhotos
    return known
