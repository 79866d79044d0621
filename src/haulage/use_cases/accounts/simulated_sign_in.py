"""Sign in with a simulated provider, where no real one is configured and a simulation is wanted."""

from collections.abc import Mapping

import attrs

from haulage.accounts.identities import Provider
from haulage.kernel.errors import NotFound
from haulage.ports.identity.social_sign_in import SimulatedPerson, SimulatedProviderPage


@attrs.frozen
class SimulatedSignIn:
    """Answers for the page on which whoever is there says who they are.

    Each method raises ``NotFound`` where there is no simulation, and for requests that our own client did
    not send.
    """

    page: SimulatedProviderPage | None

    def check(self, provider: str, query: Mapping[str, str]) -> None:
        """Return where the page is to be shown."""
        self._page_for(provider, query)

    async def approve(self, provider: str, query: Mapping[str, str], person: SimulatedPerson) -> str:
        """Where the browser goes back to, with a code. Raises ``InvalidInput`` for the person."""
        return await self._page_for(provider, query).approve(Provider(provider), query, person)

    def decline(self, provider: str, query: Mapping[str, str]) -> str:
        """Where the browser goes back to, without a code."""
        return self._page_for(provider, query).decline(query)

    def _page_for(self, provider: str, query: Mapping[str, str]) -> SimulatedProviderPage:
        known = self.page is not None and provider in set(Provider)
        if not known or self.page is None or not self.page.is_request(Provider(provider), query):
            raise NotFound("Page")
        return self.page
