"""Holding a driver's instant payouts after a change by which accounts are robbed."""

from datetime import datetime

from haulage.payouts import HoldReason, PayoutHold
from haulage.ports.storage.unit_of_work import UnitOfWork


async def hold_instant_payouts(
    unit: UnitOfWork, driver_id: str, reason: HoldReason, now: datetime
) -> PayoutHold:
    """From now on for as long as such a change holds them; a hold before this one ends with it."""
    hold = PayoutHold(driver_id, reason, now)
    await unit.payout_settings.put_hold(hold)
    return hold
