"""What the server tells a customer by itself: each cause once an order, as far as it is wanted (OP-46)."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from builders import a_position
from haulage.drivers import ProfileChange, VehicleChange, license_plate
from haulage.email import EmailKind, StoredEmail
from haulage.kernel.actor import Actor
from haulage.kernel.geo import Point
from haulage.kernel.vehicles import VehicleColor, VehicleType
from haulage.messaging import AutoMessages, Message, MessageKind
from haulage.messaging.automatic_messages import Cause
from haulage.messaging.message import SYSTEM_ID
from haulage.orders import Order
from haulage.ports.maps.routes import Routes
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.paging import PageRequest
from haulage.services.dispatch.progress_emails import ProgressEmails
from haulage.use_cases.arrival_estimates import Forecasts
from haulage.use_cases.messaging import PreferenceChange
from haulage.use_cases.messaging.automatic_messages import (
    AutomaticMessenger,
    SendAutomaticMessages,
    WatchArrival,
)
from haulage_adapters.system.identifiers import RandomIdentifiers
from use_cases.scenario import NEARBY, Scenario, SteadyRoutes, Undrawn, once, pricing_by

pytestmark = pytest.mark.anyio

FAR = Point(41.05, -73.9855)
"""Some twenty miles north of the pickup: about fifty minutes."""

STEADY = SteadyRoutes()
SITE = "https://haulage.example"


def an_announcer() -> AutomaticMessenger:
    return AutomaticMessenger(RandomIdentifiers(), SITE)


def a_watch(scenario: Scenario, routes: Routes = STEADY) -> WatchArrival:
    return WatchArrival(scenario.storage, scenario.clock, Forecasts(routes), an_announcer())


async def messages(scenario: Scenario, order: Order) -> list[Message]:
    found = await scenario.storage.read(lambda unit: unit.messages.of_order(order.id, None, PageRequest(50)))
    return list(reversed(found.items))


async def causes(scenario: Scenario, order: Order) -> list[str]:
    return [(each.cause or "").partition(":")[0] for each in await messages(scenario, order)]


async def place(scenario: Scenario, driver: Actor, at: Point) -> None:
    now = scenario.clock.now()
    position = a_position(driver.driver_id or "", now, at)
    await scenario.storage.write(lambda unit: unit.drivers.set_position(position))


def an_announcement(scenario: Scenario) -> SendAutomaticMessages:
    mails = scenario.market.dispatch.reassign.mails
    progress = ProgressEmails(mails.mails)
    return SendAutomaticMessages(scenario.storage, scenario.clock, an_announcer(), mails, progress)


async def accepted(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    order = await scenario.assigned(ada, dee)
    return await scenario.market.dispatch.accept_offer(dee, order.id)


async def set_out(scenario: Scenario, ada: Actor, dee: Actor, at: Point = FAR) -> Order:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    order = await scenario.market.deliveries.steps.set_out(dee, order.id)
    await place(scenario, dee, at)
    return order


async def deliver(scenario: Scenario, dee: Actor, order: Order) -> None:
    steps = scenario.market.deliveries.steps
    await steps.start(dee, order.id)
    await steps.confirm_pickup(dee, order.id)
    await steps.complete(dee, order.id, once())


async def look(scenario: Scenario, watch: WatchArrival, order: Order) -> None:
    """Once; whether there is more to be watched is not what these tests are about."""
    with suppress(NotYet):
        await watch.of_journey(order.id)


async def test_payment_and_acceptance_are_told_by_the_system(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    await scenario.later(seconds=1)
    sent = await messages(scenario, order)
    assert [each.cause for each in sent] == ["order_confirmation", f"driver_assigned:{dee.driver_id}"]
    for each in sent:
        assert (each.sender.id, each.kind, each.recipient.id) == (
            SYSTEM_ID,
            MessageKind.TEMPLATE,
            ada.user_id,
        )
        assert each.sms_refusal == "SMS notifications are disabled for this user"
        assert len(each.text) <= 160
    assert str(order.number) in sent[0].text


async def test_nothing_is_told_of_an_order_that_nobody_paid(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    await scenario.later(seconds=1)
    assert await causes(scenario, order) == []


async def test_completion_is_told_with_the_way_to_rate_it(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await set_out(scenario, ada, dee, NEARBY)
    await deliver(scenario, dee, order)
    await an_announcement(scenario)(order.id)
    last = (await messages(scenario, order))[-1]
    assert last.cause == "delivery_complete"
    assert f"{SITE}/rate/{order.id}" in last.text


async def test_each_cause_is_told_once_however_often_and_wherever_it_is_tried(
    database: str, scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    servers = [an_announcement(scenario) for _ in range(4)]
    await asyncio.gather(*(server(order.id) for server in servers), return_exceptions=True)
    for server in servers:
        await server(order.id)
    assert sorted(await causes(scenario, order)) == ["driver_assigned", "order_confirmation"]


async def test_another_driver_is_news(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await accepted(scenario, ada, dee)
    await scenario.later(seconds=1)
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    eve = await scenario.driver("eve")
    await scenario.market.dispatch.accept_offer(eve, order.id)
    await scenario.later(seconds=1)
    assert await causes(scenario, order) == ["order_confirmation", "driver_assigned", "driver_assigned"]


async def mails_of(scenario: Scenario) -> list[str]:
    stored = await scenario.storage.read(lambda unit: unit.emails.latest(50))
    return [mail.subject for mail in (each.mail for each in stored)]


async def test_nobody_is_named_as_the_driver_before_they_accept(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.later(seconds=1)
    assert await causes(scenario, order) == ["order_confirmation"]
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.later(seconds=1)
    last = (await messages(scenario, order))[-1]
    driver = await scenario.storage.read(lambda unit: unit.drivers.get(dee.driver_id or ""))
    assert driver is not None
    assert last.text == f"{driver.name} is the driver of your order {order.number}."


LOST = "Your driver cannot come for order {}. We are asking other drivers now. Canceling costs"


@pytest.mark.parametrize("how", ["decline", "time-out", "unavailable"])
async def test_a_driver_who_does_not_come_is_told_by_message_and_mail_once(
    scenario: Scenario, ada: Actor, dee: Actor, how: str
) -> None:
    if how == "unavailable":
        order = await scenario.book(ada, dee)
        await scenario.market.drivers.profiles.go_offline(dee)
        order = (await scenario.pay(ada, order)).order
    else:
        order = await scenario.assigned(ada, dee)
    if how == "decline":
        await scenario.market.dispatch.offers.decline(dee, order.id)
    if how == "time-out":
        await scenario.later(minutes=30)
    for _ in range(3):
        await scenario.later(seconds=1)
        await an_announcement(scenario)(order.id)
    sent = [each for each in await messages(scenario, order) if (each.cause or "").startswith("driver_lost")]
    assert [each.text.startswith(LOST.format(order.number)) for each in sent] == [True]
    mails = [subject for subject in await mails_of(scenario) if "finding another driver" in subject]
    assert mails == [f"Order #{order.number}: we are finding another driver"]


async def test_who_wants_to_hear_of_no_driver_is_told_of_a_lost_one_by_mail_alone(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    flags = AutoMessages(order_confirmation=False, driver_assigned=False)
    await scenario.market.messaging.preferences.change(ada, PreferenceChange(auto_messages=flags))
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.offers.decline(dee, order.id)
    await scenario.later(seconds=1)
    assert await causes(scenario, order) == []
    assert [subject for subject in await mails_of(scenario) if "another driver" in subject]


async def test_flags_decide(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    flags = AutoMessages(order_confirmation=False, driver_arriving=False, delays=False)
    await scenario.market.messaging.preferences.change(ada, PreferenceChange(auto_messages=flags))
    order = await set_out(scenario, ada, dee, NEARBY)
    await scenario.later(seconds=1)
    await look(scenario, a_watch(scenario), order)
    assert await causes(scenario, order) == ["driver_assigned"]


async def test_news_of_yesterday_are_told_by_nobody(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.later(hours=3)
    assert "order_confirmation" not in await causes(scenario, order)


async def test_a_driver_is_announced_within_ten_minutes_and_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, watch = await set_out(scenario, ada, dee), a_watch(scenario)
    for north, near in ((0.20, False), (0.075, False), (0.055, True), (0.01, True)):
        scenario.clock.turn(seconds=60)
        await place(scenario, dee, Point(NEARBY.lat + north, NEARBY.lng))
        await look(scenario, watch, order)
        sent = [each for each in await messages(scenario, order) if each.cause == Cause.DRIVER_ARRIVING]
        assert len(sent) == int(near), north
    assert "in about 9 min " in sent[0].text or "in about 10 min " in sent[0].text


async def test_a_slip_of_more_than_a_quarter_of_an_hour_is_told_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, watch = await set_out(scenario, ada, dee, NEARBY), a_watch(scenario)
    assert order.pickup_due_at is not None
    scenario.clock.at = order.pickup_due_at + timedelta(minutes=14)
    await place(scenario, dee, order.pickup.point)
    await look(scenario, watch, order)
    assert "delays" not in await causes(scenario, order)
    for _ in range(2):
        scenario.clock.turn(seconds=61)
        await place(scenario, dee, NEARBY)
        await look(scenario, watch, order)
    assert (await causes(scenario, order)).count("delays") == 1


async def test_a_driver_is_announced_without_a_line_by_road(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, watch = await set_out(scenario, ada, dee, NEARBY), a_watch(scenario, Undrawn())
    assert order.pickup_due_at is not None
    scenario.clock.at = order.pickup_due_at
    await place(scenario, dee, NEARBY)
    await look(scenario, watch, order)
    assert "in about 30 min" in (await messages(scenario, order))[-1].text


async def test_who_picks_up_late_in_the_window_is_not_late_at_the_dropoff(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    scenario.market = pricing_by(scenario.market, routes=Undrawn())
    start = scenario.clock.now() + timedelta(hours=3)
    end = start + timedelta(hours=2)
    order = await scenario.assigned(ada, dee, scheduled_time=start, scheduled_until=end)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    scenario.clock.at = end - timedelta(minutes=10)
    steps, watch = scenario.market.deliveries.steps, a_watch(scenario, Undrawn())
    await steps.set_out(dee, order.id)
    await steps.start(dee, order.id)
    await steps.confirm_pickup(dee, order.id)
    for late, is_told in ((-10, False), (15, False), (16, True)):
        scenario.clock.at = end + timedelta(minutes=late)
        await place(scenario, dee, NEARBY)
        await look(scenario, watch, order)
        assert ("delays" in await causes(scenario, order)) is is_told, late


async def test_a_driver_who_does_not_set_out_is_late_too(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order, watch = await accepted(scenario, ada, dee), a_watch(scenario)
    with pytest.raises(NotYet):
        await watch.of_start(order.id)
    scenario.clock.turn(minutes=60)
    await place(scenario, dee, FAR)
    await watch.of_start(order.id)
    assert await causes(scenario, order) == ["delays"]
    await watch.of_start(order.id)
    assert await causes(scenario, order) == ["delays"]


async def test_nobody_is_watched_after_the_end(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order, watch = await set_out(scenario, ada, dee), a_watch(scenario)
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    await watch.of_journey(order.id)
    await watch.of_start(order.id)


async def test_where_a_driver_was_long_ago_says_nothing(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await set_out(scenario, ada, dee, NEARBY)
    scenario.clock.turn(minutes=11)
    await look(scenario, a_watch(scenario), order)
    assert Cause.DRIVER_ARRIVING not in await causes(scenario, order)


async def progress_mails(scenario: Scenario) -> list[StoredEmail]:
    latest = await scenario.market.email.manage.latest(100)
    return [mail for mail in reversed(latest) if mail.kind in (EmailKind.ON_THE_WAY, EmailKind.DELIVERED)]


async def test_the_way_and_the_delivery_are_mailed_once_each_with_their_links(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, announce = await set_out(scenario, ada, dee, NEARBY), an_announcement(scenario)
    for _ in range(2):
        await announce(order.id)
    scenario.clock.turn(minutes=20)
    await deliver(scenario, dee, order)
    for _ in range(2):
        await announce(order.id)
    mails = await progress_mails(scenario)
    assert [each.kind for each in mails] == [EmailKind.ON_THE_WAY, EmailKind.DELIVERED]
    coming, delivered = mails
    assert f"/track/{order.id}" in coming.text
    for path in (f"/track/{order.id}", f"/rate/{order.id}", f"search={order.number}"):
        assert path in delivered.text
    entry = await scenario.fleet_entry(dee)
    assert entry.driver.phone not in coming.text + delivered.text


@pytest.mark.parametrize(
    ("make", "looks"),
    [
        ("Ford", "Look for: White Ford Transit, plate ABC 1234 (NY)."),
        ("Call 555-0100 or evil.example", "Look for: White van, plate ABC 1234 (NY)."),
    ],
)
async def test_the_mail_says_what_to_look_for_and_nothing_that_a_driver_wants_to_say(
    scenario: Scenario, ada: Actor, dee: Actor, make: str, looks: str
) -> None:
    vehicle = VehicleChange(VehicleType.VAN, make, "Transit", color=VehicleColor.WHITE)
    change = ProfileChange(vehicle, plate=license_plate("NY", "abc-1234"))
    await scenario.market.drivers.update_profile(dee, change)
    order, announce = await set_out(scenario, ada, dee, NEARBY), an_announcement(scenario)
    await announce(order.id)
    (coming,) = await progress_mails(scenario)
    assert looks in " ".join(coming.text.split())
    assert "evil" not in coming.text


async def test_who_wants_no_message_of_it_gets_no_mail_of_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    flags = AutoMessages(driver_arriving=False, delivery_complete=False)
    await scenario.market.messaging.preferences.change(ada, PreferenceChange(auto_messages=flags))
    order, announce = await set_out(scenario, ada, dee, NEARBY), an_announcement(scenario)
    await announce(order.id)
    await deliver(scenario, dee, order)
    await announce(order.id)
    assert await progress_mails(scenario) == []


async def test_nobody_is_told_late_that_a_driver_comes(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await set_out(scenario, ada, dee, NEARBY)
    await scenario.market.deliveries.steps.start(dee, order.id)
    await an_announcement(scenario)(order.id)
    assert await progress_mails(scenario) == []
