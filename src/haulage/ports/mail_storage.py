"""Where mails wait until they are sent."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.mails import Attachment, KeptMail, MailState, QueuedMail


class MailStore(Protocol):
    """The outbox; part of the unit of work, so that a mail is kept exactly when the change is that it
    tells of."""

    async def add(self, queued: QueuedMail) -> None:
        """Keep a mail until it is sent; it is due at once."""
        ...

    async def get(self, mail_id: str) -> KeptMail | None: ...

    async def attachments(self, mail_id: str) -> tuple[Attachment, ...]:
        """What goes with a mail; forgotten like its text once it was sent."""
        ...

    async def due(self, now: datetime, limit: int) -> Sequence[KeptMail]:
        """Mails that nobody is sending and that may be tried now, the longest due first."""
        ...

    async def save(self, before: KeptMail, after: KeptMail) -> KeptMail:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def latest(self, limit: int, *, state: MailState | None = None) -> Sequence[KeptMail]:
        """Newest first."""
        ...

    async def count_by_state(self) -> dict[MailState, int]: ...

    async def forget(self, address: str) -> None:
        """Remove every mail to this address, sent or not."""
        ...

    async def forget_before(self, created_before: datetime) -> int:
        """Remove what was sent or given up and is older than this; return how many mails that were."""
        ...
