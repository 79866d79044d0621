"""What a driver may be paid, read and reserved in one unit of work."""

from haulage.kernel.money import Cents
from haulage.ledger import NotEnough, Transaction, available_account, debt_account
from haulage.ledger.driver_balance import DriverBalance, driver_balance
from haulage.ports.storage.unit_of_work import UnitOfWork


async def balance_of(unit: UnitOfWork, driver_id: str) -> DriverBalance:
    return driver_balance(await unit.ledger.balances_of(driver_id), driver_id)


async def debt_cents(unit: UnitOfWork, driver_id: str) -> Cents:
    """What a driver owes us; negative where they have paid more than they owed. It stays so until the unit
    ends."""
    await unit.ledger.lock(driver_id)
    return (await unit.ledger.balance(debt_account(driver_id))).posted_cents


async def reserve_available(unit: UnitOfWork, driver_id: str, reservation: Transaction) -> None:
    """Reserve something of what is available to the driver; what they owe us stays. Raises ``NotEnough``,
    however many ask at once."""
    await unit.ledger.lock(driver_id)
    balance, account = await balance_of(unit, driver_id), available_account(driver_id)
    cents = sum(entry.amount_cents for entry in reservation.entries if entry.account == account)
    if cents > balance.available_cents:
        raise NotEnough(account.code, cents)
    await unit.ledger.reserve(reservation, leaving=max(0, balance.debt_cents))
