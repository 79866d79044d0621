"""What the what-if calculator says of its price beside the price (OP-01, OP-09)."""

from decimal import Decimal

import attrs
import pytest

from haulage.kernel.actor import ANONYMOUS
from haulage.kernel.services import ServiceType
from haulage.kernel.split_policy import SplitPolicy
from haulage.pricing import Trip
from haulage.pricing.price_policy import PricePolicy
from use_cases.scenario import Scenario

CHAIRS = Trip(ServiceType.DELIVERY, Decimal(5), 20)


@pytest.mark.parametrize(
    ("policy", "applies"),
    [
        (SplitPolicy.SPLIT_50_50, True),
        (SplitPolicy.ORDER_PRICE_80, False),
        (SplitPolicy.PER_DELIVERY, False),
    ],
)
async def test_the_two_halves_of_a_fare_are_said_only_where_drivers_are_paid_by_halves(
    scenario: Scenario, policy: SplitPolicy, applies: bool
) -> None:
    calculate = attrs.evolve(scenario.market.quotes.calculate_fare, split_policy=policy)
    assert (await calculate(ANONYMOUS, CHAIRS)).shares_apply is applies


@pytest.mark.parametrize("policy", PricePolicy)
async def test_the_figure_is_called_the_price_only_where_it_is_charged(
    scenario: Scenario, policy: PricePolicy
) -> None:
    calculate = attrs.evolve(scenario.market.quotes.calculate_fare, price_policy=policy)
    found = await calculate(ANONYMOUS, CHAIRS)
    assert found.is_charged is (policy is PricePolicy.CALCULATOR_PRICE)
