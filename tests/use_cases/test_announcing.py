"""What the server tells a customer by itself: each cause once an order, as far as it is wanted (OP-46)."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from builders import a_position
from haulage.kernel.geo import Point
from haulage.kernel.policy import Actor
from haulage.messaging import AutoMessages, Message, MessageKind
from haulage.messaging.announcing import Cause
from haulage.messaging.message import SYSTEM_ID
from haulage.orders import Order
from haulage.ports.jobs import NotYet
from haulage.ports.storage import PageRequest
from haulage.use_cases.drivers.forecasting import Forecasts
from haulage.use_cases.messaging import PreferenceChange
from haulage.use_cases.messaging.announcing import AnnounceOrder, Announcer, WatchArrival
from haulage_adapters.system.identifiers import RandomIdentifiers
from use_cases.town import NEARBY, SteadyRoutes, Town, once

pytestmark = pytest.mark.anyio

FAR = Point(41.05, -73.9855)
"""Some twenty miles north of the pickup: about fifty minutes."""

SITE = "https://haulage.example"


def an_announcer() -> Announcer:
    return Announcer(RandomIdentifiers(), SITE)


def a_watch(town: Town) -> WatchArrival:
    return WatchArrival(town.storage, town.clock, Forecasts(SteadyRoutes()), an_announcer())


async def messages(town: Town, order: Order) -> list[Message]:
    found = await town.storage.read(lambda unit: unit.messages.of_order(order.id, None, PageRequest(50)))
    return list(reversed(found.items))


async def causes(town: Town, order: Order) -> list[str]:
    return [(each.cause or "").partition(":")[0] for each in await messages(town, order)]


async def place(town: Town, driver: Actor, at: Point) -> None:
    now = town.clock.now()
    position = a_position(driver.driver_id or "", now, at)
    await town.storage.write(lambda unit: unit.drivers.set_position(position))


async def set_out(town: Town, ada: Actor, dee: Actor, at: Point = FAR) -> Order:
    order = await town.assigned(ada, dee)
    await town.market.driving.accept(dee, order.id)
    order = await town.market.driving.set_out(dee, order.id)
    await place(town, dee, at)
    return order


async def look(town: Town, watch: WatchArrival, order: Order) -> None:
    """Once; whether there is more to be watched is not what these tests are about."""
    with suppress(NotYet):
        await watch.of_journey(order.id)


async def test_payment_and_assignment_are_told_by_the_system(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.later(seconds=1)
    told = await messages(town, order)
    assert [each.cause for each in told] == ["order_confirmation", f"driver_assigned:{dee.driver_id}"]
    for each in told:
        assert (each.sender.id, each.kind, each.recipient.id) == (
            SYSTEM_ID,
            MessageKind.TEMPLATE,
            ada.user_id,
        )
        assert each.sms_refusal == "SMS notifications are disabled for this user"
        assert len(each.text) <= 160
    assert str(order.number) in told[0].text


async def test_nothing_is_told_of_an_order_that_nobody_paid(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    await town.later(seconds=1)
    assert await causes(town, order) == []


async def test_completion_is_told_with_the_way_to_rate_it(town: Town, ada: Actor, dee: Actor) -> None:
    order = await set_out(town, ada, dee, NEARBY)
    await town.market.driving.start(dee, order.id)
    await town.market.driving.confirm_pickup(dee, order.id)
    await town.market.driving.complete(dee, order.id, once())
    await AnnounceOrder(town.storage, town.clock, an_announcer())(order.id)
    last = (await messages(town, order))[-1]
    assert last.cause == "delivery_complete"
    assert f"{SITE}/rate/{order.id}" in last.text


async def test_each_cause_is_told_once_however_often_and_wherever_it_is_tried(
    database: str, town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    servers = [AnnounceOrder(town.storage, town.clock, an_announcer()) for _ in range(4)]
    await asyncio.gather(*(server(order.id) for server in servers), return_exceptions=True)
    for server in servers:
        await server(order.id)
    assert sorted(await causes(town, order)) == ["driver_assigned", "order_confirmation"]


async def test_another_driver_is_news(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.later(seconds=1)
    await town.market.driving.hand_back(dee, order.id)
    eve = await town.driver("eve")
    await town.market.driving.accept(eve, order.id)
    await town.later(seconds=1)
    assert await causes(town, order) == ["order_confirmation", "driver_assigned", "driver_assigned"]


async def test_flags_decide(town: Town, ada: Actor, dee: Actor) -> None:
    flags = AutoMessages(order_confirmation=False, driver_arriving=False, delays=False)
    await town.market.messages.preferences.change(ada, PreferenceChange(auto_messages=flags))
    order = await set_out(town, ada, dee, NEARBY)
    await town.later(seconds=1)
    await look(town, a_watch(town), order)
    assert await causes(town, order) == ["driver_assigned"]


async def test_news_of_yesterday_are_told_by_nobody(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.later(hours=3)
    assert "order_confirmation" not in await causes(town, order)


async def test_a_driver_is_announced_within_ten_minutes_and_once(town: Town, ada: Actor, dee: Actor) -> None:
    order, watch = await set_out(town, ada, dee), a_watch(town)
    for north, near in ((0.20, False), (0.075, False), (0.055, True), (0.01, True)):
        town.clock.turn(seconds=60)
        await place(town, dee, Point(NEARBY.lat + north, NEARBY.lng))
        await look(town, watch, order)
        told = [each for each in await messages(town, order) if each.cause == Cause.DRIVER_ARRIVING]
        assert len(told) == int(near), north
    assert "in about 9 min " in told[0].text or "in about 10 min " in told[0].text


async def test_a_slip_of_more_than_a_quarter_of_an_hour_is_told_once(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order, watch = await set_out(town, ada, dee, NEARBY), a_watch(town)
    assert order.pickup_due_at is not None
    town.clock.at = order.pickup_due_at + timedelta(minutes=14)
    await place(town, dee, order.pickup.point)
    await look(town, watch, order)
    assert "delays" not in await causes(town, order)
    for _ in range(2):
        town.clock.turn(seconds=61)
        await place(town, dee, NEARBY)
        await look(town, watch, order)
    assert (await causes(town, order)).count("delays") == 1


async def test_a_driver_who_does_not_set_out_is_late_too(town: Town, ada: Actor, dee: Actor) -> None:
    order, watch = await town.assigned(ada, dee), a_watch(town)
    with pytest.raises(NotYet):
        await watch.of_start(order.id)
    town.clock.turn(minutes=60)
    await place(town, dee, FAR)
    await watch.of_start(order.id)
    assert await causes(town, order) == ["delays"]
    await watch.of_start(order.id)
    assert await causes(town, order) == ["delays"]


async def test_nobody_is_watched_after_the_end(town: Town, ada: Actor, dee: Actor) -> None:
    order, watch = await set_out(town, ada, dee), a_watch(town)
    await town.market.driving.hand_back(dee, order.id)
    await watch.of_journey(order.id)
    await watch.of_start(order.id)


async def test_where_a_driver_was_long_ago_says_nothing(town: Town, ada: Actor, dee: Actor) -> None:
    order = await set_out(town, ada, dee, NEARBY)
    town.clock.turn(minutes=11)
    await look(town, a_watch(town), order)
    assert Cause.DRIVER_ARRIVING not in await causes(town, order)
