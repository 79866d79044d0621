"""Signing in with somebody else's word for it."""

from collections.abc import Mapping
from typing import Protocol

import attrs

from haulage.accounts.identities import ProvenIdentity, Provider


@attrs.frozen
class Departure:
    """What goes with a visit to a provider: to be known again, and so that its answer is of this visit."""

    state: str = attrs.field(repr=False)
    nonce: str = attrs.field(repr=False)
    verifier: str = attrs.field(repr=False)
    """Of RFC 7636: letters and digits, 43 to 128."""


class SocialSignIn(Protocol):
    """One provider. All methods raise ``ProviderSilent`` when it does not answer within a few seconds."""

    async def check(self) -> None:
        """Return when the provider answers."""
        ...

    async def authorization_url(self, departure: Departure) -> str:
        """Where to send the browser."""
        ...

    async def exchange(self, code: str, departure: Departure) -> ProvenIdentity:
        """Whom the provider sent back. Raises ``BadProviderAnswer``."""
        ...

    async def check_id_token(
        self, token: str, *, nonce: str | None, access_token: str | None
    ) -> ProvenIdentity:
        """Whom an id token is about; *nonce* is what its bearer hashed into it. Raises ``BadIdToken``."""
        ...

    async def aclose(self) -> None:
        """Close every connection to it."""
        ...


@attrs.frozen
class SimulatedPerson:
    """Whoever is invented on the simulated provider's page."""

    name: str
    email: str
    email_verified: bool = True


class SimulatedProviderPage(Protocol):
    """The page of a provider that is simulated: whoever is there says who they are."""

    def is_request(self, provider: Provider, query: Mapping[str, str]) -> bool:
        """Whether our own client sent the browser here."""
        ...

    async def approve(self, provider: Provider, query: Mapping[str, str], person: SimulatedPerson) -> str:
        """Where the browser goes back to, with a code. Raises ``InvalidInput`` for the person."""
        ...

    def decline(self, query: Mapping[str, str]) -> str:
        """Where the browser goes back to, without one."""
        ...
