"""What a payment's split is once a refund that took from it is withdrawn."""

from datetime import datetime
from fractions import Fraction

import attrs

from haulage.kernel.money import Cents, times
from haulage.ledger.payment_split import GivenBack, PaymentSplit, shared


def part_of(parts: GivenBack, cents: Cents) -> GivenBack:
    """So much of what was given back, each part in proportion; the platform's own takes the odd cents."""
    share = Fraction(cents, parts.cents)
    return GivenBack(
        cents,
        times(parts.tax_cents, share),
        times(parts.driver_cents, share),
        times(parts.platform_cents, share),
        times(parts.unearned_cents, share),
    )


def restore(
    split: PaymentSplit, parts: GivenBack, now: datetime, *, goodwill: bool
) -> tuple[PaymentSplit, GivenBack]:
    """The split with *parts* restored, and to whom they come.

    A fare that had shrunk before the work was done grows again. If the work was done meanwhile, the driver
    was paid for it by the smaller fare, and the difference is the platform's.
    """
    if goodwill or not parts.unearned_cents:
        return _unshared(split, parts, now, goodwill=goodwill), parts
    if split.earned_at is None:
        basis = attrs.evolve(
            split.basis,
            total_cents=split.total_cents + parts.cents,
            taxes_cents=split.taxes_cents + parts.tax_cents,
        )
        return attrs.evolve(shared(split, basis), updated_at=now), parts
    platform = parts.cents - parts.tax_cents
    grown = attrs.evolve(
        split,
        total_cents=split.total_cents + parts.cents,
        taxes_cents=split.taxes_cents + parts.tax_cents,
        platform_cents=split.platform_cents + platform,
        updated_at=now,
    )
    return grown, GivenBack(parts.cents, parts.tax_cents, platform_cents=platform)


def can_restore(split: PaymentSplit, parts: GivenBack) -> bool:
    """Whether the split still knows of these parts: one that was made anew for a cancellation fee does not
    know what was given back of the fare before."""
    return bool(parts.unearned_cents) or (
        split.refunded_cents >= parts.cents
        and split.tax_back_cents >= parts.tax_cents
        and split.driver_back_cents >= parts.driver_cents
    )


def _unshared(split: PaymentSplit, parts: GivenBack, now: datetime, *, goodwill: bool) -> PaymentSplit:
    return attrs.evolve(
        split,
        refunded_cents=split.refunded_cents - parts.cents,
        shared_back_cents=split.shared_back_cents - (0 if goodwill else parts.cents),
        tax_back_cents=split.tax_back_cents - parts.tax_cents,
        driver_back_cents=split.driver_back_cents - parts.driver_cents,
        platform_back_cents=split.platform_back_cents - parts.platform_cents,
        updated_at=now,
    )
