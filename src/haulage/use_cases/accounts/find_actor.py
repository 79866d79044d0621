"""Find the person in whose name an operator acts on their own machine."""

import attrs

from haulage.accounts.account import NoSuchAccount
from haulage.accounts.email_address import normal_email
from haulage.kernel.actor import Actor
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork


@attrs.frozen
class FindActor:
    """Gives exactly the rights of that person, and names the operator beside them.

    Nobody is asked for authority here: whoever runs a command on the server can read its database.
    """

    storage: Storage

    async def __call__(self, email: str, *, operated_by: str | None) -> Actor:
        """Raises ``NoSuchAccount`` or ``InvalidEmail``."""
        address = normal_email(email)

        async def work(unit: UnitOfWork) -> Actor:
            account = await unit.accounts.by_email(address)
            user = await unit.accounts.user_of(account.id) if account else None
            if user is None:
                raise NoSuchAccount
            driver = await unit.drivers.get_by_user(user.id)
            driver_id = driver.id if driver else None
            return Actor(user.id, user.user_type, driver_id, operated_by=operated_by)

        return await self.storage.read(work)
