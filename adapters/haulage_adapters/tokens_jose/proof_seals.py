"""Signing proofs of delivery under ES256, and checking them: a detached JSON Web Signature (RFC 7515)."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey

from haulage.ports.files.proof_seals import ProofSeals, Sealer
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage
from haulage.proofs import KeyCheck
from haulage_adapters.tokens_jose.keys import ALGORITHM, KeyStore
from haulage_adapters.tokens_jose.seal import Seal

SALT_BYTES = 16


class JoseProofSeals(ProofSeals):
    """Keys come from the database and are made there at the first use."""

    def __init__(
        self, storage: Storage, clock: Clock, identifiers: Identifiers, *, seal: Seal | None = None
    ) -> None:
        self._keys = KeyStore(storage, clock, identifiers, seal or Seal(None))

    async def sealer(self) -> Sealer:
        key = (await self._keys.ring()).proving[-1]
        name = key.thumbprint()
        return Sealer(name, lambda content: _signed(key, name, content))

    async def public_keys(self) -> Sequence[Mapping[str, str]]:
        return [public_form(key) for key in (await self._keys.ring()).proving]

    def salt(self) -> str:
        return token_hex(SALT_BYTES)


class JoseKeyCheck(KeyCheck):
    """Needs the public key and nothing else."""

    def thumbprint(self, key: Any) -> str | None:
        """None unless it is a public P-256 key in exactly the form that we write."""
        if not isinstance(key, dict):
            return None
        try:
            imported = ECKey.import_key({name: key[name] for name in ("kty", "crv", "x", "y")})
            same = imported.curve_name == "P-256" and public_form(imported) == key
            return imported.thumbprint() if same else None
        except (JoseError, ValueError, TypeError, AttributeError, KeyError):
            return None

    def is_genuine(self, key: Mapping[str, str], content: bytes, signature: str) -> bool:
        try:
            imported = ECKey.import_key(dict(key))
            head, middle, tail = signature.split(".")
            if middle or head != _header(imported.thumbprint()):
                return False
            whole = f"{head}.{_encoded(content)}.{tail}"
            jws.deserialize_compact(whole, imported, algorithms=[ALGORITHM])
        except (JoseError, ValueError, TypeError, UnicodeError):
            return False
        # The last letter of base64 has bits that say nothing: only one way of writing them is ours.
        return len(tail) == SIGNATURE_LETTERS and tail[-1] in "AQgw"


SIGNATURE_LETTERS = 86
"""64 bytes in base64url without padding."""


def public_form(key: ECKey) -> dict[str, str]:
    """The one way in which a public key is written."""
    parameters: Mapping[str, Any] = key.as_dict(private=False)
    return {name: str(parameters[name]) for name in ("kty", "crv", "x", "y")} | {
        "use": "sig",
        "alg": ALGORITHM,
        "kid": key.thumbprint(),
    }


def _signed(key: ECKey, name: str, content: bytes) -> str:
    whole = jws.serialize_compact({"alg": ALGORITHM, "kid": name}, content, key, algorithms=[ALGORITHM])
    head, _, tail = whole.split(".")
    return f"{head}..{tail}"


def _header(name: str) -> str:
    return _encoded(json.dumps({"alg": ALGORITHM, "kid": name}, separators=(",", ":")).encode())


def _encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()
