"""Where mails wait until they are sent."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.email import Attachment, EmailState, QueuedEmail, StoredEmail


class EmailStore(Protocol):
    """The outbox; part of the unit of work, so that a mail is kept exactly when the change is that it
    tells of. When it is tried, and how often, is in the row of its job."""

    async def add(self, queued: QueuedEmail) -> None:
        """Keep a mail until it is sent; ``queue_email`` enqueues its job with it."""
        ...

    async def get(self, email_id: str) -> StoredEmail | None: ...

    async def attachments(self, email_id: str) -> tuple[Attachment, ...]:
        """What goes with a mail; forgotten like its text once it was sent."""
        ...

    async def mark_sent(self, email_id: str, now: datetime) -> None:
        """It has gone out: forget what it said. A second time changes nothing."""
        ...

    async def latest(self, limit: int, *, state: EmailState | None = None) -> Sequence[StoredEmail]:
        """Newest first."""
        ...

    async def count_by_state(self) -> dict[EmailState, int]: ...
