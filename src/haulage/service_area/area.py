"""The area that an operator serves: named zones with their outlines, and bounds by service."""

from collections.abc import Mapping

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.service_area.bounds import Bounds

Ring = tuple[tuple[float, float], ...]
"""Longitude and latitude of each corner, in degrees; the last corner is joined to the first."""


@attrs.define
class OutsideServiceArea(RuleBroken):
    """A trip that begins or ends where the operator does not work; *name* is the field of that end."""

    code = "outside_service_area"
    name: str
    area: str

    @property
    def message(self) -> str:
        return sentence(self.area)

    @property
    def field(self) -> str | None:
        return self.name


def sentence(area: str) -> str:
    """What somebody outside is told."""
    return f"We serve {area} for now."


@attrs.frozen
class Zone:
    """A named part of the area: polygons, each an outer ring and its holes."""

    name: str
    polygons: tuple[tuple[Ring, ...], ...]
    _boxes: tuple[tuple[float, float, float, float], ...] = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_boxes", tuple(_box(polygon[0]) for polygon in self.polygons))

    def holds(self, point: Point) -> bool:
        """A point is inside a polygon when a ray from it crosses the rings an odd number of times."""
        return any(
            west <= point.lng <= east
            and south <= point.lat <= north
            and sum(_crossings(ring, point) for ring in polygon) % 2 == 1
            for polygon, (west, south, east, north) in zip(self.polygons, self._boxes, strict=True)
        )


@attrs.frozen
class ServiceArea:
    """What an operator serves. *name* completes the sentence "We serve ... for now."."""

    name: str
    zones: tuple[Zone, ...]
    bounds: Mapping[ServiceType, Bounds]

    def zone_at(self, point: Point) -> str | None:
        """The name of the zone that a position lies in; None outside."""
        return next((zone.name for zone in self.zones if zone.holds(point)), None)

    def outside(self, point: Point) -> str | None:
        """What to say to somebody at a position that is not served; None where it is."""
        return sentence(self.name) if self.zone_at(point) is None else None

    def require_trip(self, pickup: Point, dropoff: Point) -> None:
        """Raises ``OutsideServiceArea`` for the first end that is not served."""
        self.require_place(pickup, field="pickup")
        self.require_place(dropoff, field="dropoff")

    def require_place(self, point: Point, *, field: str) -> None:
        """Raises ``OutsideServiceArea`` for *field*."""
        if self.zone_at(point) is None:
            raise OutsideServiceArea(field, self.name)


def _box(ring: Ring) -> tuple[float, float, float, float]:
    lngs, lats = zip(*ring, strict=True)
    return min(lngs), min(lats), max(lngs), max(lats)


def _crossings(ring: Ring, point: Point) -> int:
    """How many sides of a ring a ray to the east crosses."""
    count = 0
    before_lng, before_lat = ring[-1]
    for lng, lat in ring:
        if (lat > point.lat) != (before_lat > point.lat):
            share = (point.lat - lat) / (before_lat - lat)
            count += point.lng < lng + share * (before_lng - lng)
        before_lng, before_lat = lng, lat
    return count
