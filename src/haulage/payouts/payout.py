"""One payout, from the moment it is asked for (OUT-05, OUT-11)."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.payouts.fees import PayoutFees, PayoutRail, PayoutSpeed
from haulage.payouts.schedule import PayoutTrigger
from haulage.payouts.status import OPEN, PAYOUT_LIFECYCLE, PayoutMove, PayoutStatus

MAX_REASON_LENGTH = 500
INSTANT_TAKES = timedelta(minutes=30)
"""OUT-12."""
BUSINESS_DAYS = 2
"""OUT-13: one or two."""
ZONE_HOLDS = timedelta(hours=24)
"""Ours: for so long after an instant payout a new time zone begins no new day."""

_SATURDAY = 5


@attrs.define
class PayoutNotFound(NotFound):
    """There is no such payout, or it is another's (OUT-32)."""

    what: str = "Payout"


@attrs.define
class NamedOrderNotFound(NotFound):
    """There is no such order to refer to, or another drove it."""

    field = "order_id"
    what: str = "Order"


class PayoutBeingSent(RuleBroken):
    """The provider is being asked for it, and what came of that is not known."""

    code = "payout_being_sent"
    message = "This payout is being sent. Try again in a moment."


class PayoutOutcomeUnknown(RuleBroken):
    """The provider was asked for it, and nobody can tell what came of that."""

    code = "payout_outcome_unknown"
    message = "The payment provider was asked for this payout and does not tell what became of it."


class PayoutIsSent(RuleBroken):
    """The provider has it, so that only the provider can end it."""

    code = "payout_is_sent"
    message = "The payment provider has this payout. Cancel it while it is pending, or wait for its end."


class PayoutNotFailed(RuleBroken):
    """Only what did not arrive is paid out again."""

    code = "payout_not_failed"
    message = "Only a payout that failed or was canceled can be tried again."


class PayoutTriedAgain(RuleBroken):
    """One that failed is paid out again once; what came of that is the other payout's."""

    code = "payout_tried_again"
    message = "This payout was tried again already."


class TooLittleToTakeBack(RuleBroken):
    """Fees, or all of a PayPal payout, are taken back from transfers, of which too little is left."""

    code = "too_little_to_take_back"
    field = "method_id"
    message = "This payout cannot go that way at present. Choose another payout method."


@attrs.frozen
class TakenBack:
    """So much of a transfer that the driver was sent before."""

    transfer_id: str
    amount_cents: Cents


@attrs.frozen
class Payout:
    """What a driver is paid. ``amount_cents`` leaves their balance, and its net arrives.

    ``local_day`` is the driver's own when they asked, by ``zone``. ``take_back`` is what the platform takes
    back of transfers before. ``asked_at`` is when the provider was last asked to move money for it; where
    it is None it never was. ``sent_at`` is when the provider had it, under ``provider_id``; ``settled_at``
    is when the books had its end. ``fees_returned`` says that it was to be instant and was not (OP-41);
    ``withheld_returned_cents`` is what of the withholding went back to the balance with the fees.
    ``service_type`` is that of its order; None where it is for none.
    """

    id: str
    driver_id: str
    method_id: str
    speed: PayoutSpeed
    rail: PayoutRail
    trigger: PayoutTrigger
    fees: PayoutFees
    created_at: datetime
    local_day: date
    zone: str
    expected_at: datetime
    updated_at: datetime
    withheld_cents: Cents = 0
    withheld_returned_cents: Cents = 0
    order_id: str | None = None
    service_type: ServiceType | None = None
    retry_of: str | None = None
    status: PayoutStatus = PayoutStatus.PENDING
    provider_id: str | None = None
    asked_at: datetime | None = None
    sent_at: datetime | None = None
    arrived_at: datetime | None = None
    failure_reason: str | None = None
    fees_returned: bool = False
    settled_at: datetime | None = None
    take_back: Sequence[TakenBack] = ()
    version: int = 1

    @property
    def amount_cents(self) -> Cents:
        return self.fees.amount_cents

    @property
    def net_cents(self) -> Cents:
        """What arrives."""
        return self.fees.net_cents - self.withheld_cents

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    @property
    def has_failed(self) -> bool:
        return self.status in {PayoutStatus.FAILED, PayoutStatus.CANCELED}

    @property
    def returned_cents(self) -> Cents:
        """What went back to the balance because it was to be instant and was not."""
        return self.fees.fees_cents + self.withheld_returned_cents if self.fees_returned else 0

    @property
    def leaves_whole(self) -> bool:
        """Whether all of it is taken back and paid from the platform's own balance, as on PayPal."""
        return self.rail is PayoutRail.PAYPAL

    @property
    def taken_back_cents(self) -> Cents:
        """What has to be taken back of transfers."""
        return self.amount_cents if self.leaves_whole else self.amount_cents - self.net_cents


_MOVE_TO = {
    PayoutStatus.IN_TRANSIT: PayoutMove.SEND,
    PayoutStatus.PAID: PayoutMove.PAY,
    PayoutStatus.FAILED: PayoutMove.FAIL,
    PayoutStatus.CANCELED: PayoutMove.CANCEL,
}


_UNEXPLAINED = {
    PayoutStatus.FAILED: "The payout failed.",
    PayoutStatus.CANCELED: "The payment provider canceled this payout.",
}
"""For what the provider gives no reason; nobody here asked it to cancel."""


def with_status(payout: Payout, status: PayoutStatus, now: datetime, reason: str | None = None) -> Payout:
    """The payout after the provider told of *status*; what is older than what we know changes nothing."""
    if status is payout.status is PayoutStatus.CANCELED and reason:
        return _with_canceler(payout, now, reason)
    move = _MOVE_TO.get(status)
    if move is None or move not in PAYOUT_LIFECYCLE.moves[payout.status]:
        return payout
    failed = status in _UNEXPLAINED
    return attrs.evolve(
        payout,
        status=PAYOUT_LIFECYCLE.after(payout.status, move),
        failure_reason=(reason or _UNEXPLAINED[status])[:MAX_REASON_LENGTH] if failed else None,
        settled_at=None,
        updated_at=now,
    )


def _with_canceler(payout: Payout, now: datetime, reason: str) -> Payout:
    """The provider's event may come before its answer to whoever canceled the payout."""
    if payout.failure_reason != _UNEXPLAINED[PayoutStatus.CANCELED]:
        return payout
    return attrs.evolve(payout, failure_reason=reason, updated_at=now)


def expected_arrival(speed: PayoutSpeed, now: datetime) -> datetime:
    """Half an hour, or the same hour two business days later; holidays are not known (OUT-12, OUT-13)."""
    if speed is PayoutSpeed.INSTANT:
        return now + INSTANT_TAKES
    left = BUSINESS_DAYS
    while left:
        now += timedelta(days=1)
        left -= now.weekday() < _SATURDAY
    return now


def counting_zone(newest: tuple[datetime, str] | None, current: ZoneInfo, now: datetime) -> ZoneInfo:
    """The zone that a day's limit is counted in: the driver's, unless their newest instant payout of the last
    day was counted in another. Whoever changes their zone has no fresh day by it (OP-39)."""
    if newest is not None and now - newest[0] < ZONE_HOLDS:
        return ZoneInfo(newest[1])
    return current


def plan_take_back(cents: Cents, left: Sequence[TakenBack]) -> tuple[TakenBack, ...]:
    """Parts of what is *left* of transfers that come to *cents*, in that order. Raises
    ``TooLittleToTakeBack``."""
    parts = []
    for each in left:
        part = min(cents, each.amount_cents)
        if part > 0:
            parts.append(attrs.evolve(each, amount_cents=part))
            cents -= part
    if cents:
        raise TooLittleToTakeBack
    return tuple(parts)


def taken_parts(planned: Sequence[TakenBack], cents: Cents) -> int:
    """How many of the *planned* parts come to *cents*: they are taken one after the other, each as a whole,
    until one is refused."""
    count = 0
    for part in planned:
        if part.amount_cents > cents:
            break
        cents -= part.amount_cents
        count += 1
    return count
