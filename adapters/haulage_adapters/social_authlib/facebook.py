"""Facebook by OAuth 2.0 and the Graph API (developers.facebook.com/docs/facebook-login).

**Decision.** Facebook names an address and does not say that it was verified, so it is taken for
unverified: it makes new accounts, which confirm it by mail where addresses need that, and it never
enters an account that exists. Whoever wants both links them while signed in.
"""

import hmac
from collections.abc import Callable
from typing import Annotated, Any

import attrs
import msgspec
from msgspec import Meta

from haulage.accounts.identities import MAX_SUBJECT_LENGTH, ProvenIdentity, Provider, readable_name
from haulage.accounts.social_flows import BadIdToken
from haulage.ports.identity.social_sign_in import Departure, SocialSignIn
from haulage_adapters.http_client.client import Answer, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Text, read_json
from haulage_adapters.social_authlib.client import (
    CappedConnections,
    Refused,
    Registration,
    TokenResponse,
    asking,
)
from haulage_adapters.social_authlib.google import check_nonce, provided_email
from haulage_adapters.social_authlib.id_tokens import IdTokens, NotBelieved

SCOPE = "email public_profile"
FIELDS = "id,name,email"
GRAPH = "https://graph.facebook.com/v21.0"
ISSUER = "https://www.facebook.com"


@attrs.frozen
class FacebookAddresses:
    """Where Facebook answers; a simulation has its own."""

    authorization: str = "https://www.facebook.com/v21.0/dialog/oauth"
    token: str = f"{GRAPH}/oauth/access_token"
    me: str = f"{GRAPH}/me"
    issuer: str = ISSUER
    discovery: str = f"{ISSUER}/.well-known/openid-configuration/"


class _Me(msgspec.Struct):
    """Who the access token is of. Address and name are kept where they are of use, and else passed over."""

    id: Annotated[Text, Meta(min_length=1, max_length=MAX_SUBJECT_LENGTH)]
    email: Any = None
    name: Any = None


class FacebookSignIn(SocialSignIn):
    """*addresses* are Facebook's unless a simulation stands in for it."""

    def __init__(
        self,
        line: ServiceClient,
        registration: Registration,
        *,
        addresses: FacebookAddresses | None = None,
        now: Callable[[], float],
    ) -> None:
        self._line = line
        self._registration = registration
        self._at = addresses or FacebookAddresses()
        self._tokens = IdTokens(
            line,
            discovery=self._at.discovery,
            issuers=[self._at.issuer],
            client_id=registration.client_id,
            now=now,
        )

    async def aclose(self) -> None:
        """Close every connection."""
        await self._line.aclose()

    async def check(self) -> None:
        await asking(Provider.FACEBOOK, self._tokens.discovered)

    async def authorization_url(self, departure: Departure) -> str:
        url, _ = self._client().create_authorization_url(
            self._at.authorization, state=departure.state, code_verifier=departure.verifier
        )
        return str(url)

    async def exchange(self, code: str, departure: Departure) -> ProvenIdentity:
        async def ask() -> ProvenIdentity:
            token: TokenResponse = await self._client().fetch_token(
                self._at.token,
                grant_type="authorization_code",
                code=code,
                code_verifier=departure.verifier,
            )
            return await self._me(token.access_token)

        proven: ProvenIdentity = await asking(Provider.FACEBOOK, ask)
        return proven

    async def check_id_token(
        self, token: str, *, nonce: str | None, access_token: str | None
    ) -> ProvenIdentity:
        """The token of a Limited Login."""

        async def ask() -> dict[str, Any]:
            return await self._tokens.claims(token, access_token=access_token)

        try:
            claims = await asking(Provider.FACEBOOK, ask)
        except NotBelieved:
            raise BadIdToken from None
        subject = claims.get("sub")
        if not isinstance(subject, str) or not 0 < len(subject) <= MAX_SUBJECT_LENGTH:
            raise BadIdToken
        check_nonce(claims, nonce)
        return _proven(subject, claims.get("email"), claims.get("name"))

    def _client(self) -> CappedConnections:
        return CappedConnections(self._line, self._registration, SCOPE)

    async def _me(self, access_token: str) -> ProvenIdentity:
        """The proof of the secret shows Facebook that the token was not stolen from us."""
        secret = self._registration.client_secret.encode()
        proof = hmac.digest(secret, access_token.encode(), "sha256").hex()
        return await self._line.ask(
            "GET",
            self._at.me,
            _read_me,
            params={"fields": FIELDS, "appsecret_proof": proof},
            headers={"Authorization": f"Bearer {access_token}"},
        )


def _read_me(answer: Answer) -> ProvenIdentity:
    if 400 <= answer.status < 500:
        raise Refused
    if answer.status != 200:
        raise InvalidResponse(f"status {answer.status}")
    me = read_json(answer.body, _Me)
    return _proven(me.id, me.email, me.name)


def _proven(subject: str, email: object, name: object) -> ProvenIdentity:
    return ProvenIdentity(
        provider=Provider.FACEBOOK,
        subject=subject,
        email=provided_email(email),
        email_verified=False,
        name=readable_name(name),
    )
