"""A shared link, and what its holder is shown: no telephone, no price and nobody's whole name."""

import msgspec

from haulage.drivers import DriverProfile
from haulage.kernel.services import ItemClass, ServiceType
from haulage.orders import Order, OrderStatus, TrackingStatus, timeline, tracking_status
from haulage.orders.failure import sentence
from haulage.use_cases.orders.sharing import SharedLink, SharedTracking
from haulage_webapp.bodies import Instant, PlaceOut, VehicleOut
from haulage_webapp.orders.bodies import MilestoneOut
from haulage_webapp.orders.tracking_bodies import LiveOut, WayOut
from haulage_webapp.proofs.bodies import ProofOut


class TrackingLinkOut(msgspec.Struct):
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


class SharedOrderOut(msgspec.Struct):
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
        return cls(
            id=order.id,
            number=order.number,
            service_type=order.service_type,
            item_class=order.item_class,
            pickup_location=PlaceOut.of(order.pickup),
            delivery_location=PlaceOut.of(order.dropoff),
            distance=float(order.distance_miles),
            estimated_duration=order.estimated_minutes,
            scheduled_time=order.scheduled_time,
            status=order.status,
            tracking_status=tracking_status(order),
            timeline=[MilestoneOut(step.label, step.at) for step in timeline(order)],
            accepted_at=order.accepted_at,
            en_route_at=order.en_route_at,
            started_at=order.started_at,
            picked_up_at=order.picked_up_at,
            completed_at=order.completed_at,
            failure_message=sentence(order),
            updated_at=order.updated_at,
        )


class SharedDriverOut(msgspec.Struct):
    """By their first name, and what they drive."""

    name: str
    rating: float | None
    total_jobs: int
    vehicle: VehicleOut

    @classmethod
    def of(cls, driver: DriverProfile) -> "SharedDriverOut":
        first = driver.name.split(" ", 1)[0]
        return cls(first, driver.rating, driver.total_jobs, VehicleOut.of(driver.vehicle))


class SharedTrackingOut(msgspec.Struct):
    """An order as the holder of its link sees it, until ``expires_at``."""

    order: SharedOrderOut
    pickup_due_at: Instant | None
    driver: SharedDriverOut | None
    trip: WayOut
    live: LiveOut
    speed: float
    delivery_proof: ProofOut | None
    expires_at: Instant

    @classmethod
    def of(cls, tracking: SharedTracking) -> "SharedTrackingOut":
        order = tracking.order
        return cls(
            order=SharedOrderOut.of(order),
            pickup_due_at=order.pickup_due_at,
            driver=SharedDriverOut.of(tracking.driver) if tracking.driver else None,
            trip=WayOut.of(tracking.trip),
            live=LiveOut.of(tracking.live),
            speed=tracking.speed,
            delivery_proof=ProofOut.of(tracking.proof) if tracking.proof else None,
            expires_at=tracking.link.expires_at,
        )
