"""Examining a file of proofs, and saying exactly what is wrong with it."""

import json
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, NoReturn, Protocol

import attrs

from haulage.proofs.canonical import canonical
from haulage.proofs.content import FIELDS
from haulage.proofs.file import END, FILE_FORMAT
from haulage.proofs.seal import GENESIS, Opened, Seal, seal_of

MAX_FILE_OCTETS = 64 * 1024 * 1024

Key = Mapping[str, str]


class KeyCheck(Protocol):
    """What of examining takes cryptography."""

    def thumbprint(self, key: Any) -> str | None:
        """RFC 7638, of a public key of ours in its one form; None for anything else."""
        ...

    def is_genuine(self, key: Key, content: bytes, signature: str) -> bool: ...


class FaultKind(StrEnum):
    UNREADABLE = "unreadable"
    NOT_CANONICAL = "not_canonical"
    UNKNOWN_KEY = "unknown_key"
    BAD_SIGNATURE = "bad_signature"
    BROKEN_CHAIN = "broken_chain"
    CHANGED_FIELD = "changed_field"
    MISSING_FIELD = "missing_field"
    WRONG_PHOTO = "wrong_photo"
    MISSING_PHOTO = "missing_photo"
    MISSING_CONTENT = "missing_content"


@attrs.frozen
class Fault:
    """One thing that is wrong: with which record, by its number, and with which field of it."""

    kind: FaultKind
    sentence: str
    record: int | None = None
    field: str | None = None


@attrs.frozen
class Examined:
    """What a file holds, as far as it can be read, and all that is wrong with it."""

    faults: Sequence[Fault]
    numbers: Sequence[int] = ()
    keys: Sequence[str] = ()
    contents: Mapping[int, Mapping[str, Any]] = attrs.field(factory=dict)
    """The fields of records by number; those of erased records and of mere neighbours are not among them."""

    @property
    def is_whole(self) -> bool:
        return not self.faults


def examine(written: bytes, check: KeyCheck, trusted: Sequence[Key] | None = None) -> Examined:
    """With *trusted* keys no other counts; without, whoever reads the answer has to know the key it names."""
    try:
        value = _read(written)
    except (ValueError, RecursionError):
        return Examined([Fault(FaultKind.UNREADABLE, "The file is no file of proofs, or is damaged.")])
    faults = []
    if canonical(value) + END != written:
        faults.append(Fault(FaultKind.NOT_CANONICAL, "The file is not written in its one canonical form."))
    known = _Keys(check, trusted if trusted is not None else value["keys"])
    faults += _key_faults(check, value["keys"])
    faults += known.faults
    seals, contents, before = [], {}, None
    for record in value["records"]:
        seal = seal_of(record["seal"])
        seals.append(seal)
        faults += _seal_faults(seal, record["signature"], known, check)
        faults += _link_faults(seal, before)
        faults += _content_faults(seal, record)
        if record["content"] is not None:
            contents[seal.number] = {
                name: each["value"] for name, each in record["content"].items() if name in FIELDS
            }
        before = seal
    if not contents:
        faults.append(_nothing_said(seals[-1]))
    return Examined(faults, [seal.number for seal in seals], [seal.key for seal in seals], contents)


def _read(written: bytes) -> Any:
    """The file's object with its parts in their shapes. Raises ``ValueError``."""
    if len(written) > MAX_FILE_OCTETS:
        raise ValueError("size")
    value = json.loads(written.decode(), parse_float=_no_fraction, parse_constant=_no_fraction)
    if not _has(value, "format", "keys", "records") or value["format"] != FILE_FORMAT:
        raise ValueError("format")
    if not isinstance(value["keys"], list) or not isinstance(value["records"], list) or not value["records"]:
        raise ValueError("parts")
    for record in value["records"]:
        _require_record(record)
    canonical(value)
    return value


def _no_fraction(_text: str) -> NoReturn:
    raise ValueError("fraction")


def _has(value: object, *names: str) -> bool:
    return isinstance(value, dict) and set(value) == set(names)


def _require_record(record: Any) -> None:
    if not _has(record, "seal", "signature", "content", "photo"):
        raise ValueError("record")
    seal_of(record["seal"])
    content, photo = record["content"], record["photo"]
    if not isinstance(record["signature"], str) or not (photo is None or isinstance(photo, str)):
        raise ValueError("record")
    if content is None:
        return
    if not isinstance(content, dict):
        raise ValueError("content")
    for each in content.values():
        if not _has(each, "salt", "value") or not isinstance(each["salt"], str):
            raise ValueError("content")


class _Keys:
    """The keys that count, by thumbprint."""

    def __init__(self, check: KeyCheck, keys: Sequence[Any]) -> None:
        named = [(check.thumbprint(key), key) for key in keys]
        self._by_name: dict[str, Key] = {name: key for name, key in named if name is not None}
        self.faults = [
            Fault(FaultKind.UNKNOWN_KEY, "One of the keys is no public key of this kind.")
            for name, _ in named
            if name is None
        ]

    def get(self, name: str) -> Key | None:
        return self._by_name.get(name)


def _nothing_said(last: Seal) -> Fault:
    """Nobody can tell content that was erased from content that was taken out: a chain alone proves no
    delivery."""
    sentence = f"The file holds seals alone: what record {last.number} says was erased or taken out."
    return Fault(FaultKind.MISSING_CONTENT, sentence, last.number)


def _key_faults(check: KeyCheck, keys: Sequence[Any]) -> list[Fault]:
    """A key in the file stands under its own thumbprint."""
    return [
        Fault(FaultKind.UNKNOWN_KEY, "A key in the file is not the one that it is named for.")
        for key in keys
        if not isinstance(key, dict) or check.thumbprint(key) != key.get("kid", "") or key["kid"] is None
    ]


def _seal_faults(seal: Seal, signature: str, known: _Keys, check: KeyCheck) -> list[Fault]:
    key = known.get(seal.key)
    if key is None:
        sentence = f"Record {seal.number} is signed by the key {seal.key}, which is not among those known."
        return [Fault(FaultKind.UNKNOWN_KEY, sentence, seal.number)]
    if not check.is_genuine(key, seal.canonical(), signature):
        sentence = f"The signature of record {seal.number} does not fit: its seal was changed."
        return [Fault(FaultKind.BAD_SIGNATURE, sentence, seal.number)]
    return []


def _link_faults(seal: Seal, before: Seal | None) -> list[Fault]:
    if before is None:
        fits = seal.number > 1 or seal.previous_hash == GENESIS
    else:
        fits = seal.number == before.number + 1 and seal.previous_hash == before.hash
    if fits:
        return []
    sentence = f"The chain is broken at record {seal.number}: it does not follow the one before it."
    return [Fault(FaultKind.BROKEN_CHAIN, sentence, seal.number)]


def _content_faults(seal: Seal, record: Mapping[str, Any]) -> list[Fault]:
    content = record["content"]
    if content is None:
        return _photo_faults(seal, None, record["photo"])
    faults = []
    for name in sorted({*FIELDS, *content}):
        each = content.get(name)
        if each is None:
            sentence = f"Record {seal.number} lacks its field {name}."
            faults.append(Fault(FaultKind.MISSING_FIELD, sentence, seal.number, name))
        elif Opened(each["salt"], each["value"]).digest(name) != seal.digests.get(name):
            sentence = f"Record {seal.number} is not as it was sealed: its field {name} was changed."
            faults.append(Fault(FaultKind.CHANGED_FIELD, sentence, seal.number, name))
    facts = (content.get("photo") or {}).get("value")
    return faults + _photo_faults(seal, facts, record["photo"])


def _photo_faults(seal: Seal, facts: Any, photo: str | None) -> list[Fault]:
    expected = facts.get("sha256") if isinstance(facts, dict) else None
    if photo is None:
        if expected is None:
            return []
        sentence = f"Record {seal.number} has a photo, and it is not in the file."
        return [Fault(FaultKind.MISSING_PHOTO, sentence, seal.number, "photo")]
    if expected is not None and _hash(photo) == expected:
        return []
    sentence = f"The photo is not the one that record {seal.number} was sealed with."
    return [Fault(FaultKind.WRONG_PHOTO, sentence, seal.number, "photo")]


def _hash(photo: str) -> str | None:
    """Of the photo's bytes, if they are written in the one way that they can be."""
    try:
        content = b64decode(photo, validate=True)
    except (BadBase64, ValueError):
        return None
    return sha256(content).hexdigest() if b64encode(content).decode() == photo else None
