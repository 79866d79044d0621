"""Which clock is read where, and what depends on it."""

from datetime import UTC, datetime

import pytest

from haulage.kernel.geo import Point
from haulage.pricing import TimeOfDay, time_of_day
from haulage_adapters.embedded.time_zones import WHOLLY_PLATFORM, EmbeddedTimeZones


@pytest.mark.parametrize(
    ("lat", "lng", "zone"),
    [
        (40.758, -73.9855, "America/New_York"),
        (41.878, -87.63, "America/Chicago"),
        (39.739, -104.99, "America/Denver"),
        (33.448, -112.074, "America/Phoenix"),
        (34.052, -118.244, "America/Los_Angeles"),
        (61.218, -149.9, "America/Anchorage"),
        (21.307, -157.858, "Pacific/Honolulu"),
        (0.0, 0.0, "Etc/GMT"),
    ],
)
def test_a_place_is_in_its_zone(lat: float, lng: float, zone: str) -> None:
    assert EmbeddedTimeZones().zone_at(Point(lat, lng)).key == zone


def test_the_rectangle_that_is_not_looked_up_is_in_no_other_zone() -> None:
    import tzfpy

    (south, west), (north, east) = WHOLLY_PLATFORM
    steps = 60
    found = {
        tzfpy.get_tz(west + (east - west) * i / steps, south + (north - south) * j / steps)
        for i in range(steps + 1)
        for j in range(steps + 1)
    }
    assert {zone for zone in found if not zone.startswith("Etc/")} == {"America/New_York"}  # the rest is sea


def test_peak_is_read_on_the_clock_of_the_pickup() -> None:
    eight_in_chicago = datetime(2026, 5, 4, 13, tzinfo=UTC)
    zones = EmbeddedTimeZones()
    assert time_of_day(eight_in_chicago, zones.zone_at(Point(41.878, -87.63))) is TimeOfDay.PEAK
    assert time_of_day(eight_in_chicago, zones.zone_at(Point(40.758, -73.9855))) is TimeOfDay.OFF_PEAK
