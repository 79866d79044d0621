"""A telephone call between the two parties of an order (MSG-16, OP-48).

Whoever calls uses their own telephone: the server knows that a dialer was opened, and of the outcome what
the caller says afterwards.
"""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.messaging.message import Participant
from haulage.messaging.text import plain

MAX_CALL_SECONDS = 24 * 3600
MAX_NOTES_LENGTH = 500


class CallStatus(StrEnum):
    COMPLETED = "completed"
    MISSED = "missed"
    BUSY = "busy"
    FAILED = "failed"


class CallType(StrEnum):
    OUTGOING = "outgoing"
    INCOMING = "incoming"


class CallQuality(StrEnum):
    EXCELLENT = "excellent"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


class CallsDisabled(RuleBroken):
    """The recipient does not want to be called about orders (OP-48)."""

    code = "calls_disabled"
    message = "Calls are disabled for this user"


@attrs.frozen
class CallMetadata:
    """What is known of how it sounded, and over what; a dialer knows nothing of it."""

    device_type: str | None = None
    call_quality: CallQuality | None = None
    connection_type: str | None = None


@attrs.frozen
class Call:
    """``status`` is None until its outcome is known, and ``phone_number`` None once it was erased."""

    id: str
    order_id: str
    caller: Participant
    recipient: Participant
    phone_number: str | None = attrs.field(repr=False)
    start_time: datetime
    updated_at: datetime
    call_type: CallType = CallType.OUTGOING
    status: CallStatus | None = None
    duration_seconds: int = 0
    end_time: datetime | None = None
    notes: str = attrs.field(default="", repr=False)
    metadata: CallMetadata = CallMetadata()
    version: int = 1


@attrs.frozen
class Outcome:
    """What the caller says of a call."""

    status: CallStatus
    duration_seconds: int = 0
    notes: str = attrs.field(default="", repr=False)


def ended(call: Call, outcome: Outcome, now: datetime) -> Call:
    """The call with its outcome; said again it is corrected. Only a completed call has lasted.

    Raises ``InvalidInput`` for a length that cannot be.
    """
    seconds = outcome.duration_seconds
    if outcome.status is not CallStatus.COMPLETED and seconds:
        raise InvalidInput("duration_seconds", f"must be 0 for a call that was {outcome.status}")
    # A minute more than has passed: people round.
    possible = min(MAX_CALL_SECONDS, int((now - call.start_time).total_seconds()) + 60)
    if not 0 <= seconds <= possible:
        raise InvalidInput("duration_seconds", "must be between 0 and the time since the call began")
    notes = plain(outcome.notes)
    if len(notes) > MAX_NOTES_LENGTH:
        raise InvalidInput("notes", f"must be at most {MAX_NOTES_LENGTH} characters")
    return attrs.evolve(
        call,
        status=outcome.status,
        duration_seconds=seconds,
        end_time=min(now, call.start_time + timedelta(seconds=seconds)),
        notes=notes,
        updated_at=now,
    )
