"""Drivers: going online, being matched, taking orders and working them; one driver, one job."""

import asyncio
from datetime import datetime, timedelta

import attrs
import pytest

from builders import a_driver, a_user, an_account
from haulage.drivers import DriverNotApproved
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.errors import Conflict, Forbidden, HaulageError, IllegalMove, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.kernel.vehicles import Capacity
from haulage.onboarding import NoOverride, OverrideRequested, OwnOverride
from haulage.orders import Order, OrderStatus, OrderTaken
from haulage.orders.order import AlreadyPickedUp, accept
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.deliveries.change_status import DriverBusy
from haulage.services.dispatch.eligibility import VehicleTooSmall
from haulage.use_cases.idempotency import Replayed
from use_cases.scenario import ADMIN, NEARBY, Scenario, once, step_of

pytestmark = pytest.mark.anyio

AVAILABLE = OrderFilter(available=True)


@pytest.fixture
async def eve(scenario: Scenario) -> Actor:
    """Another driver, a few miles further away."""
    return await scenario.driver("eve", at=Point(40.80, -73.95))


@pytest.fixture
async def newcomer(scenario: Scenario) -> Actor:
    """A driver as sign-up leaves them: not approved."""
    account = an_account("acc_new")
    user = a_user("usr_new", auth_id=account.id, email=account.email, user_type=UserType.DRIVER)

    async def add(unit: UnitOfWork) -> None:
        await unit.accounts.add(account, user)
        await unit.drivers.add(a_driver("drv_new", user_id="usr_new"))

    await scenario.storage.write(add)
    return Actor("usr_new", UserType.DRIVER, "drv_new")


def noon_tomorrow(scenario: Scenario) -> datetime:
    """Noon in New York, which the town's clock begins two hours before."""
    return scenario.clock.now().replace(hour=17) + timedelta(days=1)


async def available(scenario: Scenario, driver: Actor) -> list[str]:
    page = await scenario.market.orders.list(driver, AVAILABLE, PageRequest())
    return [order.id for order in page.items]


async def test_a_newcomer_can_neither_go_online_nor_see_nor_accept_orders(
    scenario: Scenario, ada: Actor, dee: Actor, newcomer: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    for refused in (
        scenario.market.drivers.profiles.go_online(newcomer, NEARBY),
        scenario.market.dispatch.accept_offer(newcomer, order.id),
        scenario.market.orders.list(newcomer, AVAILABLE, PageRequest()),
    ):
        with pytest.raises(DriverNotApproved):
            await refused
    assert (await scenario.order(order.id)).status is OrderStatus.PENDING


async def test_a_newcomer_is_matched_only_once_approved_and_online(
    scenario: Scenario, ada: Actor, newcomer: Actor
) -> None:
    assert await scenario.offered_ids(ada) == []
    await scenario.approve("drv_new")
    assert await scenario.offered_ids(ada) == []
    await scenario.market.drivers.profiles.go_online(newcomer, NEARBY)
    assert await scenario.offered_ids(ada) == ["drv_new"]


async def test_two_administrators_approve_and_only_with_a_reason(
    scenario: Scenario, ada: Actor, dee: Actor, newcomer: Actor
) -> None:
    approvals = scenario.market.onboarding.drivers
    for actor in (ada, dee, newcomer):
        with pytest.raises(Forbidden):
            await approvals.request(actor, "drv_new", "Me.")
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(InvalidInput, match=r"^reason: "):
            await approvals.request(ADMIN, "drv_new", reason)
    with pytest.raises(NotFound, match=r"^Driver not found$"):
        await approvals.request(ADMIN, "drv_none", "Known to us.")
    with pytest.raises(NoOverride):
        await approvals.confirm(OPERATOR, "drv_new")
    await approvals.request(ADMIN, "drv_new", "Known to us.")
    with pytest.raises(OverrideRequested):
        await approvals.request(OPERATOR, "drv_new", "Me too.")
    with pytest.raises(OwnOverride):
        await approvals.confirm(ADMIN, "drv_new")
    approved = await approvals.confirm(OPERATOR, "drv_new")
    assert approved.approval is not None
    assert (approved.approval.by, approved.approval.reason) == ("operator", "Known to us.")
    assert await approvals.request(ADMIN, "drv_new", "Again.") == approved


async def test_an_approved_driver_is_told_once_and_where_to_go_online(
    scenario: Scenario, newcomer: Actor
) -> None:
    await scenario.approve("drv_new")
    await scenario.approve("drv_new", "Again.")
    (mail,) = await scenario.market.email.manage.latest(10)
    assert (mail.kind, mail.subject) == ("driver_approved", "You are approved to drive with haulage")
    assert "/driver-dashboard" in mail.text
    assert "Known to us." not in mail.text


async def test_customers_have_no_drivers_profile(scenario: Scenario, ada: Actor) -> None:
    profiles = scenario.market.drivers.profiles
    for refused in (
        profiles.me(ada),
        profiles.go_online(ada),
        profiles.go_offline(ada),
        profiles.report_position(ada, NEARBY),
        profiles.list(ada, PageRequest()),
        scenario.market.dispatch.accept_offer(ada, "ord_1"),
        scenario.market.deliveries.steps.start(ada, "ord_1"),
        scenario.market.orders.list(ada, AVAILABLE, PageRequest()),
    ):
        with pytest.raises(Forbidden):
            await refused


async def test_a_driver_without_a_stored_profile_is_not_found(scenario: Scenario) -> None:
    ghost = Actor("usr_ghost", UserType.DRIVER, "drv_ghost")
    with pytest.raises(NotFound, match=r"^Driver profile not found$"):
        await scenario.market.drivers.profiles.me(ghost)


async def test_going_offline_takes_a_driver_out_of_the_matches_at_once(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    assert await scenario.offered_ids(ada) == ["drv_dee", "drv_eve"]
    await scenario.market.drivers.profiles.go_offline(dee)
    assert await scenario.offered_ids(ada) == ["drv_eve"]
    scenario.clock.turn(minutes=10)
    await scenario.market.drivers.profiles.go_online(dee)
    assert await scenario.offered_ids(ada) == ["drv_dee", "drv_eve"]


async def test_the_matches_follow_a_driver_who_moves(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    await scenario.offered_ids(ada)
    scenario.clock.turn(minutes=5)
    await scenario.market.drivers.profiles.report_position(eve, NEARBY)
    await scenario.market.drivers.profiles.report_position(dee, Point(40.80, -73.95))
    assert await scenario.offered_ids(ada) == ["drv_eve", "drv_dee"]


async def test_nobody_is_matched_outside_their_hours(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    evening = scenario.clock.now().replace(hour=20) + timedelta(hours=5)  # 20:00 in New York
    scenario.clock.at = evening - timedelta(seconds=1)
    assert await scenario.offered_ids(ada) == ["drv_dee"]
    scenario.clock.at = evening
    assert await scenario.offered_ids(ada) == []


async def test_a_driver_with_a_job_in_hand_is_neither_matched_nor_takes_another(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    bob = await scenario.customer("bob")
    waiting = await scenario.open_order(bob, dee)
    mine = await scenario.assigned(ada, dee)
    assert await scenario.offered_ids(bob) == ["drv_eve"]
    for step in (None, "set_out", "start", "confirm_pickup"):
        if step:
            await step_of(scenario.market, step)(dee, mine.id)
        with pytest.raises(DriverBusy, match=r"^Finish the job you have before you take another\.$"):
            await scenario.market.dispatch.accept_offer(dee, waiting.id)
        assert "drv_dee" not in await scenario.offered_ids(bob)
    await scenario.market.deliveries.steps.complete(dee, mine.id)
    assert await scenario.offered_ids(bob) == ["drv_dee", "drv_eve"]
    assert (await scenario.market.dispatch.accept_offer(dee, waiting.id)).driver_id == "drv_dee"


async def test_going_offline_keeps_the_job_in_hand(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.drivers.profiles.go_offline(dee)
    assert (await scenario.market.deliveries.steps.start(dee, order.id)).status is OrderStatus.IN_PROGRESS


async def test_unpaid_orders_are_invisible_to_drivers(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.book(ada, dee)
    assert await available(scenario, dee) == []
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.orders.cancel(ada, order.id, "")
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await scenario.market.dispatch.accept_offer(dee, order.id)


async def test_open_orders_are_listed_oldest_first_and_assigned_ones_not(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    first = await scenario.open_order(ada, dee)
    scenario.clock.turn(minutes=1)
    second = await scenario.open_order(ada, dee)
    await scenario.assigned(ada, dee)
    assert await available(scenario, eve) == [first.id, second.id]


async def test_an_order_handed_back_may_be_taken_by_any_driver(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    returned = await scenario.market.deliveries.steps.hand_back(dee, order.id)
    assert (returned.status, returned.driver_id) == (OrderStatus.PENDING, None)
    assert await available(scenario, eve) == [order.id]
    taken = await scenario.market.dispatch.accept_offer(eve, order.id)
    assert (taken.driver_id, taken.price_cents) == ("drv_eve", order.price_cents)
    assert await scenario.event_types(order) == ["created", "paid", "assigned", "handed_back", "accepted"]
    with pytest.raises(NotFound):
        await scenario.market.deliveries.steps.start(dee, order.id)
    assert scenario.cards.refunds == {}


async def test_what_is_on_board_is_not_handed_back(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.deliveries.steps.start(dee, order.id)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    with pytest.raises(AlreadyPickedUp):
        await scenario.market.deliveries.steps.hand_back(dee, order.id)


async def test_another_drivers_order_is_not_found(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    driving = scenario.market.deliveries.steps
    for step in (driving.set_out, driving.start, driving.confirm_pickup, driving.complete, driving.hand_back):
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await step(eve, order.id)
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await step(eve, "ord_none")
    with pytest.raises(OrderTaken):
        await scenario.market.dispatch.accept_offer(eve, order.id)


async def test_a_load_too_large_for_the_vehicle_is_refused(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    heavy = await scenario.open_order(ada, dee, items=(Item("Safe", 1000),))
    bulky = await scenario.open_order(
        ada, dee, items=(Item("Cloud", 1, Dimensions(48, 60, 30)),)
    )  # 50 cubic feet
    smaller = attrs.evolve(a_driver().vehicle, capacity=Capacity(999, 49))
    driver = await scenario.driver("sam", vehicle=smaller)
    for order in (heavy, bulky):
        with pytest.raises(VehicleTooSmall, match=r"^This load is too large for your vehicle\.$"):
            await scenario.market.dispatch.accept_offer(driver, order.id)
    assert (await scenario.market.dispatch.accept_offer(dee, bulky.id)).driver_id == "drv_dee"


@pytest.mark.both_databases
async def test_fifty_drivers_accept_at_once_and_one_wins(
    database: str, scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    drivers = [await scenario.driver(f"d{number}") for number in range(50)]
    results = await asyncio.gather(
        *(scenario.market.dispatch.accept_offer(driver, order.id) for driver in drivers),
        return_exceptions=True,
    )
    winners = [result for result in results if isinstance(result, Order)]
    losers = [type(result) for result in results if not isinstance(result, Order)]
    assert len(winners) == 1
    assert len(losers) == 49
    assert set(losers) <= {OrderTaken, Conflict}
    assert (await scenario.order(order.id)).driver_id == winners[0].driver_id
    assert (await scenario.event_types(order)).count("accepted") == 1


async def test_fifty_drivers_who_all_looked_first_would_all_win(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    everyone_sees = await asyncio.gather(*(scenario.order(order.id) for _ in range(50)))
    accepted = [
        accept(seen, f"drv_d{number}", scenario.clock.now()) for number, seen in enumerate(everyone_sees)
    ]
    assert len({each.driver_id for each in accepted}) == 50


@pytest.mark.both_databases
async def test_a_driver_who_accepts_two_orders_at_once_gets_one(
    database: str, scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    orders = [await scenario.open_order(ada, dee) for _ in range(5)]
    results = await asyncio.gather(
        *(scenario.market.dispatch.accept_offer(dee, order.id) for order in orders), return_exceptions=True
    )
    taken = [result for result in results if isinstance(result, Order)]
    refused = {type(result) for result in results if not isinstance(result, Order)}
    assert (len(taken), refused) == (1, {DriverBusy})


@pytest.mark.both_databases
async def test_accepting_and_cancelling_at_once_leaves_one_story(
    database: str, scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    accepted, cancelled = await asyncio.gather(
        scenario.market.dispatch.accept_offer(dee, order.id),
        scenario.market.orders.cancel(ada, order.id, ""),
        return_exceptions=True,
    )
    assert isinstance(cancelled, (Order, Conflict)), "a fee that has changed meanwhile is looked at again"
    is_cancelled, is_accepted = isinstance(cancelled, Order), isinstance(accepted, Order)
    ended, events = await scenario.order(order.id), await scenario.event_types(order)
    assert ended.status is (OrderStatus.CANCELLED if is_cancelled else OrderStatus.ASSIGNED)
    assert is_cancelled or is_accepted
    assert events.count("accepted") == is_accepted
    assert events.count("cancelled") == is_cancelled
    assert (events[-1] == "cancelled") == is_cancelled
    assert (await scenario.fleet_entry(dee)).busy == (not is_cancelled)


async def test_saying_yes_to_an_assigned_order_is_told_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    first = await scenario.market.dispatch.accept_offer(dee, order.id)
    scenario.clock.turn(minutes=1)
    assert await scenario.market.dispatch.accept_offer(dee, order.id) == first
    assert (await scenario.event_types(order)).count("accepted") == 1


async def test_a_step_with_the_same_key_is_taken_once(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    started = await scenario.market.deliveries.steps.start(dee, order.id, once())
    with pytest.raises(Replayed) as again:
        await scenario.market.deliveries.steps.start(dee, order.id, once())
    assert again.value.body == repr(started).encode()
    with pytest.raises(IllegalMove):
        await scenario.market.deliveries.steps.start(dee, order.id, once("key-2"))


async def test_a_job_is_counted_once(database: str, scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.deliveries.steps.start(dee, order.id)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    results = await asyncio.gather(
        *(scenario.market.deliveries.steps.complete(dee, order.id) for _ in range(5)), return_exceptions=True
    )
    assert [isinstance(result, Order) for result in results].count(True) == 1
    assert (await scenario.market.drivers.profiles.me(dee)).total_jobs == 1


async def test_a_cancelled_job_frees_its_driver(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    assert await scenario.offered_ids(ada) == []
    await scenario.market.orders.cancel(ada, order.id, "")
    assert await scenario.offered_ids(ada) == ["drv_dee"]
    with pytest.raises(HaulageError):
        await scenario.market.deliveries.steps.start(dee, order.id)


@pytest.mark.parametrize("ending", ["hand back", "complete", "cancel"])
async def test_the_matches_hear_of_a_job_long_after_its_drivers_last_word(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor, ending: str
) -> None:
    async def matched_after_eve_has_spoken() -> list[str]:
        """Everything older than Eve's word is no longer read again."""
        scenario.clock.turn(minutes=2)
        await scenario.market.drivers.profiles.report_position(eve, NEARBY)
        return sorted(await scenario.offered_ids(ada))

    order = await scenario.book(ada, dee)
    assert await matched_after_eve_has_spoken() == ["drv_dee", "drv_eve"]
    await scenario.pay(ada, order)
    assert sorted(await scenario.offered_ids(ada)) == ["drv_eve"]
    assert await matched_after_eve_has_spoken() == ["drv_eve"]
    if ending == "cancel":
        await scenario.market.orders.cancel(ada, order.id, "")
    elif ending == "hand back":
        await scenario.market.deliveries.steps.hand_back(dee, order.id)
    else:
        for step in ("start", "confirm_pickup", "complete"):
            await step_of(scenario.market, step)(dee, order.id)
    assert sorted(await scenario.offered_ids(ada)) == ["drv_dee", "drv_eve"]


async def test_the_matches_hear_of_an_order_that_was_accepted(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    await scenario.offered_ids(ada)
    scenario.clock.turn(minutes=2)
    await scenario.market.drivers.profiles.report_position(eve, NEARBY)
    assert sorted(await scenario.offered_ids(ada)) == ["drv_dee", "drv_eve"]
    await scenario.market.dispatch.accept_offer(dee, order.id)
    assert await scenario.offered_ids(ada) == ["drv_eve"]


async def test_a_scheduled_job_needs_approval_and_hours_and_nobody_online(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await scenario.market.drivers.profiles.go_offline(dee)
    noon = noon_tomorrow(scenario)
    assert await scenario.offered_ids(ada, scheduled_time=noon) == ["drv_dee"]
    assert await scenario.offered_ids(ada, scheduled_time=noon.replace(hour=6)) == []
    order = await scenario.assigned(ada, dee, scheduled_time=noon)
    assert (order.pickup_due_at, order.status) == (noon, OrderStatus.ASSIGNED)


async def test_a_scheduled_order_does_not_keep_its_driver_from_work_now(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await scenario.assigned(ada, dee, scheduled_time=noon_tomorrow(scenario))
    assert await scenario.offered_ids(ada) == ["drv_dee"]
    assert (await scenario.assigned(ada, dee)).driver_id == "drv_dee"


@pytest.mark.parametrize(
    ("apart", "offered"),
    [
        (timedelta(0), []),
        (timedelta(minutes=12), []),
        (timedelta(minutes=-12), []),
        (timedelta(minutes=13), ["drv_dee"]),
        (timedelta(minutes=-13), ["drv_dee"]),
    ],
)
async def test_a_driver_is_not_matched_to_a_scheduled_order_that_overlaps_another(
    scenario: Scenario, ada: Actor, dee: Actor, apart: timedelta, offered: list[str]
) -> None:
    noon = noon_tomorrow(scenario)
    order = await scenario.assigned(ada, dee, scheduled_time=noon)
    assert order.estimated_minutes == 13
    assert await scenario.offered_ids(ada, scheduled_time=noon + apart) == offered


async def test_a_driver_with_a_job_for_now_is_not_matched_to_one_that_begins_before_it_ends(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    assert order.pickup_due_at is not None
    ends = order.pickup_due_at + timedelta(minutes=order.estimated_minutes)
    assert await scenario.offered_ids(ada, scheduled_time=ends - timedelta(minutes=1)) == []
    assert await scenario.offered_ids(ada, scheduled_time=ends) == ["drv_dee"]


async def test_a_driver_cannot_accept_a_scheduled_order_that_overlaps_another(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    noon = noon_tomorrow(scenario)
    overlapping = await scenario.open_order(ada, eve, scheduled_time=noon + timedelta(minutes=12))
    following = await scenario.open_order(ada, eve, scheduled_time=noon + timedelta(minutes=13))
    await scenario.assigned(ada, dee, scheduled_time=noon)
    with pytest.raises(DriverBusy):
        await scenario.market.dispatch.accept_offer(dee, overlapping.id)
    assert (await scenario.market.dispatch.accept_offer(dee, following.id)).driver_id == "drv_dee"


async def test_a_chosen_driver_who_took_an_overlapping_order_meanwhile_is_not_assigned(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    noon = noon_tomorrow(scenario)
    bob = await scenario.customer("bob")
    mine, theirs = (
        await scenario.book(ada, dee, scheduled_time=noon),
        await scenario.book(bob, dee, scheduled_time=noon),
    )
    assert (await scenario.pay(bob, theirs)).order.driver_id == "drv_dee"
    left = (await scenario.pay(ada, mine)).order
    assert (left.status, left.driver_id) == (OrderStatus.PENDING, None)
    assert (await scenario.event_types(left))[-1] == "chosen_driver_unavailable"


async def test_a_scheduled_order_is_not_begun_beside_another_job(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    noon = noon_tomorrow(scenario)
    scheduled = await scenario.assigned(ada, dee, scheduled_time=noon)
    in_hand = await scenario.assigned(ada, dee)
    scenario.clock.turn(hours=25)
    with pytest.raises(DriverBusy):
        await scenario.market.deliveries.steps.start(dee, scheduled.id)
    await scenario.market.deliveries.steps.hand_back(dee, in_hand.id)
    assert (await scenario.market.deliveries.steps.start(dee, scheduled.id)).status is OrderStatus.IN_PROGRESS
    assert await scenario.offered_ids(ada) == []


async def test_a_driver_lists_the_orders_they_have(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    mine = await scenario.assigned(ada, dee)
    await scenario.assigned(ada, eve)
    page = await scenario.market.orders.list(dee, OrderFilter(driver_id="drv_dee"), PageRequest())
    assert [order.id for order in page.items] == [mine.id]
    with pytest.raises(Forbidden):
        await scenario.market.orders.list(dee, OrderFilter(driver_id="drv_eve"), PageRequest())
