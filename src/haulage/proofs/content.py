"""What a proof of delivery says, and the same as the fields that are sealed."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.proofs.canonical import Json
from haulage.proofs.signature import DrawnSignature, Signature, TypedSignature, require_name

FIELDS = (
    "delivery_id",
    "driver_id",
    "order_id",
    "order_number",
    "photo",
    "pin",
    "position",
    "recipient_name",
    "signature",
    "taken_at",
)
"""Everything that is sealed of a proof, each by itself."""

DECIMALS = 6
"""Of a degree: about four inches."""

MAX_ACCURACY_METERS = 100_000.0


@attrs.frozen
class PhotoFacts:
    """The picture as it is kept: re-encoded, without anything that the camera wrote into it."""

    sha256: str
    octets: int
    width: int
    height: int


@attrs.frozen
class ProofPosition:
    """Where the driver's device was, by its own word."""

    point: Point
    accuracy_meters: float
    at: datetime


@attrs.frozen
class ProofContent:
    """``pin_matched`` is None where the customer had asked for none. ``taken_at`` is the device's clock."""

    order_id: str
    order_number: int
    delivery_id: str
    driver_id: str
    taken_at: datetime
    recipient_name: str | None = None
    signature: Signature | None = None
    photo: PhotoFacts | None = None
    position: ProofPosition | None = None
    pin_matched: bool | None = None

    def __attrs_post_init__(self) -> None:
        if self.recipient_name is not None:
            require_name("recipient_name", self.recipient_name)
        if self.signature is not None and self.recipient_name is None:
            raise InvalidInput("recipient_name", "is needed with a signature")
        if self.signature is None and self.photo is None:
            raise InvalidInput("signature", "or a photo is needed: a proof has one of them at least")

    def fields(self) -> Mapping[str, Json]:
        """By the names of :data:`FIELDS`."""
        return {
            "order_id": self.order_id,
            "order_number": self.order_number,
            "delivery_id": self.delivery_id,
            "driver_id": self.driver_id,
            "taken_at": written(self.taken_at),
            "recipient_name": self.recipient_name,
            "signature": _signature(self.signature),
            "photo": None if self.photo is None else attrs.asdict(self.photo),
            "position": _position(self.position),
            "pin": self.pin_matched,
        }


def content_of(fields: Mapping[str, Any]) -> ProofContent:
    """What :meth:`ProofContent.fields` wrote."""
    signature, photo, position = fields["signature"], fields["photo"], fields["position"]
    return ProofContent(
        order_id=fields["order_id"],
        order_number=fields["order_number"],
        delivery_id=fields["delivery_id"],
        driver_id=fields["driver_id"],
        taken_at=datetime.fromisoformat(fields["taken_at"]),
        recipient_name=fields["recipient_name"],
        signature=None if signature is None else _signature_of(signature),
        photo=None if photo is None else PhotoFacts(**photo),
        position=None if position is None else _position_of(position),
        pin_matched=fields["pin"],
    )


def written(at: datetime) -> str:
    """In UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _signature(signature: Signature | None) -> Json:
    match signature:
        case None:
            return None
        case DrawnSignature(strokes):
            return {"kind": "drawn", "strokes": [[[x, y] for x, y in stroke] for stroke in strokes]}
        case TypedSignature(text):
            return {"kind": "typed", "text": text}


def _signature_of(value: Mapping[str, Any]) -> Signature:
    if value["kind"] == "typed":
        return TypedSignature(value["text"])
    return DrawnSignature(tuple(tuple((x, y) for x, y in stroke) for stroke in value["strokes"]))


def _position(position: ProofPosition | None) -> Json:
    """Degrees as texts: a fraction would be written differently by different programs."""
    if position is None:
        return None
    return {
        "lat": f"{position.point.lat:.{DECIMALS}f}",
        "lng": f"{position.point.lng:.{DECIMALS}f}",
        "accuracy_meters": f"{position.accuracy_meters:.1f}",
        "at": written(position.at),
    }


def _position_of(value: Mapping[str, Any]) -> ProofPosition:
    return ProofPosition(
        Point(float(value["lat"]), float(value["lng"])),
        float(value["accuracy_meters"]),
        datetime.fromisoformat(value["at"]),
    )
