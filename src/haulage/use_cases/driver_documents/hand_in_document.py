"""Hand in a document: inspected, scanned, stored, and put in the place of the one before it."""

from datetime import datetime, timedelta
from hashlib import sha256

import attrs

from haulage.driver_documents import (
    DocumentFile,
    DriverDocument,
    require_kind,
    require_subject,
    shown_file_name,
)
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.driver_document import DocumentStatus, DocumentType
from haulage.kernel.errors import Conflict, InvalidInput, NotFound, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.kernel.rate_limit import RateLimit
from haulage.onboarding import ApplicationStatus
from haulage.ports.files.files import FileStore
from haulage.ports.files.inspection import InspectedUpload, UploadInspector
from haulage.ports.files.virus_scan import VirusScanner
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.driver_documents import document_file, preview_file
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.request_counts import count
from haulage.use_cases.driver_documents.credential_document import lock_waiting, require_waiting
from haulage.use_cases.driver_documents.simulated_review import AFTER

MOST_A_DAY = 40
"""Ours, of one person: each document is taken again a few times, and not for ever."""

OPENED = RateLimit(40, timedelta(hours=1))
"""Ours, of one person: a file that is refused is no document, and has taken seconds of a processor."""


class TooManyDocuments(RuleBroken):
    """Somebody has sent the largest allowed number of documents in a day."""

    code = "too_many_documents"
    message = "You have sent many documents today. Please try again tomorrow."


@attrs.frozen
class HandInDocument:
    """For applicants and drivers. The row comes first, so that a file is never without one that names it; the
    document counts once its bytes are stored, and until then the one before it stays.

    *is_reviewed_by_itself* is for test mode: a simulated reviewer approves (OP-80).
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    files: FileStore
    inspector: UploadInspector
    scanner: VirusScanner
    is_reviewed_by_itself: bool = False

    async def require_room(self, actor: Actor, client_id: str) -> None:
        """Before anything large is read. Raises ``Unauthenticated``, ``Forbidden``, ``NotFound`` or
        ``TooManyDocuments``."""
        authorize(actor, Action.MANAGE_OWN_DOCUMENTS)
        await self.storage.read(lambda unit: self._known(unit, actor, client_id))

    async def require_subject(self, actor: Actor, type: DocumentType, credential_id: str | None) -> None:
        """Before anything is stored. Raises ``InvalidInput``, ``NotFound`` or ``CredentialDecided``."""
        authorize(actor, Action.MANAGE_OWN_DOCUMENTS)
        require_subject(type, credential_id)
        if credential_id is not None:
            id, user_id = credential_id, actor.user_id or ""
            await self.storage.read(lambda unit: require_waiting(unit, user_id, id))

    async def __call__(
        self,
        actor: Actor,
        type: DocumentType,
        client_id: str,
        name: str,
        sent: bytes,
        credential_id: str | None = None,
    ) -> DriverDocument:
        """The same file again is the same document. Raises ``DocumentRefused``, ``Unavailable``,
        ``NotFound``, ``TooManyDocuments``, ``TooManyRequests``, ``CredentialDecided``, or ``InvalidInput``
        for the id of another file."""
        await self.require_room(actor, client_id)
        await self.require_subject(actor, type, credential_id)
        await self.storage.write(
            lambda unit: count(unit, OPENED, "documents", actor.user_id or "", self.clock.now())
        )
        found = await self.inspector.inspect(sent)
        require_kind(type, found.media_type)
        file = DocumentFile(
            shown_file_name(name),
            len(sent),
            found.media_type,
            found.pages,
            len(found.previews),
            await self.scanner.scan(sent),
        )
        drafted = DriverDocument(
            self.identifiers.new("doc"),
            actor.user_id or "",
            client_id,
            type,
            file,
            sha256(sent).hexdigest(),
            self.clock.now(),
            credential_id=credential_id,
        )
        document = await self._written_down(actor, drafted)
        if document.stored_at is not None:
            return document
        await self._store(document.id, found)
        return await self.storage.write(lambda unit: self._put_in_place(unit, document, self.clock.now()))

    async def _written_down(self, actor: Actor, drafted: DriverDocument) -> DriverDocument:
        async def work(unit: UnitOfWork) -> DriverDocument:
            known = await self._known(unit, actor, drafted.client_id)
            if known is None:
                await unit.driver_documents.add(drafted)
                return drafted
            if _what(known) != _what(drafted):
                raise InvalidInput("client_id", "was used for another document")
            return known

        try:
            return await self.storage.write(work)
        except Conflict:  # the same file came twice at once
            return await self.storage.write(work)

    async def _known(self, unit: UnitOfWork, actor: Actor, client_id: str) -> DriverDocument | None:
        user_id = actor.user_id or ""
        await _require_applicant_or_driver(unit, user_id)
        known = await unit.driver_documents.by_client(user_id, client_id)
        if known is None:
            since = self.clock.now() - timedelta(days=1)
            if await unit.driver_documents.count_since(user_id, since) >= MOST_A_DAY:
                raise TooManyDocuments
        return known

    async def _store(self, document_id: str, found: InspectedUpload) -> None:
        for page, picture in enumerate(found.previews, 1):
            await self.files.put(preview_file(document_id, page), picture)
        await self.files.put(document_file(document_id), found.content)

    async def _put_in_place(
        self, unit: UnitOfWork, document: DriverDocument, now: datetime
    ) -> DriverDocument:
        known = await unit.driver_documents.get(document.id)
        if known is None or known.stored_at is not None:
            return known or document
        for each in await self._given_way(unit, known, now):
            await unit.driver_documents.save(each, attrs.evolve(each, replaced_at=now))
        saved = await unit.driver_documents.save(known, attrs.evolve(known, stored_at=now))
        is_decided_alone = saved.credential_id is None and saved.status is DocumentStatus.PENDING
        if self.is_reviewed_by_itself and is_decided_alone:
            await unit.jobs.enqueue(Job(JobKind.REVIEW_DOCUMENT, saved.id, due_at=now + AFTER), now)
        return saved

    async def _given_way(
        self, unit: UnitOfWork, document: DriverDocument, now: datetime
    ) -> list[DriverDocument]:
        """What this one takes the place of. Raises ``CredentialDecided``."""
        if document.credential_id is None:
            present = await unit.driver_documents.present_of(document.user_id)
            return [each for each in present if each.type is document.type and not each.is_approved]
        await lock_waiting(unit, document.user_id, document.credential_id, now)
        sent = await unit.driver_documents.of_credentials([document.credential_id])
        return [each for each in sent if each.replaced_at is None]


def _what(document: DriverDocument) -> tuple[object, ...]:
    return document.request_hash, document.type, document.credential_id


async def _require_applicant_or_driver(unit: UnitOfWork, user_id: str) -> None:
    """Raises ``NotFound`` for whoever neither drives nor has an application that was not rejected."""
    application = await unit.applications.newest_of(user_id)
    if application is not None and application.status is not ApplicationStatus.REJECTED:
        return
    if await unit.drivers.get_by_user(user_id) is None:
        raise NotFound("Application")
