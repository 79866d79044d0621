"""What comes of a call, as its caller tells it."""

from datetime import UTC, datetime, timedelta

import pytest

from haulage.kernel.errors import InvalidInput
from haulage.messaging import Call, CallStatus, Outcome, Participant, Party, ended
from haulage.messaging.calls import MAX_CALL_SECONDS, MAX_NOTES_LENGTH

NOON = datetime(2026, 11, 22, 17, tzinfo=UTC)
CALL = Call(
    "cal_1",
    "ord_1",
    Participant("usr_1", Party.CUSTOMER),
    Participant("usr_2", Party.DRIVER),
    "+12125550100",
    NOON,
    NOON,
)


def test_a_completed_call_lasted_and_a_missed_one_did_not() -> None:
    later = NOON + timedelta(minutes=5)
    done = ended(CALL, Outcome(CallStatus.COMPLETED, 240, "  Will\nwait. "), later)
    assert (done.status, done.duration_seconds, done.notes) == (CallStatus.COMPLETED, 240, "Will wait.")
    assert done.end_time == NOON + timedelta(seconds=240)
    missed = ended(done, Outcome(CallStatus.MISSED), later)
    assert (missed.status, missed.duration_seconds, missed.end_time) == (CallStatus.MISSED, 0, NOON)


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(CallStatus.COMPLETED, -1),
        Outcome(CallStatus.COMPLETED, 361),
        Outcome(CallStatus.BUSY, 1),
    ],
)
def test_no_call_lasts_longer_than_it_can_have(outcome: Outcome) -> None:
    with pytest.raises(InvalidInput, match="duration_seconds"):
        ended(CALL, outcome, NOON + timedelta(minutes=5))


def test_a_call_may_have_lasted_until_now_and_a_minute_more() -> None:
    call = ended(CALL, Outcome(CallStatus.COMPLETED, 360), NOON + timedelta(minutes=5))
    assert call.duration_seconds == 360
    day = NOON + timedelta(days=1)
    assert (
        ended(CALL, Outcome(CallStatus.COMPLETED, MAX_CALL_SECONDS), day).duration_seconds == MAX_CALL_SECONDS
    )
    with pytest.raises(InvalidInput):
        ended(CALL, Outcome(CallStatus.COMPLETED, MAX_CALL_SECONDS + 1), day)


def test_notes_may_have_their_whole_length() -> None:
    longest = Outcome(CallStatus.MISSED, notes="x" * MAX_NOTES_LENGTH)
    assert ended(CALL, longest, NOON).notes == longest.notes
    with pytest.raises(InvalidInput, match="notes"):
        ended(CALL, Outcome(CallStatus.MISSED, notes="x" * (MAX_NOTES_LENGTH + 1)), NOON)
