"""By what right somebody watches an order. It is asked for again before they are told anything."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.accounts.session import BadAccessToken
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Actor
from haulage.orders import Order
from haulage.orders.sharing import TrackingLink, require_open
from haulage.ports.tokens import Tokens, TokenSubject
from haulage.use_cases.accounts.current_user import actor_of
from haulage.use_cases.orders.following import shown_to
from haulage.use_cases.orders.sights import Sight
from haulage.use_cases.orders.tracking import WHAT


class Permit(Protocol):
    """Says what to read before it can be looked at, and then whether it is still good."""

    @property
    def session_ids(self) -> Sequence[str]: ...

    @property
    def link_ids(self) -> Sequence[str]: ...

    @property
    def is_visitors(self) -> bool:
        """Whether its holder is shown no more than any visitor."""
        ...

    async def renew(self) -> None:
        """Raise when what it was given for cannot be believed any longer."""
        ...

    def require(self, sight: Sight, now: datetime, /) -> Order:
        """The order. Raises a refusal where its holder may not see it as it is now."""
        ...


@attrs.frozen
class ByActor:
    """Somebody of whom it is known who they are, such as the operator at the command line, or nobody."""

    actor: Actor
    session_ids: Sequence[str] = ()
    link_ids: Sequence[str] = ()
    is_visitors: bool = False

    async def renew(self) -> None:
        """Nothing that could have changed."""

    def require(self, sight: Sight, _now: datetime, /) -> Order:
        return shown_to(self.actor, sight.order)


@attrs.frozen
class BySession:
    """The bearer of an access token: who that is, is read anew with each look, and so is the session."""

    tokens: Tokens
    subject: TokenSubject
    session_ids: Sequence[str]
    link_ids: Sequence[str] = ()
    is_visitors: bool = False

    @classmethod
    async def of(cls, tokens: Tokens, access_token: str) -> "BySession":
        """Raises ``BadAccessToken``."""
        subject = await tokens.read(access_token)
        return cls(tokens, subject, (subject.session_id,))

    async def renew(self) -> None:
        """The key under which the token was signed may have been withdrawn."""
        if not await self.tokens.trusts(self.subject):
            raise BadAccessToken

    def require(self, sight: Sight, now: datetime, /) -> Order:
        if now >= self.subject.expires_at:
            raise BadAccessToken
        return shown_to(actor_of(self.subject, sight.bearers), sight.order)


@attrs.frozen
class ByLink:
    """The holder of a link that was opened by its token; nobody can change what the token was made of."""

    opened: TrackingLink
    link_ids: Sequence[str]
    session_ids: Sequence[str] = ()
    is_visitors: bool = True

    @classmethod
    def of(cls, opened: TrackingLink) -> "ByLink":
        return cls(opened, (opened.id,))

    async def renew(self) -> None:
        """Nothing that is not looked at each time."""

    def require(self, sight: Sight, now: datetime, /) -> Order:
        link = sight.links.get(self.opened.id)
        if sight.order is None or link is None or link.order_id != sight.order.id:
            raise NotFound(WHAT)
        require_open(link, sight.order, now)
        return sight.order
