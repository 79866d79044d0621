"""Exchange an authorization code for a session, in the browser that began the sign-in (RFC 7636)."""

from datetime import datetime

import attrs

from haulage.accounts.flows import AuthFlow, BadCodeVerifier, FlowExpired, FlowNotFound
from haulage.accounts.one_time import MAX_CODE_LENGTH, link_hash
from haulage.accounts.refresh import token_hash
from haulage.accounts.session import SessionGrant, SignedIn
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_sign_in
from haulage.use_cases.accounts.grant import GrantTokens, new_session


async def issue_code(unit: UnitOfWork, flow: AuthFlow, identifiers: Identifiers, now: datetime) -> str:
    """Issue the authorization code of a completed flow; only its hash is stored."""
    code = identifiers.new("aut")
    await unit.flows.save(attrs.evolve(flow, code_hash=link_hash(code), issued_at=now))
    return code


async def go_on(unit: UnitOfWork, session_id: str, refresh_token: str, now: datetime) -> SignedIn | None:
    """Give a living session another refresh token in place of the one in use; None where it ended."""
    signed_in = await unit.accounts.signed_in(session_id)
    if signed_in is not None:
        await unit.accounts.append_link(session_id, token_hash(refresh_token), now)
    return signed_in


@attrs.frozen
class ExchangeCode:
    """Exchanges an authorization code and its verifier for a session.

    An authorization code is worth one attempt, also a failed one: nobody tries verifiers on it.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    grant: GrantTokens

    async def __call__(self, code: str, verifier: str) -> SessionGrant:
        """Raises ``FlowNotFound``, ``FlowExpired`` or ``BadCodeVerifier``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> tuple[SignedIn, str] | FlowExpired | BadCodeVerifier:
            flow = await unit.flows.take(link_hash(code[:MAX_CODE_LENGTH]))
            account = await unit.accounts.get(flow.account_id) if flow and flow.account_id else None
            if flow is None or account is None:
                raise FlowNotFound
            if flow.is_late(now):
                return FlowExpired()
            if not flow.challenge.met_by(verifier):
                return BadCodeVerifier()
            if flow.session_id is not None:
                refresh_token = self.identifiers.new("rt")
                linked = await go_on(unit, flow.session_id, refresh_token, now)
                if linked is None:
                    raise FlowNotFound
                return linked, refresh_token
            opened = new_session(account, flow.method, identifiers=self.identifiers, now=now)
            await unit.accounts.note_sign_in(account, now)
            await opened.store(unit)
            signed_in = await unit.accounts.signed_in(opened.session.id)
            if signed_in is None:
                raise FlowNotFound
            await audit_sign_in(unit, signed_in, now)
            return signed_in, opened.refresh_token

        outcome = await self.storage.write(work)
        if not isinstance(outcome, tuple):
            raise outcome
        return await self.grant(*outcome, now)
