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
from haulage_adapters.sql.tables import MAIL_WAITING, mail_attachments, mails

WHAT = "mail"
_ATTACHMENT = flat_names(Attachment, without=set())
_FLAT = flat_names(StoredEmail, without=set())


class SqlEmailStore(EmailStore):
    def __init__(self, session: Session, notify: Notify) -> None:
        self._session = session
        self._notify = notify

    async def add(self, queued: QueuedEmail) -> None:
        """``Conflict`` when the id is taken."""
        await self._session.run(insert(mails), pick(keep(queued), _FLAT), what=WHAT)
        attached = [
            {"mail_id": queued.id, "place": place, **pick(each, _ATTACHMENT)}
            for place, each in enumerate(queued.mail.attachments, 1)
        ]
        if attached:
            await self._session.run(insert(mail_attachments), attached, what=WHAT)
        self._notify(EMAILS)

    async def get(self, mail_id: str) -> StoredEmail | None:
        row = await self._session.row(select(mails).where(mails.c.id == mail_id))
        return None if row is None else StoredEmail(**take(row, _FLAT))

    async def attachments(self, mail_id: str) -> tuple[Attachment, ...]:
        rows = await self._session.rows(
            select(mail_attachments)
            .where(mail_attachments.c.mail_id == mail_id)
            .order_by(mail_attachments.c.place)
        )
        return tuple(Attachment(**take(row, _ATTACHMENT)) for row in rows)

    async def due(self, now: datetime, limit: int) -> Sequence[StoredEmail]:
        rows = await self._session.rows(
            select(mails)
            .where(MAIL_WAITING, mails.c.due_at <= now)
            .order_by(mails.c.due_at, mails.c.id)
            .limit(limit)
        )
        return [StoredEmail(**take(row, _FLAT)) for row in rows]

    async def save(self, before: StoredEmail, after: StoredEmail) -> StoredEmail:
        saved = await save_unchanged(
            self._session, mails, before, after, _flat, what=WHAT, same=("id", "state", "version")
        )
        if saved.state is EmailState.SENT:
            await self._detach(mails.c.id == saved.id)
        return saved

    async def latest(self, limit: int, *, state: EmailState | None = None) -> Sequence[StoredEmail]:
        statement = select(mails).order_by(mails.c.created_at.desc(), mails.c.id.desc()).limit(limit)
        if state is not None:
            statement = statement.where(mails.c.state == state)
        return [StoredEmail(**take(row, _FLAT)) for row in await self._session.rows(statement)]

    async def count_by_state(self) -> dict[EmailState, int]:
        rows = await self._session.rows(
            select(mails.c.state, func.count().label("mails")).group_by(mails.c.state)
        )
        return {row["state"]: row["mails"] for row in rows}

    async def forget(self, address: str) -> None:
        await self._detach(mails.c.to == address)
        await self._session.run(delete(mails).where(mails.c.to == address), what=WHAT)

    async def _detach(self, these: ColumnElement[bool]) -> None:
        gone = mail_attachments.c.mail_id.in_(select(mails.c.id).where(these))
        await self._session.run(delete(mail_attachments).where(gone), what=WHAT)


def _flat(value: StoredEmail) -> dict[str, Any]:
    return pick(value, _FLAT)
