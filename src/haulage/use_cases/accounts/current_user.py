"""Who is asking."""

from collections.abc import Mapping

import attrs

from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.session import Bearer, SessionNotFound, SignedIn
from haulage.kernel.policy import Actor
from haulage.ports.storage import Storage
from haulage.ports.tokens import Tokens, TokenSubject


@attrs.frozen
class CurrentUser:
    """Everything about the bearer of an access token.

    The session is looked up each time: signing out, a new role and a new profile count at once,
    whatever the token says.
    """

    storage: Storage
    tokens: Tokens

    async def __call__(self, access_token: str) -> SignedIn:
        """Raises ``BadAccessToken`` or ``SessionNotFound``, which are both ``Unauthenticated``."""
        subject = await self.tokens.read(access_token)
        signed_in = await self.storage.read(lambda unit: unit.accounts.signed_in(subject.session_id))
        if signed_in is None or signed_in.account.id != subject.account_id:
            raise SessionNotFound
        return signed_in


@attrs.frozen
class Authenticate:
    """The actor behind an access token, for every request outside the account routes."""

    storage: Storage
    tokens: Tokens

    async def __call__(self, access_token: str) -> Actor:
        """Raises ``Unauthenticated``, also where the account's second factor was not given."""
        subject = await self.tokens.read(access_token)
        bearers = await self.storage.read(lambda unit: unit.accounts.bearers([subject.session_id]))
        return actor_of(subject, bearers)


def actor_of(subject: TokenSubject, bearers: Mapping[str, Bearer]) -> Actor:
    """The one whom a genuine token speaks for, among those whose sessions live.

    Raises ``Unauthenticated``.
    """
    bearer = bearers.get(subject.session_id)
    if bearer is None or bearer.account_id != subject.account_id:
        raise SessionNotFound
    if bearer.needs_second_factor:
        raise InsufficientAssurance
    return bearer.actor
