"""Messages, calls and preferences, in the database."""

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

import attrs
from sqlalchemy import ColumnElement, RowMapping, case, func, insert, literal, or_, select, tuple_, update

from haulage.kernel.errors import Conflict
from haulage.messaging import (
    AutoMessages,
    Call,
    CallMetadata,
    Message,
    MessageStatus,
    Participant,
    Party,
    Preferences,
    QuietHours,
    SmsConsent,
    ThreadSummary,
    UnreadThread,
)
from haulage.messaging.thread import UNTOUCHED, ThreadStamp
from haulage.ports.runtime.topics import Notify, order_topic
from haulage.ports.storage.messaging import CallStore, MessageStore, PreferenceStore
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import calls, communication_preferences, drivers, messages, orders
from haulage_adapters.sql.types import MAX_ID, Text, UtcTime

WHAT, CALL, PREFERENCES = "message", "call", "preferences"
_MESSAGE = flat_names(Message, without={"sender", "recipient"})
_SMS = ("status", "sms_refusal", "sms_reference", "sent_at", "delivered_at", "updated_at", "version")
_CALL = flat_names(Call, without={"caller", "recipient", "metadata"})
_METADATA = flat_names(CallMetadata, without=set())
_PREFERENCES = flat_names(Preferences, without={"auto_messages", "quiet_hours", "consent"})
_AUTO = flat_names(AutoMessages, without=set())
_ROW = messages.c
_CALLED = calls.c
_THREADS = messages.join(orders, orders.c.id == _ROW.order_id)
_PREFERENCE_COLUMNS = communication_preferences.c


class SqlMessageStore(MessageStore):
    def __init__(self, session: Session, notify: Notify) -> None:
        self._session = session
        self._notify = notify

    async def add(self, message: Message) -> None:
        """``Conflict`` when its id is taken, or its recipient was told of its cause before."""
        row = attributes_of(message, _MESSAGE) | _ends(sender=message.sender, recipient=message.recipient)
        await self._session.run(insert(messages), row, what=WHAT)
        self._notify(order_topic(message.order_id))

    async def get(self, message_id: str) -> Message | None:
        return await self._one(_ROW.id == message_id)

    async def by_cause(self, order_id: str, recipient_id: str, cause: str) -> Message | None:
        """The automatic message that somebody was sent for this reason."""
        return await self._one(
            _ROW.order_id == order_id, _ROW.recipient_id == recipient_id, _ROW.cause == cause
        )

    async def by_sms_reference(self, reference: str) -> Message | None:
        """The message that the provider knows by its own id."""
        return await self._one(_ROW.sms_reference == reference)

    async def save_sms(self, before: Message, after: Message) -> Message:
        """Only the columns about the SMS: a message may be read at the same moment."""
        saved = attrs.evolve(after, version=before.version + 1)
        changed = await self._session.changed(
            update(messages)
            .where(_ROW.id == before.id, _ROW.version == before.version)
            .values(attributes_of(saved, _SMS)),
            what=WHAT,
        )
        require_one(changed, WHAT)
        self._notify(order_topic(saved.order_id))
        return saved

    async def of_order(self, order_id: str, viewer: str | None, page_wanted: PageRequest) -> Page[Message]:
        """Newest first."""
        wanted = page_of(messages, page_wanted).where(_ROW.order_id == order_id, *_seen_by(_ROW, viewer))
        return page(await self._session.rows(wanted), page_wanted, _message)

    async def summary(self, order_id: str, viewer: str | None) -> ThreadSummary:
        """All of the thread, calls included."""
        written = await self._session.row(
            select(
                func.count().label("total"),
                func.count(_ROW.read_at).label("read"),
                func.max(_ROW.created_at).label("last"),
                func.max(_ROW.updated_at).label("changed"),
            ).where(_ROW.order_id == order_id, *_seen_by(_ROW, viewer))
        )
        called = await self._session.row(
            select(
                func.count().label("total"),
                func.coalesce(func.sum(_CALLED.duration_seconds), 0).label("seconds"),
                func.max(_CALLED.start_time).label("last"),
                func.max(_CALLED.updated_at).label("changed"),
            ).where(_CALLED.order_id == order_id, *_called_by(viewer))
        )
        assert written is not None
        assert called is not None
        return ThreadSummary(
            total_messages=written["total"],
            unread=written["total"] - written["read"],
            total_calls=called["total"],
            total_call_duration_seconds=int(called["seconds"]),
            last_activity=_later(written["last"], called["last"]),
            changed_at=_later(written["changed"], called["changed"]),
        )

    async def stamps(self, order_ids: Sequence[str]) -> dict[str, ThreadStamp]:
        """Of these orders' threads; those in which nothing was ever said are left out."""
        written = await self._session.rows(
            select(
                _ROW.order_id,
                func.count().label("messages"),
                func.count(_ROW.read_at).label("read"),
                func.max(_ROW.updated_at).label("changed_at"),
            )
            .where(_ROW.order_id.in_(order_ids))
            .group_by(_ROW.order_id)
        )
        called = await self._session.rows(
            select(
                _CALLED.order_id, func.count().label("calls"), func.max(_CALLED.updated_at).label("changed")
            )
            .where(_CALLED.order_id.in_(order_ids))
            .group_by(_CALLED.order_id)
        )
        stamps = {
            row["order_id"]: ThreadStamp(row["messages"], row["read"], changed_at=row["changed_at"])
            for row in written
        }
        for row in called:
            before = stamps.get(row["order_id"], UNTOUCHED)
            stamps[row["order_id"]] = attrs.evolve(
                before, calls=row["calls"], changed_at=_later(before.changed_at, row["changed"])
            )
        return stamps

    async def took_part(self, order_id: str, user_id: str) -> bool:
        """Whether there is a message or a call of theirs, or to them."""
        written = select(literal(1)).where(_ROW.order_id == order_id, *_seen_by(_ROW, user_id)).limit(1)
        called = select(literal(1)).where(_CALLED.order_id == order_id, *_called_by(user_id)).limit(1)
        return bool(await self._session.scalar(written) or await self._session.scalar(called))

    async def mark_read(
        self, order_id: str, recipient_id: str, now: datetime, until: Message | None = None
    ) -> int:
        """The version stays: it belongs to what becomes of the SMS."""
        in_thread_only = _ROW.sms_refusal.is_not(None) & (_ROW.status == MessageStatus.SENT)
        changed = (
            update(messages)
            .where(_ROW.order_id == order_id, _ROW.recipient_id == recipient_id, _ROW.read_at.is_(None))
            .values(
                read_at=now,
                updated_at=now,
                status=case((in_thread_only, MessageStatus.DELIVERED.value), else_=_ROW.status),
                delivered_at=case((in_thread_only, literal(now, UtcTime())), else_=_ROW.delivered_at),
            )
        )
        if until is not None:
            here = tuple_(_ROW.created_at, _ROW.id)
            changed = changed.where(
                here <= tuple_(literal(until.created_at, UtcTime()), literal(until.id, Text(MAX_ID)))
            )
        count = await self._session.changed(changed, what=WHAT)
        if count:
            self._notify(order_topic(order_id))
        return count

    async def count_unread(self, recipient_id: str) -> int:
        found = select(func.count()).select_from(_THREADS).where(*_waiting_for(recipient_id))
        return int(await self._session.scalar(found))

    async def unread(self, recipient_id: str, limit: int) -> Sequence[UnreadThread]:
        """By order, the latest message first."""
        latest = func.max(_ROW.created_at)
        rows = await self._session.rows(
            select(
                _ROW.order_id,
                _ROW.recipient_type.label("party"),
                orders.c.number,
                func.count().label("unread"),
                latest.label("last_at"),
            )
            .select_from(_THREADS)
            .where(*_waiting_for(recipient_id))
            .group_by(_ROW.order_id, _ROW.recipient_type, orders.c.number)
            .order_by(latest.desc(), _ROW.order_id)
            .limit(limit)
        )
        return [UnreadThread(**dict(row) | {"party": Party(row["party"])}) for row in rows]

    async def forget_texts(self, before: datetime, limit: int) -> int:
        """Empty the oldest texts from before then; how many there were."""
        old = (
            select(_ROW.id)
            .where(_ROW.created_at < before, _ROW.text != "")
            .order_by(_ROW.created_at)
            .limit(limit)
        )
        return await self._session.changed(
            update(messages).where(_ROW.id.in_(old.scalar_subquery())).values(text=""), what=WHAT
        )

    async def _one(self, *conditions: ColumnElement[bool]) -> Message | None:
        row = await self._session.row(select(messages).where(*conditions))
        return None if row is None else _message(row)


class SqlCallStore(CallStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, call: Call) -> None:
        await self._session.run(insert(calls), _call_row(call), what=CALL)

    async def get(self, call_id: str) -> Call | None:
        row = await self._session.row(select(calls).where(_CALLED.id == call_id))
        return None if row is None else _call(row)

    async def save(self, before: Call, after: Call) -> Call:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        saved = attrs.evolve(after, version=before.version + 1)
        changed = update(calls).where(_CALLED.id == before.id, _CALLED.version == before.version)
        require_one(await self._session.changed(changed.values(_call_row(saved)), what=CALL), CALL)
        return saved

    async def of_order(self, order_id: str, viewer: str | None, limit: int) -> Sequence[Call]:
        """The latest, oldest first."""
        wanted = select(calls).where(_CALLED.order_id == order_id, *_called_by(viewer))
        rows = await self._session.rows(
            wanted.order_by(_CALLED.start_time.desc(), _CALLED.id.desc()).limit(limit)
        )
        return [_call(row) for row in reversed(rows)]

    async def forget_details(self, before: datetime, limit: int) -> int:
        """Empty the notes of the oldest calls from before then, their numbers, and what is known of the
        connection; how many there were."""
        details = (_CALLED.phone_number, _CALLED.device_type, _CALLED.call_quality, _CALLED.connection_type)
        old = (
            select(_CALLED.id)
            .where(
                _CALLED.start_time < before,
                or_(_CALLED.notes != "", *(detail.is_not(None) for detail in details)),
            )
            .limit(limit)
        )
        emptied = update(calls).where(_CALLED.id.in_(old.scalar_subquery()))
        nothing = {detail.name: None for detail in details}
        return await self._session.changed(emptied.values(notes="", **nothing), what=CALL)


class SqlPreferenceStore(PreferenceStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def get(self, user_id: str) -> Preferences | None:
        row = await self._session.row(
            select(communication_preferences).where(_PREFERENCE_COLUMNS.user_id == user_id)
        )
        return None if row is None else _preferences(row)

    async def by_phone(self, phone: str) -> Sequence[Preferences]:
        """Those of everybody who has ever consented for this number in international form."""
        wanted = select(communication_preferences).where(_PREFERENCE_COLUMNS.consent_phone == phone)
        return [
            _preferences(row)
            for row in await self._session.rows(wanted.order_by(_PREFERENCE_COLUMNS.user_id))
        ]

    async def save(self, before: Preferences, after: Preferences) -> Preferences:
        """Keep *after* only if nobody else changed what *before* was; otherwise ``Conflict``."""
        saved = attrs.evolve(after, version=before.version + 1)
        row = _preferences_row(saved)
        if before.version == 0:
            await self._session.run(insert(communication_preferences), row, what=PREFERENCES)
            return saved
        changed = update(communication_preferences).where(
            _PREFERENCE_COLUMNS.user_id == before.user_id, _PREFERENCE_COLUMNS.version == before.version
        )
        if await self._session.changed(changed.values(row), what=PREFERENCES) != 1:
            raise Conflict(PREFERENCES)
        return saved


def _waiting_for(recipient_id: str) -> list[ColumnElement[bool]]:
    """Not read, and about an order that is still theirs: a driver of before is not called back to it."""
    own = select(drivers.c.id).where(drivers.c.user_id == recipient_id)
    return [
        _ROW.recipient_id == recipient_id,
        _ROW.read_at.is_(None),
        or_(orders.c.customer_id == recipient_id, orders.c.driver_id.in_(own)),
    ]


def _seen_by(row: Any, viewer: str | None) -> list[ColumnElement[bool]]:
    return [] if viewer is None else [or_(row.sender_id == viewer, row.recipient_id == viewer)]


def _called_by(viewer: str | None) -> list[ColumnElement[bool]]:
    return [] if viewer is None else [or_(_CALLED.caller_id == viewer, _CALLED.recipient_id == viewer)]


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return max((at for at in (one, other) if at is not None), default=None)


def _ends(**ends: Participant) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, end in ends.items():
        row |= {f"{name}_id": end.id, f"{name}_type": end.type}
    return row


def _end(row: RowMapping, name: str) -> Participant:
    return Participant(row[f"{name}_id"], row[f"{name}_type"])


def _message(row: RowMapping) -> Message:
    return Message(sender=_end(row, "sender"), recipient=_end(row, "recipient"), **columns_of(row, _MESSAGE))


def _call_row(call: Call) -> dict[str, Any]:
    ends = _ends(caller=call.caller, recipient=call.recipient)
    return attributes_of(call, _CALL) | attributes_of(call.metadata, _METADATA) | ends


def _call(row: RowMapping) -> Call:
    return Call(
        caller=_end(row, "caller"),
        recipient=_end(row, "recipient"),
        metadata=CallMetadata(**columns_of(row, _METADATA)),
        **columns_of(row, _CALL),
    )


def _preferences_row(preferences: Preferences) -> dict[str, Any]:
    consent, hours = preferences.consent, preferences.quiet_hours
    return (
        attributes_of(preferences, _PREFERENCES)
        | attributes_of(preferences.auto_messages, _AUTO)
        | {
            "quiet_enabled": hours.enabled,
            "quiet_start": f"{hours.start:%H:%M}",
            "quiet_end": f"{hours.end:%H:%M}",
            "consent_version": consent.text_version if consent else None,
            "consent_at": consent.at if consent else None,
            "consent_phone": consent.phone if consent else None,
            "consent_ended_at": consent.ended_at if consent else None,
        }
    )


def _preferences(row: RowMapping) -> Preferences:
    start, end = time.fromisoformat(row["quiet_start"]), time.fromisoformat(row["quiet_end"])
    consent = None
    if row["consent_at"] is not None:
        consent = SmsConsent(
            row["consent_version"], row["consent_at"], row["consent_phone"] or "", row["consent_ended_at"]
        )
    return Preferences(
        auto_messages=AutoMessages(**columns_of(row, _AUTO)),
        quiet_hours=QuietHours(row["quiet_enabled"], start, end),
        consent=consent,
        **columns_of(row, _PREFERENCES),
    )
