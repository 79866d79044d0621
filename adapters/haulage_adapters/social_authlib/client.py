"""authlib's OAuth client, speaking over one of our lines instead of a session of its own.

authlib makes the authorization address, the proof key of RFC 7636, the body of the token request and
the client's authentication. Its own way to the network has neither a budget nor a breaker.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import attrs
import msgspec
from authlib.oauth2.client import OAuth2Client  # type: ignore[import-untyped]  # it has no annotations
from msgspec import Meta

from haulage.accounts.identities import Provider
from haulage.accounts.social_flows import BadProviderAnswer, ProviderSilent
from haulage_adapters.http_client.client import Answer, Limits, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure
from haulage_adapters.http_client.reading import JsonObject, Text, read_json

SOCIAL_LIMITS = Limits(budget_seconds=2.5, attempt_seconds=2.0, attempts=2, max_bytes=200_000)
MAX_TOKEN = 20_000
OK, BAD_REQUEST = 200, 400


@attrs.frozen
class Registration:
    """How a provider knows this server: what its console calls client id and secret."""

    client_id: str
    client_secret: str = attrs.field(repr=False)
    callback: str
    """Where the provider sends browsers back to; the same address is entered in its console."""


class TokenResponse(msgspec.Struct):
    """RFC 6749, section 5.1, and the id token of OpenID Connect, which is checked where it is read."""

    access_token: Annotated[Text, Meta(max_length=MAX_TOKEN)]
    id_token: str = ""


class Refused(Exception):
    """The provider answered with an OAuth error: the code, the verifier or the client is no good."""


class CappedConnections(OAuth2Client):  # type: ignore[misc]  # its base has no annotations
    """One client for one conversation; ``fetch_token`` gives an awaitable."""

    def __init__(self, line: ServiceClient, registration: Registration, scope: str) -> None:
        super().__init__(
            session=line,
            client_id=registration.client_id,
            client_secret=registration.client_secret,
            token_endpoint_auth_method="client_secret_post",  # noqa: S106  (the name of a method)
            scope=scope,
            redirect_uri=registration.callback,
            code_challenge_method="S256",
        )

    async def _fetch_token(
        self,
        url: str,
        body: str = "",
        headers: Any = None,
        auth: Any = None,
        method: str = "POST",
        **_others: Any,
    ) -> TokenResponse:
        """A code is good once, so the question is never repeated."""
        address, prepared, content = auth.prepare(method, url, dict(headers), body)
        line: ServiceClient = self.session
        return await line.ask(
            method, address, read_token, content=content, headers=prepared, repeatable=False
        )


def read_token(answer: Answer) -> TokenResponse:
    """An error of RFC 6749, section 5.2, is ``Refused``."""
    if answer.status == BAD_REQUEST or answer.status in {401, 403}:
        raise Refused
    if answer.status != OK:
        raise InvalidResponse(f"status {answer.status}")
    if "error" in read_json(answer.body, JsonObject):
        raise Refused
    return read_json(answer.body, TokenResponse)


async def asking(provider: Provider, ask: Callable[[], Awaitable[Any]]) -> Any:
    """What the provider says; its failures in the words of the port."""
    try:
        return await ask()
    except Refused:
        raise BadProviderAnswer(provider) from None
    except InvalidResponse:
        raise BadProviderAnswer(provider) from None
    except OutsideFailure:
        raise ProviderSilent(provider.value) from None
