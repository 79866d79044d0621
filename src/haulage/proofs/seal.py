"""Sealing a proof: what is signed are digests, so that its content can be erased and the seal still holds.

Each field has a digest of its own over a random salt, its name and its value. The seal names the digests,
its place in the chain and the hash of the seal before it, and is what the installation's key signs. Without
the salts nobody can find out from a digest what a name was.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256

import attrs

from haulage.proofs.canonical import Json, canonical, digest
from haulage.proofs.content import FIELDS, ProofContent, written

SEAL_FORMAT = "haulage-proof-1"
"""Stands in every seal; a later way of sealing will have another name."""

GENESIS = "0" * 64
"""What the first seal has for the hash before it."""

_HASH = re.compile(r"[0-9a-f]{64}\Z")


@attrs.frozen
class Opened:
    """A field's value with the salt that hides it in its digest."""

    salt: str = attrs.field(repr=False)
    value: Json

    def digest(self, name: str) -> str:
        return digest([self.salt, name, self.value])


@attrs.frozen
class Seal:
    """Number *number* of the chain, counted from one. ``key`` is the thumbprint (RFC 7638) of who signs."""

    number: int
    sealed_at: str
    previous_hash: str
    key: str
    digests: Mapping[str, str]

    def as_json(self) -> Mapping[str, Json]:
        return {"format": SEAL_FORMAT, **attrs.asdict(self, recurse=False), "digests": dict(self.digests)}

    def canonical(self) -> bytes:
        """What is signed."""
        return canonical(self.as_json())

    @property
    def hash(self) -> str:
        """What the next seal has for the hash before it."""
        return sha256(self.canonical()).hexdigest()


@attrs.frozen
class ProofRecord:
    """A seal with its signature, and what it seals; ``content`` is None once that was erased."""

    seal: Seal
    signature: str
    content: Mapping[str, Opened] | None


Sign = Callable[[bytes], str]


def sealed(
    content: ProofContent,
    *,
    after: tuple[int, str],
    at: datetime,
    key: str,
    salt: Callable[[], str],
    sign: Sign,
) -> ProofRecord:
    """The content as the record that follows the one with this number and hash."""
    opened = {name: Opened(salt(), value) for name, value in content.fields().items()}
    digests = {name: each.digest(name) for name, each in opened.items()}
    number, previous = after
    seal = Seal(number + 1, written(at), previous, key, digests)
    return ProofRecord(seal, sign(seal.canonical()), opened)


def seal_of(value: object) -> Seal:
    """The seal in this form. Raises ``ValueError`` for anything that is not exactly one."""
    if not isinstance(value, dict) or value.get("format") != SEAL_FORMAT:
        raise ValueError("seal")
    names = {field.name for field in attrs.fields(Seal)} | {"format"}
    digests, number = value.get("digests"), value.get("number")
    if set(value) != names or not isinstance(digests, dict) or set(digests) != set(FIELDS):
        raise ValueError("seal")
    hashes = [value["previous_hash"], *digests.values()]
    if not all(isinstance(each, str) and _HASH.match(each) for each in hashes):
        raise ValueError("seal")
    if type(number) is not int or number < 1:
        raise ValueError("seal")
    if not all(isinstance(value[name], str) for name in ("sealed_at", "key")):
        raise ValueError("seal")
    return Seal(number, value["sealed_at"], value["previous_hash"], value["key"], digests)
