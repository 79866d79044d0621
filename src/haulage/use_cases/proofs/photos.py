"""Store a driver's photo: sanitize it, record it, and put it into the file storage."""

from hashlib import sha256

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, InvalidInput, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.proofs import StoredPhoto
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.deliveries.driver_deliveries import own_delivery
from haulage.use_cases.proofs.proof_window import require_provable

MOST_PHOTOS = 10
"""Ours, of one order: a driver takes the picture again, and not for ever."""


class TooManyPhotos(RuleBroken):
    """The order has the largest allowed number of photos."""

    code = "too_many_photos"
    message = f"This delivery has {MOST_PHOTOS} pictures already: use one of them."


@attrs.frozen
class TakePhoto:
    """Stores a photo that a driver's device sends.

    Under the device's own id: what is sent again is the same picture.

    The row comes first, so that a file is never without one that names it; the picture counts once its
    bytes are stored.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    files: FileStore
    pictures: Pictures

    async def require_room(self, actor: Actor, order_id: str, client_id: str) -> None:
        """Before anything large is read. Raises ``NotFound``, ``NotRunning``, ``TooManyPhotos`` and so on."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        await self.storage.read(lambda unit: self._known(unit, actor, order_id, client_id))

    async def __call__(self, actor: Actor, order_id: str, client_id: str, sent: bytes) -> StoredPhoto:
        """Raises ``PictureRefused``, ``Unavailable``, or ``InvalidInput`` for the id of another picture."""
        await self.require_room(actor, order_id, client_id)
        picture = await self.pictures.made_safe(sent)
        asked, id = sha256(sent).hexdigest(), self.identifiers.new("pho")

        async def write_down(unit: UnitOfWork) -> StoredPhoto:
            known = await self._known(unit, actor, order_id, client_id)
            if known is None:
                _, driver_id = await own_delivery(unit, actor, Action.WORK_ORDER, order_id)
                known = StoredPhoto(
                    id, order_id, driver_id, client_id, asked, picture.facts, self.clock.now()
                )
                await unit.proofs.add_photo(known)
            if known.request_hash != asked:
                raise InvalidInput("client_id", "was used for another picture")
            return known

        try:
            photo = await self.storage.write(write_down)
        except Conflict:  # the same picture came twice at once
            photo = await self.storage.write(write_down)
        if photo.stored_at is not None:
            return photo
        await self.files.put(photo.file, picture.content)
        stored = attrs.evolve(photo, facts=picture.facts, stored_at=self.clock.now())
        await self.storage.write(lambda unit: unit.proofs.save_photo(stored))
        return stored

    async def _known(
        self, unit: UnitOfWork, actor: Actor, order_id: str, client_id: str
    ) -> StoredPhoto | None:
        order, driver_id = await own_delivery(unit, actor, Action.WORK_ORDER, order_id)
        known = await unit.proofs.photo(driver_id, client_id)
        if known is not None and known.order_id != order_id:
            raise InvalidInput("client_id", "was used for another picture")
        if known is None:
            require_provable(order, self.clock.now())
            if await unit.proofs.count_photos(order_id) >= MOST_PHOTOS:
                raise TooManyPhotos
        return known
