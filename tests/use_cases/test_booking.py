"""From a quote and an offered driver to an order."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import attrs
import pytest

from builders import BROOKLYN, TIMES_SQUARE, a_van
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.driver_price import DriverEstimate
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, Unauthenticated
from haulage.kernel.geo import Place, Point
from haulage.kernel.services import FareUrgency, ItemClass, MatchUrgency, ServiceType
from haulage.matching.offer import Offer
from haulage.orders import Contact, OrderStatus, PaymentStatus
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.pricing import STANDARD_TARIFF
from haulage.pricing.price_policy import PricePolicy
from haulage.pricing.quote import QuoteExpired
from haulage.services.orders.booked_fare import fare_of_order
from haulage.use_cases.drivers.find_drivers import save_offers
from haulage.use_cases.idempotency import KeyReused, Replayed
from haulage.use_cases.orders.book_order import BookOrder, DriverNotOffered, QuoteAlreadyBooked
from haulage.use_cases.quotes.request_quote import PriceBelowMinimum, QuoteRequest, SamePlace
from haulage_adapters.sql.quotes import SqlQuoteStore
from use_cases.scenario import ADMIN, EVERYWHERE, Scenario, a_booking, once, pricing_by, step_of

pytestmark = pytest.mark.anyio

EVERYTHING = OrderFilter()


async def test_from_quote_to_delivery(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    market = scenario.market
    quote = await scenario.quote(ada)
    (offer,) = await scenario.offers(ada, quote)
    assert (offer.driver_id, offer.rank, offer.estimate.total_cents) == ("drv_dee", 1, 25_00)

    order = await market.orders.book(ada, a_booking(quote, dee))
    assert (order.number, order.customer_id, order.quote_id) == (10_000, "usr_ada", quote.id)
    assert (order.status, order.payment_status) == (OrderStatus.PENDING, PaymentStatus.UNPAID)
    assert order.price_cents == 27_06  # 25.00 and 8.25 % tax, half up

    scenario.clock.turn(minutes=1)
    outcome = await scenario.pay(ada, order)
    assert (outcome.order.status, outcome.order.driver_id) == (OrderStatus.ASSIGNED, "drv_dee")
    assert outcome.payment.processing_fee_cents == 1_08  # 2.9 % of 27.06 and 30 cents
    assert scenario.cards.charged == {"pi_ord_1": 27_06}

    for step in ("accept", "set_out", "start", "confirm_pickup", "complete"):
        scenario.clock.turn(minutes=1)
        order = await step_of(market, step)(dee, order.id)
    assert order.status is OrderStatus.COMPLETED
    assert order.completed_at == scenario.clock.now()
    assert (await market.drivers.profiles.me(dee)).total_jobs == 1
    assert await scenario.event_types(order) == [
        "created",
        "paid",
        "assigned",
        "accepted",
        "en_route",
        "started",
        "picked_up",
        "completed",
    ]
    assert [event.sequence for event in await scenario.log(order)] == list(range(1, 9))
    assert await scenario.offered_ids(ada) == ["drv_dee"]


async def test_the_order_keeps_what_the_quote_said(scenario: Scenario, ada: Actor) -> None:
    dee = await scenario.driver("dee", vehicle=a_van())
    quote = await scenario.quote(
        ada,
        items=(Item("Sofa", 120.5, Dimensions(84, 36, 36)), Item("Lamp", 9.5, fragile=True)),
        item_class=ItemClass.SMALL,
        urgency=FareUrgency.EXPRESS,
    )
    await scenario.offers(ada, quote)
    order = await scenario.market.orders.book(
        ada, a_booking(quote, dee, items_description="A sofa and a lamp")
    )
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
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    book: BookOrder = attrs.evolve(scenario.market.orders.book, price_policy=PricePolicy.CALCULATOR_PRICE)
    order = await book(ada, a_booking(quote, dee))
    assert order.price_cents == quote.fare.total_cents != 27_06


async def test_small_means_delivery_and_large_means_moving_unless_told(
    scenario: Scenario, ada: Actor
) -> None:
    small, large = await scenario.quote(ada), await scenario.quote(ada, item_class=ItemClass.LARGE)
    answer = await scenario.quote(ada, item_class=ItemClass.LARGE, service_type=ServiceType.PICKUP)
    services = [quote.trip.service for quote in (small, large, answer)]
    assert services == [ServiceType.DELIVERY, ServiceType.MOVING, ServiceType.PICKUP]


async def test_a_quote_can_be_booked_until_just_before_fifteen_minutes(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    scenario.clock.at = quote.created_at + timedelta(minutes=15) - timedelta(microseconds=1)
    assert (await scenario.market.orders.book(ada, a_booking(quote, dee))).quote_id == quote.id


async def test_at_exactly_fifteen_minutes_a_quote_can_be_neither_booked_nor_matched(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    scenario.clock.at = quote.created_at + timedelta(minutes=15)
    with pytest.raises(QuoteExpired):
        await scenario.market.orders.book(ada, a_booking(quote, dee))
    with pytest.raises(QuoteExpired):
        await scenario.offers(ada, quote)


async def test_a_quote_is_booked_once(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.book(ada, dee)
    quote = await scenario.market.quotes.see(ada, order.quote_id)
    with pytest.raises(QuoteAlreadyBooked, match=r"^This quote is booked already\.$"):
        await scenario.market.orders.book(ada, a_booking(quote, dee))


async def test_a_cancelled_orders_quote_is_not_booked_again(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    await scenario.market.orders.cancel(ada, order.id, "")
    quote = await scenario.market.quotes.see(ada, order.quote_id)
    with pytest.raises(QuoteAlreadyBooked):
        await scenario.market.orders.book(ada, a_booking(quote, dee))


async def test_only_offered_drivers_can_be_chosen(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    far_away = await scenario.driver("far", at=Point(42.65, -73.75))
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    for driver in (far_away, Actor(driver_id="drv_nobody"), Actor(driver_id="")):
        with pytest.raises(DriverNotOffered):
            await scenario.market.orders.book(ada, a_booking(quote, driver))


async def test_a_driver_offered_for_another_quote_is_not_offered_for_this_one(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    matched, unmatched = await scenario.quote(ada), await scenario.quote(ada)
    await scenario.offers(ada, matched)
    with pytest.raises(DriverNotOffered):
        await scenario.market.orders.book(ada, a_booking(unmatched, dee))


async def test_a_new_search_forgets_the_offers_of_the_last(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    await scenario.market.drivers.profiles.go_offline(dee)
    assert await scenario.offers(ada, quote) == []
    with pytest.raises(DriverNotOffered):
        await scenario.market.orders.book(ada, a_booking(quote, dee))


async def test_a_booked_quote_keeps_the_offers_it_was_booked_from(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    quote = await scenario.market.quotes.see(ada, order.quote_id)
    await scenario.market.drivers.profiles.go_offline(dee)
    assert [offer.driver_id for offer in await scenario.offers(ada, quote)] == ["drv_dee"]
    await scenario.market.drivers.profiles.go_online(dee, TIMES_SQUARE.point)
    paid = (await scenario.pay(ada, order)).order
    assert paid.pickup_due_at == scenario.clock.now() + timedelta(minutes=1)


async def test_anothers_quote_is_not_found(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    bob = await scenario.customer("bob")
    for stranger in (bob, dee, ADMIN):
        with pytest.raises(NotFound, match=r"^Quote not found$"):
            await scenario.market.quotes.see(stranger, quote.id)
        with pytest.raises(NotFound, match=r"^Quote not found$"):
            await scenario.market.drivers.find(stranger, quote.id)
        with pytest.raises(NotFound, match=r"^Quote not found$"):
            await scenario.market.orders.book(stranger, a_booking(quote, dee))


async def test_visitors_get_no_quotes(scenario: Scenario) -> None:
    with pytest.raises(Unauthenticated):
        await scenario.quote(ANONYMOUS)


async def test_anothers_order_is_not_found(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.book(ada, dee)
    bob = await scenario.customer("bob")
    for stranger in (bob, dee):
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await scenario.market.orders.see(stranger, order.id)
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await scenario.market.payments.open(stranger, order.id)
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await scenario.market.orders.cancel(stranger, order.id, "")
        with pytest.raises(NotFound, match=r"^Order not found$"):
            await anext(scenario.market.orders.follow(stranger, order.id))
        assert (await scenario.market.orders.list(stranger, EVERYTHING, PageRequest())).items == []


async def test_customers_list_their_own_orders_and_are_refused_other_peoples(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    mine = await scenario.book(ada, dee)
    bob = await scenario.customer("bob")
    theirs = await scenario.book(bob, dee)
    for wanted in (OrderFilter(customer_id="usr_bob"), OrderFilter(driver_id="drv_dee")):
        with pytest.raises(Forbidden):
            await scenario.market.orders.list(ada, wanted, PageRequest())
    page = await scenario.market.orders.list(ada, EVERYTHING, PageRequest())
    assert [order.id for order in page.items] == [mine.id]
    everybodys = await scenario.market.orders.list(ADMIN, EVERYTHING, PageRequest())
    assert {order.id for order in everybodys.items} == {mine.id, theirs.id}


async def test_the_same_key_and_body_get_the_same_answer(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    order = await scenario.market.orders.book(ada, a_booking(quote, dee), once())
    with pytest.raises(Replayed) as again:
        await scenario.market.orders.book(ada, a_booking(quote, dee), once())
    assert again.value.body == repr(order).encode()
    assert len((await scenario.market.orders.list(ada, EVERYTHING, PageRequest())).items) == 1


async def test_the_same_key_with_another_body_is_refused(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    await scenario.market.orders.book(ada, a_booking(quote, dee), once(body="this"))
    with pytest.raises(KeyReused):
        await scenario.market.orders.book(ada, a_booking(quote, dee), once(body="that"))


async def test_a_key_belongs_to_its_caller(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    await scenario.market.orders.book(ada, a_booking(quote, dee), once(caller="usr_ada"))
    bob = await scenario.customer("bob")
    theirs = await scenario.quote(bob)
    await scenario.offers(bob, theirs)
    order = await scenario.market.orders.book(bob, a_booking(theirs, dee), once(caller="usr_bob"))
    assert order.customer_id == "usr_bob"


async def test_a_failed_attempt_does_not_lock_its_key(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    quote = await scenario.quote(ada)
    with pytest.raises(DriverNotOffered):
        await scenario.market.orders.book(ada, a_booking(quote, dee), once())
    await scenario.offers(ada, quote)
    assert (await scenario.market.orders.book(ada, a_booking(quote, dee), once())).quote_id == quote.id


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"contact": Contact(" ", "+1")}, "contact.name"),
        ({"contact": Contact("x" * 101, "+1")}, "contact.name"),
        ({"contact": Contact("Ada", "")}, "contact.phone"),
        ({"contact": Contact("Ada", "1" * 33)}, "contact.phone"),
        ({"contact": Contact("Ada", "12")}, "contact.phone"),
        ({"contact": Contact("Ada", "call me")}, "contact.phone"),
        ({"items_description": "\n"}, "items_description"),
        ({"items_description": "x" * 2001}, "items_description"),
    ],
)
async def test_a_booking_without_its_words_is_refused(
    scenario: Scenario, ada: Actor, dee: Actor, changes: dict[str, object], field: str
) -> None:
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    with pytest.raises(InvalidInput) as caught:
        await scenario.market.orders.book(ada, a_booking(quote, dee, **changes))
    assert caught.value.field == field


CHAIR = Item("A chair", 25)
HUGE = Item("A hangar", 1, Dimensions(1200, 1200, 1200))


@pytest.mark.parametrize(
    ("request_facts", "field"),
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
        ({"items": (Item("Bricks", 2_000.5),)}, "items"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused_by_its_field(
    scenario: Scenario, ada: Actor, request_facts: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        await scenario.quote(ada, **request_facts)
    assert caught.value.field == field


async def test_there_is_no_trip_between_a_place_and_itself(scenario: Scenario, ada: Actor) -> None:
    next_door = Place(Point(TIMES_SQUARE.point.lat + 0.0009, TIMES_SQUARE.point.lng), "Next door")
    with pytest.raises(SamePlace, match=r"^Pickup and dropoff locations cannot be the same$"):
        await scenario.quote(ada, dropoff=next_door)


async def test_a_scheduled_time_lies_ahead_and_within_a_year(scenario: Scenario, ada: Actor) -> None:
    now, second, year = scenario.clock.now(), timedelta(seconds=1), timedelta(days=365)
    for refused in (now, now - second, now + year + second, (now + second).replace(tzinfo=None)):
        with pytest.raises(InvalidInput, match=r"^scheduled_time: "):
            await scenario.quote(ada, scheduled_time=refused)
    for taken in (now + second, now + year):
        assert (await scenario.quote(ada, scheduled_time=taken)).scheduled_time == taken


async def test_an_arrival_window_is_one_or_two_hours_of_a_time_ahead(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    start = scenario.clock.now() + timedelta(days=1)
    for hours in (0, 0.5, 1.5, 3, -1):
        with pytest.raises(InvalidInput, match=r"^scheduled_until: must be 1 or 2 hours"):
            await scenario.quote(ada, scheduled_time=start, scheduled_until=start + timedelta(hours=hours))
    with pytest.raises(InvalidInput, match=r"^scheduled_until: needs a scheduled_time"):
        await scenario.quote(ada, scheduled_until=start)
    until = start + timedelta(hours=2)
    quote = await scenario.quote(ada, scheduled_time=start, scheduled_until=until)
    await scenario.offers(ada, quote)
    order = await scenario.market.orders.book(ada, a_booking(quote, dee))
    assert (order.scheduled_time, order.scheduled_until) == (start, until)
    assert await scenario.storage.read(lambda unit: unit.orders.get(order.id)) == order
    assert (await scenario.pay(ada, order)).order.pickup_due_at == until


async def test_a_driver_is_held_for_the_whole_window_and_free_for_the_next(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    start = scenario.clock.now() + timedelta(days=1)
    two = timedelta(hours=2)
    first = await scenario.quote(ada, scheduled_time=start, scheduled_until=start + two)
    await scenario.offers(ada, first)
    await scenario.pay(ada, await scenario.market.orders.book(ada, a_booking(first, dee)))
    during = await scenario.quote(ada, scheduled_time=start + timedelta(hours=1))
    assert await scenario.offers(ada, during) == []
    behind = await scenario.quote(ada, scheduled_time=start + two, scheduled_until=start + 2 * two)
    assert [offer.driver_id for offer in await scenario.offers(ada, behind)] == [dee.driver_id]


async def test_the_peak_is_that_of_the_pickup_and_not_of_the_asking(scenario: Scenario, ada: Actor) -> None:
    eight_tomorrow = scenario.clock.now() + timedelta(hours=22)
    at_noon, at_peak = await scenario.quote(ada), await scenario.quote(ada, scheduled_time=eight_tomorrow)
    assert at_peak.fare.extra_fees_cents - at_noon.fare.extra_fees_cents == 5_00


async def test_a_lower_price_limit_wins_and_a_higher_one_does_not(scenario: Scenario, ada: Actor) -> None:
    own = await scenario.quote(ada)
    assert (await scenario.quote(ada, max_price_cents=20_00)).ceiling_cents == 20_00
    assert (await scenario.quote(ada, max_price_cents=99_00)).ceiling_cents == own.ceiling_cents


async def test_an_empty_list_says_whether_the_price_limit_emptied_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    dear = await scenario.market.drivers.find(ada, (await scenario.quote(ada, max_price_cents=24_99)).id)
    assert (list(dear.offers), dear.emptied_by_price_limit) == ([], True)
    just = await scenario.market.drivers.find(ada, (await scenario.quote(ada, max_price_cents=25_00)).id)
    assert len(just.offers) == 1
    await scenario.market.drivers.profiles.go_offline(dee)
    nobody = await scenario.market.drivers.find(ada, (await scenario.quote(ada, max_price_cents=24_99)).id)
    assert (list(nobody.offers), nobody.emptied_by_price_limit) == ([], False)


async def test_at_most_five_drivers_are_offered_best_first(scenario: Scenario, ada: Actor) -> None:
    for number in range(7):
        await scenario.driver(f"d{number}", rating=4 + number / 10)
    offers = await scenario.offers(ada, await scenario.quote(ada))
    assert [offer.driver_id for offer in offers] == ["drv_d6", "drv_d5", "drv_d4", "drv_d3", "drv_d2"]
    assert [offer.rank for offer in offers] == [1, 2, 3, 4, 5]


@pytest.mark.both_databases
async def test_who_looks_for_drivers_while_booking_leaves_the_order_its_price_and_tax(
    database: str, scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.startswith("sqlite"):
        pytest.skip("SQLite has one writer at a time")
    quote = await scenario.quote(ada)
    await scenario.offers(ada, quote)
    searches: list[asyncio.Task[Sequence[Offer]]] = []
    read = SqlQuoteStore.offer

    async def finds_nobody() -> Sequence[Offer]:
        return await scenario.storage.write(lambda unit: save_offers(unit, quote, []))

    async def read_and_search(store: SqlQuoteStore, quote_id: str, driver_id: str) -> Offer | None:
        found = await read(store, quote_id, driver_id)
        searches.append(asyncio.create_task(finds_nobody()))
        await asyncio.wait(searches, timeout=2)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(SqlQuoteStore, "offer", read_and_search)
        order = await scenario.market.orders.book(ada, a_booking(quote, dee))
    (search,) = searches
    assert [offer.driver_id for offer in await search] == ["drv_dee"]
    assert await scenario.storage.read(lambda unit: fare_of_order(unit, order)) is not None


async def test_what_no_card_can_pay_is_neither_quoted_nor_booked(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    quote = await scenario.quote(ada)
    (offer,) = await scenario.offers(ada, quote)
    nothing = attrs.evolve(offer, estimate=DriverEstimate(45, 0, 0, 0))
    await scenario.storage.write(lambda unit: unit.quotes.replace_offers(quote.id, [nothing]))
    with pytest.raises(PriceBelowMinimum, match=r"at least \$0\.50"):
        await scenario.market.orders.book(ada, a_booking(quote, dee))
    nothing_at_all = dict.fromkeys(ServiceType, 0)
    free = attrs.evolve(
        STANDARD_TARIFF,
        base_fare_cents=nothing_at_all,
        per_mile_cents=nothing_at_all,
        per_minute_cents=nothing_at_all,
        service_fee_cents=nothing_at_all,
    )
    request_quote = pricing_by(scenario.market, tariff=free).quotes.request
    with pytest.raises(PriceBelowMinimum):
        await request_quote(ada, QuoteRequest(TIMES_SQUARE, BROOKLYN, (Item("A chair", 25),)))


async def test_quote_wishes_hold_no_price(scenario: Scenario) -> None:
    names = {field.name for field in attrs.fields(QuoteRequest)}
    assert {name for name in names if "price" in name or "cents" in name} == {"max_price_cents"}


async def test_a_pickup_in_another_zone_is_at_peak_by_its_own_clock(scenario: Scenario, ada: Actor) -> None:
    scenario.market = pricing_by(scenario.market, area=EVERYWHERE)
    tomorrow = scenario.clock.now().date() + timedelta(days=1)
    eight_in_chicago = datetime.combine(tomorrow, time(8), ZoneInfo("America/Chicago"))
    loop = Place(Point(41.8786, -87.6403), "500 W Madison St, Chicago, IL")
    there = await scenario.quote(
        ada, pickup=loop, dropoff=Place(Point(41.8914, -87.6053), "600 E Grand Ave, Chicago, IL"),
        scheduled_time=eight_in_chicago,
    )  # fmt: skip
    here = await scenario.quote(ada, scheduled_time=eight_in_chicago)
    assert (there.trip.conditions.time_of_day, here.trip.conditions.time_of_day) == ("peak", "off_peak")
