"""How a driver's amount comes about, line by line, under the policy that their order was paid by (OP-01)."""

from enum import StrEnum

import attrs

from haulage.kernel.money import Cents, times
from haulage.kernel.split_policy import SplitPolicy
from haulage.ledger.payment_split import PaymentSplit, SplitKind
from haulage.ledger.split import (
    DELIVERY_BASE_CENTS,
    DELIVERY_BONUS_RATE,
    DELIVERY_MILE_CENTS,
    DELIVERY_MINUTE_CENTS,
)


class EarningsLine(StrEnum):
    SUBTOTAL = "subtotal"
    PROCESSING_FEE = "processing_fee"
    PLATFORM_SHARE = "platform_share"
    BASE = "base"
    TIME = "time"
    DISTANCE = "distance"
    BONUS = "bonus"
    LIMIT = "limit"
    """What goes beyond the net of the fare, which is all there is to share (OP-01)."""
    GIVEN_BACK = "given_back"
    """What refunds and disputes have taken of the driver's part since."""


@attrs.frozen
class EarningsBreakdown:
    """A driver's part of one payment, after refunds. The lines add up to ``driver_cents``; until the work is
    done it is an estimate, and frozen while a dispute or a claim is open."""

    policy: SplitPolicy
    lines: tuple[tuple[EarningsLine, Cents], ...]
    driver_cents: Cents
    is_earned: bool
    is_frozen: bool


def earnings_of(split: PaymentSplit) -> EarningsBreakdown:
    """By the split's own policy, and no other: a figure that nobody is paid is shown to nobody (OP-01)."""
    by_delivery = split.policy is SplitPolicy.PER_DELIVERY and split.kind is SplitKind.FARE
    parts = _by_delivery(split) if by_delivery else _by_share(split)
    lines = [*parts, (EarningsLine.GIVEN_BACK, -split.driver_back_cents)]
    return EarningsBreakdown(
        policy=split.policy,
        lines=tuple((line, cents) for line, cents in lines if cents),
        driver_cents=split.driver_left_cents,
        is_earned=split.earned_at is not None,
        is_frozen=split.is_stopped,
    )


def _by_share(split: PaymentSplit) -> list[tuple[EarningsLine, Cents]]:
    return [
        (EarningsLine.SUBTOTAL, split.basis.subtotal_cents),
        (EarningsLine.PROCESSING_FEE, -split.processing_fee_cents),
        (EarningsLine.PLATFORM_SHARE, -split.platform_cents),
    ]


def _by_delivery(split: PaymentSplit) -> list[tuple[EarningsLine, Cents]]:
    basis = split.basis
    bonus = times(DELIVERY_BASE_CENTS, DELIVERY_BONUS_RATE) if basis.earned_bonus else 0
    lines = [
        (EarningsLine.BASE, DELIVERY_BASE_CENTS),
        (EarningsLine.TIME, times(DELIVERY_MINUTE_CENTS, basis.minutes)),
        (EarningsLine.DISTANCE, times(DELIVERY_MILE_CENTS, basis.miles)),
        (EarningsLine.BONUS, bonus),
    ]
    beyond = split.driver_cents - sum(cents for _, cents in lines)
    return [*lines, (EarningsLine.LIMIT, beyond)]
