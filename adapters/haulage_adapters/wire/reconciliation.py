"""Differences from the card provider, and the runs that look for them."""

from datetime import datetime
from typing import Annotated

import msgspec

from haulage.payments.difference import (
    MAX_ACCEPTED_LENGTH,
    Difference,
    DifferenceKind,
    DifferenceSubject,
)
from haulage.payments.reconciliation_run import ReconciliationRun, RunState
from haulage_adapters.wire.common import In, Instant, Out


class ReconcileIn(In):
    """Without a time, as far back as the daily run looks."""

    since: datetime | None = None


class AcceptIn(In):
    """Why a difference stays as it is."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_ACCEPTED_LENGTH)]


class DifferenceOut(Out):
    """How one payment, refund, dispute, movement or the whole balance differs from the card provider's.
    Cents are signed: what comes to us is positive; null where a side has nothing. Its fee, and what that
    leaves, the provider tells of what is not in our books."""

    id: str
    kind: DifferenceKind
    subject: DifferenceSubject
    payment_id: str | None
    refund_id: str | None
    order_id: str | None
    their_id: str | None
    our_cents: int | None
    their_cents: int | None
    our_status: str | None
    their_status: str | None
    occurred_at: Instant
    created_at: Instant
    seen_at: Instant
    closed_at: Instant | None
    accepted_because: str | None
    their_fee_cents: int | None
    their_net_cents: int | None

    @classmethod
    def of(cls, found: Difference) -> "DifferenceOut":
        return cls.from_attributes(found)


class ReconciliationRunOut(Out):
    """A run: asked for, under way, done or broken off. What it has read, found, repaired and closed it tells
    at its end; `open` counts what was open then. `repair` is false for the nightly one, which only finds."""

    id: str
    state: RunState
    repair: bool
    since: Instant | None
    requested_at: Instant
    started_at: Instant | None
    finished_at: Instant | None
    failure: str | None
    entries: int
    found: int
    repaired: int
    closed: int
    open: int

    @classmethod
    def of(cls, run: ReconciliationRun, now: datetime) -> "ReconciliationRunOut":
        return cls.from_attributes(run, state=run.state(now))


class LatestRunOut(Out):
    """The latest run; null where there was none yet."""

    run: ReconciliationRunOut | None
