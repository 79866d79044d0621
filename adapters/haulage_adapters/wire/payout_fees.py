"""What is kept of an instant payout, for whoever shows it while an amount is typed."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from haulage.payouts import FeeSchedule, PayoutRail
from haulage_adapters.wire.common import Cents, Out

MILLION = 1_000_000
PerMillion = Annotated[int, Meta(ge=0, le=MILLION, description="Parts in a million of the whole amount.")]


class ProviderShareOut(Out):
    """What the provider keeps where the money goes to a bank account, a card or PayPal."""

    rail: PayoutRail
    per_million: PerMillion


class PayoutFeesOut(Out):
    """The parts that are kept of an instant payout; a standard payout is free. Each part is taken of the
    whole amount and rounded to the cent by itself, halves up; that for the speed is at most
    `most_instant_cents`."""

    name: str
    instant_per_million: PerMillion
    most_instant_cents: Cents
    platform_per_million: PerMillion
    provider: list[ProviderShareOut]

    @classmethod
    def of(cls, schedule: FeeSchedule) -> "PayoutFeesOut":
        return cls(
            name=schedule.name,
            instant_per_million=per_million(schedule.instant),
            most_instant_cents=schedule.most_instant_cents,
            platform_per_million=per_million(schedule.platform),
            provider=[
                ProviderShareOut(rail, per_million(share)) for rail, share in schedule.provider.items()
            ],
        )


def per_million(share: Fraction) -> int:
    """Exactly, since whoever calculates with it must come to the same cents."""
    parts = share * MILLION
    if parts.denominator != 1:
        raise ValueError(f"a fee of {share} has no whole number of parts in a million")
    return parts.numerator
