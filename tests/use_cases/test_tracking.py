"""What a waiting customer is shown: the driver, when they arrive, and what canceling would cost."""

from datetime import datetime, timedelta

import attrs
import pytest

from builders import BROOKLYN, TIMES_SQUARE
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import NotFound, Unauthenticated, Unavailable
from haulage.kernel.geo import Point
from haulage.orders import Order, Stop
from haulage.ports.maps.routes import Route
from haulage.use_cases.arrival_estimates import QUICK_ENGINE, REFRESH_AFTER, Forecasts
from haulage.use_cases.orders.tracking import CancellingNow, Live
from haulage.use_cases.payments.issue_refund import RefundRequest
from use_cases.scenario import ADMIN, Scenario, SteadyRoutes, step_of

pytestmark = pytest.mark.anyio

UPTOWN = Point(40.79, -73.97)


class CountingRoutes(SteadyRoutes):
    """Counts what it is asked, and may be out of order."""

    def __init__(self) -> None:
        self.calls = 0
        self.down = False

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        self.calls += 1
        if self.down:
            raise Unavailable("routes")
        return await super().route(start, end, at=at)


async def on_the_way(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    return await scenario.market.deliveries.steps.set_out(dee, order.id)


async def live(scenario: Scenario, actor: Actor, order: Order) -> Live:
    return await scenario.market.orders.track.live(actor, order.id)


def forecasting_by(scenario: Scenario, routes: CountingRoutes) -> None:
    track = attrs.evolve(scenario.market.orders.track, forecasts=Forecasts(routes))
    scenario.market = attrs.evolve(scenario.market, orders=attrs.evolve(scenario.market.orders, track=track))


async def test_the_driver_is_named_at_once_and_seen_from_setting_out(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    tracking = await scenario.market.orders.track(ada, order.id)
    assert tracking.driver is not None
    assert tracking.driver.id == dee.driver_id
    assert tracking.live == Live(scenario.clock.now())
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    seen = await live(scenario, ada, order)
    assert seen.position is not None
    assert (seen.position.point, seen.stop) == (TIMES_SQUARE.point, Stop.PICKUP)


async def test_the_arrival_leads_from_where_the_driver_is_to_the_next_stop(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await on_the_way(scenario, ada, dee)
    await scenario.market.deliveries.steps.start(dee, order.id)
    loading = await live(scenario, ada, order)
    assert (loading.stop, loading.arrival) == (None, None)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    arrival = (await live(scenario, ada, order)).arrival
    assert arrival is not None
    way = await SteadyRoutes().route(TIMES_SQUARE.point, BROOKLYN.point, at=scenario.clock.now())
    assert (arrival.stop, arrival.route) == (Stop.DROPOFF, way)
    assert arrival.at == scenario.clock.now() + timedelta(seconds=way.duration_seconds)


async def test_the_arrival_stands_between_estimates_and_is_estimated_anew_once_the_driver_has_moved(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    routes = CountingRoutes()
    forecasting_by(scenario, routes)
    order = await on_the_way(scenario, ada, dee)
    first = (await live(scenario, ada, order)).arrival
    scenario.clock.turn(seconds=REFRESH_AFTER.total_seconds())
    assert (await live(scenario, ada, order)).arrival is first, "nobody has moved"
    await scenario.market.drivers.profiles.report_position(dee, UPTOWN)
    second = (await live(scenario, ada, order)).arrival
    assert second is not None
    assert second.estimated_at == scenario.clock.now()
    scenario.clock.turn(seconds=REFRESH_AFTER.total_seconds() / 3)
    await scenario.market.drivers.profiles.report_position(dee, TIMES_SQUARE.point)
    assert (await live(scenario, ada, order)).arrival is second, "engines are not asked at every fix"
    assert routes.calls == 2


async def test_the_quick_estimate_stands_in_where_the_engine_fails(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    routes = CountingRoutes()
    routes.down = True
    forecasting_by(scenario, routes)
    order = await on_the_way(scenario, ada, dee)
    tracking = await scenario.market.orders.track(ada, order.id)
    assert tracking.trip.engine == QUICK_ENGINE
    assert tracking.trip.approximate
    assert tracking.live.arrival is not None
    assert tracking.live.arrival.route.engine == QUICK_ENGINE
    routes.down = False
    assert (await scenario.market.orders.track(ada, order.id)).trip.engine == "steady"


async def test_sample_drivers_who_hurry_arrive_as_much_sooner(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await on_the_way(scenario, ada, dee)
    await scenario.market.drivers.profiles.report_position(dee, UPTOWN)
    track = scenario.market.orders.track
    hurried = attrs.evolve(track, forecasts=Forecasts(SteadyRoutes(), speed=6.0))
    now = scenario.clock.now()
    slow, fast = [(await look.live(ada, order.id)).arrival for look in (track, hurried)]
    assert slow is not None
    assert fast is not None
    assert slow.at - now == 6 * (fast.at - now)


async def test_a_finished_order_shows_no_position(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await on_the_way(scenario, ada, dee)
    for step in ("start", "confirm_pickup", "complete"):
        await step_of(scenario.market, step)(dee, order.id)
    tracking = await scenario.market.orders.track(ada, order.id)
    assert tracking.live == Live(scenario.clock.now())
    assert tracking.driver is not None
    assert tracking.cancelling is None


async def test_everyone_without_a_right_hears_that_there_is_no_such_tracking(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    stranger = await scenario.customer("stranger")
    for order_id in (order.id, "ord_none"):
        with pytest.raises(NotFound, match="Order tracking not found"):
            await scenario.market.orders.track(stranger, order_id)
    with pytest.raises(Unauthenticated):
        await scenario.market.orders.track(ANONYMOUS, order.id)
    for who in (ada, dee, ADMIN):
        assert (await scenario.market.orders.track(who, order.id)).order.id == order.id


async def test_the_fee_is_told_before_anybody_cancels(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)

    async def cancelling(who: Actor) -> CancellingNow | None:
        return (await scenario.market.orders.track(who, order.id)).cancelling

    paid = await scenario.order(order.id)
    assert paid.paid_at is not None
    assert paid.pickup_due_at is not None
    five = paid.paid_at + timedelta(minutes=5, microseconds=1)
    late = paid.pickup_due_at + timedelta(minutes=30)
    assert await cancelling(ada) == CancellingNow(0, changes_at=five)
    scenario.clock.turn(minutes=6)
    assert await cancelling(ada) == CancellingNow(10_00, changes_at=late)
    assert await cancelling(ADMIN) == CancellingNow(0)
    assert await cancelling(dee) is None
    payment = await scenario.payment(order)
    await scenario.market.payments.manage.refund(
        ADMIN, payment.id, RefundRequest(payment.amount_cents - 4_00)
    )
    assert await cancelling(ada) == CancellingNow(4_00, changes_at=late)  # no more than is left to keep
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    refused = await cancelling(ada)
    assert refused is not None
    assert refused.refused == "Your driver is already on the way: this order can no longer be canceled."
