"""Storage of the text messages that went out and came in."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.messaging.sms_sending import SmsSending


class SmsStore(Protocol):
    """The sendings, and the ids of incoming texts that have had their effect."""

    async def add(self, sending: SmsSending) -> None:
        """``Conflict`` when the message has one."""
        ...

    async def get(self, message_id: str) -> SmsSending | None: ...

    async def save(self, before: SmsSending, after: SmsSending) -> SmsSending:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``, as where
        another sending has its reference."""
        ...

    async def known_references(self, references: Sequence[str]) -> frozenset[str]:
        """Those of them that belong to sendings of ours."""
        ...

    async def is_received(self, incoming_id: str) -> bool:
        """Whether an incoming text has had its effect."""
        ...

    async def note_received(self, incoming_id: str, now: datetime) -> None:
        """``Conflict`` when it was received before; the unit is then undone."""
        ...
