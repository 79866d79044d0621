"""Where mails wait until they are sent."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.email import Attachment, EmailState, QueuedEmail, StoredEmail


class EmailStore(Protocol):
    """The outbox; part of the unit of work, so that a mail is kept exactly when the change is that it
    tells of."""

    async def add(self, queued: QueuedEmail) -> None:
        """Keep a mail until it is sent; it is due at once."""
        ...

    async def get(self, mail_id: str) -> StoredEmail | None: ...

    async def attachments(self, mail_id: str) -> tuple[Attachment, ...]:
        """What goes with a mail; forgotten like its text once it was sent."""
        ...

    async def due(self, now: datetime, limit: int) -> Sequence[StoredEmail]:
        """Mails that nobody is sending and that may be tried now, the longest due first."""
        ...

    async def save(self, before: StoredEmail, after: StoredEmail) -> StoredEmail:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def latest(self, limit: int, *, state: EmailState | None = None) -> Sequence[StoredEmail]:
        """Newest first."""
        ...

    async def count_by_state(self) -> dict[EmailState, int]: ...

    async def forget(self, address: str) -> None:
        """Remove every mail to this address, sent or not."""
        ...
