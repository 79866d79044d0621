"""The service area from a GeoJSON file: the operator's own, or the packaged one of New York."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from haulage.kernel.errors import InvalidInput
from haulage.kernel.services import ServiceType
from haulage.service_area import STANDARD_BOUNDS, Bounds, ServiceArea, Zone

NEW_YORK = Path(__file__).with_name("new_york.geojson")
"""Written by ``draw_new_york``, which says where its outlines come from."""

MOST_BYTES = 20_000_000
"""More than any city's boundaries, and little enough to be read at once."""

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Corner = tuple[Longitude, Latitude]
RingIn = Annotated[list[Corner], Meta(min_length=4)]
PolygonIn = Annotated[list[RingIn], Meta(min_length=1)]


class _Polygon(msgspec.Struct, tag="Polygon", tag_field="type"):
    coordinates: PolygonIn


class _MultiPolygon(msgspec.Struct, tag="MultiPolygon", tag_field="type"):
    coordinates: Annotated[list[PolygonIn], Meta(min_length=1)]


class _Properties(msgspec.Struct):
    name: Name


class _Feature(msgspec.Struct):
    type: Literal["Feature"]
    properties: _Properties
    geometry: _Polygon | _MultiPolygon


class _Bounds(msgspec.Struct):
    max_pounds: Annotated[int, Meta(ge=1, le=100_000)]
    max_miles: Annotated[int, Meta(ge=1, le=10_000)]


class _Collection(msgspec.Struct):
    type: Literal["FeatureCollection"]
    name: Name
    features: Annotated[list[_Feature], Meta(min_length=1, max_length=1000)]
    bounds: dict[ServiceType, _Bounds] = msgspec.field(default_factory=dict)


def load(path: Path | None = None) -> ServiceArea:
    """The area of the file at *path*, or the packaged one.

    Services that the file leaves out have the standard bounds. Raises ``InvalidInput``, which names the file.
    """
    return _packaged() if path is None else _of_file(path)


@cache
def _packaged() -> ServiceArea:
    """Read once: tests and commands assemble many marketplaces in a process."""
    return _of_file(NEW_YORK)


def _of_file(place: Path) -> ServiceArea:
    try:
        found = msgspec.json.decode(_read(place), type=_Collection)
    except (OSError, msgspec.MsgspecError) as problem:
        raise InvalidInput("service_area", f"{place}: {problem}") from None
    own = {service: Bounds(of.max_pounds, of.max_miles) for service, of in found.bounds.items()}
    return ServiceArea(found.name, tuple(_zone(each) for each in found.features), {**STANDARD_BOUNDS, **own})


def _read(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise InvalidInput("service_area", f"{path}: must be at most {MOST_BYTES:,} bytes")
    return path.read_bytes()


def _zone(feature: _Feature) -> Zone:
    geometry = feature.geometry
    polygons: list[Any] = (
        [geometry.coordinates] if isinstance(geometry, _Polygon) else list(geometry.coordinates)
    )
    rings = tuple(tuple(tuple(ring) for ring in polygon) for polygon in polygons)
    return Zone(feature.properties.name, rings)
