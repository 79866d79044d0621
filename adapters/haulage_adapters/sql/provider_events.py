"""Storage of the card provider's webhook events."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import RowMapping, delete, insert, or_, select, update

from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.provider_events import ProviderEventStore
from haulage.webhooks.dispute_update import DisputeUpdate
from haulage.webhooks.event import EventState, ProviderEvent, StoredWebhookEvent
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import require_one
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import provider_events

WHAT = "event"
_PLAIN = tuple(field.name for field in attrs.fields(ProviderEvent) if field.name != "dispute")
_DISPUTE = tuple(field.name for field in attrs.fields(DisputeUpdate))


class SqlProviderEventStore(ProviderEventStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, event: StoredWebhookEvent) -> None:
        """``Conflict`` when the id is known; the unit is then undone."""
        await self._session.run(insert(provider_events), _row(event), what=WHAT)

    async def get(self, event_id: str) -> StoredWebhookEvent | None:
        row = await self._session.row(select(provider_events).where(provider_events.c.id == event_id))
        return None if row is None else _stored_event(row)

    async def settle(self, event: StoredWebhookEvent) -> None:
        changed = await self._session.changed(
            update(provider_events)
            .where(provider_events.c.id == event.event.id, provider_events.c.state == EventState.WAITING)
            .values(state=event.state, settled_at=event.settled_at),
            what=WHAT,
        )
        require_one(changed, WHAT)

    async def understand(self, before: StoredWebhookEvent, after: StoredWebhookEvent) -> None:
        changed = await self._session.changed(
            update(provider_events)
            .where(provider_events.c.id == before.event.id, provider_events.c.state == before.state)
            .values(_row(after)),
            what=WHAT,
        )
        require_one(changed, WHAT)

    async def list(self, page: PageRequest, state: EventState | None = None) -> Page[StoredWebhookEvent]:
        statement = page_of(provider_events, page)
        if state is not None:
            statement = statement.where(provider_events.c.state == state)
        return one_page(await self._session.rows(statement), page, _stored_event)

    async def of_reference(self, provider_reference: str) -> Sequence[StoredWebhookEvent]:
        rows = await self._session.rows(
            select(provider_events)
            .where(provider_events.c.provider_reference == provider_reference)
            .order_by(provider_events.c.created_at, provider_events.c.id)
        )
        return [_stored_event(row) for row in rows]

    async def forget_before(self, settled_before: datetime, limit: int) -> int:
        oldest = (
            select(provider_events.c.id)
            .where(
                or_(
                    provider_events.c.settled_at < settled_before,
                    provider_events.c.state.in_((EventState.UNHANDLED, EventState.UNREADABLE))
                    & (provider_events.c.received_at < settled_before),
                )
            )
            .order_by(provider_events.c.received_at)
            .limit(limit)
        )
        return await self._session.changed(
            delete(provider_events).where(provider_events.c.id.in_(oldest)), what=WHAT
        )


def _row(stored: StoredWebhookEvent) -> dict[str, Any]:
    event = stored.event
    return {
        **{name: getattr(event, name) for name in _PLAIN},
        **{f"dispute_{name}": getattr(event.dispute, name, None) for name in _DISPUTE},
        "received_at": stored.received_at,
        "state": stored.state,
        "settled_at": stored.settled_at,
    }


def _stored_event(row: RowMapping) -> StoredWebhookEvent:
    dispute = None
    if row["dispute_status"] is not None:
        fields = {name: row[f"dispute_{name}"] for name in _DISPUTE}
        dispute = DisputeUpdate(**fields | {"entries": row["dispute_entries"] or 0})
    event = ProviderEvent(**{name: row[name] for name in _PLAIN}, dispute=dispute)
    return StoredWebhookEvent(event, row["received_at"], row["state"], row["settled_at"])
