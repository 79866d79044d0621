"""What applicants and drivers hand in, in the database."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
)

from haulage.driver_documents import DocumentDetails, DocumentFile, DriverDocument
from haulage.onboarding import ApplicationStatus
from haulage.ports.storage.driver_documents import DriverDocumentStore, ListedDocument
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import driver_applications, driver_documents, drivers, users
from haulage_adapters.sql.tables.driver_documents import EXPIRING, REPLACED, UNDECIDED, UNFINISHED

WHAT = "document"
_ROW = driver_documents.c
_FLAT = flat_names(DriverDocument, without={"file", "details"})
_DETAILS = flat_names(DocumentDetails, without=set())
_FILE = flat_names(DocumentFile, without={"name"})
_IS_PRESENT = and_(_ROW.stored_at.is_not(None), _ROW.replaced_at.is_(None))
_IS_DECIDED_ALONE = _ROW.credential_id.is_(None)


class SqlDriverDocumentStore(DriverDocumentStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, document: DriverDocument) -> None:
        """``Conflict`` when the device's id for it is known."""
        await self._session.run(insert(driver_documents), _flat(document), what=WHAT)

    async def get(self, document_id: str) -> DriverDocument | None:
        return await self._one(_ROW.id == document_id)

    async def by_client(self, user_id: str, client_id: str) -> DriverDocument | None:
        return await self._one(_ROW.user_id == user_id, _ROW.client_id == client_id)

    async def present_of(self, user_id: str) -> Sequence[DriverDocument]:
        """Of each type at most one that is approved and one that is not, by two unique indexes."""
        wanted = _wanted(_ROW.user_id == user_id, _IS_PRESENT, _IS_DECIDED_ALONE)
        return await self._all(wanted.order_by(_ROW.created_at, _ROW.id))

    async def of_credentials(self, credential_ids: Sequence[str]) -> Sequence[DriverDocument]:
        """A driver sends few to one credential."""
        wanted = _wanted(_ROW.credential_id.in_(credential_ids), _ROW.stored_at.is_not(None))
        found = await self._all(wanted.order_by(_ROW.created_at, _ROW.id))
        return list({each.credential_id: each for each in found}.values())

    async def save(self, before: DriverDocument, after: DriverDocument) -> DriverDocument:
        """``Conflict`` when somebody else changed it."""
        same = ("id", "status", "version")
        return await save_unchanged(
            self._session, driver_documents, before, after, _flat, what=WHAT, same=same
        )

    async def count_since(self, user_id: str, since: datetime) -> int:
        found = select(func.count()).select_from(driver_documents)
        mine = found.where(_ROW.user_id == user_id, _ROW.created_at >= since)
        return int(await self._session.scalar(mine))

    async def waiting(self, page: PageRequest) -> Page[ListedDocument]:
        """Oldest first; an index has those that wait in this order."""
        listed = (
            select(driver_documents, users.c.name.label("user_name"), users.c.email.label("user_email"))
            .join(users, users.c.id == _ROW.user_id)
            .where(UNDECIDED)
        )
        rows = await self._session.rows(page_of(listed.subquery("listed"), page, oldest_first=True))
        return one_page(rows, page, _listed)

    async def due_reminders(self, limits: Sequence[tuple[date, int]], limit: int) -> Sequence[DriverDocument]:
        """The soonest to expire come first; an index has those that expire in this order."""
        due = [
            and_(_ROW.expires_on <= day, or_(_ROW.reminded_days.is_(None), _ROW.reminded_days > days))
            for day, days in limits
        ]
        wanted = _wanted(EXPIRING, _ROW.expires_on <= max(day for day, _ in limits), or_(*due))
        return await self._all(wanted.order_by(_ROW.expires_on, _ROW.id).limit(limit))

    async def replaced_before(self, before: datetime, limit: int) -> Sequence[DriverDocument]:
        wanted = _wanted(REPLACED, _ROW.replaced_at < before)
        return await self._all(wanted.order_by(_ROW.replaced_at).limit(limit))

    async def unfinished_before(self, before: datetime, limit: int) -> Sequence[DriverDocument]:
        wanted = _wanted(UNFINISHED, _ROW.created_at < before)
        return await self._all(wanted.order_by(_ROW.created_at).limit(limit))

    async def abandoned_before(self, before: datetime, limit: int) -> Sequence[DriverDocument]:
        theirs = driver_applications.c.user_id == _ROW.user_id
        counts = or_(
            driver_applications.c.status != ApplicationStatus.REJECTED,
            driver_applications.c.reviewed_at >= before,
        )
        applies = exists().where(theirs, counts)
        drives = exists().where(drivers.c.user_id == _ROW.user_id, drivers.c.approved_at.is_not(None))
        wanted = _wanted(_ROW.created_at < before, not_(applies), not_(drives))
        return await self._all(wanted.order_by(_ROW.created_at).limit(limit))

    async def of_user(self, user_id: str) -> Sequence[DriverDocument]:
        return await self._all(_wanted(_ROW.user_id == user_id).order_by(_ROW.created_at))

    async def remove(self, document_id: str) -> None:
        await self._session.run(delete(driver_documents).where(_ROW.id == document_id), what=WHAT)

    async def _one(self, *conditions: ColumnElement[bool]) -> DriverDocument | None:
        row = await self._session.row(_wanted(*conditions))
        return None if row is None else _document(row)

    async def _all(self, wanted: Select[Any]) -> Sequence[DriverDocument]:
        return [_document(row) for row in await self._session.rows(wanted)]


def _wanted(*conditions: Any) -> Select[Any]:
    return select(driver_documents).where(*conditions)


def _document(row: RowMapping) -> DriverDocument:
    return DriverDocument(
        **columns_of(row, _FLAT),
        file=DocumentFile(row["file_name"], **columns_of(row, _FILE)),
        details=DocumentDetails(**columns_of(row, _DETAILS)),
    )


def _listed(row: RowMapping) -> ListedDocument:
    return ListedDocument(_document(row), row["user_name"], row["user_email"])


def _flat(document: DriverDocument) -> dict[str, Any]:
    return (
        attributes_of(document, _FLAT)
        | attributes_of(document.details, _DETAILS)
        | attributes_of(document.file, _FILE)
        | {"file_name": document.file.name}
    )
