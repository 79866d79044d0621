"""Storing what the provider says of a driver's account, and sending what waited for it."""

from datetime import datetime

import attrs

from haulage.jobs import Job, JobKind
from haulage.ledger import SplitStatus
from haulage.ledger.payment_split import retry
from haulage.payouts import AccountReport, ConnectedAccount
from haulage.ports.storage.unit_of_work import UnitOfWork


async def note_report(
    unit: UnitOfWork, before: ConnectedAccount, report: AccountReport, now: datetime
) -> ConnectedAccount:
    """``Conflict`` if another answer was stored since *before* was read."""
    after = attrs.evolve(before, report=report, updated_at=now)
    saved = await unit.connected_accounts.save(before, after)
    if report.takes_transfers and not before.report.takes_transfers:
        await _send_what_waited(unit, saved, now)
    return saved


async def _send_what_waited(unit: UnitOfWork, account: ConnectedAccount, now: datetime) -> None:
    """Shares that the provider had refused are tried once more too. Each becoming ready is an occasion of its
    own."""
    occasion = f"ready-{account.version}"
    for split in await unit.splits.unsent_of(account.driver_id):
        if split.status is SplitStatus.FAILED:
            await unit.splits.save(split, retry(split, now))
        await unit.jobs.enqueue(Job(JobKind.SEND_SHARE, split.id, occasion=occasion), now)
    for share in await unit.splits.returning_to(account.driver_id):
        await unit.jobs.enqueue(Job(JobKind.RETURN_SHARE, share.id, occasion=occasion), now)
