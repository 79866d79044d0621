"""Fleets and requests for property tests: dense, tied, on edges, at the ends of the map."""

from datetime import UTC, date, datetime, time, timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from core.matching.builders import ALL_DAY, MILE_OF_LATITUDE, MONDAY_NOON, a_driver, a_request, a_van
from haulage.kernel.carrier import COVER_FLOOR_CENTS, CarrierNeed, CredentialKind, VerifiedCredential
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.services import MatchUrgency, ServiceType
from haulage.kernel.vehicles import VehicleType
from haulage.matching import Dimensions, FleetDriver, Item, MatchRequest

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A fleet takes a while to make up, and a busy machine is not a failure."""

CENTERS = (
    Point(40.7359, -73.9911),
    Point(0.0, 180.0),
    Point(-17.0, -179.999),
    Point(89.99, 12.0),
    Point(-90.0, 0.0),
    Point(-33.9, 151.2),
)
FEATURES = ("lift gate", "Ramp ", "piano")

times = st.sampled_from([time(0), time(5), time(8), time(8, 30), time(12), time(20), time(23, 59)])
ranges = st.builds(HoursRange, times, times)
hours = st.one_of(
    st.just(ALL_DAY),
    st.builds(WorkingHours, every_day=ranges),
    st.builds(WorkingHours, by_weekday=st.dictionaries(st.integers(0, 6), ranges, max_size=7)),
)
instants = st.integers(0, 24 * 14).map(lambda hour: datetime(2026, 3, 2, tzinfo=UTC) + timedelta(hours=hour))


def _shifted(center: Point, miles_north: float, miles_east: float) -> Point:
    lat = max(-90.0, min(90.0, center.lat + miles_north * MILE_OF_LATITUDE))
    lng = (center.lng + miles_east * MILE_OF_LATITUDE + 180) % 360 - 180
    return Point(lat, lng)


@st.composite
def places(draw: st.DrawFn, center: Point) -> Point:
    """Near the center: anywhere, on a coarse lattice (ties), or hard by a tier's edge."""
    manner = draw(st.sampled_from(["anywhere", "lattice", "edge", "far"]))
    if manner == "anywhere":
        offset = st.floats(-25, 25, allow_nan=False)
        return _shifted(center, draw(offset), draw(offset))
    if manner == "lattice":
        return _shifted(center, draw(st.integers(-3, 3)) * 2.0, draw(st.integers(-3, 3)) * 2.0)
    if manner == "edge":
        edge = draw(st.sampled_from([2, 5, 10, 20, 30]))
        beside = draw(st.sampled_from([-1e-3, -1e-6, 1e-6, 1e-3]))
        north = center.lat < 60
        return _shifted(center, (edge + beside) if north else -(edge + beside), 0.0)
    return Point(draw(st.floats(-90, 90)), draw(st.floats(-180, 180)))


ratings = st.one_of(
    st.none(), st.sampled_from([5, 4.8, 4.5, 0]), st.integers(100, 500).map(lambda n: n / 100)
)
rates = st.builds(
    DriverRates,
    per_mile_cents=st.one_of(st.just(250), st.integers(0, 600)),
    minimum_fare_cents=st.one_of(st.just(2500), st.integers(0, 6000)),
)


DAYS = st.one_of(st.none(), st.sampled_from([date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 9)]))
"""Around the day of most requests, so that some credentials end on it, before it or after it."""

credentials = st.lists(
    st.one_of(
        st.builds(VerifiedCredential, st.just(CredentialKind.USDOT), expires_on=DAYS),
        st.builds(
            VerifiedCredential,
            st.just(CredentialKind.STATE_CERTIFICATE),
            st.sampled_from(["NY", "NJ"]),
            expires_on=DAYS,
        ),
        st.builds(
            VerifiedCredential,
            st.just(CredentialKind.INSURANCE),
            cover_cents=st.sampled_from([COVER_FLOOR_CENTS, 2 * COVER_FLOOR_CENTS]),
            expires_on=DAYS,
        ),
    ),
    min_size=1,
    max_size=4,
).map(tuple)

needs = st.builds(
    CarrierNeed,
    st.just("NY"),
    st.sampled_from(["NY", "NJ"]),
    st.sampled_from([COVER_FLOOR_CENTS, 2 * COVER_FLOOR_CENTS]),
)


@st.composite
def drivers(draw: st.DrawFn, center: Point, id: str) -> FleetDriver:
    return a_driver(
        id,
        vehicle=a_van(
            draw(st.sampled_from(VehicleType)),
            weight=draw(st.one_of(st.just(1000), st.integers(10, 4000), st.floats(10, 4000))),
            volume=draw(st.one_of(st.just(50), st.integers(1, 400))),
            features=tuple(draw(st.lists(st.sampled_from(FEATURES), max_size=2))),
        ),
        working_hours=draw(st.one_of(st.just(ALL_DAY), hours)),
        rates=draw(rates),
        rating=draw(ratings),
        is_online=draw(st.integers(0, 9)) > 0,
        is_available=draw(st.integers(0, 9)) > 0,
        is_approved=draw(st.integers(0, 9)) > 0,
        current_location=draw(st.one_of(*[places(center)] * 6, st.none())),
        credentials=draw(credentials),
    )


@st.composite
def alike(draw: st.DrawFn, center: Point, id: str) -> FleetDriver:
    """One of many who differ in little: every tie rule gets its turn."""
    return a_driver(
        id,
        rating=draw(st.sampled_from([None, 0, 4])),
        current_location=_shifted(center, draw(st.sampled_from([0.0, 1.0, 1.9999999, 3.0])), 0.0),
    )


@st.composite
def fleets(draw: st.DrawFn, center: Point, at_most: int = 40) -> list[FleetDriver]:
    size = draw(st.integers(0, at_most))
    one = draw(st.sampled_from([drivers, drivers, alike]))
    return [draw(one(center, f"d{number}")) for number in range(size)]


items = st.lists(
    st.builds(
        Item,
        description=st.just("box"),
        weight=st.one_of(st.sampled_from([1, 25, 800, 1000]), st.floats(0.1, 3000)),
        dimensions=st.one_of(
            st.none(), st.builds(Dimensions, st.integers(1, 80), st.integers(1, 80), st.floats(0.5, 80))
        ),
        fragile=st.booleans(),
    ),
    max_size=3,
)


@st.composite
def requests(draw: st.DrawFn, center: Point) -> MatchRequest:
    return a_request(
        service_type=draw(st.sampled_from(ServiceType)),
        pickup_location=draw(st.one_of(st.just(center), places(center))),
        trip_miles=draw(st.one_of(st.sampled_from([1, 5, 7.5, 7.53]), st.floats(0.01, 60))),
        max_price_cents=draw(st.one_of(st.sampled_from([3000, 5000, 9000, 16000]), st.integers(1, 60000))),
        now=draw(st.one_of(st.just(MONDAY_NOON), instants)),
        scheduled_time=draw(st.one_of(st.none(), st.none(), instants)),
        items=draw(items),
        special_requirements=draw(
            st.one_of(
                st.just([]), st.lists(st.sampled_from(["LIFT GATE", " ramp", "piano", "crane"]), max_size=2)
            )
        ),
        needs_helper=draw(st.booleans()),
        max_distance_miles=draw(st.one_of(st.sampled_from([20, 20, 2, 0.5, 12, 30, 31, 400, 12_500]))),
        urgency=draw(st.sampled_from(MatchUrgency)),
        extra_fees_cents=draw(st.one_of(st.just(0), st.integers(0, 4000))),
        excluded_driver_ids=draw(st.one_of(st.just(()), st.sets(st.sampled_from(["d0", "d1", "nobody"])))),
        carrier_need=draw(st.one_of(st.none(), st.none(), needs)),
    )
