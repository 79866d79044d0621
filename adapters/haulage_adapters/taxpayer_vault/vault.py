"""Taxpayer numbers sealed with AES-256-GCM as JSON Web Encryption (RFC 7516), by the library that seals keys.

**Decision.** The key is the operator's, in a variable of its own, and never in the database: a copy of the
database together with ``HAULAGE_SECRET_KEY`` opens none of the numbers. Each sealed value names its key
(``kid``), so that keys can be changed, and holds the driver that it is of, so that no row can be given
another's number.
"""

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
from haulage.ports.identity.taxpayer_vault import TaxpayerVault
from haulage.tax import TaxpayerNumber, TaxpayerNumberType

ID_DIGITS = 16
_SALT = b"haulage taxpayer numbers"
"""One salt for all: the key is the operator's, and there is one of it."""


@attrs.define
class NoVaultKey(Unavailable):
    """Taxpayer numbers cannot be taken or read: the operator has set no key for them."""

    code = "no_vault_key"
    service: str = "taxpayer numbers"
    message: str = "Taxpayer numbers cannot be stored safely at present. Please try again later."
    for_operators = "Set HAULAGE_TAX_VAULT_KEY."


@attrs.define
class SealedOtherwise(Unavailable):
    """A number was sealed under a key that is not known here, or for another driver."""

    code = "number_sealed_otherwise"
    service: str = "taxpayer numbers"
    message: str = "A taxpayer number cannot be opened with this HAULAGE_TAX_VAULT_KEY."
    for_operators = "Set the key it was sealed under as HAULAGE_TAX_VAULT_KEY_PREVIOUS."


@attrs.frozen
class VaultKey:
    """A secret as a key. *id* is made of the derived key, so that it tells a guesser nothing new."""

    id: str
    key: OctKey

    @classmethod
    def of(cls, secret: str) -> "VaultKey":
        derived = scrypt(secret.encode(), salt=_SALT, n=2**14, r=8, p=1, dklen=32)
        return cls(
            sha256(b"haulage vault key id" + derived).hexdigest()[:ID_DIGITS], OctKey.import_key(derived)
        )


class SealingVault(TaxpayerVault):
    """*keys* has the present one first; without any, nothing is taken and nothing opened."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._secrets = tuple(keys)

    async def seal(self, driver_id: str, number: TaxpayerNumber) -> str:
        return self._close(driver_id, number.digits)

    async def open(self, driver_id: str, type: TaxpayerNumberType, sealed: str) -> TaxpayerNumber:
        return TaxpayerNumber(type, self._open(driver_id, sealed))

    async def anew(self, driver_id: str, sealed: str) -> str:
        return self._close(driver_id, self._open(driver_id, sealed))

    async def current_start(self) -> str:
        return self._close("", "").partition(".")[0] + "."

    def _close(self, driver_id: str, digits: str) -> str:
        key = self._current
        header = {"alg": "dir", "enc": "A256GCM", "kid": key.id}
        return jwe.encrypt_compact(header, json.dumps([driver_id, digits]), key.key)

    def _open(self, driver_id: str, sealed: str) -> str:
        for key in self._candidates(sealed):
            try:
                owner, digits = json.loads(jwe.decrypt_compact(sealed, key.key).plaintext or b"")
            except (JoseError, ValueError):
                continue
            if owner == driver_id:
                return str(digits)
        raise SealedOtherwise

    def _candidates(self, sealed: str) -> Iterator[VaultKey]:
        id = _key_id(sealed)
        return (key for key in (self._current, *self._keys[1:]) if key.id == id)

    @property
    def _current(self) -> VaultKey:
        if not self._secrets:
            raise NoVaultKey
        return self._keys[0]

    @cached_property
    def _keys(self) -> Sequence[VaultKey]:
        return [VaultKey.of(secret) for secret in self._secrets]


def _key_id(sealed: str) -> str | None:
    try:
        header = json.loads(urlsafe_b64decode(sealed.partition(".")[0] + "=="))
    except ValueError:
        raise SealedOtherwise from None
    return header.get("kid") if isinstance(header, dict) else None
