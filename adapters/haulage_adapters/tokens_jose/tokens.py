"""JSON Web Tokens under ES256 (RFC 7519, RFC 7518 section 3.4)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from cachetools import LRUCache
from joserfc import jws, jwt
from joserfc.errors import JoseError

from haulage.accounts.refresh import RefreshChain
from haulage.accounts.session import AccessClaims, BadAccessToken
from haulage.ports.identity.tokens import Tokens, TokenSubject
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage
from haulage_adapters.tokens_jose.keys import ALGORITHM, RELOAD_FOR_UNKNOWN_AFTER, KeyStore
from haulage_adapters.tokens_jose.seal import Seal

AUDIENCE = "authenticated"
MAX_TOKEN_LENGTH = 16 * 1024
"""Longer than any token made here: metadata is bounded."""

MOST_REMEMBERED = 10_000
"""Ours: tokens that were found genuine, so that their signatures are checked once and not with each request.
Whether their key and their time are still good is asked each time."""


class JoseTokens(Tokens):
    """Keys come from the database and are made there at the first use.

    *issuer* is the address of the account routes, for clients that look at it. *seal* holds the
    operator's secrets; see :mod:`haulage_adapters.tokens_jose.seal`. Every method may raise
    ``KeysSealedOtherwise``, the first time that the keys are read.
    """

    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        *,
        issuer: str,
        seal: Seal | None = None,
    ) -> None:
        self._clock = clock
        self._issuer = issuer
        self._seal = seal or Seal(None)
        self._keys = KeyStore(storage, clock, identifiers, self._seal)
        self._genuine: LRUCache[str, TokenSubject] = LRUCache(MOST_REMEMBERED)

    async def sign(self, claims: AccessClaims) -> str:
        key = (await self._keys.ring()).signer
        return jwt.encode({"alg": ALGORITHM, "kid": key.kid}, _written(claims, self._issuer), key)

    async def read(self, token: str) -> TokenSubject:
        """Raises ``BadAccessToken`` unless the token is ours and its time is not over."""
        known = self._genuine.get(token)
        if known is not None and self._clock.now() < known.expires_at and await self.trusts(known):
            return known
        subject = await self._checked(token)
        self._genuine[token] = subject
        return subject

    async def _checked(self, token: str) -> TokenSubject:
        if len(token) > MAX_TOKEN_LENGTH or not token.isascii():
            raise BadAccessToken
        try:
            ring, key_id = await self._keys.ring(), _key_id(token)
            if not ring.knows(key_id):
                ring = await self._keys.ring(at_most_old=RELOAD_FOR_UNKNOWN_AFTER)
            claims = jwt.decode(token, ring.checkers, algorithms=[ALGORITHM]).claims
            self._registry().validate(claims)
        except (JoseError, ValueError, TypeError, RecursionError):
            raise BadAccessToken from None
        until = datetime.fromtimestamp(claims["exp"], UTC)
        return TokenSubject(claims["sub"], claims["session_id"], until, str(key_id))

    async def trusts(self, subject: TokenSubject) -> bool:
        return (await self._keys.ring()).knows(subject.key_id)

    async def public_keys(self) -> Sequence[Mapping[str, str]]:
        ring = await self._keys.ring()
        return [_public(key.as_dict(private=False)) for key in ring.signing]

    async def seal(self, text: str) -> str:
        return self._seal.close(text)

    async def unseal(self, stored: str) -> str:
        """Raises ``KeysSealedOtherwise``."""
        return self._seal.open(stored)

    async def fingerprint(self, text: str) -> str:
        return (await self._keys.ring()).chain.fingerprint(text)

    async def refresh_chain(self) -> RefreshChain:
        return (await self._keys.ring()).chain

    def _registry(self) -> jwt.JWTClaimsRegistry:
        """Decoding alone does not look at the time."""
        return jwt.JWTClaimsRegistry(
            now=int(self._clock.now().timestamp()),
            exp={"essential": True},
            sub={"essential": True},
            session_id={"essential": True},
            aud={"essential": True, "value": AUDIENCE},
        )


def _key_id(token: str) -> object:
    return jws.extract_compact(token.encode()).headers().get("kid")


def _written(claims: AccessClaims, issuer: str) -> dict[str, Any]:
    return {
        "iss": issuer,
        "sub": claims.account_id,
        "aud": AUDIENCE,
        "role": AUDIENCE,
        "iat": int(claims.issued_at.timestamp()),
        "exp": int(claims.expires_at.timestamp()),
        "session_id": claims.session_id,
        "aal": claims.assurance.value,
        "amr": [
            {"method": proof.method.value, "timestamp": int(proof.at.timestamp())} for proof in claims.proofs
        ],
        "email": claims.email,
        "phone": "",
        "user_metadata": dict(claims.user_metadata),
        "app_metadata": dict(claims.app_metadata),
        "is_anonymous": False,
    }


def _public(key: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(key[name]) for name in ("kty", "crv", "x", "y", "use", "alg", "kid")}
