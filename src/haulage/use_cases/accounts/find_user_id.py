"""Find the user whom an operator names by an e-mail address."""

from haulage.accounts.account import NoSuchAccount
from haulage.accounts.email_address import normal_email
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork


async def user_id_of(storage: Storage, email: str) -> str:
    """Raises ``NoSuchAccount`` or ``InvalidEmail``."""
    address = normal_email(email)

    async def query(unit: UnitOfWork) -> str:
        account = await unit.accounts.by_email(address)
        user = await unit.accounts.user_of(account.id) if account else None
        if user is None:
            raise NoSuchAccount
        return user.id

    return await storage.read(query)
