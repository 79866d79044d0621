"""Change one's own password, address and profile."""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, EmailExists, with_metadata, with_password, with_profile_of
from haulage.accounts.email_address import normal_email
from haulage.accounts.email_change import PURPOSE_OF, address_of, moved, sides_to_ask, with_requested_email
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.flows import CodeChallenge
from haulage.accounts.freshness import (
    ReauthenticationNeeded,
    is_fresh,
    is_fresh_by_mail,
    is_recovering,
)
from haulage.accounts.metadata import Metadata, check_metadata, merged, profile_of, with_profile
from haulage.accounts.one_time import CodePurpose
from haulage.accounts.password import (
    CurrentPasswordRequired,
    SamePassword,
    check_new_password,
    check_uncommon,
)
from haulage.accounts.session import SessionNotFound, SignedIn
from haulage.audit import AuditAction
from haulage.drivers import DriverProfile
from haulage.kernel.errors import Conflict
from haulage.payouts import HoldReason
from haulage.ports.identity.passwords import Passwords
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.request_email import request_email
from haulage.services.payments.instant_holds import hold_instant_payouts
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.accounts.password_reset import RemoveUnprovenSignIns
from haulage.use_cases.accounts.reauthenticate import CheckMailedCode, CheckPassword
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.accounts.sync_profile import save_person

PASSWORD_NEEDS_PROOF = "Password update requires reauthentication"  # noqa: S105  (a sentence)
BOTH_FACTORS = "AAL2 session is required to update email or password when MFA is enabled."


@attrs.frozen
class Changes:
    """Requested changes of one's own account; None leaves a value.

    *nonce* is the mailed code of a reauthentication; it or *current_password* has to come with a new
    password.
    """

    password: str | None = attrs.field(default=None, repr=False)
    metadata: Metadata | None = attrs.field(default=None, repr=False)
    email: str | None = attrs.field(default=None, repr=False)
    nonce: str | None = attrs.field(default=None, repr=False)
    current_password: str | None = attrs.field(default=None, repr=False)
    redirect_to: str = ""
    challenge: CodeChallenge | None = None


@attrs.frozen
class UpdateUser:
    """Applies changes to one's own account.

    A new password ends every other session: whoever knew the old one is out. Set after a mail to recover
    the account, it also removes what a stranger could have added (:mod:`haulage.accounts.resetting`).

    A new address counts once it is confirmed by a mail to it and, with *both_addresses*, by one to the old
    address; or at once with *autoconfirm*.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    passwords: Passwords
    notices: SecurityNotices
    gate: AuthRateLimits
    current_user: CurrentUser
    fresh_user: FreshUser
    check_password: CheckPassword
    check_mailed_code: CheckMailedCode
    remove_strangers_means: RemoveUnprovenSignIns
    autoconfirm: bool
    both_addresses: bool

    async def __call__(self, access_token: str, changes: Changes, *, caller: str | None = None) -> SignedIn:
        """Raises ``Unauthenticated``, ``WeakPassword``, ``SamePassword``, ``ReauthenticationNeeded``,
        ``ReauthenticationNotValid``, ``CurrentPasswordRequired``, ``CurrentPasswordInvalid``,
        ``InvalidInput``, ``EmailTooSoon``, ``TooManyRequests``, with autoconfirm ``EmailExists``, or
        ``Conflict`` when the account changed meanwhile."""
        before = await self.current_user(access_token)
        if before.needs_second_factor and self._touches_identity(before, changes):
            raise InsufficientAssurance(BOTH_FACTORS)
        password_hash = None if changes.password is None else await self._new_hash(before, changes, caller)
        address = None if changes.email is None else normal_email(changes.email)
        if address == before.account.email:
            address = None
        if password_hash is None and (address is not None or _changes_phone(before, changes)):
            await self._require_fresh(before, changes, caller)
        if address is not None and not self.autoconfirm:
            await self._ask_for_mails(before.account, address, caller)

        async def work(unit: UnitOfWork) -> SignedIn:
            current = await unit.accounts.signed_in(before.session.id)
            if current is None:
                raise SessionNotFound
            if password_hash and current.account.password_hash != before.account.password_hash:
                raise Conflict("account")
            after = self._with_metadata(current, changes.metadata)
            after = attrs.evolve(after, account=self._with_password(after.account, password_hash))
            if password_hash and is_recovering(current.session, self.clock.now()):
                after = attrs.evolve(after, account=await self.remove_strangers_means(unit, after))
            if address is not None:
                after = await self._with_email(unit, after, address, changes)
            return await self._saved(unit, current, after, ends_others=password_hash is not None)

        return await self.storage.write(work)

    async def _ask_for_mails(self, account: Account, address: str, caller: str | None) -> None:
        pending = with_requested_email(account, address, self.clock.now())
        for side in sides_to_ask(pending, both=self.both_addresses):
            mailbox = address_of(pending, side)
            if mailbox is not None:
                await self.gate.ask_for_mail(PURPOSE_OF[side], mailbox, caller)

    def _touches_identity(self, before: SignedIn, changes: Changes) -> bool:
        """Whether it concerns how the person signs in, or by which name and phone others know them."""
        profile = profile_of(changes.metadata or {})
        renamed = with_profile_of(before.user, profile, before.user.updated_at) != before.user
        return changes.password is not None or changes.email is not None or renamed

    def _with_metadata(self, current: SignedIn, metadata: Metadata | None) -> SignedIn:
        if metadata is None:
            return current
        profile, now = profile_of(metadata), self.clock.now()
        checked = check_metadata(merged(current.account.user_metadata, with_profile(metadata, profile)))
        return attrs.evolve(
            current,
            account=with_metadata(current.account, checked, now),
            user=with_profile_of(current.user, profile, now),
        )

    def _with_password(self, account: Account, password_hash: str | None) -> Account:
        return account if password_hash is None else with_password(account, password_hash, self.clock.now())

    async def _with_email(
        self, unit: UnitOfWork, current: SignedIn, address: str, changes: Changes
    ) -> SignedIn:
        """Who asks learns nothing of a taken address: the mail goes there too, and its link is refused. Where
        an address counts at once there is no way around saying so."""
        now, account = self.clock.now(), current.account
        if self.autoconfirm:
            if await unit.accounts.by_email(address) is not None:
                raise EmailExists
            user = attrs.evolve(current.user, email=address, updated_at=now)
            return attrs.evolve(current, account=moved(account, address, now), user=user)
        await _forget_earlier(unit, account)
        request = EmailRequest(
            id=self.identifiers.new("wsh"),
            purpose=CodePurpose.EMAIL_CHANGE,
            email=address,
            redirect_to=changes.redirect_to,
            created_at=now,
            challenge=changes.challenge,
            account_id=account.id,
        )
        await request_email(unit, request)
        return attrs.evolve(current, account=with_requested_email(account, address, now))

    async def _saved(
        self, unit: UnitOfWork, before: SignedIn, after: SignedIn, *, ends_others: bool
    ) -> SignedIn:
        account = after.account
        if account != before.account:
            account = await unit.accounts.save(before.account, account)
        now = self.clock.now()
        user = await save_person(unit, before.user, after.user, now)
        if account.email != before.account.email:
            await audit_account(unit, AuditAction.EMAIL_CHANGED, before.actor, account.id, now)
            old, new = before.account.email, account.email
            await self.notices.send(unit, EmailKind.EMAIL_CHANGED, old, now, old_email=old, new_email=new)
        if ends_others:
            await unit.accounts.end_sessions(account.id, keep=before.session.id)
            await audit_account(unit, AuditAction.PASSWORD_CHANGED, before.actor, account.id, now)
            await self.notices.send(unit, EmailKind.PASSWORD_CHANGED, account.email, now)
            driver = await unit.drivers.get_by_user(user.id)
            if driver is not None:
                await self._hold_payouts(unit, driver, now)
        return attrs.evolve(after, account=account, user=user)

    async def _hold_payouts(self, unit: UnitOfWork, driver: DriverProfile, now: datetime) -> None:
        """Instant ones, for a time in which the owner can say that the new password is not theirs."""
        hold = await hold_instant_payouts(unit, driver.id, HoldReason.NEW_PASSWORD, now)
        settings = await unit.payout_settings.of_driver(driver.id)
        if driver.email and settings.notifications.email:
            await self.notices.send(unit, EmailKind.PAYOUTS_HELD, driver.email, now, hold=hold.notice)

    async def _require_fresh(self, current: SignedIn, changes: Changes, caller: str | None) -> None:
        """A code or a password that comes with the request is as fresh a proof as can be."""
        if changes.current_password:
            await self.check_password(current, changes.current_password, caller)
        elif changes.nonce:
            await self.check_mailed_code(current, changes.nonce, caller)
        else:
            self.fresh_user.require(current)

    async def _require_password_or_code(
        self, current: SignedIn, changes: Changes, caller: str | None
    ) -> None:
        """Whoever finds an unlocked device must not be able to take the account over.

        A recent mailed proof, such as that of a recovery, stands for the current password, as in GoTrue.
        """
        session, now = current.session, self.clock.now()
        if is_fresh_by_mail(session, now):
            return
        if current.account.password_hash is not None and changes.current_password:
            await self.check_password(current, changes.current_password, caller)
        elif changes.nonce:
            await self.check_mailed_code(current, changes.nonce, caller)
        elif current.account.password_hash is not None and is_fresh(session, now):
            raise CurrentPasswordRequired
        else:
            raise ReauthenticationNeeded(PASSWORD_NEEDS_PROOF)

    async def _new_hash(self, before: SignedIn, changes: Changes, caller: str | None) -> str:
        """A password that is too weak costs no mailed code. That it is the old one is said only to
        those who have shown the code or the old one, and counted like any guess at it."""
        password = changes.password or ""
        check_new_password(password)
        check_uncommon(password, self.passwords.is_common, email=before.account.email)
        await self._require_password_or_code(before, changes, caller)
        stored_hash = before.account.password_hash
        if stored_hash is not None:
            if not changes.current_password:
                await self.gate.change_password(before.account.id, caller)
            if await self.passwords.matches(password, stored_hash):
                raise SamePassword
        return await self.passwords.hash(password)


def _changes_phone(before: SignedIn, changes: Changes) -> bool:
    phone = profile_of(changes.metadata or {}).phone
    return phone is not None and phone != before.user.phone


async def _forget_earlier(unit: UnitOfWork, account: Account) -> None:
    """Drop codes of an earlier change: they must not confirm this one, whose address they did not name."""
    for purpose in PURPOSE_OF.values():
        code = await unit.codes.get(account.id, purpose)
        if code is not None:
            await unit.codes.use_up(code)
