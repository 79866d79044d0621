"""Operators' actions on other people's accounts: end their sessions, suspend and reinstate them."""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, NoSuchAccount, User
from haulage.accounts.email_address import normal_email
from haulage.accounts.session import SessionTerms
from haulage.accounts.suspension import OwnSuspension, checked_reason, reinstated, suspended
from haulage.audit import AuditAction
from haulage.drivers import go_offline
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.job_offers import look_after
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.accounts.sessions import ListedSession, listed


@attrs.frozen
class OperatedAccount:
    """An account as operators see it."""

    account: Account
    user: User


@attrs.frozen
class OperateAccounts:
    """End sessions of, suspend and reinstate an account.

    Each change is in the audit trail, and mailed with its reason to the person concerned.

    *who* is the address, which operators know from mails and calls, or the id of the user or driver.
    """

    storage: Storage
    clock: Clock
    notices: SecurityNotices
    terms: SessionTerms

    async def find(self, actor: Actor, who: str) -> OperatedAccount:
        """Raises ``Forbidden``, ``NoSuchAccount`` or ``InvalidEmail``."""
        authorize(actor, Action.OPERATE_ACCOUNTS)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> OperatedAccount:
            found = await operated_account(unit, who)
            await audit_account(unit, AuditAction.ACCOUNT_SEEN, actor, found.account.id, now)
            return found

        return await self.storage.write(work)

    async def sessions(self, actor: Actor, who: str, page: PageRequest) -> Page[ListedSession]:
        """Living ones, the newest first. Raises likewise."""
        authorize(actor, Action.OPERATE_ACCOUNTS)

        async def query(unit: UnitOfWork) -> Page[ListedSession]:
            found = await operated_account(unit, who)
            sessions = await unit.accounts.sessions_of(found.account.id, page)
            return listed(sessions, self.terms, found.user.user_type, self.clock.now())

        return await self.storage.read(query)

    async def end_sessions(self, actor: Actor, who: str, reason: str) -> OperatedAccount:
        """All of them. Raises likewise, and ``InvalidInput`` without a reason."""
        authorize(actor, Action.OPERATE_ACCOUNTS)
        now, sentence = self.clock.now(), checked_reason(reason)

        async def work(unit: UnitOfWork) -> OperatedAccount:
            found = await operated_account(unit, who)
            await unit.accounts.end_sessions(found.account.id)
            await audit_account(unit, AuditAction.SESSIONS_ENDED, actor, found.account.id, now)
            await self._mail(unit, EmailKind.SESSIONS_ENDED, found, now, sentence)
            return found

        return await self.storage.write(work)

    async def suspend(self, actor: Actor, who: str, reason: str) -> OperatedAccount:
        """Nobody signs in to it, its sessions end, and a driver is offline and asked for no order.

        A job in hand stays the driver's until an operator gives it to another (``ReassignOrder``). Raises
        likewise, and ``OwnSuspension``.
        """
        authorize(actor, Action.OPERATE_ACCOUNTS)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> OperatedAccount:
            found = await operated_account(unit, who)
            if found.user.id == actor.user_id:
                raise OwnSuspension
            after = suspended(found.account, reason, now)
            changed = attrs.evolve(found, account=await unit.accounts.save(found.account, after))
            await unit.accounts.end_sessions(found.account.id)
            await _take_offline(unit, found.user, now)
            await audit_account(unit, AuditAction.ACCOUNT_SUSPENDED, actor, found.account.id, now)
            await self._mail(unit, EmailKind.ACCOUNT_SUSPENDED, changed, now, after.suspension_reason or "")
            return changed

        return await self.storage.write(work)

    async def reinstate(self, actor: Actor, who: str, reason: str) -> OperatedAccount:
        """They may sign in again; a driver goes online by themselves. Raises likewise."""
        authorize(actor, Action.OPERATE_ACCOUNTS)
        now, sentence = self.clock.now(), checked_reason(reason)

        async def work(unit: UnitOfWork) -> OperatedAccount:
            found = await operated_account(unit, who)
            after = reinstated(found.account, now)
            if after is found.account:
                return found
            changed = attrs.evolve(found, account=await unit.accounts.save(found.account, after))
            await audit_account(unit, AuditAction.ACCOUNT_REINSTATED, actor, found.account.id, now)
            await self._mail(unit, EmailKind.ACCOUNT_REINSTATED, changed, now, sentence)
            return changed

        return await self.storage.write(work)

    async def _mail(
        self, unit: UnitOfWork, kind: EmailKind, found: OperatedAccount, now: datetime, reason: str
    ) -> None:
        await self.notices.send(unit, kind, found.account.email, now, name=found.user.name, reason=reason)


async def operated_account(unit: UnitOfWork, who: str) -> OperatedAccount:
    """By the address, or by the id of the user, of their account or of the driver that they are. Raises
    ``NoSuchAccount`` or ``InvalidEmail``."""
    if "@" in who:
        account = await unit.accounts.by_email(normal_email(who))
        user = None if account is None else await unit.accounts.user_of(account.id)
    else:
        driver = await unit.drivers.get(who)
        user = await unit.accounts.user(driver.user_id if driver else who) or await unit.accounts.user_of(who)
        account = None if user is None else await unit.accounts.get(user.auth_id)
    if account is None or user is None:
        raise NoSuchAccount
    return OperatedAccount(account, user)


async def _take_offline(unit: UnitOfWork, user: User, now: datetime) -> None:
    driver = await unit.drivers.get_by_user(user.id)
    if driver is not None and driver.is_online:
        await unit.drivers.save(driver, go_offline(driver, now))
        await look_after(unit, driver.id, now)
