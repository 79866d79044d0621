"""Trips that need a carrier's credential are refused where real money is taken, and nowhere else."""

from datetime import timedelta

import attrs
import pytest

from builders import BROOKLYN
from haulage.authority import (
    Authority,
    AuthorityConfirmation,
    CarrierCredentialRequired,
    Lane,
    RouteClosed,
    StateUnknown,
)
from haulage.kernel.actor import ANONYMOUS, OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.kernel.geo import Place, Point
from haulage.kernel.services import ServiceType
from haulage.pricing.sales_tax import TaxPlace
from haulage.use_cases.authority.authority_table import AuthorityWithdrawn, LaneConfirmed
from haulage.use_cases.authority.trip_authority import ConfirmedTripAuthority
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
            authority=attrs.evolve(
                market.authority,
                table=attrs.evolve(market.authority.table, trips=trips),
                check_trip=attrs.evolve(market.authority.check_trip, trips=trips, area=EVERYWHERE),
            ),
        ),
    )


def confirmed(
    scenario: Scenario, lane: Lane, authority: Authority = Authority.OPEN, in_days: int = 0
) -> AuthorityConfirmation:
    today = scenario.clock.now().date()
    since = today + timedelta(days=in_days)
    return AuthorityConfirmation(lane, authority, since, "49 CFR 372.235", "Ann Lee", today)


DELIVERED_TO_NEW_JERSEY = Lane("NY", "NJ", ServiceType.DELIVERY)


async def test_everything_is_open_where_no_real_money_is_taken(scenario: Scenario, ada: Actor) -> None:
    assert (await scenario.quote(ada, service_type=ServiceType.MOVING, dropoff=HOBOKEN)).fare.total_cents > 0


async def test_delivery_within_a_state_is_sold_and_the_rest_is_refused(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    assert (await scenario.quote(ada, service_type=ServiceType.DELIVERY)).fare.total_cents > 0
    for service, dropoff, refusal in (
        (ServiceType.MOVING, BROOKLYN, CarrierCredentialRequired),
        (ServiceType.DELIVERY, HOBOKEN, CarrierCredentialRequired),
        (ServiceType.DELIVERY, AT_SEA, StateUnknown),
    ):
        with pytest.raises(refusal):
            await scenario.quote(ada, service_type=service, dropoff=dropoff)


async def test_what_an_operator_confirms_counts_at_once_until_it_is_withdrawn(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    opened = await scenario.market.authority.table.record(
        OPERATOR, [confirmed(scenario, DELIVERED_TO_NEW_JERSEY)]
    )
    assert (await scenario.quote(ada, dropoff=HOBOKEN)).fare.total_cents > 0
    await scenario.market.authority.table.withdraw(OPERATOR, opened.rows[0].id)
    with pytest.raises(CarrierCredentialRequired):
        await scenario.quote(ada, dropoff=HOBOKEN)
    closed = confirmed(scenario, DELIVERED_TO_NEW_JERSEY, Authority.CLOSED)
    await scenario.market.authority.table.record(OPERATOR, [closed])
    with pytest.raises(RouteClosed):
        await scenario.quote(ada, dropoff=HOBOKEN)
    with pytest.raises(AuthorityWithdrawn):
        await scenario.market.authority.table.withdraw(OPERATOR, opened.rows[0].id)


async def test_a_lane_has_one_answer_from_a_day_on(scenario: Scenario) -> None:
    table = scenario.market.authority.table
    row, later = (confirmed(scenario, DELIVERED_TO_NEW_JERSEY, in_days=days) for days in (0, 30))
    first = await table.record(OPERATOR, [row, later])
    assert first.added == 2
    again = await table.record(OPERATOR, [row])
    assert (again.added, list(again.rows)) == (0, list(first.rows[:1]))
    other = confirmed(scenario, DELIVERED_TO_NEW_JERSEY, Authority.CLOSED)
    with pytest.raises(LaneConfirmed):
        await table.record(OPERATOR, [confirmed(scenario, Lane("NJ", "NY", ServiceType.PICKUP)), other])
    assert await table.rows(OPERATOR) == list(first.rows), "all of a file or nothing"


async def test_a_row_counts_for_trips_from_its_day_on(scenario: Scenario, ada: Actor) -> None:
    scenario = in_real_mode(scenario)
    opens = confirmed(scenario, DELIVERED_TO_NEW_JERSEY, in_days=10)
    await scenario.market.authority.table.record(OPERATOR, [opens])
    day = scenario.clock.now() + timedelta(days=9)
    with pytest.raises(CarrierCredentialRequired):
        await scenario.quote(ada, dropoff=HOBOKEN, scheduled_time=day)
    later = day + timedelta(days=1)
    assert (await scenario.quote(ada, dropoff=HOBOKEN, scheduled_time=later)).carrier_need is None


async def test_a_visitor_learns_what_can_be_booked_before_anything_else(scenario: Scenario) -> None:
    check = in_real_mode(scenario).market.authority.check_trip
    found = await check(ANONYMOUS, BROOKLYN.point, HOBOKEN.point)
    assert {each.service for each in found if each.refused} == set(ServiceType)
    within = await check(ANONYMOUS, BROOKLYN.point, Point(40.75, -73.98))
    refused = [each for each in within if each.refused]
    assert [each.service for each in refused] == [ServiceType.MOVING]
    assert "certificate of NY" in (refused[0].refused or CarrierCredentialRequired).message


async def test_nobody_but_an_operator_keeps_the_table(scenario: Scenario, ada: Actor) -> None:
    said, table = confirmed(scenario, DELIVERED_TO_NEW_JERSEY), scenario.market.authority.table
    for actor in (ada, ADMIN):
        with pytest.raises(Forbidden):
            await table.record(actor, [said])
    assert await table.rows(ADMIN) == []
    tomorrow = attrs.evolve(said, confirmed_on=said.confirmed_on.replace(year=said.confirmed_on.year + 1))
    with pytest.raises(InvalidInput):
        await table.record(OPERATOR, [tomorrow])
