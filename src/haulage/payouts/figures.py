"""What payouts over some days come to: a driver's summary, and how instant payouts did (OUT-03, OUT-29)."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import FIRST_YEAR, LAST_YEAR
from haulage.kernel.money import Cents
from haulage.payouts.fees import PayoutSpeed
from haulage.payouts.status import OPEN, PayoutStatus

DAYS_SHOWN = 30
"""OUT-34."""
MOST_DAYS = 366
"""Ours: a leap year."""

_SECONDS_A_MINUTE, _SECONDS_AN_HOUR = 60, 3600


@attrs.frozen
class DayRange:
    """Days of a driver's own clock, the first and the last included."""

    first: date
    last: date

    def bounds(self, zone: ZoneInfo) -> tuple[datetime, datetime]:
        """The instant at which the first day begins, and the one at which the day after the last does."""
        following = self.last + timedelta(days=1)
        return datetime.combine(self.first, time(), zone), datetime.combine(following, time(), zone)


def day_range(first: date | None, last: date | None, today: date) -> DayRange:
    """Up to today unless the last day is named, and 30 days unless the first is. Raises ``InvalidInput``
    naming ``from`` or ``to``."""
    for field, day in (("from", first), ("to", last)):
        if day is not None and not FIRST_YEAR < day.year < LAST_YEAR:
            raise InvalidInput(field, f"must be between the years {FIRST_YEAR + 1} and {LAST_YEAR - 1}")
    until = last or today
    since = first or until - timedelta(days=DAYS_SHOWN - 1)
    if since > until:
        raise InvalidInput("from", f"must not be after {until.isoformat()}")
    if (until - since).days >= MOST_DAYS:
        raise InvalidInput("from", f"must be at most {MOST_DAYS} days before the end")
    return DayRange(since, until)


WEEKS_SHOWN = 12
"""Ours: a quarter."""
_DAYS_A_WEEK = 7


def weeks_until(today: date, count: int = WEEKS_SHOWN) -> list[DayRange]:
    """The last *count* weeks from Monday to Sunday, the oldest first; the last is that of *today*."""
    monday = today - timedelta(days=today.weekday())
    begins = [monday - timedelta(days=_DAYS_A_WEEK * back) for back in reversed(range(count))]
    return [DayRange(first, first + timedelta(days=_DAYS_A_WEEK - 1)) for first in begins]


@attrs.frozen
class WeekEarnings:
    """What a driver earned in a week of their own clock, by the day of posting; refunds come off."""

    days: DayRange
    earnings_cents: Cents
    tips_cents: Cents

    @property
    def total_cents(self) -> Cents:
        return self.earnings_cents + self.tips_cents


@attrs.frozen
class PayoutTally:
    """Payouts that are in one state and went equally fast; what was to be instant and was not is standard.

    ``cents`` left the balance, or leave it once they arrive, with ``fees_cents`` among them. ``seconds`` is
    how long those that arrived took together, from the request on.
    """

    status: PayoutStatus
    speed: PayoutSpeed
    count: int
    cents: Cents
    fees_cents: Cents = 0
    seconds: int = 0


@attrs.frozen
class EarningsSummary:
    """What a driver earned in some days, and what became of the payouts that they asked for in them.

    Earnings are by the day of posting, and refunds come off, so that they may be negative. The average time,
    in hours, is that of payouts that arrived; None without any.
    """

    days: DayRange
    earnings_cents: Cents
    tips_cents: Cents
    total_payouts_cents: Cents
    total_payouts: int
    pending_payouts_cents: Cents
    pending_payouts: int
    average_payout_time_hours: float | None

    @property
    def total_earnings_cents(self) -> Cents:
        return self.earnings_cents + self.tips_cents


def earnings_summary(
    days: DayRange, tallies: Iterable[PayoutTally], *, earnings_cents: Cents, tips_cents: Cents
) -> EarningsSummary:
    """``earnings_cents`` are without tips."""
    tallies = list(tallies)
    paid = [each for each in tallies if each.status is PayoutStatus.PAID]
    pending = [each for each in tallies if each.status in OPEN]
    return EarningsSummary(
        days=days,
        earnings_cents=earnings_cents,
        tips_cents=tips_cents,
        total_payouts_cents=sum(each.cents for each in paid),
        total_payouts=_count(paid),
        pending_payouts_cents=sum(each.cents for each in pending),
        pending_payouts=_count(pending),
        average_payout_time_hours=_average(paid, _SECONDS_AN_HOUR),
    )


@attrs.frozen
class PayoutAnalytics:
    """How the instant payouts did that a driver asked for in some days.

    ``instant_payouts`` are those that arrived, and the average time, in minutes, is theirs. ``success_rate``
    is arrived of arrived and failed, from 0 to 1; one that was canceled is neither. None without any.
    """

    days: DayRange
    instant_payouts: int
    instant_payouts_cents: Cents
    instant_fees_cents: Cents
    failed_payouts: int
    average_payout_time_minutes: float | None
    success_rate: float | None


def payout_analytics(days: DayRange, tallies: Iterable[PayoutTally]) -> PayoutAnalytics:
    instant = [each for each in tallies if each.speed is PayoutSpeed.INSTANT]
    paid = [each for each in instant if each.status is PayoutStatus.PAID]
    arrived = _count(paid)
    failed = _count(each for each in instant if each.status is PayoutStatus.FAILED)
    ended = arrived + failed
    return PayoutAnalytics(
        days=days,
        instant_payouts=arrived,
        instant_payouts_cents=sum(each.cents for each in paid),
        instant_fees_cents=sum(each.fees_cents for each in paid),
        failed_payouts=failed,
        average_payout_time_minutes=_average(paid, _SECONDS_A_MINUTE),
        success_rate=round(arrived / ended, 4) if ended else None,
    )


def _count(tallies: Iterable[PayoutTally]) -> int:
    return sum(each.count for each in tallies)


def _average(tallies: Iterable[PayoutTally], unit: int) -> float | None:
    tallies = list(tallies)
    count = _count(tallies)
    return round(sum(each.seconds for each in tallies) / count / unit, 2) if count else None
