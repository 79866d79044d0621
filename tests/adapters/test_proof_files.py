"""A file of proofs tells every change made to it, and exactly what was changed."""

import json
from base64 import b64decode, b64encode
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joserfc.jwk import ECKey

from haulage.kernel.geo import Point
from haulage.proofs import (
    GENESIS,
    DrawnSignature,
    Enclosed,
    FaultKind,
    PhotoFacts,
    ProofContent,
    ProofPosition,
    ProofRecord,
    examine,
    proof_file,
    sealed,
)
from haulage_adapters.tokens_jose.proof_seals import JoseKeyCheck, _signed, public_form

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
PHOTO = bytes(range(256)) * 3
KEY, OTHER_KEY = ECKey.generate_key("P-256"), ECKey.generate_key("P-256")
CHECK = JoseKeyCheck()


def a_record(after: tuple[int, str] = (0, GENESIS), key: ECKey = KEY) -> ProofRecord:
    content = ProofContent(
        order_id="ord_1",
        order_number=10_001,
        delivery_id="dlv_1",
        driver_id="drv_1",
        taken_at=NOON,
        recipient_name="Zoë O'Neill",
        signature=DrawnSignature((((10, 10), (200, 150), (400, 20)),)),
        photo=PhotoFacts(sha256(PHOTO).hexdigest(), len(PHOTO), 16, 16),
        position=ProofPosition(Point(40.7134, -73.9554), 8.5, NOON),
        pin_matched=True,
    )
    salts = iter(f"{number:032x}" for number in range(100))
    name = key.thumbprint()
    return sealed(
        content,
        after=after,
        at=NOON + timedelta(minutes=after[0]),
        key=name,
        salt=lambda: next(salts),
        sign=lambda written: _signed(key, name, written),
    )


def a_file() -> bytes:
    """A neighbour without its content, and a record with it."""
    first = a_record()
    second = a_record((1, first.seal.hash))
    neighbour = Enclosed(attrs.evolve(first, content=None))
    return proof_file([neighbour, Enclosed(second, PHOTO)], [public_form(KEY)])


FILE = a_file()


def changed(change: Any) -> bytes:
    """The file after *change* to its object, written as it must be."""
    value = json.loads(FILE)
    change(value)
    written = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return written.encode() + b"\n"


def kinds(written: bytes, trusted: Any = None) -> list[tuple[FaultKind, int | None, str | None]]:
    return [(it.kind, it.record, it.field) for it in examine(written, CHECK, trusted).faults]


def test_a_file_as_it_was_written_is_whole() -> None:
    found = examine(FILE, CHECK, [public_form(KEY)])
    assert (found.faults, list(found.numbers)) == ([], [1, 2])
    assert found.contents[2]["recipient_name"] == "Zoë O'Neill"
    assert set(found.contents) == {2}


@settings(max_examples=300, deadline=None)
@given(place=st.integers(0, len(FILE) - 1), to=st.integers(0, 255))
def test_no_byte_of_it_can_be_changed(place: int, to: int) -> None:
    if FILE[place] != to:
        written = FILE[:place] + bytes([to]) + FILE[place + 1 :]
        assert [] not in (kinds(written), kinds(written, [public_form(KEY)]))


@pytest.mark.parametrize("key", [5, None, {"kty": "EC"}, {**public_form(KEY), "kid": None}])
def test_a_key_that_is_none_is_noticed_whoever_knows_the_right_one(key: Any) -> None:
    written = changed(lambda value: value["keys"].append(key))
    assert (FaultKind.UNKNOWN_KEY, None, None) in kinds(written, [public_form(KEY)])


def test_seals_alone_prove_no_delivery() -> None:
    without = changed(lambda value: value["records"][1].update(content=None, photo=None))
    assert kinds(without) == [(FaultKind.MISSING_CONTENT, 2, None)]
    assert kinds(changed(lambda value: value["records"].pop())) == [(FaultKind.MISSING_CONTENT, 1, None)]


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, len(PHOTO) - 1), bit=st.integers(0, 7))
def test_no_bit_of_the_photo_can_be_changed(place: int, bit: int) -> None:
    def flip(value: Any) -> None:
        photo = bytearray(b64decode(value["records"][1]["photo"]))
        photo[place] ^= 1 << bit
        value["records"][1]["photo"] = b64encode(photo).decode()

    assert kinds(changed(flip)) == [(FaultKind.WRONG_PHOTO, 2, "photo")]


@pytest.mark.parametrize(
    ("field", "to"), [("recipient_name", "Mallory"), ("pin", None), ("taken_at", "2026-11-21T17:00:00+00:00")]
)
def test_a_changed_field_is_named(field: str, to: Any) -> None:
    def change(value: Any) -> None:
        value["records"][1]["content"][field]["value"] = to

    assert kinds(changed(change)) == [(FaultKind.CHANGED_FIELD, 2, field)]


def test_a_field_that_was_taken_out_is_named() -> None:
    assert kinds(changed(lambda value: value["records"][1]["content"].pop("position"))) == [
        (FaultKind.MISSING_FIELD, 2, "position")
    ]


def test_a_photo_that_is_not_there_is_missed() -> None:
    assert kinds(changed(lambda value: value["records"][1].update(photo=None))) == [
        (FaultKind.MISSING_PHOTO, 2, "photo")
    ]


def test_a_changed_seal_no_longer_fits_its_signature() -> None:
    def change(value: Any) -> None:
        value["records"][1]["seal"]["sealed_at"] = "2026-11-20T17:00:00.000000+00:00"

    assert kinds(changed(change)) == [(FaultKind.BAD_SIGNATURE, 2, None)]


def test_a_record_that_does_not_follow_the_one_before_breaks_the_chain() -> None:
    stranger = a_record((1, "ab" * 32))
    file = proof_file(
        [Enclosed(attrs.evolve(a_record(), content=None)), Enclosed(stranger, PHOTO)], [public_form(KEY)]
    )
    assert kinds(file) == [(FaultKind.BROKEN_CHAIN, 2, None)]
    assert kinds(changed(lambda value: value["records"].reverse()))[0][0] is FaultKind.BROKEN_CHAIN


def test_a_key_that_nobody_knows_does_not_count() -> None:
    forged = proof_file([Enclosed(a_record(key=OTHER_KEY), PHOTO)], [public_form(OTHER_KEY)])
    assert kinds(forged) == []
    assert kinds(forged, [public_form(KEY)]) == [(FaultKind.UNKNOWN_KEY, 1, None)]
    nameless = changed(lambda value: value["keys"].clear())
    assert {kind for kind, _, _ in kinds(nameless)} == {FaultKind.UNKNOWN_KEY}


def test_erased_content_leaves_a_chain_that_holds() -> None:
    first = a_record()
    erased = attrs.evolve(a_record((1, first.seal.hash)), content=None)
    third = a_record((2, erased.seal.hash))
    file = proof_file([Enclosed(first, PHOTO), Enclosed(erased), Enclosed(third, PHOTO)], [public_form(KEY)])
    assert kinds(file) == []
    assert "Neill" not in json.dumps(
        json.loads(file)["records"][1]
    )  # shorter, and a signature has it by chance


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"{}",
        b"null",
        b"\xff",
        b"[" * 100_000,
        FILE[: len(FILE) // 2],
        FILE.replace(b'"number":2', b'"number":2.0'),
        FILE.replace(b'"number":2', b'"number":"2"'),
        b'{"format":"haulage-proof-file-1","keys":[],"records":[]}\n',
    ],
)
def test_what_is_no_file_of_proofs_is_said_to_be_none(written: bytes) -> None:
    assert kinds(written) == [(FaultKind.UNREADABLE, None, None)]


def test_another_way_of_writing_the_same_is_noticed() -> None:
    spaced = json.dumps(json.loads(FILE), sort_keys=True, ensure_ascii=False).encode() + b"\n"
    assert kinds(spaced) == [(FaultKind.NOT_CANONICAL, None, None)]
    assert kinds(FILE + b"\n") == [(FaultKind.NOT_CANONICAL, None, None)]
