"""Values for tests: each builder makes a plausible one, and a test names only what it is about."""

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import attrs

from haulage.accounts.account import Account, User
from haulage.drivers import Approval, DriverPosition, DriverProfile, approve, go_online, new_driver
from haulage.kernel.actor import UserType
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.driver_price import DriverEstimate
from haulage.kernel.geo import Place, Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.services import ItemClass, MatchUrgency, ServiceType
from haulage.kernel.vehicles import Capacity, Vehicle, VehicleType
from haulage.matching.offer import Offer
from haulage.orders import Contact, Order, OrderEvent, OrderEventType, OrderStatus, PaymentStatus
from haulage.orders.order import assign, pay, start
from haulage.payments import Payment
from haulage.pricing.fare import quote_fare
from haulage.pricing.quote import QUOTE_LIFETIME, Quote
from haulage.pricing.sales_tax import DEMONSTRATION_TAX
from haulage.pricing.trip import Load, Trip
from haulage.tax import (
    CERTIFICATION_VERSION,
    TaxAddress,
    TaxClassification,
    TaxpayerNumberType,
    W9Draft,
    W9Form,
    w9_form,
)

NOON = datetime(2026, 6, 1, 16, 0, tzinfo=UTC)
AT_ANY_HOUR = WorkingHours(every_day=HoursRange(time(0), time(0)))
"""For what is tested by the true clock: tests are run at night too."""
"""Noon of a Monday in New York."""

TIMES_SQUARE = Place(Point(40.758, -73.9855), "1560 Broadway, New York, NY 10036")
BROOKLYN = Place(Point(40.6872, -73.9418), "350 Fulton St, Brooklyn, NY 11216")


def minutes_later(minutes: float, than: datetime = NOON) -> datetime:
    return than + timedelta(minutes=minutes)


def an_account(id: str = "acc_1", **changes: Any) -> Account:
    """An account without a password."""
    made = Account(
        id=id,
        email=f"{id}@example.com",
        password_hash=None,
        user_metadata={},
        created_at=NOON,
        updated_at=NOON,
    )
    return attrs.evolve(made, **changes)


def a_user(id: str = "usr_1", *, auth_id: str = "acc_1", **changes: Any) -> User:
    made = User(
        id=id,
        auth_id=auth_id,
        email=f"{auth_id}@example.com",
        name="Ada Customer",
        phone="+12125550100",
        user_type=UserType.CUSTOMER,
        created_at=NOON,
        updated_at=NOON,
    )
    return attrs.evolve(made, **changes)


def a_van(**changes: Any) -> Vehicle:
    made = Vehicle(VehicleType.VAN, "Ford", "Transit", 2021, Capacity(3000, 250), ["ramp", "straps"])
    return attrs.evolve(made, **changes)


def a_driver(id: str = "drv_1", *, user_id: str = "usr_1", **changes: Any) -> DriverProfile:
    """A driver as sign-up leaves them: offline and not approved."""
    made = new_driver(
        id=id, user_id=user_id, name="Dee Driver", email="dee@example.com", phone="+12125550101", now=NOON
    )
    return attrs.evolve(made, **changes)


def an_online_driver(id: str = "drv_1", *, user_id: str = "usr_1", **changes: Any) -> DriverProfile:
    approved = approve(a_driver(id, user_id=user_id), Approval(NOON, "usr_admin", "documents in order"))
    return attrs.evolve(go_online(approved, NOON), **changes)


def a_position(
    driver_id: str = "drv_1", at: datetime = NOON, point: Point = TIMES_SQUARE.point
) -> DriverPosition:
    return DriverPosition(driver_id, point, at)


def a_trip(**changes: Any) -> Trip:
    made = Trip(ServiceType.DELIVERY, Fraction(15, 2), 25, load=Load(25))
    return attrs.evolve(made, **changes)


def a_quote(id: str = "qte_1", *, customer_id: str = "usr_1", **changes: Any) -> Quote:
    trip = a_trip()
    fare = quote_fare(trip, tax=DEMONSTRATION_TAX)
    made = Quote(
        id=id,
        customer_id=customer_id,
        item_class=ItemClass.SMALL,
        pickup=TIMES_SQUARE,
        dropoff=BROOKLYN,
        items=(Item("A chair", 25, Dimensions(20, 20, 36)),),
        trip=trip,
        tax=DEMONSTRATION_TAX,
        fare=fare,
        ceiling_cents=fare.total_cents * 2,
        created_at=NOON,
        expires_at=NOON + QUOTE_LIFETIME,
    )
    return attrs.evolve(made, **changes)


def an_offer(driver_id: str = "drv_1", *, quote_id: str = "qte_1", rank: int = 1, **changes: Any) -> Offer:
    made = Offer(
        quote_id=quote_id,
        driver_id=driver_id,
        rank=rank,
        driver_name="Dee Driver",
        vehicle=a_van(),
        rating=4.8,
        total_jobs=12,
        score=87.3,
        factors={"distance": 92.1, "rating": 96.0},
        confidence=81.0,
        miles_away=1.7,
        arrival_minutes=5,
        estimate=DriverEstimate(1875, 625, 0, 0),
    )
    return attrs.evolve(made, **changes)


def an_order(
    id: str = "ord_1",
    *,
    number: int = 10_000,
    customer_id: str = "usr_1",
    quote_id: str = "qte_1",
    **changes: Any,
) -> Order:
    """A pending order for now that nobody has paid for."""
    made = Order(
        id=id,
        number=number,
        customer_id=customer_id,
        quote_id=quote_id,
        service_type=ServiceType.DELIVERY,
        item_class=ItemClass.SMALL,
        pickup=TIMES_SQUARE,
        dropoff=BROOKLYN,
        contact=Contact("Ada Customer", "+12125550100"),
        items_description="A chair",
        weight_pounds=Decimal(25),
        volume_cubic_feet=Decimal("8.33"),
        price_cents=43_30,
        distance_miles=Decimal("7.5"),
        estimated_minutes=25,
        urgency=MatchUrgency.LOW,
        created_at=NOON,
        updated_at=NOON,
    )
    return attrs.evolve(made, **changes)


def a_paid_order(id: str = "ord_1", **changes: Any) -> Order:
    """A pending order that drivers may take."""
    return pay(an_order(id, **changes), NOON, pickup_due_at=minutes_later(30))


def an_assigned_order(id: str = "ord_1", *, driver_id: str = "drv_1", **changes: Any) -> Order:
    return assign(a_paid_order(id, **changes), driver_id, NOON)


def a_started_order(id: str = "ord_1", *, driver_id: str = "drv_1", **changes: Any) -> Order:
    return start(an_assigned_order(id, driver_id=driver_id, **changes), NOON)


def an_event(order_id: str = "ord_1", sequence: int = 1, **changes: Any) -> OrderEvent:
    made = OrderEvent(
        order_id=order_id,
        sequence=sequence,
        type=OrderEventType.CREATED,
        status=OrderStatus.PENDING,
        payment_status=PaymentStatus.UNPAID,
        driver_id=None,
        at=NOON,
    )
    return attrs.evolve(made, **changes)


def a_payment(id: str = "pay_1", *, order_id: str = "ord_1", **changes: Any) -> Payment:
    """A payment that no card was given for yet."""
    made = Payment(
        id=id,
        order_id=order_id,
        customer_id="usr_1",
        amount_cents=43_30,
        provider_reference=f"pi_{id}",
        created_at=NOON,
        updated_at=NOON,
    )
    return attrs.evolve(made, **changes)


NOBODYS_NUMBER = "219-09-9999"
"""Printed in a pamphlet of Social Security's in 1940, and never anybody's since."""


def a_w9(**changes: Any) -> W9Draft:
    """Of somebody who drives under their own name."""
    address = TaxAddress("12 Pine Street", "Brooklyn", "NY", "11201")
    draft = W9Draft(
        name="Dee Driver",
        classification=TaxClassification.INDIVIDUAL,
        address=address,
        number_type=TaxpayerNumberType.SSN,
        number=NOBODYS_NUMBER,
        signature="Dee Driver",
        certification=CERTIFICATION_VERSION,
    )
    return attrs.evolve(draft, **changes)


def a_signed_w9(driver_id: str, **changes: Any) -> W9Form:
    """One by which nothing is withheld of the driver's payouts."""
    return w9_form(f"w9f_{driver_id}", driver_id, a_w9(**changes).checked(), NOON)
