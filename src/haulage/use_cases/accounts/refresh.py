"""Exchanging a refresh token for a fresh pair."""

import attrs

from haulage.accounts.refresh import (
    MAX_REFRESH_TOKEN_LENGTH,
    RefreshChain,
    RefreshFamily,
    RefreshTokenAlreadyUsed,
    RefreshTokenNotFound,
    RefreshVerdict,
    SessionExpired,
    judge,
    next_token,
    token_hash,
)
from haulage.accounts.session import SessionGrant, SignedIn
from haulage.audit import AuditAction
from haulage.kernel.actor import SYSTEM
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.grant import GrantTokens


@attrs.frozen
class Refresh:
    """Exchanges a refresh token for new tokens.

    Of two requests with one token, the second gets what the first was given: nobody is signed out.

    A revocation is committed before the caller gets an answer.
    """

    storage: Storage
    clock: Clock
    tokens: Tokens
    grant: GrantTokens

    async def __call__(self, refresh_token: str) -> SessionGrant:
        """Raises ``RefreshTokenNotFound``, ``RefreshTokenAlreadyUsed`` or ``SessionExpired``."""
        if len(refresh_token) > MAX_REFRESH_TOKEN_LENGTH:
            raise RefreshTokenNotFound
        chain = await self.tokens.refresh_chain()

        async def work(unit: UnitOfWork) -> tuple[SignedIn, str] | None:
            family = await unit.accounts.refresh_family(token_hash(refresh_token))
            if family is None:
                raise RefreshTokenNotFound
            signed_in = await unit.accounts.signed_in(family.session.id)
            if signed_in is not None and self._is_over(signed_in):
                raise SessionExpired
            active = await self._active_token(unit, family, chain, refresh_token)
            signed_in = await unit.accounts.signed_in(family.session.id)
            return None if active is None or signed_in is None else (signed_in, active)

        outcome = await self.storage.write(work)
        if outcome is None:
            raise RefreshTokenAlreadyUsed
        signed_in, active = outcome
        return await self.grant(signed_in, active, self.clock.now())

    def _is_over(self, signed_in: SignedIn) -> bool:
        times, user_type = signed_in.session.times, signed_in.user.user_type
        return self.clock.now() >= self.grant.terms.ends_at(times, user_type)

    async def _active_token(
        self, unit: UnitOfWork, family: RefreshFamily, chain: RefreshChain, presented: str
    ) -> str | None:
        """The token that the client goes on with; None when the chain is at its end."""
        now = self.clock.now()
        match judge(family, now, self.grant.terms):
            case RefreshVerdict.EXCHANGE:
                child = chain.after(presented)
                await unit.accounts.exchange(family.presented, next_token(child, family.presented, now), now)
                return child
            case RefreshVerdict.REPEAT:
                active = chain.after(presented, family.active.generation - family.presented.generation)
                return active if token_hash(active) == family.active.hash else None
            case RefreshVerdict.REVOKE:
                await unit.accounts.revoke_session(family.session.id, now)
                await audit_account(
                    unit,
                    AuditAction.SESSION_REVOKED,
                    SYSTEM,
                    family.session.account_id,
                    now,
                    session=family.session.id,
                    reason="refresh_token_reused",
                )
                return None
            case RefreshVerdict.REFUSE:
                return None
