"""Who gets what of a fare."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.ledger import SplitBasis, SplitPolicy, processing_fee_cents, split_fare


def basis(total: int, taxes: int, **more: object) -> SplitBasis:
    return SplitBasis(total, taxes, processing_fee_cents(total), **more)  # type: ignore[arg-type]


def test_the_documented_forty_dollars_are_halved_after_tax_and_fee() -> None:
    shares = split_fare(basis(4330, 330))
    assert processing_fee_cents(4330) == 156
    assert (shares.driver_cents, shares.platform_cents) == (1922, 1922)


def test_the_documented_twenty_five_dollars_pay_the_driver_eleven_ninety_six() -> None:
    shares = split_fare(basis(2706, 206))
    assert shares.driver_cents + shares.platform_cents == 2392
    assert shares.driver_cents == 1196


def test_the_odd_cent_goes_to_the_driver() -> None:
    shares = split_fare(SplitBasis(101, 0, 0))
    assert (shares.driver_cents, shares.platform_cents) == (51, 50)


def test_eighty_percent_are_of_the_price_before_taxes() -> None:
    shares = split_fare(basis(4330, 330), SplitPolicy.ORDER_PRICE_80)
    assert (shares.driver_cents, shares.platform_cents) == (3200, 644)


def test_a_delivery_is_paid_by_miles_and_minutes_up_to_the_net() -> None:
    trip = {"miles": Fraction(5), "minutes": Fraction(20)}
    assert split_fare(basis(10_825, 825, **trip), SplitPolicy.PER_DELIVERY).driver_cents == 3500
    assert split_fare(basis(2706, 206, **trip), SplitPolicy.PER_DELIVERY).driver_cents == 2392
    bonus = basis(10_825, 825, earned_bonus=True, **trip)
    assert split_fare(bonus, SplitPolicy.PER_DELIVERY).driver_cents == 3650


def test_a_fare_smaller_than_its_fee_leaves_the_driver_nothing_and_the_platform_the_rest() -> None:
    shares = split_fare(SplitBasis(20, 0, 31))
    assert (shares.driver_cents, shares.platform_cents) == (0, -11)


@given(
    subtotal=st.integers(0, 10_000_000),
    taxes=st.integers(0, 1_000_000),
    fee=st.integers(0, 300_000),
    policy=st.sampled_from(SplitPolicy),
    miles=st.fractions(0, 500),
    minutes=st.fractions(0, 2000),
    bonus=st.booleans(),
)
def test_no_policy_makes_or_loses_a_cent(
    subtotal: int,
    taxes: int,
    fee: int,
    policy: SplitPolicy,
    miles: Fraction,
    minutes: Fraction,
    bonus: bool,
) -> None:
    found = SplitBasis(subtotal + taxes, taxes, fee, miles, minutes, bonus)
    shares = split_fare(found, policy)
    assert shares.driver_cents + shares.platform_cents + taxes + fee == subtotal + taxes
    assert 0 <= shares.driver_cents <= found.net_cents
    assert shares.platform_cents >= min(0, subtotal - fee)


def test_negative_amounts_and_more_taxes_than_total_are_refused() -> None:
    for amounts in ((-1, 0, 0), (10, -1, 0), (10, 0, -1), (10, 11, 0)):
        with pytest.raises(InvalidInput):
            SplitBasis(*amounts)
