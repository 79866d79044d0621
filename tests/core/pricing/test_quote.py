"""How long a quote holds, and the estimate that is shown before there is one."""

from datetime import timedelta

import pytest

from builders import NOON, a_quote
from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.services import ServiceType
from haulage.pricing import quick_estimate
from haulage.pricing.quote import QuoteExpired

A_MOMENT = timedelta(microseconds=1)
FIFTEEN_MINUTES = timedelta(minutes=15)


def test_a_quote_is_live_until_just_before_fifteen_minutes() -> None:
    a_quote().require_live(NOON)
    a_quote().require_live(NOON + FIFTEEN_MINUTES - A_MOMENT)


@pytest.mark.parametrize("late", [timedelta(0), A_MOMENT, timedelta(days=1)])
def test_a_quote_has_expired_at_exactly_fifteen_minutes(late: timedelta) -> None:
    with pytest.raises(QuoteExpired, match=r"^This quote has expired\. Please ask for a new price\.$"):
        a_quote().require_live(NOON + FIFTEEN_MINUTES + late)


@pytest.mark.parametrize(
    ("service", "base"),
    [(ServiceType.DELIVERY, 15_00), (ServiceType.MOVING, 35_00), (ServiceType.PICKUP, 12_00)],
)
def test_the_quick_estimate_is_base_and_two_dollars_a_straight_mile(service: ServiceType, base: int) -> None:
    start, end = Point(40, -74), Point(41, -74)
    quick = quick_estimate(service, start, end)
    assert quick.miles == great_circle_miles(start, end)
    assert quick.price_cents == base + 138_20  # one degree is 69.098 miles
    assert quick.minutes == 166  # 165.8 at 25 mph


def test_the_quick_estimate_of_no_way_at_all_is_the_base_and_a_minute() -> None:
    here = Point(40, -74)
    quick = quick_estimate(ServiceType.DELIVERY, here, here)
    assert (quick.miles, quick.minutes, quick.price_cents) == (0, 1, 15_00)
