"""The packaged service area, and an operator's own from a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.service_area import STANDARD_BOUNDS
from haulage_adapters.embedded import service_area
from haulage_adapters.embedded.gazetteer import sources
from haulage_adapters.embedded.gazetteer.tiers import Box

AROUND = Box(40.45, 40.95, -74.30, -73.65)
CITY = {"New York", "Brooklyn"}
JERSEY = {"Hoboken", "Jersey City"}


@pytest.fixture(scope="module")
def new_york() -> Any:
    return service_area.load()


@pytest.mark.parametrize(
    ("what", "lat", "lng", "zone"),
    [
        ("City Hall", 40.7128, -74.0060, "Manhattan"),
        ("Roosevelt Island", 40.7619, -73.9497, "Manhattan"),
        ("Inwood", 40.8677, -73.9212, "Manhattan"),
        ("Coney Island", 40.5749, -73.9786, "Brooklyn"),
        ("Kennedy Airport", 40.6446, -73.7822, "Queens"),
        ("LaGuardia Airport", 40.7740, -73.8726, "Queens"),
        ("Rockaway Beach", 40.5860, -73.8115, "Queens"),
        ("Riverdale", 40.9005, -73.9060, "Bronx"),
        ("Tottenville", 40.5083, -74.2355, "Staten Island"),
        ("Hoboken Terminal", 40.7350, -74.0277, "Hoboken"),
        ("Washington and 12th, Hoboken", 40.7512, -74.0268, "Hoboken"),
        ("Journal Square", 40.7326, -74.0627, "Jersey City"),
        ("Exchange Place", 40.7163, -74.0335, "Jersey City"),
        ("Newark Penn Station", 40.7347, -74.1644, None),
        ("Newark Airport", 40.6895, -74.1745, None),
        ("Yonkers", 40.9312, -73.8988, None),
        ("Bayonne", 40.6687, -74.1143, None),
        ("Union City", 40.7672, -74.0323, None),
        ("Weehawken", 40.7695, -74.0204, None),
        ("Long Beach", 40.5884, -73.6579, None),
        ("Great Neck", 40.8007, -73.7285, None),
        ("Los Angeles", 34.0522, -118.2437, None),
    ],
)
def test_landmarks_are_where_everybody_knows_them(
    new_york: Any, what: str, lat: float, lng: float, zone: str | None
) -> None:
    assert new_york.zone_at(Point(lat, lng)) == zone, what


def test_every_known_address_around_new_york_is_on_the_right_side_of_the_line(new_york: Any) -> None:
    wrong = []
    for house, city, state, _, lat, lng in sources.addresses(AROUND):
        inside = (state == "NY" and city in CITY) or (state == "NJ" and city in JERSEY)
        zone = new_york.zone_at(Point(lat / 1e7, lng / 1e7))
        if inside != (zone is not None):
            wrong.append((house, city, state, zone))
    # The post office's Far Rockaway is a part of Queens.
    assert wrong == [("8 Walcott Avenue", "Far Rockaway", "NY", "Queens")]


def test_the_packaged_file_has_the_standard_bounds(new_york: Any) -> None:
    assert new_york.name == "New York City, Hoboken and Jersey City"
    assert new_york.bounds == STANDARD_BOUNDS


def a_file(tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """An operator's file of one square, changed."""
    bounds = {service.value: {"max_pounds": 100, "max_miles": 5} for service in ServiceType}
    ring = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    feature = {"type": "Feature", "properties": {"name": "Square"}, "geometry": geometry}
    whole = {"type": "FeatureCollection", "name": "Squareville", "bounds": bounds, "features": [feature]}
    change(whole)
    path = tmp_path / "area.geojson"
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def test_an_operators_own_file_takes_the_place_of_new_york(tmp_path: Path) -> None:
    area = service_area.load(a_file(tmp_path, lambda _: None))
    assert area.zone_at(Point(0.5, 0.5)) == "Square"
    assert area.outside(Point(40.7128, -74.0060)) == "We serve Squareville for now."
    assert area.bounds[ServiceType.MOVING].max_pounds == 100


def test_a_service_that_a_file_leaves_out_has_the_standard_bounds(tmp_path: Path) -> None:
    area = service_area.load(a_file(tmp_path, lambda whole: whole["bounds"].pop("moving")))
    assert area.bounds[ServiceType.MOVING] == STANDARD_BOUNDS[ServiceType.MOVING]
    assert area.bounds[ServiceType.PICKUP].max_pounds == 100


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda whole: whole.pop("name"), "name"),
        (lambda whole: whole["bounds"]["moving"].update(max_miles=0), "max_miles"),
        (lambda whole: whole["features"].clear(), "features"),
        (lambda whole: whole["features"][0]["properties"].clear(), "name"),
        (lambda whole: whole["features"][0]["geometry"].update(type="Point"), "Point"),
        (lambda whole: whole["features"][0]["geometry"]["coordinates"][0].pop(0), None),
        (lambda whole: whole["features"][0]["geometry"]["coordinates"][0].append([400, 0]), "180"),
    ],
)
def test_a_file_that_makes_no_sense_says_what_is_wrong_with_it(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], said: str | None
) -> None:
    path = a_file(tmp_path, change)
    if said is None:
        service_area.load(path)  # four corners are a ring still
        return
    with pytest.raises(InvalidInput) as refused:
        service_area.load(path)
    assert refused.value.field == "service_area"
    assert str(path) in refused.value.message
    assert said in refused.value.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nowhere\.geojson"):
        service_area.load(tmp_path / "nowhere.geojson")
