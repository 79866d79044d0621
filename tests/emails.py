"""Mails for tests."""

from datetime import UTC, datetime
from typing import Any

from haulage.email import Email, EmailKind, QueuedEmail, StoredEmail
from haulage.jobs import JobKind, JobState
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.accounts import AccountUseCases

NOW = datetime(2027, 3, 1, 15, 0, 0, 123456, tzinfo=UTC)


def a_mail(**changes: Any) -> Email:
    values = {
        "to": "ann@example.com",
        "subject": "Réset your password",
        "text": "Open https://haulage.example/r?token=1 · thanks",
        "html": "<p>Open <a href='https://haulage.example/r?token=1'>this</a></p>",
    }
    return Email(**(values | changes))


def a_queued_mail(number: int = 1, *, at: datetime = NOW, **changes: Any) -> QueuedEmail:
    return QueuedEmail(f"mail_{number}", EmailKind.RECOVERY, a_mail(**changes), at)


def stored_email(queued: QueuedEmail) -> StoredEmail:
    """The outbox's entry for a new mail, due at once."""
    mail = queued.mail
    return StoredEmail(
        id=queued.id,
        kind=queued.kind,
        to=mail.to,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        created_at=queued.created_at,
        due_at=queued.created_at,
    )


async def answer_email_requests(storage: Storage, accounts: AccountUseCases) -> None:
    """Write the mails that were requested, without sending any."""
    page, kind = PageRequest(limit=100), JobKind.SEND_ACCOUNT_EMAIL
    asked = await storage.read(lambda unit: unit.jobs.list(page, state=JobState.WAITING, kind=kind))
    for job in reversed(asked.items):
        await accounts.send_requested_email(job.subject)
