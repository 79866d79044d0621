"""What payouts that go by themselves have in common (OP-37).

Nobody waits for them: where nothing can be paid, nothing is, and that is no error. No more is paid than the
provider has available, since it refuses what has not settled, and a refusal would fail the payout.
"""

from datetime import datetime

from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents
from haulage.ledger import NotEnough
from haulage.payments import ProviderRefused
from haulage.payouts import (
    MoreThanAvailable,
    NoConnectedAccount,
    NoVerifiedMethod,
    PayoutMethodHeld,
    PayoutsNotEnabled,
    PayoutSpeed,
    PayoutStatus,
    PayoutTrigger,
    TooLittleToTakeBack,
)
from haulage.ports.payouts import DriverPayouts
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payouts.request_payout import PayoutRequest, enter_payout

NOTHING_TO_PAY = (
    NotFound,
    NoConnectedAccount,
    PayoutsNotEnabled,
    NoVerifiedMethod,
    PayoutMethodHeld,
    MoreThanAvailable,
    NotEnough,
    TooLittleToTakeBack,
)
"""Why a driver is not paid now. What they have stays theirs, and a later run pays it."""
MOST_UNSENT = 100
"""Ours: nobody has more payouts that wait to be sent at one time."""


async def settled_there(storage: Storage, provider: DriverPayouts, driver_id: str) -> Cents:
    """What the provider can pay out of the driver's account now; nothing where there is none. Raises
    ``Unavailable``."""
    account = await storage.read(lambda unit: unit.connected_accounts.get(driver_id))
    if account is None:
        return 0
    try:
        return (await provider.balance_of(account.account_id)).available_cents
    except ProviderRefused:
        return 0


async def unsent_cents(unit: UnitOfWork, driver_id: str) -> Cents:
    """What payouts will take of the driver's account that the provider was not asked for yet."""
    page = PageRequest(MOST_UNSENT)
    pending = (await unit.payouts.list(page, driver_id=driver_id, status=PayoutStatus.PENDING)).items
    return sum(each.amount_cents for each in pending if each.provider_id is None)


async def enter_standard(
    unit: UnitOfWork,
    driver_id: str,
    cents: Cents,
    trigger: PayoutTrigger,
    *,
    id: str,
    now: datetime,
    order_id: str | None = None,
) -> None:
    """To the default method. Raises what ``NOTHING_TO_PAY`` lists."""
    request = PayoutRequest(cents, PayoutSpeed.STANDARD, order_id=order_id, trigger=trigger)
    await enter_payout(unit, SYSTEM, driver_id, request, id, now)
