"""Drivers: going online, being matched, taking orders and working them; one driver, one job."""

import asyncio
from datetime import datetime, timedelta

import attrs
import pytest

from builders import a_driver, a_user, an_account
from haulage.drivers import DriverNotApproved
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.errors import Conflict, Forbidden, HaulageError, IllegalMove, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.kernel.policy import Actor, UserType
from haulage.kernel.vehicles import Capacity
from haulage.orders import Order, OrderStatus, OrderTaken
from haulage.orders.order import AlreadyPickedUp, accept
from haulage.ports.storage import OrderFilter, PageRequest, UnitOfWork
from haulage.use_cases.drivers.driving import DriverBusy, VehicleTooSmall
from haulage.use_cases.once import Replayed
from use_cases.town import ADMIN, NEARBY, Town, once

pytestmark = pytest.mark.anyio

AVAILABLE = OrderFilter(available=True)


@pytest.fixture
async def eve(town: Town) -> Actor:
    """Another driver, a few miles further away."""
    return await town.driver("eve", at=Point(40.80, -73.95))


@pytest.fixture
async def newcomer(town: Town) -> Actor:
    """A driver as sign-up leaves them: not approved."""
    account = an_account("acc_new")
    user = a_user("usr_new", auth_id=account.id, email=account.email, user_type=UserType.DRIVER)

    async def add(unit: UnitOfWork) -> None:
        await unit.accounts.add(account, user)
        await unit.drivers.add(a_driver("drv_new", user_id="usr_new"))

    await town.storage.write(add)
    return Actor("usr_new", UserType.DRIVER, "drv_new")


def noon_tomorrow(town: Town) -> datetime:
    """Noon in New York, which the town's clock begins two hours before."""
    return town.clock.now().replace(hour=17) + timedelta(days=1)


async def available(town: Town, driver: Actor) -> list[str]:
    page = await town.market.list_orders(driver, AVAILABLE, PageRequest())
    return [order.id for order in page.items]


async def test_a_newcomer_can_neither_go_online_nor_see_nor_accept_orders(
    town: Town, ada: Actor, dee: Actor, newcomer: Actor
) -> None:
    order = await town.open_order(ada, dee)
    for refused in (
        town.market.driver_desk.go_online(newcomer, NEARBY),
        town.market.driving.accept(newcomer, order.id),
        town.market.list_orders(newcomer, AVAILABLE, PageRequest()),
    ):
        with pytest.raises(DriverNotApproved):
            await refused
    assert (await town.order(order.id)).status is OrderStatus.PENDING


async def test_a_newcomer_is_matched_only_once_approved_and_online(
    town: Town, ada: Actor, newcomer: Actor
) -> None:
    assert await town.offered_ids(ada) == []
    await town.market.driver_desk.approve(ADMIN, "drv_new", "Known to us.")
    assert await town.offered_ids(ada) == []
    await town.market.driver_desk.go_online(newcomer, NEARBY)
    assert await town.offered_ids(ada) == ["drv_new"]


async def test_only_admins_approve_and_only_with_a_reason(
    town: Town, ada: Actor, dee: Actor, newcomer: Actor
) -> None:
    desk = town.market.driver_desk
    for actor in (ada, dee, newcomer):
        with pytest.raises(Forbidden):
            await desk.approve(actor, "drv_new", "Me.")
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(InvalidInput, match=r"^reason: "):
            await desk.approve(ADMIN, "drv_new", reason)
    with pytest.raises(NotFound, match=r"^Driver not found$"):
        await desk.approve(ADMIN, "drv_none", "Known to us.")
    approved = await desk.approve(ADMIN, "drv_new", "Known to us.")
    assert approved.approval is not None
    assert (approved.approval.by, approved.approval.at) == ("usr_admin", town.clock.now())
    assert await desk.approve(ADMIN, "drv_new", "Again.") == approved


async def test_customers_have_no_drivers_desk(town: Town, ada: Actor) -> None:
    desk = town.market.driver_desk
    for refused in (
        desk.me(ada),
        desk.go_online(ada),
        desk.go_offline(ada),
        desk.report_position(ada, NEARBY),
        desk.list(ada, PageRequest()),
        town.market.driving.accept(ada, "ord_1"),
        town.market.driving.start(ada, "ord_1"),
        town.market.list_orders(ada, AVAILABLE, PageRequest()),
    ):
        with pytest.raises(Forbidden):
            await refused


async def test_a_driver_without_a_stored_profile_is_not_found(town: Town) -> None:
    ghost = Actor("usr_ghost", UserType.DRIVER, "drv_ghost")
    with pytest.raises(NotFound, match=r"^Driver profile not found$"):
        await town.market.driver_desk.me(ghost)


async def test_going_offline_takes_a_driver_out_of_the_matches_at_once(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    assert await town.offered_ids(ada) == ["drv_dee", "drv_eve"]
    await town.market.driver_desk.go_offline(dee)
    assert await town.offered_ids(ada) == ["drv_eve"]
    town.clock.turn(minutes=10)
    await town.market.driver_desk.go_online(dee)
    assert await town.offered_ids(ada) == ["drv_dee", "drv_eve"]


async def test_the_matches_follow_a_driver_who_moves(town: Town, ada: Actor, dee: Actor, eve: Actor) -> None:
    await town.offered_ids(ada)
    town.clock.turn(minutes=5)
    await town.market.driver_desk.report_position(eve, NEARBY)
    await town.market.driver_desk.report_position(dee, Point(40.80, -73.95))
    assert await town.offered_ids(ada) == ["drv_eve", "drv_dee"]


async def test_nobody_is_matched_outside_their_hours(town: Town, ada: Actor, dee: Actor) -> None:
    evening = town.clock.now().replace(hour=20) + timedelta(hours=5)  # 20:00 in New York
    town.clock.at = evening - timedelta(seconds=1)
    assert await town.offered_ids(ada) == ["drv_dee"]
    town.clock.at = evening
    assert await town.offered_ids(ada) == []


async def test_a_driver_with_a_job_in_hand_is_neither_matched_nor_takes_another(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    bob = await town.customer("bob")
    waiting = await town.open_order(bob, dee)
    mine = await town.assigned(ada, dee)
    assert await town.offered_ids(bob) == ["drv_eve"]
    for step in (None, "set_out", "start", "confirm_pickup"):
        if step:
            await getattr(town.market.driving, step)(dee, mine.id)
        with pytest.raises(DriverBusy, match=r"^Finish the job you have before you take another\.$"):
            await town.market.driving.accept(dee, waiting.id)
        assert "drv_dee" not in await town.offered_ids(bob)
    await town.market.driving.complete(dee, mine.id)
    assert await town.offered_ids(bob) == ["drv_dee", "drv_eve"]
    assert (await town.market.driving.accept(dee, waiting.id)).driver_id == "drv_dee"


async def test_going_offline_keeps_the_job_in_hand(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driver_desk.go_offline(dee)
    assert (await town.market.driving.start(dee, order.id)).status is OrderStatus.IN_PROGRESS


async def test_unpaid_orders_are_invisible_to_drivers(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    assert await available(town, dee) == []
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await town.market.driving.accept(dee, order.id)
    await town.market.cancel_order(ada, order.id, "")
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await town.market.driving.accept(dee, order.id)


async def test_open_orders_are_listed_oldest_first_and_assigned_ones_not(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    first = await town.open_order(ada, dee)
    town.clock.turn(minutes=1)
    second = await town.open_order(ada, dee)
    await town.assigned(ada, dee)
    assert await available(town, eve) == [first.id, second.id]


async def test_an_order_handed_back_may_be_taken_by_any_driver(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await town.assigned(ada, dee)
    returned = await town.market.driving.hand_back(dee, order.id)
    assert (returned.status, returned.driver_id) == (OrderStatus.PENDING, None)
    assert await available(town, eve) == [order.id]
    taken = await town.market.driving.accept(eve, order.id)
    assert (taken.driver_id, taken.price_cents) == ("drv_eve", order.price_cents)
    assert await town.told(order) == ["created", "paid", "assigned", "handed_back", "accepted"]
    with pytest.raises(NotFound):
        await town.market.driving.start(dee, order.id)
    assert town.cards.refunds == {}


async def test_what_is_on_board_is_not_handed_back(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driving.start(dee, order.id)
    await town.market.driving.confirm_pickup(dee, order.id)
    with pytest.raises(AlreadyPickedUp):
        await town.market.driving.hand_back(dee, order.id)


async def test_another_drivers_order_is_not_found(town: Town, ada: Actor, dee: Actor, eve: Actor) -> None:
    order = await town.assigned(ada, dee)
    driving = town.market.driving
    for step in (driving.set_out, driving.start, driving.confirm_pickup, driving.complete, driving.hand_back):
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await step(eve, order.id)
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await step(eve, "ord_none")
    with pytest.raises(OrderTaken):
        await driving.accept(eve, order.id)


async def test_a_load_too_large_for_the_vehicle_is_refused(town: Town, ada: Actor, dee: Actor) -> None:
    heavy = await town.open_order(ada, dee, items=(Item("Safe", 1000),))
    bulky = await town.open_order(
        ada, dee, items=(Item("Cloud", 1, Dimensions(48, 60, 30)),)
    )  # 50 cubic feet
    smaller = attrs.evolve(a_driver().vehicle, capacity=Capacity(999, 49))
    driver = await town.driver("sam", vehicle=smaller)
    for order in (heavy, bulky):
        with pytest.raises(VehicleTooSmall, match=r"^This load is too large for your vehicle\.$"):
            await town.market.driving.accept(driver, order.id)
    assert (await town.market.driving.accept(dee, bulky.id)).driver_id == "drv_dee"


async def test_fifty_drivers_accept_at_once_and_one_wins(
    database: str, town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.open_order(ada, dee)
    drivers = [await town.driver(f"d{number}") for number in range(50)]
    results = await asyncio.gather(
        *(town.market.driving.accept(driver, order.id) for driver in drivers), return_exceptions=True
    )
    winners = [result for result in results if isinstance(result, Order)]
    losers = [type(result) for result in results if not isinstance(result, Order)]
    assert len(winners) == 1
    assert len(losers) == 49
    assert set(losers) <= {OrderTaken, Conflict}
    assert (await town.order(order.id)).driver_id == winners[0].driver_id
    assert (await town.told(order)).count("accepted") == 1


async def test_fifty_drivers_who_all_looked_first_would_all_win(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.open_order(ada, dee)
    everyone_sees = await asyncio.gather(*(town.order(order.id) for _ in range(50)))
    accepted = [accept(seen, f"drv_d{number}", town.clock.now()) for number, seen in enumerate(everyone_sees)]
    assert len({each.driver_id for each in accepted}) == 50


async def test_a_driver_who_accepts_two_orders_at_once_gets_one(
    database: str, town: Town, ada: Actor, dee: Actor
) -> None:
    orders = [await town.open_order(ada, dee) for _ in range(5)]
    results = await asyncio.gather(
        *(town.market.driving.accept(dee, order.id) for order in orders), return_exceptions=True
    )
    taken = [result for result in results if isinstance(result, Order)]
    refused = {type(result) for result in results if not isinstance(result, Order)}
    assert (len(taken), refused) == (1, {DriverBusy})


async def test_accepting_and_cancelling_at_once_leaves_one_story(
    database: str, town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.open_order(ada, dee)
    accepted, cancelled = await asyncio.gather(
        town.market.driving.accept(dee, order.id),
        town.market.cancel_order(ada, order.id, ""),
        return_exceptions=True,
    )
    assert isinstance(cancelled, (Order, Conflict)), "a fee that has changed meanwhile is looked at again"
    is_cancelled, is_accepted = isinstance(cancelled, Order), isinstance(accepted, Order)
    ended, told = await town.order(order.id), await town.told(order)
    assert ended.status is (OrderStatus.CANCELLED if is_cancelled else OrderStatus.ASSIGNED)
    assert is_cancelled or is_accepted
    assert told.count("accepted") == is_accepted
    assert told.count("cancelled") == is_cancelled
    assert (told[-1] == "cancelled") == is_cancelled
    assert (await town.fleet_entry(dee)).busy == (not is_cancelled)


async def test_saying_yes_to_an_assigned_order_is_told_once(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    first = await town.market.driving.accept(dee, order.id)
    town.clock.turn(minutes=1)
    assert await town.market.driving.accept(dee, order.id) == first
    assert (await town.told(order)).count("accepted") == 1


async def test_a_step_with_the_same_key_is_taken_once(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    started = await town.market.driving.start(dee, order.id, once())
    with pytest.raises(Replayed) as again:
        await town.market.driving.start(dee, order.id, once())
    assert again.value.reply == repr(started).encode()
    with pytest.raises(IllegalMove):
        await town.market.driving.start(dee, order.id, once("key-2"))


async def test_a_job_is_counted_once(database: str, town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driving.start(dee, order.id)
    await town.market.driving.confirm_pickup(dee, order.id)
    results = await asyncio.gather(
        *(town.market.driving.complete(dee, order.id) for _ in range(5)), return_exceptions=True
    )
    assert [isinstance(result, Order) for result in results].count(True) == 1
    assert (await town.market.driver_desk.me(dee)).total_jobs == 1


async def test_a_cancelled_job_frees_its_driver(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    assert await town.offered_ids(ada) == []
    await town.market.cancel_order(ada, order.id, "")
    assert await town.offered_ids(ada) == ["drv_dee"]
    with pytest.raises(HaulageError):
        await town.market.driving.start(dee, order.id)


@pytest.mark.parametrize("ending", ["hand back", "complete", "cancel"])
async def test_the_matches_hear_of_a_job_long_after_its_drivers_last_word(
    town: Town, ada: Actor, dee: Actor, eve: Actor, ending: str
) -> None:
    async def matched_after_eve_has_spoken() -> list[str]:
        """Everything older than Eve's word is no longer read again."""
        town.clock.turn(minutes=2)
        await town.market.driver_desk.report_position(eve, NEARBY)
        return sorted(await town.offered_ids(ada))

    order = await town.book(ada, dee)
    assert await matched_after_eve_has_spoken() == ["drv_dee", "drv_eve"]
    await town.pay(ada, order)
    assert sorted(await town.offered_ids(ada)) == ["drv_eve"]
    assert await matched_after_eve_has_spoken() == ["drv_eve"]
    if ending == "cancel":
        await town.market.cancel_order(ada, order.id, "")
    elif ending == "hand back":
        await town.market.driving.hand_back(dee, order.id)
    else:
        for step in ("start", "confirm_pickup", "complete"):
            await getattr(town.market.driving, step)(dee, order.id)
    assert sorted(await town.offered_ids(ada)) == ["drv_dee", "drv_eve"]


async def test_the_matches_hear_of_an_order_that_was_accepted(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await town.open_order(ada, dee)
    await town.offered_ids(ada)
    town.clock.turn(minutes=2)
    await town.market.driver_desk.report_position(eve, NEARBY)
    assert sorted(await town.offered_ids(ada)) == ["drv_dee", "drv_eve"]
    await town.market.driving.accept(dee, order.id)
    assert await town.offered_ids(ada) == ["drv_eve"]


async def test_a_scheduled_job_needs_approval_and_hours_and_nobody_online(
    town: Town, ada: Actor, dee: Actor
) -> None:
    await town.market.driver_desk.go_offline(dee)
    noon = noon_tomorrow(town)
    assert await town.offered_ids(ada, scheduled_time=noon) == ["drv_dee"]
    assert await town.offered_ids(ada, scheduled_time=noon.replace(hour=6)) == []
    order = await town.assigned(ada, dee, scheduled_time=noon)
    assert (order.pickup_due_at, order.status) == (noon, OrderStatus.ASSIGNED)


async def test_a_scheduled_order_does_not_keep_its_driver_from_work_now(
    town: Town, ada: Actor, dee: Actor
) -> None:
    await town.assigned(ada, dee, scheduled_time=noon_tomorrow(town))
    assert await town.offered_ids(ada) == ["drv_dee"]
    assert (await town.assigned(ada, dee)).driver_id == "drv_dee"


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
    town: Town, ada: Actor, dee: Actor, apart: timedelta, offered: list[str]
) -> None:
    noon = noon_tomorrow(town)
    order = await town.assigned(ada, dee, scheduled_time=noon)
    assert order.estimated_minutes == 13
    assert await town.offered_ids(ada, scheduled_time=noon + apart) == offered


async def test_a_driver_with_a_job_for_now_is_not_matched_to_one_that_begins_before_it_ends(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    assert order.pickup_due_at is not None
    ends = order.pickup_due_at + timedelta(minutes=order.estimated_minutes)
    assert await town.offered_ids(ada, scheduled_time=ends - timedelta(minutes=1)) == []
    assert await town.offered_ids(ada, scheduled_time=ends) == ["drv_dee"]


async def test_a_driver_cannot_accept_a_scheduled_order_that_overlaps_another(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    noon = noon_tomorrow(town)
    overlapping = await town.open_order(ada, eve, scheduled_time=noon + timedelta(minutes=12))
    following = await town.open_order(ada, eve, scheduled_time=noon + timedelta(minutes=13))
    await town.assigned(ada, dee, scheduled_time=noon)
    with pytest.raises(DriverBusy):
        await town.market.driving.accept(dee, overlapping.id)
    assert (await town.market.driving.accept(dee, following.id)).driver_id == "drv_dee"


async def test_a_chosen_driver_who_took_an_overlapping_order_meanwhile_is_not_assigned(
    town: Town, ada: Actor, dee: Actor
) -> None:
    noon = noon_tomorrow(town)
    bob = await town.customer("bob")
    mine, theirs = (
        await town.book(ada, dee, scheduled_time=noon),
        await town.book(bob, dee, scheduled_time=noon),
    )
    assert (await town.pay(bob, theirs)).order.driver_id == "drv_dee"
    left = (await town.pay(ada, mine)).order
    assert (left.status, left.driver_id) == (OrderStatus.PENDING, None)
    assert (await town.told(left))[-1] == "chosen_driver_unavailable"


async def test_a_scheduled_order_is_not_begun_beside_another_job(town: Town, ada: Actor, dee: Actor) -> None:
    scheduled = await town.assigned(ada, dee, scheduled_time=noon_tomorrow(town))
    in_hand = await town.assigned(ada, dee)
    with pytest.raises(DriverBusy):
        await town.market.driving.start(dee, scheduled.id)
    await town.market.driving.hand_back(dee, in_hand.id)
    assert (await town.market.driving.start(dee, scheduled.id)).status is OrderStatus.IN_PROGRESS
    assert await town.offered_ids(ada) == []


async def test_a_driver_lists_the_orders_they_have(town: Town, ada: Actor, dee: Actor, eve: Actor) -> None:
    mine = await town.assigned(ada, dee)
    await town.assigned(ada, eve)
    page = await town.market.list_orders(dee, OrderFilter(driver_id="drv_dee"), PageRequest())
    assert [order.id for order in page.items] == [mine.id]
    with pytest.raises(Forbidden):
        await town.market.list_orders(dee, OrderFilter(driver_id="drv_eve"), PageRequest())
