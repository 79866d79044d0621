"""Making administrators: from the command line only (OP-57)."""

import attrs

from haulage.accounts.account import NoSuchAccount, User, as_type
from haulage.accounts.email_address import normal_email
from haulage.audit import AuditAction
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account


@attrs.frozen
class GrantAdmin:
    """Make a user an administrator.

    The role counts from the next request of whoever gets it. Granting twice changes nothing.
    """

    storage: Storage
    clock: Clock

    async def __call__(self, email: str, actor: Actor = OPERATOR) -> User:
        """Raises ``Forbidden``, ``NoSuchAccount`` or ``InvalidEmail``."""
        authorize(actor, Action.GRANT_ADMIN)
        address, now = normal_email(email), self.clock.now()

        async def work(unit: UnitOfWork) -> User:
            user = await _user(unit, address)
            return await _save(unit, actor, user, as_type(user, UserType.ADMIN, now))

        return await self.storage.write(work)


@attrs.frozen
class RevokeAdmin:
    """Take the administrator role away.

    An administrator becomes what they were: a driver where they have a profile, else a customer.
    """

    storage: Storage
    clock: Clock

    async def __call__(self, email: str, actor: Actor = OPERATOR) -> User:
        """Raises ``Forbidden``, ``NoSuchAccount`` or ``InvalidEmail``.

        Others than administrators stay what they are.
        """
        authorize(actor, Action.GRANT_ADMIN)
        address, now = normal_email(email), self.clock.now()

        async def work(unit: UnitOfWork) -> User:
            user = await _user(unit, address)
            if user.user_type is not UserType.ADMIN:
                return user
            driver = await unit.drivers.get_by_user(user.id)
            former = UserType.CUSTOMER if driver is None else UserType.DRIVER
            return await _save(unit, actor, user, as_type(user, former, now))

        return await self.storage.write(work)


async def _user(unit: UnitOfWork, address: str) -> User:
    account = await unit.accounts.by_email(address)
    user = None if account is None else await unit.accounts.user_of(account.id)
    if user is None:
        raise NoSuchAccount
    return user


async def _save(unit: UnitOfWork, actor: Actor, before: User, after: User) -> User:
    if after == before:
        return before
    saved = await unit.accounts.save_user(before, after)
    await audit_account(
        unit,
        AuditAction.ROLE_CHANGED,
        actor,
        after.auth_id,
        after.updated_at,
        before=before.user_type.value,
        after=after.user_type.value,
    )
    return saved
