"""Pictures that customers and drivers send with a claim: stored, shown by signed addresses, and removed."""

from datetime import datetime, timedelta
from hashlib import sha256

import attrs

from haulage.claims import CLAIMABLE_WITHIN, ClaimParty
from haulage.claims.claim import NothingToClaim, TooLateToClaim
from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Conflict, InvalidInput, NotFound, RuleBroken
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.claims import ClaimPhoto, claim_photo_file
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.claims.claim_steps import subject_of
from haulage.use_cases.proofs.show_proofs import WINDOW_SECONDS, PictureLinkExpired, ShownPicture
from haulage.use_cases.signed_links import is_good, sign

MOST_PHOTOS_PER_ORDER = 30
"""Ours, of one sender: a picture is taken again, and not for ever."""

USED_PHOTOS_RETENTION = timedelta(days=365)
"""Ours: longer than a card's holder has to dispute a charge."""

UNUSED_PHOTOS_RETENTION = timedelta(days=8)
"""Ours: as long as pictures of proofs that no proof was made with."""

LONGEST_WINDOW = max(CLAIMABLE_WITHIN.values())


class TooManyClaimPhotos(RuleBroken):
    """Somebody has sent the largest allowed number of pictures about an order."""

    code = "too_many_photos"
    message = "There are too many photos of this order already."


@attrs.frozen
class ClaimPhotoLink:
    """An address of a picture that ends soon."""

    photo_id: str
    until: int
    signature: str = attrs.field(repr=False)


@attrs.frozen
class ClaimPhotos:
    """Under the device's own id: what is sent again is the same picture.

    The row comes first, so that a file is never without one that names it; the picture counts once its
    bytes are stored.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    files: FileStore
    pictures: Pictures

    async def require_room(self, actor: Actor, order_id: str, client_id: str) -> None:
        """Before anything large is read. Raises ``NotFound``, ``Forbidden``, ``NothingToClaim``,
        ``TooLateToClaim`` and ``TooManyClaimPhotos``."""
        await self.storage.read(lambda unit: self._known(unit, actor, order_id, client_id))

    async def take(self, actor: Actor, order_id: str, client_id: str, sent: bytes) -> ClaimPhoto:
        """Raises ``PictureRefused``, ``Unavailable``, or ``InvalidInput`` for the id of another picture."""
        await self.require_room(actor, order_id, client_id)
        picture = await self.pictures.made_safe(sent)
        asked, id = sha256(sent).hexdigest(), self.identifiers.new("cph")

        async def write_down(unit: UnitOfWork) -> ClaimPhoto:
            known, party = await self._known(unit, actor, order_id, client_id)
            if known is None:
                known = ClaimPhoto(
                    id,
                    order_id,
                    actor.user_id or "",
                    party,
                    client_id,
                    asked,
                    picture.facts,
                    self.clock.now(),
                )
                await unit.claims.add_photo(known)
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
        return await self.storage.write(lambda unit: unit.claims.save_photo(stored))

    async def _known(
        self, unit: UnitOfWork, actor: Actor, order_id: str, client_id: str
    ) -> tuple[ClaimPhoto | None, ClaimParty]:
        order = await unit.orders.get(order_id)
        facts = Facts("Order", order.customer_id, order.driver_id) if order else Facts("Order")
        authorize(actor, Action.SEND_CLAIM_PHOTO, facts)
        if order is None:
            raise NotFound("Order")
        party = ClaimParty.CUSTOMER if actor.user_id == order.customer_id else ClaimParty.DRIVER
        known = await unit.claims.photo(actor.user_id or "", client_id)
        if known is not None:
            if known.order_id != order_id:
                raise InvalidInput("client_id", "was used for another picture")
            return known, party
        is_open = any(each.is_undecided for each in await unit.claims.of_order(order.id))
        if not is_open:
            ended_at = (await subject_of(unit, order)).ended_at
            if party is ClaimParty.DRIVER or ended_at is None:
                raise NothingToClaim
            if self.clock.now() > ended_at + LONGEST_WINDOW:
                raise TooLateToClaim(LONGEST_WINDOW)
        if await unit.claims.count_photos(order_id, actor.user_id or "") >= MOST_PHOTOS_PER_ORDER:
            raise TooManyClaimPhotos
        return None, party

    async def link(self, photo_id: str) -> ClaimPhotoLink:
        """For callers that have made sure of who asks."""
        window = int(self.clock.now().timestamp()) // WINDOW_SECONDS
        until = (window + 2) * WINDOW_SECONDS
        return ClaimPhotoLink(photo_id, until, await sign(self.tokens, f"claim:{photo_id}", until))

    async def open(self, actor: Actor, link: ClaimPhotoLink) -> ShownPicture:
        """Raises ``PictureLinkExpired`` unless the link is ours and its time is not over."""
        authorize(actor, Action.OPEN_DOCUMENT)
        name, now = f"claim:{link.photo_id}", self.clock.now()
        if not await is_good(self.tokens, name, link.until, link.signature, now):
            raise PictureLinkExpired
        photo = await self.storage.read(lambda unit: unit.claims.photo_by_id(link.photo_id))
        content = await self.files.get(photo.file) if photo else None
        if content is None:
            raise PictureLinkExpired
        return ShownPicture("photo.jpg", "image/jpeg", content)


@attrs.frozen
class RemoveClaimPhoto:
    """Removes a picture's bytes from the file storage; its row is gone by then."""

    files: FileStore

    async def __call__(self, photo_id: str) -> None:
        """May raise ``Unavailable``."""
        await self.files.remove(claim_photo_file(photo_id))


async def forget_claim_photos_of(unit: UnitOfWork, user_id: str, now: datetime) -> int:
    """All that somebody sent goes, and the bytes as soon as a job has removed them; how many there were."""
    sent = await unit.claims.photos_of_user(user_id)
    for photo in sent:
        await _forget(unit, photo, now)
    return len(sent)


async def forget_used_claim_photos(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Pictures of claims; how many there were."""
    old = await unit.claims.photos_before(before, limit, used=True)
    for photo in old:
        await _forget(unit, photo, before + USED_PHOTOS_RETENTION)
    return len(old)


async def forget_unused_claim_photos(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Pictures that no claim was made with; how many there were."""
    unused = await unit.claims.photos_before(before, limit, used=False)
    for photo in unused:
        await _forget(unit, photo, before + UNUSED_PHOTOS_RETENTION)
    return len(unused)


async def _forget(unit: UnitOfWork, photo: ClaimPhoto, now: datetime) -> None:
    await unit.jobs.enqueue(Job(JobKind.REMOVE_CLAIM_PHOTO, photo.id), now)
    await unit.claims.forget_photo(photo.id)
