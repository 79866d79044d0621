"""What payouts over some days come to (OUT-03, OUT-29, OUT-34)."""

import itertools
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.payouts import (
    DayRange,
    PayoutSpeed,
    PayoutStatus,
    PayoutTally,
    day_range,
    earnings_summary,
    payout_analytics,
    weeks_until,
)
from haulage.payouts.figures import FIRST_YEAR, LAST_YEAR, WEEKS_SHOWN

TODAY = date(2026, 11, 26)
DAYS = DayRange(date(2026, 10, 28), TODAY)
NEW_YORK = ZoneInfo("America/New_York")
STANDARD, INSTANT = PayoutSpeed.STANDARD, PayoutSpeed.INSTANT
HOUR = 3600
TALLIES = [
    PayoutTally(PayoutStatus.PAID, STANDARD, 1, 100_00, seconds=46 * HOUR),
    PayoutTally(PayoutStatus.PAID, INSTANT, 3, 60_00, 4_20, seconds=HOUR),
    PayoutTally(PayoutStatus.PENDING, INSTANT, 1, 10_00, 70),
    PayoutTally(PayoutStatus.IN_TRANSIT, STANDARD, 2, 30_00),
    PayoutTally(PayoutStatus.FAILED, INSTANT, 1, 15_00, 1_05),
    PayoutTally(PayoutStatus.CANCELED, INSTANT, 4, 80_00, 5_60),
]


def test_a_summary_tells_what_was_earned_paid_and_is_open_with_the_average_in_hours() -> None:
    found = earnings_summary(DAYS, TALLIES, earnings_cents=200_00, tips_cents=7_00)
    assert found.total_earnings_cents == 207_00
    assert (found.total_payouts_cents, found.total_payouts) == (160_00, 4)
    assert (found.pending_payouts_cents, found.pending_payouts) == (40_00, 3)
    assert found.average_payout_time_hours == 11.75


def test_analytics_are_of_instant_payouts_with_the_average_in_minutes() -> None:
    found = payout_analytics(DAYS, TALLIES)
    assert (found.instant_payouts, found.instant_payouts_cents, found.instant_fees_cents) == (3, 60_00, 4_20)
    assert found.average_payout_time_minutes == 20
    assert (found.failed_payouts, found.success_rate) == (1, 0.75)


def test_without_a_payout_that_arrived_there_is_no_average_and_no_rate() -> None:
    pending = [PayoutTally(PayoutStatus.PENDING, INSTANT, 1, 10_00), TALLIES[-1]]
    assert earnings_summary(DAYS, pending, earnings_cents=0, tips_cents=0).average_payout_time_hours is None
    found = payout_analytics(DAYS, [*pending, TALLIES[0]])
    assert (found.average_payout_time_minutes, found.success_rate) == (None, None)


def test_the_days_are_the_last_30_unless_others_are_named() -> None:
    assert day_range(None, None, TODAY) == DAYS
    assert (DAYS.last - DAYS.first).days == 29
    assert day_range(None, date(2026, 6, 30), TODAY) == DayRange(date(2026, 6, 1), date(2026, 6, 30))
    assert day_range(TODAY, None, TODAY) == DayRange(TODAY, TODAY)


@pytest.mark.parametrize(
    ("first", "last", "field"),
    [
        (TODAY + timedelta(days=1), None, "from"),
        (TODAY, TODAY - timedelta(days=1), "from"),
        (TODAY - timedelta(days=366), TODAY, "from"),
        (date.min, None, "from"),
        (None, date.min, "to"),
        (None, date.max, "to"),
    ],
)
def test_days_that_cannot_be_shown_are_refused_by_name(
    first: date | None, last: date | None, field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        day_range(first, last, TODAY)
    assert refused.value.field == field


@pytest.mark.parametrize("year", [FIRST_YEAR, LAST_YEAR])
def test_the_years_at_either_end_of_the_calendar_are_refused(year: int) -> None:
    with pytest.raises(InvalidInput, match="between the years"):
        day_range(date(year, 6, 1), date(year, 6, 1), TODAY)


@pytest.mark.parametrize("year", [FIRST_YEAR + 1, LAST_YEAR - 1])
def test_the_years_beside_them_can_be_shown(year: int) -> None:
    day = date(year, 6, 1)
    assert day_range(day, day, TODAY) == DayRange(day, day)


def test_a_leap_year_can_be_shown() -> None:
    assert day_range(date(2028, 1, 1), date(2028, 12, 31), TODAY).last == date(2028, 12, 31)


def test_days_begin_and_end_on_the_drivers_clock_also_when_it_is_changed() -> None:
    since, until = DayRange(date(2026, 11, 1), date(2026, 11, 1)).bounds(NEW_YORK)
    assert since.astimezone(UTC) == datetime(2026, 11, 1, 4, tzinfo=UTC)
    assert until.astimezone(UTC) == datetime(2026, 11, 2, 5, tzinfo=UTC)


@given(
    st.lists(
        st.builds(
            PayoutTally,
            st.sampled_from(PayoutStatus),
            st.sampled_from(PayoutSpeed),
            st.integers(1, 50),
            st.integers(1, 10**6),
            st.integers(0, 10**5),
            st.integers(0, 10**6),
        )
    )
)
def test_how_payouts_are_put_into_tallies_changes_no_figure(tallies: list[PayoutTally]) -> None:
    merged: dict[tuple[PayoutStatus, PayoutSpeed], PayoutTally] = {}
    for each in tallies:
        key = each.status, each.speed
        known = merged.get(key, PayoutTally(*key, 0, 0))
        merged[key] = PayoutTally(
            *key,
            known.count + each.count,
            known.cents + each.cents,
            known.fees_cents + each.fees_cents,
            known.seconds + each.seconds,
        )
    assert payout_analytics(DAYS, tallies) == payout_analytics(DAYS, merged.values())
    assert earnings_summary(DAYS, tallies, earnings_cents=0, tips_cents=0) == earnings_summary(
        DAYS, merged.values(), earnings_cents=0, tips_cents=0
    )


@given(today=st.dates(date(2024, 1, 1), date(2030, 12, 31)))
def test_weeks_go_from_monday_to_sunday_without_a_gap_up_to_that_of_today(today: date) -> None:
    weeks = weeks_until(today)
    assert len(weeks) == WEEKS_SHOWN
    assert all((each.first.weekday(), each.last.weekday()) == (0, 6) for each in weeks)
    assert all(
        later.first - earlier.last == timedelta(days=1) for earlier, later in itertools.pairwise(weeks)
    )
    assert weeks[-1].first <= today <= weeks[-1].last
