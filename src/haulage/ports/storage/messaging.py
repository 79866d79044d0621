"""Storage of messages, calls and communication preferences."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.messaging import Call, Message, Preferences, ThreadSummary, UnreadThread
from haulage.messaging.thread import ThreadStamp
from haulage.ports.storage.paging import Page, PageRequest


class MessageStore(Protocol):
    """Part of the unit of work. A *viewer* sees what they sent or were sent; None sees everything.
    Each change notifies the order."""

    async def add(self, message: Message) -> None:
        """``Conflict`` when its id is taken, or its recipient was told of its cause before."""
        ...

    async def get(self, message_id: str) -> Message | None: ...

    async def by_cause(self, order_id: str, recipient_id: str, cause: str) -> Message | None:
        """The automatic message that somebody was sent for this reason."""
        ...

    async def by_sms_reference(self, reference: str) -> Message | None:
        """The message that the provider knows by its own id."""
        ...

    async def save_sms(self, before: Message, after: Message) -> Message:
        """Keep what became of the SMS (status, refusal, reference, sent and delivered) only if nobody else
        did so meanwhile; otherwise ``Conflict``. Whether it was read is left as it is."""
        ...

    async def of_order(self, order_id: str, viewer: str | None, page: PageRequest) -> Page[Message]:
        """Newest first."""
        ...

    async def summary(self, order_id: str, viewer: str | None) -> ThreadSummary:
        """All of the thread, calls included."""
        ...

    async def stamps(self, order_ids: Sequence[str]) -> dict[str, ThreadStamp]:
        """Of these orders' threads; those in which nothing was ever said are left out."""
        ...

    async def took_part(self, order_id: str, user_id: str) -> bool:
        """Whether there is a message or a call of theirs, or to them."""
        ...

    async def mark_read(
        self, order_id: str, recipient_id: str, now: datetime, until: Message | None = None
    ) -> int:
        """Note that the recipient has read what was sent to them, or that much of it as stands up to and
        with *until*; how many messages they had not read. What waited in the thread without an SMS is
        delivered by it."""
        ...

    async def count_unread(self, recipient_id: str) -> int:
        """In orders whose customer or driver they are now."""
        ...

    async def unread(self, recipient_id: str, limit: int) -> Sequence[UnreadThread]:
        """The same by order, the latest message first."""
        ...

    async def forget_texts(self, before: datetime, limit: int) -> int:
        """Empty the oldest texts from before then; how many there were."""
        ...


class CallStore(Protocol):
    """Part of the unit of work."""

    async def add(self, call: Call) -> None: ...

    async def get(self, call_id: str) -> Call | None: ...

    async def save(self, before: Call, after: Call) -> Call:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def of_order(self, order_id: str, viewer: str | None, limit: int) -> Sequence[Call]:
        """The latest, oldest first."""
        ...

    async def forget_details(self, before: datetime, limit: int) -> int:
        """Empty the notes of the oldest calls from before then, and their numbers; how many there were."""
        ...


class PreferenceStore(Protocol):
    """Part of the unit of work."""

    async def get(self, user_id: str) -> Preferences | None: ...

    async def by_phone(self, phone: str) -> Sequence[Preferences]:
        """Those of everybody who has ever consented for this number in international form."""
        ...

    async def save(self, before: Preferences, after: Preferences) -> Preferences:
        """Keep *after* only if nobody else changed what *before* was; otherwise ``Conflict``."""
        ...
