"""Pictures that customers and drivers send with a claim: stored, shown by signed addresses, and removed."""

from datetime import datetime, timedelta

import attrs

from haulage.claims import CLAIMABLE_WITHIN, ClaimParty
from haulage.claims.claim import NothingToClaim, TooLateToClaim
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.claims import ClaimPhoto
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import PhotoFacts
from haulage.services.claims.claim_steps import subject_of
from haulage.use_cases.photo_links import PhotoLink, PhotoLinks, ShownPicture
from haulage.use_cases.store_photo import StorePhoto

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
class ClaimPhotos:
    """Of either party of an order that can be, or was, reported."""

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
        id, owner = self.identifiers.new("cph"), actor.user_id or ""

        async def known_or_added(unit: UnitOfWork, request_hash: str, facts: PhotoFacts) -> ClaimPhoto:
            known, party = await self._known(unit, actor, order_id, client_id)
            if known is None:
                now = self.clock.now()
                known = ClaimPhoto(id, order_id, owner, party, client_id, request_hash, facts, now)
                await unit.claims.add_photo(known)
            return known

        return await self._store(sent, known_or_added, lambda unit, stored: unit.claims.save_photo(stored))

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

    async def link(self, photo_id: str) -> PhotoLink:
        """For callers that have made sure of who asks."""
        return await self._links.link(photo_id)

    async def open(self, actor: Actor, link: PhotoLink) -> ShownPicture:
        """Raises ``PictureLinkExpired`` unless the link is ours and its time is not over."""
        return await self._links.open(actor, link, lambda unit: unit.claims.photo_by_id(link.photo_id))

    @property
    def _links(self) -> PhotoLinks:
        return PhotoLinks("claim", self.storage, self.clock, self.tokens, self.files)

    @property
    def _store(self) -> StorePhoto:
        return StorePhoto(self.storage, self.clock, self.files, self.pictures)


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
