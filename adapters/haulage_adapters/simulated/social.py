"""Google and Facebook as a small provider of our own, for the demonstration and for tests.

It speaks the real protocols: discovery, published keys, authorization codes that need the verifier of
RFC 7636, signed id tokens with a nonce, and Facebook's Graph address. The same client that asks the real
ones asks this one, through a transport in the place of the network, so that it works behind any proxy.
Codes are sealed and carry all they stand for, so that any process of a marketplace can take them.

Whoever is at its page is whoever they say. It is only there where no real provider is configured.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode

import attrs
import httpx
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc import jwe, jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeyParameters, OctKey

from haulage.accounts.email_address import normal_email
from haulage.accounts.identities import Provider
from haulage.accounts.metadata import profile_of
from haulage.ports.identity.social_sign_in import SimulatedPerson, SimulatedProviderPage
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock

CODE_SECONDS, TOKEN_SECONDS = 60, 3_600
CLIENT_ID, CLIENT_SECRET = "haulage-demonstration", "simulated"
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""SEC 2, section 2.4.2."""
SEALING = {"alg": "dir", "enc": "A256GCM"}


@attrs.frozen
class _Keys:
    sealing: OctKey
    signing: ECKey


class SimulatedProvider(httpx.AsyncBaseTransport, SimulatedProviderPage):
    """Both providers below *site*. Every process of a marketplace derives the same keys."""

    def __init__(self, site: str, callback: str, tokens: Tokens, clock: Clock) -> None:
        self.site = site
        self._callback = callback
        self._tokens = tokens
        self._clock = clock

    def issuer(self, provider: Provider) -> str:
        """The address below which it publishes what clients need."""
        return f"{self.site}/simulated/{provider}"

    def is_request(self, provider: Provider, query: Mapping[str, str]) -> bool:
        return (
            provider in {Provider.GOOGLE, Provider.FACEBOOK}
            and query.get("response_type") == "code"
            and query.get("client_id") == CLIENT_ID
            and query.get("redirect_uri") == self._callback
            and query.get("code_challenge_method") == "S256"
            and 0 < len(query.get("code_challenge", "")) <= 128
            and 0 < len(query.get("state", "")) <= 255
            and len(query.get("nonce", "")) <= 255
        )

    async def approve(self, provider: Provider, query: Mapping[str, str], person: SimulatedPerson) -> str:
        """Raises ``InvalidInput`` for an address or a name that nobody could have."""
        grant = {
            "provider": provider.value,
            "email": normal_email(person.email),
            "name": profile_of({"name": person.name}).name or "",
            "email_verified": person.email_verified,
            "challenge": query["code_challenge"],
            "nonce": query.get("nonce", ""),
        }
        code = await self._sealed({**grant, "for": "code"}, CODE_SECONDS)
        return f"{self._callback}?{urlencode({'code': code, 'state': query['state']})}"

    def decline(self, query: Mapping[str, str]) -> str:
        errors = {"error": "access_denied", "error_reason": "user_denied", "state": query["state"]}
        return f"{self._callback}?{urlencode(errors)}"

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """What the provider's servers would answer."""
        await request.aread()
        provider, _, path = request.url.path.removeprefix("/simulated/").partition("/")
        if provider not in set(Provider):
            return _answer(404, {})
        match request.method, path.rstrip("/"):
            case "GET", ".well-known/openid-configuration":
                return self._published(Provider(provider))
            case "GET", "keys":
                key = (await self._keys()).signing.as_dict(private=False)
                return _answer(200, {"keys": [key]})
            case "POST", "token":
                return await self._token(Provider(provider), request)
            case "GET", "me":
                return await self._me(request)
            case _:
                return _answer(404, {})

    def _published(self, provider: Provider) -> httpx.Response:
        issuer = self.issuer(provider)
        return _answer(
            200,
            {
                "issuer": issuer,
                "authorization_endpoint": f"{issuer}/authorize",
                "token_endpoint": f"{issuer}/token",
                "jwks_uri": f"{issuer}/keys",
            },
        )

    async def _token(self, provider: Provider, request: httpx.Request) -> httpx.Response:
        form = dict(parse_qsl(request.content.decode(errors="replace")))
        grant = await self._opened(form.get("code", ""), "code")
        verifier = sha256(form.get("code_verifier", "").encode()).digest()
        if (
            form.get("grant_type") != "authorization_code"
            or (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET)
            or form.get("redirect_uri") != self._callback
            or grant is None
            or grant["provider"] != provider
            or grant["challenge"] != urlsafe_b64encode(verifier).rstrip(b"=").decode()
        ):
            return _answer(400, {"error": "invalid_grant"})
        access_token = await self._sealed({**grant, "for": "access"}, TOKEN_SECONDS)
        answer: dict[str, Any] = {
            "access_token": access_token,
            "token_type": "bearer",
            "expires_in": TOKEN_SECONDS,
        }
        if provider is Provider.GOOGLE:
            answer["id_token"] = await self.id_token(provider, grant, nonce=grant["nonce"])
        return _answer(200, answer)

    async def _me(self, request: httpx.Request) -> httpx.Response:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        grant = await self._opened(token, "access")
        if grant is None or grant["provider"] != Provider.FACEBOOK:
            return _answer(400, {"error": {"type": "OAuthException", "code": 190}})
        shown = {"id": _subject(grant), "name": grant["name"], "email": grant["email"]}
        return _answer(200, shown)

    async def id_token(self, provider: Provider, grant: Mapping[str, Any], *, nonce: str) -> str:
        """A signed token about somebody, as an application would get it from the provider."""
        now, key = self._seconds(), (await self._keys()).signing
        claims = {
            "iss": self.issuer(provider),
            "aud": CLIENT_ID,
            "sub": _subject(grant),
            "email": grant["email"],
            "email_verified": grant["email_verified"],
            "name": grant["name"],
            "iat": now,
            "exp": now + TOKEN_SECONDS,
        }
        if nonce:
            claims["nonce"] = nonce
        return jwt.encode({"alg": "ES256", "kid": key.kid}, claims, key)

    def _seconds(self) -> int:
        return int(self._clock.now().timestamp())

    async def _sealed(self, grant: Mapping[str, Any], seconds: int) -> str:
        until = self._seconds() + seconds
        return jwe.encrypt_compact(
            SEALING, json.dumps({**grant, "until": until}), (await self._keys()).sealing
        )

    async def _opened(self, sealed: str, purpose: str) -> dict[str, Any] | None:
        try:
            plain = jwe.decrypt_compact(sealed, (await self._keys()).sealing).plaintext
        except (JoseError, ValueError):
            return None
        grant: dict[str, Any] = json.loads(plain or b"{}")
        return grant if grant.get("for") == purpose and grant["until"] > self._seconds() else None

    async def _keys(self) -> _Keys:
        sealing = bytes.fromhex(await self._tokens.fingerprint("simulated provider/sealing"))
        signing = int(await self._tokens.fingerprint("simulated provider/signing"), 16) % (P256_ORDER - 1) + 1
        pem = derive_private_key(signing, SECP256R1()).private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )
        named: KeyParameters = {"kid": "simulated", "use": "sig", "alg": "ES256"}
        return _Keys(OctKey.import_key(sealing), ECKey.import_key(pem, named))


def _subject(grant: Mapping[str, Any]) -> str:
    """Twenty digits, always the same for an address."""
    digest = sha256(f"{grant['provider']}/{grant['email']}".encode()).digest()
    return str(int.from_bytes(digest[:8]) + 10**19)


def _answer(status: int, body: Mapping[str, Any]) -> httpx.Response:
    """As from a network: the body is there to be read, and was not read yet."""
    stream = httpx.ByteStream(json.dumps(body).encode())
    return httpx.Response(status, headers={"Content-Type": "application/json"}, stream=stream)
