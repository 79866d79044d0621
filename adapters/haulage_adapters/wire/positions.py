"""Where drivers are and have been."""

from typing import Annotated

from msgspec import Meta

from haulage.drivers import DriverPosition, QualityFlag
from haulage.drivers.position import MOST_ACCURACY_METERS, MOST_MPH
from haulage.kernel.geo import MAX_ADDRESS_LENGTH
from haulage.ports.storage.drivers import NearbyDriver
from haulage.ports.storage.positions import StoredPosition
from haulage.use_cases.positions import Fix, RefusedFix, Reported
from haulage.use_cases.positions.report_positions import MOST_FIXES
from haulage_adapters.wire.common import In, Instant, Latitude, Longitude, Out, PointIn, VehicleOut

Heading = Annotated[float, Meta(ge=0, lt=360, description="Degrees clockwise from north.")]
Speed = Annotated[float, Meta(ge=0, le=MOST_MPH, description="Miles an hour.")]
Accuracy = Annotated[
    float, Meta(ge=0, le=MOST_ACCURACY_METERS, description="The radius that the device is sure of.")
]
Address = Annotated[str, Meta(max_length=MAX_ADDRESS_LENGTH)]


class PositionIn(PointIn):
    """Where the device is now, and what it can tell of it (DRV-13)."""

    heading: Heading | None = None
    speed_mph: Speed | None = None
    accuracy_m: Accuracy | None = None
    address: Address | None = None


class FixIn(In):
    """Where the device was at an instant of its own clock."""

    at: Instant
    lat: Latitude
    lng: Longitude
    accuracy_m: Accuracy
    heading: Heading | None = None
    speed_mph: Speed | None = None
    address: Address | None = None


class FixesIn(In):
    """Fixes in any order; those that were sent before change nothing."""

    fixes: Annotated[list[FixIn], Meta(min_length=1, max_length=MOST_FIXES)]

    def to_core(self) -> list[Fix]:
        return [
            Fix(
                at=fix.at,
                point=PointIn(fix.lat, fix.lng).to_core(),
                accuracy_meters=fix.accuracy_m,
                heading=fix.heading,
                speed_mph=fix.speed_mph,
                address=fix.address,
            )
            for fix in self.fixes
        ]


class PositionOut(Out):
    """A flagged position proves nothing: it can neither start nor complete a delivery. One that the driver
    cannot have come to is never their last position.
    ``driver_id`` is null for whoever may not know who drives."""

    driver_id: str | None
    lat: float
    lng: float
    at: Instant
    heading: Annotated[float, Meta(description="Degrees clockwise from north.")] | None
    speed_mph: float | None
    accuracy_m: float | None
    address: str | None
    quality_flag: QualityFlag | None

    @classmethod
    def of(cls, position: DriverPosition, *, names_driver: bool = True) -> "PositionOut":
        return cls.from_attributes(
            position,
            driver_id=position.driver_id if names_driver else None,
            lat=position.point.lat,
            lng=position.point.lng,
            accuracy_m=position.accuracy_meters,
        )


class RefusedFixOut(Out):
    """The so many-th of the fixes sent, from 0, and why it can never be taken."""

    index: int
    param: str
    message: str

    @classmethod
    def of(cls, refused: RefusedFix) -> "RefusedFixOut":
        return cls(refused.index, refused.refusal.name, refused.refusal.message)


class ReportedOut(Out):
    """What came of the fixes sent: how many were new, known before, and new but not trusted.

    ``last`` is where the driver is now.
    """

    taken: int
    known: int
    untrusted: int
    refused: list[RefusedFixOut]
    last: PositionOut | None

    @classmethod
    def of(cls, reported: Reported) -> "ReportedOut":
        return cls(
            taken=len(reported.taken),
            known=reported.known,
            untrusted=sum(position.quality_flag is not None for position in reported.taken),
            refused=[RefusedFixOut.of(refused) for refused in reported.refused],
            last=PositionOut.of(reported.last) if reported.last else None,
        )


class StoredPositionOut(Out):
    """A driver's so many-th position, as it is stored."""

    number: int
    received_at: Instant
    position: PositionOut

    @classmethod
    def of(cls, stored: StoredPosition) -> "StoredPositionOut":
        return cls(stored.number, stored.received_at, PositionOut.of(stored.position))


class NearbyDriverOut(Out):
    """A driver who could come, and how far away they are as the crow flies."""

    driver_id: str
    name: str
    rating: float | None
    total_jobs: int
    vehicle: VehicleOut
    distance_miles: float
    position: PositionOut

    @classmethod
    def of(cls, nearby: NearbyDriver) -> "NearbyDriverOut":
        driver = nearby.driver
        return cls(
            driver_id=driver.id,
            name=driver.name,
            rating=driver.rating,
            total_jobs=driver.total_jobs,
            vehicle=VehicleOut.of(driver.vehicle),
            distance_miles=round(nearby.miles, 2),
            position=PositionOut.of(nearby.position),
        )


class NearbyDrivers(Out):
    """The nearest first."""

    items: list[NearbyDriverOut]
