"""The outbox for mails."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, case, delete, func, insert, select, update

from haulage.email import Attachment, EmailState, QueuedEmail, StoredEmail
from haulage.jobs import JobState
from haulage.ports.storage.email import EmailStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import SENDING_JOB, email_attachments, emails, jobs

WHAT = "mail"
_ATTACHMENT = flat_names(Attachment, without=set())
_FLAT = flat_names(StoredEmail, without={"state", "due_at", "attempts", "last_error"})
_STATE = case(
    (emails.c.sent_at.is_not(None), EmailState.SENT.value),
    (jobs.c.state == JobState.DEAD, EmailState.DEAD.value),
    else_=EmailState.WAITING.value,
)


class SqlEmailStore(EmailStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, queued: QueuedEmail) -> None:
        """``Conflict`` when the id is taken."""
        said = attributes_of(queued.mail, ("to", "subject", "text", "html"))
        row = attributes_of(queued, ("id", "kind", "created_at")) | said
        await self._session.run(insert(emails), row, what=WHAT)
        attached = [
            {"email_id": queued.id, "place": place, **attributes_of(each, _ATTACHMENT)}
            for place, each in enumerate(queued.mail.attachments, 1)
        ]
        if attached:
            await self._session.run(insert(email_attachments), attached, what=WHAT)

    async def get(self, email_id: str) -> StoredEmail | None:
        row = await self._session.row(_with_jobs().where(emails.c.id == email_id))
        return None if row is None else _email(row)

    async def attachments(self, email_id: str) -> tuple[Attachment, ...]:
        rows = await self._session.rows(
            select(email_attachments)
            .where(email_attachments.c.email_id == email_id)
            .order_by(email_attachments.c.place)
        )
        return tuple(Attachment(**columns_of(row, _ATTACHMENT)) for row in rows)

    async def mark_sent(self, email_id: str, now: datetime) -> None:
        sent = update(emails).where(emails.c.id == email_id, emails.c.sent_at.is_(None))
        await self._session.run(sent.values(sent_at=now, text="", html=""), what=WHAT)
        detached = delete(email_attachments).where(email_attachments.c.email_id == email_id)
        await self._session.run(detached, what=WHAT)

    async def latest(self, limit: int, *, state: EmailState | None = None) -> Sequence[StoredEmail]:
        statement = _with_jobs().order_by(emails.c.created_at.desc(), emails.c.id.desc()).limit(limit)
        if state is not None:
            statement = statement.where(_STATE.in_([state.value]))
        return [_email(row) for row in await self._session.rows(statement)]

    async def count_by_state(self) -> dict[EmailState, int]:
        states = _with_jobs().subquery()
        counted = select(states.c.email_state, func.count().label("emails")).group_by(states.c.email_state)
        rows = await self._session.rows(counted)
        return {EmailState(row["email_state"]): row["emails"] for row in rows}


def _with_jobs() -> Select[Any]:
    """Mails beside what their jobs say of them; the job of a mail that was sent may be forgotten already."""
    return select(
        *(emails.c[name] for name in _FLAT),
        _STATE.label("email_state"),
        func.coalesce(jobs.c.due_at, emails.c.created_at, type_=emails.c.created_at.type).label("due_at"),
        func.coalesce(jobs.c.attempts, 0).label("attempts"),
        jobs.c.last_error,
    ).outerjoin_from(emails, jobs, SENDING_JOB)


def _email(row: RowMapping) -> StoredEmail:
    values = columns_of(row, (*_FLAT, "due_at", "attempts", "last_error"))
    return StoredEmail(**values, state=EmailState(row["email_state"]))
