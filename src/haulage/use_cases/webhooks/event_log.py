"""Stored webhook events: list them, and read again those that an earlier release could not."""

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.provider_events import EventReaders
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.webhooks.apply_event import ApplyEvent, read_again
from haulage.use_cases.webhooks.receive_webhook import SET_ASIDE, understand_again
from haulage.webhooks.event import FIRST_STATE, EventState, StoredWebhookEvent

BATCH = 100
"""Ours: so many events are looked at in one go."""


@attrs.frozen
class ReadAgain:
    """How many events that had been set aside were looked at, and how many of them can be read now."""

    looked_at: int
    understood: int


@attrs.frozen
class WebhookEventLog:
    """Lists stored webhook events, and retries unreadable ones.

    For administrators and operators.
    """

    storage: Storage
    clock: Clock
    readers: EventReaders
    """Of the providers that are expected to send something."""
    apply_event: ApplyEvent

    async def list(
        self, actor: Actor, request: PageRequest, *, state: EventState | None = None
    ) -> Page[StoredWebhookEvent]:
        """Newest first."""
        authorize(actor, Action.MANAGE_JOBS)
        return await self.storage.read(lambda unit: unit.provider_events.list(request, state))

    async def retry(self, actor: Actor) -> ReadAgain:
        """Read every unreadable and every unhandled event again, and give those their effect that this
        release understands. Raises ``NotFound`` where nobody sends events."""
        authorize(actor, Action.MANAGE_JOBS)
        if not self.readers:
            raise NotFound("Provider")
        event = AuditEvent(AuditAction.EVENTS_READ_AGAIN, actor, self.clock.now(), "event", "all")
        await self.storage.write(lambda unit: unit.audit.append(event))
        looked_at, understood = 0, 0
        for state in SET_ASIDE:
            page = PageRequest(BATCH)
            while True:
                found = await self.list(actor, page, state=state)
                looked_at += len(found.items)
                for stored in found.items:
                    understood += await self._understand(stored)
                if found.next is None:
                    break
                page = PageRequest(BATCH, found.next)
        return ReadAgain(looked_at, understood)

    async def _understand(self, stored: StoredWebhookEvent) -> bool:
        event, now = read_again(self.readers, stored.event), self.clock.now()
        if event.kind in FIRST_STATE:
            return False

        async def work(unit: UnitOfWork) -> bool:
            return await understand_again(unit, stored, event, now)

        try:
            is_understood = await self.storage.write(work)
            if is_understood:
                await self.apply_event(stored.event.id)
        except (Conflict, Unavailable):  # somebody else has, or the job goes on with it
            return True
        return is_understood
