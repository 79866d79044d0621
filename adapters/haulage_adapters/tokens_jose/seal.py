"""Keeping key material in the database so that a copy of the database is not enough to use it.

**Decision.** All processes of a marketplace need the same keys and share nothing but the database, so
the keys are made at the first start and kept there. With ``HAULAGE_SECRET_KEY`` set they are sealed
under a key derived from it, and every process needs the same setting. Without it they lie open in the
database, guarded like the rest of it: on SQLite that is a file in the data folder. Set later, the secret
seals at the next start what lies open.

Each sealed value carries the id of its key (``kid``, RFC 7516 section 4.1.6), so that it is known under which
secret it was sealed. Earlier secrets open what was sealed under them until everything is sealed anew.
"""

import hmac
import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import scrypt, sha256

import attrs
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from haulage.kernel.errors import Unavailable
from haulage.ports.storage.sealed import Sealing

_OPEN, _SEALED = "open:", "sealed:"
ID_DIGITS = 16
_SALT = b"haulage server keys"
"""One salt for all: the secret is the operator's, and there is one of it."""


@attrs.define
class KeysSealedOtherwise(Unavailable):
    """The stored signing keys cannot be opened with this secret; new ones would sign everybody out."""

    code = "keys_sealed_otherwise"
    service: str = "signing keys"
    message: str = (
        "The server's keys in the database are sealed with a different HAULAGE_SECRET_KEY. "
        "Start with the one that was set when they were made, in HAULAGE_SECRET_KEY or, beside a new one, in "
        "HAULAGE_SECRET_KEY_PREVIOUS."
    )


@attrs.frozen
class SealingKey:
    """A secret as a key. *id* is made of the derived key, so that it tells a guesser nothing new."""

    id: str
    key: OctKey

    @classmethod
    def of(cls, secret: str) -> "SealingKey":
        """Slow to compute, so that even a short secret takes long to guess."""
        derived = scrypt(secret.encode(), salt=_SALT, n=2**14, r=8, p=1, dklen=32)
        return cls(sha256(b"haulage key id" + derived).hexdigest()[:ID_DIGITS], OctKey.import_key(derived))

    def mac(self, purpose: bytes, content: bytes) -> str:
        """An HMAC of *content* in hexadecimal, under a key that serves this *purpose* alone."""
        own = hmac.digest(self.key.raw_value, purpose, "sha256")
        return hmac.new(own, content, "sha256").hexdigest()


class Seal(Sealing):
    """Seals and opens text under the operator's secret, or leaves it open where there is none."""

    def __init__(self, secret: str | None, previous: Sequence[str] = ()) -> None:
        self._secret = secret
        self._previous = previous

    def close(self, material: str) -> str:
        if not self._secret:
            return _OPEN + material
        header = {"alg": "dir", "enc": "A256GCM", "kid": self._current.id}
        return _SEALED + jwe.encrypt_compact(header, material, self._current.key)

    def open(self, stored: str) -> str:
        """Raises ``KeysSealedOtherwise``."""
        if stored.startswith(_OPEN):
            return stored.removeprefix(_OPEN)
        if not self._secret:
            raise KeysSealedOtherwise
        sealed = stored.removeprefix(_SEALED)
        for key in self._candidates(_key_id(sealed)):
            try:
                return (jwe.decrypt_compact(sealed, key.key).plaintext or b"").decode()
            except (JoseError, ValueError):
                continue
        raise KeysSealedOtherwise

    @property
    def can_seal(self) -> bool:
        return bool(self._secret)

    @property
    def start_when_open(self) -> str:
        return _OPEN

    @cached_property
    def start_when_current(self) -> str:
        return self.close("").partition(".")[0] + "."

    def anew(self, sealed: str) -> str:
        return self.close(self.open(sealed))

    def _candidates(self, id: str | None) -> Iterator[SealingKey]:
        return (key for key in (self._current, *self._earlier) if key.id == id)

    @cached_property
    def _current(self) -> SealingKey:
        return SealingKey.of(self._secret or "")

    @cached_property
    def _earlier(self) -> Sequence[SealingKey]:
        return [SealingKey.of(secret) for secret in self._previous]


def _key_id(sealed: str) -> str | None:
    try:
        header = json.loads(urlsafe_b64decode(sealed.partition(".")[0] + "=="))
    except ValueError:
        raise KeysSealedOtherwise from None
    return header.get("kid") if isinstance(header, dict) else None
