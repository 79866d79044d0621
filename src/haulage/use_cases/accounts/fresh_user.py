"""The user behind an access token who proved their identity recently."""

import attrs

from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.freshness import require_fresh
from haulage.accounts.session import SignedIn
from haulage.ports.runtime.clock import Clock
from haulage.use_cases.accounts.current_user import CurrentUser


@attrs.frozen
class FreshUser:
    """Requires a recent proof of identity for changes of an account.

    What every use case asks that changes how an account is entered, or ends it.

    See :mod:`haulage.accounts.freshness` for the rule.
    """

    current_user: CurrentUser
    clock: Clock

    async def __call__(
        self, access_token: str, *, otherwise: InsufficientAssurance | None = None
    ) -> SignedIn:
        """Raises ``Unauthenticated``, ``ReauthenticationNeeded``, or, where the account's second factor was
        not given, *otherwise*."""
        signed_in = await self.current_user(access_token)
        self.require(signed_in, otherwise=otherwise)
        return signed_in

    def require(self, signed_in: SignedIn, *, otherwise: InsufficientAssurance | None = None) -> None:
        """The same for somebody who is known already."""
        if signed_in.needs_second_factor:
            raise otherwise or InsufficientAssurance()
        require_fresh(signed_in.session, self.clock.now())
