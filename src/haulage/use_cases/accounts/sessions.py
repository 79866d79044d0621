"""One's own sessions: list them and end them."""

from datetime import datetime

import attrs

from haulage.accounts.devices import device_words
from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.session import Session, SessionTerms, SignedIn
from haulage.audit import AuditAction
from haulage.kernel.actor import UserType
from haulage.kernel.errors import NotFound
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.fresh_user import FreshUser


@attrs.frozen
class ListedSession:
    """A session as its owner recognizes it. ``network`` is coarse, and None where it is not known."""

    id: str
    created_at: datetime
    last_used_at: datetime
    ends_at: datetime
    device: str
    network: str | None
    is_current: bool


@attrs.frozen
class OwnSessions:
    """The sessions of whoever bears an access token."""

    storage: Storage
    clock: Clock
    current_user: CurrentUser
    fresh_user: FreshUser
    terms: SessionTerms

    async def list(self, access_token: str, page: PageRequest) -> Page[ListedSession]:
        """Living ones, the newest first. Raises ``Unauthenticated``."""
        signed_in = await self._whoever(access_token)
        found = await self.storage.read(lambda unit: unit.accounts.sessions_of(signed_in.account.id, page))
        return listed(found, self.terms, signed_in.user.user_type, self.clock.now(), signed_in.session.id)

    async def end(self, access_token: str, session_id: str) -> None:
        """End one of them, which may be this one; another needs a recent proof of identity.

        Raises ``Unauthenticated``, ``ReauthenticationNeeded`` or ``NotFound``.
        """
        signed_in = await self._whoever(access_token)
        if session_id != signed_in.session.id:
            self.fresh_user.require(signed_in)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            if not await unit.accounts.end_session_of(signed_in.account.id, session_id):
                raise NotFound("Session")
            await audit_account(
                unit,
                AuditAction.SIGNED_OUT,
                signed_in.actor,
                signed_in.account.id,
                now,
                scope="one",
                session=session_id,
            )

        await self.storage.write(work)

    async def _whoever(self, access_token: str) -> SignedIn:
        signed_in = await self.current_user(access_token)
        if signed_in.needs_second_factor:
            raise InsufficientAssurance
        return signed_in


def listed(
    page: Page[Session], terms: SessionTerms, user_type: UserType, now: datetime, current: str | None = None
) -> Page[ListedSession]:
    """Sessions in the words of their owner; those that have ended by themselves are left out."""
    shown = [
        ListedSession(
            id=session.id,
            created_at=session.created_at,
            last_used_at=session.times.last_used_at,
            ends_at=terms.ends_at(session.times, user_type),
            device=device_words(session.user_agent),
            network=session.network,
            is_current=session.id == current,
        )
        for session in page.items
    ]
    return Page([session for session in shown if now < session.ends_at], page.next)
