"""Sign up as a customer or a driver."""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, new_account
from haulage.accounts.email_address import normal_email
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.flows import CodeChallenge
from haulage.accounts.metadata import Metadata
from haulage.accounts.one_time import CodePurpose
from haulage.accounts.password import check_sign_up_password, check_uncommon
from haulage.accounts.session import SessionGrant, SignedIn, SignInMethod
from haulage.ports.identity.passwords import Passwords
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.request_email import request_email
from haulage.use_cases.accounts.audit_events import audit_sign_in
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.grant import GrantTokens, new_session
from haulage.use_cases.accounts.registration import Application, NewAccount, application, newcomer
from haulage.use_cases.accounts.unconfirmed_accounts import sign_up_again


@attrs.frozen
class AwaitingConfirmation:
    """The answer to a sign-up whose address is not confirmed yet.

    For an address that has an account already this is *made_up*, with the requested *user_type*: it tells
    nothing of that account, but that there is one.
    """

    account: Account
    user_type: str
    user_id: str
    made_up: bool = False


@attrs.frozen
class SignUp:
    """Account, user, driver profile where one is wanted, and first session, all in one transaction.

    The password is hashed before anything is looked up, so that the time taken says little about the
    address. With *autoconfirm* addresses count as confirmed and a session is opened at once; without,
    a mail asks for confirmation and nobody is signed in.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    passwords: Passwords
    grant: GrantTokens
    gate: AuthRateLimits
    autoconfirm: bool

    async def __call__(
        self,
        email: str,
        password: str,
        metadata: Metadata,
        *,
        redirect_to: str = "",
        challenge: CodeChallenge | None = None,
        caller: str | None = None,
    ) -> SessionGrant | AwaitingConfirmation:
        """Raises ``InvalidInput``, ``WeakPassword``, ``TooManyRequests``; with autoconfirm ``EmailTaken``,
        without ``EmailTooSoon``."""
        address = normal_email(email)
        check_sign_up_password(password)
        check_uncommon(password, self.passwords.is_common, email=address)
        wanted = application(address, metadata)
        await self.gate.sign_up(caller)
        if not self.autoconfirm:
            await self.gate.ask_for_mail(CodePurpose.SIGN_UP, address, caller)
        password_hash = await self.passwords.hash(password)
        now = self.clock.now()
        added = newcomer(
            wanted,
            identifiers=self.identifiers,
            now=now,
            confirmed=self.autoconfirm,
            password_hash=password_hash,
        )
        if self.autoconfirm:
            return await self._signed_in(added, now)
        request = EmailRequest(
            id=self.identifiers.new("wsh"),
            purpose=CodePurpose.SIGN_UP,
            email=address,
            redirect_to=redirect_to,
            created_at=now,
            challenge=challenge,
        )
        return await self._awaiting(wanted, added, request, password)

    async def _signed_in(self, added: NewAccount, now: datetime) -> SessionGrant:
        added = attrs.evolve(added, account=attrs.evolve(added.account, last_sign_in_at=now))
        opened = new_session(added.account, SignInMethod.PASSWORD, identifiers=self.identifiers, now=now)

        driver_id = added.driver.id if added.driver else None
        signed_in = SignedIn(added.account, added.user, opened.session, driver_id)

        async def work(unit: UnitOfWork) -> None:
            await added.store(unit)
            await opened.store(unit)
            await audit_sign_in(unit, signed_in, now)

        await self.storage.write(work)
        return await self.grant(signed_in, opened.refresh_token, now)

    async def _awaiting(
        self, wanted: Application, added: NewAccount, request: EmailRequest, password: str
    ) -> AwaitingConfirmation:
        agreed = await self._agreed(wanted.email, password)

        async def work(unit: UnitOfWork) -> AwaitingConfirmation:
            known = await unit.accounts.by_email(wanted.email)
            if known is not None and known.email_confirmed_at is not None:
                return self._made_up(wanted, request.created_at)
            if known is None:
                await added.store(unit)
            await request_email(unit, request)
            if known is None:
                return AwaitingConfirmation(added.account, wanted.user_type.value, added.user.id)
            account, user = await sign_up_again(unit, known, added, agreed=agreed)
            # What an operator granted stays, and is not shown to whoever knows the address alone.
            return AwaitingConfirmation(account, wanted.user_type.value, user.id if user else "")

        return await self.storage.write(work)

    async def _agreed(self, email: str, password: str) -> str | None:
        """The stored hash of an account that waits for its confirmation, where *password* fits it."""
        known = await self.storage.read(lambda unit: unit.accounts.by_email(email))
        if known is None or known.email_confirmed_at is not None or known.password_hash is None:
            return None
        return known.password_hash if await self.passwords.matches(password, known.password_hash) else None

    def _made_up(self, wanted: Application, now: datetime) -> AwaitingConfirmation:
        account = new_account(
            id=self.identifiers.uuid(),
            email=wanted.email,
            password_hash=None,
            metadata=wanted.metadata,
            now=now,
            confirmed=False,
        )
        return AwaitingConfirmation(
            account, wanted.user_type.value, self.identifiers.new("usr"), made_up=True
        )
