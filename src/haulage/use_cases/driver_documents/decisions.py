"""What an approval and a rejection bring with them, whoever decided."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.driver_documents import DriverDocument
from haulage.kernel.actor import Actor
from haulage.kernel.local_time import platform_time
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.onboarding.documents_handed_in import all_approved
from haulage.use_cases.driver_documents.document_emails import DocumentEmails
from haulage.use_cases.driver_documents.standing import apply_documents


@attrs.frozen
class Decisions:
    """The reason stays with the document: it may say something of a person."""

    emails: DocumentEmails

    async def approved(
        self, unit: UnitOfWork, actor: Actor, before: DriverDocument, after: DriverDocument, now: datetime
    ) -> DriverDocument:
        """It replaces the approved one before it, and puts a driver back on the road."""
        present = await unit.driver_documents.present_of(before.user_id)
        today = platform_time(now).date()
        was_complete = all_approved(present, today)
        for each in present:
            if each.type is before.type and each.is_approved:
                await unit.driver_documents.save(each, attrs.evolve(each, replaced_at=now))
        saved = await unit.driver_documents.save(before, after)
        await self._audit(unit, AuditAction.DOCUMENT_APPROVED, actor, saved, now)
        await apply_documents(unit, saved.user_id, now)
        is_complete = all_approved(await unit.driver_documents.present_of(saved.user_id), today)
        if is_complete and not was_complete:
            await self.emails.all_approved(unit, saved.user_id, now)
        return saved

    async def rejected(
        self, unit: UnitOfWork, actor: Actor, before: DriverDocument, after: DriverDocument, now: datetime
    ) -> DriverDocument:
        """An approved one for which another waits already only gives way to it."""
        if before.is_approved:
            for each in await unit.driver_documents.present_of(before.user_id):
                if each.type is before.type and not each.is_approved:
                    after = attrs.evolve(after, replaced_at=now)
        saved = await unit.driver_documents.save(before, after)
        await self._audit(unit, AuditAction.DOCUMENT_REJECTED, actor, saved, now)
        is_requested_again = before.is_approved and before.type.is_required
        await apply_documents(unit, saved.user_id, now, is_requested_again=is_requested_again)
        await self.emails.rejected(unit, saved, now)
        return saved

    async def _audit(
        self, unit: UnitOfWork, action: AuditAction, actor: Actor, document: DriverDocument, now: datetime
    ) -> None:
        facts = {"type": document.type.value, "user": document.user_id}
        await unit.audit.append(AuditEvent(action, actor, now, "document", document.id, facts))
