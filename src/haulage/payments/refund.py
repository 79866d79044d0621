"""One refund: an amount that goes back to the card it came from, once (OP-33)."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.kernel.money import Cents, dollars

MAX_REASON_LENGTH = 500


class RefundKind(StrEnum):
    """Why money goes back."""

    NOT_PERFORMED = "not_performed"
    """The service was not, or not wholly, performed: tax and shares go back in proportion."""
    GOODWILL = "goodwill"
    """The work was done: the platform alone pays."""
    CANCELLATION = "cancellation"
    """What is not kept as a fee (OP-23)."""
    UNWANTED = "unwanted"
    """The payment came when its order had ended (OP-24)."""


class RefundStatus(StrEnum):
    PENDING = "pending"
    SENT = "sent"
    FAILED = "failed"
    SETTLED = "settled"
    """The customer has this money from a dispute that we lost: nothing is left to send."""
    WITHDRAWN = "withdrawn"
    """It could never be sent, or was a mistake: the money is not owed any more."""


class RefundMove(StrEnum):
    SEND = "be_sent"
    FAIL = "fail"
    SETTLE = "be_settled"
    WITHDRAW = "be_withdrawn"


_OPEN: dict[RefundMove, RefundStatus] = {
    RefundMove.SEND: RefundStatus.SENT,
    RefundMove.FAIL: RefundStatus.FAILED,
    RefundMove.SETTLE: RefundStatus.SETTLED,
    RefundMove.WITHDRAW: RefundStatus.WITHDRAWN,
}


REFUND_LIFECYCLE: Lifecycle[RefundStatus, RefundMove] = Lifecycle(
    subject="refund",
    moves={
        RefundStatus.PENDING: _OPEN,
        RefundStatus.SENT: {RefundMove.FAIL: RefundStatus.FAILED},
        RefundStatus.FAILED: _OPEN,
        RefundStatus.SETTLED: {},
        RefundStatus.WITHDRAWN: {},
    },
)


class NothingToRefund(RuleBroken):
    """Nothing of the payment is left to refund."""

    code = "nothing_to_refund"
    message = "There is nothing left of this payment to refund."


@attrs.define
class RefundTooLarge(RuleBroken):
    """The refund is more than what is left of the payment."""

    code = "refund_too_large"
    field = "amount_cents"
    left_cents: Cents

    @property
    def message(self) -> str:
        return f"Only {dollars(self.left_cents)} of this payment can still be refunded."


class PaymentDisputed(RuleBroken):
    """The payment cannot be refunded while its dispute is open: the bank has the money."""

    code = "payment_disputed"
    message = "This payment is disputed: wait until the dispute is closed."


@attrs.define
class RefundNotOpen(RuleBroken):
    """The refund is not owed any more, or was sent, so it cannot be sent again or withdrawn."""

    code = "refund_not_open"
    status: RefundStatus

    @property
    def message(self) -> str:
        return f"This refund is {self.status}: there is nothing left to send or to withdraw."


@attrs.frozen
class RefundParts:
    """From whom an amount that goes back comes, as people read it: they add up to it.

    What nobody's share had in it, such as the card company's fee, is the platform's. ``fare_cents`` was not
    earned by anybody yet.
    """

    tax_cents: Cents = 0
    driver_cents: Cents = 0
    platform_cents: Cents = 0
    fare_cents: Cents = 0


@attrs.frozen
class Refund:
    """What goes back, and from whom it comes: ``amount = tax + driver + platform + fare + own``, in cents.

    ``fare_cents`` was not earned by anybody yet; ``own_cents`` is out of the platform's own pocket.
    ``reference`` is what the provider tells repetitions by. ``disputed_cents`` of the amount reached the
    customer through a lost dispute instead.
    """

    id: str
    payment_id: str
    order_id: str
    kind: RefundKind
    amount_cents: Cents
    tax_cents: Cents
    driver_cents: Cents
    platform_cents: Cents
    fare_cents: Cents
    own_cents: Cents
    reason: str
    requested_by: str
    reference: str
    created_at: datetime
    updated_at: datetime
    status: RefundStatus = RefundStatus.PENDING
    attempts: int = 0
    sent_at: datetime | None = None
    provider_refund_id: str | None = None
    failure_reason: str | None = None
    disputed_cents: Cents = 0
    withdrawn_at: datetime | None = None
    withdrawal_reason: str | None = None
    version: int = 1

    @property
    def parts(self) -> RefundParts:
        platform = self.platform_cents + self.own_cents
        return RefundParts(self.tax_cents, self.driver_cents, platform, self.fare_cents)

    @property
    def is_open(self) -> bool:
        """Whether it is owed and has not gone out."""
        return self.status in {RefundStatus.PENDING, RefundStatus.FAILED}

    @property
    def is_closed(self) -> bool:
        """Whether nothing is sent under it any more, whatever the provider says."""
        return self.status in {RefundStatus.SETTLED, RefundStatus.WITHDRAWN}

    @property
    def to_send_cents(self) -> Cents:
        """What the provider is asked to give back."""
        return self.amount_cents - self.disputed_cents


def is_asking_of(refund: Refund, reference: str) -> bool:
    """Whether the provider was once asked for this refund under that reference."""
    return reference == refund.id or reference.rpartition("-")[0] == refund.id


def sent(refund: Refund, provider_refund_id: str | None, now: datetime) -> Refund:
    """The provider has given it back."""
    return attrs.evolve(
        refund,
        status=REFUND_LIFECYCLE.after(refund.status, RefundMove.SEND),
        provider_refund_id=provider_refund_id,
        failure_reason=None,
        sent_at=now,
        updated_at=now,
    )


def failed(refund: Refund, reason: str, now: datetime) -> Refund:
    """The provider refused for good, or the card's bank sent it back: nothing went back, and asking again is
    another asking."""
    attempts = refund.attempts + 1
    return attrs.evolve(
        refund,
        status=REFUND_LIFECYCLE.after(refund.status, RefundMove.FAIL),
        reference=f"{refund.id}-{attempts}",
        attempts=attempts,
        sent_at=None,
        failure_reason=reason[:MAX_REASON_LENGTH],
        updated_at=now,
    )


def settled(refund: Refund, cents: Cents, now: datetime) -> Refund:
    """So much of it reached the customer through a lost dispute. What is left is another amount, and so
    another asking. Raises ``IllegalMove`` for one that is not open."""
    closed = REFUND_LIFECYCLE.after(refund.status, RefundMove.SETTLE)
    after = attrs.evolve(refund, disputed_cents=refund.disputed_cents + cents, updated_at=now)
    if not after.to_send_cents:
        return attrs.evolve(after, status=closed, failure_reason=None)
    attempts = refund.attempts + 1
    return attrs.evolve(after, attempts=attempts, reference=f"{refund.id}-{attempts}")


def withdrawn(refund: Refund, reason: str, now: datetime) -> Refund:
    """It is not owed any more. Raises ``RefundNotOpen``."""
    if not refund.is_open:
        raise RefundNotOpen(refund.status)
    return attrs.evolve(
        refund,
        status=REFUND_LIFECYCLE.after(refund.status, RefundMove.WITHDRAW),
        failure_reason=None,
        withdrawn_at=now,
        withdrawal_reason=reason[:MAX_REASON_LENGTH],
        updated_at=now,
    )
