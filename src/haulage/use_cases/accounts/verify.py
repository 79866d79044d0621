"""Verify an address by the code or link that was mailed to it."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import attrs

from haulage.accounts.account import Account
from haulage.accounts.email_address import InvalidEmail, normal_email
from haulage.accounts.email_change import HALF_WAY, SIDE_OF
from haulage.accounts.one_time import (
    MAX_CODE_LENGTH,
    PROVES,
    VERIFIABLE,
    CodePurpose,
    OneTimeCode,
    OneTimeCodeExpired,
    code_text,
    link_hash,
)
from haulage.accounts.refresh import RefreshChain
from haulage.accounts.session import SessionGrant, SignedIn
from haulage.audit import AuditAction
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_owner, audit_sign_in
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.change_email import ChangeEmail
from haulage.use_cases.accounts.grant import GrantTokens, new_session
from haulage.use_cases.accounts.pkce import issue_code
from haulage.use_cases.accounts.unconfirmed_accounts import confirm

NO_ACCOUNT = "nobody"
"""Looked for in place of an account that does not exist, so that both take the same time."""


@attrs.frozen
class OtherAddressNeeded:
    """One of the two mailboxes of a change of address has answered; nobody is signed in by that.

    *with_code* says whether a browser waits for an authorization code, and looks for answers where that
    would be.
    """

    with_code: bool = False

    @property
    def message(self) -> str:
        return HALF_WAY


Verified: TypeAlias = SessionGrant | OtherAddressNeeded


@attrs.frozen
class Proven:
    """An opened session, the authorization code for the browser that began the sign-in, or half a proof."""

    signed_in: SignedIn | None = None
    refresh_token: str = attrs.field(default="", repr=False)
    authorization_code: str | None = attrs.field(default=None, repr=False)
    half: OtherAddressNeeded | None = None


@attrs.frozen
class Verify:
    """Verifies a mailed code or link.

    A code works once, within its hour, for its account and purpose; wrong guesses wear it out.

    A wrong guess is counted before the caller gets an answer.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    grant: GrantTokens
    gate: AuthRateLimits
    move: ChangeEmail

    async def by_code(self, kind: str, email: str, code: str, *, caller: str | None = None) -> Verified:
        """The digits, typed. Raises ``InvalidInput``, ``OneTimeCodeExpired`` or ``TooManyRequests``."""
        purposes = purposes_of(kind)
        await self.gate.try_code(caller, email.strip().lower())
        keys = await self.tokens.refresh_chain()  # before the transaction, not in it
        proven = await self._written(lambda unit: self._by_code(unit, keys, purposes, email, code))
        return await self._granted(proven, "Token has expired or is invalid")

    async def by_token(self, kind: str, token: str, *, caller: str | None = None) -> Verified:
        """The token of a link, sent by a page of ours. Raises likewise."""
        proven = await self._by_token(kind, token, caller, to_flow=False)
        return await self._granted(proven, "Email link is invalid or has expired")

    async def follow_link(self, kind: str, token: str, *, caller: str | None = None) -> Verified | str:
        """The link itself: a session, or the authorization code where a browser's flow waits for it."""
        proven = await self._by_token(kind, token, caller, to_flow=True)
        if proven is not None and proven.authorization_code is not None:
            return proven.authorization_code
        return await self._granted(proven, "Email link is invalid or has expired")

    async def _by_token(self, kind: str, token: str, caller: str | None, *, to_flow: bool) -> Proven | None:
        purposes = purposes_of(kind)
        await self.gate.try_code(caller)

        async def work(unit: UnitOfWork) -> Proven | None:
            code = await unit.codes.by_link(link_hash(token[:MAX_CODE_LENGTH]))
            if code is None or code.purpose not in purposes:
                return None
            return await self._use(unit, code, to_flow=to_flow)

        return await self._written(work)

    async def _written(self, work: Callable[[UnitOfWork], Awaitable[Proven | None]]) -> Proven | None:
        """Both mailboxes of a change may answer at once; the second to be written is the one that counts."""
        try:
            return await self.storage.write(work)
        except Conflict:
            return await self.storage.write(work)

    async def _by_code(
        self,
        unit: UnitOfWork,
        keys: RefreshChain,
        purposes: tuple[CodePurpose, ...],
        email: str,
        typed: str,
    ) -> Proven | None:
        counted = False
        for purpose in purposes:
            account = await self._account(unit, purpose, email)
            account_id = account.id if account else NO_ACCOUNT
            code = await unit.codes.get(account_id, purpose)
            text = code_text(account_id, purpose, typed[:MAX_CODE_LENGTH])
            fingerprint = keys.fingerprint(text)
            if code is None or code.is_over(self.clock.now()):
                continue
            if code.is_code(fingerprint):
                await self.gate.code_was_right(unit, email.strip().lower())
                return await self._use(unit, code, to_flow=False)
            await unit.codes.count_wrong_guess(code)
            counted = True
        if not counted:
            await self.gate.count_guess_at_nothing(unit)
        return None

    async def _account(self, unit: UnitOfWork, purpose: CodePurpose, email: str) -> Account | None:
        """A changed address is proved by its own name, which no account has yet."""
        try:
            address = normal_email(email)
        except InvalidEmail:
            return None
        if purpose is CodePurpose.EMAIL_CHANGE:
            return await unit.accounts.by_new_email(address)
        return await unit.accounts.by_email(address)

    async def _use(self, unit: UnitOfWork, code: OneTimeCode, *, to_flow: bool) -> Proven | None:
        now = self.clock.now()
        if code.is_over(now) or not await unit.codes.use_up(code):
            return None
        account = await self._confirmed(unit, code)
        if account is None:
            return None
        if code.purpose in SIDE_OF and account.new_email is not None:
            return Proven(half=OtherAddressNeeded(with_code=code.flow_id is not None))
        flow = await unit.flows.get(code.flow_id) if to_flow and code.flow_id else None
        if flow is not None:
            return Proven(authorization_code=await issue_code(unit, flow, self.identifiers, now))
        opened = new_session(account, PROVES[code.purpose], identifiers=self.identifiers, now=now)
        await unit.accounts.note_sign_in(account, now)
        await opened.store(unit)
        signed_in = await unit.accounts.signed_in(opened.session.id)
        if signed_in is not None:
            await audit_sign_in(unit, signed_in, now)
        return Proven(signed_in, opened.refresh_token)

    async def _confirmed(self, unit: UnitOfWork, code: OneTimeCode) -> Account | None:
        """The account with the address that was proved; None where it is not the account's any more."""
        account = await unit.accounts.get(code.account_id)
        if account is None:
            return None
        if code.purpose in SIDE_OF:
            return await self.move(unit, account, code)
        if account.email != code.email:
            return None
        if account.email_confirmed_at is not None:
            return account
        now = self.clock.now()
        await audit_owner(unit, AuditAction.EMAIL_CONFIRMED, account.id, now)
        return await confirm(unit, account, code.purpose, now)

    async def _granted(self, proven: Proven | None, refusal: str) -> Verified:
        if proven is not None and proven.half is not None:
            return proven.half
        if proven is None or proven.signed_in is None:
            raise OneTimeCodeExpired(refusal)
        return await self.grant(proven.signed_in, proven.refresh_token, self.clock.now())


def purposes_of(kind: str) -> tuple[CodePurpose, ...]:
    """Raises ``InvalidInput`` for a word that no mail of ours carries."""
    try:
        return VERIFIABLE[kind]
    except KeyError:
        raise InvalidInput("type", f"must be one of {', '.join(VERIFIABLE)}") from None
