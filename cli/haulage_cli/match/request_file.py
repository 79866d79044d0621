"""The job that ``haulage match`` reads: one JSON object, each of its fields known."""

from datetime import datetime

import attrs

from haulage.kernel.cargo import Dimensions, Item, any_fragile, total_pounds
from haulage.kernel.geo import great_circle_miles
from haulage.kernel.services import ASSUMED_ITEM_POUNDS, ItemClass, MatchUrgency, ServiceType
from haulage.matching import DEFAULT_MAX_DISTANCE_MILES, MatchRequest
from haulage.pricing import Load, driver_extra_fees_cents
from haulage_cli.json_fields import Fields, decode, inside

REQUEST_FIELDS = frozenset(
    [
        *("id", "customer_id", "service_type", "pickup_location", "delivery_location", "scheduled_time"),
        *("now", "trip_miles", "items", "requires_assembly", "special_requirements", "max_price_cents"),
        *("max_distance_miles", "urgency"),
    ]
)
ITEM_FIELDS = frozenset(["description", "weight", "dimensions", "fragile", "heavy"])
DIMENSION_FIELDS = frozenset(["length", "width", "height"])


def read_request(raw: bytes, now: datetime) -> MatchRequest:
    """The job of a request file, with the extra fees that its items bring (OP-10)."""
    fields = Fields(decode(raw))
    fields.refuse_unknown(REQUEST_FIELDS)
    service = fields.choice("service_type", ServiceType)
    items = tuple(_item(value, path, service) for path, value in fields.list("items"))
    pickup = fields.place("pickup_location", strict=True)
    delivery = fields.place("delivery_location", strict=True) if fields.has("delivery_location") else None
    if fields.has("trip_miles") or delivery is None:
        miles = fields.value("trip_miles")
    else:
        miles = great_circle_miles(pickup, delivery)
    load = Load(fragile=any_fragile(items), assembly=fields.flag("requires_assembly"))
    if items:
        load = attrs.evolve(load, weight_pounds=total_pounds(items))
    return MatchRequest(
        id=fields.text("id"),
        customer_id=fields.text("customer_id"),
        service_type=service,
        pickup_location=pickup,
        delivery_location=delivery,
        scheduled_time=fields.instant("scheduled_time") if fields.has("scheduled_time") else None,
        now=fields.instant("now") if fields.has("now") else now,
        trip_miles=miles,
        items=items,
        special_requirements=fields.texts("special_requirements"),
        max_price_cents=fields.value("max_price_cents"),
        max_distance_miles=(
            fields.value("max_distance_miles")
            if fields.has("max_distance_miles")
            else DEFAULT_MAX_DISTANCE_MILES
        ),
        urgency=fields.choice("urgency", MatchUrgency, MatchUrgency.MEDIUM),
        extra_fees_cents=driver_extra_fees_cents(load),
    )


def _item(value: object, path: str, service: ServiceType) -> Item:
    fields = Fields(value, path)
    fields.refuse_unknown(ITEM_FIELDS)
    dimensions = None
    if fields.has("dimensions"):
        sides = fields.inner("dimensions")
        sides.refuse_unknown(DIMENSION_FIELDS)
        length, width, height = (sides.value(side) for side in ("length", "width", "height"))
        with inside(path):
            dimensions = Dimensions(length, width, height)
    size = ItemClass.LARGE if service is ServiceType.MOVING else ItemClass.SMALL
    weight = fields.value("weight") if fields.has("weight") else ASSUMED_ITEM_POUNDS[size]
    description, fragile, heavy = fields.text("description"), fields.flag("fragile"), fields.flag("heavy")
    with inside(path):
        return Item(
            description=description, weight=weight, dimensions=dimensions, fragile=fragile, heavy=heavy
        )
