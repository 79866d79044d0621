"""A driver's word against an event, and what an administrator decides about it."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.lifecycle import Lifecycle

MAX_REASON_LENGTH = 500


class ContestStatus(StrEnum):
    """An upheld contest takes the event out of every score; a rejected one leaves it in."""

    OPEN = "open"
    UPHELD = "upheld"
    REJECTED = "rejected"


class Decision(StrEnum):
    UPHOLD = "uphold"
    REJECT = "reject"


CONTEST_LIFECYCLE = Lifecycle(
    subject="contest",
    moves={
        ContestStatus.OPEN: {
            Decision.UPHOLD: ContestStatus.UPHELD,
            Decision.REJECT: ContestStatus.REJECTED,
        },
        ContestStatus.UPHELD: {},
        ContestStatus.REJECTED: {},
    },
)


@attrs.frozen
class Contest:
    """One event is contested at most once; a decision is final."""

    event_id: str
    driver_id: str
    reason: str
    contested_at: datetime
    status: ContestStatus = ContestStatus.OPEN
    decided_by: str | None = None
    decided_at: datetime | None = None
    decision_reason: str | None = None

    @property
    def is_decided(self) -> bool:
        return self.status is not ContestStatus.OPEN


def open_contest(event_id: str, driver_id: str, reason: str, now: datetime) -> Contest:
    """``InvalidInput`` without a reason."""
    return Contest(event_id, driver_id, _said(reason), now)


def decide(contest: Contest, decision: Decision, *, by: str, reason: str, now: datetime) -> Contest:
    """``IllegalMove`` when it has been decided before."""
    return attrs.evolve(
        contest,
        status=CONTEST_LIFECYCLE.after(contest.status, decision),
        decided_by=by,
        decided_at=now,
        decision_reason=_said(reason),
    )


def _said(reason: str) -> str:
    if not reason.strip() or len(reason) > MAX_REASON_LENGTH:
        raise InvalidInput("reason", f"is required, at most {MAX_REASON_LENGTH} characters")
    return reason.strip()
