"""Orders, their timeline and their events."""

from typing import Annotated

from msgspec import Meta

from haulage.kernel.actor import OPERATOR
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.services import ItemClass, MatchUrgency, ServiceType
from haulage.orders import (
    Contact,
    FailureReason,
    Order,
    OrderEventType,
    OrderStatus,
    PaymentStatus,
    TrackingStatus,
    timeline,
    tracking_status,
)
from haulage.orders.failure import sentence
from haulage.orders.rating import BEST, MAX_FEEDBACK_LENGTH, WORST
from haulage.orders.views import ShownEvent, View
from haulage.services.orders.item_photos import MAX_ITEM_PHOTOS
from haulage.services.orders.order_views import plain_view
from haulage.use_cases.orders.book_order import (
    MAX_DESCRIPTION_LENGTH,
    MAX_NAME_LENGTH,
    MAX_NOTES_LENGTH,
    MAX_PHONE_LENGTH,
    BookingRequest,
)
from haulage.use_cases.orders.cancel_order import MAX_REASON_LENGTH
from haulage.use_cases.orders.reschedule_order import OfferedSlot
from haulage_adapters.wire.common import Cents, In, Instant, Out, PlaceOut
from haulage_adapters.wire.items import ItemOut
from haulage_adapters.wire.proofs import ClientId
from haulage_adapters.wire.stop_access import StopAccessIn, StopAccessOut


def items_shown(order: Order, view: View) -> list[ItemOut]:
    """The list, for whoever is shown it."""
    return [ItemOut.of(item) for item in order.items] if view.items else []


class ContactIn(In):
    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
    phone: Annotated[str, Meta(min_length=1, max_length=MAX_PHONE_LENGTH)]


class OrderIn(In):
    """A quote, one of its offered drivers, whom the driver meets, and how to get to the door at each end.
    The price is the quote's.

    Without a description it is the quote's items in one line. Notes are shown to the driver who has accepted.
    """

    quote_id: Annotated[str, Meta(max_length=64)]
    driver_id: Annotated[str, Meta(max_length=64)]
    contact: ContactIn
    items_description: Annotated[str, Meta(max_length=MAX_DESCRIPTION_LENGTH)] = ""
    item_notes: Annotated[str, Meta(max_length=MAX_NOTES_LENGTH)] = ""
    pickup_access: StopAccessIn | None = None
    dropoff_access: StopAccessIn | None = None
    photos: Annotated[
        list[ClientId],
        Meta(max_length=MAX_ITEM_PHOTOS, description="The device's ids of photos of the items sent before."),
    ] = []  # noqa: RUF012 - msgspec copies it

    def to_core(self) -> BookingRequest:
        return BookingRequest(
            quote_id=self.quote_id,
            driver_id=self.driver_id,
            contact=Contact(self.contact.name, self.contact.phone),
            items_description=self.items_description,
            item_notes=self.item_notes,
            pickup_access=StopAccessIn.core_of(self.pickup_access),
            dropoff_access=StopAccessIn.core_of(self.dropoff_access),
            photos=self.photos,
        )


class CancelIn(In):
    """``agreed_fee_cents`` is the fee that whoever cancels has read: a higher one refuses. Without it any fee
    is agreed to."""

    agreed_fee_cents: Annotated[int, Meta(ge=0, le=MAX_CENTS, description="US cents.")] | None = None
    reason: Annotated[str, Meta(max_length=MAX_REASON_LENGTH)] = ""


class RatingIn(In):
    """Whole stars, and what the customer has to say."""

    stars: Annotated[int, Meta(ge=WORST, le=BEST)]
    feedback: Annotated[str, Meta(max_length=MAX_FEEDBACK_LENGTH)] = ""


class RescheduleIn(In):
    """``start`` is that of one of the order's open slots."""

    start: Instant


class SlotOut(Out):
    """``keeps_driver`` is false where the assigned driver cannot come and another one is looked for."""

    start: Instant
    end: Instant
    keeps_driver: bool

    @classmethod
    def of(cls, offered: OfferedSlot) -> "SlotOut":
        return cls(offered.slot.start, offered.slot.end, offered.keeps_driver)


class MilestoneOut(Out):
    label: str
    at: Instant | None


class FailureOut(Out):
    """Why it could not be delivered. ``message`` says it to the customer; ``note`` is what the driver wrote.

    ``returned_at`` is when the items were back at the pickup, null until then and where none were loaded.
    """

    at: Instant
    reason: FailureReason
    message: str
    note: str
    seen_there: bool
    returned_at: Instant | None

    @classmethod
    def of(cls, order: Order) -> "FailureOut | None":
        failure = order.failure
        if failure is None:
            return None
        return cls.from_attributes(failure, message=sentence(order) or "")


class OrderOut(Out):
    """Miles, minutes, cents. ``tracking_status`` is null while unpaid and once cancelled. The driver comes at
    ``scheduled_time``, or between it and ``scheduled_until``.

    Whom to meet is told to the customer, and to the driver who has accepted: their number only until the end,
    and where they want to be called. ``can_call`` is whether whoever reads this may call the other side now.
    The access details of each end are told likewise, and before accepting the floors alone; null is none.
    Drivers are not told of each other. ``items_description`` is the list of items in one line, and
    ``item_notes`` is for the driver who has accepted. ``helpers`` come with the driver.
    ``driver_feedback`` mirrors the cancellation reason, for cancelled orders only, and ``driver_rating``
    is another name of ``customer_rating``.
    """

    id: str
    number: int
    customer_id: str
    driver_id: str | None
    chosen_driver_id: str | None
    quote_id: str
    service_type: ServiceType
    item_class: ItemClass
    pickup_location: PlaceOut
    delivery_location: PlaceOut
    contact_name: str | None
    contact_phone: str | None
    can_call: bool
    pickup_access: StopAccessOut | None
    dropoff_access: StopAccessOut | None
    items_description: str
    items: list[ItemOut]
    item_notes: str | None
    helpers: int
    price_cents: Cents
    distance: float
    estimated_duration: int
    scheduled_time: Instant | None
    scheduled_until: Instant | None
    urgency: MatchUrgency
    status: OrderStatus
    payment_status: PaymentStatus
    tracking_status: TrackingStatus | None
    timeline: list[MilestoneOut]
    paid_at: Instant | None
    assigned_at: Instant | None
    accepted_at: Instant | None
    en_route_at: Instant | None
    started_at: Instant | None
    picked_up_at: Instant | None
    completed_at: Instant | None
    cancelled_at: Instant | None
    cancelled_by: str | None
    cancellation_reason: str | None
    cancellation_fee_cents: Cents | None
    driver_feedback: str | None
    customer_rating: int | None
    customer_feedback: str | None
    driver_rating: int | None
    rated_at: Instant | None
    failure: FailureOut | None
    created_at: Instant
    updated_at: Instant
    version: int

    @classmethod
    def for_operator(cls, order: Order) -> "OrderOut":
        """The whole order, as administrators see it."""
        return cls.of(order, plain_view(OPERATOR, order))

    @classmethod
    def of(cls, order: Order, view: View) -> "OrderOut":
        """As *view* shows it."""
        ended, rating = order.cancellation, order.rating
        return cls.from_attributes(
            order,
            driver_id=view.id_of_driver(order.driver_id),
            chosen_driver_id=view.id_of_driver(order.chosen_driver_id),
            pickup_location=PlaceOut.of(view.place(order.pickup)),
            delivery_location=PlaceOut.of(view.place(order.dropoff)),
            contact_name=view.contact_called(order.contact.name),
            contact_phone=order.contact.phone if view.contact_phone else None,
            can_call=view.calls_other,
            items=items_shown(order, view),
            item_notes=order.item_notes if view.item_notes else None,
            pickup_access=StopAccessOut.of(view.access_at(order.pickup_access)),
            dropoff_access=StopAccessOut.of(view.access_at(order.dropoff_access)),
            distance=float(order.distance_miles),
            estimated_duration=order.estimated_minutes,
            tracking_status=tracking_status(order),
            timeline=[MilestoneOut(step.label, step.at) for step in timeline(order)],
            cancelled_at=ended.at if ended else None,
            cancelled_by=ended.by if ended else None,
            cancellation_reason=ended.reason if ended else None,
            cancellation_fee_cents=ended.fee_cents if ended else None,
            driver_feedback=ended.reason if ended else None,
            customer_rating=rating.stars if rating else None,
            customer_feedback=rating.feedback if rating else None,
            driver_rating=rating.stars if rating else None,
            rated_at=rating.at if rating else None,
            failure=FailureOut.of(order),
        )


class OrderEventOut(Out):
    """One entry of an order's log, as the event stream carries it. Readers are not shown all that there are:
    sequence numbers may be missing. Without an account nobody is told of payments or who drives."""

    order_id: str
    sequence: int
    type: OrderEventType
    status: OrderStatus
    payment_status: PaymentStatus | None
    driver_id: str | None
    at: Instant
    miles_away: Annotated[
        float | None,
        Meta(description="How far from the stop its driver confirmed it by hand, where that was far."),
    ]

    @classmethod
    def of(cls, event: ShownEvent) -> "OrderEventOut":
        return cls.from_attributes(event)
