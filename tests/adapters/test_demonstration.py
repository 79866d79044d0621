"""The demonstration: seeded once, lived through by the rules, and alive without ever doubling."""

import asyncio
import shutil
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import gettempdir
from types import SimpleNamespace
from uuid import uuid4

import attrs
import pytest

from haulage.accounts.password import check_new_password
from haulage.jobs import JobState
from haulage.kernel.actor import UserType
from haulage.kernel.driver_document import DocumentStatus
from haulage.kernel.errors import RuleBroken
from haulage.kernel.geo import bearing_degrees, great_circle_miles
from haulage.orders import Contact, OrderStatus, PaymentStatus, Stop
from haulage.ports.storage.claims import ClaimFilter
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.arrival_estimates import Forecasts
from haulage.use_cases.orders.book_order import BookingRequest
from haulage.use_cases.proofs.show_proofs import content_of_proof
from haulage.use_cases.quotes.request_quote import QuoteRequest
from haulage_adapters.assembly.background_work import background_work
from haulage_adapters.assembly.demonstration import seed_demonstration
from haulage_adapters.assembly.marketplace import assemble
from haulage_adapters.demonstration.cast import STANDARD_PACE
from haulage_adapters.demonstration.clock import StoryClock
from haulage_adapters.demonstration.movement import TICK_SECONDS, LivingMarketplace
from haulage_adapters.demonstration.paying import PAID_OUT_CENTS, add_payout_methods, pay_out
from haulage_adapters.demonstration.people import ADMIN, APPLICANT, CUSTOMERS, DRIVERS, PASSWORD
from haulage_adapters.demonstration.places import PLACES
from haulage_adapters.demonstration.registration import actor_of
from haulage_adapters.demonstration.scenario_runner import CARD
from haulage_adapters.demonstration.scenarios import LOADS, STORY
from haulage_adapters.embedded.calibrated import CalibratedRoutes
from haulage_adapters.passwords_argon2 import Argon2Cost, Argon2Passwords
from haulage_adapters.settings import Settings
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 11, 18, 17, tzinfo=UTC)
SETTINGS = Settings(demo=True, data=Path(gettempdir()) / f"haulage-demonstration-{uuid4().hex}")
TICK = timedelta(seconds=TICK_SECONDS)
ALL = PageRequest(limit=100)
FOR_PEOPLE = attrs.evolve(STANDARD_PACE, for_people=True)


@pytest.fixture
def clock() -> StoryClock:
    return StoryClock(NOON)


def market_over(storage, clock):
    """A marketplace whose passwords cost little: thirty-eight people sign up."""
    market = assemble(SETTINGS, storage, clock, RandomIdentifiers(), CalibratedRoutes())
    cheap = attrs.evolve(market.accounts.sign_up, passwords=Argon2Passwords(Argon2Cost(64, 1)))
    return attrs.evolve(market, accounts=attrs.evolve(market.accounts, sign_up=cheap))


@pytest.fixture
def market(storage, clock):
    """A marketplace on each of the databases, empty."""
    return market_over(storage, clock)


@pytest.fixture
async def lite(anyio_backend, migrated_file, tmp_path, clock):
    """An empty marketplace on SQLite."""
    opened = SqlStorage(
        open_engine(f"sqlite+aiosqlite:///{shutil.copy(migrated_file, tmp_path / 'lite.db')}")
    )
    yield market_over(opened, clock)
    await opened.aclose()


@pytest.fixture(scope="session")
def seeded_file(migrated_file, tmp_path_factory):
    """A SQLite file with the demonstration, to be copied."""
    path = shutil.copy(migrated_file, tmp_path_factory.mktemp("seeded") / "haulage.db")

    async def seed():
        opened = SqlStorage(open_engine(f"sqlite+aiosqlite:///{path}"))
        await seed_demonstration(market_over(opened, StoryClock(NOON)), SETTINGS)
        await opened.aclose()

    asyncio.run(seed())
    return path


@pytest.fixture
async def seeded(anyio_backend, seeded_file, tmp_path, clock):
    """A demonstration of one's own."""
    opened = SqlStorage(
        open_engine(f"sqlite+aiosqlite:///{shutil.copy(seeded_file, tmp_path / 'seeded.db')}")
    )
    yield market_over(opened, clock)
    await opened.aclose()


async def all_orders(market):
    return (await market.storage.read(lambda unit: unit.orders.list(OrderFilter(), ALL))).items


async def all_drivers(market):
    return (await market.storage.read(lambda unit: unit.drivers.list(ALL))).items


async def live(living, clock, ticks):
    for _ in range(ticks):
        clock.at += TICK
        await living.tick()


async def sign_in_to_drive(market, driver_id):
    driver = await market.storage.read(lambda unit: unit.drivers.get(driver_id))
    await market.accounts.sign_in(driver.email, PASSWORD)
    return await actor_of(market, driver.email)


async def position_of(market, driver):
    return await market.storage.read(lambda unit: unit.drivers.position(driver.driver_id))


async def idle_driver(market):
    busy = {order.driver_id for order in await all_orders(market) if not order.is_final}
    everybody = [await actor_of(market, sample.person.email) for sample in DRIVERS if sample.is_online]
    return next(each for each in everybody if each.driver_id not in busy)


async def book(market, customer, *, pickup, dropoff, choose=0):
    """A paid order for now, with the driver at this place of the list."""
    quote_request = QuoteRequest(pickup=pickup, dropoff=dropoff, items=LOADS[0].items)
    quote = await market.quotes.request(customer, quote_request)
    found = await market.drivers.find(customer, quote.id)
    driver_id = found.offers[choose].driver_id
    order = await market.orders.book(
        customer, BookingRequest(quote.id, driver_id, Contact("Casey", "+1 212 555 0101"), "A chair")
    )
    payment = await market.payments.open(customer, order.id)
    return (await market.payments.confirm(customer, payment.id, CARD)).order


@pytest.mark.parametrize("hour", [4, 23])
async def test_there_are_orders_in_every_state_whatever_the_hour(lite, clock, hour):
    clock.at = NOON.replace(hour=hour)
    await seed_demonstration(lite, SETTINGS)
    states = Counter(
        (order.status.value, order.payment_status.value, bool(order.en_route_at), bool(order.picked_up_at))
        for order in await all_orders(lite)
    )
    for state in (
        ("pending", "unpaid", False, False),
        ("pending", "paid", False, False),
        ("assigned", "paid", False, False),
        ("assigned", "paid", True, False),
        ("in_progress", "paid", True, False),
        ("in_progress", "paid", True, True),
        ("completed", "paid", True, True),
        ("cancelled", "paid", False, False),
        ("cancelled", "unpaid", False, False),
    ):
        assert states[state], state


async def test_nothing_in_it_lies_in_the_future_and_every_log_is_whole(seeded):
    for order in await all_orders(seeded):
        events = await seeded.storage.read(
            lambda unit, order_id=order.id: unit.orders.events_after(order_id, 0, 100)
        )
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        times = [event.at for event in events]
        assert times == sorted(times)
        assert times[-1] <= NOON
        assert order.updated_at <= NOON


async def test_deliveries_have_proofs_and_some_are_complained_of(seeded):
    admin = await actor_of(seeded, ADMIN.email)
    delivered = [order for order in await all_orders(seeded) if order.status is OrderStatus.COMPLETED]
    proofs = [
        await seeded.storage.read(lambda unit, id=order.id: unit.proofs.of_order(id)) for order in delivered
    ]
    contents = [content_of_proof(proof) for proof in proofs]
    assert all(content.signature for content in contents)
    assert {bool(content.photo) for content in contents} == {True, False}
    assert {content.pin_matched for content in contents} == {True, None}
    claims = await seeded.claims.decide.list(admin, PageRequest(10))
    assert sorted(each.claim.state for each in claims.items) == ["declined", "open", "open"]
    contests = await seeded.behaviour.contests(admin, PageRequest(10))
    assert len(contests.items) == 1
    assert (await seeded.behaviour.see.event(admin, contests.items[0].id)).trace


async def test_a_lamp_arrived_broken_and_everything_about_it_stands_beside_the_report(seeded):
    admin = await actor_of(seeded, ADMIN.email)
    (found,) = (await seeded.claims.decide.list(admin, PageRequest(10), ClaimFilter(text="lamp"))).items
    assert found.claim.item == "Floor lamp"
    details = await seeded.claims.show.details(admin, found.claim.id)
    assert len(details.shown.photos) == 2
    content = content_of_proof(details.proof.proof)
    assert (bool(content.photo), content.pin_matched) == (True, True)
    assert [message.kind for message in details.messages][:2] == ["manual", "manual"]
    assert found.claim.driver_id != (await actor_of(seeded, DRIVERS[0].person.email)).driver_id


async def test_an_application_waits_for_review_and_a_payout_is_on_its_way(seeded):
    admin, driver = await actor_of(seeded, ADMIN.email), await actor_of(seeded, DRIVERS[0].person.email)
    assert (await seeded.overview(admin)).waiting.applications == 1
    papers = await seeded.driver_documents.show(await actor_of(seeded, APPLICANT.person.email))
    assert {each.document.status for each in papers} == {DocumentStatus.PENDING}
    (payout,) = (await seeded.payouts.history.list(driver, driver.driver_id, ALL)).items
    assert payout.amount_cents == PAID_OUT_CENTS
    available = (await seeded.payouts.next(driver, driver.driver_id)).balance.available_cents
    assert available > 10_00
    # The week's run counts as done, so that the balance stays there to be paid out at once.
    await seeded.jobs.enqueue_recurring()
    (week,) = (await seeded.jobs.manage.list(admin, ALL, kind="run_weekly_payouts")).items
    assert week.state is JobState.DONE


async def test_at_a_provider_with_pages_of_its_own_no_payout_method_is_made_up(clock):
    """Nothing else of the marketplace is touched."""
    methods = SimpleNamespace(are_entered_at_provider=True)
    market = SimpleNamespace(payouts=SimpleNamespace(methods=methods))
    await add_payout_methods(market)
    await pay_out(market, clock)


async def test_what_a_person_has_changed_stays_changed(seeded):
    driver = await actor_of(seeded, DRIVERS[0].person.email)
    await seeded.drivers.profiles.go_offline(driver)
    await seed_demonstration(seeded, SETTINGS)
    assert not (await seeded.drivers.profiles.me(driver)).is_online


class Killed(Exception):
    """The process is gone."""


class MortalStorage:
    """A storage whose process is killed after so many transactions."""

    def __init__(self, storage, lifetime):
        self._storage, self._left = storage, lifetime

    def __getattr__(self, name):
        return getattr(self._storage, name)

    async def write(self, work):
        if self._left == 0:
            raise Killed
        self._left -= 1
        return await self._storage.write(work)


async def require_whole(market):
    orders = await all_orders(market)
    assert len(orders) == len(STORY)
    states = Counter(order.status.value for order in orders)
    assert set(states) == {"pending", "assigned", "in_progress", "completed", "cancelled"}
    assert len(await all_drivers(market)) == len(DRIVERS)
    admin = await actor_of(market, ADMIN.email)
    assert admin.user_type is UserType.ADMIN
    assert (await market.drivers.profiles.me(await actor_of(market, DRIVERS[0].person.email))).is_approved


@pytest.mark.parametrize("lifetime", [1, 78, 172])
async def test_a_run_that_was_killed_is_completed_by_the_next(lite, clock, seeded, lifetime):
    with pytest.raises(Killed):
        await seed_demonstration(market_over(MortalStorage(lite.storage, lifetime), clock), SETTINGS)
    clock.at += timedelta(minutes=3)
    assert (await seed_demonstration(lite, SETTINGS)).changed
    await require_whole(lite)

    def outline(orders):
        return sorted((order.created_at, order.status, order.payment_status) for order in orders)

    assert outline(await all_orders(lite)) == outline(await all_orders(seeded))
    before = await all_orders(lite), await all_drivers(lite)
    assert not (await seed_demonstration(lite, SETTINGS)).changed
    assert (await all_orders(lite), await all_drivers(lite)) == before


@pytest.mark.parametrize("email", ["ann@example.com", ADMIN.email])
async def test_a_marketplace_with_accounts_of_its_own_is_refused_and_left_as_it_was(market, email):
    await market.accounts.sign_up(email, PASSWORD, {"name": "Ann"})
    for _ in range(2):
        with pytest.raises(RuleBroken, match=r"accounts of its own: the demonstration needs an empty one\."):
            await seed_demonstration(market, SETTINGS)
    assert (await actor_of(market, email)).user_type is UserType.CUSTOMER
    assert not await market.storage.read(lambda unit: unit.accounts.by_email(CUSTOMERS[0].email))


async def test_visitors_who_sign_up_later_do_not_stand_in_the_way(lite, seeded, clock):
    with pytest.raises(Killed):
        await seed_demonstration(market_over(MortalStorage(lite.storage, 150), clock), SETTINGS)
    for market in (lite, seeded):
        await market.accounts.sign_up("ann@example.com", PASSWORD, {"name": "Ann"})
        await seed_demonstration(market, SETTINGS)
        await require_whole(market)


async def test_a_demonstration_is_known_again_however_old_it_is(seeded, clock):
    a_year_later = clock.now() + timedelta(days=365)
    await seeded.storage.write(lambda unit: unit.idempotency.purge(a_year_later, 10_000))
    assert not (await seed_demonstration(seeded, SETTINGS)).changed


@pytest.mark.sqlite_suffices  # how processes wait for each other is tested with the storage
async def test_two_processes_that_seed_at_once_make_one_demonstration(market, storage):
    other = market_over(storage, StoryClock(NOON))
    runs = await asyncio.gather(seed_demonstration(market, SETTINGS), seed_demonstration(other, SETTINGS))
    assert any(run.changed for run in runs)
    await require_whole(market)
    before = await all_orders(market), await all_drivers(market)
    assert len(before[0]) == len(STORY)
    assert not (await seed_demonstration(market, SETTINGS)).changed, "a later run finds nothing to do"
    assert (await all_orders(market), await all_drivers(market)) == before


async def test_everybody_signs_in_with_the_printed_password(seeded):
    check_new_password(PASSWORD)
    for person in (ADMIN, CUSTOMERS[0], DRIVERS[0].person, DRIVERS[-1].person):
        granted = await seeded.accounts.sign_in(person.email, PASSWORD)
        assert granted.signed_in.user.name == person.name


def test_people_are_all_different():
    everybody = [ADMIN, *CUSTOMERS, *(driver.person for driver in DRIVERS)]
    for name in ("email", "name", "phone"):
        assert len({getattr(person, name) for person in everybody}) == len(everybody)
    assert all(" 555 01" in person.phone for person in everybody), "numbers kept for fiction"


def test_enough_drivers_work_at_every_hour_of_the_week():
    for hour in range(7 * 24):
        at = NOON + timedelta(hours=hour)
        working = [driver for driver in DRIVERS if driver.is_online and driver.hours.cover(at)]
        assert len(working) >= 10, at


async def test_an_order_is_taken_through_all_its_states_and_its_driver_comes_with_it(seeded, clock):
    customer = await actor_of(seeded, CUSTOMERS[0].email)
    order = await book(seeded, customer, pickup=PLACES[4], dropoff=PLACES[2])
    living, driver_id, seen, path = LivingMarketplace(seeded), order.driver_id, [], []
    for _ in range(1000):
        await live(living, clock, 1)
        order = await seeded.orders.see(customer, order.id)
        seen.append((order.status, bool(order.en_route_at), bool(order.picked_up_at)))
        path.append(await seeded.storage.read(lambda unit: unit.drivers.position(driver_id)))
        if order.is_final:
            break
    assert list(dict.fromkeys(seen)) == [
        (OrderStatus.ASSIGNED, False, False),
        (OrderStatus.ASSIGNED, True, False),
        (OrderStatus.IN_PROGRESS, True, False),
        (OrderStatus.IN_PROGRESS, True, True),
        (OrderStatus.COMPLETED, True, True),
    ]
    assert great_circle_miles(path[-1].point, order.dropoff.point) < STANDARD_PACE.arrived_miles
    trip = await seeded.orders.track.forecasts.trip(order)
    proof = await seeded.storage.read(lambda unit: unit.proofs.of_order(order.id))
    assert proof.record.content["signature"].value == {"kind": "typed", "text": "Simulated signature"}
    assert proof.photo_id is not None
    driven = order.completed_at - order.picked_up_at
    assert abs(driven - timedelta(seconds=trip.duration_seconds)) < timedelta(minutes=3), "at its speed"
    turns = []
    for before, after in pairwise(path):
        hours = (after.at - before.at) / timedelta(hours=1)
        assert great_circle_miles(before.point, after.point) <= 60 * hours * 1.001
        if great_circle_miles(before.point, after.point) > 0.001:
            turned = abs(after.heading - bearing_degrees(before.point, after.point))
            turns.append(min(turned, 360 - turned))
    assert turns
    bends = sum(turned > 45 for turned in turns)
    assert bends < len(turns) / 4, "the driver faces where they go, but in a bend"


async def test_in_a_hurry_the_same_order_is_done_as_much_sooner_and_the_arrival_says_so(seeded, clock):
    customer = await actor_of(seeded, CUSTOMERS[0].email)
    forecasts = Forecasts(seeded.orders.track.forecasts.routes, speed=6)
    track = attrs.evolve(seeded.orders.track, forecasts=forecasts)
    seeded = attrs.evolve(seeded, orders=attrs.evolve(seeded.orders, track=track))
    living = LivingMarketplace(seeded, attrs.evolve(STANDARD_PACE, speed=6))
    order = await book(seeded, customer, pickup=PLACES[4], dropoff=PLACES[2])
    foretold = []
    for _ in range(400):
        await live(living, clock, 1)
        tracking = await seeded.orders.track(customer, order.id)
        arrival = tracking.live.arrival
        if arrival is not None and arrival.stop is Stop.DROPOFF:
            foretold.append(arrival.at)
        if tracking.order.is_final:
            break
    done = tracking.order.completed_at
    assert done - tracking.order.paid_at < timedelta(minutes=10)
    assert all(abs(at - done) < timedelta(seconds=60) for at in foretold), "counts down truthfully"


async def test_a_driver_whom_somebody_has_signed_in_as_stays_where_they_are(seeded, clock):
    customer = await actor_of(seeded, CUSTOMERS[0].email)
    order = await book(seeded, customer, pickup=PLACES[4], dropoff=PLACES[2])
    living = LivingMarketplace(seeded)
    await live(living, clock, 10)
    driver = await seeded.storage.read(lambda unit: unit.drivers.get(order.driver_id))
    await seeded.accounts.sign_in(driver.email, PASSWORD)
    before = await seeded.storage.read(lambda unit: unit.drivers.position(driver.id))
    await live(living, clock, 10)
    assert await seeded.storage.read(lambda unit: unit.drivers.position(driver.id)) == before


async def test_the_simulation_lets_go_of_a_driver_whom_somebody_signs_in_as(seeded, clock):
    customer = await actor_of(seeded, CUSTOMERS[0].email)
    order = await book(seeded, customer, pickup=PLACES[4], dropoff=PLACES[2])
    driver = await seeded.storage.read(lambda unit: unit.drivers.get(order.driver_id))
    await seeded.accounts.sign_in(driver.email, PASSWORD)
    await live(LivingMarketplace(seeded), clock, 30)
    assert (await seeded.orders.see(customer, order.id)).accepted_at is None


async def test_a_person_who_drives_at_a_desk_is_driven_to_where_they_have_set_out(seeded, clock):
    customer = await actor_of(seeded, CUSTOMERS[0].email)
    order = await book(seeded, customer, pickup=PLACES[4], dropoff=PLACES[2])
    driver, living = await sign_in_to_drive(seeded, order.driver_id), LivingMarketplace(seeded, FOR_PEOPLE)
    await seeded.dispatch.accept_offer(driver, order.id)
    before = await position_of(seeded, driver)
    await live(living, clock, 30)
    assert (await position_of(seeded, driver)).point == before.point, "who has not set out stays"
    await seeded.deliveries.steps.set_out(driver, order.id)
    away = great_circle_miles(before.point, order.pickup.point)
    await live(living, clock, 20)
    assert great_circle_miles((await position_of(seeded, driver)).point, order.pickup.point) < away


async def test_a_person_whose_device_tells_of_positions_is_where_it_says(seeded, clock):
    customer = await actor_of(seeded, CUSTOMERS[0].email)
    order = await book(seeded, customer, pickup=PLACES[4], dropoff=PLACES[2])
    driver, living = await sign_in_to_drive(seeded, order.driver_id), LivingMarketplace(seeded, FOR_PEOPLE)
    await seeded.dispatch.accept_offer(driver, order.id)
    await seeded.deliveries.steps.set_out(driver, order.id)
    here = (await position_of(seeded, driver)).point
    for _ in range(20):
        clock.at += TICK / 2
        await seeded.drivers.profiles.report_position(driver, here)
        await live(living, clock, 1)
        assert (await position_of(seeded, driver)).point == here


async def test_somebody_near_chooses_a_person_who_is_online_as_a_driver_and_has_nothing_to_do(seeded, clock):
    idle = await idle_driver(seeded)
    driver, living = await sign_in_to_drive(seeded, idle.driver_id), LivingMarketplace(seeded, FOR_PEOPLE)
    await live(living, clock, 30)
    asked = [order for order in await all_orders(seeded) if order.chosen_driver_id == driver.driver_id]
    new = [order for order in asked if order.created_at > NOON]
    assert len(new) == 1, "nobody is asked twice at once"
    here = await position_of(seeded, driver)
    assert great_circle_miles(here.point, new[0].pickup.point) < 3
    await seeded.drivers.profiles.go_offline(driver)
    await seeded.dispatch.offers.decline(driver, new[0].id)
    await live(living, clock, 30)
    after = [order for order in await all_orders(seeded) if order.chosen_driver_id == driver.driver_id]
    assert len(after) == len(asked), "who is offline is left alone"


async def test_drivers_who_went_offline_stay_offline_and_where_they_are(seeded, clock):
    driver = await idle_driver(seeded)
    await seeded.drivers.profiles.go_offline(driver)
    before = await position_of(seeded, driver)
    await live(LivingMarketplace(seeded), clock, 12)
    assert await position_of(seeded, driver) == before
    assert not (await seeded.drivers.profiles.me(driver)).is_online


async def test_idle_drivers_wander_near_their_homes(seeded, clock):
    await live(LivingMarketplace(seeded), clock, 40)
    busy = {order.driver_id for order in await all_orders(seeded) if not order.is_final}
    for sample in DRIVERS:
        driver = await actor_of(seeded, sample.person.email)
        if driver.driver_id in busy or not sample.is_online:
            continue
        position = await seeded.storage.read(lambda unit, who=driver.driver_id: unit.drivers.position(who))
        assert position.at > NOON
        assert great_circle_miles(position.point, sample.home) < 1.5


async def test_of_two_processes_only_one_has_the_floor_and_the_other_takes_over(seeded, clock):
    first = LivingMarketplace(seeded)
    second = LivingMarketplace(market_over(seeded.storage, clock))
    for _ in range(5):
        clock.at += TICK
        assert [await first.tick(), await second.tick()] == [True, False]
    clock.at += timedelta(minutes=1)
    assert await second.tick(), "the first one has died"
    assert not await first.tick()


async def test_the_marketplace_lives_on_within_its_bounds(seeded, clock):
    pace = attrs.evolve(STANDARD_PACE, most_orders=len(STORY) + 3, living_orders=20, new_order_every=TICK)
    await live(LivingMarketplace(seeded, pace), clock, 12)
    orders = await all_orders(seeded)
    assert len(orders) == len(STORY) + 3
    sample = {(await actor_of(seeded, person.email)).user_id for person in CUSTOMERS}
    assert {order.customer_id for order in orders} <= sample


async def test_open_orders_are_left_for_drivers_who_sign_in_and_then_taken(seeded, clock):
    def open_orders(orders):
        return {order.id for order in orders if order.is_open_to_drivers}

    before = open_orders(await all_orders(seeded))
    living = LivingMarketplace(seeded)
    await live(living, clock, 10)
    assert before & open_orders(await all_orders(seeded)) == before
    clock.at += STANDARD_PACE.open_for_long
    await live(living, clock, 2)
    assert not before & open_orders(await all_orders(seeded))


async def test_unpaid_orders_are_left_alone(seeded, clock):
    await live(LivingMarketplace(seeded), clock, 60)
    unpaid = [order for order in await all_orders(seeded) if order.payment_status is PaymentStatus.UNPAID]
    assert {order.driver_id for order in unpaid} == {None}


async def test_only_the_demonstration_lives_on_in_the_background(lite):
    names = []
    for settings in (Settings(), SETTINGS):
        work = background_work(settings, lite)
        names.append({each.cr_code.co_name for each in work})
        for each in work:
            each.close()
    always, demonstration = names
    assert demonstration - always == {"run_demonstration"}
    assert "run_forever" in always
