"""The outbox for mails."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select

from haulage.email import Attachment, EmailState, QueuedEmail, StoredEmail
from haulage.email.delivery import keep
from haulage.ports.runtime.topics import EMAILS, Notify
from haulage.ports.storage.email import EmailStore
from haulage_adapters.sql.rows import flat_names, pick, save_unchanged, take
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import EMAIL_WAITING, email_attachments, emails

WHAT = "mail"
_ATTACHMENT = flat_names(Attachment, without=set())
_FLAT = flat_names(StoredEmail, without=set())


class SqlEmailStore(EmailStore):
    def __init__(self, session: Session, notify: Notify) -> None:
        self._session = session
        self._notify = notify

    async def add(self, queued: QueuedEmail) -> None:
        """``Conflict`` when the id is taken."""
        await self._session.run(insert(emails), pick(keep(queued), _FLAT), what=WHAT)
        attached = [
            {"email_id": queued.id, "place": place, **pick(each, _ATTACHMENT)}
            for place, each in enumerate(queued.mail.attachments, 1)
        ]
        if attached:
            await self._session.run(insert(email_attachments), attached, what=WHAT)
        self._notify(EMAILS)

    async def get(self, email_id: str) -> StoredEmail | None:
        row = await self._session.row(select(emails).where(emails.c.id == email_id))
        return None if row is None else StoredEmail(**take(row, _FLAT))

    async def attachments(self, email_id: str) -> tuple[Attachment, ...]:
        rows = await self._session.rows(
            select(email_attachments)
            .where(email_attachments.c.email_id == email_id)
            .order_by(email_attachments.c.place)
        )
        return tuple(Attachment(**take(row, _ATTACHMENT)) for row in rows)

    async def due(self, now: datetime, limit: int) -> Sequence[StoredEmail]:
        rows = await self._session.rows(
            select(emails)
            .where(EMAIL_WAITING, emails.c.due_at <= now)
            .order_by(emails.c.due_at, emails.c.id)
            .limit(limit)
        )
        return [StoredEmail(**take(row, _FLAT)) for row in rows]

    async def save(self, before: StoredEmail, after: StoredEmail) -> StoredEmail:
        saved = await save_unchanged(
            self._session, emails, before, after, _flat, what=WHAT, same=("id", "state", "version")
        )
        if saved.state is EmailState.SENT:
            await self._detach(emails.c.id == saved.id)
        return saved

    async def latest(self, limit: int, *, state: EmailState | None = None) -> Sequence[StoredEmail]:
        statement = select(emails).order_by(emails.c.created_at.desc(), emails.c.id.desc()).limit(limit)
        if state is not None:
            statement = statement.where(emails.c.state == state)
        return [StoredEmail(**take(row, _FLAT)) for row in await self._session.rows(statement)]

    async def count_by_state(self) -> dict[EmailState, int]:
        rows = await self._session.rows(
            select(emails.c.state, func.count().label("emails")).group_by(emails.c.state)
        )
        return {row["state"]: row["emails"] for row in rows}

    async def forget(self, address: str) -> None:
        await self._detach(emails.c.to == address)
        await self._session.run(delete(emails).where(emails.c.to == address), what=WHAT)

    async def _detach(self, these: ColumnElement[bool]) -> None:
        gone = email_attachments.c.email_id.in_(select(emails.c.id).where(these))
        await self._session.run(delete(email_attachments).where(gone), what=WHAT)


def _flat(value: StoredEmail) -> dict[str, Any]:
    return pick(value, _FLAT)
