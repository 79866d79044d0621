"""Orders that somebody else is to do: who could, who is told, and what becomes of the order."""

from collections.abc import AsyncIterator
from pathlib import Path

import attrs
import pytest

from builders import a_driver
from haulage.kernel.cargo import Item
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.kernel.policy import Actor
from haulage.kernel.vehicles import Capacity
from haulage.mails import KeptMail, MailKind
from haulage.orders import Order, OrderStatus
from haulage.ports.storage import OrderFilter, PageRequest
from haulage.use_cases.dispatching.candidates import (
    GoodsOnBoard,
    NobodyHasIt,
    TheirVehicleIsTooSmall,
    TheyAreBusy,
)
from use_cases.town import ADMIN, Town, make_tables, open_town

pytestmark = pytest.mark.anyio

HARLEM = Point(40.80, -73.95)
BOSTON = Point(42.36, -71.06)
SMALL = attrs.evolve(a_driver().vehicle, capacity=Capacity(300, 250))


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    """A town in which one is asked in turn before everybody is."""
    make_tables(tmp_path / "town.db")
    async with open_town(tmp_path / "town.db", offer_turns=1) as opened:
        yield opened


@pytest.fixture
async def eve(town: Town) -> Actor:
    return await town.driver("eve", at=HARLEM, email="eve@example.com")


async def mails(town: Town, *kinds: MailKind) -> list[KeptMail]:
    """Mails of these kinds, oldest first."""
    latest = await town.market.mail_desk.latest(100)
    return [mail for mail in reversed(latest) if mail.kind in kinds]


CHANGES = (MailKind.DRIVER_CHANGED, MailKind.DRIVER_LOST, MailKind.ORDER_GIVEN, MailKind.ORDER_TAKEN_AWAY)


async def told(town: Town) -> list[tuple[str, str]]:
    return [(mail.kind.value, mail.mail.to) for mail in await mails(town, *CHANGES)]


async def weighed(town: Town, order: Order, search: str = "") -> dict[str, tuple[str | None, list[str]]]:
    found = await town.market.find_candidates(ADMIN, order.id, search)
    return {each.driver.name: (each.refused, list(each.cautions)) for each in found}


async def test_the_customer_and_both_drivers_hear_of_a_change(town: Town, ada: Actor, eve: Actor) -> None:
    dee = await town.driver("dee", email="dee@example.com")
    order = await town.assigned(ada, dee)
    await town.market.driving.accept(dee, order.id)
    await town.market.reassign_order(ADMIN, order.id, "drv_eve", "Flat tyre")
    changed, given, taken = await mails(town, *CHANGES)
    assert [mail.kind for mail in (changed, given, taken)] == [CHANGES[0], *CHANGES[2:]]
    assert "cancel free of charge" in changed.mail.text
    assert f"/track/{order.id}" in changed.mail.text
    assert "Flat tyre" not in changed.mail.text + given.mail.text + taken.mail.text
    assert (given.mail.to, taken.mail.to) == ("eve@example.com", "dee@example.com")
    assert "within 30 seconds" in given.mail.text
    assert "to another driver" in taken.mail.text
    cancelled = await town.market.cancel_order(ada, order.id, "")
    assert cancelled.cancellation is not None
    assert cancelled.cancellation.fee_cents == 0


async def test_an_appointment_tells_how_many_minutes_there_are_to_answer(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    at = town.clock.now().replace(microsecond=0)
    town.clock.turn(hours=-3)
    order = await town.assigned(ada, dee, scheduled_time=at)
    await town.market.reassign_order(ADMIN, order.id, "drv_eve", "Ill")
    (given,) = await mails(town, MailKind.ORDER_GIVEN)
    assert "within 30 minutes" in given.mail.text


async def test_whoever_takes_what_another_gave_up_is_announced(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driving.accept(dee, order.id)
    await town.market.driving.hand_back(dee, order.id)
    await town.market.driving.accept(eve, order.id)
    assert [kind for kind, _ in await told(town)] == ["driver_lost", "driver_changed"]
    (changed,) = await mails(town, MailKind.DRIVER_CHANGED)
    assert "Another driver has taken your order and comes with a" in changed.mail.text
    await town.market.driving.hand_back(eve, order.id)
    await town.later(seconds=31)
    await town.market.driving.accept(dee, order.id)
    assert "The driver whom you chose" in (await mails(town, MailKind.DRIVER_CHANGED))[-1].mail.text


async def test_a_driver_who_accepts_what_the_customer_asked_of_them_is_no_change(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driving.accept(dee, order.id)
    assert await told(town) == []


async def test_a_released_order_is_asked_of_others_and_then_of_everyone(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driving.accept(dee, order.id)
    await town.market.driving.start(dee, order.id)
    free = await town.market.reassign_order.release(ADMIN, order.id, " No answer ")
    assert (free.status, free.driver_id, free.started_at) == (OrderStatus.PENDING, None, None)
    offers = await town.storage.read(lambda unit: unit.job_offers.of_order(order.id))
    assert [(each.driver_id, each.state, each.reason) for each in offers] == [
        ("drv_dee", "accepted", None),
        ("drv_eve", "open", "No answer"),
    ]
    assert [kind for kind, _ in await told(town)] == ["driver_lost", "order_taken_away"]
    assert (await town.told(order))[-1] == "reassigned"
    assert not (await town.fleet_entry(dee)).busy
    deed = (await town.market.audit_desk.list(ADMIN, PageRequest())).items[0]
    assert (deed.action, deed.facts) == ("order_reassigned", {"from_driver": "drv_dee", "to_driver": None})
    with pytest.raises(NobodyHasIt, match=r"^Nobody has this order"):
        await town.market.reassign_order.release(ADMIN, order.id, "Again")


async def test_releasing_has_its_rules(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    release = town.market.reassign_order.release
    for actor in (ada, dee):
        with pytest.raises(Forbidden):
            await release(actor, order.id, "Mine")
    with pytest.raises(InvalidInput, match=r"^reason: "):
        await release(ADMIN, order.id, " ")
    with pytest.raises(NotFound):
        await release(ADMIN, "ord_none", "Why not")
    await town.market.driving.start(dee, order.id)
    await town.market.driving.confirm_pickup(dee, order.id)
    with pytest.raises(GoodsOnBoard):
        await release(ADMIN, order.id, "Too late")
    history = await town.market.oversee_orders.history(ADMIN, order.id)
    assert history.immovable is not None
    assert history.immovable.startswith("The items are already picked up")


async def test_candidates_say_why_they_do_not_fit(town: Town, ada: Actor, dee: Actor, eve: Actor) -> None:
    order = await town.assigned(ada, dee, items=(Item("Safe", 400),))
    await town.driver("small", at=HARLEM, vehicle=SMALL)
    await town.driver("new", at=HARLEM, approval=None, is_online=False, is_available=False)
    gone = await town.driver("gone", at=HARLEM)
    await town.market.driver_desk.go_offline(gone)
    busy = await town.driver("busy", at=HARLEM)
    await town.market.driving.accept(busy, (await town.assigned(ada, busy)).id)
    await town.driver("far", at=BOSTON)
    assert await weighed(town, order) == {
        "eve": (None, []),
        "gone": (None, ["Is offline"]),
        "busy": ("This driver has another job in hand.", []),
        "new": ("This driver is not approved yet.", ["Is offline"]),
        "small": ("This load is too large for their vehicle.", []),
    }
    first = (await town.market.find_candidates(ADMIN, order.id))[0]
    assert (first.driver.name, first.miles) == ("eve", 3.4)
    with pytest.raises(TheirVehicleIsTooSmall):
        await town.market.reassign_order(ADMIN, order.id, "drv_small", "Try")
    with pytest.raises(TheyAreBusy):
        await town.market.reassign_order(ADMIN, order.id, "drv_busy", "Try")


async def test_a_search_finds_drivers_wherever_they_are(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.driver("fay_100", at=BOSTON)
    await town.driver("fayette", at=None)
    assert await weighed(town, order, " FAY ") == {
        "fay_100": (None, ["Is more than 20 miles from the pickup"]),
        "fayette": (None, ["Has never told a position"]),
    }
    assert list(await weighed(town, order, "Y_1")) == ["fay_100"]
    assert list(await weighed(town, order, "drv_fayette")) == ["fayette"]
    assert await weighed(town, order, "drv_dee") == {}
    for bad in ("x" * 101, "a\0b"):
        with pytest.raises(InvalidInput, match=r"^search: "):
            await weighed(town, order, bad)


async def test_what_a_driver_did_with_the_order_before_is_told(
    town: Town, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driving.accept(dee, order.id)
    await town.market.driving.hand_back(dee, order.id)
    await town.market.offer_desk.decline(eve, order.id)
    assert await weighed(town, order) == {
        "dee": (None, ["Had this order before and gave it up"]),
        "eve": (None, ["Has declined this order before"]),
    }


async def test_orders_are_found_by_number_and_by_what_stands_in_them(
    town: Town, ada: Actor, dee: Actor
) -> None:
    bob = await town.customer("bob")
    other = await town.book(bob, dee)
    mine = await town.assigned(ada, dee)

    async def found(text: str) -> list[int]:
        page = await town.market.oversee_orders(ADMIN, OrderFilter(text=text), PageRequest())
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
        await town.market.oversee_orders(ada, OrderFilter(), PageRequest())


async def test_the_history_names_who_was_asked(town: Town, ada: Actor, dee: Actor, eve: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.market.reassign_order(ADMIN, order.id, "drv_eve", "Flat tyre")
    history = await town.market.oversee_orders.history(ADMIN, order.id)
    assert [event.type for event in history.events] == ["created", "paid", "assigned", "reassigned"]
    assert [(each.kind, each.state, each.reason) for each in history.offers] == [
        ("chosen", "withdrawn", None),
        ("assigned", "open", "Flat tyre"),
    ]
    assert history.names == {"drv_dee": "dee", "drv_eve": "eve"}
    assert history.immovable is None
    assert history.overseen.customer is not None
    assert history.overseen.customer.id == ada.user_id
