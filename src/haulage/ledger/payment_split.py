"""A payment's split: what of it is the driver's and the platform's, and whether the driver's part has
reached them (SPL-01, OP-34).

It is made when the payment succeeds, holds an estimate until the work is done, and from then on what was
earned. Whatever is given back afterwards is counted beside the amounts and changes none of them.
"""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.kernel.money import Cents, times
from haulage.kernel.split_policy import SplitPolicy
from haulage.ledger.split import BONUS_SINCE_VERSION, SplitBasis, split_fare

MAX_REASON_LENGTH = 500


class SplitKind(StrEnum):
    """What was paid for."""

    FARE = "fare"
    CANCELLATION_FEE = "cancellation_fee"
    """What is kept of a fare that was not driven, and shared as one (OP-23)."""
    TIP = "tip"
    """Wholly the driver's (OP-35)."""


class SplitStatus(StrEnum):
    PENDING = "pending"
    COMPLETED = "completed"
    FAILED = "failed"


class SplitMove(StrEnum):
    COMPLETE = "be_completed"
    FAIL = "fail"
    RETRY = "be_retried"
    PAY_ELSEWHERE = "be_paid_elsewhere"


SPLIT_LIFECYCLE: Lifecycle[SplitStatus, SplitMove] = Lifecycle(
    subject="payment split",
    moves={
        SplitStatus.PENDING: {
            SplitMove.COMPLETE: SplitStatus.COMPLETED,
            SplitMove.FAIL: SplitStatus.FAILED,
            SplitMove.PAY_ELSEWHERE: SplitStatus.COMPLETED,
        },
        SplitStatus.COMPLETED: {},
        SplitStatus.FAILED: {
            SplitMove.RETRY: SplitStatus.PENDING,
            SplitMove.PAY_ELSEWHERE: SplitStatus.COMPLETED,
        },
    },
)


class SplitNotFailed(RuleBroken):
    """The payment split has not failed; an unknown split gives the same answer (SPL-04)."""

    code = "split_not_failed"
    message = "Payment split not found or not in failed state"


@attrs.frozen
class PaymentSplit:
    """One payment's split. ``total = taxes + processing_fee + driver + platform``, all in cents.

    ``earned_at`` is when the work was done; until then the amounts are an estimate, and there is no
    ``driver_id``. ``submitted_cents`` is what the provider was asked to transfer, fixed by the first
    asking. ``frozen_at`` is when a dispute stopped the driver's part (OP-33), and ``held_at`` when the
    customer reported a problem and asked for money (OP-49): each goes by itself. The four
    ``…_back_cents`` say what of each part was given back since it was earned, goodwill among
    ``refunded_cents`` alone. ``settled_cents`` is what of their part has reached the driver otherwise than
    by a transfer: paid by the operator, or netted against a debt.
    Miles and minutes are those of the order, for the policies that count them, and ``earned_bonus`` is
    decided when the work is done.
    """

    id: str
    payment_id: str
    order_id: str
    kind: SplitKind
    policy: SplitPolicy
    policy_version: int
    total_cents: Cents
    taxes_cents: Cents
    processing_fee_cents: Cents
    driver_cents: Cents
    platform_cents: Cents
    miles: Decimal
    minutes: int
    created_at: datetime
    updated_at: datetime
    status: SplitStatus = SplitStatus.PENDING
    driver_id: str | None = None
    earned_at: datetime | None = None
    attempts: int = 0
    submitted_cents: Cents | None = None
    frozen_at: datetime | None = None
    completed_at: datetime | None = None
    driver_transfer_id: str | None = None
    failure_reason: str | None = None
    refunded_cents: Cents = 0
    shared_back_cents: Cents = 0
    tax_back_cents: Cents = 0
    driver_back_cents: Cents = 0
    platform_back_cents: Cents = 0
    earned_bonus: bool = False
    held_at: datetime | None = None
    settled_cents: Cents = 0
    version: int = 1

    @property
    def basis(self) -> SplitBasis:
        return SplitBasis(
            self.total_cents,
            self.taxes_cents,
            self.processing_fee_cents,
            Fraction(self.miles),
            Fraction(self.minutes),
            self.earned_bonus,
        )

    @property
    def driver_left_cents(self) -> Cents:
        """What is the driver's after everything that was given back."""
        return self.driver_cents - self.driver_back_cents

    @property
    def platform_bore_cents(self) -> Cents:
        """What of everything that was given back was neither the state's nor the driver's: of the platform's
        part, and of its own pocket."""
        return self.refunded_cents - self.tax_back_cents - self.driver_back_cents

    @property
    def sendable_cents(self) -> Cents:
        """What of the driver's part is to reach them by transfers, or has."""
        return max(0, self.driver_left_cents - self.settled_cents)

    @property
    def refundable_cents(self) -> Cents:
        return self.total_cents - self.refunded_cents

    @property
    def is_stopped(self) -> bool:
        """Whether a dispute or a claim keeps the driver's part from them."""
        return self.frozen_at is not None or self.held_at is not None

    @property
    def is_due(self) -> bool:
        """Whether the driver's part can be sent to them now."""
        return self.status is SplitStatus.PENDING and self.earned_at is not None and not self.is_stopped


@attrs.frozen
class GivenBack:
    """Where an amount that is given back comes from; ``own`` is what the platform pays of its pocket."""

    cents: Cents
    tax_cents: Cents = 0
    driver_cents: Cents = 0
    platform_cents: Cents = 0
    unearned_cents: Cents = 0

    @property
    def own_cents(self) -> Cents:
        parts = self.tax_cents + self.driver_cents + self.platform_cents + self.unearned_cents
        return self.cents - parts


def shared(split: PaymentSplit, basis: SplitBasis) -> PaymentSplit:
    """The split over this basis, by its own policy; a tip is the driver's, whatever the policy."""
    total, fee = basis.total_cents, basis.processing_fee_cents
    if split.kind is SplitKind.TIP:
        driver, platform = total, -fee
    else:
        shares = split_fare(basis, split.policy)
        driver, platform = shares.driver_cents, shares.platform_cents
    return attrs.evolve(
        split,
        total_cents=total,
        taxes_cents=basis.taxes_cents,
        processing_fee_cents=fee,
        driver_cents=driver,
        platform_cents=platform,
        earned_bonus=basis.earned_bonus,
    )


def pays_bonus(split: PaymentSplit) -> bool:
    """Whether being quick brings more: for what is driven under ``per_delivery``, since there is a bonus."""
    by_delivery = split.policy is SplitPolicy.PER_DELIVERY and split.kind is SplitKind.FARE
    return by_delivery and split.policy_version >= BONUS_SINCE_VERSION


def with_bonus(split: PaymentSplit) -> PaymentSplit:
    """The delivery was quick: the driver's amount anew, within the net that there is to share (OP-01)."""
    return shared(split, attrs.evolve(split.basis, earned_bonus=True)) if pays_bonus(split) else split


def earned(split: PaymentSplit, driver_id: str, now: datetime) -> PaymentSplit:
    """The work is done: the amounts stand."""
    return attrs.evolve(split, driver_id=driver_id, earned_at=now, updated_at=now)


def give_back(
    split: PaymentSplit, cents: Cents, now: datetime, *, goodwill: bool = False
) -> tuple[PaymentSplit, GivenBack]:
    """Give back *cents* of what is left, each part in proportion; the last cent of each goes with the
    last cent of the payment, so that parts of a refund come to the same as the whole (OP-33).

    Goodwill takes nothing from the driver. Before the work is done the fare itself shrinks. Raises
    ``InvalidInput`` for nothing, and for more than is left.
    """
    if not 0 < cents <= split.refundable_cents:
        raise InvalidInput("amount_cents", "must be between one cent and what is left of the payment")
    tax_left = split.taxes_cents - split.tax_back_cents
    tax = times(tax_left, Fraction(cents, split.refundable_cents))
    if split.earned_at is None and not goodwill:
        return _shrunk(split, cents, tax, now), GivenBack(cents, tax, unearned_cents=cents - tax)
    part = Fraction(cents, split.total_cents - split.shared_back_cents) if not goodwill else Fraction(0)
    driver = times(split.driver_left_cents, part)
    platform = times(split.platform_cents - split.platform_back_cents, part)
    after = attrs.evolve(
        split,
        refunded_cents=split.refunded_cents + cents,
        shared_back_cents=split.shared_back_cents + (0 if goodwill else cents),
        tax_back_cents=split.tax_back_cents + tax,
        driver_back_cents=split.driver_back_cents + driver,
        platform_back_cents=split.platform_back_cents + platform,
        updated_at=now,
    )
    return after, GivenBack(cents, tax, driver, platform)


def take_from_driver(split: PaymentSplit, cents: Cents, now: datetime) -> PaymentSplit:
    """What was taken back from the driver's transfer at the provider is the platform's from then on.

    Raises ``InvalidInput`` for nothing, and for more than is left of what was transferred.
    """
    if not 0 < cents <= split.sendable_cents:
        raise InvalidInput("amount_cents", "must be between one cent and what is left of the transfers")
    return attrs.evolve(
        split,
        driver_back_cents=split.driver_back_cents + cents,
        platform_back_cents=split.platform_back_cents - cents,
        updated_at=now,
    )


def _shrunk(split: PaymentSplit, cents: Cents, tax: Cents, now: datetime) -> PaymentSplit:
    """A smaller fare, shared anew."""
    basis = attrs.evolve(
        split.basis, total_cents=split.total_cents - cents, taxes_cents=split.taxes_cents - tax
    )
    return attrs.evolve(shared(split, basis), updated_at=now)


def retain_fee(split: PaymentSplit, fee_cents: Cents, now: datetime) -> PaymentSplit:
    """What is left of a fare whose order was cancelled: the fee alone, untaxed and shared as a fare."""
    basis = SplitBasis(
        fee_cents, 0, split.processing_fee_cents, Fraction(split.miles), Fraction(split.minutes)
    )
    kind = attrs.evolve(
        split,
        kind=SplitKind.CANCELLATION_FEE,
        refunded_cents=0,
        tax_back_cents=0,
        updated_at=now,
    )
    return shared(kind, basis)


def submit(split: PaymentSplit, now: datetime, debt_cents: Cents = 0) -> tuple[PaymentSplit, Cents]:
    """Ask the provider for the transfer, less what of a debt of the driver's is netted; and how much that
    is. The amounts are decided once: a repetition asks for the same."""
    attempts = max(1, split.attempts)
    if split.submitted_cents is not None:
        return attrs.evolve(split, attempts=attempts, updated_at=now), 0
    netted = max(0, min(debt_cents, split.sendable_cents))
    settled = attrs.evolve(split, settled_cents=split.settled_cents + netted)
    cents = settled.sendable_cents
    return attrs.evolve(settled, submitted_cents=cents, attempts=attempts, updated_at=now), netted


def complete(split: PaymentSplit, transfer_id: str | None, now: datetime) -> PaymentSplit:
    """The driver has it; where their part came to nothing there is no transfer."""
    return attrs.evolve(
        split,
        status=SPLIT_LIFECYCLE.after(split.status, SplitMove.COMPLETE),
        driver_transfer_id=transfer_id,
        failure_reason=None,
        completed_at=now,
        updated_at=now,
    )


def paid_elsewhere(split: PaymentSplit, now: datetime) -> PaymentSplit:
    """The driver has their part, and not from the card provider: it is never sent."""
    return attrs.evolve(
        split,
        status=SPLIT_LIFECYCLE.after(split.status, SplitMove.PAY_ELSEWHERE),
        failure_reason=None,
        settled_cents=max(split.settled_cents, split.driver_left_cents),
        completed_at=now,
        updated_at=now,
    )


def fail(split: PaymentSplit, reason: str, now: datetime) -> PaymentSplit:
    """The provider refused for good: nothing was moved, and the next asking is another."""
    return attrs.evolve(
        split,
        status=SPLIT_LIFECYCLE.after(split.status, SplitMove.FAIL),
        failure_reason=reason[:MAX_REASON_LENGTH],
        submitted_cents=None,
        updated_at=now,
    )


def retry(split: PaymentSplit, now: datetime) -> PaymentSplit:
    """Try again. Raises ``SplitNotFailed``."""
    if not SPLIT_LIFECYCLE.allows(split.status, SplitMove.RETRY):
        raise SplitNotFailed
    status = SPLIT_LIFECYCLE.after(split.status, SplitMove.RETRY)
    return attrs.evolve(
        split, status=status, attempts=split.attempts + 1, failure_reason=None, updated_at=now
    )


def freeze(split: PaymentSplit, now: datetime) -> PaymentSplit:
    """A dispute is open: what the driver has not got yet stays where it is (OP-33)."""
    return attrs.evolve(split, frozen_at=split.frozen_at or now, updated_at=now)


def release(split: PaymentSplit, now: datetime) -> PaymentSplit:
    """The dispute is closed."""
    return attrs.evolve(split, frozen_at=None, updated_at=now)


def hold(split: PaymentSplit, now: datetime) -> PaymentSplit:
    """The customer claims money: until that is decided nothing more is sent (OP-49)."""
    return attrs.evolve(split, held_at=split.held_at or now, updated_at=now)


def let_go(split: PaymentSplit, now: datetime) -> PaymentSplit:
    """It is decided."""
    return attrs.evolve(split, held_at=None, updated_at=now)
