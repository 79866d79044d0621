"""A proof of delivery as a device sends it, and as it is shown."""

from typing import Annotated, TypeAlias
from urllib.parse import quote, urlencode

from msgspec import Meta

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.ports.storage.proofs import StoredPhoto
from haulage.proofs import DrawnSignature, ProofContent, ProofPosition, Signature, TypedSignature
from haulage.proofs.content import MAX_ACCURACY_METERS
from haulage.proofs.signature import GRID_HEIGHT, GRID_WIDTH, MAX_NAME_LENGTH, MOST_SPOTS, MOST_STROKES
from haulage.use_cases.proofs import ShownPin, ShownProof, SubmittedProof
from haulage.use_cases.proofs.show_proofs import PictureLink
from haulage_adapters.wire.common import In, Instant, Latitude, Longitude, Out

ClientId: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9_-]+\Z",
        description="The device's own id: what is sent again under it is the same thing.",
    ),
]
Spot = Annotated[
    list[Annotated[int, Meta(ge=0, le=GRID_WIDTH)]],
    Meta(min_length=2, max_length=2, description=f"x from 0 to {GRID_WIDTH}, y from 0 to {GRID_HEIGHT}."),
]
Stroke = Annotated[list[Spot], Meta(min_length=1, max_length=MOST_SPOTS)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]


class SignatureIn(In):
    """Either strokes from press to release on a grid, or the recipient's name typed by their own hand."""

    strokes: Annotated[list[Stroke], Meta(min_length=1, max_length=MOST_STROKES)] | None = None
    text: Name | None = None

    def to_core(self) -> Signature:
        if (self.strokes is None) is (self.text is None):
            raise InvalidInput("signature", "must be either strokes or a text")
        if self.text is not None:
            return TypedSignature(self.text)
        return DrawnSignature(tuple(tuple((x, y) for x, y in stroke) for stroke in self.strokes or ()))


class ProofPositionIn(In):
    """Where the device was, by its own word."""

    lat: Latitude
    lng: Longitude
    accuracy_m: Annotated[float, Meta(ge=0, le=MAX_ACCURACY_METERS)]
    at: Instant

    def to_core(self) -> ProofPosition:
        return ProofPosition(Point(self.lat, self.lng), self.accuracy_m, self.at)


class ProofIn(In):
    """At least a signature with its recipient's name, or a photo. `photo` is the id under which the picture
    was sent before; `pin` the four digits that the customer reads out, where they asked for it."""

    client_id: ClientId
    at: Instant
    recipient_name: Name | None = None
    signature: SignatureIn | None = None
    photo: ClientId | None = None
    position: ProofPositionIn | None = None
    pin: Annotated[str, Meta(pattern=r"^[0-9]{4}\Z")] | None = None

    def to_core(self) -> SubmittedProof:
        return SubmittedProof(
            client_id=self.client_id,
            taken_at=self.at,
            recipient_name=self.recipient_name,
            signature=self.signature.to_core() if self.signature else None,
            photo=self.photo,
            position=self.position.to_core() if self.position else None,
            pin=self.pin,
        )


class PhotoTakenOut(Out):
    """The picture as it is kept, anew encoded and without metadata."""

    client_id: str
    sha256: str
    octets: int
    width: int
    height: int

    @classmethod
    def of(cls, photo: StoredPhoto) -> "PhotoTakenOut":
        facts = photo.facts
        return cls.from_attributes(facts, client_id=photo.client_id)


class SignatureOut(Out):
    """Strokes or a typed name, whichever it was; `url` shows strokes as a PNG for a few minutes."""

    strokes: list[list[list[int]]] | None
    text: str | None
    url: str | None

    @classmethod
    def of(cls, signature: Signature, link: PictureLink | None) -> "SignatureOut":
        match signature:
            case DrawnSignature(strokes):
                written = [[[x, y] for x, y in stroke] for stroke in strokes]
                return cls(written, None, path_of(link) if link else None)
            case TypedSignature(text):
                return cls(None, text, None)


class ProofPhotoOut(Out):
    """`url` opens without a token for a few minutes."""

    url: str
    sha256: str
    width: int
    height: int


class ProofPositionOut(Out):
    lat: float
    lng: float
    accuracy_m: float
    at: Instant
    meters_from_dropoff: float | None


class ProofOut(Out):
    """What was left at the door. `number` and `hash` are its place in the installation's chain of proofs;
    once `erased` there is nothing else of it. `pin_matched` is null where the customer had asked for none."""

    id: str
    order_id: str
    number: int
    hash: str
    received_at: Instant
    taken_at: Instant | None
    recipient_name: str | None
    signature: SignatureOut | None
    photo: ProofPhotoOut | None
    position: ProofPositionOut | None
    pin_matched: bool | None
    erased: bool

    @classmethod
    def of(cls, shown: ShownProof) -> "ProofOut":
        proof, content = shown.proof, shown.content
        return cls(
            id=proof.id,
            order_id=proof.order_id,
            number=proof.record.seal.number,
            hash=proof.record.seal.hash,
            received_at=proof.received_at,
            taken_at=content.taken_at if content else None,
            recipient_name=content.recipient_name if content else None,
            signature=SignatureOut.of(content.signature, shown.drawn)
            if content and content.signature
            else None,
            photo=_photo(content, shown.photo) if content else None,
            position=_position(content, shown.meters_from_dropoff) if content else None,
            pin_matched=content.pin_matched if content else None,
            erased=content is None,
        )


def _photo(content: ProofContent, link: PictureLink | None) -> ProofPhotoOut | None:
    facts = content.photo
    if facts is None or link is None:
        return None
    return ProofPhotoOut(path_of(link), facts.sha256, facts.width, facts.height)


def _position(content: ProofContent, away: float | None) -> ProofPositionOut | None:
    at = content.position
    if at is None:
        return None
    rounded = None if away is None else round(away, 1)
    return ProofPositionOut(at.point.lat, at.point.lng, at.accuracy_meters, at.at, rounded)


def path_of(link: PictureLink) -> str:
    """On this server."""
    query = urlencode({"until": link.until, "signature": link.signature})
    return f"/api/v1/proofs/{quote(link.proof_id)}/{link.part}?{query}"


class DeliveryPinOut(Out):
    """Whether the delivery ends with a PIN. `code` is told to the customer alone; `tries_left` counts down
    with every wrong one, and at 0 only a new PIN helps."""

    code: str | None
    given: bool
    tries_left: int

    @classmethod
    def of(cls, pin: ShownPin) -> "DeliveryPinOut":
        return cls(pin.code, pin.is_given, pin.tries_left)


class ProofKeysOut(Out):
    """A JSON Web Key Set (RFC 7517): every public key that ever sealed a proof here."""

    keys: list[dict[str, str]]
