"""Receive the webhooks of every provider: each event is proved genuine, stored once, and applied."""

from contextlib import suppress
from datetime import datetime

import attrs

from haulage.jobs import Job, JobKind, JobState
from haulage.jobs.stored_job import given_up, retried
from haulage.kernel.errors import Conflict, HaulageError, NotFound
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.provider_events import EventReaders
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.webhooks.apply_event import ApplyEvent, EventUnreadable
from haulage.webhooks.event import (
    FIRST_STATE,
    EventProvider,
    EventState,
    ProviderEvent,
    StoredWebhookEvent,
    hear,
    understand,
)

SET_ASIDE = frozenset(FIRST_STATE.values())
"""States of events that had no effect and may get one."""


@attrs.frozen
class ReceiveWebhook:
    """Receive an event: verify its signature, store it once, and apply it at once or by a job."""

    storage: Storage
    clock: Clock
    readers: EventReaders
    """Of the providers that are expected to send something."""
    apply_event: ApplyEvent

    async def __call__(self, provider: EventProvider, payload: bytes, signature: str | None) -> None:
        """Whoever sent it need not send it again, also if it cannot be read: it is stored then, and can be
        read again by a later release. Raises ``EventForged``, and ``NotFound`` where nobody is expected to
        send anything."""
        reader = self.readers.get(provider)
        if reader is None:
            raise NotFound("Page")
        now = self.clock.now()
        stored = hear(reader.read(payload, signature, now), now)

        async def store(unit: UnitOfWork) -> None:
            known = await unit.provider_events.get(stored.event.id)
            if known is not None:
                await understand_again(unit, known, stored.event, now)
                return
            await unit.provider_events.add(stored)
            await _hand_on(unit, stored, now)

        with suppress(Conflict):  # another copy was faster
            await self.storage.write(store)
        with suppress(HaulageError):  # the job goes on with it
            await self.apply_event(stored.event.id)


async def understand_again(
    unit: UnitOfWork, known: StoredWebhookEvent, event: ProviderEvent, now: datetime
) -> bool:
    """Give an event that was set aside its effect, if *event* is what it reads as now; whether it is."""
    if known.state not in SET_ASIDE or event.kind in FIRST_STATE:
        return False
    again = understand(known, event)
    await unit.provider_events.understand(known, again)
    await _hand_on(unit, again, now)
    return True


async def _hand_on(unit: UnitOfWork, stored: StoredWebhookEvent, now: datetime) -> None:
    """A waiting event is a job's. So is an unreadable one, and given up at once: there administrators see
    it, an alarm is raised for it, and they may have it read again."""
    if stored.state not in {EventState.WAITING, EventState.UNREADABLE}:
        return
    job = Job(JobKind.APPLY_PROVIDER_EVENT, stored.event.id)
    await unit.jobs.enqueue(job, now)
    made = await unit.jobs.get(job.id)
    if made is None:
        return
    if stored.state is EventState.UNREADABLE:
        await unit.jobs.save(made, given_up(made, EventUnreadable(stored.event.fault or "").message, now))
    elif made.state is JobState.DEAD:
        await unit.jobs.save(made, retried(made, now))
