"""Authorization of order streams, checked again before every update."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.accounts.session import STANDARD_SESSION_TERMS, BadAccessToken, SessionTerms
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import NotFound
from haulage.orders.sharing import TrackingLink, require_open
from haulage.orders.views import Reader, View, view_of
from haulage.ports.identity.tokens import Tokens, TokenSubject
from haulage.services.orders.order_views import plain_view
from haulage.services.orders.visible_order import shown_to
from haulage.use_cases.accounts.current_user import actor_of
from haulage.use_cases.orders.order_snapshots import OrderSnapshot
from haulage.use_cases.orders.tracking import WHAT


class StreamAccess(Protocol):
    """The right to follow an order: what has to be read to check it, and the check itself."""

    @property
    def session_ids(self) -> Sequence[str]: ...

    @property
    def link_ids(self) -> Sequence[str]: ...

    async def renew(self) -> None:
        """Raise when the credentials it rests on are no longer trusted."""
        ...

    def require(self, snapshot: OrderSnapshot, now: datetime, /) -> View:
        """What its holder is shown of the order. Raises a refusal where they may not see it as it is now."""
        ...


@attrs.frozen
class ByActor:
    """Access of an actor who is already authenticated, such as an operator, or of an anonymous one."""

    actor: Actor
    session_ids: Sequence[str] = ()
    link_ids: Sequence[str] = ()

    async def renew(self) -> None:
        """Nothing to check: an actor does not expire."""

    def require(self, snapshot: OrderSnapshot, _now: datetime, /) -> View:
        return plain_view(self.actor, shown_to(self.actor, snapshot.order))


@attrs.frozen
class BySession:
    """Access by an access token; its user and session are read again with each snapshot."""

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
    """Make the stream access for an access token, or for nobody where there is none."""

    tokens: Tokens
    terms: SessionTerms = STANDARD_SESSION_TERMS

    async def __call__(self, access_token: str | None) -> StreamAccess:
        """Raises ``BadAccessToken``."""
        if access_token is None:
            return ByActor(ANONYMOUS)
        return await BySession.of(self.tokens, access_token, self.terms)


@attrs.frozen
class ByLink:
    """Access by a tracking link that was opened with its token."""

    opened: TrackingLink
    link_ids: Sequence[str]
    session_ids: Sequence[str] = ()

    @classmethod
    def of(cls, opened: TrackingLink) -> "ByLink":
        return cls(opened, (opened.id,))

    async def renew(self) -> None:
        """Nothing to check: ``require`` reads the link each time."""

    def require(self, snapshot: OrderSnapshot, now: datetime, /) -> View:
        link = snapshot.links.get(self.opened.id)
        if snapshot.order is None or link is None or link.order_id != snapshot.order.id:
            raise NotFound(WHAT)
        require_open(link, snapshot.order, now)
        return view_of(Reader.LINK, snapshot.order)
