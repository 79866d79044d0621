"""Stored answers that are given again: what their caller may not see of an order any more is left out.

An answer under an ``Idempotency-Key`` is kept for a month, and its caller's part in the order may have ended
long before: a driver hands it back, is replaced or has delivered it.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from haulage.kernel.geo import Place, Point
from haulage.kernel.stop_access import StopAccess
from haulage.orders.views import View
from haulage_adapters.wire.common import PlaceOut
from haulage_adapters.wire.stop_access import StopAccessOut

Shown: TypeAlias = Callable[[View, Any], Any]

ORDER_MARKER_FIELD = "items_description"
"""A field that only an order's own JSON has: there ``id`` is the order's id. Others have ``order_id``."""


def _place(view: View, place: dict[str, Any]) -> Any:
    whole = Place(Point(place["lat"], place["lng"]), place["address"])
    return msgspec.to_builtins(PlaceOut.of(view.place(whole)))


def _access(view: View, access: dict[str, Any]) -> Any:
    return msgspec.to_builtins(StopAccessOut.of(view.access_at(StopAccess(**access))))


NARROWED: Mapping[str, Shown] = {
    "driver_id": lambda view, value: view.id_of_driver(value),
    "chosen_driver_id": lambda view, value: view.id_of_driver(value),
    "contact_name": lambda view, value: view.contact_called(value),
    "contact_phone": lambda view, value: value if view.contact_phone else None,
    "item_notes": lambda view, value: value if view.item_notes else None,
    "can_call": lambda view, value: value and view.calls_other,
    "phone_number": lambda view, value: value if view.calls_other else None,
    "pickup_location": _place,
    "delivery_location": _place,
    "dropoff_location": _place,
    "pickup_access": _access,
    "dropoff_access": _access,
    "card_brand": lambda view, value: value if view.payment else None,
    "card_last4": lambda view, value: value if view.payment else None,
}
"""Fields of stored answers that belong to a view, and what is left of each."""


def orders_in(reply: bytes) -> set[str]:
    """The ids of the orders that a stored reply is about."""
    return _orders_in(_answer(reply))


def narrowed(reply: bytes, views: Mapping[str, View]) -> bytes:
    """A stored reply as its caller may see it now; byte for byte the same where nothing is to be left out."""
    status, _, _ = reply.partition(b" ")
    answer = _answer(reply)
    shown = _narrowed(answer, views, None)
    return reply if shown == answer else b"%s %s" % (status, msgspec.json.encode(shown))


def _answer(reply: bytes) -> Any:
    _, _, body = reply.partition(b" ")
    return msgspec.json.decode(body) if body else None


def _order_of(value: dict[str, Any]) -> str | None:
    id = value.get("order_id") or (value.get("id") if ORDER_MARKER_FIELD in value else None)
    return id if isinstance(id, str) else None


def _orders_in(value: object) -> set[str]:
    if isinstance(value, list):
        return {id for each in value for id in _orders_in(each)}
    if not isinstance(value, dict):
        return set()
    own = _order_of(value)
    return {id for each in value.values() for id in _orders_in(each)} | ({own} if own else set())


def _narrowed(value: Any, views: Mapping[str, View], view: View | None) -> Any:
    if isinstance(value, list):
        return [_narrowed(each, views, view) for each in value]
    if not isinstance(value, dict):
        return value
    order_id = _order_of(value)
    view = views[order_id] if order_id else view
    shown = {name: _field(name, each, views, view) for name, each in value.items()}
    if view is not None and not view.items and ORDER_MARKER_FIELD in value:  # pages have ``items`` as well
        shown["items"] = []
    return shown


def _field(name: str, value: Any, views: Mapping[str, View], view: View | None) -> Any:
    rule = NARROWED.get(name)
    if rule is not None and view is not None and value is not None:
        return rule(view, value)
    return _narrowed(value, views, view)
