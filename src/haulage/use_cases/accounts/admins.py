"""Making administrators: from the command line only (OP-57)."""

import attrs

from haulage.accounts.account import NoSuchAccount, User, as_type
from haulage.accounts.email_address import normal_email
from haulage.kernel.policy import UserType
from haulage.ports.clock import Clock
from haulage.ports.storage import Storage, UnitOfWork


@attrs.frozen
class GrantAdmin:
    """The role counts from the next request of whoever gets it. Granting twice changes nothing."""

    storage: Storage
    clock: Clock

    async def __call__(self, email: str) -> User:
        """Raises ``NoSuchAccount`` or ``InvalidEmail``."""
        address, now = normal_email(email), self.clock.now()

        async def work(unit: UnitOfWork) -> User:
            user = await _user(unit, address)
            return await _keep(unit, user, as_type(user, UserType.ADMIN, now))

        return await self.storage.write(work)


@attrs.frozen
class RevokeAdmin:
    """An administrator becomes what they were: a driver where they have a profile, else a customer."""

    storage: Storage
    clock: Clock

    async def __call__(self, email: str) -> User:
        """Raises ``NoSuchAccount`` or ``InvalidEmail``. Others than administrators stay what they are."""
        address, now = normal_email(email), self.clock.now()

        async def work(unit: UnitOfWork) -> User:
            user = await _user(unit, address)
            if user.user_type is not UserType.ADMIN:
                return user
            driver = await unit.drivers.get_by_user(user.id)
            former = UserType.CUSTOMER if driver is None else UserType.DRIVER
            return await _keep(unit, user, as_type(user, former, now))

        return await self.storage.write(work)


async def _user(unit: UnitOfWork, address: str) -> User:
    account = await unit.accounts.by_email(address)
    user = None if account is None else await unit.accounts.user_of(account.id)
    if user is None:
        raise NoSuchAccount
    return user


async def _keep(unit: UnitOfWork, before: User, after: User) -> User:
    return before if after == before else await unit.accounts.save_user(before, after)
