"""From a quote and an offered driver to an order."""

from datetime import timedelta

import attrs
import pytest

from builders import BROOKLYN, TIMES_SQUARE, a_van
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, Unauthenticated
from haulage.kernel.geo import Place, Point
from haulage.kernel.policy import ANONYMOUS, Actor
from haulage.kernel.services import FareUrgency, ItemClass, MatchUrgency, ServiceType
from haulage.orders import Contact, OrderStatus, PaymentStatus
from haulage.ports.storage import OrderFilter, PageRequest
from haulage.pricing.quote import QuoteExpired
from haulage.use_cases.once import KeyReused, Replayed
from haulage.use_cases.orders.booking import BookOrder, DriverNotOffered, PricePolicy, QuoteAlreadyBooked
from haulage.use_cases.orders.quoting import QuoteWish, SamePlace
from use_cases.town import ADMIN, Town, a_booking, once

pytestmark = pytest.mark.anyio

EVERYTHING = OrderFilter()


async def test_from_quote_to_delivery(town: Town, ada: Actor, dee: Actor) -> None:
    market = town.market
    quote = await town.quote(ada)
    (offer,) = await town.offers(ada, quote)
    assert (offer.driver_id, offer.rank, offer.estimate.total_cents) == ("drv_dee", 1, 25_00)

    order = await market.book_order(ada, a_booking(quote, dee))
    assert (order.number, order.customer_id, order.quote_id) == (10_000, "usr_ada", quote.id)
    assert (order.status, order.payment_status) == (OrderStatus.PENDING, PaymentStatus.UNPAID)
    assert order.price_cents == 27_06  # 25.00 and 8.25 % tax, half up

    town.clock.turn(minutes=1)
    outcome = await town.pay(ada, order)
    assert (outcome.order.status, outcome.order.driver_id) == (OrderStatus.ASSIGNED, "drv_dee")
    assert outcome.payment.processing_fee_cents == 1_08  # 2.9 % of 27.06 and 30 cents
    assert town.cards.charged == {"pi_ord_1": 27_06}

    for step in ("accept", "set_out", "start", "confirm_pickup", "complete"):
        town.clock.turn(minutes=1)
        order = await getattr(market.driving, step)(dee, order.id)
    assert order.status is OrderStatus.COMPLETED
    assert order.completed_at == town.clock.now()
    assert (await market.driver_desk.me(dee)).total_jobs == 1
    assert await town.told(order) == [
        "created",
        "paid",
        "assigned",
        "accepted",
        "en_route",
        "started",
        "picked_up",
        "completed",
    ]
    assert [event.sequence for event in await town.log(order)] == list(range(1, 9))
    assert await town.offered_ids(ada) == ["drv_dee"]


async def test_the_order_keeps_what_the_quote_said(town: Town, ada: Actor) -> None:
    dee = await town.driver("dee", vehicle=a_van())
    quote = await town.quote(
        ada,
        items=(Item("Sofa", 120.5, Dimensions(84, 36, 36)), Item("Lamp", 9.5, fragile=True)),
        item_class=ItemClass.SMALL,
        urgency=FareUrgency.EXPRESS,
    )
    await town.offers(ada, quote)
    order = await town.market.book_order(ada, a_booking(quote, dee, items_description="A sofa and a lamp"))
    assert (order.pickup, order.dropoff, order.contact) == (
        TIMES_SQUARE,
        BROOKLYN,
        a_booking(quote, dee).contact,
    )
    assert (order.service_type, order.urgency) == (ServiceType.DELIVERY, MatchUrgency.MEDIUM)
    assert (str(order.weight_pounds), str(order.volume_cubic_feet)) == ("130.00", "63.00")
    assert float(order.distance_miles) == float(quote.trip.miles)
    assert order.estimated_minutes == quote.trip.minutes
    # (25.00 x 1.1 + 80 lb over at 0.25 + 10.00 fragile) = 57.50, and 4.74375 of tax
    assert order.price_cents == 57_50 + 4_74


async def test_under_the_calculators_policy_the_quotes_own_price_is_charged(
    town: Town, ada: Actor, dee: Actor
) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    book: BookOrder = attrs.evolve(town.market.book_order, price_policy=PricePolicy.CALCULATOR_PRICE)
    order = await book(ada, a_booking(quote, dee))
    assert order.price_cents == quote.fare.total_cents != 27_06


async def test_small_means_delivery_and_large_means_moving_unless_told(town: Town, ada: Actor) -> None:
    small, large = await town.quote(ada), await town.quote(ada, item_class=ItemClass.LARGE)
    told = await town.quote(ada, item_class=ItemClass.LARGE, service_type=ServiceType.PICKUP)
    services = [quote.trip.service for quote in (small, large, told)]
    assert services == [ServiceType.DELIVERY, ServiceType.MOVING, ServiceType.PICKUP]


async def test_a_quote_can_be_booked_until_just_before_fifteen_minutes(
    town: Town, ada: Actor, dee: Actor
) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    town.clock.at = quote.created_at + timedelta(minutes=15) - timedelta(microseconds=1)
    assert (await town.market.book_order(ada, a_booking(quote, dee))).quote_id == quote.id


async def test_at_exactly_fifteen_minutes_a_quote_can_be_neither_booked_nor_matched(
    town: Town, ada: Actor, dee: Actor
) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    town.clock.at = quote.created_at + timedelta(minutes=15)
    with pytest.raises(QuoteExpired):
        await town.market.book_order(ada, a_booking(quote, dee))
    with pytest.raises(QuoteExpired):
        await town.offers(ada, quote)


async def test_a_quote_is_booked_once(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    quote = await town.market.see_quote(ada, order.quote_id)
    with pytest.raises(QuoteAlreadyBooked, match=r"^This quote is booked already\.$"):
        await town.market.book_order(ada, a_booking(quote, dee))


async def test_a_cancelled_orders_quote_is_not_booked_again(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    await town.market.cancel_order(ada, order.id, "")
    quote = await town.market.see_quote(ada, order.quote_id)
    with pytest.raises(QuoteAlreadyBooked):
        await town.market.book_order(ada, a_booking(quote, dee))


async def test_only_offered_drivers_can_be_chosen(town: Town, ada: Actor, dee: Actor) -> None:
    far_away = await town.driver("far", at=Point(42.65, -73.75))
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    for driver in (far_away, Actor(driver_id="drv_nobody"), Actor(driver_id="")):
        with pytest.raises(DriverNotOffered):
            await town.market.book_order(ada, a_booking(quote, driver))


async def test_a_driver_offered_for_another_quote_is_not_offered_for_this_one(
    town: Town, ada: Actor, dee: Actor
) -> None:
    matched, unmatched = await town.quote(ada), await town.quote(ada)
    await town.offers(ada, matched)
    with pytest.raises(DriverNotOffered):
        await town.market.book_order(ada, a_booking(unmatched, dee))


async def test_a_new_search_forgets_the_offers_of_the_last(town: Town, ada: Actor, dee: Actor) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    await town.market.driver_desk.go_offline(dee)
    assert await town.offers(ada, quote) == []
    with pytest.raises(DriverNotOffered):
        await town.market.book_order(ada, a_booking(quote, dee))


async def test_a_booked_quote_keeps_the_offers_it_was_booked_from(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    quote = await town.market.see_quote(ada, order.quote_id)
    await town.market.driver_desk.go_offline(dee)
    assert [offer.driver_id for offer in await town.offers(ada, quote)] == ["drv_dee"]
    await town.market.driver_desk.go_online(dee, TIMES_SQUARE.point)
    paid = (await town.pay(ada, order)).order
    assert paid.pickup_due_at == town.clock.now() + timedelta(minutes=1)


async def test_anothers_quote_is_not_found(town: Town, ada: Actor, dee: Actor) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    bob = await town.customer("bob")
    for stranger in (bob, dee, ADMIN):
        with pytest.raises(NotFound, match=r"^Quote not found$"):
            await town.market.see_quote(stranger, quote.id)
        with pytest.raises(NotFound, match=r"^Quote not found$"):
            await town.market.find_drivers(stranger, quote.id)
        with pytest.raises(NotFound, match=r"^Quote not found$"):
            await town.market.book_order(stranger, a_booking(quote, dee))


async def test_visitors_get_no_quotes(town: Town) -> None:
    with pytest.raises(Unauthenticated):
        await town.quote(ANONYMOUS)


async def test_anothers_order_is_not_found(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    bob = await town.customer("bob")
    for stranger in (bob, dee):
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await town.market.see_order(stranger, order.id)
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await town.market.open_payment(stranger, order.id)
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await town.market.cancel_order(stranger, order.id, "")
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await anext(town.market.follow_order(stranger, order.id))
        assert (await town.market.list_orders(stranger, EVERYTHING, PageRequest())).items == []


async def test_customers_list_their_own_orders_and_are_refused_other_peoples(
    town: Town, ada: Actor, dee: Actor
) -> None:
    mine = await town.book(ada, dee)
    bob = await town.customer("bob")
    theirs = await town.book(bob, dee)
    for wanted in (OrderFilter(customer_id="usr_bob"), OrderFilter(driver_id="drv_dee")):
        with pytest.raises(Forbidden):
            await town.market.list_orders(ada, wanted, PageRequest())
    page = await town.market.list_orders(ada, EVERYTHING, PageRequest())
    assert [order.id for order in page.items] == [mine.id]
    everybodys = await town.market.list_orders(ADMIN, EVERYTHING, PageRequest())
    assert {order.id for order in everybodys.items} == {mine.id, theirs.id}


async def test_the_same_key_and_body_get_the_same_answer(town: Town, ada: Actor, dee: Actor) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    order = await town.market.book_order(ada, a_booking(quote, dee), once())
    with pytest.raises(Replayed) as again:
        await town.market.book_order(ada, a_booking(quote, dee), once())
    assert again.value.reply == repr(order).encode()
    assert len((await town.market.list_orders(ada, EVERYTHING, PageRequest())).items) == 1


async def test_the_same_key_with_another_body_is_refused(town: Town, ada: Actor, dee: Actor) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    await town.market.book_order(ada, a_booking(quote, dee), once(body="this"))
    with pytest.raises(KeyReused):
        await town.market.book_order(ada, a_booking(quote, dee), once(body="that"))


async def test_a_key_belongs_to_its_caller(town: Town, ada: Actor, dee: Actor) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    await town.market.book_order(ada, a_booking(quote, dee), once(caller="usr_ada"))
    bob = await town.customer("bob")
    theirs = await town.quote(bob)
    await town.offers(bob, theirs)
    order = await town.market.book_order(bob, a_booking(theirs, dee), once(caller="usr_bob"))
    assert order.customer_id == "usr_bob"


async def test_a_failed_attempt_does_not_lock_its_key(town: Town, ada: Actor, dee: Actor) -> None:
    quote = await town.quote(ada)
    with pytest.raises(DriverNotOffered):
        await town.market.book_order(ada, a_booking(quote, dee), once())
    await town.offers(ada, quote)
    assert (await town.market.book_order(ada, a_booking(quote, dee), once())).quote_id == quote.id


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"contact": Contact(" ", "+1")}, "contact.name"),
        ({"contact": Contact("x" * 101, "+1")}, "contact.name"),
        ({"contact": Contact("Ada", "")}, "contact.phone"),
        ({"contact": Contact("Ada", "1" * 33)}, "contact.phone"),
        ({"items_description": "\n"}, "items_description"),
        ({"items_description": "x" * 2001}, "items_description"),
    ],
)
async def test_a_booking_without_its_words_is_refused(
    town: Town, ada: Actor, dee: Actor, changes: dict[str, object], field: str
) -> None:
    quote = await town.quote(ada)
    await town.offers(ada, quote)
    with pytest.raises(InvalidInput) as caught:
        await town.market.book_order(ada, a_booking(quote, dee, **changes))
    assert caught.value.field == field


CHAIR = Item("A chair", 25)
HUGE = Item("A hangar", 1, Dimensions(1200, 1200, 1200))


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"items": ()}, "items"),
        ({"items": (CHAIR,) * 101}, "items"),
        ({"items": (Item("Lead", 60_000),) * 2}, "items"),
        ({"items": (HUGE, HUGE)}, "items"),
        ({"special_requirements": ("ramp", " ")}, "special_requirements"),
        ({"special_requirements": ("x" * 101,)}, "special_requirements"),
        ({"special_requirements": ("ramp",) * 21}, "special_requirements"),
        ({"max_price_cents": 0}, "max_price_cents"),
        ({"max_price_cents": -1}, "max_price_cents"),
        ({"max_price_cents": 25.5}, "max_price_cents"),
        ({"dropoff": Place(Point(-40.7, 106), "The other side")}, "dropoff"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused_by_its_field(
    town: Town, ada: Actor, wish: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        await town.quote(ada, **wish)
    assert caught.value.field == field


async def test_there_is_no_trip_between_a_place_and_itself(town: Town, ada: Actor) -> None:
    next_door = Place(Point(TIMES_SQUARE.point.lat + 0.0009, TIMES_SQUARE.point.lng), "Next door")
    with pytest.raises(SamePlace, match=r"^Pickup and dropoff locations cannot be the same$"):
        await town.quote(ada, dropoff=next_door)


async def test_a_scheduled_time_lies_ahead_and_within_a_year(town: Town, ada: Actor) -> None:
    now, second, year = town.clock.now(), timedelta(seconds=1), timedelta(days=365)
    for refused in (now, now - second, now + year + second, (now + second).replace(tzinfo=None)):
        with pytest.raises(InvalidInput, match=r"^scheduled_time: "):
            await town.quote(ada, scheduled_time=refused)
    for taken in (now + second, now + year):
        assert (await town.quote(ada, scheduled_time=taken)).scheduled_time == taken


async def test_the_peak_is_that_of_the_pickup_and_not_of_the_asking(town: Town, ada: Actor) -> None:
    eight_tomorrow = town.clock.now() + timedelta(hours=22)
    at_noon, at_peak = await town.quote(ada), await town.quote(ada, scheduled_time=eight_tomorrow)
    assert at_peak.fare.extra_fees_cents - at_noon.fare.extra_fees_cents == 5_00


async def test_a_lower_price_limit_wins_and_a_higher_one_does_not(town: Town, ada: Actor) -> None:
    own = await town.quote(ada)
    assert (await town.quote(ada, max_price_cents=20_00)).ceiling_cents == 20_00
    assert (await town.quote(ada, max_price_cents=99_00)).ceiling_cents == own.ceiling_cents


async def test_an_empty_list_says_whether_the_price_limit_emptied_it(
    town: Town, ada: Actor, dee: Actor
) -> None:
    dear = await town.market.find_drivers(ada, (await town.quote(ada, max_price_cents=24_99)).id)
    assert (list(dear.offers), dear.emptied_by_price_limit) == ([], True)
    just = await town.market.find_drivers(ada, (await town.quote(ada, max_price_cents=25_00)).id)
    assert len(just.offers) == 1
    await town.market.driver_desk.go_offline(dee)
    nobody = await town.market.find_drivers(ada, (await town.quote(ada, max_price_cents=24_99)).id)
    assert (list(nobody.offers), nobody.emptied_by_price_limit) == ([], False)


async def test_at_most_five_drivers_are_offered_best_first(town: Town, ada: Actor) -> None:
    for number in range(7):
        await town.driver(f"d{number}", rating=4 + number / 10)
    offers = await town.offers(ada, await town.quote(ada))
    assert [offer.driver_id for offer in offers] == ["drv_d6", "drv_d5", "drv_d4", "drv_d3", "drv_d2"]
    assert [offer.rank for offer in offers] == [1, 2, 3, 4, 5]


async def test_quote_wishes_hold_no_price(town: Town) -> None:
    names = {field.name for field in attrs.fields(QuoteWish)}
    assert {name for name in names if "price" in name or "cents" in name} == {"max_price_cents"}
