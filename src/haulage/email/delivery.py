"""A stored e-mail, and what became of it."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.email.email_message import Email, EmailKind
from haulage.kernel.errors import RuleBroken

EMAIL_RETENTION = timedelta(days=30)
"""Ours: after this nobody needs to see what became of a mail, and its address is personal data."""


class EmailState(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    DEAD = "dead"


@attrs.define
class EmailEmptied(RuleBroken):
    """The email's content was deleted after it was sent, so it cannot be sent again."""

    code = "mail_emptied"
    message = "This mail was sent, and its text was not kept."


@attrs.frozen
class StoredEmail:
    """A mail in the outbox. Its job says when it is tried next, how often it was and why it failed. Text and
    HTML are empty once it was sent: they are personal data."""

    id: str
    kind: EmailKind
    to: str
    subject: str
    text: str = attrs.field(repr=False)
    html: str = attrs.field(repr=False)
    created_at: datetime
    due_at: datetime
    state: EmailState = EmailState.WAITING
    attempts: int = 0
    sent_at: datetime | None = None
    last_error: str | None = None

    @property
    def mail(self) -> Email:
        """What is to be sent. Raises ``EmailEmptied`` when it was."""
        if self.state is EmailState.SENT:
            raise EmailEmptied
        return Email(self.to, self.subject, self.text, self.html)
