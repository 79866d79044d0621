"""Receiving the events of outside providers, and storing them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias

from haulage.kernel.errors import HaulageError
from haulage.ports.storage.paging import Page, PageRequest
from haulage.webhooks.event import EventProvider, EventState, ProviderEvent, StoredWebhookEvent


class EventForged(HaulageError):
    """The payment webhook's signature is invalid."""

    code = "event_forged"
    message = "The event's signature does not hold."


class ScreeningEventForged(EventForged):
    """ONB-47."""

    message = "Invalid webhook signature"


class StoredEventReader(Protocol):
    """Reads events that were stored before."""

    def read_again(self, event: ProviderEvent) -> ProviderEvent:
        """An event that was unreadable or unhandled, as this release reads it; its kind tells whether it
        does."""
        ...


class ProviderEvents(StoredEventReader, Protocol):
    """Reads events, and believes only those that the provider has signed."""

    def read(self, payload: bytes, signature: str | None, now: datetime) -> ProviderEvent:
        """Raises ``EventForged`` for anything that is not, byte for byte, what the provider sent within
        the last minutes, and for nothing else: what is genuine and cannot be read is an event of the kind
        ``UNREADABLE``."""
        ...


EventReaders: TypeAlias = Mapping[EventProvider, ProviderEvents]
"""Who reads what a provider sends; none for a provider that is not expected to send anything."""


class ProviderEventStore(Protocol):
    """The webhook events received; an id is stored once."""

    async def add(self, event: StoredWebhookEvent) -> None:
        """``Conflict`` when the id is known; the unit is then undone."""
        ...

    async def get(self, event_id: str) -> StoredWebhookEvent | None: ...

    async def settle(self, event: StoredWebhookEvent) -> None:
        """Write down that a waiting event has had its effect; ``Conflict`` if it waits no more."""
        ...

    async def understand(self, before: StoredWebhookEvent, after: StoredWebhookEvent) -> None:
        """Put what an event reads as now in its place; ``Conflict`` if somebody else has."""
        ...

    async def list(self, page: PageRequest, state: EventState | None = None) -> Page[StoredWebhookEvent]:
        """Newest first."""
        ...

    async def of_reference(self, provider_reference: str) -> Sequence[StoredWebhookEvent]:
        """Everything that was said of an intent, in the order it happened at the provider."""
        ...

    async def forget_before(self, settled_before: datetime, limit: int) -> int:
        """Remove events that were settled, or set aside as unhandled or unreadable, before this; return
        how many that were."""
        ...
