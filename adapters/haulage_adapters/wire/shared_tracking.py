"""A shared link, and what its holder is shown: no telephone, no price and nobody's whole name."""

from haulage.drivers import DriverProfile
from haulage.kernel.names import NameForm, shown_name
from haulage.kernel.services import ItemClass, ServiceType
from haulage.orders import Order, OrderStatus, TrackingStatus, timeline, tracking_status
from haulage.orders.failure import sentence
from haulage.orders.views import View
from haulage.use_cases.orders.share_tracking import SharedLink, SharedTracking
from haulage.use_cases.proofs import ShownProof
from haulage_adapters.wire.common import Instant, Out, PlaceOut, VehicleOut
from haulage_adapters.wire.driver_profile import PlateOut
from haulage_adapters.wire.orders import MilestoneOut
from haulage_adapters.wire.tracking import LiveOut, TrackedRouteOut


class TrackingLinkOut(Out):
    """``path`` is where the link leads on this server; ``token`` is the secret in it."""

    path: str
    token: str
    created_at: Instant
    expires_at: Instant

    @classmethod
    def of(cls, shared: SharedLink) -> "TrackingLinkOut":
        link = shared.link
        path = f"/track/{link.order_id}?token={shared.token}"
        return cls(path, shared.token, link.created_at, link.expires_at)


class OrderSharingOut(Out):
    """``link`` is null where nothing is shared."""

    link: TrackingLinkOut | None

    @classmethod
    def of(cls, shared: SharedLink | None) -> "OrderSharingOut":
        return cls(None if shared is None else TrackingLinkOut.of(shared))


class SharedOrderOut(Out):
    """An order without its customer, its contact, its things and its money. Miles and minutes."""

    id: str
    number: int
    service_type: ServiceType
    item_class: ItemClass
    pickup_location: PlaceOut
    delivery_location: PlaceOut
    distance: float
    estimated_duration: int
    scheduled_time: Instant | None
    scheduled_until: Instant | None
    status: OrderStatus
    tracking_status: TrackingStatus | None
    timeline: list[MilestoneOut]
    accepted_at: Instant | None
    en_route_at: Instant | None
    started_at: Instant | None
    picked_up_at: Instant | None
    completed_at: Instant | None
    failure_message: str | None
    updated_at: Instant

    @classmethod
    def of(cls, order: Order) -> "SharedOrderOut":
        return cls.from_attributes(
            order,
            pickup_location=PlaceOut.of(order.pickup),
            delivery_location=PlaceOut.of(order.dropoff),
            distance=float(order.distance_miles),
            estimated_duration=order.estimated_minutes,
            tracking_status=tracking_status(order),
            timeline=[MilestoneOut(step.label, step.at) for step in timeline(order)],
            failure_message=sentence(order),
        )


class SharedDriverOut(Out):
    """By their first name, and what they drive; from when they have accepted. Its license plate and
    their photo are there while they are under way."""

    name: str
    rating: float | None
    total_jobs: int
    vehicle: VehicleOut
    license_plate: PlateOut | None
    photo_id: str | None

    @classmethod
    def of(cls, driver: DriverProfile | None, view: View) -> "SharedDriverOut | None":
        """None where there is no driver, or none that is shown."""
        name = view.driver_called(driver.name) if driver else None
        if driver is None or name is None:
            return None
        plate = PlateOut.of(driver.plate) if view.driver_plate else None
        photo = driver.photo_id if view.driver_photo else None
        return cls(name, driver.rating, driver.total_jobs, VehicleOut.of(driver.vehicle), plate, photo)


class SharedProofOut(Out):
    """That it was handed over: to whom by first name and initial, without signature, photo and position.
    ``recipient_name`` is null where nobody gave one, and once the proof was erased."""

    received_at: Instant
    taken_at: Instant | None
    recipient_name: str | None

    @classmethod
    def of(cls, shown: ShownProof) -> "SharedProofOut":
        content = shown.content
        name = content.recipient_name if content else None
        short = shown_name(name, NameForm.SHORT) if name else None
        return cls(shown.proof.received_at, content.taken_at if content else None, short)


class SharedTrackingOut(Out):
    """An order as the holder of its link sees it, until ``expires_at``."""

    order: SharedOrderOut
    pickup_due_at: Instant | None
    driver: SharedDriverOut | None
    trip: TrackedRouteOut
    live: LiveOut
    speed: float
    delivery_proof: SharedProofOut | None
    expires_at: Instant

    @classmethod
    def of(cls, tracking: SharedTracking) -> "SharedTrackingOut":
        order = tracking.order
        return cls(
            order=SharedOrderOut.of(order),
            pickup_due_at=order.pickup_due_at,
            driver=SharedDriverOut.of(tracking.driver, tracking.view),
            trip=TrackedRouteOut.of(tracking.trip),
            live=LiveOut.of(tracking.live),
            speed=tracking.speed,
            delivery_proof=SharedProofOut.of(tracking.proof) if tracking.proof else None,
            expires_at=tracking.link.expires_at,
        )
