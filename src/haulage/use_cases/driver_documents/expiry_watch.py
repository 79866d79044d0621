"""The daily watch over documents: reminders, drivers whose papers lapsed, and deletion."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import attrs

from haulage.driver_documents import EXPIRED, REMIND_DAYS, DriverDocument, due_reminder
from haulage.kernel.errors import Conflict
from haulage.kernel.local_time import platform_time
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.driver_documents.delete_documents import delete_abandoned
from haulage.use_cases.driver_documents.document_emails import DocumentEmails
from haulage.use_cases.driver_documents.standing import apply_documents

BATCH = 100
ABANDONED_AFTER = timedelta(days=365)
"""OP-97."""


@attrs.frozen
class WatchDocuments:
    """A recurring job. What it has done once it does not find again, however often it runs."""

    storage: Storage
    clock: Clock
    emails: DocumentEmails

    async def __call__(self, period: str = "") -> int:  # noqa: ARG002 - it works off all that is due
        """How many reminders were sent."""
        now, sent = self.clock.now(), 0
        today = platform_time(now).date()
        while found := await self.storage.read(lambda unit: _due(unit, today)):
            done = 0
            for each in found:
                done += await self._remind(each.id, today, now)
            sent += done
            if not done:
                break
        while await self.storage.write(lambda unit: delete_abandoned(unit, now - ABANDONED_AFTER, now)):
            pass
        return sent

    async def _remind(self, document_id: str, today: date, now: datetime) -> bool:
        async def work(unit: UnitOfWork) -> bool:
            document = await unit.driver_documents.get(document_id)
            if document is None or document.replaced_at is not None:
                return False
            due = due_reminder(document, today)
            if due is None:
                return False
            saved = await unit.driver_documents.save(document, attrs.evolve(document, reminded_days=due))
            if due != EXPIRED:
                await self.emails.expiring(unit, saved, now)
                return True
            driver = await apply_documents(unit, saved.user_id, now)
            off = driver is not None and driver.documents_lapsed_at is not None
            await self.emails.expired(unit, saved, now, is_off_the_road=off)
            return True

        try:
            return await self.storage.write(work)
        except Conflict:  # somebody decides about it now; it is found again
            return False


async def _due(unit: UnitOfWork, today: date) -> Sequence[DriverDocument]:
    limits = [(today - timedelta(days=1), EXPIRED)]
    limits += [(today + timedelta(days=days), days) for days in REMIND_DAYS]
    return await unit.driver_documents.due_reminders(limits, BATCH)
