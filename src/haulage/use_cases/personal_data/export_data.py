"""Export all personal data of somebody as files, streamed so that memory stays small."""

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import attrs

from haulage.audit import AuditAction
from haulage.driver_documents import PDF
from haulage.drivers import driver_photo_file
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.files.files import FileStore
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.claims import claim_photo_file
from haulage.ports.storage.driver_documents import document_file
from haulage.ports.storage.item_photos import item_photo_file
from haulage.ports.storage.personal_data import Cursor, Person
from haulage.ports.storage.proofs import photo_file
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.find_person import find_person
from haulage.services.request_counts import count
from haulage.tax import receipt_file
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.find_user_id import user_id_of

PAGE = 200
"""Ours: rows that are read and written down at a time."""

PHOTOS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "proofs": ("photo_id", photo_file),
    "claim_photos": ("id", claim_photo_file),
    "item_photos": ("id", item_photo_file),
    "driver_profile": ("photo_id", driver_photo_file),
    "tax_expenses": ("receipt_id", receipt_file),
    "driver_documents": ("id", document_file),
}
"""The sections that name photos: those of the customer's own deliveries, what one sent with claims and of
items, one's own as a driver, of receipts, and documents. Each with the column of a photo's id, and what the
photo is called in the file store."""


@attrs.frozen
class ExportedFile:
    """*name* is a path with forward slashes; *parts* are read once, in order."""

    name: str
    parts: AsyncIterator[bytes]


@attrs.frozen
class DataExport:
    """All that is held about the user at the time, as files. They are read one after the other."""

    user_id: str
    exported_at: datetime
    files: AsyncIterator[ExportedFile]


@attrs.frozen
class ExportData:
    """One JSON file for each kind of record that there is something in, and the photos of deliveries,
    claims and items, and one's own."""

    storage: Storage
    clock: Clock
    files: FileStore
    limit: RateLimit | None = None
    """How often one user is handed their own: all of it is read and packed each time."""

    async def __call__(self, actor: Actor) -> DataExport:
        """One's own. Raises ``Unauthenticated``, ``TooManyRequests``, or ``Forbidden`` for those who are no
        user."""
        authorize(actor, Action.EXPORT_PERSONAL_DATA, Facts("User", owner_id=actor.user_id))
        return await self._export(actor, actor.user_id or "", self.limit)

    async def of(self, email: str, actor: Actor = OPERATOR) -> DataExport:
        """Somebody's, for the operator. Raises ``NoSuchAccount`` or ``InvalidEmail``."""
        authorize(actor, Action.EXPORT_PERSONAL_DATA, Facts("User"))
        return await self._export(actor, await user_id_of(self.storage, email))

    async def _export(self, actor: Actor, user_id: str, limit: RateLimit | None = None) -> DataExport:
        """Noted before the first byte: an export that breaks off has shown something too."""
        now = self.clock.now()

        async def note(unit: UnitOfWork) -> Person:
            if limit is not None:
                await count(unit, limit, "exports", user_id, now)
            person = await find_person(unit, user_id)
            await audit_account(unit, AuditAction.DATA_EXPORTED, actor, person.account_id, now)
            return person

        person = await self.storage.write(note)
        return DataExport(user_id, now, self._files(person, now))

    async def _files(self, person: Person, now: datetime) -> AsyncIterator[ExportedFile]:
        about = {"exported_at": now.isoformat(), "user_id": person.user_id}
        yield ExportedFile("about.json", _whole(json.dumps(about, indent=2).encode()))
        sections = await self.storage.read(lambda unit: unit.personal_data.sections())
        photos: list[tuple[str, str]] = []
        for section in sections:
            first, cursor = await self._page(person, section, None)
            if first:
                yield ExportedFile(f"{section}.json", self._rows(person, section, first, cursor, photos))
        for exported, name in photos:
            content = await self.files.get(name)
            if content is not None:
                yield ExportedFile(f"photos/{exported}", _whole(content))

    async def _rows(
        self,
        person: Person,
        section: str,
        rows: Sequence[Mapping[str, Any]],
        cursor: Cursor | None,
        photos: list[tuple[str, str]],
    ) -> AsyncIterator[bytes]:
        """A JSON list, a row a line. Own photos are noted in *photos* on the way."""
        opening = b"[\n"
        while rows:
            if section in PHOTOS:
                column, file_of = PHOTOS[section]
                named = [(row, row[column]) for row in rows if row[column]]
                photos += [(_photo_name(row, id), file_of(id)) for row, id in named]
            lines = (json.dumps(row, ensure_ascii=False, allow_nan=False).encode() for row in rows)
            yield opening + b",\n".join(lines)
            opening = b",\n"
            rows, cursor = await self._page(person, section, cursor) if cursor else ((), None)
        yield b"\n]\n"

    async def _page(
        self, person: Person, section: str, after: Cursor | None
    ) -> tuple[Sequence[Mapping[str, Any]], Cursor | None]:
        held = await self.storage.read(lambda unit: unit.personal_data.page(person, section, after, PAGE))
        return held.rows, held.next


def _photo_name(row: Mapping[str, Any], photo_id: str) -> str:
    """By what it is of, and with the ending of what it is."""
    ending = "pdf" if row.get("media_type") == PDF else "jpg"
    of = row.get("order_id", "driver") or "not-booked"
    return f"{of}-{photo_id}.{ending}"


async def _whole(content: bytes) -> AsyncIterator[bytes]:
    yield content
