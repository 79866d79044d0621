"""Offers to drivers: the chosen one, the best matches in turn, then everyone; no order is ever left alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

import attrs
import pytest

from builders import a_driver, a_van
from haulage.audit import AuditAction
from haulage.dispatch import JobOffer, OfferedToAnother, OfferKind, OfferOver, OfferState
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.cargo import Item
from haulage.kernel.errors import Forbidden, HaulageError, InvalidInput, NotFound, RuleBroken
from haulage.kernel.geo import Point
from haulage.kernel.vehicles import Capacity
from haulage.orders import Order, OrderStatus, OrderTaken
from haulage.orders.order import AlreadyPickedUp
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.services.dispatch.eligibility import DriverBusy, DriverOffline, HelperNeeded, JobsOverlap
from haulage.use_cases.dispatch.driver_offers import AcceptedAlready
from haulage.use_cases.dispatch.list_offers import OfferList
from use_cases.scenario import ADMIN, Scenario, make_tables, open_scenario, step_of

pytestmark = pytest.mark.anyio

HARLEM = Point(40.80, -73.95)
QUEENS = Point(40.73, -73.82)
BOSTON = Point(42.36, -71.06)


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    """A town in which two are asked in turn before everybody is."""
    make_tables(tmp_path / "town.db")
    async with open_scenario(tmp_path / "town.db", offer_turns=2) as opened:
        yield opened


@pytest.fixture
async def eve(scenario: Scenario) -> Actor:
    """The second best."""
    return await scenario.driver("eve", at=HARLEM)


@pytest.fixture
async def fay(scenario: Scenario) -> Actor:
    """The third best."""
    return await scenario.driver("fay", at=QUEENS)


async def open_offer(scenario: Scenario, order: Order) -> JobOffer:
    found = await scenario.storage.read(lambda unit: unit.job_offers.open_of(order.id))
    assert found is not None
    return found


async def offered_to(scenario: Scenario, order: Order) -> tuple[str, str | None]:
    """How the order is offered, and to whom."""
    offer = await open_offer(scenario, order)
    return offer.kind.value, offer.driver_id


async def history(scenario: Scenario, order: Order) -> list[tuple[str | None, str]]:
    shown = await scenario.storage.read(lambda unit: unit.job_offers.of_order(order.id))
    return [(offer.driver_id, offer.state.value) for offer in shown]


async def takers(scenario: Scenario, order: Order) -> set[str | None]:
    """The drivers who have ever accepted it."""
    shown = await scenario.storage.read(lambda unit: unit.job_offers.of_order(order.id))
    return {offer.answered_by for offer in shown if offer.state is OfferState.ACCEPTED}


async def offered(scenario: Scenario, driver: Actor) -> list[str]:
    """The orders that a driver is offered."""
    return [each.order.id for each in (await scenario.market.dispatch.offers(driver)).offers]


async def test_the_chosen_driver_is_asked_at_once_and_loses_the_order_in_time(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    assert await offered_to(scenario, order) == ("chosen", "drv_dee")
    assert await offered(scenario, dee) == [order.id]
    await scenario.later(seconds=29)
    assert (await scenario.order(order.id)).driver_id == "drv_dee"
    await scenario.later(seconds=1)
    lost = await scenario.order(order.id)
    assert (lost.status, lost.driver_id, lost.handed_back) == (OrderStatus.PENDING, None, True)
    assert await offered_to(scenario, order) == ("in_turn", "drv_eve")
    assert (await scenario.event_types(order))[-1] == "timed_out"
    assert not (await scenario.fleet_entry(dee)).busy


async def test_accepting_in_time_keeps_the_order(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.later(minutes=5)
    assert (await scenario.order(order.id)).driver_id == "drv_dee"
    assert await history(scenario, order) == [("drv_dee", "accepted")]


@pytest.mark.parametrize("step", ["set_out", "start"])
async def test_setting_out_or_beginning_is_a_yes(
    scenario: Scenario, ada: Actor, dee: Actor, step: str
) -> None:
    order = await scenario.assigned(ada, dee)
    await step_of(scenario.market, step)(dee, order.id)
    await scenario.later(minutes=5)
    assert (await scenario.order(order.id)).driver_id == "drv_dee"
    assert await history(scenario, order) == [("drv_dee", "accepted")]


async def test_a_no_asks_the_best_matches_in_turn_and_then_everyone(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor, fay: Actor
) -> None:
    gus = await scenario.driver("gus", at=Point(40.65, -73.79))
    order = await scenario.assigned(ada, dee)
    said = await scenario.market.dispatch.offers.decline(dee, order.id)
    assert said.state is OfferState.DECLINED
    assert (await scenario.event_types(order))[-1] == "declined"
    assert await offered_to(scenario, order) == ("in_turn", "drv_eve")
    assert [await offered(scenario, each) for each in (dee, eve, fay, gus)] == [[], [order.id], [], []]
    await scenario.later(seconds=30)
    assert await offered_to(scenario, order) == ("in_turn", "drv_fay")
    await scenario.market.dispatch.offers.decline(fay, order.id)
    assert await offered_to(scenario, order) == ("everyone", None)
    assert [await offered(scenario, each) for each in (dee, eve, fay, gus)] == [
        [],
        [order.id],
        [],
        [order.id],
    ]
    assert (await scenario.market.dispatch.accept_offer(gus, order.id)).driver_id == "drv_gus"
    assert [await offered(scenario, each) for each in (dee, eve, fay, gus)] == [[]] * 4


async def test_who_has_declined_an_order_neither_hears_of_it_nor_finds_it_again_unless_chosen_anew(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    async def available_to(driver: Actor) -> list[str]:
        return [job.order.id for job in (await scenario.market.drivers.jobs(driver)).available]

    order = await scenario.open_order(ada, dee)
    assert await offered_to(scenario, order) == ("in_turn", "drv_eve")
    await scenario.market.dispatch.offers.decline(eve, order.id)
    gus = await scenario.driver("gus")
    assert await offered_to(scenario, order) == ("everyone", None)
    assert (await offered(scenario, eve), await available_to(eve)) == ([], [])
    assert (await offered(scenario, gus), await available_to(gus)) == ([order.id], [order.id])
    with pytest.raises(OfferOver):
        await scenario.market.dispatch.accept_offer(eve, order.id)

    await scenario.market.dispatch.accept_offer(gus, order.id)
    await scenario.market.deliveries.steps.hand_back(gus, order.id)
    assert await offered_to(scenario, order) == ("everyone", None)
    assert (await offered(scenario, eve), await available_to(eve)) == ([], [])

    await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_eve", "The customer asks for them")
    assert await offered(scenario, eve) == [order.id]
    assert (await scenario.market.dispatch.accept_offer(eve, order.id)).driver_id == "drv_eve"


async def test_during_somebodys_turn_others_neither_see_nor_take_the_order(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor, fay: Actor
) -> None:
    async def listed(driver: Actor) -> list[str]:
        page = await scenario.market.orders.list(driver, OrderFilter(available=True), PageRequest())
        jobs = (await scenario.market.drivers.jobs(driver)).available
        assert [job.order.id for job in jobs] == [order.id for order in page.items]
        return [order.id for order in page.items]

    order = await scenario.open_order(ada, dee)
    assert [await listed(each) for each in (dee, eve, fay)] == [[], [order.id], []]
    with pytest.raises(OfferedToAnother):
        await scenario.market.dispatch.accept_offer(fay, order.id)
    assert (await scenario.market.dispatch.accept_offer(eve, order.id)).driver_id == "drv_eve"
    with pytest.raises(OrderTaken):
        await scenario.market.dispatch.accept_offer(fay, order.id)


async def test_whoever_is_offline_or_busy_is_passed_over(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor, fay: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    assert await offered_to(scenario, order) == ("in_turn", "drv_eve")
    await scenario.market.drivers.profiles.go_offline(eve)
    await scenario.later()
    assert await offered_to(scenario, order) == ("in_turn", "drv_fay")
    other = await scenario.assigned(ada, fay)
    await scenario.market.dispatch.accept_offer(fay, other.id)
    await scenario.later()
    assert await offered_to(scenario, order) == ("everyone", None)


async def test_nobody_is_asked_for_two_orders_at_a_time(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor, fay: Actor
) -> None:
    first, second = [await scenario.open_order(ada, dee) for _ in range(2)]
    assert [await offered_to(scenario, order) for order in (first, second)] == [
        ("in_turn", "drv_eve"),
        ("in_turn", "drv_fay"),
    ]


async def test_without_a_driver_around_an_order_is_everybodys_at_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    assert await offered_to(scenario, order) == ("everyone", None)


async def test_when_the_chosen_driver_cannot_come_another_is_asked_at_payment(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.book(ada, dee)
    await scenario.market.drivers.profiles.go_offline(dee)
    assert (await scenario.pay(ada, order)).order.driver_id is None
    assert await offered_to(scenario, order) == ("in_turn", "drv_eve")


async def test_a_call_reaches_those_in_range_on_the_road_who_carry_the_load_and_did_not_refuse(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.open_order(ada, dee, items=(Item("Safe", 400),))
    far = await scenario.driver("far", at=BOSTON)
    small = attrs.evolve(a_driver().vehicle, capacity=Capacity(300, 250))
    weak = await scenario.driver("weak", vehicle=small)
    gone = await scenario.driver("gone")
    await scenario.market.drivers.profiles.go_offline(gone)
    gus = await scenario.driver("gus")
    assert [await offered(scenario, each) for each in (far, weak, gone)] == [[], [], []]
    assert await offered(scenario, gus) == [order.id]
    first = await scenario.market.dispatch.offers.decline(gus, order.id)
    assert await scenario.market.dispatch.offers.decline(gus, order.id) == first
    assert (await offered(scenario, gus), await offered(scenario, dee)) == ([], [order.id])


async def test_the_newest_five_are_kept(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    orders = []
    for _ in range(7):
        orders.append(await scenario.open_order(ada, dee))
        scenario.clock.turn(seconds=1)
    assert await offered(scenario, dee) == [order.id for order in orders[:1:-1]]


async def test_an_offer_tells_its_pay_its_way_and_its_end(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    shown = await scenario.market.dispatch.offers(dee)
    only = shown.offers[0]
    assert only.offer.expires_at is not None
    assert (only.offer.expires_at - shown.as_of).total_seconds() == 30
    assert (only.miles_away, only.order.id) == (0.0, order.id)
    assert only.pays_cents == (await scenario.market.drivers.jobs(dee)).active[0].pays_cents


async def test_a_driver_hears_what_became_of_an_offer_for_a_minute(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    async def ended(driver: Actor) -> list[tuple[str, bool]]:
        shown = (await scenario.market.dispatch.offers(driver)).ended
        return [(each.offer.state.value, each.taken_by_another) for each in shown]

    order = await scenario.assigned(ada, dee)
    await scenario.later(seconds=30)
    await scenario.market.dispatch.offers.decline(eve, order.id)
    gus = await scenario.driver("gus")
    await scenario.market.dispatch.accept_offer(gus, order.id)
    assert await ended(dee) == [("accepted", True), ("timed_out", False)]
    assert await ended(eve) == [("accepted", True), ("declined", False)]
    assert await ended(gus) == [("accepted", False)]
    scenario.clock.turn(seconds=61)
    assert await ended(dee) == []


async def test_nobody_hears_the_end_of_a_call_that_they_could_not_have_followed(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    far = await scenario.driver("far", at=BOSTON)
    small = await scenario.driver("small", vehicle=a_van(capacity=Capacity(1, 1)))
    waiting = await scenario.driver("new", approval=None, is_online=False, is_available=False)
    order = await scenario.open_order(ada, dee)
    while (await open_offer(scenario, order)).driver_id is not None:
        await scenario.later(seconds=30)
    await scenario.market.dispatch.accept_offer(dee, order.id)

    async def calls_ended(driver: Actor) -> int:
        shown = (await scenario.market.dispatch.offers(driver)).ended
        return sum(each.offer.driver_id is None for each in shown)

    assert [await calls_ended(driver) for driver in (eve, far, small, waiting)] == [1, 0, 0, 0]


async def test_saying_no_too_late_or_to_what_was_never_offered_is_refused(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    decline = scenario.market.dispatch.offers.decline
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await decline(eve, order.id)
    with pytest.raises(NotFound):
        await decline(dee, "ord_none")
    with pytest.raises(Forbidden):
        await decline(ada, order.id)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    with pytest.raises(AcceptedAlready, match=r"^You have accepted this order\."):
        await decline(dee, order.id)
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    await scenario.later(seconds=31)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    with pytest.raises(OfferOver, match=r"^This order is no longer offered to you\.$"):
        await decline(eve, order.id)


async def test_a_job_is_not_offered_again_to_who_gave_it_up_but_may_be_assigned_to_them(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    assert await offered_to(scenario, order) == ("in_turn", "drv_eve")
    await scenario.later(seconds=31)
    assert await offered_to(scenario, order) == ("everyone", None)
    assert (await offered(scenario, dee), await offered(scenario, eve)) == ([], [order.id])
    await scenario.market.dispatch.accept_offer(eve, order.id)
    await scenario.market.deliveries.steps.hand_back(eve, order.id)
    assert (await offered(scenario, dee), await offered(scenario, eve)) == ([], [])
    await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_dee", "They ask for it")
    assert await offered(scenario, dee) == [order.id]


async def test_cancelling_withdraws_what_is_offered(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    await scenario.market.orders.cancel(ada, order.id, "")
    await scenario.later(seconds=31)
    assert (await history(scenario, order))[-1] == ("drv_eve", "withdrawn")
    assert await offered(scenario, eve) == []


async def test_a_change_of_driver_is_told_and_may_be_cancelled_free(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.later(seconds=30)
    await scenario.market.dispatch.accept_offer(eve, order.id)
    scenario.clock.turn(minutes=10)
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert cancelled.cancellation is not None
    assert cancelled.cancellation.fee_cents == 0
    assert await scenario.event_types(order) == [
        "created",
        "paid",
        "assigned",
        "timed_out",
        "accepted",
        "cancelled",
    ]


async def test_a_rescheduled_order_asks_its_driver_again(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    slots = await scenario.market.orders.reschedule.slots(ada, order.id)
    moved = await scenario.market.orders.reschedule(ada, order.id, slots[-1].slot.start)
    assert (moved.driver_id, await offered_to(scenario, moved)) == ("drv_dee", ("chosen", "drv_dee"))
    await scenario.later(minutes=29)
    assert (await scenario.order(order.id)).driver_id == "drv_dee"
    await scenario.later(minutes=1)
    assert (await scenario.order(order.id)).driver_id is None


async def test_an_admin_gives_an_order_to_another_driver(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.deliveries.steps.start(dee, order.id)
    given = await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_eve", "Flat tyre")
    assert (given.status, given.driver_id, given.accepted_at) == (OrderStatus.ASSIGNED, "drv_eve", None)
    assert (given.started_at, given.price_cents) == (None, order.price_cents)
    assert await offered_to(scenario, order) == ("assigned", "drv_eve")
    assert (await scenario.event_types(order))[-1] == "reassigned"
    assert not (await scenario.fleet_entry(dee)).busy
    entries = (await scenario.market.audit.list(ADMIN, PageRequest())).items
    event = next(entry for entry in entries if entry.action == AuditAction.ORDER_REASSIGNED)
    assert (event.actor_id, event.object_id) == ("usr_admin", order.id)
    assert event.facts == {"from_driver": "drv_dee", "to_driver": "drv_eve"}
    await scenario.later(seconds=30)
    assert (await scenario.order(order.id)).driver_id is None
    by_operator = await scenario.market.dispatch.reassign(OPERATOR, order.id, "drv_dee", "Back on the road")
    assert by_operator.driver_id == "drv_dee"


async def test_reassigning_has_its_rules(scenario: Scenario, ada: Actor, dee: Actor, eve: Actor) -> None:
    order, unpaid = await scenario.assigned(ada, dee), await scenario.book(ada, eve)
    give = scenario.market.dispatch.reassign
    for actor in (ada, dee, eve):
        with pytest.raises(Forbidden):
            await give(actor, order.id, "drv_eve", "Mine.")
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(InvalidInput, match=r"^reason: "):
            await give(ADMIN, order.id, "drv_eve", reason)
    with pytest.raises(InvalidInput, match=r"^driver_id: "):
        await give(ADMIN, order.id, "drv_dee", "Again")
    with pytest.raises(NotFound, match=r"^Driver not found$"):
        await give(ADMIN, order.id, "drv_none", "Why not")
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await give(ADMIN, "ord_none", "drv_eve", "Why not")
    with pytest.raises(HaulageError, match="not paid"):
        await give(ADMIN, unpaid.id, "drv_eve", "Early")
    await scenario.pay(ada, unpaid)
    with pytest.raises(DriverBusy):
        await give(ADMIN, order.id, "drv_eve", "Busy")
    await scenario.market.deliveries.steps.start(dee, order.id)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    with pytest.raises(AlreadyPickedUp):
        await give(ADMIN, order.id, "drv_eve", "Too late")


async def test_a_job_for_now_that_would_run_into_an_appointment_is_refused(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    soon = scenario.clock.now().replace(microsecond=0)
    order = await scenario.open_order(ada, dee)
    scenario.clock.turn(minutes=-30)
    appointment = await scenario.assigned(ada, dee, scheduled_time=soon)
    scenario.clock.turn(minutes=25)
    await scenario.market.dispatch.accept_offer(dee, appointment.id)
    with pytest.raises(JobsOverlap, match=r"^You have another job at that time\.$"):
        await scenario.market.dispatch.accept_offer(dee, order.id)


async def test_who_is_offline_takes_appointments_and_nothing_for_now(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    scenario.clock.turn(minutes=1)
    now = await scenario.open_order(ada, dee)
    later = await scenario.open_order(ada, dee, scheduled_time=scenario.clock.now() + timedelta(hours=3))
    await scenario.market.drivers.profiles.go_offline(dee)
    await scenario.later(minutes=1)
    with pytest.raises(DriverOffline, match=r"^Go online to take an order for now\.$"):
        await scenario.market.dispatch.accept_offer(dee, now.id)
    assert (await scenario.market.dispatch.accept_offer(dee, later.id)).accepted_at is not None


async def test_a_follower_hears_of_offers_and_of_their_ends(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    offers = attrs.evolve(scenario.market.dispatch.offers, look_again_seconds=20)
    stream = offers.follow(dee)

    async def news() -> OfferList:
        async with asyncio.timeout(5):
            while True:
                shown = await anext(stream)
                if shown is not None:
                    return shown

    assert (await news()).offers == []
    order = await scenario.assigned(ada, dee)
    assert [each.order.id for each in (await news()).offers] == [order.id]
    await scenario.later(seconds=30)
    assert [each.offer.kind for each in (await news()).offers] == [OfferKind.EVERYONE]
    await scenario.market.orders.cancel(ada, order.id, "")
    assert (await news()).offers == []
    await stream.aclose()  # type: ignore[attr-defined]


async def waits_for_somebody(scenario: Scenario, order: Order) -> None:
    """An order that nobody has said yes to always has one open offer, and no other order has any."""
    now = await scenario.order(order.id)
    shown = await scenario.storage.read(lambda unit: unit.job_offers.of_order(order.id))
    found = [offer for offer in shown if offer.is_open]
    if now.is_open_to_drivers:
        assert len(found) == 1
        assert not found[0].holds_order
    elif now.status is OrderStatus.ASSIGNED and now.accepted_at is None:
        assert [(offer.driver_id, offer.holds_order) for offer in found] == [(now.driver_id, True)]
    else:
        assert found == []
    for offer in found:
        if offer.expires_at is not None:
            id = f"move_offer_on:{offer.id}"
            job = await scenario.storage.read(lambda unit, id=id: unit.jobs.get(id))
            assert job is not None
            assert job.state == "waiting"


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_drivers_do_an_order_is_offered_to_somebody(
    scenario: Scenario, ada: Actor, seed: int
) -> None:
    """Any sequence of answers, silences and goings leaves no order without an open offer."""
    luck = Random(seed)
    drivers = [await scenario.driver(f"d{n}", at=Point(40.75 + n / 200, -73.98)) for n in range(5)]
    order = await scenario.assigned(ada, drivers[0])
    for _ in range(25):
        driver = luck.choice(drivers)
        moves = [
            lambda d=driver: scenario.market.dispatch.offers.decline(d, order.id),
            lambda d=driver: scenario.market.dispatch.accept_offer(d, order.id),
            lambda d=driver: scenario.market.deliveries.steps.hand_back(d, order.id),
            lambda d=driver: scenario.market.drivers.profiles.go_offline(d),
            lambda d=driver: scenario.market.drivers.profiles.go_online(d),
            lambda d=driver: scenario.market.dispatch.reassign(ADMIN, order.id, d.driver_id or "", "Luck"),
            lambda: scenario.later(seconds=luck.choice([1, 15, 31])),
            lambda: scenario.later(seconds=31),
        ]
        with suppress(RuleBroken, NotFound, InvalidInput):
            await luck.choice(moves)()
        await waits_for_somebody(scenario, order)
    for _ in range(8):
        if (await scenario.order(order.id)).accepted_at is not None:
            return
        await scenario.later(seconds=31)
    kind, _ = await offered_to(scenario, order)
    assert kind == "everyone"
    for driver in drivers:
        me = await scenario.market.drivers.profiles.me(driver)
        no = (driver.driver_id, "declined") in await history(scenario, order)
        had = driver.driver_id in await takers(scenario, order)
        assert not me.is_online or no or had or order.id in await offered(scenario, driver)


async def test_an_order_for_two_people_is_for_drivers_who_bring_a_helper(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """Dee works alone; Gil does not, and an order for one is for both."""
    gil = await scenario.driver("gil", at=HARLEM, works_with_helper=True)
    assert await scenario.offered_ids(ada, helpers=1) == ["drv_gil"]
    assert set(await scenario.offered_ids(ada)) == {"drv_dee", "drv_gil"}
    order = await scenario.assigned(ada, gil, helpers=1)
    await scenario.market.dispatch.offers.decline(gil, order.id)
    assert [job.fits for job in (await scenario.market.drivers.jobs(dee)).available] == [False]
    with pytest.raises(HelperNeeded):
        await scenario.market.dispatch.accept_offer(dee, order.id)
