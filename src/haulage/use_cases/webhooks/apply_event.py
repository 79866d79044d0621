"""Apply a stored event of a provider: in any order and any number of copies, each has its effect once."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import attrs

from haulage.kernel.errors import Conflict, RuleBroken
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.provider_events import EventReaders
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.webhooks.event import (
    FIRST_STATE,
    EventKind,
    EventMove,
    EventState,
    ProviderEvent,
    StoredWebhookEvent,
    settle,
    understand,
)

TRIES = 4
"""Ours: so often what an event is about may change while its provider is asked."""


@attrs.define
class EventUnreadable(RuleBroken):
    """The provider signed the event, but this release does not know its form."""

    code = "event_unreadable"
    fault: str

    @property
    def message(self) -> str:
        return f"A genuine event of a provider cannot be read: {self.fault}."


@attrs.frozen
class EventEffect:
    """What an event comes to. *work* runs in the transaction that settles the event, and *after* once that is
    committed, with what *work* returned. An event that concerns nobody here is ignored."""

    move: EventMove = EventMove.APPLY
    work: Callable[[UnitOfWork], Awaitable[Any]] | None = None
    after: Callable[[Any], Awaitable[None]] | None = None


APPLIED = EventEffect()
IGNORED = EventEffect(EventMove.IGNORE)
"""It is about something that another system of the same account at the provider has made."""


@attrs.frozen
class Attempt:
    """An attempt to apply; *number* counts from 0, as what was read may have changed."""

    event: ProviderEvent
    number: int


EventHandler: TypeAlias = Callable[[Attempt], Awaitable[EventEffect]]
"""Asks the provider, and says what is to be done. Raises ``Unavailable`` while it cannot be asked."""


@attrs.frozen
class ApplyEvent:
    """Apply a stored event, once; the transaction that has its effect settles it.

    An event is taken for no more than a hint to ask the provider, so that neither its age nor its order
    matter; a dispute says itself how it stands. A kind without a handler waits for a release that has one.
    """

    storage: Storage
    clock: Clock
    readers: EventReaders
    handlers: Mapping[EventKind, EventHandler]

    async def __call__(self, event_id: str) -> None:
        """Raises ``Unavailable`` while the provider cannot be asked, and the event waits then; and
        ``EventUnreadable`` for one that can still not be read."""
        for number in range(TRIES):
            stored = await self.storage.read(lambda unit: unit.provider_events.get(event_id))
            if stored is not None and stored.state is EventState.UNREADABLE:
                stored = await self._read_again(stored)
            if stored is None or stored.state is not EventState.WAITING:
                return
            try:
                await self._take(stored, number)
            except Conflict:
                continue
            return
        raise Conflict("event")

    async def _take(self, stored: StoredWebhookEvent, number: int) -> None:
        handler = self.handlers.get(stored.event.kind)
        if handler is None:
            return
        effect = await handler(Attempt(stored.event, number))

        async def work(unit: UnitOfWork) -> Any:
            made = None if effect.work is None else await effect.work(unit)
            await unit.provider_events.settle(settle(stored, effect.move, self.clock.now()))
            return made

        made = await self.storage.write(work)
        if effect.after is not None:
            await effect.after(made)

    async def _read_again(self, stored: StoredWebhookEvent) -> StoredWebhookEvent:
        event = read_again(self.readers, stored.event)
        if event.kind in FIRST_STATE:
            raise EventUnreadable(event.fault or "")
        again = understand(stored, event)
        await self.storage.write(lambda unit: unit.provider_events.understand(stored, again))
        return again


def read_again(readers: EventReaders, event: ProviderEvent) -> ProviderEvent:
    """The event as its own provider's reader reads it now; without one it stays as it is."""
    reader = readers.get(event.provider)
    return event if reader is None else reader.read_again(event)
