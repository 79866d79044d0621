"""Sign in with Google or Facebook, and link them to an account."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeAlias, TypeVar

import attrs

from haulage.accounts.account import Account, EmailTaken
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.flows import AuthFlow, CodeChallenge
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME, AddressNeedsProof, ProvenIdentity, Provider
from haulage.accounts.one_time import CodePurpose, EmailTooSoon
from haulage.accounts.session import SessionGrant, SessionNotFound, SignedIn, SignInMethod
from haulage.accounts.social_flows import (
    MAX_STATE_LENGTH,
    BadOAuthState,
    BadProviderAnswer,
    ProviderDisabled,
    ProviderNotEnabled,
    SignInDeclined,
    SocialFlow,
    state_hash,
)
from haulage.kernel.errors import Conflict, HaulageError
from haulage.kernel.rate_limit import TooManyRequests
from haulage.ports.identity.social_sign_in import Departure, SocialSignIn
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.request_email import request_email
from haulage.use_cases.accounts.account_linking import Admit, Admitted
from haulage.use_cases.accounts.audit_events import audit_sign_in
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.delete_expired import BATCH
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.accounts.grant import GrantTokens, new_session
from haulage.use_cases.accounts.pkce import go_on, issue_code

T = TypeVar("T")
Then: TypeAlias = Callable[[UnitOfWork, Account], Awaitable[T]]
"""What admission ends in, in its transaction."""

LINK_NEEDS_BOTH = "AAL2 required to link or unlink an identity"


@attrs.frozen
class Begun:
    """Where the browser goes, and the value that it keeps in a cookie meanwhile."""

    url: str
    browser: str = attrs.field(repr=False)


@attrs.frozen
class Opened:
    """A session that is open in the store."""

    signed_in: SignedIn
    refresh_token: str = attrs.field(repr=False)


@attrs.frozen
class Returned:
    """Where the browser goes on to, with what: a session, an authorization code, or the refusal."""

    redirect_to: str
    outcome: SessionGrant | str | HaulageError
    with_code: bool = False


@attrs.frozen
class SocialSignIns:
    """Sign-in with an outside provider, from the first redirect to the session.

    The provider is asked between two transactions: one takes the state, one admits the person.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    grant: GrantTokens
    gate: AuthRateLimits
    fresh_user: FreshUser
    admit: Admit
    providers: Mapping[Provider, SocialSignIn]

    def open_to(self, name: str) -> bool:
        """Whether somebody can sign in with this provider here."""
        return name in self.providers

    async def begin(
        self,
        name: str,
        *,
        redirect_to: str,
        challenge: CodeChallenge | None = None,
        browser: str | None = None,
        access_token: str | None = None,
        caller: str | None = None,
    ) -> Begun:
        """With an *access_token* the identity is linked to its account. *browser* is the cookie's value.

        Raises ``ProviderNotEnabled``, ``ProviderSilent``, ``TooManyRequests``, ``Unauthenticated`` or, to
        link, ``ReauthenticationNeeded``.
        """
        provider = self._provider(name)
        linking = None if access_token is None else await self._linking(access_token)
        await self.gate.try_social(caller)
        state, browser = self.identifiers.new("sta"), browser or self.identifiers.new("brw")
        url = await self.providers[provider].authorization_url(await self._departure(state))
        now = self.clock.now()
        flow = SocialFlow(
            state_hash=state_hash(state),
            browser_hash=state_hash(browser),
            provider=provider,
            redirect_to=redirect_to,
            created_at=now,
            challenge=challenge,
            account_id=linking.account.id if linking else None,
            session_id=linking.session.id if linking else None,
        )

        async def work(unit: UnitOfWork) -> None:
            await unit.social_flows.purge(now - SOCIAL_FLOW_LIFETIME, BATCH)
            await unit.social_flows.add(flow)

        await self.storage.write(work)
        return Begun(url, browser)

    async def finish(
        self, *, state: str, code: str, declined: bool = False, browser: str | None = None
    ) -> Returned:
        """Raises ``BadOAuthState`` where nobody knows where to go on to."""
        flow = await self._returned(state, browser)
        with_code = flow.challenge is not None
        try:
            outcome = await self._outcome(flow, state, code, declined)
        except HaulageError as refusal:
            return Returned(flow.redirect_to, refusal, with_code)
        return Returned(flow.redirect_to, outcome, with_code)

    async def by_id_token(
        self,
        name: str,
        id_token: str,
        *,
        nonce: str | None = None,
        access_token: str | None = None,
        caller: str | None = None,
    ) -> SessionGrant:
        """A session for whoever an application has signed in with the provider itself.

        Raises ``ProviderDisabled``, ``ProviderNotEnabled``, ``BadIdToken``, ``ProviderSilent``, or what
        admitting raises.
        """
        if name in set(Provider) and not self.open_to(name):
            raise ProviderDisabled
        provider = self._provider(name)
        await self.gate.try_social(caller)
        proven = await self.providers[provider].check_id_token(
            id_token, nonce=nonce, access_token=access_token
        )
        opened = await self._admitted(proven, None, self._open)
        return await self._granted(opened)

    def _provider(self, name: str) -> Provider:
        if name not in self.providers:
            raise ProviderNotEnabled
        return Provider(name)

    async def _linking(self, access_token: str) -> SignedIn:
        return await self.fresh_user(access_token, otherwise=InsufficientAssurance(LINK_NEEDS_BOTH))

    async def _departure(self, state: str) -> Departure:
        return Departure(
            state=state,
            nonce=await self.tokens.fingerprint(f"social nonce/{state}"),
            verifier=await self.tokens.fingerprint(f"social verifier/{state}"),
        )

    async def _returned(self, state: str, browser: str | None) -> SocialFlow:
        if not 0 < len(state) <= MAX_STATE_LENGTH:
            raise BadOAuthState
        flow = await self.storage.write(lambda unit: unit.social_flows.take(state_hash(state)))
        if flow is None or flow.browser_hash != state_hash(browser or ""):
            raise BadOAuthState
        return flow

    async def _outcome(self, flow: SocialFlow, state: str, code: str, declined: bool) -> SessionGrant | str:
        if flow.is_late(self.clock.now()):
            raise BadOAuthState
        if declined:
            raise SignInDeclined
        if not code:
            raise BadProviderAnswer(flow.provider)
        provider = self.providers.get(flow.provider)
        if provider is None:
            raise ProviderNotEnabled
        proven = await provider.exchange(code, await self._departure(state))
        challenge = flow.challenge
        if challenge is None:
            goes_on = self._open if flow.session_id is None else partial(self._go_on, flow.session_id)
            return await self._granted(await self._admitted(proven, flow, goes_on))
        return await self._admitted(
            proven, flow, lambda unit, account: self._code(unit, account, challenge, flow.session_id)
        )

    async def _admitted(self, proven: ProvenIdentity, flow: SocialFlow | None, then: Then[T]) -> T:
        """Whoever lost a race to be the first tries once more, and finds the winner's account."""
        try:
            outcome = await self.storage.write(lambda unit: self._admit(unit, proven, flow, then))
        except (EmailTaken, Conflict):
            outcome = await self.storage.write(lambda unit: self._admit(unit, proven, flow, then))
        if isinstance(outcome, Admitted):
            await self._ask_for_mail(outcome.account, flow)
            raise AddressNeedsProof(proven.provider, mailed=True)
        return outcome

    async def _admit(
        self, unit: UnitOfWork, proven: ProvenIdentity, flow: SocialFlow | None, then: Then[T]
    ) -> T | Admitted:
        if flow is not None and flow.account_id is not None:
            account = await unit.accounts.get(flow.account_id)
            if account is None or not await _goes_on(unit, flow):
                raise BadOAuthState
            return await then(unit, await self.admit.link(unit, account, proven))
        admitted = await self.admit(unit, proven)
        return admitted if admitted.needs_mail else await then(unit, admitted.account)

    async def _open(self, unit: UnitOfWork, account: Account) -> Opened:
        now = self.clock.now()
        opened = new_session(account, SignInMethod.OAUTH, identifiers=self.identifiers, now=now)
        await unit.accounts.note_sign_in(account, now)
        await opened.store(unit)
        signed_in = await unit.accounts.signed_in(opened.session.id)
        if signed_in is None:
            raise SessionNotFound
        await audit_sign_in(unit, signed_in, now)
        return Opened(signed_in, opened.refresh_token)

    async def _go_on(self, session_id: str, unit: UnitOfWork, _account: Account) -> Opened:
        """The session that asked to link, with its own proofs: linking proves nothing new."""
        refresh_token = self.identifiers.new("rt")
        signed_in = await go_on(unit, session_id, refresh_token, self.clock.now())
        if signed_in is None:
            raise BadOAuthState
        return Opened(signed_in, refresh_token)

    async def _code(
        self, unit: UnitOfWork, account: Account, challenge: CodeChallenge, session_id: str | None
    ) -> str:
        now = self.clock.now()
        flow = AuthFlow(
            id=self.identifiers.new("flw"),
            challenge=challenge,
            method=SignInMethod.OAUTH,
            created_at=now,
            account_id=account.id,
            session_id=session_id,
        )
        await unit.flows.add(flow)
        return await issue_code(unit, flow, self.identifiers, now)

    async def _granted(self, opened: Opened) -> SessionGrant:
        return await self.grant(opened.signed_in, opened.refresh_token, self.clock.now())

    async def _ask_for_mail(self, account: Account, flow: SocialFlow | None) -> None:
        """The mail that proves the address, unless one went out a moment ago."""
        try:
            await self.gate.ask_for_mail(CodePurpose.SIGN_UP, account.email, None)
        except (EmailTooSoon, TooManyRequests):
            return
        request = EmailRequest(
            id=self.identifiers.new("wsh"),
            purpose=CodePurpose.SIGN_UP,
            email=account.email,
            redirect_to=flow.redirect_to if flow else "",
            created_at=self.clock.now(),
            challenge=flow.challenge if flow else None,
        )

        async def work(unit: UnitOfWork) -> None:
            await request_email(unit, request)

        await self.storage.write(work)


async def _goes_on(unit: UnitOfWork, flow: SocialFlow) -> bool:
    """Whether the session that asked to link still lives."""
    return flow.session_id is not None and await unit.accounts.signed_in(flow.session_id) is not None
