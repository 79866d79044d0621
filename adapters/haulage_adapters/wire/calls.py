"""Calls as the API takes and shows them."""

from typing import Annotated

from msgspec import Meta

from haulage.messaging import Call, CallQuality, CallStatus, CallType, Outcome, Party
from haulage.messaging.calls import MAX_CALL_SECONDS, MAX_NOTES_LENGTH
from haulage_adapters.wire.common import In, Instant, Out


class CallOutcomeIn(In):
    """What came of a call. Only a completed one has lasted."""

    status: CallStatus
    duration_seconds: Annotated[int, Meta(ge=0, le=MAX_CALL_SECONDS)] = 0
    notes: Annotated[str, Meta(max_length=MAX_NOTES_LENGTH)] = ""

    def to_core(self) -> Outcome:
        return Outcome(self.status, self.duration_seconds, self.notes)


class CallMetadataOut(Out):
    """Null is not known: a telephone's own dialer tells none of it."""

    device_type: str | None
    call_quality: CallQuality | None
    connection_type: str | None


class CallOut(Out):
    """`status` is null until the caller said what came of it. The number and the notes are the caller's."""

    id: str
    order_id: str
    caller_id: str
    caller_type: Party
    recipient_id: str
    recipient_type: Party
    is_own: bool
    phone_number: str | None
    duration_seconds: int
    status: CallStatus | None
    start_time: Instant
    end_time: Instant | None
    call_type: CallType
    notes: str
    metadata: CallMetadataOut

    @classmethod
    def of(cls, call: Call, viewer: str | None) -> "CallOut":
        own = call.caller.id == viewer
        about = call.metadata
        return cls.from_attributes(
            call,
            caller_id=call.caller.id,
            caller_type=call.caller.type,
            recipient_id=call.recipient.id,
            recipient_type=call.recipient.type,
            is_own=own,
            phone_number=call.phone_number if own else None,
            call_type=call.call_type if own else CallType.INCOMING,
            notes=call.notes if own else "",
            metadata=CallMetadataOut(about.device_type, about.call_quality, about.connection_type),
        )
