"""Authorization of order streams, checked again before every update."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.accounts.session import STANDARD_SESSION_TERMS, BadAccessToken, SessionTerms
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import ANONYMOUS, Actor
from haulage.orders.sharing import TrackingLink, require_open
from haulage.orders.views import Reader, View, view_of
from haulage.ports.identity.tokens import Tokens, TokenSubject
from haulage.services.orders.order_views import plain_view
from haulage.services.orders.visible_order import shown_to
from haulage.use_cases.accounts.current_user import actor_of
from haulage.use_cases.orders.order_snapshots import OrderSnapshot
from haulage.use_cases.orders.tracking import WHAT


class StreamAccess(Protocol):
    """Says what to read before it can be looked at, and then whether it is still good."""

    @property
    def session_ids(self) -> Sequence[str]: ...

    @property
    def link_ids(self) -> Sequence[str]: ...

    async def renew(self) -> None:
        """Raise when what it was given for cannot be believed any longer."""
        ...

    def require(self, snapshot: OrderSnapshot, now: datetime, /) -> View:
        """What its holder is shown of the order. Raises a refusal where they may not see it as it is now."""
        ...


@attrs.frozen
class ByActor:
    """Somebody of whom it is known who they are, such as the operator at the command line, or nobody."""

    actor: Actor
    session_ids: Sequence[str] = ()
    link_ids: Sequence[str] = ()

    async def renew(self) -> None:
        """Nothing that could have changed."""

    def require(self, snapshot: OrderSnapshot, _now: datetime, /) -> View:
        return plain_view(self.actor, shown_to(self.actor, snapshot.order))


@attrs.frozen
class BySession:
    """The bearer of an access token: who that is, is read anew with each look, and so is the session."""

    tokens: Tokens
    subject: TokenSubject
    session_ids: Sequence[str]
    link_ids: Sequence[str] = ()
    terms: SessionTerms = STANDARD_SESSION_TERMS

    @classmethod
    async def of(
        cls, tokens: Tokens, access_token: str, terms: SessionTerms = STANDARD_SESSION_TERMS
    ) -> "BySession":
        """Raises ``BadAccessToken``."""
        subject = await tokens.read(access_token)
        return cls(tokens, subject, (subject.session_id,), terms=terms)

    async def renew(self) -> None:
        """The key under which the token was signed may have been withdrawn."""
        if not await self.tokens.trusts(self.subject):
            raise BadAccessToken

    def require(self, snapshot: OrderSnapshot, now: datetime, /) -> View:
        if now >= self.subject.expires_at:
            raise BadAccessToken
        actor = actor_of(self.subject, snapshot.bearers, now, self.terms)
        return plain_view(actor, shown_to(actor, snapshot.order))


@attrs.frozen
class OpenStreamAccess:
    """Gives whoever has an access token, or none, the access under which they follow orders."""

    tokens: Tokens
    terms: SessionTerms = STANDARD_SESSION_TERMS

    async def __call__(self, access_token: str | None) -> StreamAccess:
        """Raises ``BadAccessToken``."""
        if access_token is None:
            return ByActor(ANONYMOUS)
        return await BySession.of(self.tokens, access_token, self.terms)


@attrs.frozen
class ByLink:
    """The holder of a link that was opened by its token; nobody can change what the token was made of."""

    opened: TrackingLink
    link_ids: Sequence[str]
    session_ids: Sequence[str] = ()

    @classmethod
    def of(cls, opened: TrackingLink) -> "ByLink":
        return cls(opened, (opened.id,))

    async def renew(self) -> None:
        """Nothing that is not looked at each time."""

    def require(self, snapshot: OrderSnapshot, now: datetime, /) -> View:
        link = snapshot.links.get(self.opened.id)
        if snapshot.order is None or link is None or link.order_id != snapshot.order.id:
            raise NotFound(WHAT)
        require_open(link, snapshot.order, now)
        return view_of(Reader.LINK, snapshot.order)
