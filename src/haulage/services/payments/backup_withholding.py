"""What is withheld of a payout for the tax office, by what the driver has certified (OP-67)."""

from haulage.kernel.money import Cents
from haulage.payouts import Payout
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import backup_withholding, is_withheld_from, withheld_beside


async def withheld_of(unit: UnitOfWork, driver_id: str, amount_cents: Cents) -> Cents:
    """Of a payout of so much that is asked for now."""
    return backup_withholding(amount_cents, await unit.taxpayers.current(driver_id))


async def is_withholding(unit: UnitOfWork, driver_id: str) -> bool:
    """Whether anything is withheld of the driver's payouts at present."""
    return is_withheld_from(await unit.taxpayers.current(driver_id))


def withheld_of_fees(payout: Payout) -> Cents:
    """What of the withholding goes back with the fees of a payout that was to be instant and was not: a
    standard payout of which as much arrives has less withheld, and the rest is withheld once that is paid."""
    if not payout.withheld_cents:
        return 0
    return max(0, payout.withheld_cents - withheld_beside(payout.net_cents))
