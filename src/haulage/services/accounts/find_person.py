"""Find all ids and addresses under which data about a person is stored."""

from haulage.accounts.account import NoSuchAccount
from haulage.ports.storage.personal_data import Person
from haulage.ports.storage.unit_of_work import UnitOfWork


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
