"""Who gets what of a fare: three policies, of which one is in force (OP-01).

The policy's name and version are kept with each order, so that its split can be computed again for as
long as the books are kept.
"""

from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents, split, times
from haulage.kernel.split_policy import SplitPolicy

PROCESSING_RATE, PROCESSING_FIXED_CENTS = Fraction(29, 1000), 30
"""2.9 % and 30 cents: what the simulated provider keeps (OP-02)."""

DRIVER_SHARE_OF_NET = Fraction(1, 2)
"""Half of the net (OP-01)."""
DRIVER_SHARE_OF_PRICE = Fraction(4, 5)
"""80 % of the order's price, read as the subtotal before taxes (OP-01)."""

DELIVERY_BASE_CENTS, DELIVERY_MINUTE_CENTS, DELIVERY_MILE_CENTS = 1500, 50, 200
"""$15 a delivery, $0.50 a minute and $2 a mile (DRV-21)."""
DELIVERY_BONUS_RATE = Fraction(1, 10)
"""A tenth of the base, and of nothing else (DRV-21)."""


POLICY_VERSION = 2
"""1 paid nobody a bonus; 2 pays it to whoever earns it. A split keeps the version it was paid under."""

BONUS_SINCE_VERSION = 2


@attrs.frozen
class SplitBasis:
    """What a split is computed from: exact miles and minutes, everything else in cents.

    The processing fee is what the provider reports (OP-02).
    """

    total_cents: Cents
    taxes_cents: Cents
    processing_fee_cents: Cents
    miles: Fraction = Fraction(0)
    minutes: Fraction = Fraction(0)
    earned_bonus: bool = False

    def __attrs_post_init__(self) -> None:
        if min(self.total_cents, self.taxes_cents, self.processing_fee_cents) < 0:
            raise InvalidInput("amount", "must not be negative")
        if self.taxes_cents > self.total_cents:
            raise InvalidInput("taxes_cents", "must not be more than the total")

    @property
    def subtotal_cents(self) -> Cents:
        return self.total_cents - self.taxes_cents

    @property
    def net_cents(self) -> Cents:
        """What is left to share: nothing where the fee is more than the fare."""
        return max(0, self.subtotal_cents - self.processing_fee_cents)


@attrs.frozen
class Split:
    """Driver's and platform's amounts; with taxes and the processing fee they are the total (SPL-01).

    ``platform_cents`` is negative where the fee was more than the fare.
    """

    policy: SplitPolicy
    version: int
    driver_cents: Cents
    platform_cents: Cents


def processing_fee_cents(total_cents: Cents) -> Cents:
    """What the simulated provider keeps of a charge; nothing of no charge."""
    return times(total_cents, PROCESSING_RATE) + PROCESSING_FIXED_CENTS if total_cents else 0


def split_fare(basis: SplitBasis, policy: SplitPolicy = SplitPolicy.SPLIT_50_50) -> Split:
    """The driver's amount is rounded half-up and the platform takes the remainder (OP-12)."""
    driver = min(_driver_cents(basis, policy), basis.net_cents)
    platform = basis.subtotal_cents - basis.processing_fee_cents - driver
    return Split(policy, POLICY_VERSION, driver, platform)


def _driver_cents(basis: SplitBasis, policy: SplitPolicy) -> Cents:
    match policy:
        case SplitPolicy.SPLIT_50_50:
            return split(basis.net_cents, DRIVER_SHARE_OF_NET)[0]
        case SplitPolicy.ORDER_PRICE_80:
            return split(basis.subtotal_cents, DRIVER_SHARE_OF_PRICE)[0]
        case SplitPolicy.PER_DELIVERY:
            bonus = times(DELIVERY_BASE_CENTS, DELIVERY_BONUS_RATE) if basis.earned_bonus else 0
            by_time = times(DELIVERY_MINUTE_CENTS, basis.minutes)
            return DELIVERY_BASE_CENTS + by_time + times(DELIVERY_MILE_CENTS, basis.miles) + bonus
