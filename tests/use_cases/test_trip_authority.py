"""Trips that need a carrier's credential are refused where real money is taken, and nowhere else."""

import attrs
import pytest

from builders import BROOKLYN
from haulage.authority import (
    Authority,
    AuthorityConfirmation,
    CarrierCredentialRequired,
    Lane,
    RouteClosed,
)
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.kernel.geo import Place, Point
from haulage.kernel.services import ServiceType
from haulage.pricing.sales_tax import TaxPlace
from haulage.use_cases.authority.authority_table import (
    AuthorityWithdrawn,
    ConfirmedTripAuthority,
    LaneConfirmed,
)
from use_cases.scenario import ADMIN, EVERYWHERE, Scenario, pricing_by

pytestmark = pytest.mark.anyio

HOBOKEN = Place(Point(40.744, -74.032), "1 Washington St, Hoboken, NJ")
AT_SEA = Place(Point(40.3, -73.6), "Somewhere on the water")


class States:
    """New Jersey west of the Hudson, New York east of it, and no state at sea."""

    async def place(self, point: Point) -> TaxPlace:
        if point.lat < 40.4:
            return TaxPlace()
        return TaxPlace("NJ" if point.lng < -74.02 else "NY")

    async def require_known(self, place: TaxPlace) -> None:
        """Every place is."""


def in_real_mode(scenario: Scenario) -> Scenario:
    trips = ConfirmedTripAuthority(scenario.storage, States())
    market = scenario.market
    return attrs.evolve(
        scenario,
        market=attrs.evolve(
            pricing_by(market, trip_authority=trips, area=EVERYWHERE),
            authority=attrs.evolve(market.authority, trips=trips),
        ),
    )


def confirmed(scenario: Scenario, lane: Lane, authority: Authority = Authority.OPEN) -> AuthorityConfirmation:
    return AuthorityConfirmation(lane, authority, "49 CFR 372.235", "Ann Lee", scenario.clock.now().date())


DELIVERED_TO_NEW_JERSEY = Lane("NY", "NJ", ServiceType.DELIVERY)


async def test_everything_is_open_where_no_real_money_is_taken(scenario: Scenario, ada: Actor) -> None:
    assert (await scenario.quote(ada, service_type=ServiceType.MOVING, dropoff=HOBOKEN)).fare.total_cents > 0


async def test_delivery_within_a_state_is_sold_and_the_rest_is_refused(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    assert (await scenario.quote(ada, service_type=ServiceType.DELIVERY)).fare.total_cents > 0
    for service, dropoff in (
        (ServiceType.MOVING, BROOKLYN),
        (ServiceType.DELIVERY, HOBOKEN),
        (ServiceType.DELIVERY, AT_SEA),
    ):
        with pytest.raises(CarrierCredentialRequired):
            await scenario.quote(ada, service_type=service, dropoff=dropoff)


async def test_what_an_operator_confirms_counts_at_once_until_it_is_withdrawn(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    opened = await scenario.market.authority.record(OPERATOR, confirmed(scenario, DELIVERED_TO_NEW_JERSEY))
    assert (await scenario.quote(ada, dropoff=HOBOKEN)).fare.total_cents > 0
    await scenario.market.authority.withdraw(OPERATOR, opened.id)
    with pytest.raises(CarrierCredentialRequired):
        await scenario.quote(ada, dropoff=HOBOKEN)
    await scenario.market.authority.record(
        OPERATOR, confirmed(scenario, DELIVERED_TO_NEW_JERSEY, Authority.CLOSED)
    )
    with pytest.raises(RouteClosed):
        await scenario.quote(ada, dropoff=HOBOKEN)
    with pytest.raises(AuthorityWithdrawn):
        await scenario.market.authority.withdraw(OPERATOR, opened.id)


async def test_a_lane_has_one_answer(scenario: Scenario) -> None:
    authority = scenario.market.authority
    first = await authority.record(OPERATOR, confirmed(scenario, DELIVERED_TO_NEW_JERSEY))
    assert await authority.record(OPERATOR, confirmed(scenario, DELIVERED_TO_NEW_JERSEY)) == first
    with pytest.raises(LaneConfirmed):
        await authority.record(OPERATOR, confirmed(scenario, DELIVERED_TO_NEW_JERSEY, Authority.CLOSED))
    assert await authority.rows(OPERATOR) == [first]


async def test_nobody_but_an_operator_keeps_the_table(scenario: Scenario, ada: Actor) -> None:
    said = confirmed(scenario, DELIVERED_TO_NEW_JERSEY)
    for actor in (ada, ADMIN):
        with pytest.raises(Forbidden):
            await scenario.market.authority.record(actor, said)
    tomorrow = attrs.evolve(said, confirmed_on=said.confirmed_on.replace(year=said.confirmed_on.year + 1))
    with pytest.raises(InvalidInput):
        await scenario.market.authority.record(OPERATOR, tomorrow)
