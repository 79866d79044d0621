"""Keeping key material in the database so that a copy of the database is not enough to use it.

**Decision.** All processes of a marketplace need the same keys and share nothing but the database, so
the keys are made at the first start and kept there. With ``HAULAGE_SECRET_KEY`` set they are sealed
under a key derived from it, and every process needs the same setting. Without it they lie open in the
database, guarded like the rest of it: on SQLite that is a file in the data folder. Setting the secret
later seals keys made from then on and leaves the older ones as they are.
"""

from functools import cached_property
from hashlib import scrypt
from typing import ClassVar

import attrs
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from haulage.kernel.errors import Unavailable

_OPEN, _SEALED = "open:", "sealed:"
_SALT = b"haulage server keys"
"""One salt for all: the secret is the operator's, and there is one of it."""


@attrs.define(eq=False, str=False)
class KeysSealedOtherwise(Unavailable):
    """The stored keys were sealed under another secret; making new ones would sign everybody out."""

    code: ClassVar[str] = "keys_sealed_otherwise"
    service: str = "signing keys"
    sentence: str = (
        "The server's keys in the database are sealed with a different HAULAGE_SECRET_KEY. "
        "Start with the one that was set when they were made."
    )


class Seal:
    """Seals and opens text under the operator's secret, or leaves it open where there is none."""

    def __init__(self, secret: str | None) -> None:
        self._secret = secret

    def close(self, material: str) -> str:
        if not self._secret:
            return _OPEN + material
        header = {"alg": "dir", "enc": "A256GCM"}
        return _SEALED + jwe.encrypt_compact(header, material, self._key)

    def open(self, kept: str) -> str:
        """Raises ``KeysSealedOtherwise``."""
        if kept.startswith(_OPEN):
            return kept.removeprefix(_OPEN)
        if not self._secret:
            raise KeysSealedOtherwise
        try:
            plain = jwe.decrypt_compact(kept.removeprefix(_SEALED), self._key).plaintext
        except (JoseError, ValueError):
            raise KeysSealedOtherwise from None
        return (plain or b"").decode()

    @cached_property
    def _key(self) -> OctKey:
        """Slow to compute, so that even a short secret takes long to guess."""
        secret = (self._secret or "").encode()
        return OctKey.import_key(scrypt(secret, salt=_SALT, n=2**14, r=8, p=1, dklen=32))
