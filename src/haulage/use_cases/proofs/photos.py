"""Store a driver's photo: sanitize it, record it, and put it into the file storage."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.proofs import StoredPhoto
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import PhotoFacts
from haulage.use_cases.deliveries.driver_deliveries import own_delivery
from haulage.use_cases.proofs.proof_window import require_provable
from haulage.use_cases.store_photo import StorePhoto

MOST_PHOTOS = 10
"""Ours, of one order: a driver takes the picture again, and not for ever."""


class TooManyPhotos(RuleBroken):
    """The order has the largest allowed number of photos."""

    code = "too_many_photos"
    message = f"This delivery has {MOST_PHOTOS} pictures already: use one of them."


@attrs.frozen
class TakePhoto:
    """Stores a photo that a driver's device sends, under the device's own id."""

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
        id = self.identifiers.new("pho")

        async def known_or_added(unit: UnitOfWork, request_hash: str, facts: PhotoFacts) -> StoredPhoto:
            known = await self._known(unit, actor, order_id, client_id)
            if known is None:
                _, driver_id = await own_delivery(unit, actor, Action.WORK_ORDER, order_id)
                known = StoredPhoto(id, order_id, driver_id, client_id, request_hash, facts, self.clock.now())
                await unit.proofs.add_photo(known)
            return known

        async def save_stored(unit: UnitOfWork, stored: StoredPhoto) -> StoredPhoto:
            await unit.proofs.save_photo(stored)
            return stored

        store = StorePhoto(self.storage, self.clock, self.files, self.pictures)
        return await store(sent, known_or_added, save_stored)

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
