"""What a payout costs its driver, by how fast it goes and where to."""

from enum import StrEnum
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import MAX_CENTS, Cents, amount, times


class PayoutSpeed(StrEnum):
    """How fast the money goes: in one or two business days, or within half an hour."""

    STANDARD = "standard"
    INSTANT = "instant"


class PayoutRail(StrEnum):
    """Where the money goes."""

    BANK = "bank"
    CARD = "card"
    PAYPAL = "paypal"


@attrs.frozen
class FeeSchedule:
    """The parts of an instant payout that are kept of it; a standard payout is free (OP-04).

    ``provider`` is by rail: on PayPal its own fee takes the place of the card provider's (OP-41).
    """

    name: str
    instant: Fraction
    most_instant_cents: Cents
    platform: Fraction
    provider: dict[PayoutRail, Fraction]

    def __attrs_post_init__(self) -> None:
        missing = set(PayoutRail) - set(self.provider)
        if missing:
            raise InvalidInput("provider", f"must name {', '.join(sorted(missing))}")


STANDARD_FEES = FeeSchedule(
    name="fees-1",
    instant=Fraction(15, 1000),
    most_instant_cents=2_00,
    platform=Fraction(5, 100),
    provider={
        PayoutRail.BANK: Fraction(5, 1000),
        PayoutRail.CARD: Fraction(5, 1000),
        PayoutRail.PAYPAL: Fraction(1, 100),
    },
)


@attrs.frozen
class PayoutFees:
    """A payout by its lines, in cents; the lines and what arrives add up to the amount."""

    amount_cents: Cents
    instant_fee_cents: Cents = 0
    provider_fee_cents: Cents = 0
    platform_fee_cents: Cents = 0

    @property
    def fees_cents(self) -> Cents:
        return self.instant_fee_cents + self.provider_fee_cents + self.platform_fee_cents

    @property
    def net_cents(self) -> Cents:
        """What arrives."""
        return self.amount_cents - self.fees_cents


def payout_fees(
    amount_cents: Cents, speed: PayoutSpeed, rail: PayoutRail, schedule: FeeSchedule = STANDARD_FEES
) -> PayoutFees:
    """Every fee is taken of the whole amount and rounded to the cent by itself.

    Raises ``InvalidInput`` for an amount that is no positive number of cents.
    """
    amount(amount_cents, field="amount_cents", at_least=1, at_most=MAX_CENTS)
    if speed is PayoutSpeed.STANDARD:
        return PayoutFees(amount_cents)
    return PayoutFees(
        amount_cents,
        instant_fee_cents=min(times(amount_cents, schedule.instant), schedule.most_instant_cents),
        provider_fee_cents=times(amount_cents, schedule.provider[rail]),
        platform_fee_cents=times(amount_cents, schedule.platform),
    )
