"""Open a session and issue its tokens."""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, app_metadata
from haulage.accounts.refresh import first_token
from haulage.accounts.session import (
    STANDARD_SESSION_TERMS,
    AccessClaims,
    Proof,
    Session,
    SessionGrant,
    SessionTerms,
    SignedIn,
    SignInMethod,
)
from haulage.accounts.suspension import require_not_suspended
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork


@attrs.frozen
class OpenSession:
    """A session that is not stored yet, and the clear form of its first refresh token."""

    session: Session
    refresh_token: str = attrs.field(repr=False)

    async def store(self, unit: UnitOfWork) -> None:
        await unit.accounts.open_session(self.session, first_token(self.refresh_token, self.session))


def new_session(
    account: Account, method: SignInMethod, *, identifiers: Identifiers, now: datetime
) -> OpenSession:
    """A session proved by *method*; nothing of a refresh token can be guessed.

    Raises ``AccountSuspended``.
    """
    require_not_suspended(account)
    session = Session(
        id=identifiers.new("ses"),
        account_id=account.id,
        created_at=now,
        refreshed_at=now,
        proofs=(Proof(method, now),),
    )
    return OpenSession(session, identifiers.new("rt"))


@attrs.frozen
class GrantTokens:
    """Signs an access token for a stored session; called after the transaction, never in it."""

    tokens: Tokens
    terms: SessionTerms = STANDARD_SESSION_TERMS

    async def __call__(self, signed_in: SignedIn, refresh_token: str, now: datetime) -> SessionGrant:
        expires_at = now + self.terms.access_lifetime
        claims = AccessClaims(
            account_id=signed_in.account.id,
            session_id=signed_in.session.id,
            issued_at=now,
            expires_at=expires_at,
            email=signed_in.account.email,
            assurance=signed_in.session.assurance,
            proofs=signed_in.session.proofs,
            user_metadata=signed_in.account.user_metadata,
            app_metadata=app_metadata(signed_in.user, signed_in.providers),
        )
        return SessionGrant(
            access_token=await self.tokens.sign(claims),
            refresh_token=refresh_token,
            expires_at=expires_at,
            lifetime=self.terms.access_lifetime,
            signed_in=signed_in,
        )
