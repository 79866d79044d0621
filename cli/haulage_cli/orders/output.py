"""Orders as programs and people read them.

Whoever it acts as, the command line is the operator's: it shows the whole order, as administrators see it.
"""

from typing import TYPE_CHECKING, Any

from haulage.kernel.money import dollars
from haulage.orders import Order
from haulage_cli.access_options import access_line
from haulage_cli.output import write_facts, write_json

if TYPE_CHECKING:
    from haulage_adapters.wire.orders import OrderOut

STAGES = (
    "scheduled_time",
    "scheduled_until",
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


def order_out(order: Order) -> "OrderOut":
    """The order as the HTTP API answers administrators."""
    from haulage_adapters.wire.orders import OrderOut

    return OrderOut.for_operator(order)


def write_order(order: Order, *, as_json: bool) -> None:
    """The order that a command leaves behind."""
    if as_json:
        write_json(order_out(order))
    else:
        show_order(order)


def show_order(order: Order) -> None:
    """The order as a page of facts."""
    ended = order.cancellation
    facts: list[tuple[str, Any]] = [
        ("Order", f"{order.number}  {order.id}"),
        ("Status", f"{order.status}, {order.payment_status}"),
        ("Service", f"{order.service_type}, urgency {order.urgency}"),
        ("From", order.pickup.address),
        ("From, access", access_line(order.pickup_access) or None),
        ("To", order.dropoff.address),
        ("To, access", access_line(order.dropoff_access) or None),
        ("Contact", f"{order.contact.name}, {order.contact.phone}"),
        ("Items", order.items_description),
        ("Trip", f"{order.distance_miles} mi, {order.estimated_minutes} min"),
        ("Trip, actual", None if order.actual_minutes is None else f"{order.actual_minutes} min"),
        ("Price", dollars(order.price_cents)),
        ("Driver", order.driver_id),
    ]
    facts += [(name.removesuffix("_at").replace("_", " ").capitalize(), at) for name, at in _reached(order)]
    if ended is not None:
        facts += [
            ("Canceled", ended.at),
            ("Reason", ended.reason),
            ("Fee", dollars(ended.fee_cents)),
        ]
    if order.rating is not None:
        facts += [("Rated", f"{order.rating.stars} of 5  {order.rating.feedback}".rstrip())]
    write_facts(facts)


def _reached(order: Order) -> list[tuple[str, Any]]:
    return [(name, getattr(order, name)) for name in STAGES[:-1] if getattr(order, name) is not None]
