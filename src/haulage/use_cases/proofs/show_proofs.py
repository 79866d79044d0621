"""Show a proof to whoever may see its order, and its pictures by short-lived addresses.

A browser asks for a picture without a token. So the address itself is signed: it names one picture and
ends soon, as those of receipts do.
"""

from enum import StrEnum

import attrs

from haulage.deliveries import meters_between
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order
from haulage.orders.views import ProofForm
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.proofs import StoredProof, photo_file
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import DrawnSignature, ProofContent, content_of
from haulage.services.orders.order_views import plain_view
from haulage.services.orders.visible_order import visible_order
from haulage.use_cases.photo_links import PictureLinkExpired, ShownPicture, link_end
from haulage.use_cases.signed_links import is_good, sign

WHAT = "Proof of delivery"


class ProofPart(StrEnum):
    PHOTO = "photo"
    SIGNATURE = "signature"


@attrs.frozen
class PictureLink:
    proof_id: str
    part: ProofPart
    until: int
    signature: str = attrs.field(repr=False)


@attrs.frozen
class ShownProof:
    """``content`` is None once it was erased, and a link where there is no such picture."""

    proof: StoredProof
    content: ProofContent | None
    meters_from_dropoff: float | None
    photo: PictureLink | None
    drawn: PictureLink | None


def content_of_proof(proof: StoredProof) -> ProofContent | None:
    opened = proof.record.content
    return None if opened is None else content_of({name: each.value for name, each in opened.items()})


@attrs.frozen
class ShowProofs:
    """Reads proofs and their pictures; only an address with its signature opens a picture."""

    storage: Storage
    clock: Clock
    tokens: Tokens
    files: FileStore
    pictures: Pictures

    async def __call__(self, actor: Actor, order_id: str) -> ShownProof:
        """Raises ``NotFound`` for whoever may not see the proof, and where there is none."""

        async def query(unit: UnitOfWork) -> tuple[Order, StoredProof | None]:
            order = await visible_order(unit, actor, order_id)
            return order, await unit.proofs.of_order(order.id)

        order, proof = await self.storage.read(query)
        if proof is None or plain_view(actor, order).proof is not ProofForm.WHOLE:
            raise NotFound(WHAT)
        return await self.shown(order, proof)

    async def shown(self, order: Order, proof: StoredProof) -> ShownProof:
        """For callers that have made sure of who asks."""
        content = content_of_proof(proof)
        if content is None:
            return ShownProof(proof, None, None, None, None)
        at = content.position
        away = None if at is None else meters_between(at.point, order.dropoff.point)
        has_photo, is_drawn = content.photo is not None, isinstance(content.signature, DrawnSignature)
        return ShownProof(
            proof,
            content,
            away,
            await self._link(proof.id, ProofPart.PHOTO) if has_photo else None,
            await self._link(proof.id, ProofPart.SIGNATURE) if is_drawn else None,
        )

    async def open(self, actor: Actor, link: PictureLink) -> ShownPicture:
        """Raises ``PictureLinkExpired`` unless the link is ours and its time is not over."""
        authorize(actor, Action.OPEN_DOCUMENT)
        name, now = _signed_name(link.proof_id, link.part), self.clock.now()
        if not await is_good(self.tokens, name, link.until, link.signature, now):
            raise PictureLinkExpired
        proof = await self.storage.read(lambda unit: unit.proofs.get(link.proof_id))
        content = content_of_proof(proof) if proof else None
        if proof is None or content is None:
            raise PictureLinkExpired
        name = f"proof-{content.order_number}-{link.part}"
        if link.part is ProofPart.SIGNATURE and isinstance(content.signature, DrawnSignature):
            drawn = await self.pictures.of_signature(content.signature)
            return ShownPicture(f"{name}.png", "image/png", drawn)
        photo = await self.photo_of(proof)
        if link.part is not ProofPart.PHOTO or photo is None:
            raise PictureLinkExpired
        return ShownPicture(f"{name}.jpg", "image/jpeg", photo)

    async def photo_of(self, proof: StoredProof) -> bytes | None:
        """The photo's bytes, where there are some."""
        return None if proof.photo_id is None else await self.files.get(photo_file(proof.photo_id))

    async def _link(self, proof_id: str, part: ProofPart) -> PictureLink:
        until = link_end(self.clock.now())
        signature = await sign(self.tokens, _signed_name(proof_id, part), until)
        return PictureLink(proof_id, part, until, signature)


def _signed_name(proof_id: str, part: ProofPart) -> str:
    return f"proof:{part}:{proof_id}"


def picture_link_of(proof_id: str, part: str, until: int, signature: str) -> PictureLink:
    """The link as it stands in an address. Raises ``InvalidInput`` for a part that is none."""
    try:
        return PictureLink(proof_id, ProofPart(part), until, signature)
    except ValueError:
        raise InvalidInput("part", "is no part of a proof") from None


async def proof_of(unit: UnitOfWork, order: Order) -> StoredProof | None:
    """What there is to show once an order is delivered."""
    return None if order.completed_at is None else await unit.proofs.of_order(order.id)
