"""How much may be paid out, at each limit and beside it (OUT-15 to OUT-18, OP-39, OP-43)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import attrs
import pytest

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.payouts import (
    STANDARD_LIMITS,
    AboveMaximum,
    BelowMinimum,
    CountedPayout,
    DailyLimitExceeded,
    InstantNotEnabled,
    LimitsNotWidened,
    MoreThanAvailable,
    PayoutLimits,
    PayoutStatus,
    driver_day,
    most_now,
    paid_out_on,
    require_instant_amount,
    require_standard_amount,
    require_tightened,
)

TODAY = date(2026, 3, 2)
PLENTY = 10_000_00


def ask(
    cents: int, *, available: int = PLENTY, counted: int = 0, limits: PayoutLimits = STANDARD_LIMITS
) -> None:
    require_instant_amount(cents, limits, available_cents=available, counted_cents=counted)


@pytest.mark.parametrize(
    ("cents", "available", "counted"),
    [(10_00, PLENTY, 0), (500_00, PLENTY, 0), (500_00, PLENTY, 500_00), (10_00, 10_00, 990_00)],
)
def test_amounts_at_a_limit_are_allowed(cents: int, available: int, counted: int) -> None:
    ask(cents, available=available, counted=counted)


@pytest.mark.parametrize(
    ("cents", "available", "counted", "error", "message"),
    [
        (9_99, PLENTY, 0, BelowMinimum, "Minimum instant payout amount is $10"),
        (500_01, PLENTY, 0, AboveMaximum, "Maximum instant payout amount is $500"),
        (
            500_00,
            PLENTY,
            500_01,
            DailyLimitExceeded,
            "Daily instant payout limit of $1,000 would be exceeded",
        ),
        (10_01, 10_00, 0, MoreThanAvailable, "Your available balance is $10.00"),
        (10_00, -5_00, 0, MoreThanAvailable, "Your available balance is $0.00"),
    ],
)
def test_an_amount_beside_a_limit_is_refused_in_the_documented_words(
    cents: int, available: int, counted: int, error: type[RuleBroken], message: str
) -> None:
    with pytest.raises(error) as refused:
        ask(cents, available=available, counted=counted)
    assert (refused.value.message, refused.value.field) == (message, "amount_cents")


def test_a_limit_of_odd_cents_is_said_with_them() -> None:
    with pytest.raises(BelowMinimum, match=r"\$12\.50"):
        ask(12_49, limits=attrs.evolve(STANDARD_LIMITS, minimum_instant_cents=12_50))


@pytest.mark.parametrize("cents", [0, -1])
def test_a_payout_of_nothing_is_refused(cents: int) -> None:
    with pytest.raises(InvalidInput):
        ask(cents)
    with pytest.raises(InvalidInput):
        require_standard_amount(cents, available_cents=PLENTY)


def test_a_standard_payout_has_no_bounds_but_the_balance() -> None:
    require_standard_amount(1, available_cents=1)
    require_standard_amount(PLENTY, available_cents=PLENTY)
    with pytest.raises(MoreThanAvailable):
        require_standard_amount(PLENTY + 1, available_cents=PLENTY)


def test_a_day_counts_what_is_under_way_and_what_was_paid() -> None:
    payouts = [CountedPayout(100_00, status, TODAY) for status in PayoutStatus]
    yesterday = CountedPayout(700_00, PayoutStatus.PAID, date(2026, 3, 1))
    slower = CountedPayout(500_00, PayoutStatus.PAID, TODAY, fees_returned=True)
    assert paid_out_on(TODAY, [*payouts, yesterday, slower]) == 300_00


def test_a_day_is_the_drivers_own() -> None:
    at = datetime(2026, 3, 3, 4, 30, tzinfo=UTC)
    assert driver_day(at, ZoneInfo("America/New_York")) == date(2026, 3, 2)
    assert driver_day(at, ZoneInfo("Asia/Tokyo")) == date(2026, 3, 3)


ZONES = {
    "America/New_York": ((3, 8, 23), (11, 1, 25)),
    "America/Los_Angeles": ((3, 8, 23), (11, 1, 25)),
    "America/Anchorage": ((3, 8, 23), (11, 1, 25)),
    "Pacific/Honolulu": ((3, 8, 24), (11, 1, 24)),
}
"""How many hours the two days of 2026 have on which clocks change; in Hawaii they never do."""


@pytest.mark.parametrize("name", ZONES)
def test_a_day_begins_at_midnight_in_each_zone_and_lasts_as_long_as_its_clock_says(name: str) -> None:
    """A second before midnight is the day before, whatever the clocks do in between."""
    zone, second = ZoneInfo(name), timedelta(seconds=1)
    for month, day, hours in ZONES[name]:
        own = date(2026, month, day)
        begin = datetime.combine(own, time(), zone).astimezone(UTC)
        end = datetime.combine(own + timedelta(days=1), time(), zone).astimezone(UTC)
        assert end - begin == timedelta(hours=hours)
        every_minute = [begin + timedelta(minutes=each) for each in range(hours * 60)]
        assert {driver_day(at, zone) for at in every_minute} == {own}
        assert driver_day(begin - second, zone) == own - timedelta(days=1)
        assert driver_day(end, zone) == own + timedelta(days=1)


@pytest.mark.parametrize(
    ("hour", "day"),
    [((3, 8, 4, 59), 7), ((3, 8, 5, 0), 8), ((3, 9, 3, 59), 8), ((3, 9, 4, 0), 9)],
)
def test_the_day_the_clocks_change_has_its_own_limit(hour: tuple[int, ...], day: int) -> None:
    """In New York the 8th of March 2026 has 23 hours: from 05:00 UTC to 04:00 UTC."""
    at = datetime(2026, *hour, tzinfo=UTC)
    assert driver_day(at, ZoneInfo("America/New_York")) == date(2026, 3, day)


@pytest.mark.parametrize(("available", "most"), [(700_00, 500_00), (42_00, 42_00), (0, 0), (-3_00, 0)])
def test_the_form_offers_what_is_available_up_to_the_most(available: int, most: int) -> None:
    assert most_now(STANDARD_LIMITS, available) == most


@pytest.mark.parametrize(
    "changes",
    [
        {"minimum_instant_cents": 20_00},
        {"maximum_instant_cents": 400_00},
        {"daily_instant_limit_cents": 999_99},
        {"auto_payout_threshold_cents": 500_00},
        {},
    ],
)
def test_drivers_may_tighten_their_own_limits(changes: dict[str, int]) -> None:
    require_tightened(attrs.evolve(STANDARD_LIMITS, **changes), STANDARD_LIMITS)


@pytest.mark.parametrize(
    "changes",
    [
        {"minimum_instant_cents": 9_99},
        {"maximum_instant_cents": 500_01},
        {"daily_instant_limit_cents": 1_000_01},
    ],
)
def test_drivers_may_not_widen_their_own_limits(changes: dict[str, int]) -> None:
    with pytest.raises(LimitsNotWidened):
        require_tightened(attrs.evolve(STANDARD_LIMITS, **changes), STANDARD_LIMITS)


@pytest.mark.parametrize("field", [each.name for each in attrs.fields(PayoutLimits)])
def test_no_limit_is_nothing(field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        attrs.evolve(STANDARD_LIMITS, **{field: 0})
    assert refused.value.field == field


def test_the_least_is_not_above_the_most() -> None:
    with pytest.raises(InvalidInput):
        attrs.evolve(STANDARD_LIMITS, minimum_instant_cents=500_01)


def test_instant_payouts_that_are_off_say_so() -> None:
    assert InstantNotEnabled().message == "Instant payouts not enabled for this driver"


def test_the_least_of_one_payout_may_be_its_most_and_not_a_cent_above() -> None:
    exact = PayoutLimits(minimum_instant_cents=500_00, maximum_instant_cents=500_00)
    ask(500_00, limits=exact)
    with pytest.raises(InvalidInput) as refused:
        PayoutLimits(minimum_instant_cents=500_01, maximum_instant_cents=500_00)
    assert refused.value.field == "minimum_instant_cents"
