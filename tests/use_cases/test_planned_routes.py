"""The road engine behind quotes and arrivals: which way is priced, and what a failure may touch."""

from collections.abc import Sequence
from datetime import datetime

import attrs
import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.kernel.geo import Point, quick_minutes
from haulage.ports.maps.routes import Leg, NoRoute, Route, RouteCalculationError, Routes
from haulage.use_cases.drivers.find_drivers import FindDrivers
from haulage.use_cases.quotes.request_quote import MAX_ALTERNATIVES
from use_cases.scenario import Scenario, SteadyRoutes, Undrawn, pricing_by

pytestmark = pytest.mark.anyio

MILE = 1_609.344


class TwoWays(SteadyRoutes):
    """Six miles in half an hour, or nine in twenty minutes."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        return Route(round(6 * MILE), 1_800, "two ways")

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        return await self.route(start, end, at=at), Route(round(9 * MILE), 1_200, "two ways")


@attrs.frozen
class Failing(SteadyRoutes):
    """Answers every question with this refusal."""

    refusal: Unavailable

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        raise self.refusal

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg | None, ...]:
        raise self.refusal


class SevenMinutes(SteadyRoutes):
    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg | None, ...]:
        return tuple(Leg(1_000, 7 * 60 - 5) for _ in starts)


class NoLegs(SteadyRoutes):
    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg | None, ...]:
        return tuple(None for _ in starts)


def quoting_by(scenario: Scenario, routes: Routes) -> None:
    scenario.market = pricing_by(scenario.market, routes=routes)


def finding_by(scenario: Scenario, **changes: Routes | None) -> FindDrivers:
    find = scenario.market.drivers.find
    found = attrs.evolve(find, search=attrs.evolve(find.search, **changes))
    drivers = attrs.evolve(scenario.market.drivers, find=found)
    scenario.market = attrs.evolve(scenario.market, drivers=drivers)
    return found


async def test_the_way_that_was_chosen_is_priced(scenario: Scenario, ada: Actor) -> None:
    quoting_by(scenario, TwoWays())
    best, other = await scenario.quote(ada), await scenario.quote(ada, alternative=1)
    assert (best.trip.miles, best.trip.minutes) == (6, 30)
    assert (other.trip.miles, other.trip.minutes) == (9, 20)
    assert other.fare.distance_fee_cents > best.fare.distance_fee_cents


async def test_a_price_needs_no_line(scenario: Scenario, ada: Actor) -> None:
    quoting_by(scenario, Undrawn())
    trip = (await scenario.quote(ada)).trip
    assert (trip.miles, trip.minutes) == (6, 30)


@pytest.mark.parametrize("alternative", [-1, 2, MAX_ALTERNATIVES - 1, MAX_ALTERNATIVES])
async def test_a_way_that_is_not_there_is_refused_by_name(
    scenario: Scenario, ada: Actor, alternative: int
) -> None:
    quoting_by(scenario, TwoWays())
    with pytest.raises(InvalidInput) as refusal:
        await scenario.quote(ada, alternative=alternative)
    assert refusal.value.field == "alternative"


@pytest.mark.parametrize("refusal", [RouteCalculationError(), NoRoute()])
async def test_without_a_way_there_is_no_price(scenario: Scenario, ada: Actor, refusal: Unavailable) -> None:
    """The estimate that may stand in for arrivals prices nothing."""
    quoting_by(scenario, Failing(refusal))
    with pytest.raises(RouteCalculationError, match="Route Calculation Error"):
        await scenario.quote(ada)
    assert await scenario.storage.read(lambda unit: unit.quotes.get("quo_1")) is None


@pytest.mark.usefixtures("dee")
async def test_arrivals_come_from_the_engine(scenario: Scenario, ada: Actor) -> None:
    finding_by(scenario, routes=SevenMinutes(), fallback=Failing(RouteCalculationError()))
    (offer,) = await scenario.offers(ada, await scenario.quote(ada))
    assert offer.arrival_minutes == 7


@pytest.mark.usefixtures("dee")
async def test_when_the_engine_fails_arrivals_come_from_what_stands_in_for_it(
    scenario: Scenario, ada: Actor
) -> None:
    finding_by(scenario, routes=Failing(RouteCalculationError()), fallback=SevenMinutes())
    (offer,) = await scenario.offers(ada, await scenario.quote(ada))
    assert offer.arrival_minutes == 7


@pytest.mark.parametrize("routes", [Failing(RouteCalculationError()), NoLegs()])
async def test_without_any_road_arrivals_are_the_quick_estimate(
    scenario: Scenario, ada: Actor, routes: Routes
) -> None:
    await scenario.driver("far", at=Point(40.80, -73.95))
    finding_by(scenario, routes=routes, fallback=None)
    (offer,) = await scenario.offers(ada, await scenario.quote(ada))
    assert offer.arrival_minutes == quick_minutes(offer.miles_away)


@pytest.mark.usefixtures("dee")
async def test_the_price_of_an_offer_does_not_depend_on_the_arrival(scenario: Scenario, ada: Actor) -> None:
    quote = await scenario.quote(ada)
    (steady,) = await scenario.offers(ada, quote)
    finding_by(scenario, routes=Failing(RouteCalculationError()), fallback=SevenMinutes())
    (shown,) = await scenario.offers(ada, quote)
    assert shown.estimate == steady.estimate
    assert shown.score == steady.score
