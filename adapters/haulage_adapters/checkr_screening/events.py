"""Checkr's events: proved by their signature over the raw bytes, then put in our words.

An event is no more than a hint to ask: of the object that may come with it (``include_object``) nothing but
its id is read. The signature holds no time, so that an event can be sent again for ever; its id is stored
once.
"""

import hashlib
import hmac
import logging
import re
from datetime import UTC, datetime
from typing import Annotated

import attrs
import msgspec
from msgspec import Meta

from haulage.ports.storage.provider_events import ScreeningEventForged
from haulage.webhooks.event import EventKind, EventProvider, ProviderEvent
from haulage_adapters.checkr_screening.client import Id
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Text, read_json

log = logging.getLogger(__name__)

ABOUT_CHECKS = ("report.", "invitation.", "candidate.")
"""Beginnings of the types that concern us; every other event is stored and nothing comes of it."""

SIGNATURE = re.compile(r"[0-9a-f]{64}")
EventId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,40}\Z")]
MAX_FAULT = 200
UNKNOWN_TYPE = "unknown"


class _Object(msgspec.Struct):
    id: Id


class _Data(msgspec.Struct):
    object: _Object


class _Event(msgspec.Struct):
    id: EventId
    type: Annotated[Text, Meta(min_length=1, max_length=100)]
    data: _Data
    created_at: datetime | None = None


class CheckrEvents:
    """Reads what was signed with the account's key."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def read(self, payload: bytes, signature: str | None, now: datetime) -> ProviderEvent:
        """What is signed is genuine, whatever its form."""
        ours = hmac.new(self._key, payload, hashlib.sha256).hexdigest()
        given = (signature or "").strip().lower()
        if not SIGNATURE.fullmatch(given) or not hmac.compare_digest(ours, given):
            raise ScreeningEventForged
        try:
            return _event(read_json(payload, _Event), now)
        except InvalidResponse as fault:
            log.error("a genuine event of Checkr cannot be read: %s", fault)
            return _unreadable(payload, str(fault), now)

    def read_again(self, event: ProviderEvent) -> ProviderEvent:
        if event.kind is EventKind.OTHER:
            return attrs.evolve(event, kind=_kind(event.type))
        if event.body is None:
            return event
        try:
            return _event(read_json(event.body, _Event), event.created_at)
        except InvalidResponse as fault:
            return attrs.evolve(event, fault=str(fault)[:MAX_FAULT])


def _event(event: _Event, now: datetime) -> ProviderEvent:
    said = event.created_at
    return ProviderEvent(
        id=f"checkr_{event.id}",
        type=event.type,
        kind=_kind(event.type),
        created_at=now if said is None or said.tzinfo is None else said.astimezone(UTC),
        provider_reference=None,
        object_reference=event.data.object.id,
        provider=EventProvider.CHECKR,
    )


def _unreadable(payload: bytes, fault: str, now: datetime) -> ProviderEvent:
    """Copies of it have one id by their bytes."""
    return ProviderEvent(
        id=f"checkr_{hashlib.sha256(payload).hexdigest()[:32]}",
        type=UNKNOWN_TYPE,
        kind=EventKind.UNREADABLE,
        created_at=now,
        provider_reference=None,
        object_reference=None,
        body=payload,
        fault=fault[:MAX_FAULT],
        provider=EventProvider.CHECKR,
    )


def _kind(type: str) -> EventKind:
    return EventKind.SCREENING if type.startswith(ABOUT_CHECKS) else EventKind.OTHER
