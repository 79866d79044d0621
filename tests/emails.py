"""Mails for tests."""

from datetime import UTC, datetime
from typing import Any

from haulage.email import Email, EmailKind, QueuedEmail

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
