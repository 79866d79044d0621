"""Files of documents that are on their way, in the database; their pieces are in the file store."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, delete, insert, select

from haulage.driver_documents import DocumentUpload
from haulage.ports.storage.driver_documents import DocumentUploadStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import document_uploads

WHAT = "upload"
_ROW = document_uploads.c
_FLAT = flat_names(DocumentUpload, without=set())


class SqlDocumentUploadStore(DocumentUploadStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, upload: DocumentUpload) -> None:
        """``Conflict`` when the device's id for it is known."""
        await self._session.run(insert(document_uploads), _flat(upload), what=WHAT)

    async def by_client(self, user_id: str, client_id: str) -> DocumentUpload | None:
        wanted = select(document_uploads).where(_ROW.user_id == user_id, _ROW.client_id == client_id)
        row = await self._session.row(wanted)
        return None if row is None else _upload(row)

    async def save(self, before: DocumentUpload, after: DocumentUpload) -> DocumentUpload:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(self._session, document_uploads, before, after, _flat, what=WHAT)

    async def of_user(self, user_id: str) -> Sequence[DocumentUpload]:
        wanted = select(document_uploads).where(_ROW.user_id == user_id)
        rows = await self._session.rows(wanted.order_by(_ROW.created_at.desc(), _ROW.id.desc()))
        return [_upload(row) for row in rows]

    async def begun_before(self, before: datetime, limit: int) -> Sequence[DocumentUpload]:
        wanted = select(document_uploads).where(_ROW.created_at < before)
        rows = await self._session.rows(wanted.order_by(_ROW.created_at).limit(limit))
        return [_upload(row) for row in rows]

    async def remove(self, upload_id: str) -> None:
        await self._session.run(delete(document_uploads).where(_ROW.id == upload_id), what=WHAT)


def _upload(row: RowMapping) -> DocumentUpload:
    return DocumentUpload(**columns_of(row, _FLAT))


def _flat(upload: DocumentUpload) -> dict[str, Any]:
    return attributes_of(upload, _FLAT)
