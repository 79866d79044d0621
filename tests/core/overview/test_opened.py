"""One day by service and by hour."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import platform_time
from haulage.kernel.services import ServiceType
from haulage.overview import Paid, hours_of, opened_day

NOW = datetime(2026, 11, 26, 16, 0, tzinfo=UTC)
PAID = st.builds(Paid, st.integers(1, 500), st.integers(0, 10**8))


@pytest.mark.parametrize(
    ("day", "shown"),
    [
        (date(2026, 11, 20), [*range(24)]),
        (date(2026, 3, 8), [0, 1, *range(3, 24)]),
        (date(2026, 11, 1), [0, 1, 1, *range(2, 24)]),
    ],
)
def test_a_day_has_the_hours_that_the_platforms_clock_shows_on_it(day: date, shown: list[int]) -> None:
    hours = hours_of(day, NOW)
    assert [platform_time(hour.since).hour for hour in hours] == shown
    assert {platform_time(hour.since).date() for hour in hours} == {day}


@given(st.lists(st.dictionaries(st.sampled_from(ServiceType), PAID), min_size=24, max_size=24))
def test_services_and_hours_each_add_up_to_the_day(paid: list[dict[ServiceType, Paid]]) -> None:
    day = opened_day(hours_of(date(2026, 11, 20), NOW), paid)
    assert set(day.by_service) == set(ServiceType)
    for parts in (list(day.by_service.values()), [hour.paid for hour in day.by_hour]):
        assert sum(each.orders for each in parts) == day.paid.orders
        assert sum(each.revenue_cents for each in parts) == day.paid.revenue_cents


def test_the_average_is_of_the_orders_that_were_paid_and_of_none_there_is_none() -> None:
    assert (Paid(2, 10_01).average_cents, Paid(3, 10_00).average_cents) == (5_01, 3_33)
    assert Paid().average_cents is None


@pytest.mark.parametrize("day", [date(2026, 11, 27), date(1969, 12, 31), date.max, date.min])
def test_a_day_that_no_clock_has_shown_is_refused(day: date) -> None:
    with pytest.raises(InvalidInput) as refused:
        hours_of(day, NOW)
    assert refused.value.field == "day"
