"""Orders that somebody else is to do: who could, who is told, and what becomes of the order."""

from collections.abc import AsyncIterator
from pathlib import Path

import attrs
import pytest

from builders import a_driver
from haulage.email import EmailKind, StoredEmail
from haulage.kernel.actor import Actor
from haulage.kernel.cargo import Item
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.kernel.vehicles import Capacity
from haulage.orders import Order, OrderStatus
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.services.dispatch.reassignment import (
    CandidateBusy,
    CandidateVehicleTooSmall,
    GoodsOnBoard,
    OrderHasNoDriver,
)
from use_cases.scenario import ADMIN, Scenario, make_tables, open_scenario

pytestmark = pytest.mark.anyio

HARLEM = Point(40.80, -73.95)
BOSTON = Point(42.36, -71.06)
SMALL = attrs.evolve(a_driver().vehicle, capacity=Capacity(300, 250))


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    """A town in which one is asked in turn before everybody is."""
    make_tables(tmp_path / "town.db")
    async with open_scenario(tmp_path / "town.db", offer_turns=1) as opened:
        yield opened


@pytest.fixture
async def eve(scenario: Scenario) -> Actor:
    return await scenario.driver("eve", at=HARLEM, email="eve@example.com")


async def mails(scenario: Scenario, *kinds: EmailKind) -> list[StoredEmail]:
    """Mails of these kinds, oldest first."""
    latest = await scenario.market.email.manage.latest(100)
    return [mail for mail in reversed(latest) if mail.kind in kinds]


CHANGES = (EmailKind.DRIVER_CHANGED, EmailKind.DRIVER_LOST, EmailKind.ORDER_GIVEN, EmailKind.ORDER_TAKEN_AWAY)


async def mailed(scenario: Scenario) -> list[tuple[str, str]]:
    return [(mail.kind.value, mail.mail.to) for mail in await mails(scenario, *CHANGES)]


async def weighed(
    scenario: Scenario, order: Order, search: str = ""
) -> dict[str, tuple[str | None, list[str]]]:
    found = await scenario.market.dispatch.find_candidates(ADMIN, order.id, search)
    return {each.driver.name: (each.refused, list(each.cautions)) for each in found}


async def test_the_customer_and_both_drivers_hear_of_a_change(
    scenario: Scenario, ada: Actor, eve: Actor
) -> None:
    dee = await scenario.driver("dee", email="dee@example.com")
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_eve", "Flat tyre")
    changed, given, taken = await mails(scenario, *CHANGES)
    assert [mail.kind for mail in (changed, given, taken)] == [CHANGES[0], *CHANGES[2:]]
    assert "cancel free of charge" in changed.mail.text
    assert f"/track/{order.id}" in changed.mail.text
    assert "Flat tyre" not in changed.mail.text + given.mail.text + taken.mail.text
    assert (given.mail.to, taken.mail.to) == ("eve@example.com", "dee@example.com")
    assert "within 30 seconds" in given.mail.text
    assert "to another driver" in taken.mail.text
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert cancelled.cancellation is not None
    assert cancelled.cancellation.fee_cents == 0


async def test_an_appointment_tells_how_many_minutes_there_are_to_answer(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    at = scenario.clock.now().replace(microsecond=0)
    scenario.clock.turn(hours=-3)
    order = await scenario.assigned(ada, dee, scheduled_time=at)
    await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_eve", "Ill")
    (given,) = await mails(scenario, EmailKind.ORDER_GIVEN)
    assert "within 30 minutes" in given.mail.text


async def test_whoever_takes_what_another_gave_up_is_announced(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    await scenario.market.dispatch.accept_offer(eve, order.id)
    assert [kind for kind, _ in await mailed(scenario)] == ["driver_lost", "driver_changed"]
    (changed,) = await mails(scenario, EmailKind.DRIVER_CHANGED)
    assert "Another driver has taken your order and comes with a" in changed.mail.text
    await scenario.market.deliveries.steps.hand_back(eve, order.id)
    await scenario.later(seconds=31)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    assert "The driver whom you chose" in (await mails(scenario, EmailKind.DRIVER_CHANGED))[-1].mail.text


async def test_a_driver_who_accepts_what_the_customer_asked_of_them_is_no_change(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    assert await mailed(scenario) == []


async def test_a_released_order_is_asked_of_others_and_then_of_everyone(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.deliveries.steps.start(dee, order.id)
    free = await scenario.market.dispatch.reassign.release(ADMIN, order.id, " No answer ")
    assert (free.status, free.driver_id, free.started_at) == (OrderStatus.PENDING, None, None)
    offers = await scenario.storage.read(lambda unit: unit.job_offers.of_order(order.id))
    assert [(each.driver_id, each.state, each.reason) for each in offers] == [
        ("drv_dee", "accepted", None),
        ("drv_eve", "open", "No answer"),
    ]
    assert [kind for kind, _ in await mailed(scenario)] == ["driver_lost", "order_taken_away"]
    assert (await scenario.event_types(order))[-1] == "reassigned"
    assert not (await scenario.fleet_entry(dee)).busy
    entry = (await scenario.market.audit.list(ADMIN, PageRequest())).items[0]
    assert (entry.action, entry.facts) == ("order_reassigned", {"from_driver": "drv_dee", "to_driver": None})
    with pytest.raises(OrderHasNoDriver, match=r"^Nobody has this order"):
        await scenario.market.dispatch.reassign.release(ADMIN, order.id, "Again")


async def test_releasing_has_its_rules(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    release = scenario.market.dispatch.reassign.release
    for actor in (ada, dee):
        with pytest.raises(Forbidden):
            await release(actor, order.id, "Mine")
    with pytest.raises(InvalidInput, match=r"^reason: "):
        await release(ADMIN, order.id, " ")
    with pytest.raises(NotFound):
        await release(ADMIN, "ord_none", "Why not")
    await scenario.market.deliveries.steps.start(dee, order.id)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    with pytest.raises(GoodsOnBoard):
        await release(ADMIN, order.id, "Too late")
    history = await scenario.market.orders.admin.history(ADMIN, order.id)
    assert history.immovable is not None
    assert history.immovable.startswith("The items are already picked up")


async def test_candidates_say_why_they_do_not_fit(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee, items=(Item("Safe", 400),))
    await scenario.driver("small", at=HARLEM, vehicle=SMALL)
    await scenario.driver("new", at=HARLEM, approval=None, is_online=False, is_available=False)
    gone = await scenario.driver("gone", at=HARLEM)
    await scenario.market.drivers.profiles.go_offline(gone)
    busy = await scenario.driver("busy", at=HARLEM)
    await scenario.market.dispatch.accept_offer(busy, (await scenario.assigned(ada, busy)).id)
    await scenario.driver("far", at=BOSTON)
    assert await weighed(scenario, order) == {
        "eve": (None, []),
        "gone": (None, ["Is offline"]),
        "busy": ("This driver has another job in hand.", []),
        "new": ("This driver is not approved yet.", ["Is offline"]),
        "small": ("This load is too large for their vehicle.", []),
    }
    first = (await scenario.market.dispatch.find_candidates(ADMIN, order.id))[0]
    assert (first.driver.name, first.miles) == ("eve", 3.4)
    with pytest.raises(CandidateVehicleTooSmall):
        await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_small", "Try")
    with pytest.raises(CandidateBusy):
        await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_busy", "Try")


async def test_a_search_finds_drivers_wherever_they_are(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.driver("fay_100", at=BOSTON)
    await scenario.driver("fayette", at=None)
    assert await weighed(scenario, order, " FAY ") == {
        "fay_100": (None, ["Is more than 20 miles from the pickup"]),
        "fayette": (None, ["Has never told a position"]),
    }
    assert list(await weighed(scenario, order, "Y_1")) == ["fay_100"]
    assert list(await weighed(scenario, order, "drv_fayette")) == ["fayette"]
    assert await weighed(scenario, order, "drv_dee") == {}
    for bad in ("x" * 101, "a\0b"):
        with pytest.raises(InvalidInput, match=r"^search: "):
            await weighed(scenario, order, bad)


async def test_what_a_driver_did_with_the_order_before_is_told(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    await scenario.market.dispatch.offers.decline(eve, order.id)
    assert await weighed(scenario, order) == {
        "dee": (None, ["Had this order before and gave it up"]),
        "eve": (None, ["Has declined this order before"]),
    }


async def test_orders_are_found_by_number_and_by_what_stands_in_them(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    bob = await scenario.customer("bob")
    other = await scenario.book(bob, dee)
    mine = await scenario.assigned(ada, dee)

    async def found(text: str) -> list[int]:
        page = await scenario.market.orders.admin(ADMIN, OrderFilter(text=text), PageRequest())
        return [each.order.number for each in page.items]

    both = [mine.number, other.number]
    assert [await found(text) for text in ("", "  ", "a CHAIR", "brooklyn")] == [both] * 4
    assert [await found(text) for text in (f"#{mine.number}", str(mine.number), mine.id)] == [
        [mine.number]
    ] * 3
    assert await found("dee") == [mine.number]
    assert await found("bob") == [other.number]
    assert [await found(text) for text in ("%", "a_chair", "99999", "\\", "'")] == [[]] * 5
    for bad in ("x" * 101, "\0"):
        with pytest.raises(InvalidInput, match=r"^search: "):
            await found(bad)
    with pytest.raises(Forbidden):
        await scenario.market.orders.admin(ada, OrderFilter(), PageRequest())


async def test_the_history_names_who_was_asked(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_eve", "Flat tyre")
    history = await scenario.market.orders.admin.history(ADMIN, order.id)
    assert [event.type for event in history.events] == ["created", "paid", "assigned", "reassigned"]
    assert [(each.kind, each.state, each.reason) for each in history.offers] == [
        ("chosen", "withdrawn", None),
        ("assigned", "open", "Flat tyre"),
    ]
    assert history.names == {"drv_dee": "dee", "drv_eve": "eve"}
    assert history.immovable is None
    assert history.overseen.customer is not None
    assert history.overseen.customer.id == ada.user_id
