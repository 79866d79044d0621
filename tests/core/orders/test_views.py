"""Who is shown what of an order: the rule is the README's table, cell by cell."""

from itertools import product

import attrs
import pytest

import views_table
from builders import NOON, a_paid_order, an_assigned_order, an_event, an_order, minutes_later
from haulage.kernel.geo import Place, Point, coarse, great_circle_miles
from haulage.kernel.names import NameForm, shown_name
from haulage.kernel.stop_access import StopAccess
from haulage.orders import Cancellation, Order, OrderEventType, PaymentStatus
from haulage.orders.order import accept, cancel, complete, confirm_pickup, hand_back, reassign, set_out, start
from haulage.orders.views import (
    LogForm,
    PlaceForm,
    Reader,
    Stage,
    View,
    area_of,
    reader_of,
    stage_of,
    view_of,
)

CANCELLED = Cancellation(NOON, "usr_1", "", 0)
ASSIGNED = an_assigned_order()
ACCEPTED = accept(ASSIGNED, "drv_1", NOON)
EN_ROUTE = set_out(ACCEPTED, NOON)
LOADED = confirm_pickup(start(EN_ROUTE, NOON), NOON)

ORDERS = {
    Stage.UNPAID: [an_order()],
    Stage.OPEN: [a_paid_order(), hand_back(EN_ROUTE, NOON)],
    Stage.ASSIGNED: [ASSIGNED, reassign(EN_ROUTE, "drv_2", NOON)],
    Stage.ACCEPTED: [ACCEPTED],
    Stage.UNDER_WAY: [EN_ROUTE, start(EN_ROUTE, NOON), LOADED],
    Stage.ENDED: [complete(LOADED, NOON), cancel(EN_ROUTE, CANCELLED)],
    Stage.DROPPED: [cancel(an_order(), CANCELLED), cancel(ASSIGNED, CANCELLED)],
}
TABLE = views_table.shown()
FIELDS = [each.name for each in attrs.fields(View) if each.name not in ("reader", "driver_id")]


def form(view: View, field: str) -> str:
    value = getattr(view, field)
    if isinstance(value, bool):
        return "shown" if value else views_table.NEVER
    return views_table.NEVER if value.value == "none" else str(value.value)


def test_the_orders_of_these_tests_are_in_the_stages_they_stand_for() -> None:
    assert {stage: {stage_of(order) for order in orders} for stage, orders in ORDERS.items()} == {
        stage: {stage} for stage in Stage
    }


def test_the_table_has_a_row_for_each_field_and_a_column_for_each_reader() -> None:
    assert set(TABLE) == set(product(FIELDS, (str(reader) for reader in Reader)))


@pytest.mark.parametrize("reader", Reader)
@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("calls_enabled", [True, False])
def test_the_view_is_what_the_table_says(reader: Reader, stage: Stage, calls_enabled: bool) -> None:
    drivers = {
        Reader.ASSIGNED: {Stage.ASSIGNED},
        Reader.ACCEPTED: {Stage.ACCEPTED, Stage.UNDER_WAY},
        Reader.AFTER: {Stage.ENDED},
        Reader.OFFERED: {Stage.OPEN},
    }
    if stage not in drivers.get(reader, set(Stage)):
        pytest.skip("nobody is that reader in that stage")
    for order in ORDERS[stage]:
        view = view_of(reader, order, calls_enabled=calls_enabled)
        assert {field: form(view, field) for field in FIELDS} == {
            field: TABLE[field, reader].at(stage, calls_enabled=calls_enabled) for field in FIELDS
        }


def who(order: Order, driver_id: str) -> Reader:
    return reader_of(order, user_id=f"usr_of_{driver_id}", driver_id=driver_id)


def test_a_driver_is_who_they_are_now_and_not_who_they_were() -> None:
    assert who(ASSIGNED, "drv_1") is Reader.ASSIGNED
    assert who(EN_ROUTE, "drv_1") is Reader.ACCEPTED
    assert who(complete(LOADED, NOON), "drv_1") is Reader.AFTER
    assert who(hand_back(EN_ROUTE, NOON), "drv_1") is Reader.OFFERED
    replaced = reassign(EN_ROUTE, "drv_2", NOON)
    assert [who(replaced, driver) for driver in ("drv_1", "drv_2")] == [Reader.STRANGER, Reader.ASSIGNED]
    assert who(cancel(ASSIGNED, CANCELLED), "drv_1") is Reader.STRANGER
    assert who(an_order(chosen_driver_id="drv_1"), "drv_1") is Reader.STRANGER
    assert reader_of(EN_ROUTE) is Reader.STRANGER
    assert reader_of(EN_ROUTE, user_id="usr_1", driver_id="drv_1", is_admin=True) is Reader.CUSTOMER
    assert reader_of(EN_ROUTE, user_id="usr_9", driver_id="drv_1", is_admin=True) is Reader.ADMIN


def test_whoever_holds_a_link_is_told_neither_of_money_nor_of_who_said_no() -> None:
    events = [an_event(sequence=n, type=type, driver_id="drv_1") for n, type in enumerate(OrderEventType, 1)]
    seen = view_of(Reader.LINK, LOADED).entries(events)
    assert {(event.driver_id, event.payment_status) for event in seen} == {(None, None)}
    withheld = {"paid", "declined", "timed_out", "chosen_driver_unavailable", "payment_declined", "rated"}
    assert not withheld & {str(event.type) for event in seen}
    assert not {str(event.type) for event in seen} & {"claim_opened", "claim_decided", "assigned"}


def test_drivers_are_told_of_no_other_driver_and_of_no_failed_payment() -> None:
    view = view_of(Reader.ACCEPTED, LOADED, driver_id="drv_1")
    seen = view.entries(
        [
            an_event(sequence=1, type=OrderEventType.PAYMENT_DECLINED),
            an_event(sequence=2, type=OrderEventType.ASSIGNED, driver_id="drv_2"),
            an_event(sequence=3, type=OrderEventType.DECLINED),
            an_event(sequence=4, type=OrderEventType.ACCEPTED, driver_id="drv_1"),
        ]
    )
    assert [(event.sequence, event.driver_id, event.payment_status) for event in seen] == [
        (2, None, PaymentStatus.UNPAID),
        (4, "drv_1", PaymentStatus.UNPAID),
    ]


def test_names_are_shortened_as_the_form_says() -> None:
    forms = [NameForm.NONE, NameForm.FIRST, NameForm.SHORT, NameForm.WHOLE]
    assert [shown_name("Ada  King Lovelace", form) for form in forms] == [
        None,
        "Ada",
        "Ada L.",
        "Ada  King Lovelace",
    ]
    assert [shown_name("Ada", form) for form in forms] == [None, "Ada", "Ada", "Ada"]
    assert [shown_name(" ", form) for form in forms] == [None, "", "", " "]


def test_every_point_of_a_square_is_told_alike_and_not_far_away() -> None:
    middle = coarse(Point(40.7527, -73.9772))
    points = [Point(middle.lat + n * 0.0024, middle.lng + m * 0.0024) for n in (-2, 0, 2) for m in (-2, 0, 2)]
    assert {coarse(point) for point in points} == {middle}
    assert max(great_circle_miles(point, middle) for point in points) < 0.5
    for point in (Point(90, 180), Point(-90, -180), Point(0, 0), Point(-33.9, 151.2)):
        assert great_circle_miles(coarse(point), point) < 0.6


def test_an_area_names_no_street() -> None:
    home = Place(Point(40.7527, -73.9772), "89 E 42 ST, New York, NY 10017")
    assert area_of(home).address == "New York, NY 10017"
    assert area_of(home).point == coarse(home.point)
    assert area_of(Place(home.point, "Somewhere")).address == "United States"


def test_a_doors_contact_is_named_and_their_number_shown_only_where_it_may_be_called() -> None:
    door = StopAccess(unit="4B", floor=4, gate_code="#25", contact_name="Robin", contact_phone="2125550100")
    by_phone = [view_of(Reader.ACCEPTED, EN_ROUTE, calls_enabled=enabled) for enabled in (True, False)]
    assert [view.access_at(door) for view in by_phone] == [door, attrs.evolve(door, contact_phone="")]
    assert view_of(Reader.CUSTOMER, LOADED).access_at(door) == door
    assert view_of(Reader.ASSIGNED, ASSIGNED).access_at(door) == StopAccess(floor=4)
    assert view_of(Reader.ASSIGNED, ASSIGNED).access_at(attrs.evolve(door, floor=None)) is None
    assert view_of(Reader.LINK, LOADED).access_at(door) is None


def test_a_late_minute_changes_nothing_about_who_sees_what() -> None:
    later = attrs.evolve(EN_ROUTE, updated_at=minutes_later(60 * 24 * 30))
    for reader in Reader:
        assert view_of(reader, later) == view_of(reader, EN_ROUTE)


@pytest.mark.parametrize("reader", Reader)
def test_the_other_side_can_be_called_where_its_number_is_shown(reader: Reader) -> None:
    assert not View(reader).calls_other
    assert View(reader, driver_phone=True).calls_other is (reader is Reader.CUSTOMER)
    assert View(reader, contact_phone=True).calls_other is (reader is Reader.ACCEPTED)


def test_a_stop_is_shown_exactly_or_by_its_area() -> None:
    place = Place(Point(40.758, -73.9855), "1560 Broadway, New York, NY 10036")
    assert View(Reader.CUSTOMER, places=PlaceForm.EXACT).place(place) == place
    assert View(Reader.OFFERED, places=PlaceForm.AREA).place(place) == area_of(place) != place


@pytest.mark.parametrize("log", [LogForm.JOURNEY, LogForm.WORK, LogForm.WHOLE])
def test_the_log_of_a_journey_tells_neither_of_money_nor_how_far_the_driver_was(log: LogForm) -> None:
    event = an_event(type=OrderEventType.ACCEPTED, payment_status=PaymentStatus.PAID, miles_away=1.5)
    (entry,) = View(Reader.CUSTOMER, log=log).entries([event])
    is_shown = log is not LogForm.JOURNEY
    assert entry.payment_status == (PaymentStatus.PAID if is_shown else None)
    assert entry.miles_away == (1.5 if is_shown else None)
