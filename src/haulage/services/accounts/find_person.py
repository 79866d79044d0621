"""Find all ids and addresses under which data about a person is stored."""

from haulage.accounts.account import NoSuchAccount
from haulage.accounts.email_address import normal_email
from haulage.ports.storage.personal_data import Person
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork


async def find_person(unit: UnitOfWork, user_id: str) -> Person:
    """Raises ``NoSuchAccount``."""
    user = await unit.accounts.user(user_id)
    account = await unit.accounts.get(user.auth_id) if user else None
    if user is None or account is None:
        raise NoSuchAccount
    driver = await unit.drivers.get_by_user(user_id)
    known = (user.email, account.email, account.new_email, driver.email if driver else None)
    return Person(
        user_id=user.id,
        account_id=account.id,
        driver_id=driver.id if driver else None,
        addresses=frozenset(address for address in known if address),
    )


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
