"""Believing an id token (OpenID Connect Core 1.0, section 3.1.3.7)."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from authlib.oidc.core import CodeIDToken  # type: ignore[import-untyped]  # it has no annotations
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Meta

from haulage_adapters.http_client.client import Answer, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import JsonObject, Read, Text, read_json
from haulage_adapters.http_client.ttl_cache import TtlCache

ALGORITHMS = ["RS256", "ES256"]
"""What providers sign with; above all not ``none``, nor a secret that a client could know."""
REMEMBERED_SECONDS = 3_600.0
KEYS_STAY_SECONDS = 60.0
"""A token under an unknown key is reason to look for new keys, but not at every such token."""
LEEWAY_SECONDS = 60
MAX_ID_TOKEN = 20_000


class NotBelieved(Exception):
    """The ID token is expired, or not issued by this provider, for us, for this sign-in."""


Address = Annotated[Text, Meta(max_length=2_000)]


class Discovered(msgspec.Struct, frozen=True):
    """What a provider publishes of itself. Facebook names no token endpoint there."""

    issuer: Address
    authorization_endpoint: Address
    jwks_uri: Address
    token_endpoint: Address | None = None


class _Keys(msgspec.Struct):
    keys: Annotated[list[JsonObject], Meta(min_length=1, max_length=50)]


class IdTokens:
    """The id tokens of one issuer for one client. Discovery and keys are remembered for an hour."""

    def __init__(
        self,
        line: ServiceClient,
        *,
        discovery: str,
        issuers: Sequence[str],
        client_id: str,
        now: Callable[[], float],
    ) -> None:
        self._line = line
        self._discovery = discovery
        self._issuers = list(issuers)
        self._client_id = client_id
        self._now = now
        self._known: TtlCache[Discovered] = TtlCache(size=1, seconds=REMEMBERED_SECONDS)
        self._keys: TtlCache[KeySet] = TtlCache(size=1, seconds=REMEMBERED_SECONDS)
        self._newer_keys: TtlCache[KeySet] = TtlCache(size=1, seconds=KEYS_STAY_SECONDS)

    async def discovered(self) -> Discovered:
        """Raises ``OutsideFailure``."""

        async def ask() -> Discovered:
            return await self._line.ask("GET", self._discovery, self._read_discovery)

        return await self._known.get("discovery", ask)

    async def claims(
        self,
        token: str,
        *,
        nonce: str | None = None,
        access_token: str | None = None,
    ) -> dict[str, Any]:
        """What a genuine token says. Raises ``NotBelieved`` or ``OutsideFailure``."""
        if len(token) > MAX_ID_TOKEN or not token.isascii():
            raise NotBelieved
        keys = await self._key_set(_key_id(token))
        try:
            decoded = jwt.decode(token, keys, algorithms=ALGORITHMS)
            claims = CodeIDToken(
                decoded.claims,
                decoded.header,
                {
                    "iss": {"essential": True, "values": self._issuers},
                    "aud": {"essential": True, "value": self._client_id},
                },
                {"nonce": nonce, "client_id": self._client_id, "access_token": access_token},
            )
            claims.validate(now=int(self._now()), leeway=LEEWAY_SECONDS)
        except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise NotBelieved from None
        return dict(claims)

    async def _key_set(self, key_id: object) -> KeySet:
        """The published keys; an unknown key may be newer than what is remembered."""
        address = (await self.discovered()).jwks_uri

        async def ask() -> KeySet:
            return await self._line.ask("GET", address, _read_keys)

        keys = await self._keys.get("keys", ask)
        if any(key.kid == key_id for key in keys.keys):
            return keys
        return await self._newer_keys.get("keys", ask)

    def _read_discovery(self, answer: Answer) -> Discovered:
        found = _read(answer, Discovered)
        if found.issuer not in self._issuers:
            raise InvalidResponse("another issuer")
        named = (found.authorization_endpoint, found.jwks_uri, found.token_endpoint)
        addresses = [each for each in named if each is not None]
        if found.issuer.startswith("https://") and not all(each.startswith("https://") for each in addresses):
            raise InvalidResponse("an address that is not https")
        return found


def hashed_nonce(nonce: str) -> str:
    """What an application hands its provider, so that only it can use the token (GoTrue's rule)."""
    return sha256(nonce.encode(errors="replace")).hexdigest()


def _read(answer: Answer, type: type[Read]) -> Read:
    if answer.status != 200:
        raise InvalidResponse(f"status {answer.status}")
    return read_json(answer.body, type)


def _read_keys(answer: Answer) -> KeySet:
    listed = _read(answer, _Keys).keys
    try:
        return KeySet.import_key_set({"keys": listed})
    except (JoseError, ValueError, TypeError, KeyError, AttributeError):
        raise InvalidResponse("keys that are none") from None


def _key_id(token: str) -> object:
    try:
        return jws.extract_compact(token.encode()).headers().get("kid")
    except (JoseError, ValueError, TypeError, RecursionError):
        raise NotBelieved from None
