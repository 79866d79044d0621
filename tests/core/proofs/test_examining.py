"""What is wrong with a file of proofs is said exactly: which record, which field, and nothing else."""

import json
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from typing import Any

import pytest

from haulage.proofs import examining
from haulage.proofs.canonical import canonical
from haulage.proofs.content import PhotoFacts, ProofContent
from haulage.proofs.examining import Examined, FaultKind, Key, examine
from haulage.proofs.file import END, Enclosed, proof_file
from haulage.proofs.seal import GENESIS, ProofRecord, sealed
from haulage.proofs.signature import TypedSignature

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
PHOTO = b"a door with boxes"
FACTS = PhotoFacts(sha256(PHOTO).hexdigest(), len(PHOTO), 640, 480)
KEY = {"kid": "ours", "secret": "pen"}
OTHER_KEY = {"kid": "theirs", "secret": "pencil"}


class Ink:
    """Keys that sign with their secret, so that no cryptography is needed here."""

    def thumbprint(self, key: Any) -> str | None:
        return {"pen": "ours", "pencil": "theirs"}.get(key.get("secret")) if isinstance(key, dict) else None

    def is_genuine(self, key: Key, content: bytes, signature: str) -> bool:
        return signature == signed(content, key["secret"])


def signed(content: bytes, secret: str = "pen") -> str:
    return sha256(content + secret.encode()).hexdigest()


def a_chain(records: int, photo: PhotoFacts | None = None) -> list[ProofRecord]:
    salts, chain, after = count(), list[ProofRecord](), (0, GENESIS)
    for number in range(records):
        content = ProofContent(
            f"ord_{number}",
            10_000 + number,
            "dlv_1",
            "drv_1",
            NOON,
            "Ann Lee",
            TypedSignature("Ann Lee"),
            photo,
        )
        record = sealed(content, after=after, at=NOON, key="ours", salt=lambda: str(next(salts)), sign=signed)
        chain.append(record)
        after = record.seal.number, record.seal.hash
    return chain


def a_file(records: int = 2, photo: bytes | None = None) -> Any:
    """As it is read, to be changed by a test."""
    chain = a_chain(records, FACTS if photo else None)
    return json.loads(proof_file([Enclosed(record, photo) for record in chain], [KEY]))


def look(value: Any, trusted: list[Key] | None = None) -> Examined:
    return examine(canonical(value) + END, Ink(), trusted)


def faults_of(value: Any, trusted: list[Key] | None = None) -> list[tuple[FaultKind, int | None, str | None]]:
    return [(fault.kind, fault.record, fault.field) for fault in look(value, trusted).faults]


@pytest.mark.parametrize("photo", [None, PHOTO])
def test_a_file_as_it_was_written_is_whole(photo: bytes | None) -> None:
    found = look(a_file(photo=photo))
    assert (found.is_whole, found.numbers, found.keys) == (True, [1, 2], ["ours", "ours"])
    assert found.contents[2]["order_number"] == 10_001


def test_a_file_may_begin_in_the_middle_of_the_chain() -> None:
    value = a_file(3)
    value["records"] = value["records"][1:]
    assert faults_of(value) == []


def test_a_neighbour_goes_without_its_content() -> None:
    value = a_file()
    value["records"][0]["content"] = None
    found = look(value)
    assert (found.is_whole, set(found.contents)) == (True, {2})


def test_seals_alone_prove_no_delivery() -> None:
    value = a_file()
    for record in value["records"]:
        record["content"] = None
    assert faults_of(value) == [(FaultKind.MISSING_CONTENT, 2, None)]


def test_another_way_of_writing_the_same_is_said() -> None:
    written = json.dumps(a_file()).encode()
    assert [fault.kind for fault in examine(written, Ink()).faults] == [FaultKind.NOT_CANONICAL]


Change = Callable[[Any], object]


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.update(format="haulage-proof-file-2"),
        lambda it: it.update(more=1),
        lambda it: it.pop("keys"),
        lambda it: it.update(keys={}),
        lambda it: it.update(records={}),
        lambda it: it.update(records=[]),
        lambda it: it["records"].append(None),
        lambda it: it["records"][0].pop("photo"),
        lambda it: it["records"][0].update(signature=1),
        lambda it: it["records"][0].update(photo=1),
        lambda it: it["records"][0].update(content=[]),
        lambda it: it["records"][0]["content"].update(pin=None),
        lambda it: it["records"][0]["content"]["pin"].update(salt=1),
        lambda it: it["records"][0]["content"]["pin"].pop("value"),
        lambda it: it["records"][0]["seal"].update(format="haulage-proof-2"),
        lambda it: it["records"][0]["seal"].update(more=1),
        lambda it: it["records"][0]["seal"].update(number=0),
        lambda it: it["records"][0]["seal"].update(number=True),
        lambda it: it["records"][0]["seal"].update(number="1"),
        lambda it: it["records"][0]["seal"].update(key=1),
        lambda it: it["records"][0]["seal"].update(sealed_at=1),
        lambda it: it["records"][0]["seal"].update(previous_hash="0" * 63),
        lambda it: it["records"][0]["seal"].update(previous_hash=0),
        lambda it: it["records"][0]["seal"].update(digests=[]),
        lambda it: it["records"][0]["seal"]["digests"].pop("pin"),
        lambda it: it["records"][0]["seal"]["digests"].update(pin="g" * 64),
        lambda it: it["records"][0]["content"]["pin"].update(value=0.5),
    ],
)
def test_what_has_not_its_shape_is_no_file_of_proofs(change: Change) -> None:
    value = a_file()
    change(value)
    assert faults_of(value) == [(FaultKind.UNREADABLE, None, None)]


@pytest.mark.parametrize("written", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_is_none(written: bytes) -> None:
    assert [fault.kind for fault in examine(written, Ink()).faults] == [FaultKind.UNREADABLE]


def test_a_file_may_have_its_whole_length_and_not_a_byte_more(monkeypatch: pytest.MonkeyPatch) -> None:
    written = canonical(a_file()) + END
    monkeypatch.setattr(examining, "MAX_FILE_OCTETS", len(written))
    assert examine(written, Ink()).is_whole
    monkeypatch.setattr(examining, "MAX_FILE_OCTETS", len(written) - 1)
    assert [fault.kind for fault in examine(written, Ink()).faults] == [FaultKind.UNREADABLE]


def test_a_changed_field_is_named() -> None:
    value = a_file()
    value["records"][1]["content"]["recipient_name"]["value"] = "Bob"
    assert faults_of(value) == [(FaultKind.CHANGED_FIELD, 2, "recipient_name")]


def test_a_field_that_was_taken_out_and_one_that_was_put_in_are_named() -> None:
    value = a_file()
    value["records"][0]["content"].pop("pin")
    value["records"][0]["content"]["tip"] = {"salt": "1", "value": 5}
    assert faults_of(value) == [(FaultKind.MISSING_FIELD, 1, "pin"), (FaultKind.CHANGED_FIELD, 1, "tip")]
    assert "tip" not in look(value).contents[1]


def test_a_changed_seal_no_longer_fits_its_signature_nor_the_next_one() -> None:
    value = a_file()
    value["records"][0]["seal"]["sealed_at"] = "2026-11-21T17:00:00.000000Z"
    assert faults_of(value) == [(FaultKind.BAD_SIGNATURE, 1, None), (FaultKind.BROKEN_CHAIN, 2, None)]


def test_a_record_that_was_left_out_breaks_the_chain() -> None:
    value = a_file(3)
    del value["records"][1]
    assert faults_of(value) == [(FaultKind.BROKEN_CHAIN, 3, None)]


def test_the_first_record_has_none_before_it() -> None:
    value = a_file(1)
    seal = value["records"][0]["seal"]
    seal["previous_hash"] = "1" * 64
    value["records"][0]["signature"] = signed(canonical(seal))
    assert faults_of(value) == [(FaultKind.BROKEN_CHAIN, 1, None)]


def test_no_key_counts_but_those_that_are_trusted() -> None:
    assert faults_of(a_file(1), [KEY]) == []
    assert faults_of(a_file(1), [OTHER_KEY]) == [(FaultKind.UNKNOWN_KEY, 1, None)]


@pytest.mark.parametrize("key", ["pen", {"kid": "ours", "secret": "chalk"}])
def test_what_is_no_key_is_said_twice(key: Any) -> None:
    """As a key that counts, and as one that does not stand under its name."""
    value = a_file(1)
    value["keys"].append(key)
    assert faults_of(value) == [(FaultKind.UNKNOWN_KEY, None, None)] * 2


@pytest.mark.parametrize("name", ["theirs", None])
def test_a_key_under_another_name_is_said(name: str | None) -> None:
    value = a_file(1)
    value["keys"] = [KEY | {"kid": name}]
    assert faults_of(value) == [(FaultKind.UNKNOWN_KEY, None, None)]


def test_a_photo_is_there_where_one_was_sealed_and_only_there() -> None:
    value = a_file(1, PHOTO)
    value["records"][0]["photo"] = None
    assert faults_of(value) == [(FaultKind.MISSING_PHOTO, 1, "photo")]
    value = a_file(1)
    value["records"][0]["photo"] = b64encode(PHOTO).decode()
    assert faults_of(value) == [(FaultKind.WRONG_PHOTO, 1, "photo")]


@pytest.mark.parametrize(
    "photo", [b64encode(b"another").decode(), "no base64!", b64encode(PHOTO).decode() + "\n"]
)
def test_another_photo_or_the_same_written_otherwise_is_not_the_one(photo: str) -> None:
    value = a_file(1, PHOTO)
    value["records"][0]["photo"] = photo
    assert faults_of(value) == [(FaultKind.WRONG_PHOTO, 1, "photo")]
