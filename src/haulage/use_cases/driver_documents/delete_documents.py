"""Delete documents: the row at once, and the bytes as soon as a job has removed them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import attrs

from haulage.driver_documents import MOST_PIECES, DocumentUpload, DriverDocument
from haulage.jobs import Job, JobKind
from haulage.ports.files.files import FileStore
from haulage.ports.files.inspection import MOST_PREVIEWS
from haulage.ports.storage.driver_documents import document_file, piece_file, preview_file
from haulage.ports.storage.unit_of_work import UnitOfWork

REPLACED_RETENTION = timedelta(days=365)
"""Ours: an accident may ask what a driver was insured by months before."""

UNFINISHED_RETENTION = timedelta(days=1)
"""Ours: whoever tries again does so within minutes."""

BATCH = 100


async def delete_replaced(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Delete documents that newer ones replaced; how many there were."""
    found = await unit.driver_documents.replaced_before(before, limit)
    return await _delete(unit, found, before + REPLACED_RETENTION)


async def delete_unfinished(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Of documents whose bytes were never stored; how many there were."""
    found = await unit.driver_documents.unfinished_before(before, limit)
    return await _delete(unit, found, before + UNFINISHED_RETENTION)


async def delete_broken_off(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Of files that were sent in part; how many there were."""
    found = await unit.document_uploads.begun_before(before, limit)
    for upload in found:
        await delete_upload(unit, upload, before + UNFINISHED_RETENTION)
    return len(found)


async def delete_upload(unit: UnitOfWork, upload: DocumentUpload, now: datetime) -> None:
    """The row at once, and its pieces by a job."""
    await unit.jobs.enqueue(Job(JobKind.REMOVE_DOCUMENT_UPLOAD, upload.id), now)
    await unit.document_uploads.remove(upload.id)


async def delete_abandoned(unit: UnitOfWork, before: datetime, now: datetime) -> int:
    """Of people who do not drive and whose application was rejected before then, or who have none; how many
    there were."""
    return await _delete(unit, await unit.driver_documents.abandoned_before(before, BATCH), now)


async def forget_documents_of(unit: UnitOfWork, user_id: str, now: datetime) -> None:
    """Of somebody who is erased."""
    await _delete(unit, await unit.driver_documents.of_user(user_id), now)
    for upload in await unit.document_uploads.of_user(user_id):
        await delete_upload(unit, upload, now)


async def _delete(unit: UnitOfWork, documents: Iterable[DriverDocument], now: datetime) -> int:
    count = 0
    for document in documents:
        await unit.jobs.enqueue(Job(JobKind.REMOVE_DRIVER_DOCUMENT, document.id), now)
        await unit.driver_documents.remove(document.id)
        count += 1
    return count


@attrs.frozen
class RemoveDriverDocument:
    """Removes a document's bytes from the file storage; its row is gone by then."""

    files: FileStore

    async def __call__(self, document_id: str) -> None:
        """May raise ``Unavailable``."""
        for page in range(1, MOST_PREVIEWS + 1):
            await self.files.remove(preview_file(document_id, page))
        await self.files.remove(document_file(document_id))


@attrs.frozen
class RemoveDocumentUpload:
    """Removes the pieces of a file that was on its way; its row is gone by then."""

    files: FileStore

    async def __call__(self, upload_id: str) -> None:
        """May raise ``Unavailable``."""
        for number in range(MOST_PIECES):
            await self.files.remove(piece_file(upload_id, number))
