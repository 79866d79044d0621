"""Sign in with a password."""

import attrs

from haulage.accounts.account import Account, InvalidCredentials
from haulage.accounts.email_address import InvalidEmail, normal_email
from haulage.accounts.one_time import EmailNotConfirmed
from haulage.accounts.password import is_possible_password
from haulage.accounts.session import SessionGrant, SessionNotFound, SignedIn, SignInMethod
from haulage.accounts.suspension import AccountSuspended
from haulage.audit import AuditAction
from haulage.ports.identity.passwords import Passwords
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_refusal, audit_sign_in
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.grant import GrantTokens, new_session


@attrs.frozen
class SignIn:
    """Signs in with an address and a password.

    An unknown address, a wrong password and an impossible one all take the same time and answer.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    passwords: Passwords
    grant: GrantTokens
    gate: AuthRateLimits

    async def __call__(self, email: str, password: str, *, caller: str | None = None) -> SessionGrant:
        """Raises ``InvalidCredentials``, ``EmailNotConfirmed``, ``AccountSuspended`` or
        ``TooManyRequests``."""
        await self.gate.try_password(email.strip().lower(), caller)
        account = await self._proven(email, password)
        if account.email_confirmed_at is None:
            await self._audit_refusal(account, "unconfirmed")
            raise EmailNotConfirmed
        if account.suspended_at is not None:
            await self._audit_refusal(account, "suspended")
            raise AccountSuspended
        now = self.clock.now()
        opened = new_session(account, SignInMethod.PASSWORD, identifiers=self.identifiers, now=now)

        async def work(unit: UnitOfWork) -> SignedIn:
            if not await unit.accounts.note_sign_in(account, now):
                raise InvalidCredentials
            await opened.store(unit)
            await self.gate.password_was_right(unit, account, caller)
            signed_in = await unit.accounts.signed_in(opened.session.id)
            if signed_in is None:
                raise SessionNotFound
            await audit_sign_in(unit, signed_in, now)
            return signed_in

        return await self.grant(await self.storage.write(work), opened.refresh_token, now)

    async def _proven(self, email: str, password: str) -> Account:
        possible = is_possible_password(password)
        account = await self._account_of(email)
        stored_hash = account.password_hash if account is not None and possible else None
        matches = await self.passwords.matches(password if possible else "", stored_hash)
        if account is None or not matches:
            await self._audit_refusal(account, "credentials")
            raise InvalidCredentials
        return account

    async def _audit_refusal(self, account: Account | None, reason: str) -> None:
        await audit_refusal(
            self.storage,
            AuditAction.SIGN_IN_REFUSED,
            account.id if account else None,
            self.clock.now(),
            method=SignInMethod.PASSWORD.value,
            reason=reason,
        )

    async def _account_of(self, email: str) -> Account | None:
        try:
            address = normal_email(email)
        except InvalidEmail:
            return None
        return await self.storage.read(lambda unit: unit.accounts.by_email(address))
