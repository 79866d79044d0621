"""A dispute: the card holder's bank takes a payment back, and keeps it or does not (OP-33)."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.lifecycle import Lifecycle
from haulage.kernel.money import Cents


class DisputeState(StrEnum):
    OPEN = "open"
    WON = "won"
    LOST = "lost"


class DisputeMove(StrEnum):
    WIN = "be_won"
    LOSE = "be_lost"
    REOPEN = "be_reopened"


DISPUTE_LIFECYCLE: Lifecycle[DisputeState, DisputeMove] = Lifecycle(
    subject="dispute",
    moves={
        DisputeState.OPEN: {DisputeMove.WIN: DisputeState.WON, DisputeMove.LOSE: DisputeState.LOST},
        DisputeState.WON: {DisputeMove.REOPEN: DisputeState.OPEN},
        DisputeState.LOST: {DisputeMove.REOPEN: DisputeState.OPEN},
    },
)


@attrs.frozen
class Dispute:
    """One dispute of one payment, by the provider's id for it.

    ``fee_cents`` is all that it cost beyond the amount, by so many ``entries`` of the provider's balance;
    below zero where the provider gave more back than it took.

    The bank takes ``amount_cents``, which may be more than what was left after a refund; ``lost_cents``
    is the part of it that a lost dispute took from the payment itself, the rest fell on the platform.
    """

    id: str
    payment_id: str
    order_id: str
    provider_reference: str
    amount_cents: Cents
    fee_cents: Cents
    opened_at: datetime
    state: DisputeState = DisputeState.OPEN
    lost_cents: Cents = 0
    closed_at: datetime | None = None
    entries: int = 0
    version: int = 1


def closed(dispute: Dispute, *, won: bool, lost_cents: Cents, now: datetime) -> Dispute:
    """Raises ``IllegalMove`` for one that is closed already."""
    move = DisputeMove.WIN if won else DisputeMove.LOSE
    state = DISPUTE_LIFECYCLE.after(dispute.state, move)
    return attrs.evolve(dispute, state=state, lost_cents=lost_cents, closed_at=now)


def reopened(dispute: Dispute) -> Dispute:
    """The bank takes its verdict back. Raises ``IllegalMove`` for one that is open."""
    state = DISPUTE_LIFECYCLE.after(dispute.state, DisputeMove.REOPEN)
    return attrs.evolve(dispute, state=state, lost_cents=0, closed_at=None)
