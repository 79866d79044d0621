"""Real New York addresses with their coordinates, from the random-address-extended package (MIT)."""

import random
import sqlite3
from pathlib import Path

import random_address

FIRST_ZIP, LAST_ZIP = "10001", "11697"
"""Manhattan's first and Queens' last; the city's other ZIP codes lie between."""

BOUNDS = "a.lat_e7 BETWEEN 404900000 AND 409200000 AND a.lng_e7 BETWEEN -742600000 AND -736900000"

QUERY = f"""
    SELECT a.address1, c.name, p.code, a.lat_e7, a.lng_e7
    FROM addresses a
    JOIN cities c ON c.id = a.city_id
    JOIN postal_codes p ON p.id = a.postal_code_id
    JOIN states s ON s.id = a.state_id
    WHERE s.code = 'NY' AND c.name IN ('New York', 'Brooklyn') AND p.code BETWEEN ? AND ? AND {BOUNDS}
    ORDER BY a.id
"""


def addresses() -> list[dict[str, object]]:
    """Every one as ``{"lat", "lng", "address"}``, in an order that never changes."""
    file = Path(random_address.__file__).parent / "addresses-us-all.sqlite"
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as base:
        rows = base.execute(QUERY, (FIRST_ZIP, LAST_ZIP)).fetchall()
    base.close()
    return [
        {"lat": lat / 1e7, "lng": lng / 1e7, "address": f"{street}, {city}, NY {code}"}
        for street, city, code, lat, lng in rows
    ]


def trips(count: int, seed: int = 1) -> list[tuple[dict[str, object], dict[str, object]]]:
    """Pairs of different addresses, the same for the same seed."""
    known = addresses()
    luck = random.Random(seed)
    return [tuple(luck.sample(known, 2)) for _ in range(count)]  # type: ignore[misc]
