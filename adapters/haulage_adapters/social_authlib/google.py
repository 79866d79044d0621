"""Google by OpenID Connect (developers.google.com/identity/openid-connect/openid-connect)."""

from collections.abc import Callable
from typing import Any

from haulage.accounts.email_address import InvalidEmail, normal_email
from haulage.accounts.identities import MAX_SUBJECT_LENGTH, ProvenIdentity, Provider, readable_name
from haulage.accounts.social_flows import BadIdToken, BadProviderAnswer
from haulage.ports.identity.social_sign_in import Departure, SocialSignIn
from haulage_adapters.http_client.client import ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.social_authlib.client import CappedConnections, Registration, TokenResponse, asking
from haulage_adapters.social_authlib.id_tokens import IdTokens, NotBelieved, hashed_nonce

GOOGLE_ISSUER = "https://accounts.google.com"
SCOPE = "openid email profile"


class GoogleSignIn(SocialSignIn):
    """*issuer* is whose tokens are believed; it publishes its addresses below itself."""

    def __init__(
        self,
        line: ServiceClient,
        registration: Registration,
        *,
        issuer: str = GOOGLE_ISSUER,
        now: Callable[[], float],
    ) -> None:
        self._line = line
        self._registration = registration
        # Google's documentation: the issuer is either of the two.
        issuers = [issuer, issuer.removeprefix("https://")] if issuer == GOOGLE_ISSUER else [issuer]
        self._tokens = IdTokens(
            line,
            discovery=f"{issuer}/.well-known/openid-configuration",
            issuers=issuers,
            client_id=registration.client_id,
            now=now,
        )

    async def aclose(self) -> None:
        """Close every connection."""
        await self._line.aclose()

    async def check(self) -> None:
        await asking(Provider.GOOGLE, self._tokens.discovered)

    async def authorization_url(self, departure: Departure) -> str:
        discovered = await asking(Provider.GOOGLE, self._tokens.discovered)
        url, _ = self._client().create_authorization_url(
            discovered.authorization_endpoint,
            state=departure.state,
            code_verifier=departure.verifier,
            nonce=departure.nonce,
            prompt="select_account",
        )
        return str(url)

    async def exchange(self, code: str, departure: Departure) -> ProvenIdentity:
        async def ask() -> dict[str, Any]:
            discovered = await self._tokens.discovered()
            if discovered.token_endpoint is None:
                raise InvalidResponse("no token endpoint")
            token: TokenResponse = await self._client().fetch_token(
                discovered.token_endpoint,
                grant_type="authorization_code",
                code=code,
                code_verifier=departure.verifier,
            )
            return await self._tokens.claims(
                token.id_token, nonce=departure.nonce, access_token=token.access_token
            )

        try:
            return self._proven(await asking(Provider.GOOGLE, ask))
        except NotBelieved:
            raise BadProviderAnswer(Provider.GOOGLE) from None

    async def check_id_token(
        self, token: str, *, nonce: str | None, access_token: str | None
    ) -> ProvenIdentity:
        async def ask() -> dict[str, Any]:
            return await self._tokens.claims(token, access_token=access_token)

        try:
            claims = await asking(Provider.GOOGLE, ask)
            proven = self._proven(claims)
        except NotBelieved:
            raise BadIdToken from None
        check_nonce(claims, nonce)
        return proven

    def _client(self) -> CappedConnections:
        return CappedConnections(self._line, self._registration, SCOPE)

    def _proven(self, claims: dict[str, Any]) -> ProvenIdentity:
        subject = claims.get("sub")
        if not isinstance(subject, str) or not 0 < len(subject) <= MAX_SUBJECT_LENGTH:
            raise NotBelieved
        return ProvenIdentity(
            provider=Provider.GOOGLE,
            subject=subject,
            email=provided_email(claims.get("email")),
            email_verified=claims.get("email_verified") is True,
            name=readable_name(claims.get("name")),
        )


def provided_email(email: object) -> str | None:
    """An address that mail can go to, or None."""
    try:
        return normal_email(email) if isinstance(email, str) else None
    except InvalidEmail:
        return None


def check_nonce(claims: dict[str, Any], nonce: str | None) -> None:
    """Both or neither, so that a token without one is not taken for one with it."""
    inside = claims.get("nonce")
    if bool(inside) != bool(nonce):
        raise BadIdToken("Passed nonce and nonce in id_token should either both exist or not.")
    if nonce and inside != hashed_nonce(nonce):
        raise BadIdToken("Nonces mismatch")
