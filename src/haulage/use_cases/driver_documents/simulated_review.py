"""The simulated reviewer of test mode, who approves by itself and reads nothing (ONB-34, OP-80)."""

from datetime import timedelta

import attrs

from haulage.driver_documents import approve_simulated
from haulage.kernel.actor import SYSTEM
from haulage.kernel.driver_document import DocumentStatus
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.driver_documents.decisions import Decisions
from haulage.use_cases.driver_documents.review_documents import typed_details

AFTER = timedelta(seconds=3)
"""OP-80."""


@attrs.frozen
class SimulatedReview:
    """A job. Whatever was decided meanwhile stays decided."""

    storage: Storage
    clock: Clock
    decisions: Decisions

    async def __call__(self, document_id: str) -> None:
        """With what was typed in the application."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            before = await unit.driver_documents.get(document_id)
            if before is None or before.replaced_at or before.status is not DocumentStatus.PENDING:
                return
            application = await unit.applications.newest_of(before.user_id)
            details = before.details if application is None else typed_details(before.type, application.form)
            after = approve_simulated(before, details, now)
            await self.decisions.approved(unit, SYSTEM, before, after, now)

        await self.storage.write(work)
