"""An order as it is tracked: its driver, its money, its routes, and what changes all the time."""

from typing import Annotated

from msgspec import Meta

from haulage.drivers import DriverProfile
from haulage.orders import Stop
from haulage.orders.views import View
from haulage.payments import Payment, PaymentState
from haulage.ports.maps.routes import Route
from haulage.receipts.receipt import companion_id
from haulage.use_cases.arrival_estimates import Arrival
from haulage.use_cases.orders.tracking import CancellingNow, Live, Tracking
from haulage_adapters.wire.common import Cents, Instant, Out, VehicleOut
from haulage_adapters.wire.driver_profile import PlateOut
from haulage_adapters.wire.orders import OrderOut
from haulage_adapters.wire.positions import PositionOut
from haulage_adapters.wire.proofs import DeliveryPinOut, ProofOut


class TrackedPointOut(Out):
    lat: float
    lng: float


class TrackedRouteOut(Out):
    """A route to draw; an approximate one follows no street."""

    polyline: list[TrackedPointOut]
    distance_meters: int
    duration_seconds: int
    engine: str
    approximate: bool

    @classmethod
    def of(cls, route: Route) -> "TrackedRouteOut":
        return cls.from_attributes(
            route, polyline=[TrackedPointOut(point.lat, point.lng) for point in route.polyline]
        )


class ArrivalOut(Out):
    """When the driver gets to the stop, estimated at ``estimated_at`` by the route from where they were."""

    stop: Stop
    at: Instant
    estimated_at: Instant
    route: TrackedRouteOut

    @classmethod
    def of(cls, arrival: Arrival) -> "ArrivalOut":
        return cls(arrival.stop, arrival.at, arrival.estimated_at, TrackedRouteOut.of(arrival.route))


class LiveOut(Out):
    """As of the server's clock. The position is shown from setting out until the order ends.

    ``stop`` and ``arrival`` are null while the driver goes nowhere: before setting out and while loading.
    """

    as_of: Instant
    stop: Stop | None
    position: PositionOut | None
    arrival: ArrivalOut | None

    @classmethod
    def of(cls, live: Live) -> "LiveOut":
        return cls(
            live.as_of,
            live.stop,
            PositionOut.of(live.position, names_driver=live.names_driver) if live.position else None,
            ArrivalOut.of(live.arrival) if live.arrival else None,
        )


class TrackedDriverOut(Out):
    """Whom the customer meets: by first name and initial until they have accepted. The number is there from
    then until the end, where they want to be called; ``can_call`` is whether whoever reads this may do so.
    The license plate is there as long, and ``photo_id`` from accepting on; it changes with the photo."""

    id: str
    name: str
    phone: str | None
    can_call: bool
    rating: float | None
    total_jobs: int
    vehicle: VehicleOut
    license_plate: PlateOut | None
    photo_id: str | None

    @classmethod
    def of(cls, driver: DriverProfile | None, view: View) -> "TrackedDriverOut | None":
        """None where there is no driver, or none that is shown."""
        name = view.driver_called(driver.name) if driver else None
        if driver is None or name is None:
            return None
        phone = driver.phone if view.driver_phone else None
        vehicle = VehicleOut.of(driver.vehicle)
        can_call = view.calls_other and bool(phone)
        plate = PlateOut.of(driver.plate) if view.driver_plate else None
        photo = driver.photo_id if view.driver_photo else None
        return cls(driver.id, name, phone, can_call, driver.rating, driver.total_jobs, vehicle, plate, photo)


class TrackedPaymentOut(Out):
    """What was charged, what is to be given back in all, and what the provider has given back.

    ``confirmation_id`` is null until the payment has succeeded.
    """

    status: str
    amount_cents: Cents
    refund_requested_cents: Cents
    refunded_cents: Cents
    card_brand: str | None
    card_last4: str | None
    confirmation_id: str | None

    @classmethod
    def of(cls, payment: Payment) -> "TrackedPaymentOut":
        return cls.from_attributes(
            payment,
            status=payment.state,
            confirmation_id=companion_id(payment.id, "cnf")
            if payment.state is PaymentState.SUCCEEDED
            else None,
        )


class CancellingOut(Out):
    """What it costs to cancel at this moment, or the sentence why it cannot be done any more.

    ``changes_at`` is when time alone changes that: ask again then.
    """

    allowed: bool
    fee_cents: Cents
    refused: str | None
    changes_at: Instant | None

    @classmethod
    def of(cls, cancelling: CancellingNow) -> "CancellingOut":
        return cls(
            cancelling.refused is None, cancelling.fee_cents, cancelling.refused, cancelling.changes_at
        )


class TrackingOut(Out):
    """``cancelling`` is null for who may not cancel and once the order has ended, ``delivery_pin`` where the
    customer asked for none, ``delivery_proof`` until there is one, and ``payment`` for the driver."""

    order: OrderOut
    pickup_due_at: Instant | None
    answer_due_at: Annotated[
        Instant | None,
        Meta(description="Until when the order's driver has to accept it; then others are asked."),
    ]
    driver_changed: Annotated[bool, Meta(description="The driver whom the customer chose does not come.")]
    driver: TrackedDriverOut | None
    payment: TrackedPaymentOut | None
    tip_cents: Annotated[int | None, Meta(description="What the driver was given on top, once it is paid.")]
    cancelling: CancellingOut | None
    trip: TrackedRouteOut
    live: LiveOut
    speed: Annotated[float, Meta(description="Above 1 where sample drivers go faster than the road.")]
    delivery_proof: ProofOut | None
    delivery_pin: DeliveryPinOut | None

    @classmethod
    def of(cls, tracking: Tracking) -> "TrackingOut":
        return cls(
            order=OrderOut.of(tracking.order, tracking.view),
            pickup_due_at=tracking.order.pickup_due_at,
            answer_due_at=tracking.answer_due_at,
            driver_changed=tracking.order.changed_hands,
            driver=TrackedDriverOut.of(tracking.driver, tracking.view),
            payment=TrackedPaymentOut.of(tracking.payment) if tracking.payment else None,
            tip_cents=tracking.tip_cents,
            cancelling=CancellingOut.of(tracking.cancelling) if tracking.cancelling else None,
            trip=TrackedRouteOut.of(tracking.trip),
            live=LiveOut.of(tracking.live),
            speed=tracking.speed,
            delivery_proof=ProofOut.of(tracking.proof) if tracking.proof else None,
            delivery_pin=DeliveryPinOut.of(tracking.pin) if tracking.pin else None,
        )
