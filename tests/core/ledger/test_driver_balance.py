"""What a driver may be paid is what was sent, without what is promised, held, frozen or owed (OP-42)."""

import pytest

from haulage.ledger import AccountKind, Balance, LedgerAccount, accounts_of
from haulage.ledger.driver_balance import DriverBalance, driver_balance

AVAILABLE, DEBT = AccountKind.DRIVER_AVAILABLE, AccountKind.DRIVER_DEBT


def of(**balances: Balance) -> DriverBalance:
    found = {account: Balance() for account in accounts_of("drv_1")}
    found |= {LedgerAccount(AccountKind(name), "drv_1"): balance for name, balance in balances.items()}
    return driver_balance(found, "drv_1")


def test_each_part_of_a_drivers_money_is_told_by_itself() -> None:
    found = of(
        driver=Balance(-700),
        driver_available=Balance(-2000, 500),
        connected_account=Balance(2040),
        driver_in_transit=Balance(-40),
        driver_held=Balance(0, 0, -300),
        driver_frozen=Balance(0, 0, -200),
    )
    assert found == DriverBalance(700, 1500, 40, 300, 200, 0, 2040)


@pytest.mark.parametrize(("debt", "available"), [(400, 600), (1000, 0), (1500, 0), (-50, 1000)])
def test_a_debt_is_subtracted_before_anything_is_available(debt: int, available: int) -> None:
    found = of(driver_available=Balance(-1000), connected_account=Balance(1000), driver_debt=Balance(debt))
    assert (found.available_cents, found.debt_cents) == (available, debt)


def test_what_the_provider_may_have_taken_back_is_not_available() -> None:
    found = of(driver_available=Balance(-1000), connected_account=Balance(1000, 0, -300))
    assert found.available_cents == 700


def test_what_is_still_to_be_taken_back_leaves_nothing_and_never_less() -> None:
    found = of(driver_available=Balance(300))
    assert (found.available_cents, found.debt_cents, found.owes_cents) == (0, 0, 300)
    assert of(driver_available=Balance(300), driver_debt=Balance(50)).owes_cents == 350
    assert of(driver_available=Balance(-1000), driver_debt=Balance(-50)).owes_cents == 0
