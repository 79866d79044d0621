"""An order as a row of its table."""

from typing import Any

from sqlalchemy import RowMapping

from haulage.kernel.cargo import Item
from haulage.kernel.carrier import CarrierNeed
from haulage.kernel.errors import InvalidInput
from haulage.kernel.stop_access import NO_ACCESS, StopAccess
from haulage.kernel.vehicles import DrivenVehicle
from haulage.orders import Cancellation, Contact, Failure, Order, Rating
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, place_of, place_row

_ACCESS = ("pickup_access", "dropoff_access")
_NESTED = {
    "pickup",
    "dropoff",
    "contact",
    "items",
    "carrier_need",
    "cancellation",
    "rating",
    "failure",
    "driven",
    *_ACCESS,
}
_FLAT = flat_names(Order, without=_NESTED)
_ITEMS = tuple[Item, ...]


def order_row(order: Order) -> dict[str, Any]:
    return (
        attributes_of(order, _FLAT)
        | place_row("pickup_", order.pickup)
        | place_row("dropoff_", order.dropoff)
        | {"contact_name": order.contact.name, "contact_phone": order.contact.phone}
        | {"items": to_json(order.items, _ITEMS)}
        | {name: _access_row(getattr(order, name)) for name in _ACCESS}
        | _window_row(order)
        | _cancellation_row(order.cancellation)
        | _rating_row(order.rating)
        | _failure_row(order.failure)
        | {"carrier_need": to_json(order.carrier_need) if order.carrier_need else None}
        | {"driven_with": to_json(order.driven) if order.driven else None}
    )


def _access_row(access: StopAccess) -> Any:
    return None if access == NO_ACCESS else to_json(access)


def _access(written: Any) -> StopAccess:
    return NO_ACCESS if written is None else from_json(written, StopAccess)


def _window_row(order: Order) -> dict[str, Any]:
    try:
        begins, ends = order.window or (None, None)
    except OverflowError:
        raise InvalidInput("scheduled_time", "is too far in the future") from None
    return {"window_from": begins, "window_until": ends}


def _cancellation_row(cancellation: Cancellation | None) -> dict[str, Any]:
    return {
        "cancelled_at": cancellation and cancellation.at,
        "cancelled_by": cancellation and cancellation.by,
        "cancellation_reason": cancellation and cancellation.reason,
        "cancellation_fee_cents": cancellation and cancellation.fee_cents,
    }


def order_of(row: RowMapping) -> Order:
    return Order(
        **columns_of(row, _FLAT),
        pickup=place_of(row, "pickup_"),
        dropoff=place_of(row, "dropoff_"),
        contact=Contact(row["contact_name"], row["contact_phone"]),
        items=from_json(row["items"], _ITEMS),
        pickup_access=_access(row["pickup_access"]),
        dropoff_access=_access(row["dropoff_access"]),
        cancellation=_cancellation(row),
        rating=_rating(row),
        failure=_failure(row),
        carrier_need=from_json(row["carrier_need"], CarrierNeed) if row["carrier_need"] else None,
        driven=from_json(row["driven_with"], DrivenVehicle) if row["driven_with"] else None,
    )


def _cancellation(row: RowMapping) -> Cancellation | None:
    if row["cancelled_at"] is None:
        return None
    return Cancellation(
        at=row["cancelled_at"],
        by=row["cancelled_by"],
        reason=row["cancellation_reason"],
        fee_cents=row["cancellation_fee_cents"],
    )


def _rating_row(rating: Rating | None) -> dict[str, Any]:
    return {
        "customer_rating": rating and rating.stars,
        "customer_feedback": rating and rating.feedback,
        "rated_at": rating and rating.at,
    }


def _rating(row: RowMapping) -> Rating | None:
    if row["customer_rating"] is None:
        return None
    return Rating(row["customer_rating"], row["customer_feedback"] or "", row["rated_at"])


def _failure_row(failure: Failure | None) -> dict[str, Any]:
    return {
        "failed_at": failure and failure.at,
        "failure_reason": failure and failure.reason,
        "failure_note": failure and failure.note,
        "failure_seen_there": failure and failure.seen_there,
        "returned_at": failure and failure.returned_at,
    }


def _failure(row: RowMapping) -> Failure | None:
    if row["failed_at"] is None:
        return None
    return Failure(
        at=row["failed_at"],
        reason=row["failure_reason"],
        note=row["failure_note"] or "",
        seen_there=bool(row["failure_seen_there"]),
        returned_at=row["returned_at"],
    )
