"""What a proof must hold, and that it is read as it was written."""

from datetime import UTC, datetime
from typing import Any

import pytest

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.proofs.content import PhotoFacts, ProofContent, ProofPosition, content_of
from haulage.proofs.signature import MAX_NAME_LENGTH, DrawnSignature, TypedSignature

NOON = datetime(2026, 11, 20, 17, 0, 0, 5, tzinfo=UTC)
PHOTO = PhotoFacts("0" * 64, 12_345, 640, 480)
DRAWN = DrawnSignature((((0, 0), (50, 0)), ((1, 2),)))
TYPED = TypedSignature("Ann Lee")
AT_THE_DOOR = ProofPosition(Point(40.758, -73.9855), 12.5, NOON)


def a_proof(**parts: Any) -> ProofContent:
    return ProofContent("ord_1", 10_000, "dlv_1", "drv_1", NOON, **parts)


@pytest.mark.parametrize(
    "parts",
    [
        {"photo": PHOTO},
        {"photo": PHOTO, "recipient_name": "Ann Lee"},
        {"signature": TYPED, "recipient_name": "Ann Lee"},
        {"signature": DRAWN, "recipient_name": "Ann Lee", "position": AT_THE_DOOR, "pin_matched": True},
        {"signature": DRAWN, "recipient_name": "Ann Lee", "photo": PHOTO, "pin_matched": False},
    ],
)
def test_a_proof_is_read_as_it_was_written(parts: dict[str, Any]) -> None:
    proof = a_proof(**parts)
    assert content_of(proof.fields()) == proof


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({}, "signature"),
        ({"recipient_name": "Ann Lee"}, "signature"),
        ({"signature": TYPED}, "recipient_name"),
        ({"signature": TYPED, "photo": PHOTO}, "recipient_name"),
        ({"photo": PHOTO, "recipient_name": " "}, "recipient_name"),
        ({"photo": PHOTO, "recipient_name": "x" * (MAX_NAME_LENGTH + 1)}, "recipient_name"),
        ({"photo": PHOTO, "recipient_name": "Ann\nLee"}, "recipient_name"),
    ],
)
def test_a_proof_has_a_photo_or_a_signature_with_its_name(parts: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        a_proof(**parts)
    assert refused.value.field == field
