"""Orders as programs and people read them; the JSON names are those of the HTTP API.

Whoever it acts as, the command line is the operator's: it shows the whole order, as administrators see it.
"""

from typing import Any

import attrs

from haulage.kernel.geo import Place
from haulage.kernel.money import dollars
from haulage.matching.offer import Offer
from haulage.orders import Order, timeline, tracking_status
from haulage.orders.views import ShownEvent
from haulage.payments import Payment
from haulage_cli.output import instant, write_facts

STAGES = (
    "scheduled_time",
    "paid_at",
    "assigned_at",
    "accepted_at",
    "en_route_at",
    "started_at",
    "picked_up_at",
    "completed_at",
    "created_at",
    "updated_at",
)


def order_json(order: Order) -> dict[str, Any]:
    """Miles, minutes and cents; instants in ISO 8601 with their offset."""
    ended, rating = order.cancellation, order.rating
    return {
        "id": order.id,
        "number": order.number,
        "status": order.status,
        "payment_status": order.payment_status,
        "tracking_status": tracking_status(order),
        "customer_id": order.customer_id,
        "driver_id": order.driver_id,
        "chosen_driver_id": order.chosen_driver_id,
        "quote_id": order.quote_id,
        "service_type": order.service_type,
        "item_class": order.item_class,
        "pickup_location": _place(order.pickup),
        "delivery_location": _place(order.dropoff),
        "contact_name": order.contact.name,
        "contact_phone": order.contact.phone,
        "items_description": order.items_description,
        "price_cents": order.price_cents,
        "distance": float(order.distance_miles),
        "estimated_duration": order.estimated_minutes,
        "urgency": order.urgency,
        **{name: instant(getattr(order, name)) for name in STAGES},
        "cancelled_at": instant(ended.at) if ended else None,
        "cancelled_by": ended.by if ended else None,
        "cancellation_reason": ended.reason if ended else None,
        "cancellation_fee_cents": ended.fee_cents if ended else None,
        "customer_rating": rating.stars if rating else None,
        "customer_feedback": rating.feedback if rating else None,
        "rated_at": instant(rating.at) if rating else None,
        "timeline": [{"label": step.label, "at": instant(step.at)} for step in timeline(order)],
        "version": order.version,
    }


def show_order(order: Order) -> None:
    """The order as a page of facts."""
    ended = order.cancellation
    facts: list[tuple[str, Any]] = [
        ("Order", f"{order.number}  {order.id}"),
        ("Status", f"{order.status}, {order.payment_status}"),
        ("Service", f"{order.service_type}, urgency {order.urgency}"),
        ("From", order.pickup.address),
        ("To", order.dropoff.address),
        ("Contact", f"{order.contact.name}, {order.contact.phone}"),
        ("Items", order.items_description),
        ("Trip", f"{order.distance_miles} mi, {order.estimated_minutes} min"),
        ("Price", dollars(order.price_cents)),
        ("Driver", order.driver_id),
    ]
    facts += [(name.removesuffix("_at").replace("_", " ").capitalize(), at) for name, at in _reached(order)]
    if ended is not None:
        facts += [
            ("Cancelled", ended.at),
            ("Reason", ended.reason),
            ("Fee", dollars(ended.fee_cents)),
        ]
    if order.rating is not None:
        facts += [("Rated", f"{order.rating.stars} of 5  {order.rating.feedback}".rstrip())]
    write_facts(facts)


def _reached(order: Order) -> list[tuple[str, Any]]:
    return [(name, getattr(order, name)) for name in STAGES[:-1] if getattr(order, name) is not None]


def payment_json(payment: Payment) -> dict[str, Any]:
    return {
        "id": payment.id,
        "state": payment.state,
        "amount_cents": payment.amount_cents,
        "attempts": payment.attempts,
        "card_brand": payment.card_brand,
        "card_last4": payment.card_last4,
    }


def offer_json(offer: Offer) -> dict[str, Any]:
    return {
        "driver_id": offer.driver_id,
        "driver_name": offer.driver_name,
        "rank": offer.rank,
        "score": offer.score,
        "factors": dict(offer.factors),
        "confidence": offer.confidence,
        "miles_away": offer.miles_away,
        "arrival_minutes": offer.arrival_minutes,
        "estimated_price_cents": offer.estimate.total_cents,
        "vehicle_type": offer.vehicle.type,
    }


def event_json(event: ShownEvent) -> dict[str, Any]:
    return {**attrs.asdict(event), "at": instant(event.at)}


def _place(place: Place) -> dict[str, Any]:
    return {"lat": place.point.lat, "lng": place.point.lng, "address": place.address}
