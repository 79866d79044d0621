"""Shapes that several resources share. Unknown fields are refused in what comes in."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Annotated, Any, Generic, Self, TypeVar

import msgspec
from msgspec import Meta

from haulage.kernel.geo import MAX_ADDRESS_LENGTH, Place, Point
from haulage.kernel.vehicles import Vehicle, VehicleColor
from haulage.ports.storage.paging import Page
from haulage.pricing import Fare

Instant = Annotated[datetime, Meta(tz=True, description="An instant with its offset from UTC.")]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Cents = Annotated[int, Meta(description="US cents.")]


S = TypeVar("S")
T = TypeVar("T")


class In(msgspec.Struct, forbid_unknown_fields=True):
    """What a caller sends."""


class Out(msgspec.Struct):
    """What a caller reads."""

    @classmethod
    def from_attributes(cls, source: object, **others: Any) -> Self:
        """Every field that *others* leaves out is the attribute of *source* that has its name."""
        same = {name: getattr(source, name) for name in cls.__struct_fields__ if name not in others}
        return cls(**same, **others)


class PageOut(Out, Generic[T]):
    """Items, and the cursor of the rest; null at the end, and where a list is short by nature."""

    items: list[T]
    next: str | None

    @classmethod
    def of(cls, page: Page[S], item: Callable[[S], T]) -> "PageOut[T]":
        return cls([item(each) for each in page.items], page.next)

    @classmethod
    def whole(cls, items: Iterable[T]) -> "PageOut[T]":
        """Of a list that is short by nature."""
        return cls(list(items), None)


class PointIn(In):
    lat: Latitude
    lng: Longitude

    def to_core(self) -> Point:
        return Point(self.lat, self.lng)


class PlaceIn(In):
    """Coordinates with the address that people call them by."""

    lat: Latitude
    lng: Longitude
    address: Annotated[str, Meta(min_length=1, max_length=MAX_ADDRESS_LENGTH, pattern=r"\S")]

    def to_core(self) -> Place:
        return Place(Point(self.lat, self.lng), self.address)


class PlaceOut(Out):
    lat: float
    lng: float
    address: str

    @classmethod
    def of(cls, place: Place) -> "PlaceOut":
        return cls(place.point.lat, place.point.lng, place.address)


class VehicleOut(Out):
    """Capacity in pounds and cubic feet."""

    type: str
    make: str
    model: str
    year: int
    color: VehicleColor | None
    capacity_pounds: float
    capacity_cubic_feet: float

    @classmethod
    def of(cls, vehicle: Vehicle) -> "VehicleOut":
        return cls.from_attributes(
            vehicle,
            capacity_pounds=float(vehicle.capacity.weight),
            capacity_cubic_feet=float(vehicle.capacity.volume),
        )


class FareOut(Out):
    """A price by its lines: base, distance, time, urgency and extra fees add up to the subtotal, subtotal and
    taxes to the total. ``helper_fee_cents`` is the part of the extra fees that an extra helper costs."""

    base_fare_cents: Cents
    distance_fee_cents: Cents
    time_fee_cents: Cents
    urgency_fee_cents: Cents
    extra_fees_cents: Cents
    helper_fee_cents: Cents
    subtotal_cents: Cents
    taxes_cents: Cents
    total_cents: Cents
    driver_share_cents: Cents
    platform_share_cents: Cents
    tariff: str

    @classmethod
    def of(cls, fare: Fare) -> "FareOut":
        return cls.from_attributes(fare)
