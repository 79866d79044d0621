"""A driver's earnings and payouts over some days, as they are shown."""

from datetime import date
from typing import Annotated, Self

from msgspec import Meta

from haulage.payouts import EarningsSummary, PayoutAnalytics, WeekEarnings
from haulage_adapters.wire.common import Cents, Out

Rate = Annotated[float, Meta(ge=0, le=1, description="Arrived of arrived and failed payouts.")]


class EarningsSummaryOut(Out):
    """Days are the driver's own, the last one included. `total_earnings_cents` are earnings and tips by the
    books, and payouts are those asked for in these days, before fees. `average_payout_time_hours` is null
    while none arrived."""

    first_day: date
    last_day: date
    total_earnings_cents: Cents
    earnings_cents: Cents
    tips_cents: Cents
    total_payouts_cents: Cents
    total_payouts: int
    pending_payouts_cents: Cents
    pending_payouts: int
    average_payout_time_hours: float | None

    @classmethod
    def of(cls, found: EarningsSummary) -> Self:
        return cls.from_attributes(found, first_day=found.days.first, last_day=found.days.last)


class WeekEarningsOut(Out):
    """Monday to Sunday of the driver's own days. Refunds come off, so that figures may be negative."""

    first_day: date
    last_day: date
    total_cents: Cents
    earnings_cents: Cents
    tips_cents: Cents

    @classmethod
    def of(cls, found: WeekEarnings) -> Self:
        return cls.from_attributes(found, first_day=found.days.first, last_day=found.days.last)


class PayoutAnalyticsOut(Out):
    """Instant payouts that were asked for in these days. What is counted, summed and timed are those that
    arrived; the average is null while none did, and `success_rate` while none ended."""

    first_day: date
    last_day: date
    instant_payouts: int
    instant_payouts_cents: Cents
    instant_fees_cents: Cents
    failed_payouts: int
    average_payout_time_minutes: float | None
    success_rate: Rate | None

    @classmethod
    def of(cls, found: PayoutAnalytics) -> Self:
        return cls.from_attributes(found, first_day=found.days.first, last_day=found.days.last)
