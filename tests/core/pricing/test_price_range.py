"""The price before a driver is chosen."""

from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.services import ServiceType
from haulage.pricing import DEMONSTRATION_TAX, Fare, Trip, quote_fare
from haulage.pricing.price_range import PriceRange, price_range

MILES = st.integers(1, 200)


def fare(miles: int) -> Fare:
    return quote_fare(Trip(service=ServiceType.DELIVERY, miles=miles, minutes=20), tax=DEMONSTRATION_TAX)


def test_nobody_to_choose_from_is_no_price() -> None:
    assert price_range([]) is None


def test_one_driver_is_one_price() -> None:
    total = fare(5).total_cents
    assert price_range([fare(5)]) == PriceRange(total, total)


@given(st.lists(MILES, min_size=1, max_size=8))
def test_every_price_is_within_the_range_and_both_ends_are_prices(trips: list[int]) -> None:
    fares = [fare(miles) for miles in trips]
    totals = {each.total_cents for each in fares}
    found = price_range(iter(fares))
    assert found is not None
    assert all(found.low_cents <= total <= found.high_cents for total in totals)
    assert {found.low_cents, found.high_cents} <= totals
