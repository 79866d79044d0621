"""Pay drivers out who chose more than the weekly payout, once something has come or is free again (OP-37)."""

from datetime import datetime

from haulage.jobs import Job, JobKind
from haulage.ledger import PaymentSplit, SplitStatus
from haulage.payouts import PayoutTrigger
from haulage.ports.storage.unit_of_work import UnitOfWork


async def pay_out_share(unit: UnitOfWork, driver_id: str, share_id: str, now: datetime) -> None:
    """A share has come to the driver, or was sent again."""
    if await _chose_more(unit, driver_id):
        await unit.jobs.enqueue(Job(JobKind.PAY_AFTER_SHARE, share_id), now)


async def pay_out_freed(unit: UnitOfWork, split: PaymentSplit, now: datetime) -> None:
    """Something that had kept a share from its driver keeps less of it. What was not sent yet is paid out
    when it has come."""
    if split.driver_id is None or split.status is not SplitStatus.COMPLETED:
        return
    if await _chose_more(unit, split.driver_id):
        await unit.jobs.enqueue(Job(JobKind.PAY_AFTER_RELEASE, split.id, f"v{split.version}"), now)


async def _chose_more(unit: UnitOfWork, driver_id: str) -> bool:
    settings = await unit.payout_settings.of_driver(driver_id)
    return settings.trigger is not PayoutTrigger.WEEKLY
